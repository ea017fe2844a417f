package rules

import (
	"tafl3d/game"
	"tafl3d/game/ruleset"
)

// millsOf returns how many mills stand with the piece on at.
func (p *Position) millsOf(at game.Square) (n uint8) {
	c := p.cell[at&slot]
	side := p.rules.kind[c&kindMask].side
	for _, q := range p.rules.line.mills[at] {
		if p.rules.kind[p.cell[q[0]&slot]&kindMask].side == side && p.rules.kind[p.cell[q[1]&slot]&kindMask].side == side {
			n++
		}
	}
	return n
}

// closeMills notes how many men are to be removed because the piece that moved
// to at closed mills.
func (p *Position) closeMills(at game.Square) {
	if p.rules.line.set.Mill.Lines == 0 {
		return
	}
	n := p.millsOf(at)
	if n == 0 {
		return
	}
	if p.rules.line.set.Mill.Removes == ruleset.RemoveOne {
		n = 1
	}
	p.state.removes, p.state.removed = n, game.NoSquare
	p.checkRemovals()
}

// checkRemovals forgets the removals if no man may be removed.
func (p *Position) checkRemovals() {
	if !p.removable().any() {
		p.state.removes = 0
	}
}

// removable returns the enemies that may be removed for a mill.
func (p *Position) removable() (set points) {
	var loose points
	for b := p.own(p.turn.Other()); b.any(); {
		at := b.pop()
		set.set(at)
		if p.millsOf(at) == 0 {
			loose.set(at)
		}
	}
	switch p.rules.line.set.Mill.Protect {
	case ruleset.ProtectNever:
		return set
	case ruleset.ProtectUnlessAll:
		if !loose.any() {
			return set
		}
	}
	return loose
}

// removals appends the removals for a mill.
func (p *Position) removals(ms []game.Move) []game.Move {
	for b := p.removable(); b.any(); {
		at := b.pop()
		ms = append(ms, game.Move{Op: game.Remove, From: at, To: at})
	}
	return ms
}

// swappable reports whether the man on at could as well have been removed
// before the one that was removed just now, and that one after him.
func (p *Position) swappable(at game.Square) bool {
	before := *p
	before.put(p.state.removed, p.cell[at&slot]) // which kind he was does not matter to mills
	if !before.removable().has(at) {
		return false
	}
	before.lift(at)
	return before.removable().has(p.state.removed)
}
