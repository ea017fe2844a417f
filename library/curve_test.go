package library

import (
	"fmt"
	"strings"
	"testing"

	"tafl3d/game/tree"
	"tafl3d/library/ask"
)

// TestCurves: ratings at a service are noted once and lead to their games; games against the
// computer rate by themselves, more for a higher level.
func TestCurves(t *testing.T) {
	l, ctx := opened(t, t.TempDir()), t.Context()
	keep := func(id, date, level, site string) {
		t.Helper()
		g := own(t, id, "1. d6-f6 d5-f5")
		g.SetTag(tree.TagDate, date)
		g.SetTag(tree.TagDefendersLevel, level)
		g.SetTag(tree.TagSite, site)
		if err := l.Keep(ctx, g, ask.Mine); err != nil {
			t.Fatal(err)
		}
	}
	keep("far", "2026-01-03", "", "Hall")
	steps := []ask.Step{{Pool: "tafl blitz", At: 86400, Points: 1530, Game: "far"},
		{Pool: "tafl blitz", At: 3 * 86400, Points: 1490, Game: "lost"}}
	for range 2 {
		if err := l.Rated(ctx, "Hall", "astrid", steps); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 3 {
		keep(fmt.Sprint("near", i), fmt.Sprintf("2026-01-%02d", 10+i), fmt.Sprint(5+i), "")
	}
	s, err := l.Record(ctx, Query{})
	if err != nil || len(s.Curves) != 2 {
		t.Fatalf("%+v, %v", s.Curves, err)
	}
	if c := s.Curves[0]; c.Site != "Hall" || c.Pool != "tafl blitz" || len(c.Points) != 2 ||
		c.Points[0] != (ask.RatedAt{Day: 1, Points: 1530}) || c.Points[1].Points != 1490 {
		t.Errorf("%+v", c)
	}
	c := s.Curves[1]
	if c.Site != "" || c.Pool != "tafl" || len(c.Points) != 3 || c.Points[0].Points <= 1500 ||
		c.Points[1].Points <= c.Points[0].Points || c.Points[2].Day-c.Points[0].Day != 2 {
		t.Errorf("%+v", c)
	}
	for _, q := range []struct {
		Query
		want int
	}{{Query{Own: true, Site: "Hall", Pool: "tafl blitz"}, 1}, {Query{Own: true, Family: "tafl", Level: ask.Any}, 3}} {
		if list, err := l.Find(ctx, q.Query); err != nil || len(list) != q.want {
			t.Errorf("%+v: %d games, %v", q.Query, len(list), err)
		}
	}
	if o := s.Openings; len(o) != 0 { // the games end too soon
		t.Errorf("%+v", o)
	}
	// two are one, mirrored
	for i, turns := range []string{"1. d6-f6 d5-f5 2. d7-d5", "1. d2-f2 d3-f3 2. d1-d3",
		"1. d6-b6 d5-b5 2. d7-d6 d3-f3"} {
		if err := l.Keep(ctx, own(t, fmt.Sprint("open", i), turns), ask.Mine); err != nil {
			t.Fatal(err)
		}
	}
	s, err = l.Record(ctx, Query{})
	if err != nil || len(s.Openings) != 2 || s.Openings[0].Score != (Score{Won: 2}) ||
		strings.Join(s.Openings[0].Turns, " ") != "d2-f2 d3-f3 d1-d3" {
		t.Fatalf("%+v, %v", s.Openings, err)
	}
	if list, err := l.Find(ctx, Query{Own: true, Side: "attackers", Variant: brandubh,
		Position: &s.Openings[0].Position}); err != nil || len(list) != 2 {
		t.Error(len(list), err)
	}
	if other, err := l.Record(ctx, Query{Player: "somebody"}); err != nil || len(other.Curves) != 0 {
		t.Error(other.Curves, err)
	}
}
