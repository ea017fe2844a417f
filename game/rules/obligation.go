package rules

import (
	"tafl3d/game"
	"tafl3d/game/ruleset"
)

// duty is whether a piece that is compelled to capture can, kept for the turn.
type duty uint8

const (
	dutyUnknown duty = iota
	dutyNone
	dutyStands
)

// someMust reports whether a piece that is compelled to capture can, at the
// beginning of a turn.
func (p *Position) someMust() bool {
	s := &p.state
	if s.duty == dutyUnknown {
		s.duty = dutyNone
		if p.someIsBound() {
			s.duty = dutyStands
		}
	}
	return s.duty == dutyStands
}

func (p *Position) someIsBound() bool {
	g := p.rules.line
	for b := p.ripe(); b.any(); {
		at := b.pop()
		if p.bound(&g.kind[p.cell[at&slot]&kindMask], at) {
			return true
		}
	}
	return false
}

// bound reports whether the piece on at is compelled to capture and has a
// chain that captures and ends where a turn may.
func (p *Position) bound(k *lineKind, at game.Square) bool {
	return k.must && p.capturesFrom(k, at)
}

// capturesFrom reports whether the piece on at has a chain that captures and
// ends where a turn may.
func (p *Position) capturesFrom(k *lineKind, at game.Square) bool {
	if p.rules.line.noRest.any() {
		return p.takesAndRests(k, at)
	}
	return p.canCapture(k, at) || p.rules.line.hopsOn(k) && p.reachesCapture(k, at, at, setOf([]game.Square{at}))
}

// repliesBy returns a piece that can capture in reply to a scripted first
// turn, game.NoSquare if there is none.
func (p *Position) repliesBy() game.Square {
	for b := p.own(p.turn); b.any(); {
		at := b.pop()
		if p.capturesFrom(&p.rules.line.kind[p.cell[at&slot]&kindMask], at) {
			return at
		}
	}
	return game.NoSquare
}

// hopsOn reports whether a kind may hop over a friend and go on in the same
// chain.
func (g *lineGame) hopsOn(k *lineKind) bool {
	return k.friends != 0 && k.chain != ruleset.ChainOff && g.set.Actions.Number == 1
}

// takesAndRests reports whether a chain of the piece on at captures and ends
// where a turn may.
func (p *Position) takesAndRests(k *lineKind, at game.Square) bool {
	var buf [16]game.Move
	for _, m := range p.leapsOf(buf[:0], k, at) {
		if p.restsAfter(m, true) {
			return true
		}
	}
	return false
}

// reachesCapture reports whether a chain of the piece on at that has come to a
// square by hops over friends can capture after others. It does not come to the
// squares seen again, and what it hops over stays: so it is enough to look at
// every square once.
func (p *Position) reachesCapture(k *lineKind, at, to game.Square, seen points) bool {
	list, n := [game.MaxPoints]game.Square{to}, 1
	for i := 0; i < n; i++ {
		for _, h := range k.hops[list[i]] {
			c := p.cell[h.over&slot]
			if h.over == at || p.cell[h.to&slot] != game.Empty && h.to != at {
				continue
			}
			if k.takes>>c&1 != 0 {
				return true
			}
			if k.friends>>c&1 != 0 && !seen.has(h.to) {
				seen.set(h.to)
				list[n] = h.to
				n++
			}
		}
	}
	return false
}

// mustTake reports whether a chain of leaps has to capture and has not yet, where
// it may hop over friends before.
func (p *Position) mustTake() bool {
	s := &p.state
	switch {
	case !p.rules.line.friends:
		return false
	case s.busy:
		return s.must && !s.took
	}
	return p.mustCapture()
}

// mustCapture reports whether the turn that begins has to capture.
func (p *Position) mustCapture() bool {
	g, s := p.rules.line, &p.state
	return !p.mustDrop() && (g.forced && p.someMust() || s.reply && p.repliesBy() != game.NoSquare)
}

