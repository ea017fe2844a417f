package tafl

import (
	"slices"

	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/ruleset"
)

// ban is a rule that forbids moves which the board allows.
type ban struct {
	reason  core.Reason
	on      func(s *ruleset.Ruleset) bool // whether a ruleset contains it
	forbids func(p *Position, m game.Move, h *core.History) bool
}

// bans lists all bans, in the order in which a refusal names them. Each checks itself whether the ruleset of the
// position contains it.
var bans = []ban{
	{core.WouldRepeat, func(s *ruleset.Ruleset) bool {
		return s.Repetition == ruleset.RepeatDefenderForbidden || s.Repetition == ruleset.RepeatMoverForbidden
	}, repeats},
	{core.WouldExpose, func(s *ruleset.Ruleset) bool { return s.WatchKing == ruleset.WatchForbid },
		func(p *Position, m game.Move, _ *core.History) bool { return exposes(p, m) }},
}

// lawful reports whether the rules beyond the board allow m.
func lawful(p *Position, m game.Move, h *core.History) bool {
	return !p.Rules.Filters || banned(p, m, h) == 0
}

// banned returns the reason of the first rule that forbids m, 0 if none does.
func banned(p *Position, m game.Move, h *core.History) core.Reason {
	for i := range bans {
		if bans[i].forbids(p, m, h) {
			return bans[i].reason
		}
	}
	return 0
}

// repeats reports whether m is forbidden because it repeats an earlier position (tafl 8).
func repeats(p *Position, m game.Move, h *core.History) bool {
	switch p.Rules.Set.Repetition {
	case ruleset.RepeatMoverForbidden:
	case ruleset.RepeatDefenderForbidden:
		if p.Turn != game.Defenders {
			return false
		}
	default:
		return false
	}
	if h == nil {
		return false
	}
	c := p.Cell[m.From] & core.KindMask
	return h.Count(p.Hash^p.Rules.Moved(m.From, m.To, c)^p.Rules.Turn) > 0 && quiet(p, m)
}

// quiet reports whether m removes no piece from the board, including the moving piece.
func quiet(p *Position, m game.Move) bool {
	next := *p
	var d core.Delta
	next.Play(m, &d)
	return d.N == 0
}

// exposes reports whether m is forbidden because the king could be captured in the next move, however his move
// continues (tafl 9, watchKing).
func exposes(p *Position, m game.Move) bool {
	if p.Rules.Set.WatchKing != ruleset.WatchForbid || m.From != p.King || p.Rules.Sq[m.To].Goal {
		return false
	}
	next := *p
	var d core.Delta
	next.Play(m, &d)
	if next.Chain == game.NoSquare {
		return kingTakeable(&next)
	}
	return !slices.ContainsFunc(next.chainSteps(nil), func(m game.Move) bool { return !exposes(&next, m) })
}
