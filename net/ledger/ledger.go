// Package ledger computes a game from its accepted entries. A service, a desktop that hosts a game and a player's
// client get the same game from the same entries: position, clocks, open requests and end.
package ledger

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
	"tafl3d/net/wire"
)

// Ask is an open request of one side to the other.
type Ask struct {
	Kind  wire.Kind // Takeback, Pause or Resume; empty: none. Draw offers belong to the match.
	By    game.Side
	Plies int // of Takeback
}

// Game is a game after some entries. It is not safe for concurrent use.
type Game struct {
	spec        wire.Spec
	variant     *variant.Variant
	match       *match.Match
	seq         uint64
	at          wire.Time
	ask         Ask
	aborted     bool
	vacation    bool              // paused by the service for a vacation
	resumeAsked wire.Time         // when a side first wanted to end the pause; 0: none
	tokens      map[actKey]uint64 // number of the entry of each act
	declined    [game.Sides]int   // ply at which a request of the side was last declined, plus one
	last        match.Action      // action of the newest entry; nil for a request or an answer
}

// actKey identifies an act.
type actKey struct {
	by   wire.Side
	text string
}

// ErrEntry is the error of an entry that does not follow from those before it.
var ErrEntry = errors.New("the entries of the game are inconsistent")

// Begin returns the first entry of a game. The error says what is wrong with spec.
func Begin(spec wire.Spec, at wire.Time) (wire.Entry, error) {
	t, err := parseSpec(spec)
	if err != nil {
		return wire.Entry{}, err
	}
	return wire.Entry{Seq: 1, At: at, By: wire.Service, Act: wire.Act{Kind: wire.Open, Token: "open"}, Spec: &spec,
		Hash: hex(t.start.Hash())}, nil
}

