package rules

import (
	"math/rand/v2"

	"tafl3d/game"
)

// way is a move that a kind of piece may be able to make from a square, with
// what the board must show for it.
type way struct {
	move    game.Move
	over    game.Square // whom a leap passes, otherwise off
	onto    uint16      // pieces that may stand on move.To, a bit each, the empty square among them
	across  uint16      // pieces that may stand on over
	between points      // squares that must be empty
}

// compileWays lists the ways of every kind from every square.
func (g *lineGame) compileWays(squares int) {
	for c := 1; c < g.n; c++ {
		k := &g.kind[c]
		k.ways = make([][]way, squares)
		for at := range game.Square(squares) {
			k.ways[at] = g.waysOf(game.Piece(c), at)
			g.most[k.side&1] = max(g.most[k.side&1], len(k.ways[at]))
		}
	}
}

// waysOf lists the ways of one kind from one square.
func (g *lineGame) waysOf(c game.Piece, at game.Square) (ways []way) {
	const empty = 1 << game.Empty
	k := &g.kind[c]
	add := func(m game.Move, onto uint16, between ...game.Square) {
		w := way{move: m, over: off, onto: onto, across: 1 << wall, between: setOf(between)}
		if !g.noRest.has(m.To) || m.Op == game.Leap {
			ways = append(ways, w)
		}
	}
	for _, to := range k.steps[at] {
		add(game.Move{From: at, To: to}, empty|k.prey)
	}
	for _, ray := range k.rays[at] {
		for i, to := range ray {
			add(game.Move{From: at, To: to}, empty|k.prey, ray[:i]...)
		}
	}
	if g.chess != nil {
		g.chessWays(c, at, add)
	}
	for _, h := range k.hops[at] {
		add(game.Move{Op: game.Leap, From: at, To: h.to}, empty)
		w := &ways[len(ways)-1]
		w.over, w.across = h.over, k.takes|k.friends|k.higher
	}
	return ways
}

// chessWays adds the ways that only pieces of chess have: those of knights and
// pawns, and castling.
func (g *lineGame) chessWays(c game.Piece, at game.Square, add func(m game.Move, onto uint16, between ...game.Square)) {
	x, side := g.chess, g.kind[c].side&1
	prey := x.sideBits[side.Other()&1]
	if x.isKnight>>c&1 != 0 {
		for _, to := range x.knights[at] {
			add(game.Move{From: at, To: to}, 1<<game.Empty|prey)
		}
	}
	if to := x.push[side][at]; x.isPawn>>c&1 != 0 && to != game.NoSquare {
		for _, m := range g.advance(nil, side, at, to) {
			add(m, 1<<game.Empty)
		}
		if far := x.push[side][to]; x.home[side].has(at) && far != game.NoSquare {
			for _, m := range g.advance(nil, side, at, far) {
				add(m, 1<<game.Empty, to)
			}
		}
		for _, to := range x.takes[side][at] {
			for _, m := range g.advance(nil, side, at, to) {
				add(m, prey)
			}
		}
	}
	for _, w := range x.castles {
		if w.king == at && w.pieces[0] == c {
			add(game.Move{Op: game.Castle, From: at, To: w.kingTo}, 1<<game.Empty, w.empty...)
		}
	}
}

// atLarge reports whether every way of every piece that the board allows may
// be gone now, and nothing else may be done than perhaps to end the turn.
func (p *Position) atLarge() bool {
	s := &p.state
	return p.chain == game.NoSquare && s.removes == 0 && s.victim == game.NoSquare && !s.huff.any() &&
		s.inHand[p.turn&1] == 0 && !p.flies() && p.scope() == scopeAll
}

// drawWay draws a piece and one of its ways until they make a legal step.
func (p *Position) drawWay(rng *rand.PCG, h *History) (game.Move, bool) {
	g := p.rules.line
	var buf [slots]game.Square
	own := p.standing(&buf)
	most := uint(g.most[p.turn&1])
	n := most * uint(len(own))
	all := n
	if p.state.acted > 0 {
		all++ // the end of the turn
	}
	for range draws {
		i := uint(below(rng.Uint64(), int(all)))
		m := game.NoMove
		if i < n {
			at := own[i/most]
			ways := g.kind[p.cell[at&slot]&kindMask].ways[at]
			if i %= most; i >= uint(len(ways)) || !p.isOpenWay(&ways[i]) {
				continue
			}
			m = ways[i].move
		}
		if p.passes(m, h) {
			return m, true
		}
	}
	return game.NoMove, false
}

// isOpenWay reports whether the board allows a way.
func (p *Position) isOpenWay(w *way) bool {
	if w.onto>>p.cell[w.move.To&slot]&1 == 0 || w.across>>p.cell[w.over&slot]&1 == 0 {
		return false
	}
	if w.between.and(p.free()) != w.between {
		return false
	}
	if w.move.Op == game.Castle {
		return p.mayCastle(p.rules.line.chess.castlingBy(w.move))
	}
	k := &p.rules.line.kind[p.cell[w.move.From&slot]&kindMask]
	return k.higher>>(p.cell[w.over&slot]&kindMask)&1 == 0 || p.ambushWorks(w.over, jumper{w.move.From, w.move.To, p.worth(k)})
}
