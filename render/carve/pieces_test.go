package carve

import (
	"bytes"
	"testing"

	"tafl3d/game"
)

func TestPiecesAreSoundAndFitTheirSquares(t *testing.T) {
	man := Piece(kinds[3], Options{Size: 512}).Max.Y
	for _, k := range kinds[1:] {
		name := k.Side.String() + " " + k.Name
		p := Piece(k, Options{Size: 512})
		if len(p.Parts) != 1 {
			t.Fatalf("%s: %d parts, want one draw call", name, len(p.Parts))
		}
		m := &p.Parts[0].Mesh
		check(t, name, m)
		if n := open(m); n != 0 {
			t.Errorf("%s: %d open edges", name, n)
		}
		if p.Min.Y != 0 || p.Max.Y >= 0.75 || p.Max.Y < 0.5 {
			t.Errorf("%s: stands from %.3f to %.3f, want 0 to below 0.75", name, p.Min.Y, p.Max.Y)
		}
		if r := max(p.Max.X, -p.Min.X, p.Max.Z, -p.Min.Z); r >= 0.36 || r < 0.27 {
			t.Errorf("%s: radius %.3f, want below 0.36", name, r)
		}
		most := 1600
		if k.Royal {
			most = 4000
			if p.Max.Y < 1.25*man {
				t.Errorf("the king is %.3f tall and a man %.3f", p.Max.Y, man)
			}
		}
		if m.Triangles() > most {
			t.Errorf("%s: %d triangles, want at most %d", name, m.Triangles(), most)
		}
	}
}

func TestSidesDifferInValue(t *testing.T) {
	for _, k := range kinds[1:] {
		m := Piece(k, Options{}).Parts[0].Material.Maps
		for i := 2; i < len(m.Surface.Pix); i += 4 {
			if m.Surface.Pix[i] > 0 { // bronze has a value of its own
				copy(m.Albedo.Pix[i-2:i+2], []uint8{0, 0, 0, 0})
			}
		}
		l := lightness(m.Albedo, m.Albedo.Rect)
		low, high := 18.0, 28.0
		switch {
		case k.Royal:
			low, high = 55, 75
		case k.Side == game.Defenders:
			low, high = 82, 90
		}
		if l < low || l > high {
			t.Errorf("%s %s: L* %.1f, want %.0f to %.0f", k.Side, k.Name, l, low, high)
		}
	}
}

func TestKindsDifferFromAbove(t *testing.T) {
	outline := func(k game.Kind) []float32 { return Piece(k, Options{Size: 64}).Flat.Outline }
	for i, a := range kinds[1:] {
		for _, b := range kinds[i+2:] {
			p, q := outline(a), outline(b)
			var most float32
			for j := 0; j < len(p); j += 2 {
				most = max(most, abs(hypot(p[j], p[j+1])-hypot(q[j], q[j+1])))
			}
			if most < 0.01 {
				t.Errorf("%s %s and %s %s have one outline: they differ by %.3f", a.Side, a.Name, b.Side, b.Name, most)
			}
		}
	}
}

func TestOnlyCaptainsAndKingsWearBronze(t *testing.T) {
	for _, k := range kinds[1:] {
		pix := Piece(k, Options{}).Parts[0].Material.Maps.Surface.Pix
		metal := 0
		for i := 2; i < len(pix); i += 4 {
			if pix[i] > 100 {
				metal++
			}
		}
		if plain := k.Name == "man"; plain != (metal == 0) {
			t.Errorf("%s %s: %d texels of metal", k.Side, k.Name, metal)
		}
	}
}

func TestUnknownKindsAreMen(t *testing.T) {
	k := game.Kind{Letter: 'g', Name: "goose", Side: game.Attackers}
	a, b := Piece(k, Options{Size: 64}), Piece(kinds[1], Options{Size: 64})
	if a.Parts[0].Mesh.Triangles() != b.Parts[0].Mesh.Triangles() {
		t.Error("a goose is not shaped like an attacker's man")
	}
}

func TestPiecesAreTheSameEveryTime(t *testing.T) {
	a, b := Piece(kinds[5], Options{}), Piece(kinds[5], Options{})
	ma, mb := a.Parts[0].Material.Maps, b.Parts[0].Material.Maps
	if !bytes.Equal(ma.Albedo.Pix, mb.Albedo.Pix) || !bytes.Equal(ma.Normal.Pix, mb.Normal.Pix) || !bytes.Equal(ma.Surface.Pix, mb.Surface.Pix) {
		t.Error("two kings from one seed differ")
	}
}
