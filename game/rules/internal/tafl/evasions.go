package tafl

import (
	"slices"

	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/ruleset"
)

// exit is a direction in which the king wins with his next step. An attacker stops it by moving to a square of path
// or, if the king leaps over that attacker, by leaving over.
type exit struct {
	path core.SquareSet
	over game.Square // NoSquare for a slide
}

// Evasions appends the legal steps of the attackers that answer the king's threat to win with his next step: they
// stop it, capture the king, begin a chain that may do so, or may end the game by repetition. After any other step
// the king wins. It returns false and appends nothing if there is no such threat, or if the rules leave open what
// answers it. h is the history and may be nil. The position is unchanged afterwards.
func (p *Position) Evasions(ms []game.Move, h *core.History) (_ []game.Move, ok bool) {
	if p.Turn != game.Attackers || p.Chain != game.NoSquare || p.King == game.NoSquare || p.End.Over() ||
		!exitsDecide(p, h) {
		return ms, false
	}
	var buf [game.GridDirs]exit
	exits, ok := exits(p, buf[:0])
	if !ok || len(exits) == 0 {
		return ms, false
	}
	hot, block := winningSquares(p), exits[0].path
	leaps := exits[0].over != game.NoSquare
	for i := range exits[1:] {
		block.And(&exits[i+1].path, p.Rules.Words)
		leaps = leaps || exits[i+1].over != game.NoSquare
	}
	hot.Or(&block, p.Rules.Words)
	first := len(ms)
	if p.Rules.Slides && !leaps {
		ms = arrivalsOn(p, ms, &hot)
		if p.Rules.Filters {
			ms = append(ms[:first], p.allowed(ms[first:], h)...)
		}
	} else {
		ms = evasionsAmong(p, ms, h, exits, &hot)
	}
	ms = keepAnswers(p, ms, first)
	return addRepetitions(p, ms, first, h), true
}

// exitsDecide reports whether a step of the king to a goal decides the game, whatever the attackers do before: no
// fort and no move counter ends it first. A rule against repetition never forbids such a step, because a game that
// reached the position would have ended.
func exitsDecide(p *Position, h *core.History) bool {
	s := &p.Rules.Set
	if h != nil && s.NoCapture > 0 && h.Quiet()+1 >= 2*s.NoCapture {
		return false
	}
	return s.ExitFort != ruleset.ExitFortSurvive || !fortStands(p)
}

// exits appends the king's ways to a goal, at most one per direction. It returns false if one of them may be stopped
// other than by a step onto or off a square: by the capture of the man that he leaps over, or by a ring.
func exits(p *Position, list []exit) ([]exit, bool) {
	var buf [4 * game.MaxSize]game.Move
	r := p.Rules
	var seen [game.GridDirs]bool
	for _, m := range p.steps(buf[:0], p.King) {
		if !r.Sq[m.To&core.Slot].Goal {
			continue
		}
		if !r.Sq[m.To&core.Slot].Rim && r.Set.Encirclement != ruleset.EncirclementOff {
			return list, false
		}
		dir, _ := line(p, m)
		if seen[dir] {
			continue // the nearest goal comes first
		}
		seen[dir] = true
		e := exit{over: game.NoSquare}
		if m.Op == game.Leap {
			if e.over = p.over(m); r.Kind[p.Cell[e.over&core.Slot]&core.KindMask].Side != game.Attackers {
				return list, false
			}
			e.path.Set(m.To)
		} else {
			for t := m.From; t != m.To; {
				t = r.Next[t&core.Slot][dir]
				e.path.Set(t)
			}
		}
		list = append(list, e)
	}
	return list, true
}

// winningSquares returns the squares on which an arriving attacker may capture the king or continue a chain: all of
// them and a few more.
func winningSquares(p *Position) (hot core.SquareSet) {
	r := p.Rules
	if r.Set.Chain != ruleset.ChainOff {
		hot = strikes(p)
	}
	if r.Mechanics&hasGroup != 0 {
		near := neighboursOf(p, &p.Side[game.Defenders])
		hot.Or(&near, r.Words)
	}
	immobile := r.Mechanics&hasImmobilise != 0 && covers(r.Set.Immobilise, &r.Kind[ruleset.King])
	for dir := range game.GridDirs {
		n := r.Next[p.King&core.Slot][dir]
		if p.Cell[n&core.Slot] == game.Empty && (immobile || mayBeCaptured(p, dir)) {
			hot.Set(n)
		}
	}
	return hot
}

