// Package eval evaluates tafl positions by hand-written features: material, the king's paths to
// safety, his room and the ring around him, and the squares of the men. A LineEvaluator does the
// same for rulesets with lines.
package eval

import (
	"tafl3d/game"
	"tafl3d/game/rules"
)

// View is the result of an evaluation.
type View struct {
	Score   int // in hundredths of an attackers' man, for the side to move
	Escapes int // directions in which the king reaches a goal in one move
}

// Evaluator evaluates the positions along one line of play. It follows the moves by their deltas
// and belongs to one goroutine.
type Evaluator struct {
	*Ground
	static int // piece-square sum of the men, for the attackers, in fine parts
	king   game.Square
	lines  lines  // pieces that stop the king, the king included
	men    lines  // attackers
	line   uint64 // hash of the attackers
	memory [sieges]remembered
	region region
	scope  scope
	read   sight // lines that the king's paths depended on in the last scan
	focus  focus

	seen  []uint32 // by square: epoch of the search that visited it last
	epoch uint32
	queue []game.Square
}

func New(g *Ground) *Evaluator {
	return &Evaluator{Ground: g, seen: make([]uint32, g.squares), queue: make([]game.Square, g.squares)}
}

// Reset starts a line of play at p.
func (e *Evaluator) Reset(p *rules.Position) {
	e.static, e.lines, e.men = 0, e.walls, lines{}
	e.line = 0
	e.region.known = false
	e.focus = focus{}
	e.scope = scope{staleRank: 1<<e.size - 1, staleFile: 1<<e.size - 1}
	for s := range game.Square(e.squares) {
		if q := p.At(s); q != game.Empty {
			e.static += e.places[q][s]
			e.stand(q, s)
		}
	}
}

// Play applies a move.
func (e *Evaluator) Play(d *rules.Delta) {
	e.static += e.change(d)
	e.follow(d)
}

// Undo reverts a move.
func (e *Evaluator) Undo(d *rules.Delta) {
	e.static -= e.change(d)
	e.follow(d)
}

// toggle adds piece q on s, or removes it. Squares that are closed to the king stay closed.
func (e *Evaluator) stand(q game.Piece, s game.Square) {
	c := e.cells[s]
	e.scope.staleRank |= 1 << c.rank
	e.scope.staleFile |= 1 << c.file
	if e.gate[s] != 0 {
		e.lines.flip(c)
	}
	if e.side[q] == int8(game.Attackers) {
		e.men.flip(c)
		e.region.stale |= 1 << c.rank
		e.line ^= e.marks[s]
	}
}

func (e *Evaluator) change(d *rules.Delta) int {
	v := 0
	if m, q := d.Move(), d.Piece(); q != game.Empty {
		v = e.places[q][m.To] - e.places[q][m.From]
	}
	for i := range d.Captures() {
		s, q, _ := d.Captured(i)
		// A mover removed by the strict rule was counted on To, so both sums cancel.
		v -= e.places[q][s]
	}
	return v
}

// Score returns the evaluation of p for the side to move.
func (e *Evaluator) Score(p *rules.Position) View {
	v, escapes := e.sum(p)
	return view(p.Turn(), v, escapes)
}

// view converts a sum in fine parts for the attackers into a View for the side to move.
func view(turn game.Side, v, escapes int) View {
	v /= fine
	if turn == game.Defenders {
		v = -v
	}
	return View{Score: v, Escapes: escapes}
}

// sum evaluates p for the attackers, in fine parts. It is linear in the weights.
func (e *Evaluator) sum(p *rules.Position) (v, escapes int) {
	v = e.static + e.material(p) - e.base
	if e.king = p.King(); e.king == game.NoSquare {
		return v, 0
	}
	near := e.nearby(p)
	if e.busy {
		v += e.freedom()
	}
	return v + near.worth + e.siege() - e.crown[e.king], near.escapes
}

// paths evaluates the king's paths to safety, for the defenders.
func (e *Evaluator) ways(p *rules.Position) (worth, escapes int) {
	if e.open {
		return e.scan()
	}
	return e.run(p)
}

// material returns the material balance for the attackers.
func (e *Evaluator) material(p *rules.Position) int {
	return e.army[game.Attackers][p.Count(game.Attackers)] - e.army[game.Defenders][p.Count(game.Defenders)]
}
