package board

import (
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/panel"
)

// GoTo shows the game as it was at ply. The newest one is the game itself.
// A game that is studied goes on from there.
func (b *Board) GoTo(ply int) {
	g := b.Game
	if g.Studied != nil {
		g.Studied.GoTo(ply)
		return
	}
	newest := g.State.Record.Ply()
	ply = min(max(ply, 0), newest)
	if ply == g.Shown.Ply && g.review == (ply != newest) {
		return
	}
	b.Analyser.Glimpse(panel.Command{})
	b.Hand.LetGo()
	b.Hand.Empty()
	from := g.Shown.Ply
	g.Shown, g.review = g.At(ply), ply != newest
	switch r := g.State.Record; {
	case len(g.State.Steps) > 0:
		b.opt.View.Set(g.Shown.position.Setup())
	case ply == from+1:
		b.show(r.Turn(ply).Events())
	case ply == from-1:
		b.show(r.Turn(from).UndoEvents())
	default:
		b.opt.View.Set(g.Shown.position.Setup())
	}
	b.Hand.TakeUpChain()
	b.shell.Touch()
}

// All is further than any game goes.
const All = 1 << 20

// Browse looks so many turns further on, or back.
func (b *Board) Browse(by int) {
	if s := b.Game.Studied; s != nil {
		s.Browse(by)
		return
	}
	b.GoTo(b.Game.Shown.Ply + by)
}

func (b *Board) show(events []game.Event) {
	for _, ev := range events {
		b.opt.View.Show(ev)
	}
}

// Undo takes turns back, against the computer as far as one's own turn. Where
// the computer plays both sides the game is paused, or it would go on at once.
func (b *Board) Undo() {
	g := b.Game
	r := g.State.Record
	if len(g.State.Steps) > 0 || g.Studied != nil {
		b.Send(g.Speaker(), match.Undo{Plies: 1})
		return
	}
	n := 1
	_, against := g.Setup.Alone()
	for against && n <= r.Ply() && !g.Setup.Here(r.Turn(r.Ply()-n+1).Side) {
		n++
	}
	if n > r.Ply() {
		b.shell.Refuse(words.Error(match.ErrNoneBack))
		return
	}
	b.Send(g.Speaker(), match.Undo{Plies: n, Pause: g.Setup.Watched()})
}

// Redo plays turns again, against the computer as far as one's own turn.
func (b *Board) Redo() {
	g := b.Game
	r := g.State.Record
	if g.Studied != nil {
		b.Send(g.Speaker(), match.Redo{Plies: 1})
		return
	}
	n := 1
	_, against := g.Setup.Alone()
	for against && r.Ply()+n < r.Len() && g.Setup.Levels[r.Turn(r.Ply()+n+1).Side] > 0 {
		n++
	}
	if r.Ply()+n > r.Len() {
		b.shell.Refuse(words.Error(match.ErrNoneAhead))
		return
	}
	b.Send(g.State.Position.Turn(), match.Redo{Plies: n, Pause: g.Setup.Watched()})
}

// Glimpse says what the pointer is over: a line of the analysis is played out on the board for
// as long as it stays there. Any other command ends that.
func (an *Analyser) Glimpse(c panel.Command) {
	g := an.board.Game
	if g == nil {
		return
	}
	if g.Analysis.glimpsed {
		an.board.shell.Touch()
		g.Analysis.glimpsed = false
		an.board.opt.View.Set(g.Shown.position.Setup())
	}
	list := g.Analysis.lines()
	i := g.Analysis.number(c.Arg)
	if c.ID != "line" || i >= len(list) || an.board.shell.Depth() > 0 {
		return
	}
	l := list[i]
	g.Analysis.glimpsed = true
	an.board.shell.Touch()
	an.board.Hand.LetGo()
	an.board.opt.View.Set(l.at.Setup())
	for _, turn := range goesOn(l.at, l.Steps, studyTurns) {
		for _, d := range turn.steps {
			an.board.show(d.Events())
		}
	}
}
