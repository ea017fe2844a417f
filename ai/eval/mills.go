package eval

import (
	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
)

// millRates are the weights of games with mills, by phase of a side: placing, moving, flying.
type millRates struct {
	rows                       [4][]int // by men on a line
	ready, double, step, stuck []int
}

// mills evaluates the lines that can hold mills.
type mills struct {
	rate       millRates
	lines      [][3]game.Square
	neighbours []game.Bitboard // by square: the points that a man steps to
	all        game.Bitboard
	fly        int // a side with this many men and none in hand moves anywhere
	hand       [game.Sides][]game.Piece
}

// newMills lists the lines of three that can hold mills; nil if the game has none.
func newMills(r *rules.Rules, set *ruleset.LineRules, rate millRates) *mills {
	b := r.Board()
	m := &mills{rate: rate, neighbours: make([]game.Bitboard, b.Squares()), fly: set.Fly}
	for _, l := range b.Lines() {
		for i := range len(l.Squares) - 1 {
			x, y := l.Squares[i], l.Squares[i+1]
			m.neighbours[x].Set(y)
			m.neighbours[y].Set(x)
		}
		if set.Mill.Lines&l.Class != 0 && len(l.Squares) == 3 {
			m.lines = append(m.lines, [3]game.Square(l.Squares))
		}
	}
	if len(m.lines) == 0 {
		return nil
	}
	for s := range game.Square(b.Squares()) {
		m.all.Set(s)
	}
	for i := range set.Kinds {
		side := set.Kinds[i].Side
		m.hand[side] = append(m.hand[side], game.Piece(i+1))
	}
	return m
}

// Phases of a side.
const (
	placing = iota
	moving
	flying
)

func (m *mills) phase(p *rules.Position, side game.Side) int {
	for _, q := range m.hand[side] {
		if p.Hand(q) > 0 {
			return placing
		}
	}
	if p.Count(side) <= m.fly {
		return flying
	}
	return moving
}

// evaluate sums the value of the lines and the mobility of a side.
func (m *mills) evaluate(p *rules.Position, side game.Side) (v int) {
	own, enemy := p.Pieces(side), p.Pieces(side.Other())
	empty, ph := m.all.AndNot(own.Or(enemy)), m.phase(p, side)
	var closed game.Bitboard
	for i := range m.lines {
		if l := &m.lines[i]; own.Has(l[0]) && own.Has(l[1]) && own.Has(l[2]) {
			closed.Set(l[0])
			closed.Set(l[1])
			closed.Set(l[2])
		}
	}
	for i := range m.lines {
		v += m.line(&m.lines[i], own, enemy, closed, ph)
	}
	for b := own; b.Any(); {
		n := m.neighbours[b.Pop()].And(empty).Len()
		if v += m.rate.step[ph] * n; n == 0 {
			v -= m.rate.stuck[ph]
		}
	}
	return v
}

// line evaluates one line in a phase; closed are the men of the side that are part of mills.
func (m *mills) line(l *[3]game.Square, own, enemy, closed game.Bitboard, ph int) (v int) {
	n, gap := 0, game.NoSquare
	for _, s := range l {
		switch {
		case enemy.Has(s):
			return 0
		case own.Has(s):
			n++
		default:
			gap = s
		}
	}
	if n == 0 {
		return 0
	}
	if v = m.rate.rows[n][ph]; n != 2 {
		return v
	}
	third := m.neighbours[gap].And(own)
	if ph == flying {
		third = own
	}
	for _, s := range l {
		third.Clear(s)
	}
	if third.Any() {
		v += m.rate.ready[ph]
	}
	if third.And(closed).Any() {
		v += m.rate.double[ph]
	}
	return v
}
