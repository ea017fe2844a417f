package lines

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
)

// drops appends the drops of pieces in hand.
func drops(p *Position, ms []game.Move) []game.Move {
	for c := game.Piece(1); int(c) < p.Game.n; c++ {
		for b := dropsOf(p, c); b.Any(); {
			ms = append(ms, game.Move{Op: game.Drop, Kind: c, From: game.NoSquare, To: b.Pop()})
		}
	}
	return ms
}

// dropsOf returns the points where the side to move may drop a piece of a kind now.
func dropsOf(p *Position, c game.Piece) (to core.Points) {
	g := p.Game
	if p.State.Hand[c&core.KindMask] == 0 || g.Kind[c&core.KindMask].side != p.Turn || dropLater(p, c) {
		return to
	}
	return g.dropIn[c&core.KindMask].And(p.room())
}

// mustDrop reports whether drops are the only legal moves.
func mustDrop(p *Position) bool {
	g, s := p.Game, &p.State
	if s.inHand[p.Turn&1] == 0 || g.Set.DropsFirst {
		return s.inHand[p.Turn&1] > 0
	}
	return g.prephase != game.Empty && s.Hand[g.prephase] > 0 && g.Kind[g.prephase].side == p.Turn
}

// canDrop reports whether a piece in hand can be dropped on some point.
func canDrop(p *Position) bool {
	for c := game.Piece(1); int(c) < p.Game.n; c++ {
		if dropsOf(p, c).Any() {
			return true
		}
	}
	return false
}

// dropLater reports whether a kind cannot be dropped before the prephase is complete.
func dropLater(p *Position, c game.Piece) bool {
	pre := p.Game.prephase
	return pre != game.Empty && c != pre && p.State.Hand[pre] > 0 && p.Game.Kind[pre].side == p.Turn
}

// drop puts a piece from the hand on the board.
func drop(p *Position, d *Delta) {
	c := d.Move.Kind
	d.Piece = c
	p.setHand(c, p.State.Hand[c]-1)
	p.Put(d.Move.To, c)
	countReturn(p, c)
	p.State.Progress = true
}
