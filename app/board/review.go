package board

import (
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/rules"
	"tafl3d/panel"
)

// shown is a position of the game with what the panels tell about it.
type shown struct {
	Ply      int
	position rules.Position
	taken    [game.Sides][]game.Kind // by each side, in order
	last     [2]game.Square          // of the last step
}

// At returns what the game looked like at ply; at the newest ply with the begun
// turn.
func (g *Game) At(ply int) shown {
	r := g.State.Record
	v := shown{Ply: ply, position: g.State.Start, last: [2]game.Square{game.NoSquare, game.NoSquare}}
	for i := 1; i <= ply; i++ {
		v.play(r.Turn(i).Steps)
	}
	if ply == r.Ply() {
		v.play(g.State.Steps)
	}
	return v
}

// play adds steps.
func (v *shown) play(steps []rules.Delta) {
	kinds := v.position.Rules().Kinds()
	for i := range steps {
		d := steps[i]
		for j := range d.Captures() {
			_, p, _ := d.Captured(j)
			by := kinds[p].Side.Other()
			v.taken[by] = append(v.taken[by], kinds[p])
		}
		m := d.Move()
		if m.Op != game.End {
			v.last = [2]game.Square{m.From, m.To}
		}
		v.position.Play(m, &d)
	}
}

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
	b.Glimpse(panel.Command{})
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
	b.Touch()
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
		b.Refuse(words.Error(match.ErrNoneBack))
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
		b.Refuse(words.Error(match.ErrNoneAhead))
		return
	}
	b.Send(g.State.Position.Turn(), match.Redo{Plies: n, Pause: g.Setup.Watched()})
}
