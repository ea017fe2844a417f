// Package tournament runs events: who meets whom, what it counts, who stands
// where. It plays no game and asks nobody for the time.
//
// A Tournament changes only by events: Apply checks one and carries it out, or
// refuses it and changes nothing. The same configuration and events give the
// same tournament, on every machine, so the saved file is just these.
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

// Errors of events that are refused.
var (
	ErrPhase    = errors.New("that is not possible at this stage of the event")
	ErrOver     = errors.New("the event is over")
	ErrPaused   = errors.New("the event is paused")
	ErrUnknown  = errors.New("there is no such entrant, pairing or game")
	ErrFinished = errors.New("that game has a result already")
	ErrOpen     = errors.New("games of the round are still open")
	ErrTooEarly = errors.New("it is too early for that")
	ErrLate     = errors.New("it is too late for that")
	ErrFew      = errors.New("there are too few players")
	ErrName     = errors.New("that name cannot be entered")
	ErrNobody   = errors.New("nobody can be paired")
	ErrResult   = errors.New("that is no result")
)

// refusal is an error of a kind, with what stands in the way. Both are said in the reader's language.
func refusal(kind error, format string, args ...any) error {
	return game.Faultf("%s: %s", kind, game.Faultf(format, args...))
}

// TooFew is an ErrFew that says how many there are.
type TooFew struct{ There, Least int }

// Error implements error.
func (e *TooFew) Error() string {
	format, args := e.Words()
	return fmt.Sprintf(format, args...)
}

// Words returns the error as a format and its arguments, for those who say it in another language.
func (e *TooFew) Words() (format string, args []any) {
	return "%s: there are %d, at least %d are needed", []any{ErrFew, e.There, e.Least}
}

// Is reports whether target is ErrFew.
func (e *TooFew) Is(target error) bool { return target == ErrFew }

// Points counts half points: a win is 2, a draw 1.
type Points int

// String returns "2.5".
func (p Points) String() string { return strconv.FormatFloat(float64(p)/2, 'f', -1, 64) }

// MarshalJSON writes whole points.
func (p Points) MarshalJSON() ([]byte, error) { return json.Marshal(float64(p) / 2) }

// Phase is how far an event has come.
type Phase string

// The phases.
const (
	Entry   Phase = "entry"   // people may enter
	Running Phase = "running" // started, not over
	Paused  Phase = "paused"
	Over    Phase = "over"
)

// Entrant is a player of the event.
type Entrant struct {
	ID     int    `json:"id"` // from 1, in the order of entry
	Name   string `json:"name"`
	Kind   string `json:"kind"`          // who plays: "person", "engine"; nothing here reads it
	Ref    string `json:"ref,omitempty"` // which one: an account, "level:3"; nothing here reads it
	Rating int    `json:"rating,omitempty"`
	// Seed is the place by rating, from 1, once the event has started. Equals are
	// ordered by lot.
	Seed      int  `json:"seed,omitempty"`
	Group     int  `json:"group,omitempty"` // from 1
	Away      bool `json:"away,omitempty"`  // sits out for the time being
	Withdrawn bool `json:"withdrawn,omitempty"`
}

// Stage is the part of an event that a pairing belongs to.
type Stage string

// The stages. Formats without parts have Main only.
const (
	Main    Stage = "main"
	InGroup Stage = "group"
	Winners Stage = "winners" // a knock-out, or its bracket of those who never lost
	Losers  Stage = "losers"
	Third   Stage = "third"
	Final   Stage = "final"
	Reset   Stage = "second final" // after a final that the one from Losers has won
)

// Verdict is who won a game.
type Verdict string

// The verdicts.
const (
	Attackers Verdict = "attackers"
	Defenders Verdict = "defenders"
	Draw      Verdict = "draw"
	Neither   Verdict = "neither" // both lose: nobody came
)

// Leg is a game of a pairing.
type Leg struct {
	Variant string          `json:"variant"`
	Players [game.Sides]int `json:"players"` // ids by side: the attackers', the defenders'

	Verdict Verdict `json:"verdict,omitempty"` // empty while it is open
	Cause   string  `json:"cause,omitempty"`   // a word of package game, or ours
	Plies   int     `json:"plies,omitempty"`
	Forfeit bool    `json:"forfeit,omitempty"` // not decided on the board
	Note    string  `json:"note,omitempty"`    // why, in the director's words
}

// Points returns what the leg counts for a player.
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

// Side returns the side of a player.
func (l *Leg) Side(id int) game.Side {
	if l.Players[game.Attackers] == id {
		return game.Attackers
	}
	return game.Defenders
}

// Bye says why a player has no opponent.
type Bye string

// The byes.
const (
	NoBye    Bye = ""
	OddBye   Bye = "bye"   // the number is odd: counts as won games
	AskedBye Bye = "asked" // he sits out: counts as drawn games
	ZeroBye  Bye = "zero"  // the player sits out beyond Config.Byes: counts nothing
	RestBye  Bye = "rest"  // a round robin's free round: counts nothing
)

