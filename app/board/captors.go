package board

import (
	"slices"
	"strings"

	"tafl3d/app/shell"
	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/panel"
)

// capture is a capture by one means, with the squares that made it.
type capture struct {
	at      []game.Square // one square, or a whole row or group
	royal   bool          // includes a king
	by      game.Means
	captors []captor
}

// captor is a square that took part in a capture.
type captor struct {
	at    game.Square // NoSquare: the edge of the board
	empty bool        // an empty hostile square, such as a throne or corner, instead of a piece
}

// captures returns the captures of the shown move.
func (g *Game) captures() []capture { return captures(g.Shown.position, g.lastSteps()) }

// captures returns the captures of the steps that led to p.
func captures(p rules.Position, steps []rules.Delta) (list []capture) {
	after := make([]rules.Position, len(steps))
	for i, d := range slices.Backward(steps) {
		after[i] = p
		p.Undo(&d)
	}
	mover := game.NoSquare
	for i := range steps {
		d := &steps[i]
		if m := d.Move(); m.Op != game.Remove && m.Op != game.End {
			mover = m.To
		}
		list = append(list, capturesOf(&after[i], d, mover)...)
	}
	return list
}

// capturesOf returns the captures of a step. mover is the square of the moved piece and p the position after
// the step. The pieces of a shield wall or a surrounded group form one capture.
func capturesOf(p *rules.Position, d *rules.Delta, mover game.Square) (list []capture) {
	kinds := p.Rules().Kinds()
	for j := range d.Captures() {
		at, piece, by := d.Captured(j)
		n := len(list) - 1
		if n < 0 || list[n].by != by || by != game.ByShieldwall && by != game.ByGroup {
			list, n = append(list, capture{by: by}), n+1
		}
		list[n].at = append(list[n].at, at)
		list[n].royal = list[n].royal || kinds[piece].Royal
	}
	for i := range list {
		_, piece, _ := d.Captured(0)
		list[i].captors = captorsOf(p, d, &list[i], kinds[piece].Side.Other(), mover)
	}
	return list
}

// captorsOf returns the squares that made a capture by a side.
func captorsOf(p *rules.Position, d *rules.Delta, c *capture, side game.Side, mover game.Square) []captor {
	at := c.at[0]
	switch c.by {
	case game.ByLeap, game.ByJump, game.ByAmbush:
		return []captor{{at: d.Move().From}, {at: d.Move().To}}
	case game.ByPlace:
		return []captor{{at: mover}}
	case game.ByMill:
		return standing(mills(p, mover, side))
	case game.ByShieldwall:
		return adjacent(p, withKing(p, c.at, side.Other()), side)
	case game.ByGroup:
		return adjacent(p, c.at, side)
	case game.ByEnclosure, game.ByImmobilisation:
		return sides(p, at)
	case game.ByStrictCustody:
		return between(p, at, side)
	case game.ByCustody, game.ByCommander, game.ByLinnaeus:
		return []captor{{at: mover}, captorAt(p, beyond(p.Rules().Board(), at, mover))}
	}
	return nil
}

func standing(squares []game.Square) (list []captor) {
	for _, s := range squares {
		list = append(list, captor{at: s})
	}
	return list
}

// captorAt returns a square, or the edge, as a captor.
func captorAt(p *rules.Position, s game.Square) captor {
	return captor{at: s, empty: s != game.NoSquare && p.At(s) == game.Empty}
}

// beyond returns the square opposite to from, as seen from the adjacent square at; NoSquare beyond the edge.
func beyond(b *game.Board, at, from game.Square) game.Square {
	for d := range game.GridDirs {
		if b.Next(at, d) == from {
			return b.Next(at, d.Opposite())
		}
	}
	return game.NoSquare
}

// sides returns all neighbours of a square, with the edge at most once.
func sides(p *rules.Position, at game.Square) (list []captor) {
	for d := range game.GridDirs {
		if c := captorAt(p, p.Rules().Board().Next(at, d)); !slices.Contains(list, c) {
			list = append(list, c)
		}
	}
	return list
}

