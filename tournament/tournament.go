// Package tournament runs tournaments: it pairs players, counts results and computes standings. It does not play
// games or read the clock.
//
// A Tournament changes only by events: Apply checks an event and carries it out, or returns an error and changes
// nothing. The same configuration and events give the same tournament on every machine, so a saved file contains only
// these.
package tournament

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"tafl3d/game"
)

// Errors of refused events.
var (
	ErrPhase    = errors.New("not possible at this stage of the tournament")
	ErrOver     = errors.New("the tournament is over")
	ErrPaused   = errors.New("the tournament is paused")
	ErrUnknown  = errors.New("no such participant, pairing or game")
	ErrFinished = errors.New("that game already has a result")
	ErrOpen     = errors.New("the round still has open games")
	ErrTooEarly = errors.New("too early")
	ErrLate     = errors.New("too late")
	ErrFew      = errors.New("too few players")
	ErrName     = errors.New("this player cannot be added")
	ErrNobody   = errors.New("no one can be paired")
	ErrResult   = errors.New("not a valid result")
)

// refusal returns an error of a kind with its cause. Both can be translated.
func refusal(kind error, format string, args ...any) error {
	return game.Faultf("%s: %s", kind, game.Faultf(format, args...))
}

// TooFew is an ErrFew with the number of players present and required.
type TooFew struct{ There, Least int }

// Error implements error.
func (e *TooFew) Error() string {
	format, args := e.Words()
	return fmt.Sprintf(format, args...)
}

// Words returns the error as a format and its arguments, for translation.
func (e *TooFew) Words() (format string, args []any) {
	return "%s: %d, but at least %d are needed", []any{ErrFew, e.There, e.Least}
}

// Is reports whether target is ErrFew.
func (e *TooFew) Is(target error) bool { return target == ErrFew }

// Points counts half points: a win is 2, a draw 1.
type Points int

// String returns the points as a decimal, such as "2.5".
func (p Points) String() string { return strconv.FormatFloat(float64(p)/2, 'f', -1, 64) }

// MarshalJSON writes the points as a decimal number.
func (p Points) MarshalJSON() ([]byte, error) { return json.Marshal(float64(p) / 2) }

// Phase is the phase of a tournament.
type Phase string

// The phases.
const (
	Entry   Phase = "entry"   // players may enter
	Running Phase = "running" // started, not over
	Paused  Phase = "paused"
	Over    Phase = "over"
)

// Entrant is a participant.
type Entrant struct {
	ID     int    `json:"id"` // from 1, in the order of entry
	Name   string `json:"name"`
	Kind   string `json:"kind"`          // what plays: "person", "engine"; this package does not read it
	Ref    string `json:"ref,omitempty"` // which one: an account, "level:3"; this package does not read it
	Rating int    `json:"rating,omitempty"`
	// Seed is the rank by rating, from 1, set when the tournament starts. Equal ratings are ordered by lot.
	Seed      int  `json:"seed,omitempty"`
	Group     int  `json:"group,omitempty"` // from 1
	Away      bool `json:"away,omitempty"`  // receives no pairings until further notice
	Withdrawn bool `json:"withdrawn,omitempty"`
}

// Stage is the part of a tournament that a pairing belongs to.
type Stage string

// The stages. Formats without parts have Main only.
const (
	Main    Stage = "main"
	InGroup Stage = "group"
	Winners Stage = "winners" // a knock-out, or its bracket of undefeated players
	Losers  Stage = "losers"
	Third   Stage = "third"
	Final   Stage = "final"
	Reset   Stage = "second final" // played if the winner of the Losers bracket wins the final
)

// Verdict is the result of a game.
type Verdict string

// The verdicts.
const (
	Attackers Verdict = "attackers"
	Defenders Verdict = "defenders"
	Draw      Verdict = "draw"
	Neither   Verdict = "neither" // both lose because neither player came
)

// Leg is one game of a pairing.
type Leg struct {
	Variant string          `json:"variant"`
	Players [game.Sides]int `json:"players"` // ids by side

	Verdict Verdict `json:"verdict,omitempty"` // empty while the game is open
	Cause   string  `json:"cause,omitempty"`   // a cause of package game, or one of this package
	Plies   int     `json:"plies,omitempty"`
	Forfeit bool    `json:"forfeit,omitempty"` // not decided on the board
	Note    string  `json:"note,omitempty"`    // the organizer's reason
}

