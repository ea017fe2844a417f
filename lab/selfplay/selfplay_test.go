package selfplay

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"tafl3d/ai/search"
	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
)

var recipe = Recipe{Variant: "brandubh-gorrion", Engine: "hand-made", Seed: 3, Nodes: [2]int64{20, 60}, Handicap: 2,
	Low: -200, Max: 80}

func brandubh(t *testing.T) *rules.Rules {
	t.Helper()
	v, err := variant.Get(recipe.Variant)
	if err != nil {
		t.Fatal(err)
	}
	return v.Rules
}

// run plays games from first on and adds them to out.
func run(t *testing.T, out io.Writer, first, count, jobs int) {
	t.Helper()
	r := brandubh(t)
	err := Run(context.Background(), out, first, count, jobs, func() *Player {
		return NewPlayer(recipe, r, nil, func() *search.Searcher { return search.New(r) })
	}, func(*Game) {})
	if err != nil {
		t.Fatal(err)
	}
}

// TestGoOn: a file that was cut off in the midst of a game is gone on with, and
// in the end is the same as one that was written at once.
func TestGoOn(t *testing.T) {
	name := filepath.Join(t.TempDir(), "games")
	f, first, err := Open(name, recipe)
	if err != nil || first != 0 {
		t.Fatal(first, err)
	}
	run(t, f, 0, 6, 2)
	f.Close()
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(name, int64(len(whole)-5)); err != nil {
		t.Fatal(err)
	}
	f, first, err = Open(name, recipe)
	if err != nil || first != 5 {
		t.Fatal(first, err)
	}
	run(t, f, first, 6, 1)
	f.Close()
	if again, err := os.ReadFile(name); err != nil || !bytes.Equal(again, whole) {
		t.Errorf("%d bytes at once, %d in two goes (%v)", len(whole), len(again), err)
	}
	other := recipe
	other.Seed++
	if _, _, err := Open(name, other); err == nil {
		t.Error("a file of another recipe is gone on with")
	}
}

// TestRead: the games of a file can be played, and what is broken is refused.
func TestRead(t *testing.T) {
	name := filepath.Join(t.TempDir(), "games")
	f, _, err := Open(name, recipe)
	if err != nil {
		t.Fatal(err)
	}
	run(t, f, 0, 4, 1)
	f.Close()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	in, err := NewReader(bytes.NewReader(data))
	if err != nil || in.Recipe != recipe {
		t.Fatal(in, err)
	}
	var g Game
	for n := range 4 {
		if err := in.Next(&g); err != nil || g.Number != n || g.Opening > len(g.Steps) {
			t.Fatalf("game %d: %+v, %v", n, g, err)
		}
		p := brandubh(t).Start()
		for i, s := range g.Steps {
			if _, err := p.Try(s.Move, nil); err != nil {
				t.Fatalf("game %d, step %d: %v", n, i, err)
			}
		}
	}
	if err := in.Next(&g); !errors.Is(err, io.EOF) {
		t.Error(err)
	}
	damaged := bytes.Clone(data)
	damaged[len(data)-3] ^= 4
	in, err = NewReader(bytes.NewReader(damaged))
	for err == nil {
		err = in.Next(&g)
	}
	if !errors.Is(err, ErrFormat) {
		t.Error(err)
	}
	if _, err := NewReader(bytes.NewReader([]byte("no games"))); !errors.Is(err, ErrFormat) {
		t.Error(err)
	}
}

func TestEncode(t *testing.T) {
	r := brandubh(t)
	p := NewPlayer(recipe, r, nil, func() *search.Searcher { return search.New(r) })
	var g, again Game
	if err := p.Play(context.Background(), 7, &g); err != nil {
		t.Fatal(err)
	}
	if err := again.decode(g.encode(nil)[8:]); err != nil || again.Result != g.Result || again.Number != 7 ||
		!slices.Equal(again.Steps, g.Steps) {
		t.Errorf("%+v, then %+v (%v)", g, again, err)
	}
	g.Opening, g.Steps = 0, []Step{{game.Move{Op: game.Drop, Kind: 3, From: game.NoSquare, To: 17}, 5, true},
		{game.Move{Op: game.Remove, From: 4, To: game.NoSquare}, -6, false}}
	if err := again.decode(g.encode(nil)[8:]); err != nil || !slices.Equal(again.Steps, g.Steps) {
		t.Errorf("%+v, then %+v (%v)", g.Steps, again.Steps, err)
	}
}
