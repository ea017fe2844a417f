package rules

import "tafl3d/game"

// drops appends the drops of the pieces in hand, which come before any other
// move.
func (p *Position) drops(ms []game.Move) []game.Move {
	for c := game.Piece(1); int(c) < p.rules.line.n; c++ {
		for b := p.dropsOf(c); b.any(); {
			ms = append(ms, game.Move{Op: game.Drop, Kind: c, From: game.NoSquare, To: b.pop()})
		}
	}
	return ms
}

// dropsOf returns where the side to move may drop a piece of a kind now.
func (p *Position) dropsOf(c game.Piece) (to points) {
	g := p.rules.line
	if p.state.hand[c&kindMask] == 0 || g.kind[c&kindMask].side != p.turn || p.dropLater(c) {
		return to
	}
	return g.dropIn[c&kindMask].and(p.room())
}

// mustDrop reports whether the side to move may do nothing but drop.
func (p *Position) mustDrop() bool {
	g, s := p.rules.line, &p.state
	if s.inHand[p.turn&1] == 0 || g.set.DropsFirst {
		return s.inHand[p.turn&1] > 0
	}
	return g.prephase != game.Empty && s.hand[g.prephase] > 0 && g.kind[g.prephase].side == p.turn
}

// canDrop reports whether a piece in hand has a point to be dropped on.
func (p *Position) canDrop() bool {
	for c := game.Piece(1); int(c) < p.rules.line.n; c++ {
		if p.dropsOf(c).any() {
			return true
		}
	}
	return false
}

// dropLater reports whether a piece must wait until those of the turn before
// the first are on the board.
func (p *Position) dropLater(c game.Piece) bool {
	pre := p.rules.line.prephase
	return pre != game.Empty && c != pre && p.state.hand[pre] > 0 && p.rules.line.kind[pre].side == p.turn
}

// drop puts a piece on the board.
func (p *Position) drop(d *Delta) {
	c := d.move.Kind
	d.piece = c
	p.setHand(c, p.state.hand[c]-1)
	p.put(d.move.To, c)
	p.found(c)
	p.state.progress = true
}
