package tafl

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/ruleset"
)

const (
	ringUnknown core.RingState = iota
	ringOpen                   // the region touches the edge
	ringLoose                  // it does not, but some defender is outside
	ringClosed                 // it does not, and no defender is outside
)

// encircled is E5: all defenders are cut off from the edge (tafl 8).
func encircled(p *Position) bool {
	if p.Ring == ringUnknown {
		findRing(p)
	}
	return p.Ring == ringClosed
}

// findRing searches for the kind of ring that the rules use.
func findRing(p *Position) {
	p.Ring, p.Way = ringOpen, core.Points{}
	if p.Rules.Set.Encirclement == ruleset.EncirclementAll {
		floodFromRim(p)
	} else {
		floodFromKing(p)
	}
}

// floodFromKing floods from the king through all squares without attackers. The ring is closed if the flood reaches
// every defender and no square of the edge.
func floodFromKing(p *Position) {
	r := p.Rules
	if p.King == game.NoSquare || r.Sq[p.King].Rim {
		note(p, p.King)
		return
	}
	var w walk
	var from [core.Slots]game.Square
	w.visit(p.King)
	met := int16(0)
	for i := 0; i < w.n; i++ {
		s := w.list[i]
		if p.Cell[s&core.Slot] != game.Empty {
			met++
		}
		for dir := range game.GridDirs {
			t := r.Next[s&core.Slot][dir]
			if r.Kind[p.Cell[t&core.Slot]&core.KindMask].Side == game.Attackers || w.seen[t] {
				continue
			}
			from[t&core.Slot] = s
			if r.Sq[t&core.Slot].Rim {
				for ; t != p.King; t = from[t&core.Slot] {
					note(p, t)
				}
				note(p, p.King)
				return
			}
			w.visit(t)
		}
	}
	p.Ring = ringClosed
	if met < p.Count[game.Defenders] {
		p.Ring = ringLoose
	}
}

// wayBit maps a square to a bit in the set of the king's way. Boards with more than 128 squares share bits, so a
// square may wrongly seem to be on the way.
const wayBit = 127

// note adds a square to the king's way to the edge.
func note(p *Position, s game.Square) {
	if s != game.NoSquare {
		p.Way.Set(s & wayBit)
	}
}

// keepRing clears the cached ring state if the step d may have changed it. A step of the attackers off the king's way
// to the edge closes no ring. Slides of the defenders change nothing, and their captures only open rings. With
// EncirclementAll the way consists of empty squares and ends at a defender that could use it: no piece may enter it,
// and that defender may not leave.
func keepRing(p *Position, d *core.Delta) {
	m := d.Move
	switch {
	case p.Rules.Set.Encirclement == ruleset.EncirclementAll:
		if p.Ring == ringOpen && d.N == 0 && !p.Way.Has(m.To&wayBit) && !p.Way.Has(m.From&wayBit) {
			return
		}
	case p.Ring == ringOpen:
		if d.Piece != ruleset.King && (p.Turn == game.Defenders || !p.Way.Has(m.To&wayBit)) {
			return
		}
	case p.Turn == game.Defenders && d.N == 0 && m.Op != game.Leap:
		return
	}
	p.Ring = ringUnknown
}

// floodFromRim floods from the edge inwards through empty squares. The ring is closed if it reaches no defender. The
// way is the path to the first one.
func floodFromRim(p *Position) {
	r := p.Rules
	var w walk
	var from [core.Slots]game.Square
	for s := range game.Square(r.Squares) {
		if !r.Sq[s&core.Slot].Rim {
			continue
		}
		switch r.Kind[p.Cell[s&core.Slot]&core.KindMask].Side {
		case game.Defenders:
			note(p, s)
			return
		case core.Nobody:
			from[s&core.Slot] = game.NoSquare
			w.visit(s)
		}
	}
	for i := 0; i < w.n; i++ {
		s := w.list[i]
		for dir := range game.GridDirs {
			t := r.Next[s&core.Slot][dir]
			if t == core.Off {
				continue
			}
			switch r.Kind[p.Cell[t&core.Slot]&core.KindMask].Side {
			case game.Defenders:
				for note(p, t); s != game.NoSquare; s = from[s&core.Slot] {
					note(p, s)
				}
				return
			case core.Nobody:
				if !w.seen[t] {
					from[t&core.Slot] = s
					w.visit(t)
				}
			}
		}
	}
	p.Ring = ringClosed
}
