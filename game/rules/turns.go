package rules

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/lines"
)

// Turn is a complete move of one side: its steps in order. The optional stop of a chain is not among them, except in
// families other than tafl, where it may promote.
type Turn struct {
	Steps []Delta
	Last  game.Move // the step that completes the move: game.End if the chain was stopped
}

// Moves returns the steps of the move as they are played, including the stop of a chain.
func (t *Turn) Moves() []game.Move {
	moves := make([]game.Move, 0, len(t.Steps)+1)
	for i := range t.Steps {
		moves = append(moves, t.Steps[i].Move())
	}
	if n := len(moves); n == 0 || moves[n-1] != t.Last {
		moves = append(moves, t.Last)
	}
	return moves
}

// LegalTurns returns the complete legal moves of the side to move, including chains with every prefix at which they
// may stop. It allocates; it is meant for notation, move counts and other programs, not for searches.
func (p *Position) LegalTurns(h *History) []Turn {
	var list []Turn
	p.EachTurn(h, func(steps []Delta, last game.Move) bool {
		list = append(list, Turn{append([]Delta(nil), steps...), last})
		return true
	})
	return list
}

// EachTurn calls f for every move of LegalTurns until f returns false. While f runs, the position is that after the
// move; the steps are reused afterwards.
func (p *Position) EachTurn(h *History, f func(steps []Delta, last game.Move) bool) {
	p.eachTurn(make([]Delta, 0, 4), h, f)
}

// eachTurn calls f for every way to complete the move begun with steps, until f returns false. It returns the last
// result of f.
func (p *Position) eachTurn(steps []Delta, h *History, f func([]Delta, game.Move) bool) bool {
	var buf [game.MaxSquares]game.Move
	for _, m := range p.Legal(buf[:0], h) {
		if p.lines() && lines.Redundant(&p.at, m) {
			continue
		}
		var d Delta
		p.Play(m, &d)
		next := steps
		if m.Op != game.End || p.lines() {
			next = append(steps, d)
		}
		more := false
		if d.at.Ends {
			more = f(next, m)
		} else {
			more = p.eachTurn(next, h, f)
		}
		p.Undo(&d)
		if !more {
			return false
		}
	}
	return true
}