// mayBeCaptured reports whether an attacker that arrives next to the king, in direction dir from him, may capture him:
// because his other sides are closed, or because the square beyond him may help to capture him.
func mayBeCaptured(p *Position, dir game.Dir) bool {
	r := p.Rules
	open := 0
	for d := range game.GridDirs {
		s := r.Next[p.King&core.Slot][d]
		shut := r.Kind[p.Cell[s&core.Slot]&core.KindMask].Side == game.Attackers ||
			s == core.Off && r.Set.KingEdge == ruleset.EdgeConfine || s != core.Off && p.hostile(s, ruleset.ClassKing)
		if d != dir && !shut {
			open++
		}
	}
	beyond := r.Next[p.King&core.Slot][dir.Opposite()]
	b, q := &r.Kind[p.Cell[beyond&core.Slot]&core.KindMask], &r.Sq[beyond&core.Slot]
	held := b.Side == game.Attackers || q.Holds || q.HoldsOccupied || q.Region == ruleset.Corner ||
		beyond == core.Off && r.Set.EdgeAnvil&ruleset.ClassKing != 0
	return open == 0 || held && (!protected(p) || r.Set.Piercing)
}

// arrivalsOn appends the slides that end on a square of to.
func arrivalsOn(p *Position, ms []game.Move, to *core.SquareSet) []game.Move {
	for i := range p.Rules.Words {
		for b := to[i&7]; b != 0; b &= b - 1 {
			ms = p.arrivals(ms, core.SquareOf(i, b))
		}
	}
	return ms
}

// keepAnswers keeps, of the steps from index first on, those after which the king has no step to a goal, or a chain
// continues.
func keepAnswers(p *Position, ms []game.Move, first int) []game.Move {
	var d core.Delta
	keep := ms[:first]
	for _, m := range ms[first:] {
		p.Play(m, &d)
		if p.Chain != game.NoSquare || !kingAtGoalNext(p) {
			keep = append(keep, m)
		}
		p.Undo(&d)
	}
	return keep
}

// kingAtGoalNext reports whether the king has a step to a goal.
func kingAtGoalNext(p *Position) bool {
	if p.King == game.NoSquare {
		return false
	}
	var buf [4 * game.MaxSize]game.Move
	for _, m := range p.steps(buf[:0], p.King) {
		if p.Rules.Sq[m.To&core.Slot].Goal {
			return true
		}
	}
	return false
}

// evasionsAmong appends the legal steps that go to a square of hot or stop all exits, including leaps that may begin
// a chain.
func evasionsAmong(p *Position,
	ms []game.Move, h *core.History, exits []exit, hot *core.SquareSet,
) []game.Move {
	first := len(ms)
	ms = p.Legal(ms, h)
	keep := ms[:first]
	for _, m := range ms[first:] {
		if hot.Has(m.To) || m.Op == game.Leap && p.Rules.Set.Chain != ruleset.ChainOff || stopsAll(exits, m) {
			keep = append(keep, m)
		}
	}
	return keep
}

func stopsAll(exits []exit, m game.Move) bool {
	for i := range exits {
		if !exits[i].path.Has(m.To) && (exits[i].over == game.NoSquare || exits[i].over != m.From) {
			return false
		}
	}
	return true
}

// addRepetitions appends the quiet steps missing in ms that repeat an earlier position, where that may be a draw or a
// win.
func addRepetitions(p *Position, ms []game.Move, first int, h *core.History) []game.Move {
	s := &p.Rules.Set
	if s.Repetition != ruleset.RepeatDraw && s.Repetition != ruleset.RepeatMoverWins || h == nil || h.Quiet() < 3 {
		return ms
	}
	listed := len(ms)
	ms = p.Legal(ms, h)
	keep := ms[:listed]
	for _, m := range ms[listed:] {
		hash := p.Hash ^ p.Rules.Moved(m.From, m.To, p.Cell[m.From&core.Slot]) ^ p.Rules.Turn
		if h.Stood(hash) && !slices.Contains(ms[first:listed], m) {
			keep = append(keep, m)
		}
	}
	return keep
}
