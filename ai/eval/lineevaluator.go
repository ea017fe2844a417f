package eval

import (
	"tafl3d/game"
	"tafl3d/game/rules"
)

// LineEvaluator evaluates positions of rulesets with lines. It keeps no state between moves,
// because the boards are small. It belongs to one goroutine.
type LineEvaluator struct {
	*LineGeometry
	queue []game.Square
	away  []int16 // by square: distance of the flood fill, 0 if not reached
}

// NewLineEvaluator returns an evaluator for the rules of f.
func NewLineEvaluator(f *LineGeometry) *LineEvaluator {
	return &LineEvaluator{LineGeometry: f, queue: make([]game.Square, f.squares), away: make([]int16, f.squares)}
}

// Reset does nothing: there is no state.
func (w *LineEvaluator) Reset(*rules.Position) {}

// Play does nothing.
func (w *LineEvaluator) Play(*rules.Delta) {}

// Undo does nothing.
func (w *LineEvaluator) Undo(*rules.Delta) {}

// Score returns the evaluation of p for the side to move.
func (w *LineEvaluator) Score(p *rules.Position) View {
	v := w.sum(p) - w.base
	if p.Turn() == game.Defenders {
		v = -v
	}
	return View{Score: v}
}

// sum evaluates p for side A.
func (w *LineEvaluator) sum(p *rules.Position) int {
	v := w.army(p, game.Attackers) - w.army(p, game.Defenders)
	if w.armies {
		v += w.formation(p, game.Attackers) - w.formation(p, game.Defenders)
	}
	if w.free {
		v += v * w.lead * w.lostMen(p) / (100 * w.men)
	}
	for side := range game.Side(game.Sides) {
		if w.hunted[side] {
			room := w.room(p, side)
			if side == game.Defenders {
				room = -room
			}
			v += room
		}
	}
	if w.mills != nil {
		v += w.mills.evaluate(p, game.Attackers) - w.mills.evaluate(p, game.Defenders)
	}
	return v
}

// army sums a side's material, mobility and threats.
func (w *LineEvaluator) army(p *rules.Position, side game.Side) int {
	v, threats := 0, 0
	for b := p.Pieces(side); b.Any(); {
		s := b.Pop()
		t := &w.types[p.At(s)]
		ways := free(p, t, s)
		bites := t.threats(p, s)
		v += t.value + t.place[s] + w.step[side]*min(ways, 10)
		if ways+bites == 0 {
			v -= w.stuck[side]
		}
		threats += bites
	}
	for q := range w.types {
		if t := &w.types[q]; t.side == side {
			v += p.Hand(game.Piece(q)) * t.value
		}
	}
	if side != p.Turn() {
		threats-- // the opponent can parry one
	}
	return v + w.threat*max(0, min(threats, 3))
}

// lostMen counts the men that two armies have lost since the start.
func (w *LineEvaluator) lostMen(p *rules.Position) int {
	n := w.men - p.Pieces(game.Attackers).Len() - p.Pieces(game.Defenders).Len()
	for q := range w.types {
		n -= p.Hand(game.Piece(q))
	}
	return max(0, n)
}

// formation evaluates the placement of an army: pieces at risk of capture, and the distance of the
// nearest piece from its goal.
func (w *LineEvaluator) formation(p *rules.Position, side game.Side) (v int) {
	rest, nearest := w.rest[side], w.squares
	for b := p.Pieces(side); b.Any(); {
		s := b.Pop()
		if w.free && w.types[p.At(s)].exposed(p, s) {
			v -= w.exposed
		}
		if rest != nil {
			nearest = min(nearest, rest[s])
		}
	}
	if rest != nil {
		v += max(0, w.runner[0]-w.runner[1]*nearest)
	}
	return v
}

// exposed reports whether a piece on s could be captured by a jump after an enemy moves next to it.
func (t *pieceType) exposed(p *rules.Position, s game.Square) bool {
	for _, r := range t.risks[s] {
		if p.At(r.to) == game.Empty && p.At(r.from) == game.Empty {
			return true
		}
	}
	return false
}

// free counts the empty points that a piece can move to.
func free(p *rules.Position, t *pieceType, s game.Square) (n int) {
	for _, to := range t.steps[s] {
		if p.At(to) == game.Empty {
			n++
		}
	}
	for _, ray := range t.rays[s] {
		for _, to := range ray {
			if p.At(to) != game.Empty {
				break
			}
			n++
		}
	}
	return n
}

// threats counts the pieces that a piece could capture with its next jump.
func (t *pieceType) threats(p *rules.Position, s game.Square) (n int) {
	for _, h := range t.jumps[s] {
		if t.takes>>p.At(h.over)&1 != 0 && p.At(h.to) == game.Empty {
			n++
		}
	}
	return n
}

// room evaluates the freedom of a hunted side: the points within its reach while no other piece
// moves, and the distance to its goal.
func (w *LineEvaluator) room(p *rules.Position, side game.Side) int {
	clear(w.away)
	tail := 0
	for b := p.Pieces(side); b.Any(); {
		s := b.Pop()
		w.queue[tail] = s
		w.away[s] = 1
		tail++
	}
	first, arrived := tail, 0
	for head := 0; head < tail; head++ {
		s := w.queue[head]
		if goal := w.goal[side]; goal != nil && goal[s] && arrived == 0 {
			arrived = int(w.away[s])
		}
		tail = w.flood(p, side, s, tail)
	}
	v := w.area * min(tail-first, 14)
	if w.goal[side] != nil && arrived > 0 {
		v += w.path[0] - w.path[1]*min(arrived, 10)
	}
	if w.ahead[side] != nil {
		v -= w.guards(p, side)
	}
	return v
}

// guards returns the value of the enemy pieces that a runner has not passed yet.
func (w *LineEvaluator) guards(p *rules.Position, side game.Side) int {
	const most = 6
	front, n := -1<<30, 0
	for b := p.Pieces(side); b.Any(); {
		front = max(front, w.ahead[side][b.Pop()])
	}
	for b := p.Pieces(side.Other()); b.Any(); {
		if w.ahead[side][b.Pop()] <= front {
			n++
		}
	}
	return w.passed * min(n, most)
}

// flood fills the empty points that pieces of side reach from s in one move, and returns the new
// end of the queue.
func (w *LineEvaluator) flood(p *rules.Position, side game.Side, s game.Square, tail int) int {
	visit := func(to game.Square) bool {
		if p.At(to) != game.Empty {
			return false
		}
		if w.away[to] == 0 {
			w.away[to] = w.away[s] + 1
			w.queue[tail] = to
			tail++
		}
		return true
	}
	for i := range w.types {
		t := &w.types[i]
		if t.steps == nil || t.side != side {
			continue
		}
		for _, to := range t.steps[s] {
			visit(to)
		}
		for _, ray := range t.rays[s] {
			for _, to := range ray {
				if !visit(to) {
					break
				}
			}
		}
	}
	return tail
}
