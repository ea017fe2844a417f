package tree

import (
	"slices"

	"tafl3d/game"
)

// Study edits a game, with a cursor in it. Each change can be undone. It must be used by one goroutine at a time.
type Study struct {
	Cursor
	done, undone []edit
	version      int
	joined       bool                   // the following edits belong to one change
	ends         map[*Node]game.Outcome // outcomes of lines that used to be the main line, by their last node
}

// edit is a reversible change. do and undo are called with the cursor at the start; then the cursor goes to after or
// to ahead.
type edit struct {
	do, undo     func()
	after, ahead *Node
}

// maxEdits is the number of changes that can be undone.
const maxEdits = 1000

// NewStudy returns a study of g with the cursor at the start.
func NewStudy(g *Game) *Study { return &Study{Cursor: *g.Cursor()} }

// Game returns the game. Change it only through the study.
func (s *Study) Game() *Game { return s.game }

// Version returns a number that increases with every change, undo and redo. If it is unchanged, the game needs no
// saving.
func (s *Study) Version() int { return s.version }

// change makes an edit and then moves the cursor to n.
func (s *Study) change(n *Node, do, undo func()) {
	e := edit{do: do, undo: undo, after: n, ahead: s.node}
	s.leave()
	do()
	s.To(n)
	s.keep(e)
}

// keep stores an edit that was made.
func (s *Study) keep(e edit) {
	if s.done = append(s.done, e); len(s.done) > maxEdits && !s.joined {
		s.done = slices.Delete(s.done, 0, 1)
	}
	s.undone = nil
	s.version++
}

// common returns the last common node on the paths to a and b.
func common(a, b *Node) *Node {
	onWay := map[*Node]bool{}
	for ; a != nil; a = a.parent {
		onWay[a] = true
	}
	for !onWay[b] && b.parent != nil {
		b = b.parent
	}
	return b
}

// CanUndo reports whether there is a change to undo.
func (s *Study) CanUndo() bool { return len(s.done) > 0 }

// CanRedo reports whether there is a change to redo.
func (s *Study) CanRedo() bool { return len(s.undone) > 0 }

// Undo undoes the last change and goes to its place. It returns false if there is none.
func (s *Study) Undo() bool {
	if len(s.done) == 0 {
		return false
	}
	e := s.done[len(s.done)-1]
	s.done, s.undone = s.done[:len(s.done)-1], append(s.undone, e)
	s.leave()
	e.undo()
	s.To(e.ahead)
	s.version++
	return true
}

// Redo repeats the change that was undone last. It returns false if there is none.
func (s *Study) Redo() bool {
	if len(s.undone) == 0 {
		return false
	}
	e := s.undone[len(s.undone)-1]
	s.undone, s.done = s.undone[:len(s.undone)-1], append(s.done, e)
	s.leave()
	e.do()
	s.To(e.after)
	s.version++
	return true
}

// leave moves the cursor to the start, which no change removes.
func (s *Study) leave() { s.To(s.game.Root) }

// Play plays a complete move like Cursor.Play.
func (s *Study) Play(turn []game.Move) (*Node, error) {
	from, old := s.node, s.node.find(turn)
	n, err := s.Cursor.Play(turn)
	if err == nil && old == nil {
		s.keep(edit{
			do:   func() { from.next = append(from.next, n) },
			undo: func() { from.next = without(from.next, n) }, after: n, ahead: from,
		})
	}
	return n, err
}

func without(list []*Node, n *Node) []*Node {
	return slices.DeleteFunc(slices.Clone(list), func(o *Node) bool { return o == n })
}

// reorder changes the order of the variations after a node. If another line becomes the main line, the game gets the
// outcome of that line.
func (s *Study) reorder(parent *Node, next []*Node, stand *Node) {
	old, last, ended := parent.next, s.game.Root.Last(), s.game.Outcome
	do := func() {
		parent.next = next
		s.game.Outcome = s.outcomeOf(s.game.Root.Last(), last, ended)
	}
	s.change(stand, do, func() { parent.next, s.game.Outcome = old, ended })
}

// outcomeOf returns the outcome of the line to now. last is the end of the previous main line, which had the outcome
// ended. The result is the outcome from the time when the line was the main line, or else that of the board.
func (s *Study) outcomeOf(now, last *Node, ended game.Outcome) game.Outcome {
	if now == last {
		return ended
	}
	if s.ends == nil {
		s.ends = map[*Node]game.Outcome{}
	}
	s.ends[last] = ended
	if o, known := s.ends[now]; known {
		return o
	}
	c := s.game.Cursor()
	c.To(now)
	return c.Over()
}

// Delete removes n and everything after it. For the root it removes only what follows. If the cursor is on a removed
// node, it goes to the parent of n.
func (s *Study) Delete(n *Node) {
	if n.parent == nil {
		if len(n.next) > 0 {
			s.reorder(n, nil, n)
		}
		return
	}
	stand := s.node
	if common(s.node, n) == n {
		stand = n.parent
	}
	s.reorder(n.parent, without(n.parent.next, n), stand)
}