// between returns the two opposite neighbours of a square that are pieces of a side, or are empty.
func between(p *rules.Position, at game.Square, side game.Side) (list []captor) {
	b := p.Rules().Board()
	holds := func(s game.Square) bool {
		return s != game.NoSquare && (hasPiece(p, s, side) || hostile(p.Rules(), s) && p.At(s) == game.Empty)
	}
	for d := range game.GridDirs / 2 {
		one, two := b.Next(at, d), b.Next(at, d.Opposite())
		if holds(one) && holds(two) {
			return []captor{captorAt(p, one), captorAt(p, two)}
		}
	}
	return nil
}

// hostile reports whether a square is a throne, a corner or a camp.
func hostile(r *rules.Rules, s game.Square) bool {
	camps := slices.Concat(r.Camps()...)
	return slices.Contains(r.Throne(), s) || slices.Contains(r.Corners(), s) || slices.Contains(camps, s)
}

// withKing adds the king to the captured squares if it is in the same row.
func withKing(p *rules.Position, row []game.Square, side game.Side) []game.Square {
	king := p.King()
	near := func(s game.Square) bool { return slices.Contains(around(p.Rules().Board(), s), king) }
	if side == game.Defenders && king != game.NoSquare && slices.ContainsFunc(row, near) {
		return append(slices.Clone(row), king)
	}
	return row
}

// adjacent returns the pieces of a side next to some squares, and the empty corners.
func adjacent(p *rules.Position, squares []game.Square, side game.Side) (list []captor) {
	r := p.Rules()
	for _, at := range squares {
		for _, s := range around(r.Board(), at) {
			c := captorAt(p, s)
			if (hasPiece(p, s, side) || c.empty && slices.Contains(r.Corners(), s)) && !slices.Contains(list, c) {
				list = append(list, c)
			}
		}
	}
	return list
}

// squaresOf returns the squares of captures and of their captors.
func squaresOf(list []capture) (squares []game.Square) {
	for _, c := range list {
		for _, s := range c.at {
			squares = shell.With(squares, s)
		}
		for _, by := range c.captors {
			if by.at != game.NoSquare {
				squares = shell.With(squares, by.at)
			}
		}
	}
	return squares
}

// royalCapture returns the squares of the king's capture by the last move.
func (g *Game) royalCapture() []game.Square {
	r := g.State.Record
	list := captures(g.State.Position, r.Turn(r.Ply()).Steps)
	return squaresOf(slices.DeleteFunc(list, func(c capture) bool { return !c.royal }))
}

// spared returns the rule by which the shown move did not capture a king between the moved piece and a
// hostile square.
func (g *Game) spared() (why rules.Spared, pair [2]captor) {
	steps := g.lastSteps()
	if len(steps) == 0 || g.State.Outcome.Over() && !g.review {
		return rules.NotSpared, pair
	}
	p := &g.Shown.position
	m := steps[len(steps)-1].Move()
	why, beyond := p.KingSpared(m.To)
	return why, [2]captor{{at: m.To}, captorAt(p, beyond)}
}

// tellReason explains a means of capture, or a spared king, at its first occurrence, and marks the squares.
// The status shows it after every move.
func (e *explainer) tellReason() {
	g := e.board.game
	list := g.captures()
	fresh := false
	for _, c := range list {
		fresh = fresh || !e.board.told[c.by]
		e.board.told[c.by] = true
	}
	if why, _ := g.spared(); why != rules.NotSpared && !e.board.toldSpared[why] {
		fresh, e.board.toldSpared[why] = true, true
	}
	if fresh {
		e.board.Hand.Captors = g.reasonSquares()
		e.board.shell.Say(strings.Join(textReasons(g), " "), panel.Plain)
	}
}

// reasonSquares returns the squares of the shown move's captures or of the spared king.
func (g *Game) reasonSquares() []game.Square {
	squares := squaresOf(g.captures())
	if why, pair := g.spared(); why != rules.NotSpared {
		squares = append(squares, g.Shown.position.King(), pair[0].at, pair[1].at)
	}
	return squares
}

// reasonNotes returns the reasons of the shown move, valid until the next move. A click marks the squares.
func (g *Game) reasonNotes() (notes []panel.Note) {
	for _, text := range textReasons(g) {
		notes = append(notes, panel.Note{Text: text, Tip: "Show on board", Do: panel.Command{ID: "why"}})
	}
	return notes
}
