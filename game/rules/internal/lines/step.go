package lines

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
)

// stepsOf appends the steps, slides and flights of the piece on at.
func stepsOf(p *Position, ms []game.Move, k *kind, at game.Square) []game.Move {
	if flies(p) {
		return flights(p, ms, at)
	}
	if k.rays[at] == nil {
		for b := k.near[at].And(p.free()); b.Any(); {
			ms = append(ms, game.Move{From: at, To: b.Pop()})
		}
		return ms
	}
	for _, ray := range k.rays[at] {
		for _, to := range ray {
			if p.Cell[to&core.Slot] != game.Empty {
				break
			}
			if !p.Game.noRest.Has(to) {
				ms = append(ms, game.Move{From: at, To: to})
			}
		}
	}
	return ms
}

// flies reports whether the men of the side to move may go to any point.
func flies(p *Position) bool {
	n := p.Game.Set.Fly
	return n > 0 && int(p.Count[p.Turn&1]) == n && p.State.inHand[p.Turn&1] == 0
}

// flights appends the moves of a man that may go to any point.
func flights(p *Position, ms []game.Move, at game.Square) []game.Move {
	for to := range game.Square(p.Rules.Squares) {
		if p.Cell[to&core.Slot] == game.Empty && !p.Game.noRest.Has(to) {
			ms = append(ms, game.Move{From: at, To: to})
		}
	}
	return ms
}

// canStep reports whether the piece on at has a step.
func canStep(p *Position, k *kind, at game.Square) bool {
	return k.near[at].And(p.free()).Any()
}

// someSteps reports whether a piece of the side to move has a step.
func someSteps(p *Position) bool {
	if stepsOn(p, p.Open[p.Turn&1]) {
		return true
	}
	g, free := p.Game, p.free()
	for b := p.Own(p.Turn); b.Any(); {
		at := b.Pop()
		if to := g.Kind[p.Cell[at&core.Slot]&core.KindMask].near[at].And(free); to.Any() {
			p.Open[p.Turn&1] = game.Move{From: at, To: to.Pop()}
			return true
		}
	}
	return false
}

// stepsOn reports whether m is a step of the side to move to an empty
// neighbour.
func stepsOn(p *Position, m game.Move) bool {
	c := p.Cell[m.From&core.Slot]
	return p.Rules.Of[p.Turn&1]>>(c&31)&1 != 0 && p.Cell[m.To&core.Slot] == game.Empty &&
		p.Game.Kind[c&core.KindMask].near[m.From].Has(m.To)
}
