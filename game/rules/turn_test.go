package rules_test

import (
	"errors"
	"testing"

	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
)

// stops is a defenders' turn of two captures that may stop after the first.
var stops = drawn{variant: "brandubh-gorrion", set: "chain=optional; noCapture=1", toMove: game.Defenders, before: `
		. . . . . . .
		. . . . . . .
		. . . t T . .
		. . . K . . .
		T . . t T . .
		. . . . . . .
		t . . . . . t`}

// TestLine plays whole turns: those that take a piece are not quiet, wherever
// their chain ends.
func TestLine(t *testing.T) {
	for turn, captures := range map[string]int{"a3-c3": 1, "a3-c3 c3-c5": 2} {
		p, h := stops.open(t)
		line := rules.NewLine(p, h)
		moves, err := notation.ParseTurn(&line.Position, line.History(), turn)
		if err != nil {
			t.Fatal(err)
		}
		steps, end, err := line.Play(moves)
		if err != nil || end.Over() || len(steps) != 2 || line.MidTurn() {
			t.Fatalf("%s: %d steps, %v, %v", turn, len(steps), end, err)
		}
		if n := steps[0].Captures() + steps[1].Captures(); n != captures || h.Len() != 2 || h.Quiet() != 0 {
			t.Errorf("%s: %d captures, %d turns, %d quiet", turn, n, h.Len()-1, h.Quiet())
		}
		line.Undo(&steps[1])
		line.Undo(&steps[0])
		if line.Hash() != p.Hash() || h.Len() != 1 {
			t.Errorf("%s: taken back, %d positions are recorded", turn, h.Len())
		}
	}
}

// TestLineWhole: what is not a whole turn leaves the line as it was.
func TestLineWhole(t *testing.T) {
	p, h := stops.open(t)
	line := rules.NewLine(p, h)
	b := p.Rules().Board()
	step := func(from, to string) game.Move {
		f, _ := b.Named(from)
		t, _ := b.Named(to)
		return game.Move{From: f, To: t}
	}
	for _, c := range []struct {
		moves []game.Move
		want  error
	}{
		{nil, rules.ErrTurn},
		{[]game.Move{step("a3", "c3")}, rules.ErrTurn},
		{[]game.Move{step("a3", "b3"), step("b3", "c3")}, rules.ErrTurn},
		{[]game.Move{step("a3", "c3"), step("a3", "c3")}, rules.ErrIllegal},
	} {
		if _, _, err := line.Play(c.moves); !errors.Is(err, c.want) || line.Position.Hash() != p.Hash() ||
			h.Len() != 1 {
			t.Errorf("%v: %v, %d positions", c.moves, err, h.Len())
		}
	}
}
