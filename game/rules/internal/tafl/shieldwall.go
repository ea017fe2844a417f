package tafl

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/ruleset"
)

// shieldwall is C3: an unbroken row of enemies on the edge is captured if each has an attacker in front of it and
// both ends are bracketed. A king in the row is not captured.
func shieldwall(p *Position, d *core.Delta) {
	r := p.Rules
	if r.Set.ShieldwallBy == ruleset.TriggerFlank {
		if r.Sq[d.Move.To].Rim {
			walls(p, d, d.Move.To)
		}
		return
	}
	for s := range game.Square(r.Squares) {
		q := &r.Sq[s]
		bracket := r.Kind[p.Cell[s]&core.KindMask].Side == p.Turn || cornerBracket(p, s)
		if q.Rim && bracket {
			walls(p, d, s)
		}
	}
}

// cornerBracket reports whether the empty corner square s serves as a bracket.
func cornerBracket(p *Position, s game.Square) bool {
	return p.Rules.Set.ShieldwallCorner && p.Cell[s] == game.Empty && p.Rules.Sq[s].Region == ruleset.Corner
}

// walls searches from a bracket along the edge in every direction.
func walls(p *Position, d *core.Delta, bracket game.Square) {
	r := p.Rules
	for along := range game.GridDirs {
		for turn := range game.Dir(2) {
			inward := (along + 1 + 2*turn) % game.GridDirs
			if r.Next[bracket][inward.Opposite()] == core.Off && r.Next[bracket][along] != core.Off {
				p.wall(d, bracket, along, inward)
			}
		}
	}
}

// wall captures the row that begins next to the bracket, if it is closed.
func (p *Position) wall(d *core.Delta, bracket game.Square, along, inward game.Dir) {
	r := p.Rules
	n := 0
	s := r.Next[bracket][along]
	for ; r.Kind[p.Cell[s]&core.KindMask].Side == p.Turn.Other(); s = r.Next[s][along] {
		if r.Kind[p.Cell[r.Next[s][inward]]&core.KindMask].Side != p.Turn {
			return
		}
		n++
	}
	closed := r.Kind[p.Cell[s]&core.KindMask].Side == p.Turn || s != core.Off && cornerBracket(p, s)
	if n < r.Set.ShieldwallMin || !closed {
		return
	}
	for t := r.Next[bracket][along]; t != s; t = r.Next[t][along] {
		if c := p.Cell[t]; !r.Kind[c&core.KindMask].Royal {
			d.Take(t, c, game.ByShieldwall)
		}
	}
}
