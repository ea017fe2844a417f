package core

import (
	"tafl3d/game"
)

// History holds the events before a position that rules depend on: the positions at the end of moves, and the time
// since the last capture. The owner of the game maintains it and records each position once per complete move,
// including the start position.
type History struct {
	turns []record
}

type record struct {
	hash  uint64
	fort  uint64 // hash of the defenders' placement, if the rules use it
	quiet int    // moves since the last capture
	moved game.Side
}

// Recurs returns how often the last position has occurred. It compares only every second move, because the side to
// move must be the same.
func (h *History) Recurs() int {
	last := len(h.turns) - 1
	n, hash, first := 1, h.turns[last].hash, last-h.turns[last].quiet
	for i := last - 2; i >= first; i -= 2 {
		if h.turns[i].hash == hash {
			n++
		}
	}
	return n
}

// Stood reports whether the position after a quiet move has occurred before.
func (h *History) Stood(hash uint64) bool {
	last := len(h.turns) - 1
	for i := last - 1; i >= last-h.turns[last].quiet; i -= 2 {
		if h.turns[i].hash == hash {
			return true
		}
	}
	return false
}

// Placings returns how often the current placement of the defenders has occurred after a move of theirs, or at the
// start, since the last capture.
func (h *History) Placings() (n int) {
	fort := h.turns[len(h.turns)-1].fort
	for i := len(h.turns) - 1; i >= 0; i-- {
		e := &h.turns[i]
		if e.fort == fort && (e.moved == game.Defenders || i == 0) {
			n++
		}
		if e.quiet == 0 {
			break
		}
	}
	return n
}

// Count returns how often a position with this hash has occurred since the last capture; earlier ones cannot recur.
func (h *History) Count(hash uint64) (n int) {
	last := len(h.turns) - 1
	for i := last; i >= last-h.turns[last].quiet; i-- {
		if h.turns[i].hash == hash {
			n++
		}
	}
	return n
}

func (p *Position) fortHash() (z uint64) {
	p.Each(game.Defenders, func(s game.Square) bool {
		z ^= p.Rules.Zob[p.Cell[s&Slot]&KindMask][s&Slot]
		return true
	})
	return z
}

// Push records the position at the end of a move. took is set if the move captured.
func (h *History) Push(p *Position, took bool) {
	e := record{hash: p.Hash, moved: p.Turn.Other()}
	if p.Rules.Set.DrawFort > 0 {
		e.fort = p.fortHash()
	}
	if !took {
		e.quiet = h.turns[len(h.turns)-1].quiet + 1
	}
	h.turns = append(h.turns, e)
}

// Quiet returns the number of moves since the last capture or the start.
func (h *History) Quiet() int { return h.turns[len(h.turns)-1].quiet }

// Len returns the number of recorded positions.
func (h *History) Len() int { return len(h.turns) }

// Pop removes the last position.
func (h *History) Pop() { h.turns = h.turns[:len(h.turns)-1] }

// Reset removes all positions.
func (h *History) Reset() { h.turns = h.turns[:0] }

// Clone returns a copy with spare capacity.
func (h *History) Clone() History {
	return History{append(make([]record, 0, len(h.turns)+256), h.turns...)}
}
