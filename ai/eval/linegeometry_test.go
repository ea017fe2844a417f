package eval

import (
	"testing"

	"tafl3d/game"
	"tafl3d/game/variant"
)

// TestArmies: what two armies are judged by is worth what its weight says.
func TestArmies(t *testing.T) {
	for _, c := range []struct {
		variant, term string
		i             int
		men           map[string]string // by square
		want          int               // for side A, what the weight is worth
	}{
		// c3 could be leapt over; corners could not, nor g7, behind which the leader stands.
		{"dablot-mini", "exposed", 0, map[string]string{"a1": "K", "c3": "S", "g9": "k", "g7": "s"}, -12},
		{"dablot-mini", "exposed", 0, map[string]string{"a1": "K", "c3": "S", "g9": "k", "e5": "s"}, 0},
		// From b6 it is two steps to a corner behind the enemy, from c3 four, from d4 too far to count.
		{"halatafl-winther", "runner", 1, map[string]string{"b6": "W", "c3": "B"}, 30 * (4 - 2)},
		{"halatafl-winther", "runner", 0, map[string]string{"b6": "W", "d4": "B"}, 150 - 2*30},
		// Who must capture, and who leaps over nobody, has no use for a lead.
		{"halatafl-winther", "lead", 0, map[string]string{"b6": "W", "d4": "B"}, 0},
		{"morris-9", "lead", 0, map[string]string{"a1": "W", "d1": "W", "g7": "B"}, 0},
	} {
		with, without := Defaults(), Defaults()
		with.Field.Row("lead")[0], without.Field.Row("lead")[0] = 0, 0
		if c.term == "lead" {
			with = Defaults()
		}
		without.Field.Row(c.term)[c.i] = 0
		if got := raw(t, c.variant, with, c.men) - raw(t, c.variant, without, c.men); got != c.want {
			t.Errorf("%s, %v: %s is worth %d, want %d", c.variant, c.men, c.term, got, c.want)
		}
	}
	men := map[string]string{"a1": "K", "c1": "S", "e1": "S", "g9": "k", "e9": "s"}
	even := Defaults()
	even.Field.Row("lead")[0] = 0
	if few, plain := raw(t, "dablot-mini", Defaults(), men), raw(t, "dablot-mini", even, men); plain <= 0 ||
		few*10 < plain*17 || few > plain*2 {
		t.Errorf("a man more is worth %d where five of 26 are left, %d without regard to that", few, plain)
	}
}

// raw is the worth of a placement for side A, before the worth of the start is
// subtracted.
func raw(t *testing.T, id string, p *Params, men map[string]string) int {
	t.Helper()
	v, err := variant.Get(id)
	if err != nil {
		t.Fatal(err)
	}
	s := v.Rules.Setup()
	clear(s.Pieces)
	clear(s.Hand)
	s.Turn = game.Attackers
	for at, m := range men {
		square, ok := v.Rules.Board().Named(at)
		piece, known := v.Rules.PieceOf(m)
		if !ok || !known {
			t.Fatal(at, m)
		}
		s.Pieces[square] = piece
	}
	pos, err := v.Rules.Position(s)
	if err != nil {
		t.Fatal(err)
	}
	return NewLineEvaluator(NewLineGeometry(v.Rules, p)).sum(&pos)
}