// Reason is what decides a level match.
type Reason string

// The reasons, in the order in which they are asked.
const (
	ByHarder Reason = "games won as the harder side"
	ByPlies  Reason = "plies in games won"
	BySeed   Reason = "the better seed"
)

// Why is how a level match was decided: by what, and how much of it each of the two
// players had. The zero value says that it was not level.
type Why struct {
	By Reason `json:"by"`
	Of [2]int `json:"of"`
}

// String returns it in words, nothing for the zero value.
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
	Node    int       `json:"node,omitempty"` // place in the bracket
	Players [2]int    `json:"players"`        // of a bye the second is 0
	Bye     Bye       `json:"bye,omitempty"`
	Since   time.Time `json:"since"`
	Legs    []Leg     `json:"legs,omitempty"`
	Winner  int       `json:"winner,omitempty"` // of a match that must have one, once decided
	Why     Why       `json:"why,omitzero"`     // how a level match was decided
}

// Open returns how many of the games have no result.
func (p *Pairing) Open() (n int) {
	for i := range p.Legs {
		if p.Legs[i].Verdict == "" {
			n++
		}
	}
	return n
}

// Points returns what the pairing counts for a player so far.
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

// Logged is an event and its time, as the log keeps it.
type Logged struct {
	At    time.Time
	Event Event
}

// Tournament is an event at a moment. One goroutine owns it.
type Tournament struct {
	config   Config
	now      time.Time // of the last event
	phase    Phase
	ended    bool // by the director
	rounds   int  // of a Swiss
	round    int  // how many were paired
	entrants []Entrant
	order    []int // ids in the order of the format's numbers
	draw     []int // ids in the order of the bracket's seeds
	pairings []Pairing
	open     int       // games without a result
	since    time.Time // of the pause
	until    time.Time // of an arena
	bracket  []node
	drawn    bool // the knock-out after groups has been drawn
	log      []Logged
}

// New returns an event that is open for entry. The error names every fault of
// the configuration.
func New(c Config) (*Tournament, error) {
	c = c.filled()
	if err := c.check(); err != nil {
		return nil, game.Faultf("the event cannot be made: %s", err)
	}
	return &Tournament{config: c, phase: Entry}, nil
}

// Config returns what the event is, with all defaults written out.
func (t *Tournament) Config() Config { return t.config.filled() }

// Phase returns how far the event has come.
func (t *Tournament) Phase() Phase { return t.phase }

// Round returns how many rounds have been paired.
func (t *Tournament) Round() int { return t.round }

// Rounds returns how many rounds there will be, 0 where that is not known.
func (t *Tournament) Rounds() int {
	if t.phase == Entry {
		return 0
	}
	switch t.config.Format {
	case Contest:
		return t.config.Rounds
	case RoundRobin:
		return t.cycles(len(t.order))
	case Groups:
		return t.groupRounds() + depth(t.bracketSize())
	case KnockOut:
		return depth(len(t.order))
	case Swiss:
		return t.rounds
	case Gauntlet:
		return len(t.order) - 1
	}
	return 0
}

// Until returns when an arena ends, once it has started.
func (t *Tournament) Until() time.Time { return t.until }

// Now returns the time of the last event.
func (t *Tournament) Now() time.Time { return t.now }

// Entrants returns the players in the order of entry.
func (t *Tournament) Entrants() []Entrant { return slices.Clone(t.entrants) }

// Entrant returns a player by his id.
func (t *Tournament) Entrant(id int) (Entrant, error) {
	if id < 1 || id > len(t.entrants) {
		return Entrant{}, game.Faultf("entrant %d: %s", id, ErrUnknown)
	}
	return t.entrants[id-1], nil
}

// Named returns a player by his name.
func (t *Tournament) Named(name string) (Entrant, error) {
	for _, e := range t.entrants {
		if e.Name == name {
			return e, nil
		}
	}
	return Entrant{}, game.Faultf("entrant %q: %s", name, ErrUnknown)
}

// Pairings returns all pairings in the order in which they were made.
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

// Log returns all events so far. The slice is shared and only appended to.
func (t *Tournament) Log() []Logged { return t.log[:len(t.log):len(t.log)] }

// Due is a game that waits to be played.
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

// points returns what everybody has, by id, with an unused place 0.
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

// byePoints returns what a bye counts: the games of a pairing, won or drawn.
func (t *Tournament) byePoints(b Bye) Points {
	switch b {
	case OddBye:
		return Points(2 * t.config.Games)
	case AskedBye:
		return Points(t.config.Games)
	}
	return 0
}

// variant returns the variant of a round, from 1. In a contest a variant stays
// for two rounds, so that both have both of its sides.
func (t *Tournament) variant(round int) string {
	i := round - 1
	if t.config.Format == Contest && t.config.Games == 1 {
		i /= 2
	}
	return t.config.Variants[i%len(t.config.Variants)].ID
}