// Points returns the points of a player in this game.
func (l *Leg) Points(id int) Points {
	switch {
	case l.Verdict == Draw:
		return 1
	case l.Winner() == id && id != 0:
		return 2
	}
	return 0
}

// Winner returns the id of the winner, 0 if there is none.
func (l *Leg) Winner() int {
	switch l.Verdict {
	case Attackers:
		return l.Players[game.Attackers]
	case Defenders:
		return l.Players[game.Defenders]
	}
	return 0
}

// Side returns the side of a player of this game.
func (l *Leg) Side(id int) game.Side {
	if l.Players[game.Attackers] == id {
		return game.Attackers
	}
	return game.Defenders
}

// Bye is the reason why a player has no opponent.
type Bye string

// The byes.
const (
	NoBye    Bye = ""
	OddBye   Bye = "bye"   // odd number of players: counts as won games
	AskedBye Bye = "asked" // the player sits out: counts as drawn games
	ZeroBye  Bye = "zero"  // the player sits out more often than Config.Byes: counts nothing
	RestBye  Bye = "rest"  // free round of a round robin: counts nothing
)

// Reason is the criterion that decides a level match.
type Reason string

// The reasons, in the order in which they are tried.
const (
	ByHarder Reason = "games won as the harder side"
	ByPlies  Reason = "plies in games won"
	BySeed   Reason = "the better seed"
)

// Why is how a level match was decided: the criterion and each player's value. The zero value means that the match
// was not level.
type Why struct {
	By Reason `json:"by"`
	Of [2]int `json:"of"`
}

// String describes the decision, "" for the zero value.
func (w Why) String() string {
	if w.By == "" {
		return ""
	}
	return fmt.Sprintf("%s: %d and %d", w.By, w.Of[0], w.Of[1])
}

// Pairing is a match of one or more games between two players, or a bye.
type Pairing struct {
	ID      int       `json:"id"` // from 1
	Round   int       `json:"round"`
	Stage   Stage     `json:"stage"`
	Group   int       `json:"group,omitempty"`
	Node    int       `json:"node,omitempty"` // node of the bracket
	Players [2]int    `json:"players"`        // the second is 0 for a bye
	Bye     Bye       `json:"bye,omitempty"`
	Since   time.Time `json:"since"`
	Legs    []Leg     `json:"legs,omitempty"`
	Winner  int       `json:"winner,omitempty"` // only for matches that need a winner, once decided
	Why     Why       `json:"why,omitzero"`     // how a level match was decided
}

// Open returns the number of games without a result.
func (p *Pairing) Open() (n int) {
	for i := range p.Legs {
		if p.Legs[i].Verdict == "" {
			n++
		}
	}
	return n
}

// Points returns the points of a player in the pairing so far.
func (p *Pairing) Points(id int) (sum Points) {
	for i := range p.Legs {
		sum += p.Legs[i].Points(id)
	}
	return sum
}

// Other returns the opponent of a player, 0 for a bye.
func (p *Pairing) Other(id int) int {
	if p.Players[0] == id {
		return p.Players[1]
	}
	return p.Players[0]
}

// Logged is an event of the log with its time.
type Logged struct {
	At    time.Time
	Event Event
}

// Tournament is the state of a tournament. It must be used by one goroutine at a time.
type Tournament struct {
	config   Config
	now      time.Time // of the last event
	phase    Phase
	ended    bool // by the organizer
	rounds   int  // of a Swiss
	round    int  // number of rounds paired
	entrants []Entrant
	order    []int // ids by the numbers of the format
	draw     []int // ids by the seeds of the bracket
	pairings []Pairing
	open     int       // games without a result
	since    time.Time // start of the pause
	until    time.Time // end of an arena
	bracket  []node
	ruled    map[place][]Leg // games decided by the organizer, each as it was before its decisions
	drawn    bool            // the knock-out after groups has been drawn
	log      []Logged
}

// New returns a tournament that is open for entry. The error names every fault of the configuration.
func New(c Config) (*Tournament, error) {
	c = c.filled()
	if err := c.check(); err != nil {
		return nil, game.Faultf("the tournament cannot be created: %s", err)
	}
	return &Tournament{config: c, phase: Entry}, nil
}

