package lines

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/ruleset"
)

// leapsPlainly reports whether a turn of leaps changes nothing but the board:
// it marks and promotes nobody, is one action of one piece, and binds nobody to
// more than captures and to going on with them.
func (g *Game) leapsPlainly() bool {
	l := g.Set
	if l.Actions.Number > 1 || l.Actions.Ambush || g.huff && (l.Capture.HuffShort || g.friends) || g.retreat ||
		g.Chess != nil || l.Capture.Longest || g.forced && g.friends {
		return false
	}
	for c := 1; c < g.n; c++ {
		k := &g.Kind[c]
		if k.becomes != game.Empty || k.chain == ruleset.ChainMandatory && g.noRest.Any() {
			return false
		}
	}
	return true
}

// LeapLeaves counts the turns that begin with a leap, where leaps are plain. It
// makes each on the board, judges it and takes it back. A leap after which no
// turn may end counts nothing.
func LeapLeaves(p *Position, m game.Move) int64 {
	var trail core.Points
	trail.Set(m.From)
	k := &p.Game.Kind[p.Cell[m.From&core.Slot]&core.KindMask]
	huff, hash := p.State.huff, p.Hash
	if huff.Any() {
		p.lapse() // and nobody is blamed for a turn that captures
	}
	n := hopLeaves(p, k, m.From, hop{k.over(m), m.To}, trail)
	p.State.huff, p.Hash = huff, hash
	return n
}

// hopLeaves is leapLeaves for a leap of a chain that has come by the squares of
// trail since it last captured.
func hopLeaves(p *Position, k *kind, from game.Square, h hop, trail core.Points) int64 {
	victim := p.Cell[h.over&core.Slot]
	takes := k.takes>>victim&1 != 0
	p.Move(from, h.to)
	if takes {
		trail = core.Points{}
		p.Lift(h.over)
		lost(p, victim)
	}
	trail.Set(h.to)
	n := chainLeaves(p, k, h.to, trail)
	if takes {
		p.Put(h.over, victim)
		found(p, victim)
	}
	p.Move(h.to, from)
	return n
}

// chainLeaves counts the turns whose chain has come to a square: that which
// stops there, if one may, and those that go on.
func chainLeaves(p *Position, k *kind, at game.Square, trail core.Points) (n int64) {
	var hops []hop
	if k.chain != ruleset.ChainOff {
		hops = hopsFrom(p, k, at)
	}
	captures := false
	for _, h := range hops {
		if p.Cell[h.to&core.Slot] != game.Empty {
			continue
		}
		c := p.Cell[h.over&core.Slot]
		takes := k.takes>>c&1 != 0
		if !takes && (k.friends>>c&1 == 0 || trail.Has(h.to)) {
			continue
		}
		captures = captures || takes
		n += hopLeaves(p, k, at, h, trail)
	}
	if p.Game.noRest.Has(at) || captures && k.chain == ruleset.ChainMandatory {
		return n
	}
	judgeLeap(p, at)
	return n + 1
}

// judgeLeap ends a turn whose last leap led to a square, judges it and takes
// the end back.
func judgeLeap(p *Position, to game.Square) {
	s := &p.State
	moved, duty := s.moved, s.duty
	p.Turn, p.Hash = p.Turn^1, p.Hash^p.Rules.Turn
	s.moved, s.duty = to, dutyUnknown
	p.Judge(nil)
	s.moved, s.duty = moved, duty
	p.Turn, p.Hash = p.Turn^1, p.Hash^p.Rules.Turn
}
