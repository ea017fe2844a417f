package rules

import "tafl3d/game"

// QuietSteps returns those of the legal steps ms that Perft takes for quiet.
func (p *Position) QuietSteps(ms []game.Move) (quiet []game.Move) {
	var s stirring
	if !p.stir(&s) {
		return nil
	}
	for _, m := range ms {
		if s.quiet(m) && p.leaf(m) {
			quiet = append(quiet, m)
		}
	}
	return quiet
}

// LeapLeaves returns how many turns Perft counts at its leaves that begin with
// a leap; false if it plays them.
func (p *Position) LeapLeaves(m game.Move) (n int64, ok bool) {
	var s stirring
	if m.Op != game.Leap || !p.stir(&s) || !s.leaps {
		return 0, false
	}
	return p.leapLeaves(m), true
}

// Ripe returns which pieces of the side to move are looked at for captures by
// leaps, and which have one.
func (p *Position) Ripe() (ripe, captors []game.Square) {
	for b := p.own(p.turn); b.any(); {
		at := b.pop()
		if p.canCapture(&p.rules.line.kind[p.cell[at]], at) {
			captors = append(captors, at)
		}
	}
	return p.ripe().list(), captors
}
