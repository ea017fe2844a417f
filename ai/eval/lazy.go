package eval

import (
	"tafl3d/game"
	"tafl3d/game/rules"
)

// lazyState holds the parts of a position's evaluation while its quiet moves are scored one after
// another (LazyScore). Most moves change few parts.
type lazyState struct {
	hash  uint64 // of the position; 0 if none
	near  kingTerms
	sight sight // lines that the king's paths depend on; empty if unknown
	siege siegeEntry
	step  rules.Delta
}

// kingTerms are the terms around the king: his paths and the ring of squares next to him.
type kingTerms struct {
	worth   int // for the attackers
	escapes int
}

// LazyScore evaluates the position after a quiet move m of p without playing it.
func (e *Evaluator) LazyScore(p *rules.Position, m game.Move) View {
	f := &e.lazy
	if f.hash != p.Hash() {
		e.prepareLazy(p)
	}
	e.king = p.King()
	q := p.At(m.From)
	b := e.siegeAfter(p, m)
	near, siege := f.near, int(b.worth)
	if e.hasMobility || b.penned && e.penned != 0 || e.affectsKing(m) {
		near, siege = e.after(p, m, &b)
	}
	v := e.static + e.places[q][m.To] - e.places[q][m.From] + e.material(p) - e.base - e.kingPlaces[e.king]
	return view(p.Turn().Other(), v+siege+near.worth, near.escapes)
}

// affectsKing reports whether a move may change the terms around the king.
func (e *Evaluator) affectsKing(m game.Move) bool {
	read := &e.lazy.sight
	return !e.slides || e.around[e.king] != nil || e.nextToKing(m.From) || e.nextToKing(m.To) ||
		read.at(e.cells[m.From]) || read.on(e.cells[m.To])
}

// after evaluates the terms around the king, mobility and siege after a move. b is the siege before
// it without the pen term.
func (e *Evaluator) after(p *rules.Position, m game.Move, b *siegeEntry) (n kingTerms, siege int) {
	n, step := e.lazy.near, &e.lazy.step
	p.Fast().Slip(m, step)
	e.follow(step)
	if e.affectsKing(m) {
		n = e.evalKing(p)
	}
	if e.hasMobility {
		n.worth += e.mobilityWorth()
	}
	siege = e.siegeWithPen(b)
	p.Fast().Unslip(step)
	e.follow(step)
	return n, siege
}

// evalKing evaluates the terms around the king.
func (e *Evaluator) evalKing(p *rules.Position) kingTerms {
	ways, escapes := e.paths(p)
	return kingTerms{e.ringWorth(p) - ways, escapes}
}

// prepareLazy evaluates the parts of p that LazyScore starts from.
func (e *Evaluator) prepareLazy(p *rules.Position) {
	f := &e.lazy
	f.hash, e.king = p.Hash(), p.King()
	f.near = e.evalKing(p)
	f.sight = e.sight
	if e.hasSiege {
		f.siege = *e.cachedSiege()
	}
}

// nextToKing reports whether a square is next to the king.
func (e *Evaluator) nextToKing(s game.Square) bool {
	n := &e.next[e.king]
	return s == n[0] || s == n[1] || s == n[2] || s == n[3]
}

// siegeAfter returns the siege after a move from the prepared position, without the pen term. The
// cached region stays that of the position before the move.
func (e *Evaluator) siegeAfter(p *rules.Position, m game.Move) siegeEntry {
	switch {
	case !e.hasSiege:
		return siegeEntry{}
	case p.Turn() == game.Attackers:
		return e.siegeAfterAttacker(m)
	}
	return e.lazy.siege
}

// siegeAfterAttacker returns the siege after a move of an attacker.
func (e *Evaluator) siegeAfterAttacker(m game.Move) siegeEntry {
	from, to := e.cells[m.From], e.cells[m.To]
	if !e.region.matches(e.attackersHash, e.cells[e.king]) {
		e.updateSiege()
	}
	e.attackers.flip(from)
	e.attackers.flip(to)
	s, ok := e.siegeAfterMove(from, to)
	b := siegeEntry{}
	if ok {
		b = e.rate(s)
	} else {
		before, marks := e.region, e.zobrist[m.From]^e.zobrist[m.To]
		e.region.stale |= 1<<from.rank | 1<<to.rank
		e.attackersHash ^= marks
		b = *e.cachedSiege()
		e.attackersHash ^= marks
		e.region = before
	}
	e.attackers.flip(from)
	e.attackers.flip(to)
	return b
}
