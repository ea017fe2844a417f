package rules

import (
	"tafl3d/game"
	"tafl3d/game/ruleset"
)

// shieldwall is C3: an unbroken row of enemies on the rim, faced all along and
// bracketed at both ends, is taken; a king in it stays.
func (p *Position) shieldwall(d *Delta) {
	r := p.rules
	if r.set.ShieldwallBy == ruleset.TriggerFlank {
		if r.sq[d.move.To].rim {
			p.walls(d, d.move.To)
		}
		return
	}
	for s := range game.Square(r.squares) {
		q := &r.sq[s]
		bracket := r.kind[p.cell[s]&kindMask].side == p.turn || p.cornerBracket(s)
		if q.rim && bracket {
			p.walls(d, s)
		}
	}
}

// cornerBracket reports whether the empty corner square s stands in for a
// bracket.
func (p *Position) cornerBracket(s game.Square) bool {
	return p.rules.set.ShieldwallCorner && p.cell[s] == game.Empty && p.rules.sq[s].region == ruleset.Corner
}

// walls looks from a bracket along the rim in every direction that follows it.
func (p *Position) walls(d *Delta, bracket game.Square) {
	r := p.rules
	for along := range game.GridDirs {
		for turn := range game.Dir(2) {
			inward := (along + 1 + 2*turn) % game.GridDirs
			if r.next[bracket][inward.Opposite()] == off && r.next[bracket][along] != off {
				p.wall(d, bracket, along, inward)
			}
		}
	}
}

// wall takes the row that begins beside the bracket, if it is closed.
func (p *Position) wall(d *Delta, bracket game.Square, along, inward game.Dir) {
	r := p.rules
	n := 0
	s := r.next[bracket][along]
	for ; r.kind[p.cell[s]&kindMask].side == p.turn.Other(); s = r.next[s][along] {
		if r.kind[p.cell[r.next[s][inward]]&kindMask].side != p.turn {
			return
		}
		n++
	}
	closed := r.kind[p.cell[s]&kindMask].side == p.turn || s != off && p.cornerBracket(s)
	if n < r.set.ShieldwallMin || !closed {
		return
	}
	for t := r.next[bracket][along]; t != s; t = r.next[t][along] {
		if c := p.cell[t]; !r.kind[c&kindMask].royal {
			d.take(t, c, game.ByShieldwall)
		}
	}
}
