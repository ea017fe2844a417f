package main

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"tafl3d/game/ruleset"
	"tafl3d/game/variant"
)

// TestPlay plays some turns of every game as a page does, by what position tells, from the rules as data: the pieces
// stand as they do by the rules themselves. It takes them back, and asks for a step that cannot be.
func TestPlay(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, v := range variant.All() {
		set := v.Rules.Ruleset()
		lines := []string{strings.Join(set.Rows, " ")}
		for _, k := range ruleset.TogglesFor(&set) {
			lines = append(lines, k.Key+"="+k.Get(&set))
		}
		g := &play{}
		if fault := g.begin(strings.Join(lines, "\n"), "", 1, 1); fault != "" {
			t.Errorf("%s: %v", v.ID, fault)
			continue
		}
		line := v.Rules.Line()
		var at struct {
			Turn, Pieces string
			Over         bool
			Moves        []struct{ Op, Piece, From, To string }
		}
		look := func() {
			text, _ := g.position(g.line.Turn().String()).(string)
			at.Over, at.Moves = false, nil
			if err := json.Unmarshal([]byte(text), &at); err != nil {
				t.Fatalf("%s: %v: %s", v.ID, err, text)
			}
		}
		look()
		first := at.Pieces
		if why := g.ask("", "", "a1", "zz9"); why == "" {
			t.Errorf("%s: a step to nowhere is made", v.ID)
		}
		for range 12 {
			if look(); at.Over {
				break
			}
			n := rng.IntN(len(at.Moves))
			legal := line.Legal(nil)
			if len(legal) != len(at.Moves) {
				t.Fatalf("%s: %d moves, %d by the rules", v.ID, len(at.Moves), len(legal))
			}
			m := at.Moves[n]
			if why := g.ask(m.Op, m.Piece, m.From, m.To); why != "" {
				t.Fatalf("%s: %+v: %v", v.ID, m, why)
			}
			if _, err := line.Try(legal[n]); err != nil || line.Hash() != g.line.Hash() {
				t.Fatalf("%s: %+v leads elsewhere than %v, %v", v.ID, m, legal[n], err)
			}
		}
		if fault := g.think(g.line.Turn().Other().String()); fault != "" {
			t.Errorf("%s: %v", v.ID, fault)
		}
		start := v.Rules.Start()
		for range 15 {
			g.back(start.Turn().String())
		}
		if look(); at.Pieces != first {
			t.Errorf("%s: taken back to %s, not %s", v.ID, at.Pieces, first)
		}
	}
}
