package match

import (
	"iter"
	"slices"

	"tafl3d/game"
	"tafl3d/game/rules"
)

// Turn is one complete turn in the record. Turns are never changed.
type Turn struct {
	Side  game.Side
	Steps []rules.Delta
	Text  string // in notation
	Left  [game.Sides]Left
	after int // index in the tree of the turn before
}

// Events returns what the turn did, in order.
func (t *Turn) Events() []game.Event {
	var events []game.Event
	for i := range t.Steps {
		events = append(events, t.Steps[i].Events()...)
	}
	return events
}

// Moves returns the steps of the turn.
func (t *Turn) Moves() []game.Move {
	moves := make([]game.Move, len(t.Steps))
	for i := range t.Steps {
		moves[i] = t.Steps[i].Move()
	}
	return moves
}

// After returns the number of the turn that t follows, counted as Record.All
// counts them; 0 is the start.
func (t *Turn) After() int { return t.after }

// Record is the tree of all the turns that were played, with a line through it
// on which the game stands. A Record is a value that may be kept and read by
// anyone: what it shows never changes.
type Record struct {
	turns []Turn // by index; 0 is the root, before the first turn. Only appended to
	line  []int  // indices along the line, the root left out. Only appended to, or replaced
	ply   int    // how many turns of the line are played; the others were taken back
}

// NewRecord returns the record of a game that was played without a match: the
// turns of a line, of which ply are played. The turns are taken over.
func NewRecord(turns []Turn, ply int) Record {
	r := Record{turns: append(make([]Turn, 1, len(turns)+1), turns...), ply: ply}
	for i := range turns {
		r.turns[i+1].after = i
		r.line = append(r.line, i+1)
	}
	return r
}

// Len returns how many turns the line has, those taken back included.
func (r Record) Len() int { return len(r.line) }

// Ply returns how many turns of the line have been played and not taken back.
func (r Record) Ply() int { return r.ply }

// Turn returns the turn of the line that led to ply, which is from 1 to Len.
func (r Record) Turn(ply int) *Turn { return &r.turns[r.line[ply-1]] }

// All returns every turn that was played, those taken back too, in the order in
// which they were played first. The first has number 1.
func (r Record) All() iter.Seq[*Turn] {
	return func(yield func(*Turn) bool) {
		for i := range r.turns[1:] {
			if !yield(&r.turns[i+1]) {
				return
			}
		}
	}
}

// Path returns the numbers of the turns of the line.
func (r Record) Path() []int { return slices.Clone(r.line) }

// at returns the index of the turn at which the game stands.
func (r Record) at() int {
	if r.ply == 0 {
		return 0
	}
	return r.line[r.ply-1]
}

// find returns the turn after the present one with the given steps.
func (r Record) find(steps []rules.Delta) (int, bool) {
	same := func(a, b rules.Delta) bool { return a.Move() == b.Move() }
	for i := 1; i < len(r.turns); i++ {
		if r.turns[i].after == r.at() && slices.EqualFunc(r.turns[i].Steps, steps, same) {
			return i, true
		}
	}
	return 0, false
}

// play adds t at the end of what has been played. A turn that was played there
// before is taken up again, with what followed it.
func (r *Record) play(t Turn) {
	t.after = r.at()
	i, old := r.find(t.Steps)
	if !old {
		i = len(r.turns)
		r.turns = append(r.turns, t)
	}
	if r.ply == len(r.line) || r.line[r.ply] != i {
		kept := r.line[:r.ply]
		if r.ply < len(r.line) { // others may show what follows
			kept = slices.Clone(kept)
		}
		r.line = append(kept, r.tail(i)...)
	}
	r.ply++
}

// tail returns the line that begins with turn i and follows the newest turns.
func (r Record) tail(i int) []int {
	line := []int{i}
	for j := len(r.turns) - 1; j > i; j-- {
		if r.turns[j].after == i {
			line, i, j = append(line, j), j, len(r.turns)
		}
	}
	return line
}

// path returns the indices that lead from the root to turn i.
func (r Record) path(i int) []int {
	var path []int
	for ; i != 0; i = r.turns[i].after {
		path = append(path, i)
	}
	slices.Reverse(path)
	return path
}

// left returns the clocks as they stood after the last turn played.
func (r Record) left() [game.Sides]Left { return r.turns[r.at()].Left }

// Played returns the steps from the start to the position, those of the turn under way
// included.
func (s State) Played() (steps []game.Move) {
	for ply := range s.Record.Ply() {
		steps = append(steps, s.Record.Turn(ply+1).Moves()...)
	}
	for i := range s.Steps {
		steps = append(steps, s.Steps[i].Move())
	}
	return steps
}

// UndoEvents returns what taking the turn back shows, in order.
func (t *Turn) UndoEvents() []game.Event {
	var events []game.Event
	for _, d := range slices.Backward(t.Steps) {
		events = append(events, d.UndoEvents()...)
	}
	return events
}
