package store

import (
	"fmt"
	"slices"
	"testing"
)

// farm plays rated games that astrid wins by resignation after so many turns, each against the
// opponent that it names, a second apart, and returns her rating.
func farm(t *testing.T, plies, games int, opponent func(i int) string) Standing {
	t.Helper()
	s, ctx := open(t), t.Context()
	person(t, s, "astrid")
	there := map[string]bool{}
	for i := range games {
		who := opponent(i)
		if !there[who] {
			person(t, s, who)
			there[who] = true
		}
		g := Game{ID: fmt.Sprint("g", i), Variant: "v", Pool: "tafl blitz", Rated: true, Attackers: "astrid",
			Defenders: who, Result: "attackers", Cause: "resigned", Plies: plies, Ended: int64(i+1) * 1e6}
		if i%2 == 1 {
			g.Attackers, g.Defenders, g.Result = who, "astrid", "defenders"
		}
		if _, err := s.Archive.Add(ctx, g); err != nil {
			t.Fatal(err)
		}
		if got, err := s.Archive.Get(ctx, g.ID); err != nil || got.Rated && plies < leastPlies {
			t.Fatalf("%+v %v", got, err)
		}
	}
	r, err := standing(ctx, s.db.pool, "astrid", "tafl blitz")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestFarming: without the bounds, 25 throwaway accounts give 2 138 points here with a deviation of
// 142, and one pair 15 times 1 872 with 189.
func TestFarming(t *testing.T) {
	throwaway := func(i int) string { return fmt.Sprint("thrown", i) }
	same := func(int) string { return "dag" }
	for _, tt := range []struct {
		what         string
		plies, games int
		opponent     func(int) string
		most         float64 // points
		rated        int     // games
	}{
		{"throwaways that resign at once", 0, 25, throwaway, 1500, 0},
		{"throwaways that resign as soon as it counts", leastPlies, 25, throwaway, 1950, newGames},
		{"one pair at once", 1, 15, same, 1500, 0},
		{"one pair", leastPlies, 15, same, 1800, newGames},
	} {
		r := farm(t, tt.plies, tt.games, tt.opponent)
		t.Logf("%s: %.0f points, deviation %.0f, %d rated of %d games", tt.what, r.Points, r.Deviation,
			r.Games, tt.games)
		if r.Points > tt.most || r.Games != tt.rated || !r.Provisional() {
			t.Errorf("%s: %+v; want at most %v points, %d games rated and a provisional rating", tt.what, r,
				tt.most, tt.rated)
		}
	}
}

// TestSuspects lists who was given games, and who won of one player again and again; nobody
// else.
func TestSuspects(t *testing.T) {
	s, ctx := open(t), t.Context()
	for _, id := range []string{"astrid", "dag", "eve", "knut", "olaf"} {
		person(t, s, id)
	}
	n := 0
	won := func(winner, loser, cause string, plies, games int) {
		for range games {
			n++
			g := Game{ID: fmt.Sprint("g", n), Variant: "v", Pool: "tafl blitz", Rated: true, Attackers: winner,
				Defenders: loser, Result: "attackers", Cause: cause, Plies: plies, Ended: micros(noon) - int64(n)*1e6}
			if _, err := s.Archive.Add(ctx, g); err != nil {
				t.Fatal(err)
			}
		}
	}
	won("astrid", "eve", "resigned", 0, 3)
	won("astrid", "knut", "time", 2, 4)
	won("dag", "eve", "resigned", 40, 10)
	won("olaf", "eve", "king-captured", 9, 6)
	got, err := s.Conduct.Suspects(ctx, noon)
	want := []Suspect{{"astrid", "", 7, 0, "was given short games"},
		{"dag", "eve", 10, 10, "won rated games of the same player"}}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%+v %v, want %+v", got, err, want)
	}
	if got, err := s.Conduct.Suspects(ctx, noon.Add(2*suspectTime)); err != nil || len(got) != 0 {
		t.Errorf("long ago: %+v %v", got, err)
	}
}
