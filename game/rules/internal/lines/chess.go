package lines

import (
	"slices"

	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/ruleset"
)

// chessGame holds the elements of chess in the maharajah game: knights, pawns, check and castling. Steps and slides
// are those of all games.
type chessGame struct {
	knights   [][]game.Square
	rays      [][]chessRay  // by square
	lines     []core.Points // by square, the union of its rays
	leaps     []core.Points // by square, the squares of knights and pawns that attack it
	push      [game.Sides][]game.Square
	jumps     []core.Points               // by square, the targets of knights
	takes     [game.Sides][][]game.Square // pawn captures, by square
	hits      [game.Sides][]core.Points   // the same as sets
	from      [game.Sides][][]game.Square // squares from which a pawn attacks a square
	home      [game.Sides]core.Points     // squares from which pawns may move two squares
	last      [game.Sides]core.Points     // squares where pawns are promoted
	promotes  []game.Piece
	slides    [3]uint16 // pieces that slide along lines of a class
	steps     [3]uint16 // pieces that step along lines of a class
	isKnight  uint16
	isPawn    uint16
	sideBits  [game.Sides]uint16
	castles   []castling
	castleFor game.Side
}

// check is the cached answer whether the royal piece of the side to move is attacked.
type check uint8

const (
	checkUnknown check = iota
	checkNone
	checkGiven
)

// chessRay lists the squares along a line from a square.
type chessRay struct {
	class   int
	squares []game.Square
	set     core.Points // the same as a set
}

// compileChess builds the tables if any kind moves as in chess.
func (g *Game) compileChess(c *compiler) {
	l := c.l
	goes := func(k ruleset.PieceRules) bool { return k.Replaces || k.Knight || k.Pawn }
	if !slices.ContainsFunc(l.Kinds, goes) {
		if l.Chess.Check {
			c.fault("check", "no piece captures by moving onto another, so a royal piece is never attacked")
		}
		return
	}
	x := &chessGame{}
	g.Chess = x
	x.promotes = c.letters("promotion", l.Chess.Promote)
	for i, k := range l.Kinds {
		bit := uint16(1) << (i + 1)
		x.sideBits[k.Side] |= bit
		for class := range x.slides {
			if k.Replaces && k.StepLines>>class&1 != 0 {
				x.steps[class] |= bit
				if k.StepRange == ruleset.RangeAny {
					x.slides[class] |= bit
				}
			}
		}
		if k.Knight {
			x.isKnight |= bit
		}
		if k.Pawn {
			x.isPawn |= bit
		}
	}
	for _, p := range x.promotes {
		for i, k := range l.Kinds {
			if k.Pawn && k.Side != l.Kinds[p-1].Side {
				c.fault("promotion", "pawn %c would become a piece of the other side", l.Kinds[i].Letter)
			}
		}
	}
	x.tables(c)
	x.compileCastle(c)
}

func (x *chessGame) tables(c *compiler) {
	at := func(s game.Square, df, dr int) game.Square {
		f, r := c.Board.FileRank(s)
		return c.Board.Cell(f+df, r+dr)
	}
	for s := range game.Square(c.Squares) {
		var jumps []game.Square
		for _, v := range [][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}} {
			if t := at(s, v[0], v[1]); t != game.NoSquare {
				jumps = append(jumps, t)
			}
		}
		x.knights, x.jumps = append(x.knights, jumps), append(x.jumps, core.SetOf(jumps))
		x.rays = append(x.rays, raysFrom(c.Board, s))
		x.lines, x.leaps = append(x.lines, core.Points{}), append(x.leaps, core.SetOf(jumps))
		for i := range x.rays[s] {
			ray := &x.rays[s][i]
			ray.set = core.SetOf(ray.squares)
			x.lines[s] = x.lines[s].Or(ray.set)
		}
		for side := range game.Side(game.Sides) {
			up := c.upward(side)
			x.push[side] = append(x.push[side], at(s, 0, up))
			x.takes[side] = append(x.takes[side], onBoard(at(s, -1, up), at(s, 1, up)))
			x.hits[side] = append(x.hits[side], core.SetOf(x.takes[side][s]))
			x.from[side] = append(x.from[side], onBoard(at(s, -1, -up), at(s, 1, -up)))
			x.leaps[s] = x.leaps[s].Or(core.SetOf(x.from[side][s]))
			if at(s, 0, up) == game.NoSquare {
				x.last[side].Set(s)
			}
			if back := at(s, 0, -up); back != game.NoSquare && at(back, 0, -up) == game.NoSquare {
				x.home[side].Set(s)
			}
		}
	}
}

func onBoard(list ...game.Square) []game.Square {
	return slices.DeleteFunc(list, func(s game.Square) bool { return s == game.NoSquare })
}

// raysFrom lists the rays from a square along every line of the board.
func raysFrom(b *game.Board, s game.Square) (rays []chessRay) {
	for _, line := range b.Lines() {
		i := slices.Index(line.Squares, s)
		if i < 0 {
			continue
		}
		class := slices.Index([]game.Class{game.Main, game.Diagonal, game.Unmarked}, line.Class)
		if i+1 < len(line.Squares) {
			rays = append(rays, chessRay{class: class, squares: line.Squares[i+1:]})
		}
		if back := slices.Clone(line.Squares[:i]); len(back) > 0 {
			slices.Reverse(back)
			rays = append(rays, chessRay{class: class, squares: back})
		}
	}
	return rays
}

