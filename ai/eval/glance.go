package eval

import (
	"tafl3d/game"
	"tafl3d/game/rules"
)

// focus is what the evaluation of a position is made of, kept while many quiet
// steps from there are judged: most of it does not change with most of them.
type focus struct {
	hash    uint64 // of the position; 0 is none
	ways    int
	escapes int
	read    sight // what the ways depend on, nothing where that is not known
	ring    int
	siege   int
	penned  bool
	step    rules.Delta
}

// Glance judges the position to which a quiet step m of p leads. It makes the
// step and takes it back.
func (e *Evaluator) Glance(p *rules.Position, m game.Move) View {
	f := &e.focus
	if f.hash != p.Hash() {
		e.look(p)
	}
	e.king = p.King()
	attackers := p.Turn() == game.Attackers
	if attackers && e.besieged && !e.region.holds(e.line, e.cells[e.king]) {
		e.besiege()
	}
	p.Slip(m, &f.step)
	e.Play(&f.step)
	v := e.static + e.material(p) - e.base - e.crown[e.king] + e.ringAfter(p, m) + e.siegeAfter(m, attackers)
	if e.busy {
		v += e.freedom()
	}
	ways, escapes := f.ways, f.escapes
	if !e.open || f.read.on(e.cells[m.From]) || f.read.on(e.cells[m.To]) {
		ways, escapes = e.ways(p)
	}
	seen := view(p, v-ways, escapes)
	p.Unslip(&f.step)
	e.Undo(&f.step)
	return seen
}

// look turns the focus to p.
func (e *Evaluator) look(p *rules.Position) {
	f := &e.focus
	f.hash, e.king = p.Hash(), p.King()
	f.ways, f.escapes = e.ways(p)
	f.read = e.read
	f.ring = e.ringWorth(p)
	if e.besieged {
		b := e.recall()
		f.siege, f.penned = int(b.worth), b.penned
	}
}

// ringAfter is ringWorth after a step from the focus.
func (e *Evaluator) ringAfter(p *rules.Position, m game.Move) int {
	if e.around[e.king] == nil && !e.touches(m.From) && !e.touches(m.To) {
		return e.focus.ring
	}
	return e.ringWorth(p)
}

// touches reports whether a square lies beside the king.
func (e *Evaluator) touches(s game.Square) bool {
	n := &e.next[e.king]
	return s == n[0] || s == n[1] || s == n[2] || s == n[3]
}

// siegeAfter is siege after a step from the focus, of an attacker or of a
// defender. The region stays as it was before.
func (e *Evaluator) siegeAfter(m game.Move, attackers bool) int {
	f := &e.focus
	switch {
	case !e.besieged:
		return 0
	case !attackers:
		return e.press(&remembered{worth: int32(f.siege), penned: f.penned})
	}
	if s, ok := e.brief(e.cells[m.From], e.cells[m.To]); ok {
		b := e.rate(s)
		return e.press(&b)
	}
	before := e.region
	v := e.siege()
	e.region = before
	return v
}
