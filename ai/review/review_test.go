package review

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tafl3d/ai"
	"tafl3d/game"
	"tafl3d/game/record"
	"tafl3d/game/tree"
	"tafl3d/game/variant"
)

// escape is a game in which the attackers leave the king a way and he does not see it at
// first.
const escape = `[Variant "brandubh-gorrion"]
[Result "defenders"]

b4-b3 d5-b5 f4-f5 c4-c2 d6-d5 e4-e2xd2 d7-c7 e2-e5 d1-f1 b5-c5xd5
f5-f6 e5-e1xf1 g4-e4 d3-f3 a4-c4 d4-d1 b3-b1 d1-c1xb1 c4-b4 c1-a1
`

func read(t testing.TB, text string) *tree.Game {
	t.Helper()
	games, err := record.Read(text, record.Options{})
	if err != nil || len(games) != 1 {
		t.Fatalf("%d games, %v", len(games), err)
	}
	return games[0]
}

func look(t testing.TB, g *tree.Game, nodes int64) Report {
	t.Helper()
	r, err := Review(t.Context(), g, Options{Limits: ai.Limits{Nodes: nodes, Threads: 1, Seed: 1}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestReview(t *testing.T) {
	g := read(t, escape)
	before := record.Text(g)
	r := look(t, g, 4000)
	if record.Text(g) != before {
		t.Error("the review has changed the game")
	}
	if len(r.Turns) != 20 {
		t.Fatalf("%d turns", len(r.Turns))
	}
	for i := range r.Turns {
		x := &r.Turns[i]
		if x.Node.Ply() != i+1 || x.Ply != i+1 || x.Lost() < 0 || x.Lost() > 1 {
			t.Errorf("turn %d: %+v", i+1, x)
		}
		if (x.Class > Best) != (len(x.Better) > 0) {
			t.Errorf("turn %d is %v with the better line %v", i+1, x.Class, x.Better)
		}
		if len(x.Better) > 0 && reflect.DeepEqual(x.Better[0], x.Node.Turn) {
			t.Errorf("turn %d: the better turn is the same", i+1)
		}
	}
	if last := r.Turns[19]; last.Class != Best || last.After != 1 {
		t.Errorf("the escape: %+v", last)
	}
	if bad := r.Turns[4]; bad.Class != Blunder || bad.Reason != LeftPiece || len(bad.Squares) != 1 {
		t.Errorf("d6-d5 leaves the man on d2: %+v", bad)
	}
	if a, d := r.Accuracy[game.Attackers], r.Accuracy[game.Defenders]; a >= d || a < 30 {
		t.Errorf("accuracies %.1f and %.1f", a, d)
	}
	if got := r.Chances(g.Variant); len(got) != 21 || got[20] != 0 || got[0] < 0.3 || got[0] > 0.7 {
		t.Errorf("chances of the attackers: %v", got)
	}
	if again := look(t, g, 4000); !reflect.DeepEqual(r, again) {
		t.Error("a second review finds something else")
	}
}

func TestAnnotate(t *testing.T) {
	g := read(t, escape)
	r := look(t, g, 4000)
	s := tree.NewStudy(g)
	s.Sign(g.Root.Main().Main().Main(), tree.Good)
	before := record.Text(g)
	where := s.Node()
	if err := Annotate(s, r, nil); err != nil {
		t.Fatal(err)
	}
	if s.Node() != where {
		t.Error("the cursor went away")
	}
	text := record.Text(g)
	if n := len(slices.Collect(g.Root.Line())); n != 20 {
		t.Errorf("the main line has %d turns now", n)
	}
	for _, want := range []string{"f4-f5!", "d6-d5??", "( ", "[eval "} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	read(t, text)
	if err := Annotate(s, look(t, g, 4000), nil); err != nil || record.Text(g) != text {
		t.Errorf("a second time it is another game: %v", err)
	}
	s.Undo()
	if s.Undo(); record.Text(g) != before {
		t.Errorf("taken back it is\n%s", record.Text(g))
	}
}

// TestAnnotateInWords: what is said of a fault is its comment, and a comment that somebody wrote stays.
func TestAnnotateInWords(t *testing.T) {
	g := read(t, escape)
	r := look(t, g, 20_000)
	s := tree.NewStudy(g)
	var faults []*Turn
	for i := range r.Turns {
		if r.Turns[i].Class >= Inaccuracy {
			faults = append(faults, &r.Turns[i])
		}
	}
	if len(faults) == 0 {
		t.Fatal("no fault was found")
	}
	s.Comment(faults[0].Node, "My own.")
	if err := Annotate(s, r, func(t *Turn) string { return fmt.Sprint(t.Ply, " ", t.Reason) }); err != nil {
		t.Fatal(err)
	}
	for i, f := range faults {
		want := fmt.Sprint(f.Ply, " ", f.Reason)
		if i == 0 {
			want = "My own."
		}
		if f.Node.Comment != want {
			t.Errorf("%q, want %q", f.Node.Comment, want)
		}
	}
}

func TestAnnotateLeavesTheEndAlone(t *testing.T) {
	g := read(t, "[Variant \"brandubh-gorrion\"]\n[Result \"defenders\"]\n\nb4-b3 d5-b5 f4-f5 c4-c2 d6-d5\n")
	if err := Annotate(tree.NewStudy(g), look(t, g, 4000), nil); err != nil {
		t.Fatal(err)
	}
	if n := len(slices.Collect(g.Root.Line())); n != 5 {
		t.Errorf("the main line has %d turns now", n)
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	done := 0
	r, err := Review(ctx, read(t, escape), Options{Limits: ai.Limits{Nodes: 1000}}, func(p Progress) {
		done++
		if p.Done != done || p.Of != 21 || p.Known != (done > 1) {
			t.Errorf("%d positions: %+v", done, p)
		}
		if done == 4 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || len(r.Turns) != 3 || r.Turns[2].Ply != 20 {
		t.Errorf("%d turns, %v", len(r.Turns), err)
	}
}

// TestFamilies looks at games of every family, played by chance.
func TestFamilies(t *testing.T) {
	for _, family := range variant.Families {
		v := variant.Of(family)[0]
		g := tree.New(v.ID, v.Rules.Start())
		c := g.Cursor()
		rng := rand.New(rand.NewPCG(1, 2))
		for range 12 {
			turns := c.Line().LegalTurns()
			if len(turns) == 0 || c.Closed() {
				break
			}
			turn := turns[rng.IntN(len(turns))]
			steps := turn.Moves()
			if _, err := c.Play(steps); err != nil {
				t.Fatalf("%s: %v", v.ID, err)
			}
		}
		r := look(t, g, 1500)
		if err := Annotate(tree.NewStudy(g), r, nil); err != nil {
			t.Errorf("%s: %v", v.ID, err)
		}
		read(t, record.Text(g))
	}
}

func TestEmptyGame(t *testing.T) {
	g := read(t, "[Variant \"brandubh-gorrion\"]\n")
	if r := look(t, g, 1000); len(r.Turns) != 0 || r.Accuracy != [2]float64{100, 100} {
		t.Errorf("%+v", r)
	}
}

func TestAccuracy(t *testing.T) {
	for lost, want := range map[float64]float64{0: 100, 0.1: 63.6, 0.2: 40.0, 1: 0} {
		if got := Mark(lost); math.Abs(got-want) > 0.1 {
			t.Errorf("a loss of %v is marked %.1f, not %.1f", lost, got, want)
		}
	}
	if got, want := accuracy([]float64{100, 50}, []float64{1, 3}), (62.5+200.0/3)/2; math.Abs(got-want) > 1e-9 {
		t.Errorf("accuracy %v, want %v", got, want)
	}
	// The attackers lose all at once, then both sides shuffle: the loser is less accurate.
	chances := []float64{0.5, 0.5, 0.5, 0.05}
	even := Turn{Before: 0.5, After: 0.5}
	turns := []Turn{even, {Side: game.Defenders, Before: 0.5, After: 0.5}, {Before: 0.5, After: 0.05}}
	for i := range 40 {
		turns = append(turns, Turn{Side: game.Side((i + 1) % 2), Before: 0.02, After: 0.02})
		chances = append(chances, 0.05)
	}
	if a := accuracies(turns, chances); a[game.Attackers] > 85 || a[game.Defenders] < 99 {
		t.Errorf("accuracies %v", a)
	}
}

// TestClass: what is decided is not marked, unless a forced win is missed or the game is
// thrown away.
func TestClass(t *testing.T) {
	for _, c := range []struct {
		before, after float64
		missed        bool
		want          Class
	}{
		{0.50, 0.43, false, Good}, {0.50, 0.41, false, Inaccuracy}, {0.50, 0.39, false, Mistake},
		{0.50, 0.29, false, Blunder}, {0.04, 0, false, Good}, {0.96, 0.80, false, Good},
		{0.97, 0.40, false, Blunder}, {1, 0.97, true, Inaccuracy}, {1, 0.6, true, Blunder},
	} {
		if got := classOf(c.before, c.after, c.missed); got != c.want {
			t.Errorf("from %v to %v, missed %v: %v, want %v", c.before, c.after, c.missed, got, c.want)
		}
	}
}

// TestUsual: the usual first moves of people are never marked, in any of their images.
func TestUsual(t *testing.T) {
	for _, text := range []string{"d1-d3", "h1-h3", "a8-c8", "d1-d3 f4-c4", "h11-h9 f8-i8"} {
		g := read(t, "[Variant \"copenhagen-11x11-tdiamond\"]\n\n"+text+"\n")
		r := look(t, g, 1000)
		for _, x := range r.Turns {
			if !x.Usual || x.Class != Best || x.Lost() != 0 {
				t.Errorf("%s, move %d: %+v", text, x.Ply, x)
			}
		}
	}
	r := look(t, read(t, "[Variant \"copenhagen-11x11-tdiamond\"]\n\ng1-g2\n"), 1000)
	if r.Turns[0].Usual {
		t.Error("g1-g2 is called usual")
	}
}

// TestLostByTheEnginesChoice: the attackers were better off and allowed an escape, with a
// move that a short search likes best. It is a blunder.
func TestLostByTheEnginesChoice(t *testing.T) {
	g := read(t, `[Variant "copenhagen-11x11-tdiamond"]
[Start "4tttt3/1Tt2T5/2t1t2T3/2K7t/t4TT2t1/tt4T2tt/T5T3t/5t5/7t3/2t3t4/1t1ttt5 a"]

e11-e10 Kc8-j8 h11-j11 Kj8-j10 k8-k9 Kj10-k10 j7-j10 Kk10-k11
`)
	r := look(t, g, DefaultNodes)
	if x := r.Turns[0]; x.Class != Blunder || x.After != 0 || x.Reason != AllowedEscape {
		t.Errorf("e11-e10: %+v", x)
	}
}

// TestStart: the start of a variant shows what games of people say.
func TestStart(t *testing.T) {
	for id, want := range map[string][2]float64{
		"copenhagen-11x11-tdiamond": {0.40, 0.50}, "brandubh-gorrion": {0.35, 0.50},
	} {
		r := look(t, read(t, "[Variant \""+id+"\"]\n"), DefaultNodes)
		if c := r.Chances(id)[0]; c < want[0] || c > want[1] {
			t.Errorf("%s starts with %.3f, want %v", id, c, want)
		}
	}
}

// TestEngineChance: the chance between engines grows with the score, and is unknown without games.
func TestEngineChance(t *testing.T) {
	last := -1.0
	for _, score := range []int{5 - win, -3000, -300, -1, 0, 1, 300, 3000, win - 5} {
		c, known := EngineChance("brandubh-gorrion", score)
		if !known || c < last || c < 0 || c > 1 || (score == 0 && c != 0.5) {
			t.Errorf("%d: %v, %v, after %v", score, c, known, last)
		}
		last = c
	}
	if _, known := EngineChance("no such game", 100); known {
		t.Error("a game without figures has a chance")
	}
}
