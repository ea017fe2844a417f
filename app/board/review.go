package board

import (
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/panel"
)

// GoTo shows the game at ply. The latest ply returns to the game. A study continues from there.
func (b *Board) GoTo(ply int) {
	g := b.game
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

// All is larger than the length of any game.
const All = 1 << 20

// Browse moves forward or back in the game.
func (b *Board) Browse(by int) {
	if s := b.game.Studied; s != nil {
		s.Browse(by)
		return
	}
	b.GoTo(b.game.Shown.Ply + by)
}

func (b *Board) show(events []game.Event) {
	for _, ev := range events {
		b.opt.View.Show(ev)
	}
}

// Undo takes back moves, against the computer up to the player's own move. If the computer plays both sides,
// the game is paused.
func (b *Board) Undo() {
	g := b.game
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

// Redo replays moves, against the computer up to the player's own move.
func (b *Board) Redo() {
	g := b.game
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

// Glimpse handles the hovered command: a line of the analysis is previewed while the pointer is over it. Any
// other command ends the preview.
func (an *Analyser) Glimpse(c panel.Command) {
	g := an.board.game
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
