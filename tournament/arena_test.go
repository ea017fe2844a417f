package tournament

import (
	"testing"
	"time"
)

// free returns the players of an arena who have no game, and how many each has played.
func (h *driver) free() (ids []int, played map[int]int) {
	busy := map[int]bool{}
	for _, d := range h.ev.Due() {
		busy[d.Game.Players[0]], busy[d.Game.Players[1]] = true, true
	}
	played = map[int]int{}
	for _, row := range h.ev.Standings() {
		if played[row.Entrant] = row.Games; !busy[row.Entrant] {
			ids = append(ids, row.Entrant)
		}
	}
	return ids, played
}

// TestArenaSitsOut: where an odd number of players is free one sits out, and this is one who has
// played as many games as any of them.
func TestArenaSitsOut(t *testing.T) {
	for seed := range uint64(6) {
		h := open(t, Config{Format: Arena, Games: 1, Length: Span(time.Hour)}, 7, seed)
		h.must(Start{})
		sat := 0
		for range 120 {
			before, played := h.free()
			if h.do(Pair{}) == nil && len(before)%2 == 1 {
				after, _ := h.free()
				if len(after) != 1 {
					t.Fatalf("of %d free players %d sit out", len(before), len(after))
				}
				for _, id := range before {
					if played[id] > played[after[0]] {
						t.Fatalf("%d sits out after %d games, %d plays on after %d",
							after[0], played[after[0]], id, played[id])
					}
				}
				sat++
			}
			h.at = h.at.Add(10 * time.Second)
			for _, d := range h.ev.Due() {
				if h.chance.IntN(3) == 0 {
					h.report(d)
				}
			}
		}
		if sat < 10 {
			t.Errorf("somebody sat out only %d times", sat)
		}
	}
}
