package review

import (
	"slices"

	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
)

// shape describes a tafl position for the king: the squares that he can reach while no other piece
// moves, and the gaps in the attackers' ring.
type shape struct {
	ways  map[game.Square]int // by goal: number of moves to reach it
	room  int                 // number of squares that he reaches
	holes []game.Square       // empty squares that would close the ring if an attacker stood there
	shut  bool                // the ring is closed: no defender can reach the edge
}

// shapeOf returns the shape of a position; false without a king or on boards without squares.
func shapeOf(p *rules.Position) (s shape, ok bool) {
	if p.Rules().Lines() || p.King() == game.NoSquare || p.MidTurn() {
		return s, false
	}
	s.walk(p)
	s.ring(p)
	return s, true
}

// walk finds the king's paths by placing him on each square that he reaches and generating his
// moves there.
func (s *shape) walk(p *rules.Position) {
	const farthest = 12
	s.ways = map[game.Square]int{}
	r, base, king := p.Rules(), p.Setup(), p.King()
	base.Turn, base.Huff = r.Kinds()[p.At(king)].Side, nil
	seen, edge := map[game.Square]bool{king: true}, []game.Square{king}
	for moves := 1; len(edge) > 0 && moves <= farthest; moves++ {
		var next []game.Square
		for _, at := range edge {
			for _, to := range kingMoves(r, base, king, at) {
				if seen[to] {
					continue
				}
				seen[to] = true
				if s.room++; r.Goal(to) {
					s.ways[to] = moves
				} else {
					next = append(next, to)
				}
			}
		}
		edge = next
	}
}

// kingMoves returns the king's moves from a square in the given setup.
func kingMoves(r *rules.Rules, s game.Setup, king, at game.Square) (list []game.Square) {
	s.Pieces = slices.Clone(s.Pieces)
	s.Pieces[king], s.Pieces[at] = game.Empty, s.Pieces[king]
	p, err := r.Position(s)
	if err != nil {
		return nil
	}
	for _, m := range p.Legal(nil, nil) {
		if m.From == at && m.Op == game.Step {
			list = append(list, m.To)
		}
	}
	return list
}

// ring finds the gaps in the attackers' ring, in games in which a closed ring wins.
func (s *shape) ring(p *rules.Position) {
	set := p.Rules().Ruleset()
	if set.Encirclement == ruleset.EncirclementOff {
		return
	}
	squares := p.Rules().Board().Squares()
	if s.shut = !reachesRim(p, game.NoSquare); s.shut {
		return
	}
	for at := range game.Square(squares) {
		if p.At(at) == game.Empty && !p.Rules().Goal(at) && !reachesRim(p, at) {
			s.holes = append(s.holes, at)
		}
	}
}

// reachesRim reports whether the king's side can reach the edge if no attacker moves and one more
// stands on block.
func reachesRim(p *rules.Position, block game.Square) bool {
	b, kinds := p.Rules().Board(), p.Rules().Kinds()
	squares, size := game.Square(b.Squares()), b.Size()
	wall := func(s game.Square) bool {
		return s == block || p.At(s) != game.Empty && kinds[p.At(s)].Side == game.Attackers
	}
	seen := make([]bool, squares)
	var todo []game.Square
	for s := range squares {
		if p.At(s) != game.Empty && kinds[p.At(s)].Side == game.Defenders {
			seen[s], todo = true, append(todo, s)
		}
	}
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		x, y := b.FileRank(s)
		if x == 0 || y == 0 || x == size-1 || y == size-1 {
			return true
		}
		for _, n := range [4]game.Square{s - 1, s + 1, s - game.Square(size), s + game.Square(size)} {
			if !seen[n] && !wall(n) {
				seen[n], todo = true, append(todo, n)
			}
		}
	}
	return false
}

// goals returns the goals that the king reaches in at most this many moves, sorted.
func (s *shape) goals(moves int) (list []game.Square) {
	for g, n := range s.ways {
		if n <= moves {
			list = append(list, g)
		}
	}
	slices.Sort(list)
	return list
}

// without returns the squares of list that are not in other.
func without(list, other []game.Square) []game.Square {
	return slices.DeleteFunc(slices.Clone(list), func(s game.Square) bool { return slices.Contains(other, s) })
}

// both returns the squares in both lists.
func both(list, other []game.Square) []game.Square {
	return slices.DeleteFunc(slices.Clone(list), func(s game.Square) bool { return !slices.Contains(other, s) })
}

// shapes holds the shapes that reasons compare: before the turn, after it, after the better one,
// and after the expected reply to each.
type shapes struct {
	before, played, better, replied, betterReplied shape
	answered                                       bool // both replies are known
}

// shapesOf returns the shapes around a turn.
func shapesOf(l *rules.Line, played []game.Move, t *Turn) (s shapes, ok bool) {
	if len(t.Better) == 0 {
		return s, false
	}
	line := append([][]game.Move{played}, t.Reply...)
	for _, x := range []struct {
		to    *shape
		turns [][]game.Move
	}{{&s.before, nil}, {&s.played, line[:1]}, {&s.better, t.Better[:1]}} {
		if *x.to, ok = shapeAfter(l, x.turns); !ok {
			return s, false
		}
	}
	if len(line) > 1 && len(t.Better) > 1 {
		var one, two bool
		s.replied, one = shapeAfter(l, line[:2])
		s.betterReplied, two = shapeAfter(l, t.Better[:2])
		s.answered = one && two
	}
	return s, true
}

