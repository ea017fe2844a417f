package tafl

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
)

// Explain returns the reason why m is illegal.
func Explain(p *Position, m game.Move, h *core.History) *core.Illegal {
	r := p.Rules
	e := &core.Illegal{Move: m, At: game.NoSquare, Board: r.Board}
	on := func(s game.Square) bool { return s >= 0 && int(s) < r.Squares }
	switch {
	case p.End.Over():
		e.Reason = core.GameOver
	case m.Op == game.End && p.Chain == game.NoSquare:
		e.Reason = core.NothingBegun
	case m.Op == game.End && exposes(p, p.stop()):
		e.Reason, e.At, e.Move = core.WouldExpose, p.Chain, p.stop()
	case m.Op == game.End:
		e.Reason, e.At = core.MayNotEnd, p.Chain
	case !on(m.From) || !on(m.To):
		e.Reason = core.OffBoard
	case p.Cell[m.From] == game.Empty:
		e.Reason = core.NothingThere
	case p.Chain != game.NoSquare && m.From != p.Chain:
		e.Reason, e.At = core.MustGoOn, p.Chain
	default:
		e.Piece = taflKinds[p.Cell[m.From]]
		if r.Kind[p.Cell[m.From]].Side != p.Turn {
			e.Reason = core.NotYours
			return e
		}
		explainPath(p, e)
		if e.Reason == 0 {
			explainRule(p, e, h)
		}
	}
	return e
}

// explainPath follows the move square by square.
func explainPath(p *Position, e *core.Illegal) {
	r, m := p.Rules, e.Move
	if m.Op == game.Leap {
		for _, l := range p.steps(nil, m.From) {
			if l == m {
				return
			}
		}
		e.Reason = core.CannotLeap
		return
	}
	dir, ok := line(p, m)
	if !ok {
		e.Reason = core.NotInLine
		return
	}
	k := &r.Kind[p.Cell[m.From]]
	home, inside := home(r, k, m.From), true
	for t, n := r.Next[m.From][dir], 1; ; t, n = r.Next[t][dir], n+1 {
		q := &r.Sq[t]
		inside = inside && home != 0 && q.Group == home
		e.At, e.Region = t, q.Region
		switch {
		case p.Cell[t] != game.Empty:
			e.Reason = core.BlockedBy
		case n > k.Reach:
			e.Reason = core.TooFar
		case t == m.To && !inside && q.Enter&k.Class == 0:
			e.Reason = core.MayNotStop
		case t != m.To && !inside && q.Pass&k.Class == 0:
			e.Reason = core.MayNotPass
		}
		if e.Reason != 0 || t == m.To {
			return
		}
	}
}

// line returns the direction from From to To.
func line(p *Position, m game.Move) (game.Dir, bool) {
	for dir := range game.GridDirs {
		for t := p.Rules.Next[m.From][dir]; t != core.Off; t = p.Rules.Next[t][dir] {
			if t == m.To {
				return dir, true
			}
		}
	}
	return 0, false
}

// explainRule finds the rule that forbids a move whose path is free.
func explainRule(p *Position, e *core.Illegal, h *core.History) {
	e.At = game.NoSquare
	if p.Chain != game.NoSquare && !p.takes(e.Move) {
		e.Reason = core.MustCapture
		return
	}
	if e.Reason = banned(p, e.Move, h); e.Reason == core.WouldExpose {
		e.At = e.Move.To
	}
}
