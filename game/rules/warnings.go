package rules

import "tafl3d/game"

// Warnings is what the table may announce about a position (spec 1.9). They
// have no effect on legality.
type Warnings struct {
	KingTakeable bool // a turn of the attackers takes the king
	Encircled    bool // an encirclement stands on the board
	KingEscapes  int  // directions in which the king reaches a winning square next turn
	FortStands   bool // a sealed exit fort stands
	// Squares are those that make the threats: the winning squares the king
	// reaches, and where attackers would stand to take him.
	Squares []game.Square
}

// Any reports whether there is anything to announce.
func (w *Warnings) Any() bool {
	return w.KingTakeable || w.Encircled || w.KingEscapes > 0 || w.FortStands
}

// Warnings looks for threats against either side, whoever is to move.
func (p *Position) Warnings() Warnings {
	var w Warnings
	if p.rules.line != nil || p.end.Over() || p.chain != game.NoSquare || p.king == game.NoSquare {
		return w
	}
	q := *p
	q.turn = game.Attackers
	q.threats(&w)
	q.turn = game.Defenders
	q.escapes(&w)
	w.Encircled = p.rules.set.Encirclement != EncirclementOff && p.encircled()
	w.FortStands = p.rules.set.ExitFort != ExitFortOff && p.fortStands()
	return w
}

// threats notes the attackers' turns that take the king.
func (p *Position) threats(w *Warnings) {
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

// escapes notes the directions in which the king reaches a winning square.
func (p *Position) escapes(w *Warnings) {
	var d Delta
	var dirs [game.GridDirs]bool
	for _, m := range p.steps(nil, p.king) {
		p.Play(m, &d)
		wins := p.end.Cause == game.KingEscaped ||
			p.rules.set.Escape == EscapeEdgeSafe && !p.end.Over() && p.chain == game.NoSquare && p.escapedSafely(game.Defenders)
		p.Undo(&d)
		if wins {
			w.note(m.To)
			if dir, ok := p.line(m); ok {
				dirs[dir] = true
			}
		}
	}
	for _, on := range dirs {
		if on {
			w.KingEscapes++
		}
	}
}

func (w *Warnings) note(s game.Square) {
	for _, t := range w.Squares {
		if t == s {
			return
		}
	}
	w.Squares = append(w.Squares, s)
}
