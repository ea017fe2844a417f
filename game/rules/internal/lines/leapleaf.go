package lines

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/ruleset"
)

// leapsPlainly reports whether a move of leaps changes only the board: no piece is marked or promoted, a move is one
// action of one piece, and the only duties are to capture and to continue a chain.
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

// LeapLeaves counts the complete moves that begin with the leap m, in games with plain leaps. It plays each on the
// board, judges it and undoes it. Moves that may not end after their last leap are not counted.
func LeapLeaves(p *Position, m game.Move) int64 {
	var trail core.Points
	trail.Set(m.From)
	k := &p.Game.Kind[p.Cell[m.From&core.Slot]&core.KindMask]
	huff, hash := p.State.huff, p.Hash
	if huff.Any() {
		p.clearHuffs() // a move that captures causes no huffs
	}
	n := hopLeaves(p, k, m.From, hop{k.over(m), m.To}, trail)
	p.State.huff, p.Hash = huff, hash
	return n
}

// hopLeaves is LeapLeaves for a leap of a chain. trail contains the squares visited since its last capture.
func hopLeaves(p *Position, k *kind, from game.Square, h hop, trail core.Points) int64 {
	victim := p.Cell[h.over&core.Slot]
	takes := k.takes>>victim&1 != 0
	p.Move(from, h.to)
	if takes {
		trail = core.Points{}
		p.Lift(h.over)
		countLoss(p, victim)
	}
	trail.Set(h.to)
	n := chainLeaves(p, k, h.to, trail)
	if takes {
		p.Put(h.over, victim)
		countReturn(p, victim)
	}
	p.Move(h.to, from)
	return n
}

// chainLeaves counts the complete moves of a chain that has reached a square: the one that stops there, if allowed,
// and those that continue.
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

// judgeLeap ends a move whose last leap led to a square, judges it and undoes the end.
func judgeLeap(p *Position, to game.Square) {
	s := &p.State
	moved, duty := s.moved, s.duty
	p.Turn, p.Hash = p.Turn^1, p.Hash^p.Rules.Turn
	s.moved, s.duty = to, dutyUnknown
	p.Judge(nil)
	s.moved, s.duty = moved, duty
	p.Turn, p.Hash = p.Turn^1, p.Hash^p.Rules.Turn
}
