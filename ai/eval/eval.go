// Package eval judges positions of the custodial family by hand-made features:
// material, the king's ways to safety, his room and the ring around him, and
// where the men stand.
package eval

import (
	"tafl3d/game"
	"tafl3d/game/rules"
)

// View is what an evaluation saw.
type View struct {
	Score   int // in hundredths of an attackers' man, for the side to move
	Escapes int // directions in which the king reaches a goal with a single move
}

// Evaluator judges the positions of one line of play. It follows the moves by
// their deltas and is for one goroutine only.
type Evaluator struct {
	*Ground
	static int // places of the men, for the attackers, in fine parts
	king   game.Square
	lines  lines  // what stops the king, himself included
	men    lines  // the attackers
	line   uint64 // a hash of them
	memory [sieges]remembered
	region region
	scope  scope
	read   sight // what the king's ways depended on when scan last followed them
	focus  focus

	seen  []uint32 // by square: the search that visited it last
	epoch uint32
	queue []game.Square
}

// New returns an evaluator for the positions of g's rules.
func New(g *Ground) *Evaluator {
	return &Evaluator{Ground: g, seen: make([]uint32, g.squares), queue: make([]game.Square, g.squares)}
}

// Reset begins a line at p.
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

// Play follows a step that was played.
func (e *Evaluator) Play(d *rules.Delta) {
	e.static += e.change(d)
	e.follow(d)
}

// Undo follows a step that was taken back.
func (e *Evaluator) Undo(d *rules.Delta) {
	e.static -= e.change(d)
	e.follow(d)
}

// stand notes that piece q came to or left s. What is closed to the king stays
// so, whoever stands there.
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
		// A mover that vanished by the strict rule stood on To: both sums agree.
		v -= e.places[q][s]
	}
	return v
}

// Score judges p.
func (e *Evaluator) Score(p *rules.Position) View {
	v, escapes := e.sum(p)
	return view(p.Turn(), v, escapes)
}

// view is a sum for the attackers as the side to move sees it.
func view(turn game.Side, v, escapes int) View {
	v /= fine
	if turn == game.Defenders {
		v = -v
	}
	return View{Score: v, Escapes: escapes}
}

// sum judges p for the attackers, in fine parts. It is linear in the weights.
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

// ways judges the king's ways to safety for the defenders.
func (e *Evaluator) ways(p *rules.Position) (worth, escapes int) {
	if e.open {
		return e.scan()
	}
	return e.run(p)
}

// material is what the men are worth to the attackers.
func (e *Evaluator) material(p *rules.Position) int {
	return e.army[game.Attackers][p.Count(game.Attackers)] - e.army[game.Defenders][p.Count(game.Defenders)]
}
