package rules

import (
	"tafl3d/game"
	"tafl3d/game/ruleset"
)

// stirring tells the quiet steps and drops of one position from the others. A
// quiet one takes nothing and ends nothing, except that the other side may be left
// without a move. A step is surely quiet if it neither arrives on a square of to
// nor leaves one of from. Both sets are found once for a position, which is much
// cheaper than to play each step and look.
type stirring struct {
	to, from squareSet
	leaps    bool // leaps are plain
	drops    bool // drops are quiet, but to some squares
}

func (s *stirring) quiet(m game.Move) bool {
	switch m.Op {
	case game.Step:
		return !s.to.has(m.To) && !s.from.has(m.From)
	case game.Drop:
		return s.drops && !s.to.has(m.To)
	}
	return false
}

// stir finds them. It returns false if no step is sure to be quiet.
func (p *Position) stir(s *stirring) bool {
	r := p.rules
	if r.line != nil {
		return p.stirLines(s)
	}
	calm := !r.filters && r.set.Passive == ruleset.PassiveNone && r.mechanics&hasAnyTrigger == 0
	if !calm || p.chain != game.NoSquare || p.king == game.NoSquare || p.count[game.Attackers] == 0 {
		return false
	}
	looks := p.looks(p.turn)
	if looks&lookEdgeSafe != 0 {
		return false
	}
	s.to = p.strikes()
	s.from.flip(p.king)
	return (looks&lookFort == 0 || p.stirFort(s)) && (!r.ring || p.stirRing(s))
}

// stirFort adds what keeps the king on the rim out of a fort: an attacker, who
// has to stay, and a way from the king to him through empty squares, on which
// no defender may step. An attacker who steps on it is at its end himself.
func (p *Position) stirFort(s *stirring) bool {
	r := p.rules
	var w walk
	var from [slots]game.Square
	w.visit(p.king)
	for i := 0; i < w.n; i++ {
		at := w.list[i]
		for dir := range game.GridDirs {
			t := r.next[at&slot][dir]
			switch c := p.cell[t&slot]; {
			case r.kind[c&kindMask].side == game.Attackers:
				s.from.set(t)
				for ; at != p.king && p.turn == game.Defenders; at = from[at&slot] {
					s.to.set(at)
				}
				return true
			case c == game.Empty && !w.seen[t]:
				from[t&slot] = at
				w.visit(t)
			}
		}
	}
	return false
}

// stirRing adds the squares of the way that shows that no ring is closed.
func (p *Position) stirRing(s *stirring) bool {
	if p.ring == ringUnknown {
		p.findRing()
	}
	all := p.rules.set.Encirclement == ruleset.EncirclementAll
	for i := 0; i < p.rules.words; i += 2 { // see wayBit
		if all || p.turn == game.Attackers {
			s.to[i&7] |= p.way.lo
			s.to[(i+1)&7] |= p.way.hi
		}
		if all {
			s.from[i&7] |= p.way.lo
			s.from[(i+1)&7] |= p.way.hi
		}
	}
	return p.ring == ringOpen
}

// leaf makes a quiet step, tests whether the other side can move, and takes
// the step back. False means that it may not be able to, or that the step is
// not quiet after all.
func (p *Position) leaf(m game.Move) bool {
	switch g := p.rules.line; {
	case g == nil:
	case m.Op == game.Drop:
		return p.dropLeaf(m)
	case g.set.Chess.Check:
		return p.chessLeaf(m)
	case g.retreat && g.forward[p.turn&1][m.To] < g.forward[p.turn&1][m.From]:
		return false // it may mark the piece
	case g.huff:
		return p.huffLeaf(m)
	}
	return p.plainLeaf(m)
}

func (p *Position) plainLeaf(m game.Move) bool {
	p.slip(m.From, m.To, p.turn)
	open := p.mayStep()
	p.slip(m.To, m.From, p.turn^1)
	return open
}

// slip moves a piece of a side and gives the turn to the other, or back.
func (p *Position) slip(from, to game.Square, side game.Side) {
	c := p.cell[from&slot]
	p.hash ^= p.rules.moved(from, to, c) ^ p.rules.turn
	p.place(from, to, c, side)
	p.turn ^= 1
}

// mayStep reports whether the step that was open last to the side to move
// still is, or whether it can drop a piece.
func (p *Position) mayStep() bool {
	switch g := p.rules.line; {
	case g == nil:
		return p.isOpen()
	case p.state.inHand[p.turn&1] > 0:
		return !g.leads && p.canDrop()
	case g.chess != nil:
		return p.chessOpen()
	}
	return p.stepsOn(p.open[p.turn&1])
}
