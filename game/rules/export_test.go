package rules

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/rules/internal/lines"
)

// QuietSteps returns those of the legal steps ms that Perft takes for quiet.
func (p *Position) QuietSteps(ms []game.Move) (quiet []game.Move) {
	var s core.Stirring
	stir, leaf := p.tafl().Stir, p.tafl().Leaf
	if p.lines() {
		stir, leaf = p.at.Stir, p.at.Leaf
	}
	if !stir(&s) {
		return nil
	}
	for _, m := range ms {
		if s.Quiet(m) && leaf(m) {
			quiet = append(quiet, m)
		}
	}
	return quiet
}

// Strict is p under rules that ask of every step whether a rule forbids it.
func (p *Position) Strict() Position {
	q, r, at := *p, *p.rules, *p.at.Rules
	at.Filters = true
	r.at = &at
	q.rules, q.at.Rules = &r, &at
	return q
}

// LeapLeaves returns how many turns Perft counts at its leaves that begin with
// a leap; false if it plays them.
func (p *Position) LeapLeaves(m game.Move) (n int64, ok bool) {
	var s core.Stirring
	if m.Op != game.Leap || !p.lines() || !p.at.Stir(&s) || !s.Leaps {
		return 0, false
	}
	return lines.LeapLeaves(&p.at, m), true
}

// Ripe returns which pieces of the side to move are looked at for captures by
// leaps, and which have one.
func (p *Position) Ripe() (ripe, captors []game.Square) {
	for b := p.at.Own(p.at.Turn); b.Any(); {
		at := b.Pop()
		if lines.CanCapture(&p.at, &p.at.Game.Kind[p.at.Cell[at]], at) {
			captors = append(captors, at)
		}
	}
	return p.at.Ripe().List(), captors
}
