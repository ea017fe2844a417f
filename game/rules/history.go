package rules

import (
	"tafl3d/game/rules/internal/core"
)

// History is what happened before a position, for the rules that ask: which
// positions stood at the end of turns, and how long ago a piece was taken.
// Whoever holds the game keeps it, best in a Line, and records each position
// once per complete turn, the start position included.
type History struct{ past core.History }

// NewHistory returns a history that begins with p.
func NewHistory(p *Position) *History {
	h := &History{}
	h.Begin(p)
	return h
}

// Reset forgets everything and begins again with p.
func (h *History) Reset(p *Position) {
	h.past.Reset()
	h.Begin(p)
}

// Push records the position at the end of a turn, before it is judged.
func (h *History) Push(p *Position) { h.past.Push(&p.at.Position, p.at.Took || p.at.State.Progress) }

// Begin records a position before which nothing counts, as if a piece had just
// been taken. It is taken back by Pop, too.
func (h *History) Begin(p *Position) { h.past.Push(&p.at.Position, true) }

// Pop forgets the newest position.
func (h *History) Pop() { h.past.Pop() }

// Len returns how many positions are recorded, the start included.
func (h *History) Len() int { return h.past.Len() }

// Quiet returns how many turns ago a piece was last taken, or the game began.
func (h *History) Quiet() int { return h.past.Quiet() }

// Clone returns a copy of its own.
func (h *History) Clone() *History {
	return &History{h.past.Clone()}
}

// Count returns how often a position with the given hash has stood. Captures
// are for good, so nothing before the last one is looked at.
func (h *History) Count(hash uint64) int { return h.past.Count(hash) }

// in returns the past as the families know it, nil where there is none.
func (h *History) in() *core.History {
	if h == nil {
		return nil
	}
	return &h.past
}