// shapeAfter returns the shape after turns.
func shapeAfter(l *rules.Line, turns [][]game.Move) (shape, bool) {
	l = l.Clone()
	for _, turn := range turns {
		if _, over, err := l.Play(turn); err != nil || over.Over() {
			return shape{}, false
		}
	}
	return shapeOf(&l.Position)
}

// ofShape finds a reason in the king's paths, the ring, or the king's room.
func ofShape(l *rules.Line, played []game.Move, t *Turn) (Why, bool) {
	s, ok := shapesOf(l, played, t)
	if !ok {
		return Why{}, false
	}
	find := s.faultOfDefenders
	if t.Side == game.Attackers {
		find = s.faultOfAttackers
	}
	return find()
}

// faultOfAttackers returns what a turn of the attackers gave to the king.
func (s *shapes) faultOfAttackers() (Why, bool) {
	const near = 3
	switch {
	case s.before.shut && !s.played.shut && s.better.shut:
		return Why{Reason: RingOpened, Squares: s.played.holes}, true
	case s.better.shut && !s.played.shut:
		return Why{Reason: RingLeft, Squares: s.played.holes}, true
	}
	for n := 1; n <= near; n++ {
		now, then, other := s.played.goals(n), s.before.goals(n), s.better.goals(n)
		if more := without(without(now, then), other); len(more) > 0 {
			return Why{Reason: WayOpened, In: n, Squares: more}, true
		}
		if len(other) == 0 && len(now) > 0 {
			return Why{Reason: WayLeft, In: n, Squares: now}, true
		}
		if s.answered {
			if more := without(without(s.replied.goals(n), s.betterReplied.goals(n)), other); len(more) > 0 {
				return Why{Reason: WayNext, In: n, Squares: more}, true
			}
		}
	}
	if len(s.better.holes) > 0 && len(s.played.holes) == 0 && !s.played.shut {
		return Why{Reason: RingMissed, Squares: s.better.holes}, true
	}
	if w, ok := roomOf(RoomGrew, s.played.room, s.better.room, 1); ok {
		return w, true
	}
	if s.answered {
		return roomOf(RoomGrows, s.replied.room, s.betterReplied.room, 1)
	}
	return Why{}, false
}

// faultOfDefenders returns what a turn of the defenders took from the king.
func (s *shapes) faultOfDefenders() (Why, bool) {
	const near = 3
	if s.answered && s.replied.shut && !s.betterReplied.shut {
		return Why{Reason: RingShuts}, true
	}
	for n := 1; n <= near; n++ {
		now, then, other := s.played.goals(n), s.before.goals(n), s.better.goals(n)
		if less := both(without(then, now), other); len(less) > 0 {
			return Why{Reason: WayShut, In: n, Squares: less}, true
		}
		if more := without(other, now); len(more) > 0 && len(now) == 0 {
			return Why{Reason: WayMissed, In: n, Squares: more}, true
		}
		if s.answered {
			if more := without(s.betterReplied.goals(n), s.replied.goals(n)); len(more) > 0 {
				return Why{Reason: WayLost, In: n, Squares: more}, true
			}
		}
	}
	if len(s.played.holes) > 0 && len(s.better.holes) == 0 && !s.better.shut {
		return Why{Reason: RingNarrow, Squares: s.played.holes}, true
	}
	if w, ok := roomOf(RoomShrank, s.played.room, s.better.room, -1); ok {
		return w, true
	}
	if s.answered {
		return roomOf(RoomShrinks, s.replied.room, s.betterReplied.room, -1)
	}
	return Why{}, false
}

// ofLaterShape finds a reason in the shapes that the expected lines lead to, each compared
// after as many turns: first in the king's ways, then in his room.
func ofLaterShape(l *rules.Line, played []game.Move, t *Turn) (Why, bool) {
	const from, near = 3, 2
	line := append([][]game.Move{played}, t.Reply...)
	var w Why
	found := false
	for n := from; n <= min(len(line), len(t.Better)); n++ {
		now, one := shapeAfter(l, line[:n])
		other, two := shapeAfter(l, t.Better[:n])
		if !one || !two {
			break
		}
		reason, sign := WayLater, 1
		if t.Side == game.Defenders {
			reason, sign, now, other = WayBetter, -1, other, now
		}
		for k := 1; k <= near; k++ {
			if more := without(now.goals(k), other.goals(k)); len(more) > 0 {
				return Why{Reason: reason, In: k, Squares: more}, true
			}
		}
		if t.Side == game.Defenders {
			now, other = other, now
		}
		if x, ok := roomOf(RoomLater, now.room, other.room, sign); ok {
			w, found = x, true
		}
	}
	return w, found
}

// roomOf returns the reason if the king's room is larger (sign 1) or smaller (-1) than after the
// better turn by a significant amount.
func roomOf(r Reason, now, other, sign int) (Why, bool) {
	const least, share = 3, 5
	if d := sign * (now - other); d < least || d*share < max(now, other) {
		return Why{}, false
	}
	return Why{Reason: r, Was: other, Now: now}, true
}
