package tafl

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
	var d core.Delta
	n, first := int64(0), len(ms)
	var s core.Stirring
	calm := depth == 1 && p.Stir(&s)
	ms = p.Legal(ms, nil)
	for i := first; i < len(ms); i++ {
		if calm && s.Quiet(ms[i]) && p.Leaf(ms[i]) {
			n++
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
