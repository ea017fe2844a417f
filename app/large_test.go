package app_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"tafl3d/app"
	"tafl3d/app/board"
	"tafl3d/app/shell"
	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/record"
	"tafl3d/game/tree"
	"tafl3d/game/variant"
	"tafl3d/internal/cpu"
	"tafl3d/panel"
	"tafl3d/scene"
)

// largeStudy returns a study of 5 000 moves and 500 variations of six moves each.
func largeStudy(tb testing.TB) string {
	tb.Helper()
	v, err := variant.Get("copenhagen-2015")
	if err != nil {
		tb.Fatal(err)
	}
	g := tree.New(v.ID, v.Rules.Start())
	c := g.Cursor()
	rng := rand.New(rand.NewPCG(1, 2))
	for c.Node().Ply() < 5000 {
		wander(tb, c, rng)
	}
	var main []*tree.Node
	for n := range g.Root.Line() {
		main = append(main, n)
	}
	for i := range 500 {
		c.To(main[i*10])
		had := c.Node()
		for c.Node().Ply() < had.Ply()+6 {
			wander(tb, c, rng)
		}
	}
	return record.Text(g)
}

// goesOn are the ends after which a study may continue.
var goesOn = []game.Cause{game.None, game.Repetition, game.NoCapture, game.QuietTurns}

// wander plays a random move that captures nothing and ends nothing.
func wander(tb testing.TB, c *tree.Cursor, rng *rand.Rand) {
	tb.Helper()
	line := c.Line()
	legal := line.Position.Legal(nil, line.History())
	rng.Shuffle(len(legal), func(i, j int) { legal[i], legal[j] = legal[j], legal[i] })
	for _, m := range legal {
		try := line.Clone()
		steps, end, err := try.Play([]game.Move{m})
		if err != nil || len(steps) != 1 || steps[0].Captures() > 0 || !slices.Contains(goesOn, end.Cause) {
			continue
		}
		if _, err := c.Play([]game.Move{m}); err == nil {
			return
		}
	}
	tb.Fatal("no quiet turn", c.Node().Ply(), len(legal), c.Over(), notation.Position(&line.Position))
}

// bigger opens a large study.
func bigger(tb testing.TB, text string) *app.App {
	tb.Helper()
	v, err := variant.Get("copenhagen-2015")
	if err != nil {
		tb.Fatal(err)
	}
	a, err := app.New(tb.Context(), app.Options{View: &view{Scene: scene.New(board.Stage(v))},
		Store: shell.NewFiles(tb.TempDir()), Seed: 1})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(a.Close)
	a.Paste(text)
	a.Frame(time.Now())
	if a.Board().Game() == nil || a.Board().Game().Studied == nil {
		tb.Fatal("the study was not opened")
	}
	return a
}

// BenchmarkLargeStudy measures a frame of a study with 5 000 moves and 500 variations: idle, playing a move
// at the end, jumping from one end to the other, and after a change.
func BenchmarkLargeStudy(b *testing.B) {
	a := bigger(b, largeStudy(b))
	do := func(ids ...string) {
		for _, id := range ids {
			a.Do(panel.Command{ID: id})
		}
		a.Frame(time.Now())
		a.Screen()
	}
	do("last")
	b.Run("still", func(b *testing.B) {
		for b.Loop() {
			do()
		}
	})
	b.Run("touched", func(b *testing.B) {
		for b.Loop() {
			a.Shell().Touch()
			do()
		}
	})
	b.Run("turn", func(b *testing.B) {
		for b.Loop() {
			do("prev")
			do("next")
		}
	})
	b.Run("ends", func(b *testing.B) {
		for b.Loop() {
			do("first")
			do("last")
		}
	})
	b.Run("change", func(b *testing.B) {
		for b.Loop() {
			a.Key(panel.Key{Name: "1"})
			do()
		}
	})
}

// TestLargeStudy limits the processor time of a frame of a large study to a thirtieth of a second, and
// asserts that the move list is rebuilt only after a change.
func TestLargeStudy(t *testing.T) {
	a := bigger(t, largeStudy(t))
	rows := func() *panel.Row { return &a.Screen().Game.Rows[0] }
	do := func(c panel.Command) {
		a.Do(c)
		a.Frame(time.Now())
	}
	do(panel.Command{ID: "last"})
	first, times := rows(), make([]time.Duration, 0, 40)
	for range cap(times) / 2 {
		for _, id := range []string{"prev", "next"} {
			before := cpu.Used()
			do(panel.Command{ID: id})
			times = append(times, cpu.Used()-before)
		}
	}
	if slices.Sort(times); times[len(times)/2] > time.Second/30 {
		t.Errorf("a turn takes %v", times[len(times)/2])
	}
	if rows() != first {
		t.Error("the list was made again though nothing has changed")
	}
	if n := len(a.Screen().Game.Rows); n < 3000 {
		t.Errorf("%d rows", n)
	}
	a.Key(panel.Key{Name: "1"})
	a.Frame(time.Now())
	if rows() == first {
		t.Error("the list is the old one though a sign was put on a turn")
	}
}
