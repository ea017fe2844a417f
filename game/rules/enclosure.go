package rules

import (
	"tafl3d/game"
	"tafl3d/game/ruleset"
)

// linnaeus is C4, Linnaeus' tenth rule: with the king on the throne and three
// attackers beside him, the man on the fourth side is taken against the
// throne by an attacker who moves behind that man.
func (p *Position) linnaeus(d *Delta) {
	r := p.rules
	if p.turn != game.Attackers || p.king == game.NoSquare || r.sq[p.king&slot].region != ruleset.Throne {
		return
	}
	for dir := range game.GridDirs {
		v := r.next[p.king][dir]
		c := p.cell[v&slot]
		if r.kind[c&kindMask].class != ruleset.ClassDefender || r.next[v&slot][dir]&slot != d.move.To {
			continue
		}
		if p.attackersBeside(p.king) == 3 {
			d.take(v, c, game.ByLinnaeus)
		}
	}
}

func (p *Position) attackersBeside(s game.Square) (n int) {
	for dir := range game.GridDirs {
		if p.rules.kind[p.cell[p.rules.next[s][dir]]&kindMask].side == game.Attackers {
			n++
		}
	}
	return n
}

// enclosure is C6: the king falls when he is enclosed on four sides; where he
// is not protected, between two; and, protected, between commanders.
func (p *Position) enclosure(d *Delta) {
	r := p.rules
	if p.king == game.NoSquare {
		return
	}
	for dir := range game.GridDirs {
		if r.next[d.move.To&slot][dir]&slot != p.king {
			continue
		}
		if by := p.kingFalls(d.move.To, dir); by != 0 {
			d.take(p.king, King, by)
		}
		return
	}
}

// kingFalls says what takes the king when the attacker on s, with the king
// next to it along dir, has just moved; 0 if nothing does.
func (p *Position) kingFalls(s game.Square, dir game.Dir) game.Means {
	r := p.rules
	if p.enclosed() {
		return game.ByEnclosure
	}
	beyond := r.next[p.king][dir]
	b := &r.kind[p.cell[beyond&slot]&kindMask]
	empty := p.cell[beyond&slot] == game.Empty
	if !p.protected() {
		held := b.side == game.Attackers && b.holds || empty && r.sq[beyond&slot].holds ||
			beyond == off && r.set.EdgeAnvil&ruleset.ClassKing != 0
		if held {
			return game.ByCustody
		}
		return 0
	}
	if !r.set.Piercing || !r.kind[p.cell[s&slot]&kindMask].commander {
		return 0
	}
	if r.sq[p.king&slot].region == ruleset.Throne && !r.set.PiercingOnThrone {
		return 0
	}
	if b.commander || empty && r.set.CornerPiercing && r.sq[beyond&slot].region == ruleset.Corner {
		return game.ByCommander
	}
	return 0
}

// enclosed reports whether each of the king's four sides is shut.
func (p *Position) enclosed() bool {
	r := p.rules
	for dir := range game.GridDirs {
		s := r.next[p.king][dir]
		switch {
		case r.kind[p.cell[s&slot]&kindMask].side == game.Attackers:
		case s == off:
			if r.set.KingEdge != ruleset.EdgeConfine {
				return false
			}
		case p.cell[s&slot] != game.Empty || r.sq[s&slot].hostile&ruleset.ClassKing == 0:
			return false
		}
	}
	return true
}

// protected reports whether the king is safe from two captors where he stands.
func (p *Position) protected() bool {
	r := p.rules
	switch r.set.KingCapture {
	case ruleset.KingEnclosed:
		return true
	case ruleset.KingCustodial:
		return false
	}
	if r.sq[p.king&slot].region == ruleset.Throne {
		return true
	}
	if r.set.KingCapture == ruleset.KingNearThrone {
		for dir := range game.GridDirs {
			if r.sq[r.next[p.king][dir]].region == ruleset.Throne {
				return true
			}
		}
	}
	return false
}

// kingTakeable reports whether the attackers, to move, have a step that takes
// the king. A chain's later steps are looked at as well.
func (p *Position) kingTakeable() bool {
	return p.seek(func(o game.Outcome) bool { return o.Cause == game.KingCaptured })
}

// seek reports whether the side to move has a turn, of one or more steps, at
// whose end found holds.
func (p *Position) seek(found func(game.Outcome) bool) bool {
	var buf [game.MaxSquares]game.Move
	var d Delta
	q := *p
	for _, m := range q.unfiltered(buf[:0]) {
		q.Play(m, &d)
		hit := found(q.end) || q.chain != game.NoSquare && q.seek(found)
		q.Undo(&d)
		if hit {
			return true
		}
	}
	return false
}