// Fold returns the game after the entries, of which the first opens it.
func Fold(entries []wire.Entry) (*Game, error) {
	if len(entries) == 0 {
		return nil, fmt.Errorf("%w: no entries", ErrEntry)
	}
	g, err := open(entries[0])
	if err != nil {
		return nil, err
	}
	for _, e := range entries[1:] {
		if _, err := g.Apply(e); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// open returns the game after its first entry.
func open(e wire.Entry) (*Game, error) {
	if e.Seq != 1 || e.Act.Kind != wire.Open || e.Spec == nil {
		return nil, fmt.Errorf("%w: entry %v does not open a game", ErrEntry, e)
	}
	t, err := parseSpec(*e.Spec)
	if err != nil {
		return nil, err
	}
	return &Game{spec: *e.Spec, variant: t.variant, match: match.New(t.start, t.control), seq: 1, at: e.At,
		tokens: map[actKey]uint64{}}, nil
}

// parsedSpec is the parsed content of a spec.
type parsedSpec struct {
	variant *variant.Variant
	start   rules.Position
	control match.Control
}

// parseSpec parses a spec. The error says what is wrong with it.
func parseSpec(spec wire.Spec) (t parsedSpec, err error) {
	if t.variant, err = Variant(spec); err != nil {
		return t, err
	}
	t.start = t.variant.Rules.Start()
	if spec.Start != "" {
		if t.start, err = notation.ParsePosition(t.variant.Rules, spec.Start); err != nil {
			return t, fmt.Errorf("start position: %w", err)
		}
	}
	if d := spec.Delay; d < 0 || d > wire.MaxDelay {
		return t, fmt.Errorf("the delay of %d seconds is not between 0 and %d", d, wire.MaxDelay)
	}
	t.control, err = match.ParseControl(spec.Clock)
	return t, err
}

// Variant returns the variant that a spec names or contains.
func Variant(spec wire.Spec) (*variant.Variant, error) {
	if spec.Rules == "" {
		return variant.Get(spec.Variant)
	}
	if len(spec.Rules) > wire.MaxRules {
		return nil, fmt.Errorf("the rules are longer than %d bytes", wire.MaxRules)
	}
	return variant.Parse(spec.Variant+".toml", []byte(spec.Rules), variant.All()...)
}

// Shows returns when spectators may see an entry: Delay after it was made, and the first entry at once.
func Shows(spec wire.Spec, e wire.Entry) wire.Time {
	if spec.Delay == 0 || e.Seq == 1 {
		return 0
	}
	return wire.At(e.At.Time().Add(time.Duration(spec.Delay) * time.Second))
}

// Spec returns the spec of the game.
func (g *Game) Spec() wire.Spec { return g.spec }

// Variant returns the variant.
func (g *Game) Variant() *variant.Variant { return g.variant }

// State returns a snapshot of the match.
func (g *Game) State() match.State { return g.match.State() }

// Peek returns the state without copying: it is read-only and valid until the game changes. See match.Match.Peek.
func (g *Game) Peek() match.State { return g.match.Peek() }

// Seq returns the number of the newest entry.
func (g *Game) Seq() uint64 { return g.seq }

// At returns when the newest entry was made.
func (g *Game) At() wire.Time { return g.at }

// Last returns the action of the newest entry, nil for a request or its answer.
func (g *Game) Last() match.Action { return g.last }

// Asked returns the open request.
func (g *Game) Asked() Ask { return g.ask }

// Aborted reports whether the game ended without a result.
func (g *Game) Aborted() bool { return g.aborted }

// Timed reports whether the game has a clock.
func (g *Game) Timed() bool {
	c := g.match.Control()
	return c.On()
}

// Over reports whether the game has ended, with or without a result.
func (g *Game) Over() bool { return g.aborted || g.match.Outcome().Over() }

// Outcome returns the result, if there is one.
func (g *Game) Outcome() game.Outcome { return g.match.Outcome() }

// Turn returns the side to move.
func (g *Game) Turn() game.Side { return g.match.Side() }

// Ply returns how many moves have been played.
func (g *Game) Ply() int { return g.match.Ply() }

// Deadline returns the game time at which the clock of the side to move runs out; ok is false while no clock runs.
func (g *Game) Deadline() (wire.Time, bool) {
	d, ok := g.match.Deadline()
	return wire.At(d), ok
}

// Hash returns the hash of the position, by which client and server detect differences.
func (g *Game) Hash() string { return hex(g.match.Hash()) }

func hex(h uint64) string { return strconv.FormatUint(h, 16) }

// Repeated returns the number of the entry that resulted from an earlier act of by with this token.
func (g *Game) Repeated(by wire.Side, text string) (uint64, bool) {
	seq, ok := g.tokens[actKey{by, text}]
	return seq, ok
}

// Apply applies one more entry and returns the changes on the board. After an error the game must be folded again
// from its entries.
func (g *Game) Apply(e wire.Entry) ([]game.Event, error) {
	if e.Seq != g.seq+1 {
		return nil, fmt.Errorf("%w: entry %v after number %d", ErrEntry, e, g.seq)
	}
	events, err := g.do(e.By, e.Act, e.At)
	if err != nil {
		return nil, fmt.Errorf("%w: entry %v: %w", ErrEntry, e, err)
	}
	if h := g.Hash(); h != e.Hash {
		return nil, fmt.Errorf("%w: entry %v: the position has hash %s instead of %s", ErrEntry, e, h, e.Hash)
	}
	return events, nil
}

// Do performs an act and returns its entry and the changes on the board. An error is a *wire.Error; then nothing has
// changed.
func (g *Game) Do(by wire.Side, a wire.Act, at wire.Time) (wire.Entry, []game.Event, error) {
	a = g.interned(stripped(a))
	events, err := g.do(by, a, max(at, g.at))
	if err != nil {
		return wire.Entry{}, nil, wireError(err)
	}
	return wire.Entry{Seq: g.seq, At: g.at, By: by, Act: a, Hash: g.Hash()}, events, nil
}

// do performs an act and updates the entry number and time.
func (g *Game) do(by wire.Side, a wire.Act, at wire.Time) ([]game.Event, error) {
	if g.aborted {
		return nil, match.ErrOver
	}
	if g.seq >= wire.MaxEntries && by != wire.Service && a.Kind != wire.Resign { // the game can still end
		return nil, wire.Refuse(wire.TooMuch, "the game is too long")
	}
	g.last = nil
	events, err := g.perform(by, a, at.Time())
	if err != nil {
		return nil, err
	}
	g.seq++
	g.at = at
	if a.Token != "" {
		g.tokens[actKey{by, a.Token}] = g.seq
	}
	return events, nil
}
