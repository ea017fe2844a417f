package lines

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/ruleset"
)

// Judge returns the outcome, checking ends in the order of lines 10.
func (p *Position) Judge(h *core.History) game.Outcome {
	if p.End.Over() || p.State.Busy {
		return p.End
	}
	mover := p.Turn.Other()
	if o := judgeBoard(p, mover); o.Over() {
		return o
	}
	g := p.Game
	if !p.canMove(h) {
		return judgeStuck(p)
	}
	if h == nil {
		return game.Outcome{}
	}
	if n := g.Set.Draws.Repetition; n > 0 && h.Recurs() >= n {
		switch g.Set.Draws.Loss {
		case ruleset.LosesA, ruleset.LosesB:
			return game.Won(game.Side(g.Set.Draws.Loss-ruleset.LosesA).Other(), game.Repetition)
		case ruleset.LosesMover:
			return game.Won(p.Turn, game.Repetition)
		}
		return game.Drawn(game.Repetition)
	}
	if q := g.Set.Draws.Quiet; q > 0 && h.Quiet() >= q {
		return game.Drawn(game.QuietTurns)
	}
	return game.Outcome{}
}

// judgeBoard checks ends 1 to 6, which depend only on the board.
func judgeBoard(p *Position, mover game.Side) game.Outcome {
	g, came := p.Game, arrivedAt(p)
	switch {
	case g.ownCorner[mover].And(came).Any():
		return game.Won(mover.Other(), game.OwnCorner)
	case g.goalRest[mover].And(came).Any():
		return game.Won(mover, game.GoalReached)
	}
	if g.fill.Any() && filled(p) {
		return game.Won(game.Side(g.Set.Ends.GoalFill-1), game.GoalFilled)
	}
	if o := judgeMaterial(p, mover); o.Over() {
		return o
	}
	if g.upTo != nil {
		if o := judgeBehind(p); o.Over() {
			return o
		}
	}
	if g.reach.And(came).Any() && g.Set.Ends.Runner.Is(mover) {
		return game.Won(mover, game.RowReached)
	}
	return game.Outcome{}
}

// arrivedAt returns the squares of the pieces that moved in the last move.
func arrivedAt(p *Position) (came core.Points) {
	s := &p.State
	switch {
	case p.Game.several:
		return s.came
	case s.moved != game.NoSquare:
		came.Set(s.moved)
	}
	return came
}

// judgeMaterial checks ends 3 and 4, leaders and numbers, first for the mover's opponent.
func judgeMaterial(p *Position, mover game.Side) game.Outcome {
	g := p.Game
	if g.leaders {
		if o := judgeLeaders(p, mover); o.Over() {
			return o
		}
	}
	least := &g.Set.Ends.MinPieces
	switch other := mover.Other(); {
	case men(p, other) < least[other&1]:
		return game.Won(mover, game.TooFew)
	case men(p, mover) < least[mover&1]:
		return game.Won(other, game.TooFew)
	}
	return game.Outcome{}
}

// men returns the number of pieces of a side, including those in hand.
func men(p *Position, side game.Side) int {
	return int(p.Count[side&1]) + int(p.State.inHand[side&1])
}

// judgeLeaders checks end 3.
func judgeLeaders(p *Position, mover game.Side) game.Outcome {
	e, s := &p.Game.Set.Ends, &p.State
	for _, side := range [game.Sides]game.Side{mover.Other(), mover} {
		switch {
		case (e.RoyalLost || p.Game.Set.Chess.Check) && s.royals[side&1] == 0:
			return game.Won(side.Other(), game.RoyalLost)
		case e.BareLeader && s.royals[side&1] == 1 && p.Count[side&1] == 1:
			return game.Won(side.Other(), game.BareLeader)
		}
	}
	if e.LoneLeaders && s.royals == [game.Sides]uint8{1, 1} && p.Count == [game.Sides]int16{1, 1} {
		return game.Drawn(game.LoneLeaders)
	}
	return game.Outcome{}
}

// unfilled returns the points of the region without a piece that counts, regardless of its mobility.
func unfilled(p *Position) core.Points {
	e := &p.Game.Set.Ends
	empty := p.Game.fill.And(p.free())
	if e.GoalCounts == ruleset.FillAny {
		return empty
	}
	return empty.Or(p.Game.fill.And(p.Own(game.Side(e.GoalFill - 1).Other())))
}

// filled reports whether the region is full of pieces that count.
func filled(p *Position) bool {
	for b := unfilled(p); b.Any(); {
		at := b.Pop()
		if p.Cell[at&core.Slot] == game.Empty || p.Game.Set.Ends.GoalCounts != ruleset.FillOwnImmobile {
			return false
		}
		if k := &p.Game.Kind[p.Cell[at&core.Slot]&core.KindMask]; canStep(p, k, at) || canLeap(p, k, at) {
			return false
		}
	}
	return true
}

// judgeBehind checks end 5: every piece of the line is beyond every runner. With foxPassed it is enough that no piece
// is behind the runner.
func judgeBehind(p *Position) game.Outcome {
	g := p.Game
	e := &g.Set.Ends
	runner := game.Side(e.Runner - 1)
	if p.Count[runner&1] == 0 || p.Count[runner.Other()&1] == 0 || p.State.inHand[runner&1] > 0 {
		return game.Outcome{}
	}
	var zone core.Points
	best := -1 << 30
	for b := p.Own(runner); b.Any(); {
		at := b.Pop()
		if y := g.forward[runner.Other()&1][at]; y > best {
			best, zone = y, g.upTo[at]
		}
	}
	for b := p.Own(runner.Other()); b.Any(); {
		at := b.Pop()
		if zone.Has(at) && (!e.FoxPassed || g.forward[runner.Other()&1][at] < best) {
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

// judgeStuck checks end 7: the side to move has no legal move.
func judgeStuck(p *Position) game.Outcome {
	g := p.Game
	cause := game.NoMoves
	if g.Set.Chess.Check {
		cause = game.Stalemate
		if inCheck(p, p.Turn) {
			return game.Won(p.Turn.Other(), game.Checkmate)
		}
	}
	if g.Set.Ends.NoMove[p.Turn&1] == ruleset.NoMoveDraw {
		return game.Drawn(cause)
	}
	return game.Won(p.Turn.Other(), cause)
}
