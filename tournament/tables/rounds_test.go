package tables

import (
	"strings"
	"testing"
	"time"

	"tafl3d/tongue"
	"tafl3d/tournament"
)

// drawn is a round robin of some players whose first round is paired.
func drawn(t *testing.T, names ...string) *Event {
	t.Helper()
	c := tournament.Config{Name: "Cup", Format: tournament.RoundRobin, Games: 1}
	c.Variants = []tournament.Variant{{ID: "brandubh"}}
	ev, err := tournament.New(c)
	if err != nil {
		t.Fatal(err)
	}
	e := &Event{State: ev, Say: tongue.Now(), Variant: func(id string) string { return id }}
	for _, name := range names {
		e.apply(t, tournament.Enter{Name: name})
	}
	e.apply(t, tournament.Start{})
	e.apply(t, tournament.Pair{})
	return e
}

func (e *Event) apply(t *testing.T, what tournament.Event) {
	t.Helper()
	if err := e.State.Apply(time.Date(2026, 11, 27, 9, 0, 0, 0, time.UTC), what); err != nil {
		t.Fatalf("%T: %v", what, err)
	}
}

// TestOpenGames: a game without a result is listed as the reader knows it: theirs to play, being
// played and at which turn, or waiting; each in a shade and in words of its own.
func TestOpenGames(t *testing.T) {
	e := drawn(t, "Astrid", "Dag")
	said := map[string]bool{}
	for _, c := range []struct {
		stands Progress
		turn   int
		shade  Shade
		has    string
	}{{Waits, 0, None, ""}, {Yours, 0, Even, ""}, {Played, 0, Live, ""}, {Played, 37, Live, "37"}} {
		e.Open = func(Game) (Progress, int) { return c.stands, c.turn }
		row := e.Round(1).Rows[0]
		how := row[3].Text
		if row[1].Shade != c.shade || row[1].Text != "–" || how == "" || said[how] || !strings.Contains(how, c.has) {
			t.Errorf("%+v: shade %v, result %q, how %q", c, row[1].Shade, row[1].Text, how)
		}
		said[how] = true
	}
	e.Open = nil
	if how := e.Round(1).Rows[0][3].Text; !said[how] {
		t.Errorf("a game of which nothing is known stands as %q", how)
	}
}

// TestFinishedGames: a game with a result tells the score, the winner, the cause, the moves and the
// director's note; what a reader knows of open games no longer matters.
func TestFinishedGames(t *testing.T) {
	e := drawn(t, "Astrid", "Dag")
	e.Open = func(Game) (Progress, int) { return Played, 3 }
	d := e.State.Due()[0]
	won := tournament.Report{Pairing: d.Pairing, Leg: d.Leg, Verdict: tournament.Defenders}
	won.Cause, won.Plies = "king-escaped", 41
	e.apply(t, won)
	row := e.Round(1).Rows[0]
	if row[0].Strong || !row[2].Strong || row[1].Text != "0 – 1" || row[1].Shade != None {
		t.Errorf("%+v", row)
	}
	if how := row[3].Text; !strings.HasPrefix(how, "King escaped") || !strings.Contains(how, "41") {
		t.Errorf("how: %q", how)
	}
	if g := row[1].Game; g != (Game{d.Pairing, d.Leg}) || GameOf(g.Number()) != g {
		t.Errorf("the row leads to %+v", g)
	}
}

// TestByes: a player without an opponent has a row without a result, and says why.
func TestByes(t *testing.T) {
	e := drawn(t, "Astrid", "Dag", "Eve")
	rows := e.Round(1).Rows
	if len(rows) != 2 {
		t.Fatalf("%d rows", len(rows))
	}
	free := 0
	for _, row := range rows {
		if row[2].Text == "" {
			free++
			if row[0].Text == "" || row[3].Text == "" || row[1].Text != "" {
				t.Errorf("%+v", row)
			}
		}
	}
	if free != 1 || len(e.Round(2).Rows) != 0 {
		t.Errorf("%d byes, and %d rows of a round that is not paired", free, len(e.Round(2).Rows))
	}
}

// TestGamesOfSeveralVariants: where an event has more than one game, a column tells which.
func TestGamesOfSeveralVariants(t *testing.T) {
	e := drawn(t, "Astrid", "Dag")
	one := len(e.Round(1).Columns)
	c := e.State.Config()
	c.Variants = append(c.Variants, tournament.Variant{ID: "tablut"})
	ev, err := tournament.New(c)
	if err != nil {
		t.Fatal(err)
	}
	e.State, e.Variant = ev, strings.ToUpper
	for _, name := range []string{"Astrid", "Dag"} {
		e.apply(t, tournament.Enter{Name: name})
	}
	e.apply(t, tournament.Start{})
	e.apply(t, tournament.Pair{})
	table := e.Round(1)
	last := table.Rows[0][len(table.Columns)-1].Text
	if len(table.Columns) != one+1 || last != "BRANDUBH" && last != "TABLUT" {
		t.Errorf("%d columns, the last says %q", len(table.Columns), last)
	}
}
