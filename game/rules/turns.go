package rules

import "tafl3d/game"

// Turn is a whole turn of one side: its steps in order. An optional stop of a
// chain is not among them, but in the other families, where it may promote.
type Turn struct {
	Steps []Delta
	Last  game.Move // the step that completes it: game.End if the chain was stopped
}

// LegalTurns returns the legal turns of the side to move, chains with every
// prefix at which they may stop. It allocates; it is meant for notation, move
// counts and other programs, not for search.
func (p *Position) LegalTurns(h *History) []Turn {
	var list []Turn
	p.EachTurn(h, func(steps []Delta, last game.Move) bool {
		list = append(list, Turn{append([]Delta(nil), steps...), last})
		return true
	})
	return list
}

// EachTurn calls f for every turn of LegalTurns until f returns false. The
// position stands after the turn while f runs, and the steps are used again
// afterwards.
func (p *Position) EachTurn(h *History, f func(steps []Delta, last game.Move) bool) {
	p.eachTurn(make([]Delta, 0, 4), h, f)
}

// eachTurn calls f for every way to complete the turn begun with steps, until f
// returns false, which it hands on.
func (p *Position) eachTurn(steps []Delta, h *History, f func([]Delta, game.Move) bool) bool {
	var buf [game.MaxSquares]game.Move
	for _, m := range p.Legal(buf[:0], h) {
		if p.rules.line != nil && p.redundant(m) {
			continue
		}
		var d Delta
		p.Play(m, &d)
		next := steps
		if m.Op != game.End || p.rules.line != nil {
			next = append(steps, d)
		}
		more := false
		if d.ends {
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

// Perft counts the sequences of exactly depth legal turns from p. Finished
// games are leaves; repetition and counters are not looked at. Every leaf is
// made on the board and judged.
func Perft(p *Position, depth int) int64 {
	q := *p
	buf := make([]game.Move, 0, 512*(depth+1))
	n, _ := q.perft(depth, buf)
	return n
}

// perft uses ms as a stack of moves, which it returns because it may grow.
func (p *Position) perft(depth int, ms []game.Move) (int64, []game.Move) {
	if depth == 0 {
		return 1, ms
	}
	var d Delta
	n, first := int64(0), len(ms)
	lines := p.rules.line != nil
	var s stirring
	calm := (depth == 1 || lines && p.rules.line.set.Actions.Number == 1) && p.stir(&s)
	s.leaps = s.leaps && depth == 1
	if calm && s.leaps && !p.state.huff.any() {
		ms = p.unfiltered(ms) // leapLeaves sees which leaps lead to no turn
	} else {
		ms = p.Legal(ms, nil)
	}
	for i := first; i < len(ms); i++ {
		switch {
		case !calm || !s.quiet(ms[i]):
		case depth > 1:
			if sub, ok, below := p.beneath(ms[i], depth-1, ms); ok {
				n, ms = n+sub, below[:len(ms)]
				continue
			}
		case p.leaf(ms[i]):
			n++
			continue
		}
		switch {
		case calm && s.leaps && ms[i].Op == game.Leap:
			n += p.leapLeaves(ms[i])
			continue
		case lines && p.redundant(ms[i]):
			continue
		}
		p.Play(ms[i], &d)
		sub, below := int64(0), ms
		switch {
		case !d.ends:
			sub, below = p.perft(depth, ms)
		case p.Judge(nil).Over():
			if depth == 1 {
				sub = 1
			}
		case depth == 1:
			sub = 1
		default:
			sub, below = p.perft(depth-1, ms)
		}
		n, ms = n+sub, below[:len(ms)]
		p.Undo(&d)
	}
	return n, ms[:first]
}
