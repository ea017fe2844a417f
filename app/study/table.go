package study

import (
	"errors"

	"tafl3d/app/board"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/rules"
	"tafl3d/game/table"
	"tafl3d/game/tree"
	"tafl3d/game/variant"
	"tafl3d/panel"
	"tafl3d/scene"
	"tafl3d/tongue"
)

// errNotHere is returned for actions that a study does not support.
var errNotHere = errors.New("a game that is studied has no clock, no offers and no resignation")

// studyTable is the table of a study: moves continue along a variation or start a new one. Use it on the main
// thread.
type studyTable struct {
	*tree.Study
	variant *variant.Variant
	out     chan table.Update
	closed  bool
	seq     int
	begun   *rules.Line   // with the unfinished move; nil between moves
	steps   []rules.Delta // of the unfinished move
	way     map[*tree.Node]*tree.Node
	list    outline
	end     ending
	name    string // of the separate file; empty: none yet
	// draft is the present position of a game in progress, for which the moves are prepared; nil: a study.
	draft *tree.Node
	room  *Room
}

// waiting is the buffer size for updates.
const waiting = 64

func newStudyTable(g *tree.Game, v *variant.Variant, r *Room) *studyTable {
	return &studyTable{Study: tree.NewStudy(g), variant: v, out: make(chan table.Update, waiting),
		way: map[*tree.Node]*tree.Node{}, room: r, name: g.Tag(tree.TagKept)}
}

var _ board.Studied = (*studyTable)(nil)

// Score implements board.Studied.
func (d *studyTable) Score() (int, bool) {
	e := d.Node().Eval
	if e == nil || d.begun != nil {
		return 0, false
	}
	return e.Score, true
}

// state returns the match state at the node.
func (d *studyTable) state() match.State {
	line := d.Line()
	s := match.State{Start: d.Game().Start, Position: line.Position, History: line.History(), Record: d.Record(),
		Steps: d.steps}
	if d.begun != nil {
		s.Position = d.begun.Position
	} else if d.Closed() {
		s.Outcome = d.Over()
	}
	s.History = s.History.Clone()
	return s
}

// tell sends an update to the board. With an action the board animates the events, otherwise it shows the
// node at once.
func (d *studyTable) tell(a match.Action, events []game.Event) {
	d.seq++
	if len(d.out) == cap(d.out) {
		<-d.out // updates carry the whole state, so the oldest may be dropped
	}
	d.out <- table.Update{Seq: d.seq, Side: d.Line().Turn(), Action: a, Events: events, State: d.state()}
	d.room.changed()
}

// Send implements table.Table.
func (d *studyTable) Send(_ game.Side, a match.Action) error {
	switch a := a.(type) {
	case match.Play:
		return d.step(a)
	case match.Undo:
		if d.begun != nil {
			d.drop()
		} else if !d.Undo() {
			return match.ErrNoneBack
		}
	case match.Redo:
		d.drop()
		if !d.Redo() {
			return match.ErrNoneAhead
		}
	default:
		return errNotHere
	}
	d.tell(nil, nil)
	return nil
}

// drop cancels the unfinished move.
func (d *studyTable) drop() { d.begun, d.steps = nil, nil }

// step plays a step, and the move once it is complete.
func (d *studyTable) step(a match.Play) error {
	if d.draft != nil && d.Node().Ply() < d.draft.Ply() {
		d.room.shell.Refuse("Conditional moves begin at the present position of the game.")
		return nil
	}
	line := d.begun
	if line == nil {
		line = d.Line().Clone()
	}
	done, err := line.Try(a.Move)
	if err != nil {
		return err
	}
	d.begun, d.steps = line, append(d.steps, done)
	if line.MidTurn() {
		d.tell(a, done.Events())
		return nil
	}
	turn := make([]game.Move, len(d.steps))
	for i := range d.steps {
		turn[i] = d.steps[i].Move()
	}
	d.drop()
	from := d.Node()
	n, err := d.Play(turn)
	if err != nil {
		return err
	}
	d.way[from] = n
	d.tell(a, done.Events())
	return nil
}

// Updates implements table.Table.
func (d *studyTable) Updates() <-chan table.Update { return d.out }

// Close implements table.Table.
func (d *studyTable) Close() {
	if !d.closed {
		d.closed = true
		close(d.out)
	}
}

// GoTo implements board.Studied.
func (d *studyTable) GoTo(number int) {
	n := d.Game().Root
	if nodes := d.outline().nodes; number > 0 && number <= len(nodes) {
		n = nodes[number-1]
	}
	d.show(n)
}

