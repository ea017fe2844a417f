package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"tafl3d/ai"
	"tafl3d/ai/review"
	"tafl3d/game"
	"tafl3d/game/ruleset"
	"tafl3d/game/tree"
	"tafl3d/game/variant"
)

// asPage returns a variant, a game of it, and the rules and the moves of the game as a page gives them.
func asPage(t *testing.T, moves ...string) (v *variant.Variant, g *tree.Game, rules, record string) {
	t.Helper()
	v, err := variant.Get("brandubh-gorrion")
	if err != nil {
		t.Fatal(err)
	}
	set := v.Rules.Ruleset()
	lines := []string{strings.Join(set.Rows, " ")}
	for _, k := range ruleset.TogglesFor(&set) {
		lines = append(lines, k.Key+"="+k.Get(&set))
	}
	g = tree.New(v.ID, v.Rules.Start())
	c := g.Cursor()
	var played strings.Builder
	for i, text := range moves {
		n, err := c.Text(text)
		if err != nil {
			t.Fatal(i, err)
		}
		for _, m := range n.Turn {
			w := told(v.Rules, m)
			played.WriteString(strings.Join([]string{w.op, w.piece, w.from, w.to}, ","))
		}
		played.WriteByte('\n')
	}
	return v, g, strings.Join(lines, "\n"), played.String()
}

// TestReview reviews a short game as a page does, from the rules as data and the moves as text: chances, classes and
// accuracy are those of package review.
func TestReview(t *testing.T) {
	v, g, rules, moves := asPage(t, "d1-c1", "d3-a3", "d2-a2", "d5-g5")
	opt := func() review.Options {
		return review.Options{Engine: ai.New(ai.Limits{}), Limits: ai.Limits{Nodes: 2000, Threads: 1}}
	}
	want, err := review.Review(t.Context(), g, opt(), nil)
	if err != nil {
		t.Fatal(err)
	}
	positions := 0
	text, err := reviewGame(rules, "", v.ID, moves, opt(), func(done, of int) {
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
	if _, err := reviewGame(rules, "", v.ID, "step,,d1,d9\n", opt(), nil); err == nil {
		t.Error("a game with an illegal move is reviewed")
	}
}

// TestAnalyse analyses positions as a page does: the chance, the depth and the line are those of the engine, a win is
// proved, and a game that is over has its result.
func TestAnalyse(t *testing.T) {
	v, g, rules, moves := asPage(t, "d1-c1", "d3-a3")
	limits := ai.Limits{Nodes: 3000, Threads: 1}
	ask := func(moves string) (a analysed) {
		t.Helper()
		text, err := analyse(rules, "", v.ID, moves, limits)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(text), &a); err != nil {
			t.Fatal(err)
		}
		return a
	}
	c := g.Cursor()
	c.To(g.Root.Last())
	line := c.Line()
	_, info, err := ai.New(ai.Limits{}).Think(t.Context(), line.Position, line.History(), limits)
	if err != nil {
		t.Fatal(err)
	}
	a := ask(moves)
	if a.Depth != info.Depth || a.Chance != ai.WinChance(v.ID, info.Score, game.Attackers) || a.Winner != "" {
		t.Errorf("%+v, want depth %d, score %d", a, info.Depth, info.Score)
	}
	for i, text := range strings.Fields(a.Line) {
		if _, err := c.Text(text); err != nil {
			t.Errorf("move %d of the line, %s: %v", i+1, text, err)
		}
	}
	if a.Line == "" {
		t.Error("no line")
	}
	_, _, rules, moves = asPage(t, "d1-c1", "d3-a3", "c1-c2", "a3-a2", "d2-g2", "Kd4-d1") // to either corner
	if a := ask(moves); a.Winner != "defenders" || a.In == 0 || a.Chance != 0 {
		t.Errorf("a king who cannot be stopped: %+v", a)
	}
	_, _, rules, over := asPage(t, "d1-c1", "d3-a3", "c1-c2", "a3-a2", "d2-g2", "Kd4-d1", "a4-a3", "Kd1-g1")
	if a := ask(over); a.Chance != 0 || a.Line != "" {
		t.Errorf("a king in a corner: %+v", a)
	}
	position, err := positionAfter(rules, "", moves)
	if err != nil || !strings.Contains(position, `"turn":"attackers"`) {
		t.Errorf("%s, %v", position, err)
	}
	if _, err := positionAfter(rules, "", "step,,d1,d9\n"); err == nil {
		t.Error("a position after an illegal move")
	}
}
