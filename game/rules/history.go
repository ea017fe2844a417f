package rules

import (
	"tafl3d/game/rules/internal/core"
)

// History holds the events before a position that rules depend on: the positions at the end of moves, and the time
// since the last capture. The owner of the game maintains it, preferably in a Line, and records each position once
// per complete move, including the start position.
type History struct{ past core.History }

// NewHistory returns a history that begins with p.
func NewHistory(p *Position) *History {
	h := &History{}
	h.Begin(p)
	return h
}

// Reset clears the history and begins again with p.
func (h *History) Reset(p *Position) {
	h.past.Reset()
	h.Begin(p)
}

// Push records the position at the end of a move. Call it before Judge.
func (h *History) Push(p *Position) { h.past.Push(&p.at.Position, p.at.Took || p.at.State.Progress) }

// Begin records a position and ignores everything before it, as after a capture. Pop undoes this, too.
func (h *History) Begin(p *Position) { h.past.Push(&p.at.Position, true) }

// Pop removes the last position.
func (h *History) Pop() { h.past.Pop() }

// Len returns the number of recorded positions, including the start.
func (h *History) Len() int { return h.past.Len() }

// Quiet returns the number of moves since the last capture or the start.
func (h *History) Quiet() int { return h.past.Quiet() }

// Clone returns an independent copy.
func (h *History) Clone() *History {
	return &History{h.past.Clone()}
}

// Count returns how often a position with this hash has occurred since the last capture; earlier ones cannot recur.
func (h *History) Count(hash uint64) int { return h.past.Count(hash) }

// in returns the history in the form used by the families, nil if h is nil.
func (h *History) in() *core.History {
	if h == nil {
		return nil
	}
	return &h.past
}
