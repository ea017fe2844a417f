package tafl

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
)

// LegalTo appends the legal steps that arrive on a square of to, in no particular order. The position must have
// bitboards.
func (p *Position) LegalTo(ms []game.Move, to game.Bitboard, h *core.History) []game.Move {
	var set core.SquareSet
	words := to.Words()
	copy(set[:], words[:])
	return p.LegalOn(ms, &set, h)
}

// LegalOn is LegalTo for a board of any size.
func (p *Position) LegalOn(ms []game.Move, to *core.SquareSet, h *core.History) []game.Move {
	if p.End.Over() {
		return ms
	}
	first := len(ms)
	if !p.Rules.Slides || p.Chain != game.NoSquare {
		keep := ms
		for _, m := range p.Legal(ms, h)[first:] {
			if m.To >= 0 && to.Has(m.To) {
				keep = append(keep, m)
			}
		}
		return keep
	}
	ms = arrivalsOn(p, ms, to)
	if p.Rules.Filters {
		return append(ms[:first], p.allowed(ms[first:], h)...)
	}
	return ms
}

// arrivals appends the slides that end on t. It searches from t for pieces of the side to move.
func (p *Position) arrivals(ms []game.Move, t game.Square) []game.Move {
	if p.Cell[t&core.Slot] != game.Empty {
		return ms
	}
	r := p.Rules
	for d := range game.GridDirs {
		class, n := r.Sq[t&core.Slot].Enter, 1
		s := r.Next[t&core.Slot][d]
		for p.Cell[s&core.Slot] == game.Empty && class != 0 {
			class &= r.Sq[s&core.Slot].Pass
			s = r.Next[s&core.Slot][d]
			n++
		}
		k := &r.Kind[p.Cell[s&core.Slot]&core.KindMask]
		if k.Side == p.Turn && k.Class&class != 0 && n <= k.Reach {
			ms = append(ms, game.Move{From: s, To: t})
		}
	}
	return ms
}