// Promote moves the variation that contains n up by one place: the last branch on the path to n that is not yet
// first.
func (s *Study) Promote(n *Node) bool {
	for ; n.parent != nil; n = n.parent {
		i := slices.Index(n.parent.next, n)
		if i == 0 {
			continue
		}
		next := slices.Clone(n.parent.next)
		next[i-1], next[i] = next[i], next[i-1]
		s.reorder(n.parent, next, s.node)
		return true
	}
	return false
}

// Paste copies from, with everything after it, to a place after the node at, and goes to the copy of from. from may
// belong to another game. Moves that already exist there are kept and merged with the new ones. If a move is illegal
// there, Paste returns the error and changes nothing.
func (s *Study) Paste(at, from *Node) error {
	place := map[*Node]*Node{from.parent: at}
	if from.parent == nil {
		place[from] = at
	}
	return s.Together(func() error {
		for n := range from.All() {
			if n.parent == nil {
				continue
			}
			s.To(place[n.parent])
			old := len(s.done)
			made, err := s.Play(n.Turn)
			if err != nil {
				return err
			}
			if place[n] = made; len(s.done) > old { // added by this Paste
				said := n.alone(made.parent)
				said.Text = made.Text
				*made = *said
			}
		}
		s.To(place[from])
		return nil
	})
}

// Together combines all changes made by f into one, which is undone at once. If f returns an error, Together returns
// it, all changes are reverted, and the cursor is where it was.
func (s *Study) Together(f func() error) error {
	was := *s
	where := s.node
	s.done, s.joined = nil, true
	err := f()
	if err != nil {
		for s.Undo() {
		}
		s.To(where)
		s.done, s.undone, s.version, s.joined = was.done, was.undone, was.version, was.joined
		return err
	}
	news, stand := s.done, s.node
	s.done, s.joined = was.done, was.joined
	if len(news) == 0 {
		return nil
	}
	s.leave()
	s.keep(edit{
		do: func() {
			for _, e := range news {
				e.do()
			}
		},
		undo: func() {
			for _, e := range slices.Backward(news) {
				e.undo()
			}
		}, after: stand, ahead: where,
	})
	s.To(stand)
	return nil
}

// note applies set to a copy of the annotations of n, which replaces them.
func (s *Study) note(n *Node, set func(*Node)) {
	old := *n
	set(n)
	made := *n
	s.keep(edit{
		do:   func() { made.next = n.next; *n = made },
		undo: func() { old.next = n.next; *n = old }, after: n, ahead: n,
	})
}

// Comment sets the comment of n.
func (s *Study) Comment(n *Node, text string) {
	if text != n.Comment {
		s.note(n, func(n *Node) { n.Comment = text })
	}
}

// Sign sets a sign of n, replacing the sign of the same sort, or removes the sign if n already has it.
func (s *Study) Sign(n *Node, sign Sign) {
	s.note(n, func(n *Node) {
		if slices.Contains(n.Signs, sign) {
			n.Signs = slices.DeleteFunc(slices.Clone(n.Signs), func(o Sign) bool { return o == sign })
			return
		}
		n.Sign(sign)
	})
}

// Mark adds a mark to n, replacing another one between the same squares, or removes the mark if n already has it.
func (s *Study) Mark(n *Node, m Mark) {
	s.note(n, func(n *Node) {
		there := slices.Contains(n.Marks, m)
		n.Marks = slices.DeleteFunc(slices.Clone(n.Marks),
			func(o Mark) bool { return o.From == m.From && o.To == m.To })
		if !there {
			n.Marks = append(n.Marks, m)
		}
	})
}

// Unmark removes all marks of n.
func (s *Study) Unmark(n *Node) {
	if len(n.Marks) > 0 {
		s.note(n, func(n *Node) { n.Marks = nil })
	}
}

// Judge sets the evaluation of n.
func (s *Study) Judge(n *Node, e Eval) { s.note(n, func(n *Node) { n.Eval = &e }) }

// Fold hides or shows what follows n. It affects only the display and is not an undoable change.
func (s *Study) Fold(n *Node) {
	n.Folded = !n.Folded
	s.version++
}

// Tell sets a tag of the game; an empty value removes it.
func (s *Study) Tell(name, value string) {
	old := s.game.Tags
	if s.game.Tag(name) == value {
		return
	}
	s.game.SetTag(name, value)
	made := s.game.Tags
	s.keep(edit{do: func() { s.game.Tags = made }, undo: func() { s.game.Tags = old }, after: s.node, ahead: s.node})
}

// End sets the outcome of the main line.
func (s *Study) End(o game.Outcome) {
	old := s.game.Outcome
	s.keep(edit{do: func() { s.game.Outcome = o }, undo: func() { s.game.Outcome = old }, after: s.node, ahead: s.node})
	s.game.Outcome = o
}
