package carve

import (
	"tafl3d/emblem"
	"tafl3d/game"
)

// Flat describes a piece for the flat view: its outline from above and the colours of body, rim and emblem,
// linear.
type Flat struct {
	Outline        []float32 // closed outline of x z pairs
	Fill, Rim, Ink [3]float32
	Sign           emblem.Emblem // emblem; empty: two rings
}

// signed returns the emblem of a kind on a flat stone. Men have none; the stone of captains is a star.
func signed(k game.Kind) emblem.Emblem {
	switch emblem.Name(k) {
	case "attacker", "defender", "commander":
		return emblem.Emblem{}
	}
	return emblem.Of(k)
}

// onStone returns the size of a unit of the emblem grid on a stone, in squares, limited by its narrowest
// part.
func onStone(outline []float32) float32 {
	narrow := float32(1)
	for i := 0; i+1 < len(outline); i += 2 {
		narrow = min(narrow, hypot(outline[i], outline[i+1]))
	}
	return 1.5 * narrow / emblem.Grid
}

// Token returns the piece for the flat view, at the height of its top: its outline as a fan with its emblem.
// The first texture coordinate is the proximity to the rim; the second is 1 for the ink of the emblem, -1
// below it and 0 elsewhere.
func (m *Model) Token() Mesh {
	o := m.Flat.Outline
	under := float32(0)
	if m.Flat.Sign.Body != "" {
		under = -1
	}
	t := Mesh{Positions: []float32{0, m.Max.Y, 0}, UVs: []float32{0, under}}
	n := uint32(len(o) / 2)
	for i := range n {
		t.Positions = append(t.Positions, o[2*i], m.Max.Y, o[2*i+1])
		t.UVs = append(t.UVs, 1, under)
		a, b := 1+i, 1+(i+1)%n
		if o[2*i]*o[2*int((i+1)%n)+1] > o[2*i+1]*o[2*int((i+1)%n)] {
			a, b = b, a // counter-clockwise from above
		}
		t.Indices = append(t.Indices, 0, a, b)
	}
	t.stamp(m.Flat.Sign.Body, onStone(o), m.Max.Y, 1)
	t.stamp(m.Flat.Sign.Ink, onStone(o), m.Max.Y, -1)
	return t
}

// stamp adds an emblem of a size at a height, in its ink or in the colour below it.
func (t *Mesh) stamp(path string, unit, y, ink float32) {
	for _, shape := range emblem.Outline(path) {
		cut := emblem.Cut(shape)
		for i := 0; i < len(cut); i += 3 {
			for _, p := range []emblem.Point{cut[i], cut[i+2], cut[i+1]} { // counter-clockwise from above
				x, z := unit*float32(p.X-emblem.Grid/2), unit*float32(p.Y-emblem.Grid/2)
				t.Indices = append(t.Indices, uint32(len(t.Positions)/3))
				t.Positions, t.UVs = append(t.Positions, x, y, z), append(t.UVs, 0, ink)
			}
		}
	}
}

// ink returns the colour of an emblem on a stone: that of the rim, or one closer to white or black.
func (s *stuff) ink(fill rgb) rgb {
	var end rgb
	if shine(fill) < 0.18 {
		end = rgb{1, 1, 1}
	}
	c := s.rim
	for t := float32(0.125); t <= 1 && contrast(c, fill) < leastInk; t += 0.125 {
		c = mixed(s.rim, end, t)
	}
	return c
}

// leastInk is the least contrast of an emblem with its stone.
const leastInk = 4.5

// contrast returns the WCAG contrast ratio of two colours: 1 to 21.
func contrast(a, b rgb) float32 {
	x, y := shine(a)+0.05, shine(b)+0.05
	return max(x, y) / min(x, y)
}
