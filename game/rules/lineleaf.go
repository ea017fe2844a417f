package rules

import "tafl3d/game"

// stirLines is stir for the other families.
func (p *Position) stirLines(s *stirring) bool {
	g, t := p.rules.line, &p.state
	if !g.calm || !p.lastAction() || t.huff.any() || t.inHand != [game.Sides]uint8{} || p.judgeMaterial(p.turn).Over() {
		return false
	}
	if g.huff && t.duty == dutyUnknown {
		p.findDue()
	}
	if t.due.any() {
		return false
	}
	to := g.restless[p.turn&1]
	from := t.flags
	if g.upTo != nil {
		from = from.or(p.passing())
	}
	if g.fill.any() && p.unfilled().len() <= 1 {
		to = to.or(g.fill)
	}
	if g.chess != nil {
		to = to.or(p.own(p.turn.Other()))
		from = from.or(p.castlers())
	}
	s.to[0], s.to[1] = to.lo, to.hi
	s.from[0], s.from[1] = from.lo, from.hi
	s.leaps = g.plain
	return true
}

// lastAction reports whether a step would surely end the turn.
func (p *Position) lastAction() bool {
	t := &p.state
	if p.rules.line.set.Actions.Number == 1 {
		return !t.busy
	}
	return t.busy && t.victim == game.NoSquare && t.removes == 0 && t.acted+1 >= p.limit()
}

// passing returns the pieces whose step may bring a runner behind the line:
// the runners, and the last of the line before one.
func (p *Position) passing() points {
	g := p.rules.line
	runner := game.Side(g.set.Ends.Runner - 1)
	runners, before := p.own(runner), points{}
	for b := runners; b.any(); {
		before = before.or(g.upTo[b.pop()])
	}
	if line := p.own(runner.Other()).and(before); line.len() == 1 || g.set.Ends.FoxPassed {
		return runners.or(line)
	}
	return runners
}

// compileCalm finds whether there are quiet steps, and on which squares a side
// ends none.
func (g *lineGame) compileCalm() {
	l := g.set
	far := l.Fly > 0 || l.Sweep != Nobody || l.Scripted || l.Draws.Superko || l.Ends.GoalCounts == FillOwnImmobile
	g.calm = !far && l.Mill.Lines == 0 && g.paths == nil && (l.Actions.Number == 1 || g.chess == nil && !g.several)
	for side := range game.Side(game.Sides) {
		to := g.ownCorner[side].or(g.goalRest[side])
		if l.Ends.Runner.is(side) {
			to = to.or(g.reach)
		}
		for c := 1; c < g.n; c++ {
			if k := &g.kind[c]; k.side == side && k.becomes != game.Empty {
				to = to.or(k.far)
			}
		}
		if g.chess != nil {
			to = to.or(g.chess.last[side])
		}
		g.restless[side] = to
	}
	g.plain = g.calm && g.leapsPlainly()
}