// chessMoves appends the moves of games in which pieces capture by replacement.
func chessMoves(p *Position, ms []game.Move) []game.Move {
	for b := p.Own(p.Turn); b.Any(); {
		ms = chessMovesOf(p, ms, b.Pop())
	}
	return castlings(p, ms)
}

// chessMovesOf appends the moves of the piece on at, except castling.
func chessMovesOf(p *Position, ms []game.Move, at game.Square) []game.Move {
	g := p.Game
	c := p.Cell[at&core.Slot] & core.KindMask
	k := &g.Kind[c]
	if g.Chess.isPawn>>c&1 != 0 {
		return pawnMoves(p, ms, k, at)
	}
	for _, to := range k.steps[at] {
		ms = enter(p, ms, k.prey, at, to)
	}
	for _, ray := range k.rays[at] {
		for _, to := range ray {
			ms = enter(p, ms, k.prey, at, to)
			if p.Cell[to&core.Slot] != game.Empty {
				break
			}
		}
	}
	if g.Chess.isKnight>>c&1 != 0 {
		for _, to := range g.Chess.knights[at] {
			ms = enter(p, ms, g.Chess.sideBits[k.side.Other()&1], at, to)
		}
	}
	return ms
}

// chessCanMove reports whether the side to move has a legal move. Castling need not be considered, because the rook
// can then move as well. Moves that chessOpen can remember are tried first.
func chessCanMove(p *Position) bool {
	if chessOpen(p) {
		return true
	}
	for b := p.Own(p.Turn); b.Any(); {
		if opens(p, b.Pop()) {
			return true
		}
	}
	var buf [48]game.Move
	for b := p.Own(p.Turn); b.Any(); {
		for _, m := range chessMovesOf(p, buf[:0], b.Pop()) {
			if !p.Game.Set.Chess.Check || !exposesRoyal(p, m) {
				return true
			}
		}
	}
	return false
}

// opens looks for a step, a knight's move or a pawn's single step of the piece on at to an empty square, and
// remembers it.
func opens(p *Position, at game.Square) bool {
	x, c := p.Game.Chess, p.Cell[at&core.Slot]
	to := p.Game.Kind[c&core.KindMask].near[at]
	if x.isKnight>>c&1 != 0 {
		to = to.Or(x.jumps[at])
	}
	if s := x.push[p.Turn&1][at]; x.isPawn>>c&1 != 0 && s != game.NoSquare {
		to.Set(s)
	}
	for b := to.And(p.room()); b.Any(); {
		p.Open[p.Turn&1] = game.Move{From: at, To: b.Pop()}
		if chessOpen(p) {
			return true
		}
	}
	return false
}

// chessOpen reports whether the remembered move of the side to move is still possible: to an empty neighbour, or as a
// knight or pawn moves.
func chessOpen(p *Position) bool {
	m := p.Open[p.Turn&1]
	return (stepsOn(p, m) || jumpsOn(p, m)) && !(p.Game.Set.Chess.Check && exposesRoyal(p, m))
}

// jumpsOn reports whether m is a knight's move to an empty square, or a pawn's single step.
func jumpsOn(p *Position, m game.Move) bool {
	x, side, c := p.Game.Chess, p.Turn&1, p.Cell[m.From&core.Slot]
	if p.Rules.Of[side]>>(c&31)&1 == 0 || p.Cell[m.To&core.Slot] != game.Empty {
		return false
	}
	return x.isPawn>>c&1 != 0 && x.push[side][m.From] == m.To || x.isKnight>>c&1 != 0 && x.jumps[m.From].Has(m.To)
}

// enter appends a move to a square that is empty or contains a piece of prey.
func enter(p *Position, ms []game.Move, prey uint16, at, to game.Square) []game.Move {
	if c := p.Cell[to&core.Slot]; (c == game.Empty || prey>>c&1 != 0) && !p.Game.noRest.Has(to) {
		ms = append(ms, game.Move{From: at, To: to})
	}
	return ms
}

func pawnMoves(p *Position, ms []game.Move, k *kind, at game.Square) []game.Move {
	x, side := p.Game.Chess, k.side&1
	if to := x.push[side][at]; to != game.NoSquare && p.Cell[to&core.Slot] == game.Empty {
		ms = p.Game.advance(ms, side, at, to)
		if x.home[side].Has(at) {
			if to = x.push[side][to]; to != game.NoSquare && p.Cell[to&core.Slot] == game.Empty {
				ms = p.Game.advance(ms, side, at, to)
			}
		}
	}
	for _, to := range x.takes[side][at] {
		if x.sideBits[side.Other()&1]>>p.Cell[to&core.Slot]&1 != 0 {
			ms = p.Game.advance(ms, side, at, to)
		}
	}
	return ms
}

// advance appends a pawn's move, once for each possible promotion.
func (g *Game) advance(ms []game.Move, side game.Side, at, to game.Square) []game.Move {
	x := g.Chess
	if g.noRest.Has(to) {
		return ms
	}
	if len(x.promotes) == 0 || !x.last[side].Has(to) {
		return append(ms, game.Move{From: at, To: to})
	}
	for _, c := range x.promotes {
		ms = append(ms, game.Move{Kind: c, From: at, To: to})
	}
	return ms
}

// chessStep updates the state after a pawn's move.
func chessStep(p *Position, d *Delta) {
	g, s, m := p.Game, &p.State, d.Move
	if g.Chess.isPawn>>d.Piece&1 != 0 {
		s.Progress = true
		if m.Kind != game.Empty {
			p.promote(d, m.To, m.Kind)
		}
	}
}
