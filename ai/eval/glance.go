package eval

import (
	"tafl3d/game"
	"tafl3d/game/rules"
)

// lazyState holds the parts of a position's evaluation while its quiet moves are scored one after
// another (LazyScore). Most moves change few parts.
type focus struct {
	hash  uint64 // of the position; 0 if none
	near  near
	read  sight // lines that the king's paths depend on; empty if unknown
	siege remembered
	step  rules.Delta
}

// kingTerms are the terms around the king: his paths and the ring of squares next to him.
type near struct {
	worth   int // for the attackers
	escapes int
}

// LazyScore evaluates the position after a quiet move m of p without playing it.
func (e *Evaluator) LazyScore(p *rules.Position, m game.Move) View {
	f := &e.focus
	if f.hash != p.Hash() {
		e.look(p)
	}
	e.king = p.King()
	q := p.At(m.From)
	b := e.siegeAfter(p, m)
	near, siege := f.near, int(b.worth)
	if e.busy || b.penned && e.penned != 0 || e.concerns(m) {
		near, siege = e.after(p, m, &b)
	}
	v := e.static + e.places[q][m.To] - e.places[q][m.From] + e.material(p) - e.base - e.crown[e.king]
	return view(p.Turn().Other(), v+siege+near.worth, near.escapes)
}

// affectsKing reports whether a move may change the terms around the king.
func (e *Evaluator) concerns(m game.Move) bool {
	read := &e.focus.read
	return !e.open || e.around[e.king] != nil || e.touches(m.From) || e.touches(m.To) ||
		read.at(e.cells[m.From]) || read.on(e.cells[m.To])
}

// after evaluates the terms around the king, mobility and siege after a move. b is the siege before
// it without the pen term.
func (e *Evaluator) after(p *rules.Position, m game.Move, b *remembered) (n near, siege int) {
	n, step := e.focus.near, &e.focus.step
	p.Fast().Slip(m, step)
	e.follow(step)
	if e.concerns(m) {
		n = e.nearby(p)
	}
	if e.busy {
		n.worth += e.freedom()
	}
	siege = e.press(b)
	p.Fast().Unslip(step)
	e.follow(step)
	return n, siege
}

// evalKing evaluates the terms around the king.
func (e *Evaluator) nearby(p *rules.Position) near {
	ways, escapes := e.ways(p)
	return near{e.ringWorth(p) - ways, escapes}
}

// prepareLazy evaluates the parts of p that LazyScore starts from.
func (e *Evaluator) look(p *rules.Position) {
	f := &e.focus
	f.hash, e.king = p.Hash(), p.King()
	f.near = e.nearby(p)
	f.read = e.read
	if e.besieged {
		f.siege = *e.recall()
	}
}

// nextToKing reports whether a square is next to the king.
func (e *Evaluator) touches(s game.Square) bool {
	n := &e.next[e.king]
	return s == n[0] || s == n[1] || s == n[2] || s == n[3]
}

// siegeAfter returns the siege after a move from the prepared position, without the pen term. The
// cached region stays that of the position before the move.
func (e *Evaluator) siegeAfter(p *rules.Position, m game.Move) remembered {
	switch {
	case !e.besieged:
		return remembered{}
	case p.Turn() == game.Attackers:
		return e.sieged(m)
	}
	return e.focus.siege
}

// siegeAfterAttacker returns the siege after a move of an attacker.
func (e *Evaluator) sieged(m game.Move) remembered {
	from, to := e.cells[m.From], e.cells[m.To]
	if !e.region.holds(e.line, e.cells[e.king]) {
		e.besiege()
	}
	e.men.flip(from)
	e.men.flip(to)
	s, ok := e.brief(from, to)
	b := remembered{}
	if ok {
		b = e.rate(s)
	} else {
		before, marks := e.region, e.marks[m.From]^e.marks[m.To]
		e.region.stale |= 1<<from.rank | 1<<to.rank
		e.line ^= marks
		b = *e.recall()
		e.line ^= marks
		e.region = before
	}
	e.men.flip(from)
	e.men.flip(to)
	return b
}
