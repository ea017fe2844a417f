package lines

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
)

// Legal appends the legal steps of the side to move.
func (p *Position) Legal(ms []game.Move, h *core.History) []game.Move {
	if p.End.Over() {
		return ms
	}
	first := len(ms)
	if ms = p.candidates(ms); p.filtered() {
		return append(ms[:first], p.allowed(ms[first:], h)...)
	}
	return ms
}

// filtered reports whether rules beyond the board may forbid a step. A huff is legal only if a move can follow.
func (p *Position) filtered() bool { return p.Rules.Filters || p.State.huff.Any() }

// candidates appends the steps that are legal apart from rules beyond the board.
func (p *Position) candidates(ms []game.Move) []game.Move {
	switch s := &p.State; {
	case s.removes > 0:
		return removals(p, ms)
	case s.victim != game.NoSquare:
		return ambushers(p, ms)
	case p.Chain != game.NoSquare:
		return chainOn(p, ms)
	}
	return p.actions(ms)
}

// actions appends the steps that may begin a move or its next action.
func (p *Position) actions(ms []game.Move) []game.Move {
	g, s := p.Game, &p.State
	if s.huff.Any() {
		for b := s.huff; b.Any(); {
			at := b.Pop()
			ms = append(ms, game.Move{Op: game.Remove, From: at, To: at})
		}
	}
	switch p.scope() {
	case scopeDrops:
		return drops(p, ms)
	case scopeCombat:
		return combat(p, ms)
	case scopeDuties:
		return duties(p, ms)
	}
	if s.inHand[p.Turn&1] > 0 {
		ms = drops(p, ms)
	}
	if g.Chess != nil {
		ms = chessMoves(p, ms)
	}
	ms = p.stepsAndLeaps(ms)
	if g.Set.Actions.Ambush {
		ms = ambushes(p, ms)
	}
	if s.acted > 0 {
		ms = append(ms, game.NoMove)
	}
	return ms
}

// stepsAndLeaps appends the steps, slides, flights and first leaps of each piece. In games with chess moves these are
// among the steps.
func (p *Position) stepsAndLeaps(ms []game.Move) []game.Move {
	g := p.Game
	if g.Chess != nil && !g.leaps {
		return ms
	}
	leapers := p.leapers()
	for b := p.Own(p.Turn); b.Any(); {
		at := b.Pop()
		k := &g.Kind[p.Cell[at&core.Slot]&core.KindMask]
		if g.Chess == nil {
			ms = stepsOf(p, ms, k, at)
		}
		if leapers.Has(at) {
			ms = leapsOf(p, ms, k, at)
		}
	}
	return ms
}

// leapers returns the pieces of the side to move except those that certainly have no leap, for the scope of all
// moves.
func (p *Position) leapers() core.Points {
	switch g := p.Game; {
	case g.friends:
		return p.Own(p.Turn)
	case g.forced && p.State.acted == 0 && g.allMust[p.Turn&1]:
		return core.Points{} // a piece that can capture would be bound to do so
	}
	return p.Ripe()
}

// scope is the restriction on the steps that may begin a move or another action.
type scope uint8

const (
	scopeAll scope = iota
	scopeDrops
	scopeCombat
	scopeDuties // compulsory captures
)

func (p *Position) scope() scope {
	g, s := p.Game, &p.State
	switch {
	case mustDrop(p):
		return scopeDrops
	case g.paths != nil && inCombat(p):
		return scopeCombat
	case g.forced && s.acted == 0 && someMust(p):
		return scopeDuties
	}
	return scopeAll
}

// allowed keeps the steps that can be completed to a legal move.
func (p *Position) allowed(ms []game.Move, h *core.History) []game.Move {
	if p.Game.Set.Chess.Check {
		ms = unexposed(p, ms)
	}
	keep := ms[:0]
	for _, m := range ms {
		if p.completes(m, h) {
			keep = append(keep, m)
		}
	}
	return keep
}

// completable reports whether some legal move begins with m, a candidate.
func (p *Position) completable(m game.Move, h *core.History) bool {
	return !(p.Game.Set.Chess.Check && exposesRoyal(p, m)) && p.completes(m, h)
}

// completes is completable for a step that leaves no royal piece attacked.
func (p *Position) completes(m game.Move, h *core.History) bool {
	g := p.Game
	if m.Op == game.Leap && !leapCompletes(p, m) || isNull(p, m) {
		return false
	}
	first := g.leads && m.Op == game.Drop && m.Kind == g.prephase
	if !g.Set.Draws.Superko && !(g.forced && g.friends) && !g.Set.Scripted && m.Op != game.Remove && !first {
		return true
	}
	q := *p
	var d Delta
	q.Play(m, &d)
	if !d.Ends {
		return q.someTurn(h)
	}
	if q.State.must && !q.State.took || q.State.reply && (q.State.moved != g.centre || m.Op == game.Leap) {
		return false
	}
	return !g.Set.Draws.Superko || h == nil || q.State.Progress || q.State.inHand != [game.Sides]uint8{} ||
		h.Count(q.Hash) == 0
}

// canMove reports whether the side to move has a legal move.
func (p *Position) canMove(h *core.History) bool {
	g := p.Game
	switch {
	case p.State.inHand[p.Turn&1] > 0:
		return !g.leads && canDrop(p) || p.someTurn(h)
	case g.Chess != nil && !g.leaps:
		return chessCanMove(p)
	case flies(p), g.Set.Draws.Superko, g.Set.Scripted, g.paths != nil, g.Chess != nil:
		return p.someTurn(h)
	case someSteps(p), g.leaps && !g.noRest.Any() && p.someLeaps():
		return true
	}
	// no step or leap is legal without further checks
	return (g.Set.Actions.Ambush || g.noRest.Any() || p.State.huff.Any()) && p.someTurn(h)
}

// someLeaps reports whether a piece of the side to move has a leap.
func (p *Position) someLeaps() bool {
	for b := p.Own(p.Turn); b.Any(); {
		at := b.Pop()
		if canLeap(p, &p.Game.Kind[p.Cell[at&core.Slot]&core.KindMask], at) {
			return true
		}
	}
	return false
}

// someTurn is canMove for rules in which steps must be completable. It stops at the first legal step, trying those
// listed last first, including the end of the move.
func (p *Position) someTurn(h *core.History) bool {
	var buf [128]game.Move
	ms := p.candidates(buf[:0])
	for i := len(ms) - 1; i >= 0; i-- {
		if p.completable(ms[i], h) {
			return true
		}
	}
	return false
}
