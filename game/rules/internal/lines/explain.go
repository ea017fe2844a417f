package lines

import (
	"slices"

	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/ruleset"
)

// Explain returns the reason why a move is illegal.
func Explain(p *Position, m game.Move, h *core.History) *core.Illegal {
	r, s := p.Rules, &p.State
	e := &core.Illegal{Move: m, At: game.NoSquare, Board: r.Board, Lines: true}
	on := func(s game.Square) bool { return s >= 0 && int(s) < r.Squares }
	switch {
	case p.End.Over():
		e.Reason = core.GameOver
	case m.Op == game.End && !s.Busy:
		e.Reason = core.NothingBegun
	case s.removes > 0 && m.Op != game.Remove:
		e.Reason = core.MustRemove
	case s.victim != game.NoSquare && m.Op != game.Leap:
		e.Reason, e.At = core.MustAmbush, s.victim
	case m.Op == game.End && p.Chain != game.NoSquare && p.Game.noRest.Has(p.Chain):
		e.Reason, e.At = core.MayNotStop, p.Chain
	case m.Op == game.End && s.acted == 0 && p.Chain == game.NoSquare:
		e.Reason = core.MayNotEnd
	case m.Op == game.End && p.Hash == s.start:
		e.Reason = core.NullTurn
	case m.Op == game.End:
		e.Reason, e.At = core.MayNotEnd, p.Chain
	case m.Op == game.Castle:
		explainCastling(p, e)
	case m.Op == game.Drop:
		explainDrop(p, e, on(m.To))
	case !on(m.From) || m.Op != game.Remove && (!on(m.To) || m.From == m.To):
		e.Reason = core.OffBoard
	case m.Op == game.Remove:
		e.Reason = core.NotRemovable
	case p.Cell[m.From] == game.Empty:
		e.Reason = core.NothingThere
	case p.Chain != game.NoSquare && m.From != p.Chain:
		e.Reason, e.At = core.MustGoOn, p.Chain
	default:
		e.Piece = r.Kinds[p.Cell[m.From]]
		explainPiece(p, e, h)
	}
	return e
}

func explainDrop(p *Position, e *core.Illegal, on bool) {
	c := e.Move.Kind
	switch {
	case int(c) >= p.Game.n || p.State.Hand[c] == 0 || p.Game.Kind[c].side != p.Turn:
		e.Reason = core.NotInHand
	case !on:
		e.Reason = core.OffBoard
	case p.Cell[e.Move.To] != game.Empty:
		e.Reason, e.At = core.BlockedBy, e.Move.To
		e.Move.From = e.Move.To
	default:
		e.Reason = core.NotThere
	}
}

// explainPiece explains why the piece on From cannot move to To.
func explainPiece(p *Position, e *core.Illegal, h *core.History) {
	g, s, m := p.Game, &p.State, e.Move
	k := &g.Kind[p.Cell[m.From]]
	switch {
	case k.side != p.Turn:
		e.Reason = core.NotYours
	case mustDrop(p):
		e.Reason = core.MustDropFirst
	case p.Cell[m.To] != game.Empty && !entersAt(p, k, m):
		e.Reason, e.At = core.BlockedBy, m.To
	case s.victim != game.NoSquare:
		e.Reason, e.At = core.MustAmbush, s.victim
	case m.Op == game.Leap:
		explainLeap(p, e, k)
	default:
		explainStep(p, e, k)
	}
	if e.Reason == 0 {
		explainDuty(p, e, h)
	}
}

// entersAt reports whether the piece on From may replace the one on To, if it can get there.
func entersAt(p *Position, k *kind, m game.Move) bool {
	if k.prey>>p.Cell[m.To]&1 != 0 {
		return true
	}
	var buf [64]game.Move
	return p.Game.Chess != nil && slices.ContainsFunc(chessMovesOf(p, buf[:0], m.From),
		func(l game.Move) bool { return l.To == m.To })
}

func explainLeap(p *Position, e *core.Illegal, k *kind) {
	m := e.Move
	over := k.over(m)
	if over == game.NoSquare {
		e.Reason = misaligned(p, k, m)
		if e.Reason == core.NotInLine || e.Reason == core.TooFar {
			e.Reason = core.CannotLeap
		}
		return
	}
	c := p.Cell[over]
	switch {
	case c == game.Empty:
		e.Reason, e.At = core.CannotLeap, over
	case (k.takes|k.friends)>>c&1 == 0 && p.Rules.Kind[c].Side != k.side:
		e.Reason, e.At = core.RankTooHigh, over
	case (k.takes|k.friends)>>c&1 == 0:
		e.Reason, e.At = core.CannotLeap, over
	}
}

