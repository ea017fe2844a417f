package rules

import (
	"tafl3d/game"
	"tafl3d/game/ruleset"
)

// Warnings is the threats that stand in a position (tafl 9). They have no
// effect on legality.
type Warnings struct {
	KingTakeable bool // a turn of the attackers takes the king
	Encircled    bool // an encirclement stands on the board
	KingEscapes  int  // directions in which a turn of the king begins that ends on a winning square
	FortStands   bool // a sealed exit fort stands
	Checked      bool // in games with check: the royal piece of the side to move is attacked
	// Squares are those that make the threats: the winning squares the king
	// reaches, where attackers would stand to take him, and who gives check.
	Squares []game.Square
}

// Any reports whether there is any threat.
func (w *Warnings) Any() bool {
	return w.KingTakeable || w.Encircled || w.KingEscapes > 0 || w.FortStands || w.Checked
}

// Announced returns the threats that the table tells: those that the rules
// want called, and check in games that have it.
func (p *Position) Announced() Warnings {
	switch {
	case p.rules.line != nil:
		return p.checkGiven()
	case p.rules.set.Warn == ruleset.WarnCheck:
		return p.Warnings()
	case p.rules.set.Warn == ruleset.WarnRaichi && p.turn == game.Attackers:
		return p.threatened((*Position).escapes)
	}
	return Warnings{}
}

// Warnings looks for threats against either side of a tafl game, whoever is to
// move and whether or not the rules want them announced.
func (p *Position) Warnings() Warnings {
	return p.threatened((*Position).threats, (*Position).escapes, (*Position).shapes)
}

// threatened looks for some kinds of threats between the turns of a tafl game.
func (p *Position) threatened(looks ...func(*Position, *Warnings)) (w Warnings) {
	if p.rules.line != nil || p.end.Over() || p.chain != game.NoSquare || p.king == game.NoSquare {
		return w
	}
	for _, look := range looks {
		q := *p
		look(&q, &w)
	}
	return w
}

// threats notes the attackers' turns that take the king.
func (p *Position) threats(w *Warnings) {
	p.turn = game.Attackers
	var d Delta
	for _, m := range p.unfiltered(nil) {
		p.Play(m, &d)
		if p.end.Cause == game.KingCaptured || p.chain != game.NoSquare && p.kingTakeable() {
			w.KingTakeable = true
			w.note(m.To)
		}
		p.Undo(&d)
	}
}

// escapes notes the directions in which turns of the king begin that bring him
// to a winning square.
func (p *Position) escapes(w *Warnings) {
	p.turn = game.Defenders
	var d Delta
	var dirs [game.GridDirs]bool
	for _, m := range p.steps(nil, p.king) {
		dir, _ := p.line(m)
		p.Play(m, &d)
		if p.escaping(w) && !dirs[dir] {
			dirs[dir] = true
			w.KingEscapes++
		}
		p.Undo(&d)
	}
}

// escaping reports whether the king's turn, a step of which has just been made,
// has brought him to a winning square or can go on to one, and notes it.
func (p *Position) escaping(w *Warnings) (wins bool) {
	switch {
	case p.end.Over():
		wins = p.end.Cause == game.KingEscaped
	case p.chain == game.NoSquare:
		wins = p.rules.set.Escape == ruleset.EscapeEdgeSafe && p.escapedSafely(game.Defenders)
	default:
		var d Delta
		for _, m := range p.chainSteps(nil) {
			p.Play(m, &d)
			wins = p.escaping(w) || wins
			p.Undo(&d)
		}
		return wins
	}
	if wins {
		w.note(p.king)
	}
	return wins
}

// shapes notes a ring and a fort that stand on the board.
func (p *Position) shapes(w *Warnings) {
	w.Encircled = p.rules.set.Encirclement != ruleset.EncirclementOff && p.encircled()
	w.FortStands = p.rules.set.ExitFort != ruleset.ExitFortOff && p.fortStands()
}

// checkGiven notes who attacks the royal piece of the side to move, where that
// is a check.
func (p *Position) checkGiven() (w Warnings) {
	side := p.turn
	if !p.rules.line.set.Chess.Check || p.MidTurn() || !p.inCheck(side) {
		return w
	}
	w.Checked = true
	for b := p.own(side.Other()); b.any(); {
		if at := b.pop(); p.strikesFrom(at).has(p.state.royalAt[side&1]) {
			w.note(at)
		}
	}
	return w
}

func (w *Warnings) note(s game.Square) {
	for _, t := range w.Squares {
		if t == s {
			return
		}
	}
	w.Squares = append(w.Squares, s)
}
