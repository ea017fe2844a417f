package tree

import (
	"slices"

	"tafl3d/game"
)

// Study is a game that is being changed, with a cursor in it. Each change can be
// taken back. One goroutine owns it.
type Study struct {
	Cursor
	done, undone []edit
	version      int
	joined       bool                   // what is done now is a part of one change
	ends         map[*Node]game.Outcome // how lines ended that were the main line, by their last node
}

// edit is a change: how to make it, and how to take it back. Both are called with
// the cursor at the start, which then goes to after or to ahead.
type edit struct {
	do, undo     func()
	after, ahead *Node
}

// maxEdits is how many changes can be taken back.
const maxEdits = 1000

// NewStudy returns a study of g that stands at its start.
func NewStudy(g *Game) *Study { return &Study{Cursor: *g.Cursor()} }

// Game returns the game. Change it by the study alone.
func (s *Study) Game() *Game { return s.game }

// Version counts the changes, those taken back and made again too: who saved one
// version need not save until there is another.
func (s *Study) Version() int { return s.version }

// change makes an edit, after which the cursor stands at n.
func (s *Study) change(n *Node, do, undo func()) {
	e := edit{do: do, undo: undo, after: n, ahead: s.node}
	s.leave()
	do()
	s.To(n)
	s.keep(e)
}

// keep remembers an edit that was made.
func (s *Study) keep(e edit) {
	if s.done = append(s.done, e); len(s.done) > maxEdits && !s.joined {
		s.done = slices.Delete(s.done, 0, 1)
	}
	s.undone = nil
	s.version++
}

// common returns the last node that the ways to a and b share.
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

// CanUndo reports whether there is a change to take back.
func (s *Study) CanUndo() bool { return len(s.done) > 0 }

// CanRedo reports whether there is a change to make again.
func (s *Study) CanRedo() bool { return len(s.undone) > 0 }

// Undo takes the newest change back and goes to where it was made; false if there
// is none.
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

// Redo makes the change again that was taken back last; false if there is none.
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

// leave goes to the start, which no change takes away.
func (s *Study) leave() { s.To(s.game.Root) }

// Play plays a whole turn as Cursor.Play does.
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

// reorder gives the variations after a node another order. Where that makes another line the main
// line, the game has the outcome of that one.
func (s *Study) reorder(parent *Node, next []*Node, stand *Node) {
	old, last, ended := parent.next, s.game.Root.Last(), s.game.Outcome
	do := func() {
		parent.next = next
		s.game.Outcome = s.outcomeOf(s.game.Root.Last(), last, ended)
	}
	s.change(stand, do, func() { parent.next, s.game.Outcome = old, ended })
}

// outcomeOf returns the outcome of the line to now, where that to last was the main line and ended
// so: as it was known when the line was the main one, or else as the board tells.
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

// Delete takes n and all that follows away. The root cannot be taken away: then
// everything after it goes. The cursor goes to the node before where it stood on
// what went.
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

// Promote moves the variation in which n stands one place forward: the branch on
// the way to n that is nearest to it and not the first of its place.
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

// Paste plays from, with all that follows it, after the node at, and goes to where
// it begins; from may be of another game. Turns that stand there already are kept
// and joined with what is new. The error is that of a turn that cannot be played
// there; nothing is changed then.
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
			if place[n] = made; len(s.done) > old { // it did not stand there
				said := n.alone(made.parent)
				said.Text = made.Text
				*made = *said
			}
		}
		s.To(place[from])
		return nil
	})
}

// Together makes all changes of f one, which is taken back at once. If f returns an
// error, which Together hands on, nothing is changed and the cursor stands where it
// stood.
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

// note changes what is said of n by set, on a copy that replaces it.
func (s *Study) note(n *Node, set func(*Node)) {
	old := *n
	set(n)
	made := *n
	s.keep(edit{
		do:   func() { made.next = n.next; *n = made },
		undo: func() { old.next = n.next; *n = old }, after: n, ahead: n,
	})
}

// Comment says text of n.
func (s *Study) Comment(n *Node, text string) {
	if text != n.Comment {
		s.note(n, func(n *Node) { n.Comment = text })
	}
}

// Sign puts a sign on n in the place of the one of its sort, or takes it away if
// it is there.
func (s *Study) Sign(n *Node, sign Sign) {
	s.note(n, func(n *Node) {
		if slices.Contains(n.Signs, sign) {
			n.Signs = slices.DeleteFunc(slices.Clone(n.Signs), func(o Sign) bool { return o == sign })
			return
		}
		n.Sign(sign)
	})
}

// Mark draws a mark at n, in the place of another between the same squares, or
// takes it away if it is there.
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

// Unmark takes all marks of n away.
func (s *Study) Unmark(n *Node) {
	if len(n.Marks) > 0 {
		s.note(n, func(n *Node) { n.Marks = nil })
	}
}

// Judge notes what an engine thinks of n.
func (s *Study) Judge(n *Node, e Eval) { s.note(n, func(n *Node) { n.Eval = &e }) }

// Fold hides what follows n, or shows it. It changes no more than the view, so it
// is not among the changes that can be taken back.
func (s *Study) Fold(n *Node) {
	n.Folded = !n.Folded
	s.version++
}

// Tell sets a tag of the game; an empty value takes it away.
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
