package library

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"tafl3d/game"
	"tafl3d/game/record"
	"tafl3d/game/tree"
)

// TestPattern looks for squares of positions of real games, and finds the games that going
// through each of them finds, whether they came in with courses or before there were any.
func TestPattern(t *testing.T) {
	l := opened(t, t.TempDir())
	if _, err := l.Import(context.Background(), made(t, packSize+60), record.Options{}, "", nil); err != nil {
		t.Fatal(err)
	}
	packs := 0
	if err := l.db.QueryRow("SELECT count(*) FROM packs").Scan(&packs); err != nil || packs != 1 {
		t.Fatal(packs, err)
	}
	all, err := l.Find(t.Context(), Query{})
	if err != nil {
		t.Fatal(err)
	}
	r := rulesOf(t, brandubh)
	maps := newHasher(brandubh, r).maps
	rng := rand.New(rand.NewPCG(5, 6))
	for i := range 40 {
		g1 := all[rng.IntN(len(all))].ID
		g, err := l.Game(g1)
		if err != nil {
			t.Fatal(err)
		}
		c := g.Cursor()
		nodes := slices.Collect(g.Root.Line())
		c.To(nodes[rng.IntN(len(nodes))])
		text, want := "", map[game.Square]game.Piece{}
		for len(want) < 2+i%6 {
			s := game.Square(rng.IntN(r.Board().Squares()))
			p := c.Line().At(s)
			if _, had := want[s]; had {
				continue
			}
			letter := "."
			if p != game.Empty {
				letter = string(r.Kinds()[p].Letter)
			}
			want[s] = p
			text += fmt.Sprintf("%s=%s ", r.Board().Name(s), letter)
		}
		var slow []int64
		some := map[int64]bool{g1: true}
		for k := i % 10; k < len(all); k += 10 {
			some[all[k].ID] = true
		}
		for one := range some {
			if stood(t, l, one, want, maps) {
				slow = append(slow, one)
			}
		}
		if i == 20 { // as in a library of before
			if _, err := l.db.Exec("DELETE FROM courses; DELETE FROM packs"); err != nil {
				t.Fatal(err)
			}
		}
		var fast []int64
		found, err := l.Find(t.Context(), Query{Variant: brandubh, Pattern: text})
		for _, e := range found {
			if some[e.ID] {
				fast = append(fast, e.ID)
			}
		}
		slices.Sort(fast)
		slices.Sort(slow)
		if err != nil || len(slow) == 0 || !slices.Equal(fast, slow) {
			t.Fatalf("%s: %v, going through all %v, %v", text, fast, slow, err)
		}
	}
	if err := l.pack(t.Context()); err != nil {
		t.Fatal(err)
	}
	for i, gone := range []int{0, len(all) - 1, len(all) / 2} { // loose ones and packed ones
		if err := l.Delete(all[gone].ID); err != nil {
			t.Fatal(err)
		}
		if found, err := l.Find(t.Context(), Query{Variant: brandubh, Pattern: "d4=K"}); err != nil ||
			len(found) != len(all)-1-i {
			t.Error(i, len(found), err)
		}
	}
}

// stood goes through a game position by position.
func stood(t *testing.T, l *Library, id int64, want map[game.Square]game.Piece, maps [][]game.Square) bool {
	g, err := l.Game(id)
	if err != nil {
		t.Fatal(err)
	}
	c := g.Cursor()
	fits := func() bool {
		for _, m := range maps {
			if !slices.ContainsFunc(squares(want), func(s game.Square) bool { return c.Line().At(m[s]) != want[s] }) {
				return true
			}
		}
		return false
	}
	if fits() {
		return true
	}
	for n := range g.Root.Line() {
		if c.To(n); fits() {
			return true
		}
	}
	return false
}

func squares(want map[game.Square]game.Piece) (list []game.Square) {
	for s := range want {
		list = append(list, s)
	}
	return list
}

// TestOldCourses: in a library whose courses an older version wrote the same games are found.
func TestOldCourses(t *testing.T) {
	l := opened(t, t.TempDir())
	if _, err := l.Import(t.Context(), made(t, 100), record.Options{}, "", nil); err != nil {
		t.Fatal(err)
	}
	texts := []string{"d4=. c3=K", "a1=. d5=t d3=T", "b4=. d1=t"}
	find := func() (all [][]Entry) {
		l.drawn = searchCache{}
		for _, text := range texts {
			found, err := l.Find(t.Context(), Query{Variant: brandubh, Pattern: text})
			if err != nil || len(found) == 0 || len(found) == 100 {
				t.Fatal(text, len(found), err)
			}
			all = append(all, found)
		}
		return all
	}
	want := find()
	for i := range 100 {
		g, err := l.Game(int64(i + 1))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := l.db.Exec("UPDATE courses SET course = ? WHERE game = ?", oldCourse(g), i+1); err != nil {
			t.Fatal(err)
		}
	}
	for i, got := range find() {
		if !slices.Equal(got, want[i]) {
			t.Errorf("%s: %d games, %d by courses of today", texts[i], len(got), len(want[i]))
		}
	}
}

// oldCourse is a course as versions before wrote it.
func oldCourse(g *tree.Game) []byte {
	c := g.Cursor()
	b := pieces(&c.Line().Position)
	was := c.Line().Setup().Pieces
	for n := range g.Root.Line() {
		c.To(n)
		now := c.Line().Setup().Pieces
		for s, p := range now {
			if p != was[s] {
				b = append(binary.AppendUvarint(b, uint64(s+1)), byte(p))
			}
		}
		b, was = append(b, 0), now
	}
	return b
}

// FuzzCourse goes through damaged courses: none ends the program.
func FuzzCourse(f *testing.F) {
	r := rulesOf(f, brandubh)
	p := newPattern(newHasher(brandubh, r), map[game.Square]game.Piece{24: 3, 3: 0})
	start := make([]byte, 49)
	f.Add(append(start, 5, 1, 0, 200, 1, 0))
	f.Add([]byte{usual, 5, 9, 1, 4, 0, 200, 1, 0, 9})
	f.Add([]byte{usual, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1})
	f.Add(append(start, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255))
	f.Fuzz(func(_ *testing.T, course []byte) { p.in(course, make([]byte, 49)) })
}