// Config returns the configuration with all defaults filled in.
func (t *Tournament) Config() Config { return t.config.filled() }

// Phase returns the phase of the tournament.
func (t *Tournament) Phase() Phase { return t.phase }

// Round returns the number of rounds paired so far.
func (t *Tournament) Round() int { return t.round }

// Rounds returns the total number of rounds, 0 if unknown.
func (t *Tournament) Rounds() int {
	if t.phase == Entry {
		return 0
	}
	switch t.config.Format {
	case Contest:
		return t.config.Rounds
	case RoundRobin:
		return t.pairer().cycles(len(t.order))
	case Groups:
		return t.pairer().groupRounds() + depth(t.bracketSize())
	case KnockOut:
		return depth(len(t.order))
	case Swiss:
		return t.rounds
	case Gauntlet:
		return len(t.order) - 1
	}
	return 0
}

// Until returns the end of an arena, once it has started.
func (t *Tournament) Until() time.Time { return t.until }

// Now returns the time of the last event.
func (t *Tournament) Now() time.Time { return t.now }

// Entrants returns the players in the order of entry.
func (t *Tournament) Entrants() []Entrant { return slices.Clone(t.entrants) }

// Entrant returns a player by id.
func (t *Tournament) Entrant(id int) (Entrant, error) {
	if id < 1 || id > len(t.entrants) {
		return Entrant{}, game.Faultf("participant %d: %s", id, ErrUnknown)
	}
	return t.entrants[id-1], nil
}

// Named returns a player by name.
func (t *Tournament) Named(name string) (Entrant, error) {
	for _, e := range t.entrants {
		if e.Name == name {
			return e, nil
		}
	}
	return Entrant{}, game.Faultf("participant %q: %s", name, ErrUnknown)
}

// Pairings returns copies of all pairings in the order in which they were made.
func (t *Tournament) Pairings() []Pairing {
	list := slices.Clone(t.pairings)
	for i := range list {
		list[i].Legs = slices.Clone(list[i].Legs)
	}
	return list
}

// Pairing returns a pairing by its id.
func (t *Tournament) Pairing(id int) (Pairing, error) {
	if id < 1 || id > len(t.pairings) {
		return Pairing{}, game.Faultf("pairing %d: %s", id, ErrUnknown)
	}
	p := t.pairings[id-1]
	p.Legs = slices.Clone(p.Legs)
	return p, nil
}

// Log returns all events so far. The returned slice shares its memory with the log; do not modify it.
func (t *Tournament) Log() []Logged { return t.log[:len(t.log):len(t.log)] }

// Due is a game without a result.
type Due struct {
	Pairing int // id
	Leg     int // from 0
	Round   int
	Game    Leg
}

// Due returns the games without a result, in the order of pairing.
func (t *Tournament) Due() []Due {
	var list []Due
	for i := range t.pairings {
		p := &t.pairings[i]
		for k := range p.Legs {
			if p.Legs[k].Verdict == "" {
				list = append(list, Due{p.ID, k, p.Round, p.Legs[k]})
			}
		}
	}
	return list
}

// points returns the points of all players, indexed by id. Index 0 is unused.
func (t *Tournament) points() []Points {
	sums := make([]Points, len(t.entrants)+1)
	for i := range t.pairings {
		p := &t.pairings[i]
		if p.Bye != NoBye {
			sums[p.Players[0]] += t.byePoints(p.Bye)
			continue
		}
		for _, id := range p.Players {
			sums[id] += p.Points(id)
		}
	}
	return sums
}

// byePoints returns the points of a bye: those of a pairing with all games won or drawn.
func (t *Tournament) byePoints(b Bye) Points {
	switch b {
	case OddBye:
		return Points(2 * t.config.Games)
	case AskedBye:
		return Points(t.config.Games)
	}
	return 0
}

// variant returns the variant of a round, from 1. In a contest with one game per round a variant is used for two
// rounds, so that each player has each side once.
func (t *Tournament) variant(round int) string {
	i := round - 1
	if t.config.Format == Contest && t.config.Games == 1 {
		i /= 2
	}
	return t.config.Variants[i%len(t.config.Variants)].ID
}
