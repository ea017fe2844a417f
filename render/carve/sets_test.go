package carve

import (
	"bytes"
	"testing"

	"tafl3d/game"
	"tafl3d/scene"
)

func TestEverySetMakesEveryPiece(t *testing.T) {
	if len(sets) != len(scene.Sets) {
		t.Errorf("%d sets, %d names", len(sets), len(scene.Sets))
	}
	for _, name := range scene.Sets {
		if _, ok := sets[name]; !ok {
			t.Errorf("no set is %s", name)
		}
		for _, k := range append(kinds[1:], others()...) {
			what := name + " " + k.Side.String() + " " + k.Name
			p := Piece(k, Options{Size: 128, Men: name})
			check(t, what, &p.Parts[0].Mesh)
			if n := open(&p.Parts[0].Mesh); n != 0 {
				t.Errorf("%s: %d open edges", what, n)
			}
			if p.Min.Y != 0 || p.Max.Y >= 0.75 || p.Max.Y < 0.13 {
				t.Errorf("%s: stands from %.3f to %.3f, want 0 to below 0.75", what, p.Min.Y, p.Max.Y)
			}
			if r := max(p.Max.X, -p.Min.X, p.Max.Z, -p.Min.Z); r >= 0.36 || r < 0.15 {
				t.Errorf("%s: radius %.3f, want below 0.36", what, r)
			}
			if n := p.Parts[0].Mesh.Triangles(); n > 24000 {
				t.Errorf("%s: %d triangles", what, n)
			}
		}
	}
}

// TestSidesOfEverySetDifferInValue measures what the pieces are painted with,
// bronze left out.
func TestSidesOfEverySetDifferInValue(t *testing.T) {
	for _, name := range scene.Sets {
		light := func(side game.Side) float64 {
			m := Piece(game.Kind{Name: "man", Side: side}, Options{Size: 512, Men: name}).Parts[0].Material.Maps
			for i := 2; i < len(m.Surface.Pix); i += 4 {
				if m.Surface.Pix[i] > 0 {
					copy(m.Albedo.Pix[i-2:i+2], []uint8{0, 0, 0, 0})
				}
			}
			return lightness(m.Albedo, m.Albedo.Rect)
		}
		a, d := light(game.Attackers), light(game.Defenders)
		if a < 8 || a > 32 || d < 64 || d > 94 || d-a < 40 {
			t.Errorf("%s: attackers have L* %.1f, defenders %.1f", name, a, d)
		}
	}
}

func TestSetsDiffer(t *testing.T) {
	for i, a := range scene.Sets {
		for _, b := range scene.Sets[i+1:] {
			for _, k := range kinds[1:] {
				p, q := Piece(k, Options{Size: 64, Men: a}), Piece(k, Options{Size: 64, Men: b})
				if bytes.Equal(p.Parts[0].Material.Maps.Albedo.Pix, q.Parts[0].Material.Maps.Albedo.Pix) {
					t.Errorf("%s and %s: one %s %s", a, b, k.Side, k.Name)
				}
			}
		}
	}
}

func TestGlassIsSeenThrough(t *testing.T) {
	for _, k := range kinds[1:] {
		m := Piece(k, Options{Size: 64, Men: "glass"}).Parts[0].Material
		if m.Clear <= 0 || m.Left == ([3]float32{}) {
			t.Errorf("%s %s is not clear", k.Side, k.Name)
		}
	}
	if Piece(kinds[1], Options{Size: 64}).Parts[0].Material.Clear != 0 {
		t.Error("bog oak is clear")
	}
}
