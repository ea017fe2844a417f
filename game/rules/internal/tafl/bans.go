package tafl

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/ruleset"
)

// ban is a rule that forbids a move which the board allows.
type ban struct {
	reason  core.Reason
	on      func(s *ruleset.Ruleset) bool // whether a ruleset has it
	forbids func(p *Position, m game.Move, h *core.History) bool
}

// bans are all of them, in the order in which a refusal names them. Each asks
// for itself whether the ruleset of the position has it.
var bans = []ban{
	{core.WouldRepeat, func(s *ruleset.Ruleset) bool {
		return s.Repetition == ruleset.RepeatDefenderForbidden || s.Repetition == ruleset.RepeatMoverForbidden
	}, (*Position).repeats},
	{core.WouldExpose, func(s *ruleset.Ruleset) bool { return s.WatchKing == ruleset.WatchForbid },
		func(p *Position, m game.Move, _ *core.History) bool { return p.exposes(m) }},
}

// lawful reports whether the rules which look beyond the board allow m.
func (p *Position) lawful(m game.Move, h *core.History) bool {
	return !p.Rules.Filters || p.banned(m, h) == 0
}

// banned returns the reason of the first rule that forbids m, 0 if none does.
func (p *Position) banned(m game.Move, h *core.History) core.Reason {
	for i := range bans {
		if bans[i].forbids(p, m, h) {
			return bans[i].reason
		}
	}
	return 0
}
