package lines

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/ruleset"
)

// castlers returns the squares that a king and a rook who may castle with each
// other have not left.
func castlers(p *Position) (from core.Points) {
	for i := range p.Game.Chess.castles {
		if w := &p.Game.Chess.castles[i]; p.State.castling[w.wing] {
			from.Set(w.king)
			from.Set(w.rook)
		}
	}
	return from
}

// chessLeaf is leaf for games in which royal pieces are attacked.
func chessLeaf(p *Position, m game.Move) bool {
	s, side := &p.State, p.Turn&1
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
func unexposed(p *Position, ms []game.Move) []game.Move {
	royal, danger := p.State.royalAt[p.Turn&1], danger(p, p.Turn.Other())
	keep := ms[:0]
	for _, m := range ms {
		sure := m.From == royal && m.Op == game.Step && p.Cell[m.To&core.Slot] == game.Empty && p.Game.Set.Sweep == ruleset.Nobody
		if sure && !danger.Has(m.To) || !sure && !exposesRoyal(p, m) {
			keep = append(keep, m)
		}
	}
	return keep
}

// danger returns the squares on which a side could take the other's royal
// piece if it went there.
func danger(p *Position, by game.Side) (set core.Points) {
	royal := p.State.royalAt[by.Other()&1]
	c := p.Cell[royal&core.Slot]
	p.Cell[royal&core.Slot] = game.Empty // it shields nothing behind it
	for b := p.Own(by); b.Any(); {
		set = set.Or(strikesFrom(p, b.Pop()))
	}
	p.Cell[royal&core.Slot] = c
	return set
}

// strikesFrom returns the squares on which the piece on at could take another.
func strikesFrom(p *Position, at game.Square) (set core.Points) {
	x := p.Game.Chess
	c := p.Cell[at&core.Slot] & core.KindMask
	for i := range x.rays[at] {
		ray := &x.rays[at][i]
		if x.steps[ray.class]>>c&1 == 0 {
			continue
		}
		for _, s := range ray.squares {
			set.Set(s)
			if p.Cell[s&core.Slot] != game.Empty || x.slides[ray.class]>>c&1 == 0 {
				break
			}
		}
	}
	if x.isKnight>>c&1 != 0 {
		set = set.Or(x.jumps[at])
	}
	if x.isPawn>>c&1 != 0 {
		set = set.Or(x.hits[p.Game.Kind[c].side&1][at])
	}
	return set
}
