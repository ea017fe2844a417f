// Package ask is what a library of games can be asked for, and what it answers, as plain
// data. It knows no database: whoever shows games need not either.
package ask

import (
	"cmp"
	"errors"
	"slices"

	"tafl3d/game"
	"tafl3d/game/rules"
)

// Mine is the collection of the player's own games, and Watched that of those in which
// the computer played itself here.
const (
	Mine    = "mine"
	Watched = "watched"
	Studies = "studies" // the collection of what was kept of studies
)

// Unnamed asks for games without a collection. No collection has this name.
const Unnamed = "\n"

// The errors of a library, in words for whoever asked.
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

// None asks that there be nothing in the place of something, Any that there be anything.
const (
	None = "none"
	Any  = "any"
)

// Query says which games are looked for. What is empty asks for nothing.
type Query struct {
	Variant, Family    string
	Player             string // of the side Side, or of either
	Side               string // attackers, defenders
	Own                bool   // one person here played Side, or either; not two at one screen
	Against            string // the other than the Player, or than whoever sat here; None: nameless
	Level              string // of the computer on either side; None: people alone; Any: one
	Site, Pool         string // of a Curve: the games by which it went, at a service
	Clock              string // as match.Control writes it; None: without one
	Name               string // words, all in the name of one player, on the side Side or on either
	Words              string // each in a name, the variant, the event or the date
	Result, Cause      string // as game.Outcome writes them
	Won, Lost, Drawn   bool   // by the Player, or by whoever sat here; several: either of them
	MinTurns, MaxTurns int
	From, To           string // dates, both included: 2026, 2026-11, 2026-11-23
	Tag                string // Name=Value
	Collection         string
	Position           *rules.Position // stood on the board, also turned and mirrored; asks for Variant
	// "e5=K d4=t f6=.": so these squares stood, also turned and mirrored; asks for Variant
	Pattern       string
	Limit, Offset int   // Limit 0: all
	Oldest        bool  // those that came in first are first, whatever Order says
	Order         Order // what they are sorted by
	Reverse       bool  // in the other direction
}

// Order is what games are sorted by: dates from the newest on, all else from the least on.
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

// Entry is a game in a list.
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
	Own                  string // the side that somebody here played; "both", or empty for neither
	Opening              int64  // the same of games that began alike, turned and mirrored too; 0: it was shorter
}

// Move is a turn of the opening explorer.
type Move struct {
	Turn                               string // in notation, as the board asked for lies
	Steps                              []game.Move
	Games, Attackers, Defenders, Draws int
	Newest                             []Entry // at most three
	Game                               string  // the ID of the newest, empty if it has none
	Ply                                int     // of it, behind this turn; 0 if that is not known
}

// Score counts how games ended for a player.
type Score struct{ Won, Lost, Drawn, Open int }

// Plus adds two scores.
func (a Score) Plus(b Score) Score {
	return Score{a.Won + b.Won, a.Lost + b.Lost, a.Drawn + b.Drawn, a.Open + b.Open}
}

// Games returns how many games a score counts.
func (a Score) Games() int { return a.Won + a.Lost + a.Drawn + a.Open }

// Stats is the record of a player, by what the keys name.
type Stats struct {
	All                                                Score
	Variants, Sides, Opponents, Levels, Clocks, Months map[string]Score
	LostBy                                             map[Defeat]int
	Curves                                             []Curve
	Openings                                           []Opening // the most played first
}

// Defeat is how games are lost: to whom, attackers or defenders, and by what cause.
type Defeat struct{ Winner, Cause string }

// Opening is how somebody did with the first turns of a game, turned and mirrored ones too.
type Opening struct {
	Variant  string
	Side     game.Side // that he played
	Turns    []string  // as the newest game had them
	Position rules.Position
	Newest   int64 // game
	Score    Score
}

// Curve is how a rating went, the oldest first: in a pool at a site, or against the levels of
// the computer in a family of games.
type Curve struct {
	Site, Pool string // no Site: Pool is a family
	Points     []RatedAt
}

// RatedAt is a rating after a game.
type RatedAt struct {
	Day    int // since 1970
	Points int
}

// Step is a rating after a game at a site.
type Step struct {
	Pool   string // a family of variants at a speed
	At     int64  // seconds since 1970
	Points int
	Game   string // its ID at the site
}

// Progress is how far an import is.
type Progress struct {
	Bytes                 int64 // read
	Added, Duplicate, Bad int   // games
}

// Report is what became of an import.
type Report struct {
	Progress
	Faults []Fault // of the first bad games, at most 100
	// Fit are the ids of the variants that games which do not say theirs could be of, and of how many each allows the
	// turns. Import them again as one of these.
	Fit map[string]int
	// Encoding is what the text was converted from, "" for UTF-8: "UTF-16" or "Windows-1252".
	Encoding string
	// Seen are the ids of Fit, as the catalogue has them for the first of these games.
	Seen []string
}

// Likely returns the ids of Fit, those that allow the most games first, and of these the better
// known.
func (r *Report) Likely() []string {
	return slices.SortedStableFunc(slices.Values(r.Seen),
		func(a, b string) int { return cmp.Compare(r.Fit[b], r.Fit[a]) })
}

// Fault is what is wrong with a game that was not imported.
type Fault struct {
	Line, Column int // as record.Error has them
	Words        string
}
