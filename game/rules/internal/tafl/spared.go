package tafl

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/ruleset"
)

// Spared is the reason why a king between an attacker and the square beyond is not captured (tafl 6, C6).
type Spared uint8

// The reasons.
const (
	NotSpared          Spared = iota // not between two hostile squares
	SparedEverywhere                 // captured only when all four sides are closed
	SparedOnThrone                   // the same, on a throne
	SparedBesideOpen                 // the same, next to a throne that is not hostile when empty
	SparedBesideThrone               // the same, next to a throne that is hostile when empty
	SparedByPiece                    // the attacker on the other side may not help to capture
	SparedBySquare                   // the empty hostile square on the other side does not help to capture a king
)

// KingSpared returns the reason why the king was not captured by the attacker that has just moved to s, and the
// square beyond the king. It returns NotSpared unless that square is occupied by an attacker, or empty and hostile to
// men.
func (p *Position) KingSpared(s game.Square) (why Spared, beyond game.Square) {
	r := p.Rules
	if p.King == game.NoSquare || s < 0 || r.Kind[p.Cell[s&core.Slot]&core.KindMask].Side != game.Attackers {
		return NotSpared, game.NoSquare
	}
	for dir := range game.GridDirs {
		if r.Next[s&core.Slot][dir]&core.Slot == p.King {
			beyond = r.Next[p.King][dir]
			return p.spared(beyond), beyond
		}
	}
	return NotSpared, game.NoSquare
}

// spared is KingSpared for a given square beyond the king.
func (p *Position) spared(beyond game.Square) Spared {
	r := p.Rules
	if beyond == core.Off {
		return NotSpared
	}
	attacker := r.Kind[p.Cell[beyond]&core.KindMask].Side == game.Attackers && p.Cell[beyond] != game.Empty
	hostile := p.Cell[beyond] == game.Empty && r.Sq[beyond].Hostile&ruleset.ClassDefender != 0
	switch {
	case !attacker && !hostile:
		return NotSpared
	case protected(p):
		return p.sparedHere()
	case attacker:
		return SparedByPiece
	}
	return SparedBySquare
}

// sparedHere returns the rule that protects the king from custodial capture on his square.
func (p *Position) sparedHere() Spared {
	r := p.Rules
	switch {
	case r.Set.KingCapture == ruleset.KingEnclosed:
		return SparedEverywhere
	case r.Sq[p.King].Region == ruleset.Throne:
		return SparedOnThrone
	}
	for dir := range game.GridDirs {
		q := &r.Sq[r.Next[p.King][dir]]
		if q.Region == ruleset.Throne && q.Hostile&ruleset.ClassKing != 0 {
			return SparedBesideThrone
		}
	}
	return SparedBesideOpen
}
