package rules

import "tafl3d/game"

// drops appends the drops of the pieces in hand, which come before any other
// move.
func (p *Position) drops(ms []game.Move) []game.Move {
	g, s := p.rules.line, &p.state
	for c := game.Piece(1); int(c) < g.n; c++ {
		if s.hand[c] == 0 || g.kind[c].side != p.turn || p.dropLater(c) {
			continue
		}
		in := g.dropIn[c]
		for at := range game.Square(p.rules.squares) {
			if p.cell[at&slot] == game.Empty && in.has(at) && !g.noRest.has(at) {
				ms = append(ms, game.Move{Op: game.Drop, Kind: c, From: game.NoSquare, To: at})
			}
		}
	}
	return ms
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
	g := p.rules.line
	if g.prephase == game.Empty && !g.noRest.any() {
		return int(p.count[0]+p.count[1]) < p.rules.squares
	}
	var buf [256]game.Move
	return len(p.drops(buf[:0])) > 0
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