// leapCompletes reports whether a chain can end where a turn may after a leap,
// and capture if it must.
func (p *Position) leapCompletes(m game.Move) bool {
	g := p.rules.line
	switch taking := p.mustTake(); {
	case g.noRest.any():
		return !taking && !g.noRest.has(m.To) || p.restsAfter(m, taking)
	case !taking:
		return true
	}
	k := &g.kind[p.cell[m.From&slot]&kindMask]
	if k.takes>>p.cell[k.over(m)&slot]&1 != 0 {
		return true
	}
	seen := setOf([]game.Square{m.From, m.To})
	if p.state.busy {
		seen = seen.or(p.state.trail)
	}
	return g.hopsOn(k) && p.reachesCapture(k, m.From, m.To, seen)
}

// duties appends the leaps that a side is bound to begin its turn with.
func (p *Position) duties(ms []game.Move) []game.Move {
	g := p.rules.line
	first := len(ms)
	for b := p.ripe(); b.any(); {
		at := b.pop()
		k := &g.kind[p.cell[at&slot]&kindMask]
		switch {
		case !k.must && g.set.Capture.SatisfiedBy == ruleset.SatisfiedSame:
		case !g.hopsOn(k):
			ms = p.capturesOf(ms, k, at)
		default:
			ms = p.leapsOf(ms, k, at) // those that lead to no capture cannot be completed
		}
	}
	if g.set.Capture.Longest {
		return append(ms[:first], p.longestOf(ms[first:])...)
	}
	return ms
}

// longestOf keeps the leaps that begin a chain with the most captures.
func (p *Position) longestOf(ms []game.Move) []game.Move {
	best, keep := 0, ms[:0]
	for i, m := range ms {
		left := chainLook*(i+1)/len(ms) - chainLook*i/len(ms) // an even share
		switch n := p.capturesBy(m, &left); {
		case n > best:
			best, keep = n, append(ms[:0], m)
		case n == best:
			keep = append(keep, m)
		}
	}
	return keep
}

// capturesBy returns how many captures a chain that begins with m can make, as
// far as the number of leaps left to be tried shows.
func (p *Position) capturesBy(m game.Move, left *int) int {
	q := *p
	q.state.must = true
	var d Delta
	q.linePlay(m, &d)
	best := 0
	if *left--; *left > 0 && !d.ends && q.chain != game.NoSquare {
		var buf [16]game.Move
		for _, next := range q.goesOn(buf[:0]) {
			best = max(best, q.capturesBy(next, left))
		}
	}
	return best + int(d.n)
}

// noteDuties remembers at the beginning of a turn who could capture, where
// missing a capture is punished afterwards.
func (p *Position) noteDuties() {
	g, s := p.rules.line, &p.state
	s.could = points{}
	if g.huff && !p.mustDrop() {
		s.could = s.due
	}
	s.must = p.mustCapture()
}

// findDue finds which pieces are compelled to capture, once a turn.
func (p *Position) findDue() {
	g, s := p.rules.line, &p.state
	s.duty, s.due = dutyNone, points{}
	for b := p.ripe(); b.any(); {
		at := b.pop()
		if p.bound(&g.kind[p.cell[at&slot]&kindMask], at) {
			s.duty = dutyStands
			s.due.set(at)
		}
	}
}

// blame decides at the end of a turn whom the other side may take off for not
// capturing. Stopped is the piece that stopped a chain early, if any.
func (p *Position) blame(stopped game.Square) {
	g, s := p.rules.line, &p.state
	if !g.huff {
		return
	}
	set := s.could
	if s.took {
		set = points{}
		if g.set.Capture.HuffShort && stopped != game.NoSquare {
			k := &g.kind[p.cell[stopped&slot]&kindMask]
			if k.must && k.chain == ruleset.ChainMandatory && p.canCapture(k, stopped) {
				set.set(stopped)
			}
		}
	}
	s.could = points{}
	for b := set; b.any(); {
		p.hash ^= g.huffZ[b.pop()]
	}
	s.huff = set
}
