package lines

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/ruleset"
)

// duty is the cached answer whether a piece that must capture can do so.
type duty uint8

const (
	dutyUnknown duty = iota
	dutyNone
	dutyStands
)

// someMust reports whether, at the beginning of a move, a piece that must capture can do so.
func someMust(p *Position) bool {
	s := &p.State
	if s.duty == dutyUnknown {
		s.duty = dutyNone
		if someIsBound(p) {
			s.duty = dutyStands
		}
	}
	return s.duty == dutyStands
}

func someIsBound(p *Position) bool {
	g := p.Game
	for b := p.Ripe(); b.Any(); {
		at := b.Pop()
		if bound(p, &g.Kind[p.Cell[at&core.Slot]&core.KindMask], at) {
			return true
		}
	}
	return false
}

// bound reports whether the piece on at must capture and has a capturing chain that ends where a move may end.
func bound(p *Position, k *kind, at game.Square) bool {
	return k.must && capturesFrom(p, k, at)
}

// capturesFrom reports whether the piece on at has a capturing chain that ends where a move may end.
func capturesFrom(p *Position, k *kind, at game.Square) bool {
	if p.Game.noRest.Any() {
		return takesAndRests(p, k, at)
	}
	return CanCapture(p, k, at) || p.Game.hopsOn(k) && reachesCapture(p, k, at, at, core.SetOf([]game.Square{at}))
}

// repliesBy returns the square of a piece that can capture in reply to a scripted first move, game.NoSquare if there
// is none.
func repliesBy(p *Position) game.Square {
	for b := p.Own(p.Turn); b.Any(); {
		at := b.Pop()
		if capturesFrom(p, &p.Game.Kind[p.Cell[at&core.Slot]&core.KindMask], at) {
			return at
		}
	}
	return game.NoSquare
}

// takesAndRests reports whether a chain of the piece on at captures and ends where a move may end.
func takesAndRests(p *Position, k *kind, at game.Square) bool {
	var buf [16]game.Move
	for _, m := range leapsOf(p, buf[:0], k, at) {
		if restsAfter(p, m, true) {
			return true
		}
	}
	return false
}

// reachesCapture reports whether a chain of the piece on at that has reached to by hops over friends can capture
// after further hops. It does not return to the squares in seen, and hops do not change the board, so examining every
// square once is enough.
func reachesCapture(p *Position, k *kind, at, to game.Square, seen core.Points) bool {
	list, n := [game.MaxPoints]game.Square{to}, 1
	for i := 0; i < n; i++ {
		for _, h := range k.hops[list[i]] {
			c := p.Cell[h.over&core.Slot]
			if h.over == at || p.Cell[h.to&core.Slot] != game.Empty && h.to != at {
				continue
			}
			if k.takes>>c&1 != 0 {
				return true
			}
			if k.friends>>c&1 != 0 && !seen.Has(h.to) {
				seen.Set(h.to)
				list[n] = h.to
				n++
			}
		}
	}
	return false
}

// mustTake reports whether the current chain must capture, has not yet done so, and may hop over friends first.
func mustTake(p *Position) bool {
	s := &p.State
	switch {
	case !p.Game.friends:
		return false
	case s.Busy:
		return s.must && !s.took
	}
	return mustCapture(p)
}

// mustCapture reports whether a move that begins now must capture.
func mustCapture(p *Position) bool {
	g, s := p.Game, &p.State
	return !mustDrop(p) && (g.forced && someMust(p) || s.reply && repliesBy(p) != game.NoSquare)
}

// leapCompletes reports whether after the leap m a chain can end where a move may end, with a capture if it must
// capture.
func leapCompletes(p *Position, m game.Move) bool {
	g := p.Game
	switch taking := mustTake(p); {
	case g.noRest.Any():
		return !taking && !g.noRest.Has(m.To) || restsAfter(p, m, taking)
	case !taking:
		return true
	}
	k := &g.Kind[p.Cell[m.From&core.Slot]&core.KindMask]
	if k.takes>>p.Cell[k.over(m)&core.Slot]&1 != 0 {
		return true
	}
	seen := core.SetOf([]game.Square{m.From, m.To})
	if p.State.Busy {
		seen = seen.Or(p.State.trail)
	}
	return g.hopsOn(k) && reachesCapture(p, k, m.From, m.To, seen)
}

// duties appends the leaps with which a side must begin its move.
func duties(p *Position, ms []game.Move) []game.Move {
	g := p.Game
	first := len(ms)
	for b := p.Ripe(); b.Any(); {
		at := b.Pop()
		k := &g.Kind[p.Cell[at&core.Slot]&core.KindMask]
		switch {
		case !k.must && g.Set.Capture.SatisfiedBy == ruleset.SatisfiedSame:
		case !g.hopsOn(k):
			ms = capturesOf(p, ms, k, at)
		default:
			ms = leapsOf(p, ms, k, at) // leaps that lead to no capture cannot be completed
		}
	}
	if g.Set.Capture.Longest {
		return append(ms[:first], longestOf(p, ms[first:])...)
	}
	return ms
}

// noteDuties records, at the beginning of a move, the pieces that could capture, if missing a capture is punished
// later.
func noteDuties(p *Position) {
	g, s := p.Game, &p.State
	s.could = core.Points{}
	if g.huff && !mustDrop(p) {
		s.could = s.due
	}
	s.must = mustCapture(p)
}

// findDue finds the pieces that must capture, once per move.
func findDue(p *Position) {
	g, s := p.Game, &p.State
	s.duty, s.due = dutyNone, core.Points{}
	for b := p.Ripe(); b.Any(); {
		at := b.Pop()
		if bound(p, &g.Kind[p.Cell[at&core.Slot]&core.KindMask], at) {
			s.duty = dutyStands
			s.due.Set(at)
		}
	}
}

// noteHuffs determines at the end of a move which pieces the opponent may remove for not capturing. stopped is the
// piece that stopped a chain early, if any.
func noteHuffs(p *Position, stopped game.Square) {
	g, s := p.Game, &p.State
	if !g.huff {
		return
	}
	set := s.could
	if s.took {
		set = core.Points{}
		if g.Set.Capture.HuffShort && stopped != game.NoSquare {
			k := &g.Kind[p.Cell[stopped&core.Slot]&core.KindMask]
			if k.must && k.chain == ruleset.ChainMandatory && CanCapture(p, k, stopped) {
				set.Set(stopped)
			}
		}
	}
	s.could = core.Points{}
	for b := set; b.Any(); {
		p.Hash ^= g.huffZ[b.Pop()]
	}
	s.huff = set
}
