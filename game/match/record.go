package match

import (
	"iter"
	"slices"

	"tafl3d/game"
	"tafl3d/game/rules"
)

// Turn is one complete move in the record. It is immutable.
type Turn struct {
	Side  game.Side
	Steps []rules.Delta
	Text  string // in notation
	Left  [game.Sides]Left
	after int // index of the previous move in the tree
}

// Events returns the changes made by the move, in order.
func (t *Turn) Events() []game.Event {
	var events []game.Event
	for i := range t.Steps {
		events = append(events, t.Steps[i].Events()...)
	}
	return events
}

// Moves returns the steps of the move.
func (t *Turn) Moves() []game.Move {
	moves := make([]game.Move, len(t.Steps))
	for i := range t.Steps {
		moves[i] = t.Steps[i].Move()
	}
	return moves
}

// After returns the number of the previous move, as counted by Record.All; 0 is the start.
func (t *Turn) After() int { return t.after }

// Record is the tree of all moves that were played, with the line on which the game is. A Record is an immutable
// value and may be shared.
type Record struct {
	turns []Turn // by index; 0 is the root, before the first move; only appended to
	line  []int  // indexes along the line without the root; only appended to, or replaced
	ply   int    // number of moves of the line that are played; the others were taken back
}

// NewRecord returns the record of a game played without a match: the moves of a line, the first ply of which are
// played. It takes ownership of turns.
func NewRecord(turns []Turn, ply int) Record {
	r := Record{turns: append(make([]Turn, 1, len(turns)+1), turns...), ply: ply}
	for i := range turns {
		r.turns[i+1].after = i
		r.line = append(r.line, i+1)
	}
	return r
}

// Len returns the number of moves of the line, including those taken back.
func (r Record) Len() int { return len(r.line) }

// Ply returns the number of moves of the line that were not taken back.
func (r Record) Ply() int { return r.ply }

// Turn returns the move of the line that led to ply, from 1 to Len.
func (r Record) Turn(ply int) *Turn { return &r.turns[r.line[ply-1]] }

// All returns every move that was played, including those taken back, in the order in which they were first played.
// The first has number 1.
func (r Record) All() iter.Seq[*Turn] {
	return func(yield func(*Turn) bool) {
		for i := range r.turns[1:] {
			if !yield(&r.turns[i+1]) {
				return
			}
		}
	}
}

// Path returns the numbers of the moves of the line.
func (r Record) Path() []int { return slices.Clone(r.line) }

// at returns the index of the last move played.
func (r Record) at() int {
	if r.ply == 0 {
		return 0
	}
	return r.line[r.ply-1]
}

// find returns the next move with the given steps.
func (r Record) find(steps []rules.Delta) (int, bool) {
	same := func(a, b rules.Delta) bool { return a.Move() == b.Move() }
	for i := 1; i < len(r.turns); i++ {
		if r.turns[i].after == r.at() && slices.EqualFunc(r.turns[i].Steps, steps, same) {
			return i, true
		}
	}
	return 0, false
}

// play adds t after the last move played. If the same move was played there before, it is reused with its
// continuation.
func (r *Record) play(t Turn) {
	t.after = r.at()
	i, old := r.find(t.Steps)
	if !old {
		i = len(r.turns)
		r.turns = append(r.turns, t)
	}
	if r.ply == len(r.line) || r.line[r.ply] != i {
		kept := r.line[:r.ply]
		if r.ply < len(r.line) { // other copies may show the continuation
			kept = slices.Clone(kept)
		}
		r.line = append(kept, r.tail(i)...)
	}
	r.ply++
}

// tail returns the line that begins with move i and follows the newest continuations.
func (r Record) tail(i int) []int {
	line := []int{i}
	for j := len(r.turns) - 1; j > i; j-- {
		if r.turns[j].after == i {
			line, i, j = append(line, j), j, len(r.turns)
		}
	}
	return line
}

// path returns the indexes from the root to move i.
func (r Record) path(i int) []int {
	var path []int
	for ; i != 0; i = r.turns[i].after {
		path = append(path, i)
	}
	slices.Reverse(path)
	return path
}

// left returns the clocks after the last move played.
func (r Record) left() [game.Sides]Left { return r.turns[r.at()].Left }

// Played returns the steps from the start to the position, including those of the current move.
func (s State) Played() (steps []game.Move) {
	for ply := range s.Record.Ply() {
		steps = append(steps, s.Record.Turn(ply+1).Moves()...)
	}
	for i := range s.Steps {
		steps = append(steps, s.Steps[i].Move())
	}
	return steps
}

// UndoEvents returns the changes made by undoing the move, in order.
func (t *Turn) UndoEvents() []game.Event {
	var events []game.Event
	for _, d := range slices.Backward(t.Steps) {
		events = append(events, d.UndoEvents()...)
	}
	return events
}
