package rules

import (
	"tafl3d/game"
	"tafl3d/game/ruleset"
)

// lineJudge is Judge for the other families, in the order of lines 10.
func (p *Position) lineJudge(h *History) game.Outcome {
	if p.end.Over() || p.state.busy {
		return p.end
	}
	mover := p.turn.Other()
	if o := p.judgeBoard(mover); o.Over() {
		return o
	}
	g := p.rules.line
	if !p.lineCanMove(h) {
		return p.judgeStuck()
	}
	if h == nil {
		return game.Outcome{}
	}
	if n := g.set.Draws.Repetition; n > 0 && h.recurs() >= n {
		switch g.set.Draws.Loss {
		case ruleset.LosesA, ruleset.LosesB:
			return game.Won(game.Side(g.set.Draws.Loss-ruleset.LosesA).Other(), game.Repetition)
		case ruleset.LosesMover:
			return game.Won(p.turn, game.Repetition)
		}
		return game.Drawn(game.Repetition)
	}
	if q := g.set.Draws.Quiet; q > 0 && h.Quiet() >= q {
		return game.Drawn(game.QuietTurns)
	}
	return game.Outcome{}
}

// judgeBoard is the ends 1 to 6: those that the board shows.
func (p *Position) judgeBoard(mover game.Side) game.Outcome {
	g, came := p.rules.line, p.arrivedAt()
	switch {
	case g.ownCorner[mover].and(came).any():
		return game.Won(mover.Other(), game.OwnCorner)
	case g.goalRest[mover].and(came).any():
		return game.Won(mover, game.GoalReached)
	}
	if g.fill.any() && p.filled() {
		return game.Won(game.Side(g.set.Ends.GoalFill-1), game.GoalFilled)
	}
	if o := p.judgeMaterial(mover); o.Over() {
		return o
	}
	if g.upTo != nil {
		if o := p.judgeBehind(); o.Over() {
			return o
		}
	}
	if g.reach.and(came).any() && g.set.Ends.Runner.Is(mover) {
		return game.Won(mover, game.RowReached)
	}
	return game.Outcome{}
}

// arrivedAt returns where those stand who moved in the last turn.
func (p *Position) arrivedAt() (came points) {
	s := &p.state
	switch {
	case p.rules.line.several:
		return s.came
	case s.moved != game.NoSquare:
		came.set(s.moved)
	}
	return came
}

// judgeMaterial is the ends 3 and 4: leaders and numbers, the opponent of the
// mover first.
func (p *Position) judgeMaterial(mover game.Side) game.Outcome {
	g := p.rules.line
	if g.leaders {
		if o := p.judgeLeaders(mover); o.Over() {
			return o
		}
	}
	least := &g.set.Ends.MinPieces
	switch other := mover.Other(); {
	case p.men(other) < least[other&1]:
		return game.Won(mover, game.TooFew)
	case p.men(mover) < least[mover&1]:
		return game.Won(other, game.TooFew)
	}
	return game.Outcome{}
}

// men returns how many pieces a side has, its hand included.
func (p *Position) men(side game.Side) int {
	return int(p.count[side&1]) + int(p.state.inHand[side&1])
}

// judgeLeaders is the end 3.
func (p *Position) judgeLeaders(mover game.Side) game.Outcome {
	e, s := &p.rules.line.set.Ends, &p.state
	for _, side := range [game.Sides]game.Side{mover.Other(), mover} {
		switch {
		case (e.RoyalLost || p.rules.line.set.Chess.Check) && s.royals[side&1] == 0:
			return game.Won(side.Other(), game.RoyalLost)
		case e.BareLeader && s.royals[side&1] == 1 && p.count[side&1] == 1:
			return game.Won(side.Other(), game.BareLeader)
		}
	}
	if e.LoneLeaders && s.royals == [game.Sides]uint8{1, 1} && p.count == [game.Sides]int16{1, 1} {
		return game.Drawn(game.LoneLeaders)
	}
	return game.Outcome{}
}

// unfilled returns the points of the region on which there is nothing that
// counts whatever it can do.
func (p *Position) unfilled() points {
	e := &p.rules.line.set.Ends
	empty := p.rules.line.fill.and(p.free())
	if e.GoalCounts == ruleset.FillAny {
		return empty
	}
	return empty.or(p.rules.line.fill.and(p.own(game.Side(e.GoalFill - 1).Other())))
}

// filled reports whether the region is full of the pieces that count.
func (p *Position) filled() bool {
	for b := p.unfilled(); b.any(); {
		at := b.pop()
		if p.cell[at&slot] == game.Empty || p.rules.line.set.Ends.GoalCounts != ruleset.FillOwnImmobile {
			return false
		}
		if k := &p.rules.line.kind[p.cell[at&slot]&kindMask]; p.canStep(k, at) || p.canLeap(k, at) {
			return false
		}
	}
	return true
}

// judgeBehind is end 5: every piece of the line is beyond every runner. With
// foxPassed the runner need only have none behind it.
func (p *Position) judgeBehind() game.Outcome {
	g := p.rules.line
	e := &g.set.Ends
	runner := game.Side(e.Runner - 1)
	if p.count[runner&1] == 0 || p.count[runner.Other()&1] == 0 || p.state.inHand[runner&1] > 0 {
		return game.Outcome{}
	}
	var zone points
	best := -1 << 30
	for b := p.own(runner); b.any(); {
		at := b.pop()
		if y := g.forward[runner.Other()&1][at]; y > best {
			best, zone = y, g.upTo[at]
		}
	}
	for b := p.own(runner.Other()); b.any(); {
		at := b.pop()
		if zone.has(at) && (!e.FoxPassed || g.forward[runner.Other()&1][at] < best) {
			return game.Outcome{}
		}
	}
	switch {
	case e.FoxPassed, e.Behind == ruleset.ResultWin:
		return game.Won(runner, game.Behind)
	case e.Behind == ruleset.ResultDraw:
		return game.Drawn(game.Behind)
	}
	return game.Outcome{}
}

// judgeStuck is end 7: the side to move has no legal turn.
func (p *Position) judgeStuck() game.Outcome {
	g := p.rules.line
	cause := game.NoMoves
	if g.set.Chess.Check {
		cause = game.Stalemate
		if p.inCheck(p.turn) {
			return game.Won(p.turn.Other(), game.Checkmate)
		}
	}
	if g.set.Ends.NoMove[p.turn&1] == ruleset.NoMoveDraw {
		return game.Drawn(cause)
	}
	return game.Won(p.turn.Other(), cause)
}
