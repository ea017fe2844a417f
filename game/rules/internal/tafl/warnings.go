package tafl

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/ruleset"
)

// Announced returns the threats that must be announced according to the rules.
func Announced(p *Position) core.Warnings {
	switch set := &p.Rules.Set; {
	case set.Warn == ruleset.WarnCheck:
		return Warnings(p)
	case set.Warn == ruleset.WarnRaichi && p.Turn == game.Attackers:
		return threatened(p, escapes)
	}
	return core.Warnings{}
}

// Warnings returns the threats against either side.
func Warnings(p *Position) core.Warnings {
	return threatened(p, threats, escapes, shapes)
}

// threatened collects some kinds of threats between the moves of a tafl game.
func threatened(p *Position, looks ...func(*Position, *core.Warnings)) (w core.Warnings) {
	if p.End.Over() || p.Chain != game.NoSquare || p.King == game.NoSquare {
		return w
	}
	for _, look := range looks {
		q := *p
		look(&q, &w)
	}
	return w
}

// threats adds the attackers' moves that capture the king.
func threats(p *Position, w *core.Warnings) {
	p.Turn = game.Attackers
	var d core.Delta
	for _, m := range p.candidates(nil) {
		p.Play(m, &d)
		if p.End.Cause == game.KingCaptured || p.Chain != game.NoSquare && kingTakeable(p) {
			w.KingTakeable = true
			w.Note(m.To)
		}
		p.Undo(&d)
	}
}

// escapes adds the directions in which the king can begin a legal move that ends on a winning square.
func escapes(p *Position, w *core.Warnings) {
	p.Turn = game.Defenders
	var d core.Delta
	var dirs [game.GridDirs]bool
	for _, m := range p.steps(nil, p.King) {
		if !lawful(p, m, nil) {
			continue
		}
		dir, _ := line(p, m)
		p.Play(m, &d)
		if escaping(p, w) && !dirs[dir] {
			dirs[dir] = true
			w.KingEscapes++
		}
		p.Undo(&d)
	}
}

// escaping reports whether the king's move, after a step of it, has reached a winning square or can continue to one,
// and records that square.
func escaping(p *Position, w *core.Warnings) (wins bool) {
	switch {
	case p.End.Over():
		wins = p.End.Cause == game.KingEscaped
	case p.Chain == game.NoSquare:
		wins = p.Rules.Set.Escape == ruleset.EscapeEdgeSafe && p.escapedSafely(game.Defenders)
	default:
		var d core.Delta
		for _, m := range p.chainSteps(nil) {
			p.Play(m, &d)
			wins = escaping(p, w) || wins
			p.Undo(&d)
		}
		return wins
	}
	if wins {
		w.Note(p.King)
	}
	return wins
}

// shapes adds rings and forts on the board.
func shapes(p *Position, w *core.Warnings) {
	w.Encircled = p.Rules.Set.Encirclement != ruleset.EncirclementOff && encircled(p)
	w.FortStands = p.Rules.Set.ExitFort != ruleset.ExitFortOff && fortStands(p)
}
