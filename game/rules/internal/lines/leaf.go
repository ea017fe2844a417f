package lines

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/ruleset"
)

// Stir computes the quiet steps. It returns false if no step is certain to be quiet.
func (p *Position) Stir(s *core.Stirring) bool {
	g, t := p.Game, &p.State
	if !g.calm || !lastAction(p) || judgeMaterial(p, p.Turn).Over() {
		return false
	}
	if t.inHand != [game.Sides]uint8{} && (t.Hand[g.prephase] > 0 || g.Set.Actions.Number > 1) {
		return false
	}
	if g.huff && t.duty == dutyUnknown {
		findDue(p)
	}
	to := g.restless[p.Turn&1]
	from := t.flags
	if g.upTo != nil {
		stops, stays := passing(p)
		to, from = to.Or(stops), from.Or(stays)
	}
	if g.fill.Any() && unfilled(p).Len() <= 1 {
		to = to.Or(g.fill)
	}
	if g.Chess != nil {
		to = to.Or(p.Own(p.Turn.Other()))
		from = from.Or(castlers(p))
	}
	s.To[0], s.To[1] = to.Lo, to.Hi
	s.From[0], s.From[1] = from.Lo, from.Hi
	s.Leaps = g.plain && !t.Busy
	s.Drops = g.upTo == nil && !g.leaders && g.Chess == nil && !g.huff
	return true
}

// lastAction reports whether a step would certainly end the move.
func lastAction(p *Position) bool {
	t := &p.State
	if p.Game.Set.Actions.Number == 1 {
		return !t.Busy || t.huffed && p.Chain == game.NoSquare && t.victim == game.NoSquare && t.removes == 0
	}
	return t.Busy && t.victim == game.NoSquare && t.removes == 0 && t.acted+1 >= p.limit()
}

// passing returns the squares on which a step may bring a runner behind the line: to are squares that a runner must
// not enter, from are squares that the last line piece in front of a runner must not leave.
func passing(p *Position) (to, from core.Points) {
	g := p.Game
	runner := game.Side(g.Set.Ends.Runner - 1)
	runners, line := p.Own(runner), p.Own(runner.Other())
	switch {
	case g.Set.Ends.FoxPassed:
		return to, p.Own(p.Turn)
	case p.Turn == runner:
		return g.below(line), from
	}
	var before core.Points
	for b := runners; b.Any(); {
		before = before.Or(g.upTo[b.Pop()])
	}
	if last := line.And(before); last.Len() == 1 {
		from = last
	}
	return to, from
}

// below returns the squares of the ranks below those of the line's pieces.
func (g *Game) below(line core.Points) (set core.Points) {
	for _, up := range g.ranks {
		if up.And(line).Any() {
			break
		}
		set = up
	}
	return set
}

// putDrop drops a piece of the side to move and passes the turn.
func putDrop(p *Position, m game.Move) {
	p.setHand(m.Kind, p.State.Hand[m.Kind&core.KindMask]-1)
	p.Put(m.To, m.Kind)
	countReturn(p, m.Kind)
	p.Turn, p.Hash = p.Turn^1, p.Hash^p.Rules.Turn
}

// undoDrop undoes a drop.
func undoDrop(p *Position, m game.Move) {
	p.Turn, p.Hash = p.Turn^1, p.Hash^p.Rules.Turn
	countLoss(p, m.Kind)
	p.Lift(m.To)
	p.setHand(m.Kind, p.State.Hand[m.Kind&core.KindMask]+1)
}

// Leaf plays a quiet step, tests whether the opponent can move, and undoes the step. False means that the opponent
// may have no move, or that the step is not quiet after all.
func (p *Position) Leaf(m game.Move) bool {
	switch g := p.Game; {
	case m.Op == game.Drop:
		return dropLeaf(p, m)
	case g.Set.Chess.Check:
		return chessLeaf(p, m)
	case g.retreat && g.forward[p.Turn&1][m.To] < g.forward[p.Turn&1][m.From]:
		return false // the step may mark the piece as retreated
	case g.huff:
		return huffLeaf(p, m)
	}
	return plainLeaf(p, m)
}

func plainLeaf(p *Position, m game.Move) bool {
	p.Slip(m.From, m.To, p.Turn)
	open := mayStep(p)
	p.Slip(m.To, m.From, p.Turn^1)
	return open
}

// chessLeaf is Leaf for games in which royal pieces can be attacked.
func chessLeaf(p *Position, m game.Move) bool {
	s, side := &p.State, p.Turn&1
	at, check := s.royalAt[side], s.check
	if m.From == at {
		s.royalAt[side] = m.To
	}
	s.check = checkUnknown
	open := plainLeaf(p, m)
	s.royalAt[side], s.check = at, check
	return open
}

// mayStep reports whether the remembered step of the side to move is still possible, or whether it can drop a piece.
func mayStep(p *Position) bool {
	switch g := p.Game; {
	case p.State.inHand[p.Turn&1] > 0:
		return !g.leads && canDrop(p)
	case g.Chess != nil:
		return chessOpen(p)
	}
	return stepsOn(p, p.Open[p.Turn&1])
}

// dropLeaf is Leaf for drops.
func dropLeaf(p *Position, m game.Move) bool {
	putDrop(p, m)
	open := mayStep(p)
	undoDrop(p, m)
	return open
}

// passHuff clears the huffs and lets the opponent huff the pieces that could have captured instead of the quiet step
// m.
func passHuff(p *Position, m game.Move) {
	s := &p.State
	if s.huff.Any() {
		p.clearHuffs()
	}
	s.huff = s.due
	if s.huff.Has(m.From) {
		s.huff.Clear(m.From)
		s.huff.Set(m.To)
	}
	for b := s.huff; b.Any(); {
		p.Hash ^= p.Game.huffZ[b.Pop()]
	}
}

// huffLeaf is Leaf for steps that may allow the opponent to huff.
func huffLeaf(p *Position, m game.Move) bool {
	huff, hash := p.State.huff, p.Hash
	passHuff(p, m)
	open := plainLeaf(p, m)
	p.State.huff, p.Hash = huff, hash
	return open
}

// compileCalm determines whether there are quiet steps, and on which squares the steps of a side are not quiet.
func (g *Game) compileCalm() {
	l := g.Set
	far := l.Fly > 0 || l.Sweep != ruleset.Nobody || l.Scripted || l.Draws.Superko ||
		l.Ends.GoalCounts == ruleset.FillOwnImmobile
	g.calm = !far && l.Mill.Lines == 0 && g.paths == nil && (l.Actions.Number == 1 || g.Chess == nil && !g.several)
	for side := range game.Side(game.Sides) {
		to := g.ownCorner[side].Or(g.goalRest[side])
		if l.Ends.Runner.Is(side) {
			to = to.Or(g.reach)
		}
		for c := 1; c < g.n; c++ {
			if k := &g.Kind[c]; k.side == side && k.becomes != game.Empty {
				to = to.Or(k.far)
			}
		}
		if g.Chess != nil {
			to = to.Or(g.Chess.last[side])
		}
		g.restless[side] = to
	}
	g.plain = g.calm && g.leapsPlainly()
}
