package rules_test

import (
	"strings"
	"testing"

	"tafl3d/game"
	"tafl3d/game/gametest"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
)

// TestRestsBounded asks for the moves of a man who can hop over friends along
// millions of ways, none of which leads to where a turn may end.
func TestRestsBounded(t *testing.T) {
	v, err := variant.Get("dablot-full")
	if err != nil {
		t.Fatal(err)
	}
	b := v.Rules.Board()
	var men, between []string
	for s := range game.Square(b.Squares()) {
		if file, rank := b.FileRank(s); file%2 == 0 && (file/2+rank/2)%2 == 0 {
			between = append(between, b.Name(s))
		} else {
			men = append(men, b.Name(s))
		}
	}
	last := len(between) - 1
	set := gametest.Changed(t, v.Rules.Ruleset(), "S.leap.overFriend=on; S.leap.chain=optional; setup.P=none; setup.K=none; setup.p=none; setup.k=none"+
		"; noRest="+strings.Join(between[1:last], " ")+"; setup.s="+between[last]+"; setup.S="+between[0]+" "+strings.Join(men, " "))
	r, err := rules.Compile(set)
	if err != nil {
		t.Fatal(err)
	}
	p := r.Start()
	for _, m := range p.Legal(nil, nil) {
		if m.Op == game.Leap && b.Name(m.From) == between[0] {
			t.Errorf("%v is legal", m)
		}
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
