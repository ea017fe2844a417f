package rules

import "tafl3d/game"

// Turn is a whole turn of one side: its steps in order. An optional stop of a
// chain is not among them.
type Turn struct {
	Steps []Delta
	Last  game.Move // the step that completes it: game.End if the chain was stopped
}

// LegalTurns returns the legal turns of the side to move, chains with every
// prefix at which they may stop. It allocates; it is meant for notation, move
// counts and other programs, not for search.
func (p *Position) LegalTurns(h *History) []Turn {
	var list []Turn
	p.eachTurn(nil, h, func(steps []Delta, last game.Move) {
		list = append(list, Turn{append([]Delta(nil), steps...), last})
	})
	return list
}

// eachTurn calls f for every way to complete the turn begun with steps. The
// position stands after the turn while f runs.
func (p *Position) eachTurn(steps []Delta, h *History, f func([]Delta, game.Move)) {
	var buf [game.MaxSquares]game.Move
	for _, m := range p.Legal(buf[:0], h) {
		var d Delta
		p.Play(m, &d)
		next := steps
		if m.Op != game.End {
			next = append(steps, d)
		}
		if d.ends {
			f(next, m)
		} else {
			p.eachTurn(next, h, f)
		}
		p.Undo(&d)
	}
}

// Perft counts the sequences of exactly depth legal turns from p. Finished
// games are leaves; repetition and counters are not looked at. Every leaf is
// made on the board and judged.
func Perft(p *Position, depth int) int64 {
	if depth == 0 {
		return 1
	}
	var buf [game.MaxSquares]game.Move
	var d Delta
	n := int64(0)
	for _, m := range p.Legal(buf[:0], nil) {
		p.Play(m, &d)
		switch {
		case !d.ends:
			n += Perft(p, depth)
		case p.Judge(nil).Over():
			if depth == 1 {
				n++
			}
		default:
			n += Perft(p, depth-1)
		}
		p.Undo(&d)
	}
	return n
}
