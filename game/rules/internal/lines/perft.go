package lines

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
)

// Perft counts the sequences of exactly depth legal turns. It uses ms as a stack
// of moves, which it returns because it may grow.
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
		ms = p.candidates(ms) // leapLeaves sees which leaps lead to no turn
	} else {
		ms = p.Legal(ms, nil)
	}
	for i := first; i < len(ms); i++ {
		switch {
		case !calm || !s.Quiet(ms[i]):
		case depth > 1:
			if sub, ok, below := p.beneath(ms[i], depth-1, ms); ok {
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
