package yardstick

import (
	"slices"

	"tafl3d/ai/search"
	"tafl3d/game"
	"tafl3d/game/rules"
)

// NewMorris returns a yardstick for nine men's morris with limits own: the same alpha-beta search,
// moves that close a mill first, and the evaluation of Petcu and Holban ("Nine Men's Morris:
// Evaluation Functions", 2008) without its term for the last closed mill, whose removal the search
// covers.
func NewMorris(own search.Limits) *Engine { return &Engine{own: own, morris: &morris{}} }

// morris holds the tables of the nine men's morris board.
type morris struct {
	mills  [][3]game.Square
	beside [][]game.Square    // neighbours by square
	pairs  [][][2]game.Square // by square: the other two squares of each mill
}

// survey builds the tables for r.
func (o *morris) survey(r *rules.Rules) {
	b := r.Board()
	*o = morris{beside: make([][]game.Square, b.Squares()), pairs: make([][][2]game.Square, b.Squares())}
	for _, l := range b.Lines() {
		for i := range len(l.Squares) - 1 {
			x, y := l.Squares[i], l.Squares[i+1]
			o.beside[x], o.beside[y] = append(o.beside[x], y), append(o.beside[y], x)
		}
		if len(l.Squares) == 3 {
			m := [3]game.Square(l.Squares)
			o.mills = append(o.mills, m)
			for i := range m {
				o.pairs[m[i]] = append(o.pairs[m[i]], [2]game.Square{m[(i+1)%3], m[(i+2)%3]})
			}
		}
	}
}

// closes reports whether a move of the side to move closes a mill.
func (o *morris) closes(p *rules.Position, m game.Move) bool {
	own := p.Pieces(p.Turn())
	return m.To >= 0 && m.Op != game.Remove && slices.ContainsFunc(o.pairs[m.To], func(q [2]game.Square) bool {
		return own.Has(q[0]) && own.Has(q[1]) && q[0] != m.From && q[1] != m.From
	})
}

// order sorts moves that close a mill to the front.
func (o *morris) order(p *rules.Position, moves []game.Move) {
	n := 0
	for i, m := range moves {
		if o.closes(p, m) {
			moves[n], moves[i] = moves[i], moves[n]
			n++
		}
	}
}

// shape holds the features of a side.
type shape struct{ men, mills, blocked, pairs, corners, doubles int }

// judge evaluates p for the attackers.
func (o *morris) judge(p *rules.Position) int {
	a, d := o.shape(p, game.Attackers), o.shape(p, game.Defenders)
	placing := a.men+d.men > p.Count(game.Attackers)+p.Count(game.Defenders)
	flying := !placing && min(a.men, d.men) <= 3
	diff := shape{a.men - d.men, a.mills - d.mills, d.blocked - a.blocked, a.pairs - d.pairs, a.corners - d.corners,
		a.doubles - d.doubles}
	switch {
	case placing:
		return 26*diff.mills + diff.blocked + 9*diff.men + 10*diff.pairs + 7*diff.corners
	case flying:
		return 10*diff.pairs + diff.corners + 11*diff.men // else losing the fourth man would cost nothing
	}
	return 43*diff.mills + 10*diff.blocked + 11*diff.men + 8*diff.doubles
}

// shape counts the men of a side, including those in hand, and their formations: mills, open pairs,
// two pairs that share a man, and two mills that share one.
func (o *morris) shape(p *rules.Position, side game.Side) (s shape) {
	own, enemy := p.Pieces(side), p.Pieces(side.Other())
	s.men = p.Count(side) + p.Hand(1+game.Piece(side))
	for at := range game.Square(len(o.pairs)) {
		if !own.Has(at) {
			continue
		}
		if !slices.ContainsFunc(o.beside[at], func(t game.Square) bool { return !own.Has(t) && !enemy.Has(t) }) {
			s.blocked++
		}
		pairs, mills := 0, 0
		for _, q := range o.pairs[at] {
			switch x, y := own.Has(q[0]), own.Has(q[1]); {
			case x && y:
				mills++
			case x && !enemy.Has(q[1]), y && !enemy.Has(q[0]):
				pairs++
			}
		}
		s.mills, s.pairs = s.mills+mills, s.pairs+pairs
		s.corners, s.doubles = s.corners+pairs/2, s.doubles+mills/2
	}
	s.mills, s.pairs = s.mills/3, s.pairs/2
	return s
}
