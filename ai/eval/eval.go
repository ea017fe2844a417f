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
	*Geometry
	static        int // piece-square sum of the men, for the attackers, in fine parts
	king          game.Square
	lines         lines  // pieces that stop the king, the king included
	attackers     lines  // attackers
	attackersHash uint64 // hash of the attackers
	siegeCache    [siegeCacheSize]siegeEntry
	region        region
	mobilityCache mobilityCache
	sight         sight // lines that the king's paths depended on in the last scan
	lazy          lazyState

	seen  []uint32 // by square: epoch of the search that visited it last
	epoch uint32
	queue []game.Square
}

func New(g *Geometry) *Evaluator {
	return &Evaluator{Geometry: g, seen: make([]uint32, g.squares), queue: make([]game.Square, g.squares)}
}

// Reset starts a line of play at p.
func (e *Evaluator) Reset(p *rules.Position) {
	e.static, e.lines, e.attackers = 0, e.walls, lines{}
	e.attackersHash = 0
	e.region.known = false
	e.lazy = lazyState{}
	e.mobilityCache = mobilityCache{staleRank: 1<<e.size - 1, staleFile: 1<<e.size - 1}
	for s := range game.Square(e.squares) {
		if q := p.At(s); q != game.Empty {
			e.static += e.places[q][s]
			e.toggle(q, s)
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
func (e *Evaluator) toggle(q game.Piece, s game.Square) {
	c := e.cells[s]
	e.mobilityCache.staleRank |= 1 << c.rank
	e.mobilityCache.staleFile |= 1 << c.file
	if e.access[s] != 0 {
		e.lines.flip(c)
	}
	if e.side[q] == int8(game.Attackers) {
		e.attackers.flip(c)
		e.region.stale |= 1 << c.rank
		e.attackersHash ^= e.zobrist[s]
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
	near := e.evalKing(p)
	if e.hasMobility {
		v += e.mobilityWorth()
	}
	return v + near.worth + e.siege() - e.kingPlaces[e.king], near.escapes
}

// paths evaluates the king's paths to safety, for the defenders.
func (e *Evaluator) paths(p *rules.Position) (worth, escapes int) {
	if e.slides {
		return e.scanKing()
	}
	return e.walkKing(p)
}

// material returns the material balance for the attackers.
func (e *Evaluator) material(p *rules.Position) int {
	return e.army[game.Attackers][p.Count(game.Attackers)] - e.army[game.Defenders][p.Count(game.Defenders)]
}
