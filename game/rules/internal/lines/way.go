package lines

import (
	"math/rand/v2"

	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
)

// way is a potential move of a kind of piece from a square, with its conditions on the board.
type way struct {
	move    game.Move
	over    game.Square // the square that a leap passes, otherwise Off
	onto    uint16      // pieces that may be on move.To, as bits, including the empty square
	across  uint16      // pieces that may be on over
	between core.Points // squares that must be empty
}

// compileWays lists the ways of every kind from every square.
func (g *Game) compileWays(squares int) {
	for c := 1; c < g.n; c++ {
		k := &g.Kind[c]
		k.ways = make([][]way, squares)
		for at := range game.Square(squares) {
			k.ways[at] = g.waysOf(game.Piece(c), at)
			g.most[k.side&1] = max(g.most[k.side&1], len(k.ways[at]))
		}
	}
}

// waysOf lists the ways of a kind from a square.
func (g *Game) waysOf(c game.Piece, at game.Square) (ways []way) {
	const empty = 1 << game.Empty
	k := &g.Kind[c]
	add := func(m game.Move, onto uint16, between ...game.Square) {
		w := way{move: m, over: core.Off, onto: onto, across: 1 << core.Wall, between: core.SetOf(between)}
		if !g.noRest.Has(m.To) || m.Op == game.Leap {
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
	if g.Chess != nil {
		g.chessWays(c, at, add)
	}
	for _, h := range k.hops[at] {
		add(game.Move{Op: game.Leap, From: at, To: h.to}, empty)
		w := &ways[len(ways)-1]
		w.over, w.across = h.over, k.takes|k.friends|k.higher
	}
	return ways
}

// chessWays adds the ways of chess pieces: moves of knights and pawns, and castling.
func (g *Game) chessWays(c game.Piece, at game.Square, add func(m game.Move, onto uint16, between ...game.Square)) {
	x, side := g.Chess, g.Kind[c].side&1
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
		if far := x.push[side][to]; x.home[side].Has(at) && far != game.NoSquare {
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

// unrestricted reports whether all ways that the board allows may be played now, and no other step except possibly
// the end of the move.
func unrestricted(p *Position) bool {
	s := &p.State
	return p.Chain == game.NoSquare && s.removes == 0 && s.victim == game.NoSquare && !s.huff.Any() &&
		s.inHand[p.Turn&1] == 0 && !flies(p) && p.scope() == scopeAll
}

// Random returns a random legal step with uniform probability. It returns false if there is none.
func (p *Position) Random(rng *rand.PCG, h *core.History) (game.Move, bool) {
	if p.End.Over() {
		return game.NoMove, false
	}
	legal := func(m game.Move) bool { return !p.filtered() || p.completable(m, h) }
	if unrestricted(p) {
		if m, ok := drawWay(p, rng, legal); ok {
			return m, true
		}
	}
	var buf [2 * game.MaxSquares]game.Move
	return core.DrawListed(rng, p.candidates(buf[:0]), legal)
}

// drawWay draws a piece and one of its ways until they make a legal step.
func drawWay(p *Position, rng *rand.PCG, legal func(game.Move) bool) (game.Move, bool) {
	g := p.Game
	var buf [core.Slots]game.Square
	own := p.Standing(&buf)
	most := uint(g.most[p.Turn&1])
	n := most * uint(len(own))
	all := n
	if p.State.acted > 0 {
		all++ // the end of the move
	}
	for range core.Draws {
		i := uint(core.Below(rng.Uint64(), int(all)))
		m := game.NoMove
		if i < n {
			at := own[i/most]
			ways := g.Kind[p.Cell[at&core.Slot]&core.KindMask].ways[at]
			if i %= most; i >= uint(len(ways)) || !isOpenWay(p, &ways[i]) {
				continue
			}
			m = ways[i].move
		}
		if legal(m) {
			return m, true
		}
	}
	return game.NoMove, false
}

// isOpenWay reports whether the board allows a way.
func isOpenWay(p *Position, w *way) bool {
	if w.onto>>p.Cell[w.move.To&core.Slot]&1 == 0 || w.across>>p.Cell[w.over&core.Slot]&1 == 0 {
		return false
	}
	if w.between.And(p.free()) != w.between {
		return false
	}
	if w.move.Op == game.Castle {
		return mayCastle(p, p.Game.Chess.castlingBy(w.move))
	}
	k := &p.Game.Kind[p.Cell[w.move.From&core.Slot]&core.KindMask]
	return k.higher>>(p.Cell[w.over&core.Slot]&core.KindMask)&1 == 0 ||
		ambushWorks(p, w.over, jumper{w.move.From, w.move.To, worth(p, k)})
}
