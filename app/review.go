package app

import (
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/rules"
)

// shown is a position of the game with what the panels tell about it.
type shown struct {
	ply      int
	position rules.Position
	taken    [game.Sides][]game.Kind // by each side, in order
	last     [2]game.Square          // of the last step
}

// at returns what the game looked like at ply; at the newest ply with the begun
// turn.
func (g *sitting) at(ply int) shown {
	r := g.state.Record
	v := shown{ply: ply, position: g.state.Start, last: [2]game.Square{game.NoSquare, game.NoSquare}}
	for i := 1; i <= ply; i++ {
		v.play(r.Turn(i).Steps)
	}
	if ply == r.Ply() {
		v.play(g.state.Steps)
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

// goTo shows the game as it was at ply. The newest one is the game itself.
func (a *board) goTo(ply int) {
	g := a.game
	newest := g.state.Record.Ply()
	ply = min(max(ply, 0), newest)
	if ply == g.shown.ply && g.review == (ply != newest) {
		return
	}
	a.hand.letGo()
	a.hand.empty()
	from := g.shown.ply
	g.shown, g.review = g.at(ply), ply != newest
	switch r := g.state.Record; {
	case len(g.state.Steps) > 0:
		a.opt.View.Set(g.shown.position.Setup())
	case ply == from+1:
		a.show(r.Turn(ply).Events())
	case ply == from-1:
		a.show(r.Turn(from).UndoEvents())
	default:
		a.opt.View.Set(g.shown.position.Setup())
	}
	a.hand.takeUpChain()
	a.Touch()
}

func (a *board) show(events []game.Event) {
	for _, ev := range events {
		a.opt.View.Show(ev)
	}
}

// undo takes turns back, against the computer as far as one's own turn. Where
// the computer plays both sides the game is paused, or it would go on at once.
func (a *board) undo() {
	g := a.game
	r := g.state.Record
	if len(g.state.Steps) > 0 {
		a.send(g.speaker(), match.Undo{Plies: 1})
		return
	}
	n := 1
	_, against := g.setup.alone()
	for against && n <= r.Ply() && !g.setup.here(r.Turn(r.Ply()-n+1).Side) {
		n++
	}
	if n > r.Ply() {
		a.Refuse(words.Error(match.ErrNoneBack))
		return
	}
	a.send(g.speaker(), match.Undo{Plies: n, Pause: g.setup.watched()})
}

// redo plays turns again, against the computer as far as one's own turn.
func (a *board) redo() {
	g := a.game
	r := g.state.Record
	n := 1
	_, against := g.setup.alone()
	for against && r.Ply()+n < r.Len() && g.setup.Levels[r.Turn(r.Ply()+n+1).Side] > 0 {
		n++
	}
	if r.Ply()+n > r.Len() {
		a.Refuse(words.Error(match.ErrNoneAhead))
		return
	}
	a.send(g.state.Position.Turn(), match.Redo{Plies: n, Pause: g.setup.watched()})
}
