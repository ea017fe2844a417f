package lines

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
)

// RunnerNear reports whether the side to move faces a runner that may soon
// win by getting through: it has few pieces left to pass, or stands near the
// row that it is to reach. It is a first look, no proof.
func (p *Position) RunnerNear() bool {
	const few, near = 3, 1
	g := p.Game
	runner := p.Turn.Other()
	if p.State.Busy || p.End.Over() || !g.Set.Ends.Runner.Is(runner) || g.Set.Chess.Check {
		return false
	}
	front := -1 << 30
	for b := p.Own(runner); b.Any(); {
		front = max(front, g.forward[p.Turn&1][b.Pop()])
	}
	if g.upTo != nil {
		ahead := 0
		for b := p.Own(p.Turn); b.Any(); {
			if g.forward[p.Turn&1][b.Pop()&core.Slot] <= front {
				ahead++
			}
		}
		return ahead <= few
	}
	for b := g.reach; b.Any(); {
		if g.forward[p.Turn&1][b.Pop()] <= front+near {
			return true
		}
	}
	return false
}

// Wins reports whether the end o is a win of side.
func Wins(o game.Outcome, side game.Side) bool { return o.Over() && !o.Draw && o.Winner == side }
