package rules_test

import (
	"slices"
	"strings"
	"testing"

	"tafl3d/game"
	"tafl3d/game/gametest"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
	"tafl3d/game/variant"
)

// crowd returns the board of dablot full of men but for the squares to
// which a man can hop from the first of them, which are returned too: he has
// millions of ways.
func crowd(t *testing.T) (set ruleset.Ruleset, b *game.Board, between, men []string) {
	v, err := variant.Get("dablot-full")
	if err != nil {
		t.Fatal(err)
	}
	b = v.Rules.Board()
	for s := range game.Square(b.Squares()) {
		if file, rank := b.FileRank(s); file%2 == 0 && (file/2+rank/2)%2 == 0 {
			between = append(between, b.Name(s))
		} else {
			men = append(men, b.Name(s))
		}
	}
	return gametest.Changed(t, v.Rules.Ruleset(),
			"S.leap.overFriend=on; S.leap.chain=optional; setup.P=none; setup.K=none; setup.p=none; setup.k=none"),
		b, between, men
}

// stuck tries whether the man on a square can leap. It returns all moves.
func stuck(t *testing.T, set ruleset.Ruleset, at string) []game.Move {
	t.Helper()
	r, err := rules.Compile(set)
	if err != nil {
		t.Fatal(err)
	}
	p := r.Start()
	ms := p.Legal(nil, nil)
	for _, m := range ms {
		if m.Op == game.Leap && r.Board().Name(m.From) == at {
			t.Errorf("%v is legal", m)
		}
	}
	return ms
}

// TestRestsBounded asks for the moves of a man who can hop over friends along
// millions of ways, none of which leads to where a turn may end.
func TestRestsBounded(t *testing.T) {
	set, _, between, men := crowd(t)
	last := len(between) - 1
	stuck(t, gametest.Changed(t, set, "noRest="+strings.Join(between[1:last],
		" ")+"; setup.s="+between[last]+"; setup.S="+between[0]+" "+strings.Join(men, " ")), between[0])
}

// TestDutyBounded asks for the moves of a man who can hop over friends along
// millions of ways, none of which leads to the capture that another man is
// compelled to.
func TestDutyBounded(t *testing.T) {
	set, b, between, men := crowd(t)
	prey, land := "", ""
	for _, line := range b.Lines() {
		for i := 1; i+1 < len(line.Squares); i++ {
			from, over, to := b.Name(line.Squares[i-1]), b.Name(line.Squares[i]), b.Name(line.Squares[i+1])
			if over != between[0] && slices.Contains(men, from) && slices.Contains(between, over) &&
				slices.Contains(men, to) {
				prey, land = over, to
			}
		}
	}
	men = slices.DeleteFunc(men, func(s string) bool { return s == land })
	ms := stuck(t, gametest.Changed(t, set,
		"compelled=S; enforce=forced; setup.s="+prey+"; setup.S="+between[0]+" "+strings.Join(men, " ")), between[0])
	if len(ms) == 0 {
		t.Error("nobody captures")
	}
}

// TestEachTurnStops stops the list of turns of several actions early.
func TestEachTurnStops(t *testing.T) {
	p := start(t, "dablot-full-v4")
	before, n := p, 0
	p.EachTurn(nil, func([]rules.Delta, game.Move) bool {
		n++
		return n < 1000
	})
	if n != 1000 || p != before {
		t.Errorf("%d turns are listed, the position is as before: %v", n, p == before)
	}
}
