package lines

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/ruleset"
)

// millsOf returns the number of mills that contain the piece on at.
func millsOf(p *Position, at game.Square) (n uint8) {
	c := p.Cell[at&core.Slot]
	side := p.Rules.Kind[c&core.KindMask].Side
	for _, q := range p.Game.mills[at] {
		if p.Rules.Kind[p.Cell[q[0]&core.Slot]&core.KindMask].Side == side &&
			p.Rules.Kind[p.Cell[q[1]&core.Slot]&core.KindMask].Side == side {
			n++
		}
	}
	return n
}

// closeMills records how many men are to be removed for the mills closed by the piece that moved to at.
func closeMills(p *Position, at game.Square) {
	if p.Game.Set.Mill.Lines == 0 {
		return
	}
	n := millsOf(p, at)
	if n == 0 {
		return
	}
	if p.Game.Set.Mill.Removes == ruleset.RemoveOne {
		n = 1
	}
	p.State.removes, p.State.removed = n, game.NoSquare
	checkRemovals(p)
}

// checkRemovals clears the removals if no man may be removed.
func checkRemovals(p *Position) {
	if !removable(p).Any() {
		p.State.removes = 0
	}
}

// removable returns the enemies that may be removed for a mill.
func removable(p *Position) (set core.Points) {
	var loose core.Points
	for b := p.Own(p.Turn.Other()); b.Any(); {
		at := b.Pop()
		set.Set(at)
		if millsOf(p, at) == 0 {
			loose.Set(at)
		}
	}
	switch p.Game.Set.Mill.Protect {
	case ruleset.ProtectNever:
		return set
	case ruleset.ProtectUnlessAll:
		if !loose.Any() {
			return set
		}
	}
	return loose
}

// removals appends the removals for a mill.
func removals(p *Position, ms []game.Move) []game.Move {
	for b := removable(p); b.Any(); {
		at := b.Pop()
		ms = append(ms, game.Move{Op: game.Remove, From: at, To: at})
	}
	return ms
}

// swappable reports whether the man on at could also have been removed before the one just removed, and that one
// after it.
func swappable(p *Position, at game.Square) bool {
	before := *p
	before.Put(p.State.removed, p.Cell[at&core.Slot]) // the kind of the removed piece does not matter for mills
	if !removable(&before).Has(at) {
		return false
	}
	before.Lift(at)
	return removable(&before).Has(p.State.removed)
}
