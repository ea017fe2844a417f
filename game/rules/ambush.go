package rules

import (
	"tafl3d/game"
	"tafl3d/game/ruleset"
)

// jumper is a piece that can leap over the victim of an ambush.
type jumper struct {
	from, to game.Square
	worth    uint8
}

// ambushes appends the leaps that begin an ambush (1.7): over a higher enemy
// whom several pieces take together.
func (p *Position) ambushes(ms []game.Move) []game.Move {
	g := p.rules.line
	for b := p.own(p.turn); b.any(); {
		at := b.pop()
		k := &g.kind[p.cell[at&slot]&kindMask]
		if !p.meetsEnemy(k, at) {
			continue
		}
		for _, h := range k.hops[at] {
			if k.higher>>p.cell[h.over&slot]&1 == 0 || p.cell[h.to&slot] != game.Empty {
				continue
			}
			if p.ambushWorks(h.over, jumper{at, h.to, p.worth(k)}) {
				ms = append(ms, game.Move{Op: game.Leap, From: at, To: h.to})
			}
		}
	}
	return ms
}

// ambushers appends the leaps that go on with an ambush.
func (p *Position) ambushers(ms []game.Move) []game.Move {
	var buf [16]jumper
	for _, j := range p.jumpers(buf[:0], p.state.victim) {
		if p.ambushWorks(p.state.victim, j) {
			ms = append(ms, game.Move{Op: game.Leap, From: j.from, To: j.to})
		}
	}
	return ms
}

// worth returns what a jumper adds to the sum.
func (p *Position) worth(k *lineKind) uint8 {
	if p.rules.line.set.Actions.AmbushCount == ruleset.CountJumps {
		return 1
	}
	return k.rank
}

// Ambushed returns where the piece stands whose ambush has begun and must be
// completed in this turn, NoSquare if there is none.
func (p *Position) Ambushed() game.Square {
	if p.rules.line == nil {
		return game.NoSquare
	}
	return p.state.victim
}

// jumpers appends the pieces that may leap over the victim next.
func (p *Position) jumpers(list []jumper, victim game.Square) []jumper {
	g := p.rules.line
	bit := uint16(1) << p.cell[victim&slot]
	for b := p.own(p.turn); b.any(); {
		at := b.pop()
		k := &g.kind[p.cell[at&slot]&kindMask]
		if k.higher&bit == 0 || p.state.trail.has(at) && !g.set.Actions.AmbushReuse {
			continue
		}
		for _, h := range k.hops[at] {
			if h.over == victim && p.cell[h.to&slot] == game.Empty {
				list = append(list, jumper{at, h.to, p.worth(k)})
			}
		}
	}
	return list
}

// ambushWorks reports whether an ambush of victim that goes on with j can be
// completed: the worths reach the victim's rank, none of them is superfluous,
// and there are actions enough. Jumpers use different lines through the
// victim, so none blocks another.
func (p *Position) ambushWorks(victim game.Square, j jumper) bool {
	s := &p.state
	need := p.rules.line.kind[p.cell[victim&slot]&kindMask].rank
	left := 16
	if p.rules.line.set.Actions.Number > 1 {
		left = int(p.limit()) - int(s.acted)
	}
	least := j.worth
	if s.victim != game.NoSquare {
		least = min(least, s.least)
	}
	var buf [16]jumper
	others := buf[:0]
	for _, o := range p.jumpers(buf[:0], victim) {
		if o.from != j.from || p.rules.line.set.Actions.AmbushReuse {
			others = append(others, o)
		}
	}
	return sums(others, s.sum+j.worth, least, need, left-1, p.rules.line.set.Actions.AmbushReuse)
}

// sums reports whether some of the others complete a sum.
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

// ambush goes on with an ambush and reports whether it is not yet complete.
func (p *Position) ambush(d *Delta, victim game.Square) (waits bool) {
	s := &p.state
	c := p.cell[victim&slot] & kindMask
	w := p.worth(&p.rules.line.kind[d.piece])
	d.link = LinkAmbush
	if s.victim == game.NoSquare {
		d.link, s.victim, s.least, s.trail = LinkAmbushes, victim, w, points{}
	}
	s.sum += w
	s.least = min(s.least, w)
	s.trail.clear(d.move.From)
	s.trail.set(d.move.To)
	s.last = d.move.From
	if s.sum < p.rules.line.kind[c].rank {
		s.acted++
		p.settle(d, d.move.To)
		return true
	}
	took := s.took // an ambush discharges no duty
	p.capture(d, victim, c, game.ByAmbush)
	s.took = took
	s.victim, s.sum = game.NoSquare, 0
	s.acted = max(s.acted, p.limit()-1) // it ends the turn
	return false
}

// redundant reports whether a step leads only to turns that are listed with
// another order of the same steps: jumps of an ambush, drops of a turn before
// the first and removals for mills count in the order of their squares.
func (p *Position) redundant(m game.Move) bool {
	s := &p.state
	switch {
	case m.Op == game.Leap && s.victim != game.NoSquare:
		return m.From < s.last && m.From != s.moved
	case m.Op == game.Drop && s.busy && s.last != game.NoSquare:
		return m.To < s.last
	case m.Op == game.Remove && s.removes > 0 && s.removed != game.NoSquare:
		return m.From < s.removed && p.swappable(m.From)
	}
	return false
}
