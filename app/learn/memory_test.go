package learn

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"tafl3d/app/board"
	"tafl3d/game"
	"tafl3d/game/exercise"
)

// TestRests fails an exercise and then solves it at each repetition.
func TestRests(t *testing.T) {
	x := exercise.All()[0]
	m, at := newMemory(), time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
	m.count(x, false, at)
	fell := m.Rating.Points
	for i, days := range []int{1, 3, 7, 21, 60} {
		if want := day(at.AddDate(0, 0, days)); m.Seen[x.ID].Due != want {
			t.Fatalf("after %d times it is due on %s, want %s", i, m.Seen[x.ID].Due, want)
		}
		m.count(x, true, at) // too early: that changes nothing
		at = at.AddDate(0, 0, days)
		m.count(x, true, at)
	}
	if s := m.Seen[x.ID]; s.Due != "" || s.Tried != 11 || s.Solved != 10 {
		t.Errorf("%+v", s)
	}
	if m.Rating.Points != fell || fell >= beginnerPoints || len(m.Curve) != 1 || m.Best != 10 {
		t.Errorf("%+v: only the first attempt counts", m)
	}
	back, err := readMemory(m.encode())
	if err != nil || back.Best != 10 || back.Rating != m.Rating || *back.Seen[x.ID] != *m.Seen[x.ID] {
		t.Errorf("%+v, %v", back, err)
	}
}

// TestTexts asserts that each theme and task of the collection has a text.
func TestTexts(t *testing.T) {
	for _, x := range exercise.All() {
		if task, _ := x.Words(); task == "Win." {
			t.Errorf("%s: nobody says what is asked", x.ID)
		}
		for _, th := range x.Themes {
			if textThemes[th] == "" {
				t.Errorf("%s: the theme %s has no name", x.ID, th)
			}
		}
	}
}

// TestSuited: the selected exercises are within 150 points of the rating, however many were seen.
func TestSuited(t *testing.T) {
	r := &Trainer{board: &board.Board{Chance: rand.New(rand.NewPCG(1, 2))}, memory: newMemory()}
	for _, points := range []float64{700, 1000, 1522} {
		r.memory.Rating.Points = points
		for range 60 {
			x := r.suited(nil)
			if far := math.Abs(float64(x.Difficulty) - points); far > nearPoints {
				t.Fatalf("at %v it gives one of %d", points, x.Difficulty)
			}
			r.memory.Seen[x.ID] = &seen{Tried: 1}
		}
	}
	r.memory.Rating.Points = 3000
	for range 3 {
		if x := r.suited(nil); x.Difficulty < 1900 {
			t.Errorf("the nearest to 3000 is one of %d", x.Difficulty)
		}
	}
}

// TestQuarter: the text names two corners of a quarter that contains the square.
func TestQuarter(t *testing.T) {
	b, err := game.NewGrid(7)
	if err != nil {
		t.Fatal(err)
	}
	for s := range game.Square(b.Squares()) {
		name := b.Name(s)
		var low, high string
		fmt.Sscanf(textQuarter(b, s), "Look between %s and %2s", &low, &high)
		if len(low) != 2 || len(high) != 2 {
			t.Fatalf("%s: %s", name, textQuarter(b, s))
		}
		if name[0] < low[0] || name[0] > high[0] || name[1] < low[1] || name[1] > high[1] {
			t.Errorf("%s: %s", name, textQuarter(b, s))
		}
	}
}
