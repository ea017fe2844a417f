package eval

import (
	"tafl3d/game"
	"tafl3d/game/rules"
)

// Weigher judges the positions of the families other than tafl, on their own:
// the boards are small. It is for one goroutine only.
type Weigher struct {
	*Field
	queue []game.Square
	away  []int16 // by square: steps of the flood that filled it, 0 if it did not
}

// NewWeigher returns an evaluator for the positions of f's rules.
func NewWeigher(f *Field) *Weigher {
	return &Weigher{Field: f, queue: make([]game.Square, f.squares), away: make([]int16, f.squares)}
}

// Reset begins a line of play; there is nothing to remember.
func (w *Weigher) Reset(*rules.Position) {}

// Play follows a step.
func (w *Weigher) Play(*rules.Delta) {}

// Undo follows a step that was taken back.
func (w *Weigher) Undo(*rules.Delta) {}

// Score judges p.
func (w *Weigher) Score(p *rules.Position) View {
	v := w.weigh(p) - w.base
	if p.Turn() == game.Defenders {
		v = -v
	}
	return View{Score: v}
}

// weigh judges p for side A.
func (w *Weigher) weigh(p *rules.Position) int {
	v := w.army(p, game.Attackers) - w.army(p, game.Defenders)
	if w.armies {
		v += w.order(p, game.Attackers) - w.order(p, game.Defenders)
	}
	if w.free {
		v += v * w.lead * w.fallen(p) / (100 * w.men)
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
		v += w.mills.judge(p, game.Attackers) - w.mills.judge(p, game.Defenders)
	}
	return v
}

// army adds up what a side has: men, their freedom and what they threaten.
func (w *Weigher) army(p *rules.Position, side game.Side) int {
	v, threats := 0, 0
	for b := p.Pieces(side); b.Any(); {
		s := b.Pop()
		t := &w.troop[p.At(s)]
		ways := free(p, t, s)
		bites := t.bites(p, s)
		v += t.value + t.place[s] + w.step[side]*min(ways, 10)
		if ways+bites == 0 {
			v -= w.stuck[side]
		}
		threats += bites
	}
	for q := range w.troop {
		if t := &w.troop[q]; t.side == side {
			v += p.Hand(game.Piece(q)) * t.value
		}
	}
	if side != p.Turn() {
		threats-- // one can be parried
	}
	return v + w.threat*max(0, min(threats, 3))
}

// fallen counts the men that two armies have lost since the start.
func (w *Weigher) fallen(p *rules.Position) int {
	n := w.men - p.Pieces(game.Attackers).Len() - p.Pieces(game.Defenders).Len()
	for q := range w.troop {
		n -= p.Hand(game.Piece(q))
	}
	return max(0, n)
}

// order judges how the pieces of one of two armies stand: who could be leapt
// over, and how far the nearest is from where it wins.
func (w *Weigher) order(p *rules.Position, side game.Side) (v int) {
	rest, nearest := w.rest[side], w.squares
	for b := p.Pieces(side); b.Any(); {
		s := b.Pop()
		if w.free && w.troop[p.At(s)].exposed(p, s) {
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

// exposed reports whether a piece could be leapt over if somebody came beside it.
func (t *troop) exposed(p *rules.Position, s game.Square) bool {
	for _, r := range t.risks[s] {
		if p.At(r.to) == game.Empty && p.At(r.from) == game.Empty {
			return true
		}
	}
	return false
}

// free counts the empty points that a piece can go to.
func free(p *rules.Position, t *troop, s game.Square) (n int) {
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

// bites counts the pieces that a piece could take with its next leap.
func (t *troop) bites(p *rules.Position, s game.Square) (n int) {
	for _, h := range t.hops[s] {
		if t.takes>>p.At(h.over)&1 != 0 && p.At(h.to) == game.Empty {
			n++
		}
	}
	return n
}

// room judges how free a hunted side is: the points that it could walk to if
// nobody else moved, and how far its goal is.
func (w *Weigher) room(p *rules.Position, side game.Side) int {
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
		tail = w.flow(p, side, s, tail)
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

// guards is what the pieces are worth that a runner has not yet got behind.
func (w *Weigher) guards(p *rules.Position, side game.Side) int {
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

// flow fills the empty points that some piece of side reaches from s with one
// move, and returns the new end of the queue.
func (w *Weigher) flow(p *rules.Position, side game.Side, s game.Square, tail int) int {
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
	for i := range w.troop {
		t := &w.troop[i]
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
