package rules

import "tafl3d/game"

// LegalTo appends those of the Legal steps that arrive on a square of to, in
// no particular order: for those who look for few of them. Only positions that
// have bitboards may be asked.
func (p *Position) LegalTo(ms []game.Move, to game.Bitboard, h *History) []game.Move {
	if p.end.Over() {
		return ms
	}
	first := len(ms)
	if !p.rules.slides || p.chain != game.NoSquare {
		keep := ms
		for _, m := range p.Legal(ms, h)[first:] {
			if m.To >= 0 && to.Has(m.To) {
				keep = append(keep, m)
			}
		}
		return keep
	}
	for to.Any() {
		ms = p.arrivals(ms, to.Pop())
	}
	if p.rules.filters {
		return append(ms[:first], p.allowed(ms[first:], h)...)
	}
	return ms
}

// arrivals appends the slides that end on t: it looks from there for pieces
// of the side to move.
func (p *Position) arrivals(ms []game.Move, t game.Square) []game.Move {
	if p.cell[t&slot] != game.Empty {
		return ms
	}
	r := p.rules
	for d := range game.GridDirs {
		class, n := r.sq[t&slot].enter, 1
		s := r.next[t&slot][d]
		for p.cell[s&slot] == game.Empty && class != 0 {
			class &= r.sq[s&slot].pass
			s = r.next[s&slot][d]
			n++
		}
		k := &r.kind[p.cell[s&slot]&kindMask]
		if k.side == p.turn && k.class&class != 0 && n <= k.reach {
			ms = append(ms, game.Move{From: s, To: t})
		}
	}
	return ms
}