// Browse implements board.Studied.
func (d *studyTable) Browse(by int) {
	n := d.Node()
	for ; by < 0 && n.Parent() != nil; by++ {
		n = n.Parent()
	}
	for ; by > 0 && len(n.Next()) > 0; by-- {
		n = d.ahead(n)
	}
	d.show(n)
}

// ahead returns the child of n that was visited last.
func (d *studyTable) ahead(n *tree.Node) *tree.Node {
	for _, next := range n.Next() {
		if next == d.way[n] {
			return next
		}
	}
	return n.Main()
}

// sibling goes to another variation of the shown move.
func (d *studyTable) sibling(by int) {
	n := d.Node()
	if n.Parent() == nil {
		return
	}
	list := n.Parent().Next()
	for i := range list {
		if list[i] == n {
			d.show(list[(i+by+len(list))%len(list)])
			return
		}
	}
}

// show goes to a node, animated if it is the next or the previous one.
func (d *studyTable) show(n *tree.Node) {
	at, begun := d.Node(), d.begun != nil
	d.drop()
	if n.Parent() != nil {
		d.way[n.Parent()] = n
	}
	switch {
	case begun:
		d.To(n)
		d.tell(nil, nil)
	case n == at:
	case n.Parent() == at:
		d.To(n)
		d.tell(match.Redo{Plies: 1}, events(d.Steps()))
	case at.Parent() == n:
		back := undone(d.Steps())
		d.Back()
		d.tell(match.Undo{Plies: 1}, back)
	default:
		d.To(n)
		d.tell(nil, nil)
	}
}

func events(steps []rules.Delta) (list []game.Event) {
	for i := range steps {
		list = append(list, steps[i].Events()...)
	}
	return list
}

func undone(steps []rules.Delta) (list []game.Event) {
	for i := range steps {
		list = append(list, steps[len(steps)-1-i].UndoEvents()...)
	}
	return list
}

// Add implements board.Studied.
func (d *studyTable) Add(turns [][]game.Move) error {
	if d.begun != nil {
		return errNotHere
	}
	at := d.Node()
	err := d.Together(func() error {
		for _, turn := range turns {
			if _, err := d.Play(turn); err != nil {
				return err
			}
		}
		d.To(at)
		return nil
	})
	if err == nil {
		d.tell(nil, nil)
	}
	return err
}

// Rows implements board.Studied.
func (d *studyTable) Rows() ([]panel.Row, int) {
	o := d.outline()
	return o.rows, o.number[d.Node()]
}

// outline returns the tree as rows, rebuilt after changes.
func (d *studyTable) outline() *outline {
	if d.list.number == nil || d.list.of != d.Version() || d.list.tongue != tongue.Current() {
		d.list = outlined(d.Game(), d.end.text(d.variant, d.Game()), d.room.Retell)
		d.list.of = d.Version()
	}
	return &d.list
}

// Name implements board.Studied.
func (d *studyTable) Name() string { return d.Game().Tag(tree.TagName) }

// Who implements board.Studied.
func (d *studyTable) Who(side game.Side) (name, detail string) {
	return d.room.who(d.Game(), side)
}

// Own implements board.Studied.
func (d *studyTable) Own() (game.Side, bool) {
	me := d.room.me()
	attackers, _ := d.Who(game.Attackers)
	defenders, _ := d.Who(game.Defenders)
	if defenders == me {
		return game.Defenders, attackers != me
	}
	return game.Attackers, attackers == me
}

// Draft implements board.Studied.
func (d *studyTable) Draft() bool { return d.draft != nil }

// Drawn implements board.Studied.
func (d *studyTable) Drawn() (list []scene.Drawn) {
	for _, m := range d.Node().Marks {
		list = append(list, scene.Drawn{Colour: int(m.Colour), From: m.From, To: m.To})
	}
	return list
}

// MayUndo implements board.Studied.
func (d *studyTable) MayUndo() bool { return d.begun != nil || d.CanUndo() }

// MayRedo implements board.Studied.
func (d *studyTable) MayRedo() bool { return d.CanRedo() }

// ending caches the result of the main line, which requires replaying it.
type ending struct {
	of      *tree.Node // last move of the line
	outcome game.Outcome
	said    string
}

// text returns the result of the main line; empty if it has none.
func (e *ending) text(v *variant.Variant, g *tree.Game) string {
	last := g.Root.Last()
	switch {
	case !g.Outcome.Over():
		return ""
	case e.of != last || e.outcome != g.Outcome:
		c := g.Cursor()
		c.To(last)
		said := board.TextEnd(&board.Game{Variant: v, State: match.State{Position: c.Line().Position}}, g.Outcome)
		*e = ending{last, g.Outcome, said}
	}
	return e.said
}
