package eval

import (
	"tafl3d/game"
	"tafl3d/game/rules"
)

// begin starts a new search over the squares.
func (e *Evaluator) begin() {
	e.epoch++
	if e.epoch == 0 {
		clear(e.seen)
		e.epoch = 1
	}
}

// walkKing follows the king's slides for three moves while no other piece moves. It returns the
// value of his paths to safety for the defenders and the number of goals within one move.
func (e *Evaluator) walkKing(p *rules.Position) (worth, escapes int) {
	e.begin()
	e.seen[e.king] = e.epoch
	e.queue[0] = e.king
	first := 1
	goals, tail := e.slide(p, 0, 1)
	moves := tail - first
	worth = e.moves*min(moves, 12) + at(e.escape, goals)
	escapes = goals
	goals, second := e.slide(p, first, tail)
	worth += at(e.second, goals)
	if goals == 0 {
		goals, _ = e.slide(p, tail, second)
		worth += at(e.third, goals)
	}
	return worth, escapes
}

// slide extends the search by one king's move from the squares queued in [head, tail). It returns
// the number of new goals and the new tail.
func (e *Evaluator) slide(p *rules.Position, head, tail int) (goals, end int) {
	end = tail
	for _, from := range e.queue[head:tail] {
		for d := range game.GridDirs {
			s := e.next[from][d]
			for left := e.reach; left > 0 && s != game.NoSquare && p.At(s) == game.Empty; left-- {
				g := e.access[s]
				if g&stop != 0 && e.seen[s] != e.epoch {
					e.seen[s] = e.epoch
					e.queue[end] = s
					end++
					if e.Goal[s] {
						goals++
					}
				}
				if g&pass == 0 {
					break
				}
				s = e.next[s][d]
			}
		}
	}
	return goals, end
}

// ringWorth evaluates the squares next to the king for the attackers.
func (e *Evaluator) ringWorth(p *rules.Position) int {
	foes, guards := 0, 0
	for _, s := range e.next[e.king] {
		if s == game.NoSquare {
			continue
		}
		switch q := p.At(s); {
		case e.side[q] == int8(game.Attackers) || q == game.Empty && e.hostile[s]:
			foes++
		case q != game.Empty:
			guards++
		}
	}
	v := e.ring[foes] - e.guards[guards]
	if around := e.around[e.king]; around != nil {
		v -= e.fort[e.shelter(p, around)]
	}
	return v
}

// shelter counts the defenders on the squares around a king on the edge.
func (e *Evaluator) shelter(p *rules.Position, around []game.Square) (n int) {
	for _, s := range around {
		if e.side[p.At(s)] == int8(game.Defenders) {
			n++
		}
	}
	return n
}

// at returns table[i]; the last value holds for all greater indexes.
func at(table []int, i int) int { return table[min(i, len(table)-1)] }