func explainStep(p *Position, e *core.Illegal, k *kind) {
	g, m := p.Game, e.Move
	if p.Chain != game.NoSquare {
		e.Reason, e.At = core.MustGoOn, p.Chain
		return
	}
	var buf [256]game.Move
	ms := stepsOf(p, buf[:0], k, m.From)
	if g.Chess != nil {
		ms = chessMoves(p, buf[:0])
	}
	if slices.ContainsFunc(ms, func(l game.Move) bool { return l.From == m.From && l.To == m.To }) {
		return
	}
	if g.noRest.Has(m.To) {
		e.Reason, e.At = core.MayNotStop, m.To
		return
	}
	if k.rules.Royal && castlesBy(p, m) != nil {
		explainCastling(p, e)
		return
	}
	e.Reason = misaligned(p, k, m)
	for _, ray := range k.rays[m.From] {
		if i := slices.Index(ray, m.To); i >= 0 {
			for _, s := range ray[:i] {
				if p.Cell[s] != game.Empty {
					e.Reason, e.At = core.BlockedBy, s
					return
				}
			}
		}
	}
}

// explainCastling explains what prevents the castling e.Move.
func explainCastling(p *Position, e *core.Illegal) {
	e.Reason = core.NoCastling
	w := castlesBy(p, e.Move)
	if w == nil || !p.State.castling[w.wing] {
		return
	}
	e.Piece = p.Rules.Kinds[p.Cell[w.king]]
	for _, s := range w.empty {
		if p.Cell[s&core.Slot] != game.Empty {
			e.Reason, e.At = core.BlockedBy, s
			return
		}
	}
	switch enemy := p.Turn.Other(); {
	case inCheck(p, p.Turn):
		e.At = w.king
	case attacked(p, w.rookTo, enemy):
		e.At = w.rookTo
	default:
		e.Reason = core.WouldExpose
	}
}

// castlesBy returns the castling that a move of the king is meant to be, nil if there is none.
func castlesBy(p *Position, m game.Move) *castling {
	x := p.Game.Chess
	if x == nil || p.Turn != x.castleFor {
		return nil
	}
	for i := range x.castles {
		if w := &x.castles[i]; w.king == m.From && w.kingTo == m.To {
			return w
		}
	}
	return nil
}

// misaligned returns the reason why a piece cannot go from one point to another.
func misaligned(p *Position, k *kind, m game.Move) core.Reason {
	g := p.Game
	adjacent := p.Rules.Board.Adjacent(m.From, m.To)
	forward := g.forward[k.side&1]
	ways := k.rules.StepWays
	if m.Op == game.Leap {
		ways = k.rules.LeapWays
	}
	way := ruleset.Sideways
	switch {
	case forward[m.To] > forward[m.From]:
		way = ruleset.Forward
	case forward[m.To] < forward[m.From]:
		way = ruleset.Backward
	}
	switch {
	case ways&way == 0, adjacent && k.rules.StepFilter != ruleset.FilterNone:
		return core.MayNotRetreat
	case !adjacent && slices.ContainsFunc(p.Rules.Board.Lines(), func(l game.Line) bool {
		return slices.Contains(l.Squares, m.From) && slices.Contains(l.Squares, m.To)
	}):
		return core.TooFar
	}
	return core.NotInLine
}

// explainDuty finds the rule that forbids a move which the piece could make.
func explainDuty(p *Position, e *core.Illegal, h *core.History) {
	g, s, m := p.Game, &p.State, e.Move
	switch {
	case g.Set.Chess.Check && exposesRoyal(p, m):
		e.Reason = core.WouldExpose
	case m.Op == game.Leap && g.noRest.Has(m.To):
		e.Reason, e.At = core.MayNotStop, m.To
	case g.forced && s.acted == 0 && someMust(p):
		e.Reason, e.At = core.MustCapture, mustCapturePiece(p)
		if m.Op == game.Leap && g.Set.Capture.Longest {
			e.Reason = core.Longest
		}
	case inCombat(p):
		e.Reason = core.MayNotRetreat
		if own, _ := lastPieces(p); CanCapture(p, &g.Kind[p.Cell[own]], own) {
			e.Reason, e.At = core.MustCapture, own
		}
	case s.reply && repliesBy(p) != game.NoSquare:
		e.Reason, e.At = core.MustCapture, repliesBy(p)
	case g.Set.Scripted && p.Hash == g.begins && m.To != g.centre:
		e.Reason, e.At = core.MayNotStop, m.To
	case p.Chain != game.NoSquare && s.trail.Has(m.To):
		e.Reason, e.At = core.MayNotStop, m.To
	case g.Set.Draws.Superko && h != nil:
		e.Reason = core.WouldRepeat
	case g.Set.Actions.Number > 1:
		e.Reason = core.NullTurn
	default:
		e.Reason = core.CannotLeap
	}
}

// mustCapturePiece returns the square of a piece that must capture.
func mustCapturePiece(p *Position) game.Square {
	g := p.Game
	for b := p.Own(p.Turn); b.Any(); {
		at := b.Pop()
		if bound(p, &g.Kind[p.Cell[at]], at) {
			return at
		}
	}
	return game.NoSquare
}
