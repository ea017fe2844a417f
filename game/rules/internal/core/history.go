package core

import (
	"tafl3d/game"
)

// History is what happened before a position, for the rules that ask: which
// positions stood at the end of turns, and how long ago a piece was taken.
// Whoever holds the game keeps it and records each position once per complete
// turn, the start position included.
type History struct {
	turns []record
}

type record struct {
	hash  uint64
	fort  uint64 // the defenders' placing, where the rules ask
	quiet int    // turns since the last capture
	moved game.Side
}

// Recurs returns how often the newest position has stood. It can only have
// done so at every second turn.
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

// Stood reports whether the position that a quiet turn leads to has stood
// before.
func (h *History) Stood(hash uint64) bool {
	last := len(h.turns) - 1
	for i := last - 1; i >= last-h.turns[last].quiet; i -= 2 {
		if h.turns[i].hash == hash {
			return true
		}
	}
	return false
}

// Placings returns how often the newest placing of the defenders has stood
// after a turn of theirs, or at the start, with no capture since.
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

// Count returns how often a position with the given hash has stood. Captures
// are for good, so nothing before the last one is looked at.
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

// Push records the position at the end of a turn, which took a piece or not.
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

// Quiet returns how many turns ago a piece was last taken, or the game began.
func (h *History) Quiet() int { return h.turns[len(h.turns)-1].quiet }

// Len returns how many positions are recorded.
func (h *History) Len() int { return len(h.turns) }

// Pop forgets the newest position.
func (h *History) Pop() { h.turns = h.turns[:len(h.turns)-1] }

// Reset forgets all positions.
func (h *History) Reset() { h.turns = h.turns[:0] }

// Clone returns a copy with room for a game to go on.
func (h *History) Clone() History {
	return History{append(make([]record, 0, len(h.turns)+256), h.turns...)}
}
