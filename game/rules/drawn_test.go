package rules_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"tafl3d/game"
	"tafl3d/game/gametest"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
	"tafl3d/game/variant"
)

// drawn is a rule shown on a board: the position, the turn and what comes of
// it. In after a '*' marks a square that the turn has emptied by capture.
type drawn struct {
	name, variant, set string // set: "key=value; key=value"
	toMove             game.Side
	before             string
	turn               string // in notation with its captures; empty: nothing is played
	end                string // "attackers:king-captured"
	refused            rules.Reason
}

// open returns the position drawn, and the history that begins with it.
func (c drawn) open(t *testing.T) (rules.Position, *rules.History) {
	t.Helper()
	v, err := variant.Get(c.variant)
	if err != nil {
		t.Fatal(err)
	}
	set := gametest.Changed(t, v.Rules.Ruleset(), c.set)
	set.Rows, set.First = gametest.Rows(c.before), c.toMove
	r, err := rules.Compile(set)
	if err != nil {
		t.Fatal(err)
	}
	p := r.Start()
	return p, rules.NewHistory(&p)
}

func (c drawn) run(t *testing.T) {
	p, h := c.open(t)
	bare, _, _ := strings.Cut(c.turn, "x")
	if strings.Contains(c.turn, " ") {
		bare = c.turn
	}
	moves, err := notation.ParseTurn(&p, h, bare)
	if c.refused != 0 {
		var illegal *rules.Illegal
		if !errors.As(err, &illegal) || illegal.Reason != c.refused || !errors.Is(err, rules.ErrIllegal) {
			t.Fatalf("%s: got %v, want reason %d", c.turn, err, c.refused)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	var steps []rules.Delta
	for _, m := range moves {
		d, err := p.Try(m, h)
		if err != nil {
			t.Fatal(err)
		}
		steps = append(steps, d)
	}
	h.Push(&p)
	if got := notation.Turn(p.Rules(), steps); got != c.turn {
		t.Errorf("played %s, want %s", got, c.turn)
	}
	o := p.Judge(h)
	if got := strings.Trim(o.Result()+":"+o.Cause.String(), ":"); got != c.end {
		t.Errorf("ends as %q, want %q", got, c.end)
	}
}

func TestDrawn(t *testing.T) {
	const a, d = game.Attackers, game.Defenders
	for _, c := range []drawn{
		{name: "a man between two enemies", variant: "brandubh-gorrion", toMove: a, turn: "b5-b3xc3", before: `
			. . . . . . .
			. . . . . . .
			. t . . . . .
			. . . . . . .
			. . T t . . .
			. . . . . . .
			. . . . K . .`},
		{name: "walking between two enemies is safe", variant: "brandubh-gorrion", toMove: d, turn: "c5-c3", before: `
			. . . . . . .
			. . . . . . .
			. . T . . . .
			. . . . . . .
			. t . t . . .
			. . . . . . .
			. . . . K . .`},
		{name: "the corner is an anvil", variant: "brandubh-gorrion", toMove: d, turn: "f3-f1", end: "", before: `
			. . . . . . .
			. . . . . . .
			. . . . . . .
			. . . K . . .
			t . . . . T .
			. . . . . . .
			. . . . t . .`},
		{name: "the corner is an anvil beside the man", variant: "brandubh-gorrion", toMove: d, turn: "e3-e1xf1",
			before: `
			. . . . . . .
			. . . . . . .
			. . . . . . .
			. . . K . . .
			t . . . T . .
			. . . . . . .
			. . . . . t .`},
		{name: "the king on the throne needs four", variant: "brandubh-gorrion", toMove: a, turn: "g4-e4", before: `
			. . . . . . .
			. . . . . . .
			. . . . . . .
			. . t K . . t
			T . . . . . .
			. . . . . . .
			. . . . . . .`},
		{name: "elsewhere he needs two", variant: "brandubh-gorrion", toMove: a, turn: "g5-e5xKd5",
			end: "attackers:king-captured",
			before: `
			. . . . . . .
			. . . . . . .
			. . t K . . t
			. . . . . . .
			T . . . . . .
			. . . . . . .
			. . . . . . .`},
		{name: "a corner wins", variant: "brandubh-gorrion", toMove: d, turn: "Ka5-a7", end: "defenders:king-escaped",
			before: `
			. . . . . . .
			. . . . . . .
			K . . . . . t
			. . . . . . .
			. . . . . . .
			. . . . . . .
			. . . . . . .`},
		{name: "a man may not stop on a corner", variant: "brandubh-gorrion", toMove: a, turn: "a5-a7",
			refused: rules.MayNotStop,
			before: `
			. . . . . . .
			. . . . . . .
			t . . . . . .
			. . . . . . .
			. . K . . . .
			. . . . . . .
			. . . . . . .`},
		{name: "a piece in the way", variant: "brandubh-gorrion", toMove: a, turn: "a5-e5", refused: rules.BlockedBy,
			before: `
			. . . . . . .
			. . . . . . .
			t . T . . . .
			. . . . . . .
			. . K . . . .
			. . . . . . .
			. . . . . . .`},
		{name: "no diagonals", variant: "brandubh-gorrion", toMove: a, turn: "a5-b6", refused: rules.NotInLine,
			before: `
			. . . . . . .
			. . . . . . .
			t . T . . . .
			. . . . . . .
			. . K . . . .
			. . . . . . .
			. . . . . . .`},
		{name: "nowhere", variant: "brandubh-gorrion", toMove: a, turn: "a5-a5", refused: rules.NotInLine, before: `
			. . . . . . .
			. . . . . . .
			t . T . . . .
			. . . . . . .
			. . K . . . .
			. . . . . . .
			. . . . . . .`},
		{name: "not the opponent's piece", variant: "brandubh-gorrion", toMove: a, turn: "c5-c6",
			refused: rules.NotYours,
			before: `
			. . . . . . .
			. . . . . . .
			t . T . . . .
			. . . . . . .
			. . K . . . .
			. . . . . . .
			. . . . . . .`},
		{name: "the throne is closed to men in Haven", variant: "haven-basic-11x11", toMove: a, turn: "f9-f3",
			refused: rules.MayNotPass,
			before: `
			. . . . . . . . . . .
			. . . . . . . . . . .
			. . . . . t . . . . .
			. . . . . . . . . . .
			. . . . . . . . . . .
			. . . . . . . . . . .
			. . . . . . . . . . .
			. . . . . . . . . . .
			. . K . . . . . . . .
			. . . . . . . . . . .
			. . . . . . . . . . .`},
		{name: "a short king", variant: "brandubh-gorrion", set: "steps.king=1", toMove: d, turn: "c3-c5",
			refused: rules.TooFar,
			before: `
			. . . . . . .
			. . . . . . .
			t . . . . . .
			. . . . . . .
			. . K . . . .
			. . . . . . .
			. . . . . . .`},
		{name: "shieldwall", variant: "copenhagen-11x11-tdiamond", toMove: a, turn: "f4-f1xd1xe1", before: `
			. . . . . . . . . . .
			. . . . . . . . . . .
			. . . . . . . . . . .
			. . . . . . . . . . .
			. . . . . . . . . . .
			. . . . . K . . . . .
			. . . . . . . . . . .
			. . . . . t . . . . .
			. . . . . . . . . . .
			. . . t t . . . . . .
			. . t T T . . . . . .`},
		{name: "shieldwall, the king stays", variant: "copenhagen-11x11-tdiamond", toMove: a, turn: "f4-f1xd1",
			before: `
			. . . . . . . . . . .
			. . . . . . . . . . .
			. . . . . . . . . . .
			. . . . . . . . . . .
			. . . . . . . . . . .
			. . . . . . . . . . .
			. . . . . . . . . . .
			. . . . . t . . . . .
			. . . . . . . . . . .
			. . . t t . . . . . .
			. . t T K . . . . . .`},
		{name: "exit fort after the attackers' reply", variant: "copenhagen-11x11-tdiamond", toMove: a, turn: "k9-k8",
			end: "defenders:exit-fort",
			before: `
			. . . . . . . . . . .
			. . . . . . . . . . .
			. . . . . . . . . . t
			. . . . . . . . . . .
			. . . . . . . . . . .
			. . . . . . . . . . .
			. . . . . . . . . . .
			. . . . . . . . . . .
			. . . . . . . . . . .
			. . . . T T . . . . .
			. . . T K . T . . . .`},
		{name: "a fort that nobody can break", variant: "brandubh-gorrion",
			set: "exitFort=unbreakable; king.capture=enclosed", toMove: a, turn: "f6-f5", end: "defenders:exit-fort",
			before: fortOfFour},
		{name: "but the edge can, where it holds", variant: "brandubh-gorrion",
			set: "exitFort=unbreakable; king.capture=enclosed; edge.anvil=d", toMove: a, turn: "f6-f5",
			before: fortOfFour},
		{name: "where it holds others it cannot", variant: "brandubh-gorrion",
			set: "exitFort=unbreakable; king.capture=enclosed; edge.anvil=a", toMove: a, turn: "f6-f5",
			end: "defenders:exit-fort", before: fortOfFour},
		{name: "the ring holds after the reply", variant: "linnaean-9x9-tcross-w", toMove: d, turn: "Ke5-e4",
			end: "attackers:encirclement",
			before: `
			. . . . . . . . .
			. . . . . . . . .
			. . . t t t . . .
			. . t . . . t . .
			. . t . K . t . .
			. . t . . . t . .
			. . . t t t . . .
			. . . . . . . . .
			. . . . . . . . .`},
		{name: "the edge-safe king is not taken", variant: "linnaean-9x9-tcross-w", set: "escape=edge-safe", toMove: d,
			turn: "Kc5-a5", end: "defenders:king-escaped",
			before: `
			. . . . . . . . .
			. . . . . . . . .
			. . . . . . . . t
			. . . . . . . . .
			. . K . . . . . .
			. . . . . . . . .
			. . . . . . . . .
			. . . . . . . . .
			. . . . . . . . .`},
		{name: "the last attacker falls", variant: "linnaean-9x9-tcross-w", toMove: d, turn: "b8-b5xc5",
			end: "defenders:attackers-gone",
			before: `
			. . . . . . . . .
			. T . . . . . . .
			. . . . . . . . .
			. . . . . . . . .
			. . t T K . . . .
			. . . . . . . . .
			. . . . . . . . .
			. . . . . . . . .
			. . . . . . . . .`},
		{name: "the strict rule takes the mover", variant: "linnaean-9x9-tcross-w", set: "custodial.passive=men",
			toMove: d, turn: "e8-e7(e7)",
			before: `
			. . . . . . . . .
			. . . . T . . . .
			. . . t . t . . .
			. . . . . . . . .
			. . . . K . . . .
			. . . . . . . . .
			. . . . . . . . .
			. . . . . . . . .
			. . . . . . . . t`},
		{name: "a chain goes on", variant: "copenhagen-11x11-tdiamond", set: "chain=optional", toMove: d,
			turn: "c3-c6xd6 c6-c9xd9",
			before: `
			. . . . . . . . . . .
			. . . . . . . . . . .
			. . . t T . . . . . t
			. . . . . . . K . . .
			. . . . . . . . . . .
			. . . t T . . . . . .
			. . . . . . . . . . .
			. . . . . . . . . . .
			. . T . . . . . . . .
			. . . . . . . . . . .
			. . . . . . . . . . .`},
		{name: "the king may not stop where he can be taken", variant: "tyr-11x11-tyr", set: "watchKing=forbid",
			toMove: d, turn: "Kc5-c8", refused: rules.WouldExpose, before: exposedChain},
		{name: "he may go on from there", variant: "tyr-11x11-tyr", set: "watchKing=forbid", toMove: d,
			turn: "Kc5-c8xb8 Kc8-c3xb3", before: exposedChain},
	} {
		t.Run(c.name, c.run)
	}
}

// fortOfFour is a fort around c1 and d1. b1 and e1 stand before the edge.
const fortOfFour = `
	. . . . . . .
	. . . . . t .
	t . . . . . .
	. . . . . . .
	. . . . . . .
	. . T T . . .
	. T . K T . .`

// exposedChain has a king who takes b8, could then be taken on c8, and can go on.
const exposedChain = `
	. . . . . . . . . . .
	. . . . . . . . . . .
	. t . . . . . . . . .
	T t . t . . . . . . .
	. . . . . . . . . . .
	. . . . . . . . . . .
	. . K . . . . . . . .
	. . . . . . . . . . .
	T t . . . . . . . . .
	. . . . . . . . . . .
	. . . . . . . . . . .`

// TestForbiddenRepetition: coming back into a pair of enemies repeats nothing,
// because the strict rule takes the man who does it.
func TestForbiddenRepetition(t *testing.T) {
	for set, want := range map[string]rules.Reason{"custodial.passive=none": rules.WouldRepeat,
		"custodial.passive=men": 0} {
		c := drawn{variant: "tablut-gorrion", set: "repetition=mover-forbidden; " + set, toMove: game.Attackers,
			before: `
			. . . . . . . . t
			. . . . . . . . .
			. . . . . . . . .
			. . . . . . . . .
			. . . . . . . . .
			. . . . . . . . .
			. t T t . . . K .
			. . . . . . . . .
			. . . . . . . . .`}
		p, h := c.open(t)
		for _, turn := range []string{"i9-i8", "c3-c2", "i8-i9", "c2-c3"} {
			moves, err := notation.ParseTurn(&p, h, turn)
			var refused *rules.Illegal
			switch {
			case turn == "c2-c3" && errors.As(err, &refused) && refused.Reason == want:
				continue
			case err != nil || turn == "c2-c3" && want != 0:
				t.Fatalf("%s, %s: %v", set, turn, err)
			}
			if _, err := p.Try(moves[0], h); err != nil {
				t.Fatal(err)
			}
			h.Push(&p)
		}
	}
}

// TestSetups checks that the door to a position names every fault.
func TestSetups(t *testing.T) {
	v, _ := variant.Get("brandubh-gorrion")
	s := v.Rules.Setup()
	s.Pieces[0], s.Pieces[24], s.Pieces[1] = ruleset.King, game.Empty, 99
	if _, err := v.Rules.Position(s); !errors.Is(err, rules.ErrSetup) || !strings.Contains(err.Error(), "b1") {
		t.Errorf("an unknown piece on b1: %v", err)
	}
	s = v.Rules.Setup()
	s.Pieces[0] = ruleset.King
	if _, err := v.Rules.Position(s); err == nil || !strings.Contains(err.Error(), "2 kings") {
		t.Errorf("two kings: %v", err)
	}
	if _, err := v.Rules.Position(game.Setup{}); !errors.Is(err, rules.ErrSetup) {
		t.Errorf("no board: %v", err)
	}
}

// TestFaultsOnSquares checks that faults tell where they are.
func TestFaultsOnSquares(t *testing.T) {
	v, _ := variant.Get("brandubh-gorrion")
	s := v.Rules.Setup()
	s.Pieces[0], s.Pieces[2] = ruleset.King, 99
	_, err := v.Rules.Position(s)
	var bad *rules.SetupError
	if !errors.As(err, &bad) || len(bad.Faults) != 2 {
		t.Fatal(err)
	}
	if at := bad.Faults[0].At; !slices.Equal(at, []game.Square{2}) {
		t.Errorf("%s: %v", bad.Faults[0].Error(), at)
	}
	if at := bad.Faults[1].At; !slices.Equal(at, []game.Square{0, 24}) {
		t.Errorf("%s: %v", bad.Faults[1].Error(), at)
	}
	m, _ := variant.Get("maharajah")
	s = m.Rules.Setup()
	s.Huff = []game.Square{-1}
	s.Flagged = []game.Square{27}
	if _, err = m.Rules.Position(s); !errors.As(err, &bad) || len(bad.Faults) != 2 || len(bad.Faults[0].At) != 1 ||
		bad.Faults[1].At != nil {
		t.Errorf("%+v", bad)
	}
}

// TestOddStarts checks that a start may be what play cannot lead to, as long as
// somebody can begin.
func TestOddStarts(t *testing.T) {
	r, err := variant.Get("brandubh-gorrion")
	if err != nil {
		t.Fatal(err)
	}
	for text, fault := range map[string]string{
		"K6/7/7/7/7/7/6t a":     "", // the king on his goal
		"t5T/7/7/3T3/7/7/3K3 d": "", // men on corners and on the throne
		"7/7/7/3K3/7/7/7 d":     "", // nobody against the king
		"7/7/7/3K3/7/7/7 a":     "but there are none",
	} {
		_, err := notation.ParsePosition(r.Rules, text)
		if fault == "" && err != nil || fault != "" && (err == nil || !strings.Contains(err.Error(), fault)) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestFortBesideTheEdge has an exit fort in rules where the king wins on the
// edge as well: the fort is looked at first.
func TestFortBesideTheEdge(t *testing.T) {
	c := drawn{variant: "brandubh-gorrion", toMove: game.Attackers, turn: "a7-b7", before: `
		t . . . . . .
		. . . . . . .
		. . . . . . .
		. . . . . . .
		. . . T . . .
		. . T . T . .
		. . T K T . .`}
	for set, end := range map[string]string{
		"corner=none; escape=edge-safe; exitFort=survive":                         "defenders:exit-fort",
		"corner=none; escape=edge-safe":                                           "defenders:king-escaped",
		"escape=edge-safe; corner=none; corner.piercing=on; exitFort=unbreakable": "defenders:exit-fort",
	} {
		c.set, c.end = set, end
		c.run(t)
	}
}

// TestCompileListsAll checks that all problems are named together.
func TestCompileListsAll(t *testing.T) {
	set := ruleset.Linnaean()
	set.Rows = []string{"..t..", "....", "..K..", "..?..", "....."}
	set.Escape = ruleset.EscapeCorner
	set.Throne.Squares = "z9"
	_, err := rules.Compile(set)
	if err == nil {
		t.Fatal("compiled")
	}
	for _, want := range []string{"row 2", `"?"`, "corner", "z9"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is missing in: %v", want, err)
		}
	}
}

// TestToggles sets every toggle to every word it takes and reads it back.
func TestToggles(t *testing.T) {
	for _, g := range ruleset.Toggles() {
		var s ruleset.Ruleset
		for _, v := range g.Values {
			if err := g.Set(&s, v); err != nil || g.Get(&s) != v {
				t.Errorf("%s=%s: %v, reads %q", g.Key, v, err, g.Get(&s))
			}
		}
		if err := g.Set(&s, "nonsense!"); err == nil || !strings.Contains(err.Error(), g.Key) {
			t.Errorf("%s takes nonsense: %v", g.Key, err)
		}
	}
	if slices.IndexFunc(ruleset.Toggles(), func(g *ruleset.Toggle) bool { return g.Doc == "" || g.Group == "" }) >= 0 {
		t.Error("a toggle without words")
	}
	var s ruleset.Ruleset
	if err := s.Set("king.captur", "enclosed"); err == nil {
		t.Error("an unknown rule was set")
	}
}
