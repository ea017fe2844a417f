package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"tafl3d/ai"
	"tafl3d/ai/review"
	"tafl3d/game/ruleset"
	"tafl3d/game/tree"
	"tafl3d/game/variant"
)

// TestReview reviews a short game as a page does, from the rules as data and the moves as text: chances, classes and
// accuracy are those of package review.
func TestReview(t *testing.T) {
	v, err := variant.Get("brandubh-gorrion")
	if err != nil {
		t.Fatal(err)
	}
	set := v.Rules.Ruleset()
	lines := []string{strings.Join(set.Rows, " ")}
	for _, k := range ruleset.TogglesFor(&set) {
		lines = append(lines, k.Key+"="+k.Get(&set))
	}
	g := tree.New(v.ID, v.Rules.Start())
	c := g.Cursor()
	var moves strings.Builder
	for i, text := range []string{"d1-c1", "d3-a3", "d2-a2", "d5-g5"} {
		n, err := c.Text(text)
		if err != nil {
			t.Fatal(i, err)
		}
		for _, m := range n.Turn {
			w := told(v.Rules, m)
			moves.WriteString(strings.Join([]string{w.op, w.piece, w.from, w.to}, ","))
		}
		moves.WriteByte('\n')
	}
	opt := func() review.Options {
		return review.Options{Engine: ai.New(ai.Limits{}), Limits: ai.Limits{Nodes: 2000, Threads: 1}}
	}
	want, err := review.Review(t.Context(), g, opt(), nil)
	if err != nil {
		t.Fatal(err)
	}
	positions := 0
	text, err := reviewGame(strings.Join(lines, "\n"), "", v.ID, moves.String(), opt(), func(done, of int) {
		if positions++; done != positions || of != 5 {
			t.Errorf("%d of %d positions after %d", done, of, positions)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	var got reviewed
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	same, _ := json.Marshal(tell(v.Rules, v.ID, &want))
	if string(same) != text || !slices.Equal(got.Chances, want.Chances(v.ID)) {
		t.Errorf("%s\nwant %s", text, same)
	}
	if _, err := reviewGame(strings.Join(lines, "\n"), "", v.ID, "step,,d1,d9\n", opt(), nil); err == nil {
		t.Error("a game with an illegal move is reviewed")
	}
}
