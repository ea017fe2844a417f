package rules

import "tafl3d/game"

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

// NewHistory returns a history that begins with p.
func NewHistory(p *Position) *History {
	h := &History{turns: make([]record, 0, 256)}
	h.Reset(p)
	return h
}

// Reset forgets everything and begins again with p.
func (h *History) Reset(p *Position) {
	h.turns = h.turns[:0]
	h.Begin(p)
}

// Push records the position at the end of a turn, before it is judged.
func (h *History) Push(p *Position) {
	h.Begin(p)
	if n := len(h.turns) - 1; !p.took && !p.state.progress {
		h.turns[n].quiet = h.turns[n-1].quiet + 1
	}
}

// Begin records a position before which nothing counts, as if a piece had just
// been taken. It is taken back by Pop, too.
func (h *History) Begin(p *Position) {
	e := record{hash: p.hash, moved: p.turn.Other()}
	if p.rules.set.DrawFort > 0 {
		e.fort = p.fortHash()
	}
	h.turns = append(h.turns, e)
}

// Pop forgets the newest position.
func (h *History) Pop() { h.turns = h.turns[:len(h.turns)-1] }

// Len returns how many positions are recorded, the start included.
func (h *History) Len() int { return len(h.turns) }

// Quiet returns how many turns ago a piece was last taken, or the game began.
func (h *History) Quiet() int { return h.turns[len(h.turns)-1].quiet }

// Clone returns a copy of its own.
func (h *History) Clone() *History {
	return &History{turns: append(make([]record, 0, len(h.turns)+256), h.turns...)}
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

// recurs returns how often the newest position has stood. It can only have
// done so at every second turn.
func (h *History) recurs() int {
	last := len(h.turns) - 1
	n, hash, first := 1, h.turns[last].hash, last-h.turns[last].quiet
	for i := last - 2; i >= first; i -= 2 {
		if h.turns[i].hash == hash {
			n++
		}
	}
	return n
}

// stood reports whether the position that a quiet turn leads to has stood
// before.
func (h *History) stood(hash uint64) bool {
	last := len(h.turns) - 1
	for i := last - 1; i >= last-h.turns[last].quiet; i -= 2 {
		if h.turns[i].hash == hash {
			return true
		}
	}
	return false
}

// placings returns how often the newest placing of the defenders has stood
// after a turn of theirs, or at the start, with no capture since.
func (h *History) placings() (n int) {
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

func (p *Position) fortHash() (z uint64) {
	p.each(game.Defenders, func(s game.Square) bool {
		z ^= p.rules.zob[p.cell[s&slot]&kindMask][s&slot]
		return true
	})
	return z
}
