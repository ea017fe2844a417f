package rules

import (
	"errors"
	"slices"

	"tafl3d/game"
	"tafl3d/game/ruleset"
)

// chessGame is what the maharajah game has of chess: knights, pawns, check and
// castling. Steps and slides are those of every other game.
type chessGame struct {
	knights   [][]game.Square
	rays      [][]chessRay // by square
	lines     []points     // by square, those of the rays
	leaps     []points     // by square, those of the knights and of pawns that attack it
	push      [game.Sides][]game.Square
	jumps     []points                    // by square, those of the knights
	takes     [game.Sides][][]game.Square // pawn captures, by square
	hits      [game.Sides][]points        // the same
	from      [game.Sides][][]game.Square // where a pawn stands that attacks a square
	home      [game.Sides]points          // whence pawns go two squares
	last      [game.Sides]points          // where they are promoted
	promotes  []game.Piece
	slides    [3]uint16 // pieces that slide along lines of a class
	steps     [3]uint16 // pieces that step along them
	isKnight  uint16
	isPawn    uint16
	sideBits  [game.Sides]uint16
	castles   []castling
	castleFor game.Side
}

// check is whether the royal piece of the side to move is attacked, kept for
// the turn.
type check uint8

const (
	checkUnknown check = iota
	checkNone
	checkGiven
)

// chessRay is the squares met when leaving a square along a line.
type chessRay struct {
	class   int
	squares []game.Square
	set     points // the same
}

// castling is a king's move to one wing.
type castling struct {
	wing           int // 0 the king's, 1 the queen's
	king, rook     game.Square
	kingTo, rookTo game.Square
	empty          []game.Square
	pieces         [2]game.Piece // king and rook
}

// compileChess prepares the tables if any kind goes as in chess.
func (g *lineGame) compileChess(c *lineCompiler) {
	l := c.l
	goes := func(k ruleset.PieceRules) bool { return k.Replaces || k.Knight || k.Pawn }
	if !slices.ContainsFunc(l.Kinds, goes) {
		if l.Chess.Check {
			c.fault("check", "no piece takes by standing in another's place, so no royal piece is ever attacked")
		}
		return
	}
	x := &chessGame{}
	g.chess = x
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
				c.fault("promotion", "the pawn %c would become a piece of the other side", l.Kinds[i].Letter)
			}
		}
	}
	x.tables(c)
	x.compileCastle(c)
}

