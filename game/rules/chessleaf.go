package rules

import (
	"tafl3d/game"
	"tafl3d/game/ruleset"
)

// castlers returns the squares that a king and a rook who may castle with each
// other have not left.
func (p *Position) castlers() (from points) {
	for i := range p.rules.line.chess.castles {
		if w := &p.rules.line.chess.castles[i]; p.state.castling[w.wing] {
			from.set(w.king)
			from.set(w.rook)
		}
	}
	return from
}

// chessLeaf is leaf for games in which royal pieces are attacked.
func (p *Position) chessLeaf(m game.Move) bool {
	s, side := &p.state, p.turn&1
	at, check := s.royalAt[side], s.check
	if m.From == at {
		s.royalAt[side] = m.To
	}
	s.check = checkUnknown
	open := p.plainLeaf(m)
	s.royalAt[side], s.check = at, check
	return open
}

// unexposed keeps the moves that leave the mover's royal piece unattacked. Where
// that piece may go is found for all its steps at once.
func (p *Position) unexposed(ms []game.Move) []game.Move {
	royal, danger := p.state.royalAt[p.turn&1], p.danger(p.turn.Other())
	keep := ms[:0]
	for _, m := range ms {
		sure := m.From == royal && m.Op == game.Step && p.cell[m.To&slot] == game.Empty && p.rules.line.set.Sweep == ruleset.Nobody
		if sure && !danger.has(m.To) || !sure && !p.exposesRoyal(m) {
			keep = append(keep, m)
		}
	}
	return keep
}

// danger returns the squares on which a side could take the other's royal
// piece if it went there.
func (p *Position) danger(by game.Side) (set points) {
	royal := p.state.royalAt[by.Other()&1]
	c := p.cell[royal&slot]
	p.cell[royal&slot] = game.Empty // it shields nothing behind it
	for b := p.own(by); b.any(); {
		set = set.or(p.strikesFrom(b.pop()))
	}
	p.cell[royal&slot] = c
	return set
}

// strikesFrom returns the squares on which the piece on at could take another.
func (p *Position) strikesFrom(at game.Square) (set points) {
	x := p.rules.line.chess
	c := p.cell[at&slot] & kindMask
	for i := range x.rays[at] {
		ray := &x.rays[at][i]
		if x.steps[ray.class]>>c&1 == 0 {
			continue
		}
		for _, s := range ray.squares {
			set.set(s)
			if p.cell[s&slot] != game.Empty || x.slides[ray.class]>>c&1 == 0 {
				break
			}
		}
	}
	if x.isKnight>>c&1 != 0 {
		set = set.or(x.jumps[at])
	}
	if x.isPawn>>c&1 != 0 {
		set = set.or(x.hits[p.rules.line.kind[c].side&1][at])
	}
	return set
}
