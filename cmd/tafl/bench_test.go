package main

import (
	"math/rand/v2"
	"testing"

	"tafl3d/game/gametest"
	"tafl3d/game/rules"
	"tafl3d/internal/command"
)

// TestStray: the history of the random turns before a search knows when a piece
// was taken last, also by a chain that was stopped.
func TestStray(t *testing.T) {
	v, err := command.Variant("brandubh-gorrion")
	if err != nil {
		t.Fatal(err)
	}
	r, err := rules.Compile(gametest.Changed(t, v.Rules.Ruleset(),
		"chain=optional; escape=corner; noCapture=0; repetition=off"))
	if err != nil {
		t.Fatal(err)
	}
	for turns := range 200 {
		_, h := randomPosition(r, turns)
		p, chance, quiet := r.Start(), rand.NewPCG(uint64(turns), 2), 0
		for took, n := false, 0; n < h.Len()-1; {
			m, _ := p.RandomStep(chance, nil)
			var d rules.Delta
			p.Play(m, &d)
			took = took || d.Captures() > 0
			if p.MidTurn() {
				continue
			}
			if quiet++; took {
				quiet = 0
			}
			took = false
			n++
		}
		if h.Len() == turns+1 && h.Quiet() != quiet {
			t.Fatalf("%d turns: the last capture was %d turns ago, not %d", turns, quiet, h.Quiet())
		}
	}
}