func (x *chessGame) tables(c *lineCompiler) {
	at := func(s game.Square, df, dr int) game.Square {
		f, r := c.board.FileRank(s)
		return c.board.Cell(f+df, r+dr)
	}
	for s := range game.Square(c.squares) {
		var jumps []game.Square
		for _, v := range [][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}} {
			if t := at(s, v[0], v[1]); t != game.NoSquare {
				jumps = append(jumps, t)
			}
		}
		x.knights, x.jumps = append(x.knights, jumps), append(x.jumps, setOf(jumps))
		x.rays = append(x.rays, raysFrom(c.board, s))
		x.lines, x.leaps = append(x.lines, points{}), append(x.leaps, setOf(jumps))
		for i := range x.rays[s] {
			ray := &x.rays[s][i]
			ray.set = setOf(ray.squares)
			x.lines[s] = x.lines[s].or(ray.set)
		}
		for side := range game.Side(game.Sides) {
			up := c.upward(side)
			x.push[side] = append(x.push[side], at(s, 0, up))
			x.takes[side] = append(x.takes[side], onBoard(at(s, -1, up), at(s, 1, up)))
			x.hits[side] = append(x.hits[side], setOf(x.takes[side][s]))
			x.from[side] = append(x.from[side], onBoard(at(s, -1, -up), at(s, 1, -up)))
			x.leaps[s] = x.leaps[s].or(setOf(x.from[side][s]))
			if at(s, 0, up) == game.NoSquare {
				x.last[side].set(s)
			}
			if back := at(s, 0, -up); back != game.NoSquare && at(back, 0, -up) == game.NoSquare {
				x.home[side].set(s)
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

// compileCastle finds king and rooks in the start placement.
func (x *chessGame) compileCastle(c *lineCompiler) {
	who := c.letters("castle", c.l.Chess.Castle)
	if len(who) == 0 {
		return
	}
	if len(who) != 2 || c.g.kind[who[0]].side != c.g.kind[who[1]].side {
		c.fault("castle", "a king and a rook of the same side are needed")
		return
	}
	king := c.region("castle", c.l.Kinds[who[0]-1].Setup, 0).list()
	if len(king) != 1 {
		c.fault("castle", "there must be one king at the start")
		return
	}
	x.castleFor = c.g.kind[who[0]].side
	kf, kr := c.board.FileRank(king[0])
	for _, rook := range c.region("castle", c.l.Kinds[who[1]-1].Setup, 0).list() {
		rf, rr := c.board.FileRank(rook)
		d, wing := 1, 0
		if rf < kf {
			d, wing = -1, 1
		}
		if rr != kr || (rf-kf)*d < 3 {
			continue
		}
		way := castling{wing: wing, pieces: [2]game.Piece(who), king: king[0], rook: rook, kingTo: c.board.Cell(kf+2*d, kr), rookTo: c.board.Cell(kf+d, kr)}
		for f := kf + d; f != rf; f += d {
			way.empty = append(way.empty, c.board.Cell(f, kr))
		}
		x.castles = append(x.castles, way)
	}
}

// castlingAtStart returns the rights of the start placement.
func (g *lineGame) castlingAtStart(pieces []game.Piece) string {
	text := ""
	if g.chess == nil {
		return text
	}
	for _, wing := range []int{0, 1} {
		for _, w := range g.chess.castles {
			if w.wing == wing && pieces[w.king] != game.Empty && pieces[w.rook] != game.Empty {
				text += "kq"[wing : wing+1]
			}
		}
	}
	return text
}

// setCastling gives the rights that a text of the letters k and q names, and
// finds the royal pieces.
func (p *Position) setCastling(text string) error {
	x := p.rules.line.chess
	if x == nil {
		if text != "" && text != "-" {
			return errors.New("there is no castling in this game")
		}
		return nil
	}
	for s, c := range p.cell[:p.rules.squares] {
		if k := &p.rules.line.kind[c]; k.royal {
			p.state.royalAt[k.side&1] = game.Square(s)
		}
	}
	for _, letter := range text {
		i := slices.IndexFunc(x.castles, func(w castling) bool { return letter == rune("kq"[w.wing]) })
		switch {
		case letter == '-':
		case i < 0 || p.cell[x.castles[i].king] != x.castles[i].pieces[0] || p.cell[x.castles[i].rook] != x.castles[i].pieces[1]:
			return errors.New("king and rook do not stand where they castle to " + string(letter))
		default:
			p.setRight(x.castles[i].wing, true)
		}
	}
	return nil
}

func (p *Position) setRight(wing int, on bool) {
	if p.state.castling[wing] != on {
		p.state.castling[wing] = on
		p.hash ^= p.rules.line.castleZ[wing]
	}
}

func (p *Position) castlingText() (text string) {
	for wing, on := range p.state.castling {
		if on {
			text += "kq"[wing : wing+1]
		}
	}
	return text
}

// chessMoves appends the moves of games in which pieces take by standing in
// another's place.
func (p *Position) chessMoves(ms []game.Move) []game.Move {
	for b := p.own(p.turn); b.any(); {
		ms = p.chessMovesOf(ms, b.pop())
	}
	return p.castlings(ms)
}

// chessMovesOf appends the moves of the piece on at but castling.
func (p *Position) chessMovesOf(ms []game.Move, at game.Square) []game.Move {
	g := p.rules.line
	c := p.cell[at&slot] & kindMask
	k := &g.kind[c]
	if g.chess.isPawn>>c&1 != 0 {
		return p.pawnMoves(ms, k, at)
	}
	for _, to := range k.steps[at] {
		ms = p.enter(ms, k.prey, at, to)
	}
	for _, ray := range k.rays[at] {
		for _, to := range ray {
			ms = p.enter(ms, k.prey, at, to)
			if p.cell[to&slot] != game.Empty {
				break
			}
		}
	}
	if g.chess.isKnight>>c&1 != 0 {
		for _, to := range g.chess.knights[at] {
			ms = p.enter(ms, g.chess.sideBits[k.side.Other()&1], at, to)
		}
	}
	return ms
}

// chessCanMove reports whether the side to move has a legal move. Where it may
// castle the rook may move as well. Moves that chessOpen can remember are tried
// first.
func (p *Position) chessCanMove() bool {
	if p.chessOpen() {
		return true
	}
	for b := p.own(p.turn); b.any(); {
		if p.opens(b.pop()) {
			return true
		}
	}
	var buf [48]game.Move
	for b := p.own(p.turn); b.any(); {
		for _, m := range p.chessMovesOf(buf[:0], b.pop()) {
			if !p.rules.line.set.Chess.Check || !p.exposesRoyal(m) {
				return true
			}
		}
	}
	return false
}

// opens looks for a step or a knight's move of the piece on at to an empty
// square, or a single one of a pawn, and remembers it.
func (p *Position) opens(at game.Square) bool {
	x, c := p.rules.line.chess, p.cell[at&slot]
	to := p.rules.line.kind[c&kindMask].near[at]
	if x.isKnight>>c&1 != 0 {
		to = to.or(x.jumps[at])
	}
	if s := x.push[p.turn&1][at]; x.isPawn>>c&1 != 0 && s != game.NoSquare {
		to.set(s)
	}
	for b := to.and(p.room()); b.any(); {
		p.open[p.turn&1] = game.Move{From: at, To: b.pop()}
		if p.chessOpen() {
			return true
		}
	}
	return false
}

// chessOpen reports whether the move that was open last to the side to move
// still is, and goes to an empty square next to it or as knights and pawns go.
func (p *Position) chessOpen() bool {
	m := p.open[p.turn&1]
	return (p.stepsOn(m) || p.jumpsOn(m)) && !(p.rules.line.set.Chess.Check && p.exposesRoyal(m))
}

// jumpsOn reports whether m is a knight's move to an empty square, or a pawn's
// single one.
func (p *Position) jumpsOn(m game.Move) bool {
	x, side, c := p.rules.line.chess, p.turn&1, p.cell[m.From&slot]
	if p.rules.of[side]>>(c&31)&1 == 0 || p.cell[m.To&slot] != game.Empty {
		return false
	}
	return x.isPawn>>c&1 != 0 && x.push[side][m.From] == m.To || x.isKnight>>c&1 != 0 && x.jumps[m.From].has(m.To)
}

// stepsOn reports whether m is a step of the side to move to an empty
// neighbour.
func (p *Position) stepsOn(m game.Move) bool {
	c := p.cell[m.From&slot]
	return p.rules.of[p.turn&1]>>(c&31)&1 != 0 && p.cell[m.To&slot] == game.Empty && p.rules.line.kind[c&kindMask].near[m.From].has(m.To)
}

// enter appends a move to a square that is empty or holds prey.
func (p *Position) enter(ms []game.Move, prey uint16, at, to game.Square) []game.Move {
	if c := p.cell[to&slot]; (c == game.Empty || prey>>c&1 != 0) && !p.rules.line.noRest.has(to) {
		ms = append(ms, game.Move{From: at, To: to})
	}
	return ms
}

func (p *Position) pawnMoves(ms []game.Move, k *lineKind, at game.Square) []game.Move {
	x, side := p.rules.line.chess, k.side&1
	if to := x.push[side][at]; to != game.NoSquare && p.cell[to&slot] == game.Empty {
		ms = p.rules.line.advance(ms, side, at, to)
		if x.home[side].has(at) {
			if to = x.push[side][to]; to != game.NoSquare && p.cell[to&slot] == game.Empty {
				ms = p.rules.line.advance(ms, side, at, to)
			}
		}
	}
	for _, to := range x.takes[side][at] {
		if x.sideBits[side.Other()&1]>>p.cell[to&slot]&1 != 0 {
			ms = p.rules.line.advance(ms, side, at, to)
		}
	}
	return ms
}

// advance appends a pawn's move, once for each piece it may become.
func (g *lineGame) advance(ms []game.Move, side game.Side, at, to game.Square) []game.Move {
	x := g.chess
	if g.noRest.has(to) {
		return ms
	}
	if len(x.promotes) == 0 || !x.last[side].has(to) {
		return append(ms, game.Move{From: at, To: to})
	}
	for _, c := range x.promotes {
		ms = append(ms, game.Move{Kind: c, From: at, To: to})
	}
	return ms
}

func (p *Position) castlings(ms []game.Move) []game.Move {
	x := p.rules.line.chess
	if p.state.castling == [2]bool{} || p.turn != x.castleFor {
		return ms
	}
	for i := range x.castles {
		if w := &x.castles[i]; p.mayCastle(w) {
			ms = append(ms, game.Move{Op: game.Castle, From: w.king, To: w.kingTo})
		}
	}
	return ms
}

// mayCastle reports whether the board and the rights allow a castling of the
// side to move.
func (p *Position) mayCastle(w *castling) bool {
	if !p.state.castling[w.wing] {
		return false
	}
	for _, s := range w.empty {
		if p.cell[s&slot] != game.Empty {
			return false
		}
	}
	return !p.inCheck(p.turn) && !p.attacked(w.rookTo, p.turn.Other())
}

// castlingBy returns the castling that a move is.
func (x *chessGame) castlingBy(m game.Move) *castling {
	i := slices.IndexFunc(x.castles, func(w castling) bool { return w.king == m.From && w.kingTo == m.To })
	return &x.castles[i]
}

// castle makes a castling move.
func (p *Position) castle(d *Delta) {
	m := d.move
	d.piece = p.cell[m.From&slot]
	w := p.rules.line.chess.castlingBy(m)
	d.rook, d.rooks = [2]game.Square{w.rook, w.rookTo}, p.cell[w.rook&slot]
	p.carry(m.From, m.To)
	p.carry(d.rook[0], d.rook[1])
}

// chessStep does what follows a pawn's move in chess.
func (p *Position) chessStep(d *Delta) {
	g, s, m := p.rules.line, &p.state, d.move
	if g.chess.isPawn>>d.piece&1 != 0 {
		s.progress = true
		if m.Kind != game.Empty {
			p.promote(d, m.To, m.Kind)
		}
	}
}

// loseRights takes the rights whose king or rook is not where it was.
func (p *Position) loseRights() {
	for i := range p.rules.line.chess.castles {
		w := &p.rules.line.chess.castles[i]
		if p.state.castling[w.wing] && (p.cell[w.king&slot] != w.pieces[0] || p.cell[w.rook&slot] != w.pieces[1]) {
			p.setRight(w.wing, false)
		}
	}
}

// attacked reports whether a side could take a piece on at.
func (p *Position) attacked(at game.Square, by game.Side) bool {
	x := p.rules.line.chess
	bits, enemy := x.sideBits[by&1], p.own(by)
	near := x.leaps[at].and(enemy).any()
	if !near && !x.lines[at].and(enemy).any() {
		return false
	}
	for i := range x.rays[at] {
		ray := &x.rays[at][i]
		if !ray.set.and(enemy).any() {
			continue
		}
		movers := x.steps[ray.class] & bits
		for _, s := range ray.squares {
			if c := p.cell[s&slot]; c != game.Empty {
				if movers>>c&1 != 0 {
					return true
				}
				break
			}
			movers = x.slides[ray.class] & bits
		}
	}
	if !near {
		return false
	}
	for _, s := range x.knights[at] {
		if (x.isKnight&bits)>>p.cell[s&slot]&1 != 0 {
			return true
		}
	}
	for _, s := range x.from[by&1][at] {
		if (x.isPawn&bits)>>p.cell[s&slot]&1 != 0 {
			return true
		}
	}
	return false
}

// inCheck reports whether the royal piece of a side is attacked.
func (p *Position) inCheck(side game.Side) bool {
	return p.state.royals[side&1] > 0 && p.attacked(p.state.royalAt[side&1], side.Other())
}

// inCheckNow is inCheck of the side to move, kept for the turn.
func (p *Position) inCheckNow() bool {
	s := &p.state
	if s.check == checkUnknown {
		s.check = checkNone
		if p.inCheck(p.turn) {
			s.check = checkGiven
		}
	}
	return s.check == checkGiven
}

// exposesRoyal reports whether m leaves the mover's royal piece under attack.
func (p *Position) exposesRoyal(m game.Move) bool {
	side := p.turn
	if m.Op == game.Step && p.rules.line.set.Sweep == ruleset.Nobody {
		return p.stepExposes(m, side)
	}
	var d Delta
	p.linePlay(m, &d)
	bad := p.state.royals[side.Other()&1] > 0 && p.inCheck(side)
	p.lineUndo(&d)
	return bad
}

// stepExposes is exposesRoyal for a step, which changes two squares only.
func (p *Position) stepExposes(m game.Move, side game.Side) bool {
	g, s := p.rules.line, &p.state
	c, prey := p.cell[m.From&slot], p.cell[m.To&slot]
	if prey != game.Empty && g.kind[prey&kindMask].royal {
		return false // it takes the other royal piece
	}
	at := s.royalAt[side&1]
	if g.kind[c&kindMask].royal {
		at = m.To
	} else if !s.busy && !g.chess.lines[at].has(m.From) && !p.inCheckNow() {
		return false // it opens no line
	}
	p.cell[m.From&slot], p.cell[m.To&slot] = game.Empty, c
	bad := p.attacked(at, side.Other())
	p.cell[m.From&slot], p.cell[m.To&slot] = c, prey
	return bad
}
