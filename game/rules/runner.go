package rules

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/lines"
)

// RunnerEvasions appends the legal steps of the side that guards against a
// runner (a fox that gets behind the geese, say) after which no step of the
// runner wins at once. It returns false, with nothing appended, where the rules
// know no runner, or where none seems to threaten.
func (l *Line) RunnerEvasions(ms []game.Move) ([]game.Move, bool) {
	if !l.lines() || !l.at.RunnerNear() {
		return ms, false
	}
	const tried = 3
	first, runner := len(ms), l.Turn().Other()
	ms = l.Legal(ms)
	keep, lost := ms[:first], false
	var d Delta
	for i, m := range ms[first:] {
		if o := l.Step(m, &d); o.Over() && !lines.Wins(o, runner) || l.MidTurn() || !o.Over() && !l.winsNext(runner) {
			keep = append(keep, m)
		} else {
			lost = true
		}
		l.Undo(&d)
		if i == tried && !lost {
			return ms[:first], false
		}
	}
	return keep, lost
}

// winsNext reports whether a step of the side to move, which is side, wins the
// game at once.
func (l *Line) winsNext(side game.Side) bool {
	var buf [game.MaxSquares]game.Move
	var d Delta
	for _, m := range l.Legal(buf[:0]) {
		o := l.Step(m, &d)
		l.Undo(&d)
		if lines.Wins(o, side) {
			return true
		}
	}
	return false
}
