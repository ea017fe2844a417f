package tafl

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/ruleset"
)

// linnaeus is C4, Linnaeus' tenth rule: with the king on the throne and attackers on three sides of him, the man on
// the fourth side is captured against the throne by an attacker that moves to the far side of that man.
func linnaeus(p *Position, d *core.Delta) {
	r := p.Rules
	if p.Turn != game.Attackers || p.King == game.NoSquare || r.Sq[p.King&core.Slot].Region != ruleset.Throne {
		return
	}
	for dir := range game.GridDirs {
		v := r.Next[p.King][dir]
		c := p.Cell[v&core.Slot]
		if r.Kind[c&core.KindMask].Class != ruleset.ClassDefender || r.Next[v&core.Slot][dir]&core.Slot != d.Move.To {
			continue
		}
		if attackersBeside(p, p.King) == 3 {
			d.Take(v, c, game.ByLinnaeus)
		}
	}
}

func attackersBeside(p *Position, s game.Square) (n int) {
	for dir := range game.GridDirs {
		if p.Rules.Kind[p.Cell[p.Rules.Next[s][dir]]&core.KindMask].Side == game.Attackers {
			n++
		}
	}
	return n
}

// enclosure is C6: the king is captured when enclosed on four sides; where he is not protected, between two enemies;
// where he is protected, also between commanders.
func enclosure(p *Position, d *core.Delta) {
	r := p.Rules
	if p.King == game.NoSquare {
		return
	}
	for dir := range game.GridDirs {
		if r.Next[d.Move.To&core.Slot][dir]&core.Slot != p.King {
			continue
		}
		if by := kingCapturedBy(p, d.Move.To, dir); by != 0 {
			d.Take(p.King, ruleset.King, by)
		}
		return
	}
}

// kingCapturedBy returns the means by which the king is captured after an attacker has moved to s, with the king next
// to it in direction dir; 0 if he is not.
func kingCapturedBy(p *Position, s game.Square, dir game.Dir) game.Means {
	r := p.Rules
	if enclosed(p) {
		return game.ByEnclosure
	}
	beyond := r.Next[p.King][dir]
	b := &r.Kind[p.Cell[beyond&core.Slot]&core.KindMask]
	empty := p.Cell[beyond&core.Slot] == game.Empty
	if !protected(p) {
		q := &r.Sq[beyond&core.Slot]
		held := b.Side == game.Attackers && b.Holds || empty && q.Holds || !empty && q.HoldsOccupied ||
			beyond == core.Off && r.Set.EdgeAnvil&ruleset.ClassKing != 0
		if held {
			return game.ByCustody
		}
		return 0
	}
	if !r.Set.Piercing || !r.Kind[p.Cell[s&core.Slot]&core.KindMask].Commander {
		return 0
	}
	if r.Sq[p.King&core.Slot].Region == ruleset.Throne && !r.Set.PiercingOnThrone {
		return 0
	}
	if b.Commander || empty && r.Set.CornerPiercing && r.Sq[beyond&core.Slot].Region == ruleset.Corner {
		return game.ByCommander
	}
	return 0
}

// enclosed reports whether each of the king's four sides is closed.
func enclosed(p *Position) bool {
	r := p.Rules
	for dir := range game.GridDirs {
		s := r.Next[p.King][dir]
		switch {
		case r.Kind[p.Cell[s&core.Slot]&core.KindMask].Side == game.Attackers:
		case s == core.Off:
			if r.Set.KingEdge != ruleset.EdgeConfine {
				return false
			}
		case !p.hostile(s, ruleset.ClassKing):
			return false
		}
	}
	return true
}

// protected reports whether the king is protected from custodial capture on his square.
func protected(p *Position) bool {
	r := p.Rules
	switch r.Set.KingCapture {
	case ruleset.KingEnclosed:
		return true
	case ruleset.KingCustodial:
		return false
	}
	if r.Sq[p.King&core.Slot].Region == ruleset.Throne {
		return true
	}
	if r.Set.KingCapture == ruleset.KingNearThrone {
		for dir := range game.GridDirs {
			if r.Sq[r.Next[p.King][dir]].Region == ruleset.Throne {
				return true
			}
		}
	}
	return false
}

// kingTakeable reports whether the attackers, to move, can capture the king with a step, including later steps of a
// chain.
func kingTakeable(p *Position) bool {
	return canReach(p, func(o game.Outcome) bool { return o.Cause == game.KingCaptured })
}

// canReach reports whether the side to move has a move, of one or more steps, after which found holds.
func canReach(p *Position, found func(game.Outcome) bool) bool {
	var buf [game.MaxSquares]game.Move
	var d core.Delta
	q := *p
	for _, m := range q.candidates(buf[:0]) {
		q.Play(m, &d)
		hit := found(q.End) || q.Chain != game.NoSquare && canReach(&q, found)
		q.Undo(&d)
		if hit {
			return true
		}
	}
	return false
}
