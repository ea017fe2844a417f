package rules

import (
	"tafl3d/game"
	"tafl3d/game/ruleset"
)

// stirLines is stir for the other families.
func (p *Position) stirLines(s *stirring) bool {
	g, t := p.rules.line, &p.state
	if !g.calm || !p.lastAction() || p.judgeMaterial(p.turn).Over() {
		return false
	}
	if t.inHand != [game.Sides]uint8{} && (t.hand[g.prephase] > 0 || g.set.Actions.Number > 1) {
		return false
	}
	if g.huff && t.duty == dutyUnknown {
		p.findDue()
	}
	to := g.restless[p.turn&1]
	from := t.flags
	if g.upTo != nil {
		stops, stays := p.passing()
		to, from = to.or(stops), from.or(stays)
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
	s.leaps = g.plain && !t.busy
	s.drops = g.upTo == nil && !g.leaders && g.chess == nil && !g.huff
	return true
}

// lastAction reports whether a step would surely end the turn.
func (p *Position) lastAction() bool {
	t := &p.state
	if p.rules.line.set.Actions.Number == 1 {
		return !t.busy || t.huffed && p.chain == game.NoSquare && t.victim == game.NoSquare && t.removes == 0
	}
	return t.busy && t.victim == game.NoSquare && t.removes == 0 && t.acted+1 >= p.limit()
}

// passing returns the squares whose step may bring a runner behind the line:
// those to which a runner must not go, and those that the last of the line
// before one must not leave.
func (p *Position) passing() (to, from points) {
	g := p.rules.line
	runner := game.Side(g.set.Ends.Runner - 1)
	runners, line := p.own(runner), p.own(runner.Other())
	switch {
	case g.set.Ends.FoxPassed:
		return to, p.own(p.turn)
	case p.turn == runner:
		return g.below(line), from
	}
	var before points
	for b := runners; b.any(); {
		before = before.or(g.upTo[b.pop()])
	}
	if last := line.and(before); last.len() == 1 {
		from = last
	}
	return to, from
}

// below returns the squares of the ranks below those of the line's pieces.
func (g *lineGame) below(line points) (set points) {
	for _, up := range g.ranks {
		if up.and(line).any() {
			break
		}
		set = up
	}
	return set
}

// plant drops a piece of the side to move and gives the turn to the other.
func (p *Position) plant(m game.Move) {
	p.setHand(m.Kind, p.state.hand[m.Kind&kindMask]-1)
	p.put(m.To, m.Kind)
	p.found(m.Kind)
	p.turn, p.hash = p.turn^1, p.hash^p.rules.turn
}

// uproot takes a drop back.
func (p *Position) uproot(m game.Move) {
	p.turn, p.hash = p.turn^1, p.hash^p.rules.turn
	p.lost(m.Kind)
	p.lift(m.To)
	p.setHand(m.Kind, p.state.hand[m.Kind&kindMask]+1)
}

// dropLeaf is leaf for drops.
func (p *Position) dropLeaf(m game.Move) bool {
	p.plant(m)
	open := p.mayStep()
	p.uproot(m)
	return open
}

// beneath makes a quiet step or drop, counts the sequences of so many turns
// after it and takes it back. It returns false, and no count, where leaf does.
func (p *Position) beneath(m game.Move, depth int, ms []game.Move) (n int64, ok bool, below []game.Move) {
	g, side := p.rules.line, p.turn&1
	if g.retreat && m.Op == game.Step && g.forward[side][m.To] < g.forward[side][m.From] {
		return 0, false, ms
	}
	before, hash := p.state, p.hash
	p.passTurn(m)
	if m.Op == game.Drop {
		p.plant(m)
	} else {
		p.slip(m.From, m.To, side)
	}
	if ok = p.mayStep(); ok {
		n, ms = p.perft(depth, ms)
	}
	if m.Op == game.Drop {
		p.uproot(m)
	} else {
		p.slip(m.To, m.From, side)
	}
	p.state, p.hash = before, hash
	return n, ok, ms
}

// passTurn leaves the state, but for hands, as a turn of a quiet step or drop does.
func (p *Position) passTurn(m game.Move) {
	s := &p.state
	if side := p.turn & 1; p.rules.line.chess != nil && m.From == s.royalAt[side] {
		s.royalAt[side] = m.To
	}
	s.moved, s.trail, s.busy = m.To, points{}, false
	if p.rules.line.huff {
		p.passHuff(m)
	}
	s.duty, s.check = dutyUnknown, checkUnknown
}

// passHuff forgets who might be huffed, and lets the other side huff those who
// could have captured instead of the quiet step m.
func (p *Position) passHuff(m game.Move) {
	s := &p.state
	if s.huff.any() {
		p.lapse()
	}
	s.huff = s.due
	if s.huff.has(m.From) {
		s.huff.clear(m.From)
		s.huff.set(m.To)
	}
	for b := s.huff; b.any(); {
		p.hash ^= p.rules.line.huffZ[b.pop()]
	}
}

// huffLeaf is leaf where a step may let the other side huff somebody.
func (p *Position) huffLeaf(m game.Move) bool {
	huff, hash := p.state.huff, p.hash
	p.passHuff(m)
	open := p.plainLeaf(m)
	p.state.huff, p.hash = huff, hash
	return open
}

// compileCalm finds whether there are quiet steps, and on which squares a side
// ends none.
func (g *lineGame) compileCalm() {
	l := g.set
	far := l.Fly > 0 || l.Sweep != ruleset.Nobody || l.Scripted || l.Draws.Superko || l.Ends.GoalCounts == ruleset.FillOwnImmobile
	g.calm = !far && l.Mill.Lines == 0 && g.paths == nil && (l.Actions.Number == 1 || g.chess == nil && !g.several)
	for side := range game.Side(game.Sides) {
		to := g.ownCorner[side].or(g.goalRest[side])
		if l.Ends.Runner.Is(side) {
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
