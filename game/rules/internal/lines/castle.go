package lines

import (
	"slices"

	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
)

// castling is castling on one wing.
type castling struct {
	wing           int // 0 king's side, 1 queen's side
	king, rook     game.Square
	kingTo, rookTo game.Square
	empty          []game.Square
	pieces         [2]game.Piece // king and rook
}

// compileCastle finds king and rooks in the start position.
func (x *chessGame) compileCastle(c *compiler) {
	who := c.letters("castle", c.l.Chess.Castle)
	if len(who) == 0 {
		return
	}
	if len(who) != 2 || c.g.Kind[who[0]].side != c.g.Kind[who[1]].side {
		c.fault("castle", "a king and a rook of the same side are required")
		return
	}
	king := c.region("castle", c.l.Kinds[who[0]-1].Setup, 0).List()
	if len(king) != 1 {
		c.fault("castle", "there must be exactly one king at the start")
		return
	}
	x.castleFor = c.g.Kind[who[0]].side
	kf, kr := c.Board.FileRank(king[0])
	for _, rook := range c.region("castle", c.l.Kinds[who[1]-1].Setup, 0).List() {
		rf, rr := c.Board.FileRank(rook)
		d, wing := 1, 0
		if rf < kf {
			d, wing = -1, 1
		}
		if rr != kr || (rf-kf)*d < 3 {
			continue
		}
		way := castling{wing: wing, pieces: [2]game.Piece(who), king: king[0], rook: rook,
			kingTo: c.Board.Cell(kf+2*d, kr), rookTo: c.Board.Cell(kf+d, kr)}
		for f := kf + d; f != rf; f += d {
			way.empty = append(way.empty, c.Board.Cell(f, kr))
		}
		x.castles = append(x.castles, way)
	}
}

// castlingAtStart returns the castling rights of the start position.
func (g *Game) castlingAtStart(pieces []game.Piece) string {
	text := ""
	if g.Chess == nil {
		return text
	}
	for _, wing := range []int{0, 1} {
		for _, w := range g.Chess.castles {
			if w.wing == wing && pieces[w.king] != game.Empty && pieces[w.rook] != game.Empty {
				text += "kq"[wing : wing+1]
			}
		}
	}
	return text
}

// setCastling sets the castling rights given as a text of the letters k and q, and finds the royal pieces.
func setCastling(p *Position, text string) error {
	x := p.Game.Chess
	if x == nil {
		if text != "" && text != "-" {
			return game.Faultf("this game has no castling")
		}
		return nil
	}
	for s, c := range p.Cell[:p.Rules.Squares] {
		if k := &p.Game.Kind[c]; k.royal {
			p.State.royalAt[k.side&1] = game.Square(s)
		}
	}
	for _, letter := range text {
		i := slices.IndexFunc(x.castles, func(w castling) bool { return letter == rune("kq"[w.wing]) })
		switch {
		case letter == '-':
		case i < 0 || p.Cell[x.castles[i].king] != x.castles[i].pieces[0] ||
			p.Cell[x.castles[i].rook] != x.castles[i].pieces[1]:
			return game.Faultf("king and rook are not on their squares for %c", letter)
		default:
			setRight(p, x.castles[i].wing, true)
		}
	}
	return nil
}

func setRight(p *Position, wing int, on bool) {
	if p.State.castling[wing] != on {
		p.State.castling[wing] = on
		p.Hash ^= p.Game.castleZ[wing]
	}
}

func castlingText(p *Position) (text string) {
	for wing, on := range p.State.castling {
		if on {
			text += "kq"[wing : wing+1]
		}
	}
	return text
}

func castlings(p *Position, ms []game.Move) []game.Move {
	x := p.Game.Chess
	if p.State.castling == [2]bool{} || p.Turn != x.castleFor {
		return ms
	}
	for i := range x.castles {
		if w := &x.castles[i]; mayCastle(p, w) {
			ms = append(ms, game.Move{Op: game.Castle, From: w.king, To: w.kingTo})
		}
	}
	return ms
}

// mayCastle reports whether the board and the castling rights allow this castling.
func mayCastle(p *Position, w *castling) bool {
	if !p.State.castling[w.wing] {
		return false
	}
	for _, s := range w.empty {
		if p.Cell[s&core.Slot] != game.Empty {
			return false
		}
	}
	return !inCheck(p, p.Turn) && !attacked(p, w.rookTo, p.Turn.Other())
}

// castlingBy returns the castling with the squares of m.
func (x *chessGame) castlingBy(m game.Move) *castling {
	i := slices.IndexFunc(x.castles, func(w castling) bool { return w.king == m.From && w.kingTo == m.To })
	return &x.castles[i]
}

// castle plays a castling move.
func castle(p *Position, d *Delta) {
	m := d.Move
	d.Piece = p.Cell[m.From&core.Slot]
	w := p.Game.Chess.castlingBy(m)
	d.Rook, d.rooks = [2]game.Square{w.rook, w.rookTo}, p.Cell[w.rook&core.Slot]
	movePiece(p, m.From, m.To)
	movePiece(p, d.Rook[0], d.Rook[1])
}

// loseRights removes the castling rights whose king or rook is not on its start square.
func loseRights(p *Position) {
	for i := range p.Game.Chess.castles {
		w := &p.Game.Chess.castles[i]
		if p.State.castling[w.wing] &&
			(p.Cell[w.king&core.Slot] != w.pieces[0] || p.Cell[w.rook&core.Slot] != w.pieces[1]) {
			setRight(p, w.wing, false)
		}
	}
}

// castlers returns the squares of kings and rooks with castling rights.
func castlers(p *Position) (from core.Points) {
	for i := range p.Game.Chess.castles {
		if w := &p.Game.Chess.castles[i]; p.State.castling[w.wing] {
			from.Set(w.king)
			from.Set(w.rook)
		}
	}
	return from
}
