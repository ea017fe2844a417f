package rules

import (
	"tafl3d/game"
	"tafl3d/game/ruleset"
)

// leapsPlainly reports whether a turn of leaps changes nothing but the board:
// it marks and promotes nobody, is one action of one piece, and binds nobody to
// more than captures and to going on with them.
func (g *lineGame) leapsPlainly() bool {
	l := g.set
	if l.Actions.Number > 1 || l.Actions.Ambush || g.huff && (l.Capture.HuffShort || g.friends) || g.retreat || g.chess != nil || l.Capture.Longest || g.forced && g.friends {
		return false
	}
	for c := 1; c < g.n; c++ {
		k := &g.kind[c]
		if k.becomes != game.Empty || k.chain == ruleset.ChainMandatory && g.noRest.any() {
			return false
		}
	}
	return true
}

// leapLeaves counts the turns that begin with a leap, where leaps are plain. It
// makes each on the board, judges it and takes it back. A leap after which no
// turn may end counts nothing.
func (p *Position) leapLeaves(m game.Move) int64 {
	var trail points
	trail.set(m.From)
	k := &p.rules.line.kind[p.cell[m.From&slot]&kindMask]
	huff, hash := p.state.huff, p.hash
	if huff.any() {
		p.lapse() // and nobody is blamed for a turn that captures
	}
	n := p.hopLeaves(k, m.From, hop{k.over(m), m.To}, trail)
	p.state.huff, p.hash = huff, hash
	return n
}

// hopLeaves is leapLeaves for a leap of a chain that has come by the squares of
// trail since it last captured.
func (p *Position) hopLeaves(k *lineKind, from game.Square, h hop, trail points) int64 {
	victim := p.cell[h.over&slot]
	takes := k.takes>>victim&1 != 0
	p.move(from, h.to)
	if takes {
		trail = points{}
		p.lift(h.over)
		p.lost(victim)
	}
	trail.set(h.to)
	n := p.chainLeaves(k, h.to, trail)
	if takes {
		p.put(h.over, victim)
		p.found(victim)
	}
	p.move(h.to, from)
	return n
}

// chainLeaves counts the turns whose chain has come to a square: that which
// stops there, if one may, and those that go on.
func (p *Position) chainLeaves(k *lineKind, at game.Square, trail points) (n int64) {
	var hops []hop
	if k.chain != ruleset.ChainOff {
		hops = p.hopsFrom(k, at)
	}
	captures := false
	for _, h := range hops {
		if p.cell[h.to&slot] != game.Empty {
			continue
		}
		c := p.cell[h.over&slot]
		takes := k.takes>>c&1 != 0
		if !takes && (k.friends>>c&1 == 0 || trail.has(h.to)) {
			continue
		}
		captures = captures || takes
		n += p.hopLeaves(k, at, h, trail)
	}
	if p.rules.line.noRest.has(at) || captures && k.chain == ruleset.ChainMandatory {
		return n
	}
	p.judgeLeap(at)
	return n + 1
}

// judgeLeap ends a turn whose last leap led to a square, judges it and takes
// the end back.
func (p *Position) judgeLeap(to game.Square) {
	s := &p.state
	moved, duty := s.moved, s.duty
	p.turn, p.hash = p.turn^1, p.hash^p.rules.turn
	s.moved, s.duty = to, dutyUnknown
	p.lineJudge(nil)
	s.moved, s.duty = moved, duty
	p.turn, p.hash = p.turn^1, p.hash^p.rules.turn
}
