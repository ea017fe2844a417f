package tournament

import (
	"fmt"
	"testing"
)

// TestByes: a player who sits out every round has half the points of a few only, and none for the last round. Logs
// from before there was a limit come out as they did.
func TestByes(t *testing.T) {
	for _, c := range []struct{ byes, halves int }{{0, 2}, {1, 1}, {3, 3}, {9, 4}, {NoByes, 0}, {endlessByes, 5}} {
		h := open(t, Config{Format: Swiss, Rounds: 5, Games: 1, Byes: c.byes}, 8, 1)
		h.must(SitOut{1, true})
		h.must(Start{})
		for h.ev.Phase() != Over {
			h.must(Pair{})
			h.round()
		}
		half, none := 0, 0
		for _, p := range h.ev.Pairings() {
			switch {
			case p.Players[0] == 1 && p.Bye == AskedBye:
				half++
			case p.Players[0] == 1 && p.Bye == ZeroBye:
				none++
			}
		}
		if half != c.halves || half+none != 5 {
			t.Errorf("byes %d: %d rounds with half the points, %d with none", c.byes, half, none)
		}
		for _, r := range h.ev.Standings() {
			if r.Entrant == 1 && r.Points != Points(c.halves) {
				t.Errorf("byes %d: %v points in the standings", c.byes, r.Points)
			}
		}
		h.replay()
	}
}

// TestByesOfOldLogs: where a log tells no limit there is none.
func TestByesOfOldLogs(t *testing.T) {
	text := `{"format": "` + saveFormat + `", "version": 1,
"config": {"name": "old", "format": "swiss", "variants": [{"id": "brandubh"}], "seed": 3, "rounds": 3, "games": 1},
"log": [`
	for i := range 5 {
		const line = `{"at": "2026-01-01T00:00:00Z", "event": "enter", "data": {"name": "p%d"}},`
		text += fmt.Sprintf(line, i) + "\n"
	}
	text += `{"at": "2026-01-01T00:00:00Z", "event": "sit-out", "data": {"player": 1, "away": true}},
{"at": "2026-01-01T00:00:00Z", "event": "start"}]}`
	ev, err := Decode([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	h := open(t, Config{Format: Swiss}, 0, 1)
	h.ev, h.at = ev, ev.Now()
	for h.ev.Phase() != Over {
		h.must(Pair{})
		h.round()
	}
	for _, p := range h.ev.Pairings() {
		if p.Players[0] == 1 && p.Bye != AskedBye {
			t.Errorf("round %d: bye %q", p.Round, p.Bye)
		}
	}
	h.replay()
}
