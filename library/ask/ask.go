// Package ask defines the queries and results of a library of games as plain data. It does not depend on the
// database, so that packages that only show games do not either.
package ask

import (
	"cmp"
	"errors"
	"slices"

	"tafl3d/game"
	"tafl3d/game/rules"
)

// Mine is the collection of the player's own games. Watched is the collection of games that the computer played
// against itself.
const (
	Mine    = "mine"
	Watched = "watched"
	Studies = "studies" // the collection of saved studies
)

// Unnamed selects games without a collection. It is not a valid collection name.
const Unnamed = "\n"

// Errors of a library, worded for players.
var (
	ErrNoGame = errors.New("there is no such game in the library")
	ErrSame   = errors.New("the library has this game already: the same players, date and turns; delete one of the " +
		"two or give it another date")
	ErrFull    = errors.New("the disk is full; nothing was changed")
	ErrBusy    = errors.New("another program is writing to the library; try again")
	ErrLocked  = errors.New("nothing can be written in the folder of the library")
	ErrDamaged = errors.New("the file of the library is damaged; a copy of it may be whole")
	ErrNewer   = errors.New("the library was written by a newer version of the program")
)

// None selects games where a field is empty, Any games where it has any value.
const (
	None = "none"
	Any  = "any"
)

// Query selects games. Empty fields do not restrict the selection.
type Query struct {
	Variant, Family    string
	Player             string // name of the player of Side, or of either side
	Side               string // attackers, defenders
	Own                bool   // a single local player had Side, or either; excludes games of two local players
	Against            string // the opponent of Player, or of the local player; None: no name
	Level              string // level of the computer on either side; None: no computer; Any: any level
	Site, Pool         string // of a Curve: the games of a service that it is based on
	Clock              string // in the format of match.Control; None: no clock
	Name               string // words that all occur in the name of one player, of Side or of either side
	Words              string // words that each occur in a name, the variant, the event or the date
	Result, Cause      string // in the format of game.Outcome
	Won, Lost, Drawn   bool   // by Player, or by the local player; several: any of them
	MinTurns, MaxTurns int
	From, To           string // dates, inclusive: 2026, 2026-11, 2026-11-23
	Tag                string // Name=Value
	Collection         string
	Position           *rules.Position // occurred in the game, also rotated or mirrored; requires Variant
	// squares that occurred together, as "e5=K d4=t f6=.", also rotated or mirrored; requires Variant
	Pattern       string
	Limit, Offset int   // Limit 0: all
	Oldest        bool  // in the order they were added; overrides Order
	Order         Order // sort order
	Reverse       bool  // reverses Order
}

// Order is the field by which games are sorted: dates with the newest first, everything else ascending.
type Order string

// The orders.
const (
	ByDate      Order = ""
	ByAttackers Order = "attackers"
	ByDefenders Order = "defenders"
	ByVariant   Order = "variant"
	ByResult    Order = "result"
	ByCause     Order = "cause"
	ByMoves     Order = "moves"
)

// Entry is a game in a list of results.
type Entry struct {
	ID                   int64
	Variant              string
	Attackers, Defenders string
	Levels               [game.Sides]string
	Date, Event          string
	Result, Cause        string
	Turns                int
	Collection           string
	Clock                string
	Own                  string // the side of the local player; "both", or empty for neither
	// equal for games with the same opening, also rotated or mirrored; 0: the game is too short
	Opening int64
}

// Move is a move in the opening explorer.
type Move struct {
	Turn                               string // in notation, for the orientation of the queried position
	Steps                              []game.Move
	Games, Attackers, Defenders, Draws int
	Newest                             []Entry // at most three
	Game                               string  // the site's ID of the newest game, empty if it has none
	Ply                                int     // number of plies in the newest game after this move; 0 if unknown
}

// Score counts the results of a player's games.
type Score struct{ Won, Lost, Drawn, Open int }

// Plus returns the sum of two scores.
func (a Score) Plus(b Score) Score {
	return Score{a.Won + b.Won, a.Lost + b.Lost, a.Drawn + b.Drawn, a.Open + b.Open}
}

// Games returns the number of games in a score.
func (a Score) Games() int { return a.Won + a.Lost + a.Drawn + a.Open }

// Stats holds a player's results, grouped by the keys of each map.
type Stats struct {
	All                                                Score
	Variants, Sides, Opponents, Levels, Clocks, Months map[string]Score
	LostBy                                             map[Defeat]int
	Curves                                             []Curve
	Openings                                           []Opening // most played first
}

// Defeat is a way to lose: the winning side and the cause.
type Defeat struct{ Winner, Cause string }

// Opening holds a player's results with the first moves of a game, also rotated or mirrored.
type Opening struct {
	Variant  string
	Side     game.Side // the player's side
	Turns    []string  // as in the newest game
	Position rules.Position
	Newest   int64 // id of the newest game
	Score    Score
}

// Curve is a rating over time, oldest first: in a pool of a site, or, from games against the computer, in a family of
// variants.
type Curve struct {
	Site, Pool string // without Site, Pool is a family
	Points     []RatedAt
}

// RatedAt is a rating after a game.
type RatedAt struct {
	Day    int // days since 1970
	Points int
}

// Step is a rating after a game at a site.
type Step struct {
	Pool   string // a family of variants and a speed
	At     int64  // seconds since 1970
	Points int
	Game   string // the site's ID
}

// Progress is the progress of an import.
type Progress struct {
	Bytes                 int64 // bytes read
	Added, Duplicate, Bad int   // games
}

// Report is the result of an import.
type Report struct {
	Progress
	Faults []Fault // of the first rejected games, at most 100
	// Fit counts, by variant id, the games that do not name their variant but are legal in this one. To import them,
	// repeat the import with one of these variants.
	Fit map[string]int
	// Encoding is the encoding the text was converted from: "UTF-16" or "Windows-1252", or "" for UTF-8.
	Encoding string
	// Seen lists the ids of Fit in the catalogue's order for the first of these games.
	Seen []string
}

// Likely returns the ids of Fit, ordered by the number of games, then by how well known the variant is.
func (r *Report) Likely() []string {
	return slices.SortedStableFunc(slices.Values(r.Seen),
		func(a, b string) int { return cmp.Compare(r.Fit[b], r.Fit[a]) })
}

// Fault describes why a game was not imported.
type Fault struct {
	Line, Column int // as in record.Error
	Words        string
}
