package lines

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/ruleset"
)

// jumper is a piece that can leap over the victim of an ambush.
type jumper struct {
	from, to game.Square
	worth    uint8
}

// ambushes appends the leaps that begin an ambush (1.7): over an enemy of higher rank that several pieces capture
// together.
func ambushes(p *Position, ms []game.Move) []game.Move {
	g := p.Game
	for b := p.Own(p.Turn); b.Any(); {
		at := b.Pop()
		k := &g.Kind[p.Cell[at&core.Slot]&core.KindMask]
		if !meetsEnemy(p, k, at) {
			continue
		}
		for _, h := range k.hops[at] {
			if k.higher>>p.Cell[h.over&core.Slot]&1 == 0 || p.Cell[h.to&core.Slot] != game.Empty {
				continue
			}
			if ambushWorks(p, h.over, jumper{at, h.to, worth(p, k)}) {
				ms = append(ms, game.Move{Op: game.Leap, From: at, To: h.to})
			}
		}
	}
	return ms
}

// ambushers appends the leaps that continue an ambush.
func ambushers(p *Position, ms []game.Move) []game.Move {
	var buf [16]jumper
	for _, j := range jumpers(p, buf[:0], p.State.victim) {
		if ambushWorks(p, p.State.victim, j) {
			ms = append(ms, game.Move{Op: game.Leap, From: j.from, To: j.to})
		}
	}
	return ms
}

// worth returns a jumper's contribution to the sum.
func worth(p *Position, k *kind) uint8 {
	if p.Game.Set.Actions.AmbushCount == ruleset.CountJumps {
		return 1
	}
	return k.rank
}

// Ambushed returns the square of the piece whose ambush has begun and must be completed in this move, NoSquare if
// there is none.
func Ambushed(p *Position) game.Square {
	return p.State.victim
}

// jumpers appends the pieces that may leap over the victim next.
func jumpers(p *Position, list []jumper, victim game.Square) []jumper {
	g := p.Game
	bit := uint16(1) << p.Cell[victim&core.Slot]
	for b := p.Own(p.Turn); b.Any(); {
		at := b.Pop()
		k := &g.Kind[p.Cell[at&core.Slot]&core.KindMask]
		if k.higher&bit == 0 || p.State.trail.Has(at) && !g.Set.Actions.AmbushReuse {
			continue
		}
		for _, h := range k.hops[at] {
			if h.over == victim && p.Cell[h.to&core.Slot] == game.Empty {
				list = append(list, jumper{at, h.to, worth(p, k)})
			}
		}
	}
	return list
}

// ambushWorks reports whether an ambush of victim that continues with j can be completed: the sum reaches the
// victim's rank, no jumper is superfluous, and enough actions are left. Jumpers use different lines through the
// victim, so none blocks another.
func ambushWorks(p *Position, victim game.Square, j jumper) bool {
	s := &p.State
	need := p.Game.Kind[p.Cell[victim&core.Slot]&core.KindMask].rank
	left := 16
	if p.Game.Set.Actions.Number > 1 {
		left = int(p.limit()) - int(s.acted)
	}
	least := j.worth
	if s.victim != game.NoSquare {
		least = min(least, s.least)
	}
	var buf [16]jumper
	others := buf[:0]
	for _, o := range jumpers(p, buf[:0], victim) {
		if o.from != j.from || p.Game.Set.Actions.AmbushReuse {
			others = append(others, o)
		}
	}
	return sums(others, s.sum+j.worth, least, need, left-1, p.Game.Set.Actions.AmbushReuse)
}

// sums reports whether some of the others complete the sum.
func sums(others []jumper, sum, least, need uint8, left int, reuse bool) bool {
	if sum >= need {
		return left >= 0 && sum-least < need
	}
	for i, o := range others {
		rest := others[i:]
		if !reuse {
			rest = others[i+1:]
		}
		if left > 0 && sums(rest, sum+o.worth, min(least, o.worth), need, left-1, reuse) {
			return true
		}
	}
	return false
}

// ambush plays a step of an ambush and reports whether the ambush is not yet complete.
func ambush(p *Position, d *Delta, victim game.Square) (waits bool) {
	s := &p.State
	c := p.Cell[victim&core.Slot] & core.KindMask
	w := worth(p, &p.Game.Kind[d.Piece])
	d.Link = LinkAmbush
	if s.victim == game.NoSquare {
		d.Link, s.victim, s.least, s.trail = LinkAmbushes, victim, w, core.Points{}
	}
	s.sum += w
	s.least = min(s.least, w)
	s.trail.Clear(d.Move.From)
	s.trail.Set(d.Move.To)
	s.last = d.Move.From
	if s.sum < p.Game.Kind[c].rank {
		s.acted++
		p.settle(d, d.Move.To)
		return true
	}
	took := s.took // an ambush does not satisfy the duty to capture
	capture(p, d, victim, c, game.ByAmbush)
	s.took = took
	s.victim, s.sum = game.NoSquare, 0
	s.acted = max(s.acted, p.limit()-1) // it ends the move
	return false
}

// Redundant reports whether a step leads only to moves that are also listed with another order of the same steps:
// jumps of an ambush, drops of a prephase and removals for mills are listed in the order of their squares.
func Redundant(p *Position, m game.Move) bool {
	s := &p.State
	switch {
	case m.Op == game.Leap && s.victim != game.NoSquare:
		return m.From < s.last && m.From != s.moved
	case m.Op == game.Drop && s.Busy && s.last != game.NoSquare:
		return m.To < s.last
	case m.Op == game.Remove && s.removes > 0 && s.removed != game.NoSquare:
		return m.From < s.removed && swappable(p, m.From)
	}
	return false
}
