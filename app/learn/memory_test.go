package learn

import (
	"testing"
	"time"

	"tafl3d/game/exercise"
)

// TestRests fails an exercise and then solves it each time that it comes back.
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

// TestTexts asserts that each theme and task of the collection has words.
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
