package net

import (
	"tafl3d/ai/eval"
	"tafl3d/game"
	"tafl3d/game/rules"
)

// Evaluator evaluates the positions along one line of play by a net plus the hand-written
// evaluation. It belongs to one goroutine.
type Evaluator struct {
	net   *Net
	hand  *eval.Evaluator
	kind  [16]int8 // by piece: input kind of the net; -1 if none
	whole int      // pieces at the start
	stack []layer  // one layer per position of the line, the current one last
}

// layer holds the accumulators of a position, computed on first use.
type layer struct {
	acc    []int16
	known  bool
	region int8
	n      int8 // number of changes from the position before; unknown if negative
	change [maxChanges]change
}

// maxChanges is the number of changes a layer records: a move and its captures. With more, the
// accumulators are computed from scratch.
const maxChanges = 6

// change is a piece added to or removed from a square.
type change struct {
	kind int8
	add  bool
	at   int16
}

// unknown marks a layer whose changes are not recorded.
const unknown = -1

// depth is the initial number of layers.
const depth = 160

// New returns an evaluator of positions of r, which n must fit; hand must be for the same rules.
func New(n *Net, hand *eval.Evaluator, r *rules.Rules) *Evaluator {
	e := &Evaluator{net: n, hand: hand}
	for p, k := range r.Kinds() {
		e.kind[p] = int8(k.Side)
		if k.Royal {
			e.kind[p] = King
		}
	}
	e.kind[game.Empty] = -1
	start := r.Start()
	e.whole = men(&start)
	e.stack = make([]layer, 0, depth)
	for range depth {
		e.push()
	}
	return e
}

func men(p *rules.Position) int { return p.Count(game.Attackers) + p.Count(game.Defenders) }

// push adds a layer and reuses its memory.
func (e *Evaluator) push() *layer {
	n := len(e.stack)
	if n < cap(e.stack) {
		e.stack = e.stack[:n+1]
	} else {
		e.stack = append(e.stack, layer{})
	}
	l := &e.stack[n]
	if l.acc == nil {
		l.acc = make([]int16, e.net.Width)
	}
	l.known, l.n = false, unknown
	return l
}

// Reset starts a line of play at p.
func (e *Evaluator) Reset(p *rules.Position) {
	e.hand.Reset(p)
	e.stack = e.stack[:0]
	e.push()
	e.refresh(p)
}

// Play applies a move.
func (e *Evaluator) Play(d *rules.Delta) {
	e.hand.Play(d)
	before := e.stack[len(e.stack)-1].region
	l := e.push()
	l.region, l.n = before, 0
	m, q := d.Move(), d.Piece()
	if q != game.Empty {
		l.note(e.kind[q], true, m.To)
		l.note(e.kind[q], false, m.From)
		if e.kind[q] == King {
			if l.region = int8(e.net.RegionOf(m.To)); l.region != before {
				l.n = unknown
			}
		}
	}
	for i := range d.Captures() {
		// A mover removed by the strict rule was counted on To, so both changes cancel.
		s, q, _ := d.Captured(i)
		l.note(e.kind[q], false, s)
	}
}

func (l *layer) note(kind int8, add bool, at game.Square) {
	switch {
	case l.n < 0:
	case l.n == maxChanges:
		l.n = unknown
	default:
		l.change[l.n] = change{kind, add, int16(at)}
		l.n++
	}
}

// Undo reverts a move.
func (e *Evaluator) Undo(d *rules.Delta) {
	e.hand.Undo(d)
	e.stack = e.stack[:len(e.stack)-1]
}

// top returns the accumulators of p, the last position of the line.
func (e *Evaluator) top(p *rules.Position) *layer {
	last := len(e.stack) - 1
	from := last
	for from > 0 && !e.stack[from].known && e.stack[from].n >= 0 {
		from--
	}
	if !e.stack[from].known {
		e.refresh(p)
	} else {
		for i := from + 1; i <= last; i++ {
			e.follow(&e.stack[i-1], &e.stack[i])
		}
	}
	return &e.stack[last]
}

// refresh computes the accumulators of p from scratch.
func (e *Evaluator) refresh(p *rules.Position) {
	l := &e.stack[len(e.stack)-1]
	l.known, l.region = true, 0
	if k := p.King(); k != game.NoSquare {
		l.region = int8(e.net.RegionOf(k))
	}
	e.net.setBias(l.acc)
	for s := range game.Square(e.net.Size * e.net.Size) {
		if q := p.At(s); q != game.Empty {
			more(l.acc, e.row(l.region, e.kind[q], int16(s)))
		}
	}
}

func (e *Evaluator) row(region, kind int8, at int16) []int16 {
	return e.net.row(e.net.Row(int(region), int(kind), game.Square(at)))
}

// follow computes the accumulators of a position from those of the position before.
func (e *Evaluator) follow(before, l *layer) {
	l.known = true
	if l.n == 0 {
		copy(l.acc, before.acc)
		return
	}
	come, gone := &l.change[0], &l.change[1]
	shift(l.acc, before.acc, e.row(l.region, come.kind, come.at), e.row(l.region, gone.kind, gone.at))
	for _, c := range l.change[2:l.n] {
		less(l.acc, l.acc, e.row(l.region, c.kind, c.at))
	}
}

// Score returns the evaluation of p for the side to move.
func (e *Evaluator) Score(p *rules.Position) eval.View {
	v := e.hand.Score(p)
	o := e.output(p.Turn(), men(p))
	return e.blend(v, p.Turn(), o, dot(e.top(p).acc, o.weight))
}

// output returns the output layer for the side to move and the number of men.
func (e *Evaluator) output(turn game.Side, men int) *stage {
	return &e.net.out[turn][e.net.StageOf(men, e.whole)]
}

// blend adds the net's output, which is for the attackers, to the view of the side to move.
func (e *Evaluator) blend(v eval.View, turn game.Side, o *stage, sum int32) eval.View {
	learned := int((int64(sum) + int64(o.bias)) * int64(e.net.Scale) / outUnit)
	if turn == game.Defenders {
		learned = -learned
	}
	v.Score = v.Score*int(o.skip)/SkipUnit + learned
	return v
}

// LazyScore evaluates the position after a quiet move of p without playing it. The king must not
// move.
func (e *Evaluator) LazyScore(p *rules.Position, m game.Move) eval.View {
	v := e.hand.LazyScore(p, m)
	turn := p.Turn().Other()
	o := e.output(turn, men(p))
	k, l := e.kind[p.At(m.From)], e.top(p)
	return e.blend(v, turn, o, peek(l.acc, e.row(l.region, k, int16(m.To)),
		e.row(l.region, k, int16(m.From)), o.weight))
}
