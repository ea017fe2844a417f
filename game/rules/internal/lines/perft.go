package lines

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
)

// Perft counts the sequences of exactly depth legal moves. It uses ms as a stack of moves and returns it, because it
// may grow.
func (p *Position) Perft(depth int, ms []game.Move) (int64, []game.Move) {
	if depth == 0 {
		return 1, ms
	}
	var d Delta
	n, first := int64(0), len(ms)
	var s core.Stirring
	calm := (depth == 1 || p.Game.Set.Actions.Number == 1) && p.Stir(&s)
	s.Leaps = s.Leaps && depth == 1
	if calm && s.Leaps && !p.State.huff.Any() {
		ms = p.candidates(ms) // LeapLeaves determines which leaps lead to no complete move
	} else {
		ms = p.Legal(ms, nil)
	}
	for i := first; i < len(ms); i++ {
		switch {
		case !calm || !s.Quiet(ms[i]):
		case depth > 1:
			if sub, ok, below := quietPerft(p, ms[i], depth-1, ms); ok {
				n, ms = n+sub, below[:len(ms)]
				continue
			}
		case p.Leaf(ms[i]):
			n++
			continue
		}
		switch {
		case calm && s.Leaps && ms[i].Op == game.Leap:
			n += LeapLeaves(p, ms[i])
			continue
		case Redundant(p, ms[i]):
			continue
		}
		p.Play(ms[i], &d)
		sub, below := int64(0), ms
		switch {
		case !d.Ends:
			sub, below = p.Perft(depth, ms)
		case p.Judge(nil).Over():
			if depth == 1 {
				sub = 1
			}
		default:
			sub, below = p.Perft(depth-1, ms)
		}
		n, ms = n+sub, below[:len(ms)]
		p.Undo(&d)
	}
	return n, ms[:first]
}

// quietPerft plays a quiet step or drop, counts the sequences of depth moves after it and undoes it. Where Leaf returns
// false, it returns false and no count.
func quietPerft(p *Position, m game.Move, depth int, ms []game.Move) (n int64, ok bool, below []game.Move) {
	g, side := p.Game, p.Turn&1
	if g.retreat && m.Op == game.Step && g.forward[side][m.To] < g.forward[side][m.From] {
		return 0, false, ms
	}
	before, hash := p.State, p.Hash
	passTurn(p, m)
	if m.Op == game.Drop {
		putDrop(p, m)
	} else {
		p.Slip(m.From, m.To, side)
	}
	if ok = mayStep(p); ok {
		n, ms = p.Perft(depth, ms)
	}
	if m.Op == game.Drop {
		undoDrop(p, m)
	} else {
		p.Slip(m.To, m.From, side)
	}
	p.State, p.Hash = before, hash
	return n, ok, ms
}

// passTurn sets the state, except for hands, to that after a quiet step or drop.
func passTurn(p *Position, m game.Move) {
	s := &p.State
	if side := p.Turn & 1; p.Game.Chess != nil && m.From == s.royalAt[side] {
		s.royalAt[side] = m.To
	}
	s.moved, s.trail, s.Busy = m.To, core.Points{}, false
	if p.Game.huff {
		passHuff(p, m)
	}
	s.duty, s.check = dutyUnknown, checkUnknown
}
