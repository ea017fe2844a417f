package carve

import (
	"bytes"
	"slices"
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
	k := game.Kind{Letter: 'g', Name: "gnome", Side: game.Attackers}
	a, b := Piece(k, Options{Size: 64}), Piece(kinds[1], Options{Size: 64})
	if a.Parts[0].Mesh.Triangles() != b.Parts[0].Mesh.Triangles() {
		t.Error("a gnome is not shaped like an attacker's man")
	}
}

func TestPiecesAreTheSameEveryTime(t *testing.T) {
	a, b := Piece(kinds[5], Options{}), Piece(kinds[5], Options{})
	ma, mb := a.Parts[0].Material.Maps, b.Parts[0].Material.Maps
	if !bytes.Equal(ma.Albedo.Pix, mb.Albedo.Pix) || !bytes.Equal(ma.Normal.Pix, mb.Normal.Pix) || !bytes.Equal(ma.Surface.Pix, mb.Surface.Pix) {
		t.Error("two kings from one seed differ")
	}
}

// others are the kinds of the families that are no tafl, by side A and B.
func others() []game.Kind {
	var all []game.Kind
	for _, name := range []string{
		"goose", "sheep", "lamb", "goat", "leopard", "hound", "soldier", "officer", "son", "leader",
		"pawn", "rook", "knight", "bishop", "queen", "king", "fox", "tiger", "maharajah",
	} {
		for side := range game.Side(game.Sides) {
			all = append(all, game.Kind{Letter: name[0], Name: name, Side: side, Royal: side == game.Attackers && (name == "king" || name == "leader")})
		}
	}
	return all
}

func TestPiecesOfAllFamiliesAreSoundAndFitTheirSquares(t *testing.T) {
	for _, k := range others() {
		name := k.Side.String() + " " + k.Name
		p := Piece(k, Options{Size: 128})
		m := &p.Parts[0].Mesh
		check(t, name, m)
		if n := open(m); len(p.Parts) != 1 || n != 0 {
			t.Errorf("%s: %d parts, %d open edges", name, len(p.Parts), n)
		}
		if p.Min.Y != 0 || p.Max.Y >= 0.75 || p.Max.Y < 0.38 {
			t.Errorf("%s: stands from %.3f to %.3f, want 0 to below 0.75", name, p.Min.Y, p.Max.Y)
		}
		if r := max(p.Max.X, -p.Min.X, p.Max.Z, -p.Min.Z); r >= 0.36 || r < 0.2 {
			t.Errorf("%s: radius %.3f, want below 0.36", name, r)
		}
		if m.Triangles() > 4200 {
			t.Errorf("%s: %d triangles", name, m.Triangles())
		}
		o := p.Flat.Outline
		for i := 0; i < len(o); i += 2 {
			a, b := spot{o[i], o[i+1]}, spot{o[(i+2)%len(o)], o[(i+3)%len(o)]}
			if r := hypot(a.x, a.z); r > 0.36 || turnOf(spot{}, a, b) < -1e-6 {
				t.Errorf("%s: the outline turns back or strays at %v", name, a)
				break
			}
		}
	}
}

// reach is how far an outline goes in some directions.
func reach(o []float32) (r [72]float32) {
	for k := range r {
		d := spot{1, 0}.turned(2 * pi * float32(k) / 72)
		for i := 0; i < len(o); i += 2 {
			a, b := spot{o[i], o[i+1]}, spot{o[(i+2)%len(o)], o[(i+3)%len(o)]}
			u, v := d.x*a.z-d.z*a.x, d.x*b.z-d.z*b.x
			if u <= 0 && v > 0 {
				t := u / (u - v)
				p := spot{lerp(a.x, b.x, t), lerp(a.z, b.z, t)}
				r[k] = max(r[k], p.x*d.x+p.z*d.z)
			}
		}
	}
	return r
}

func TestKindsOfOneGameDifferFromAboveAndInShape(t *testing.T) {
	games := [][]string{
		{"goose", "fox"}, {"sheep", "fox"}, {"soldier", "officer"}, {"goat", "tiger"}, {"lamb", "tiger"}, {"leopard", "tiger"},
		{"hound", "fox"}, {"man", "son", "officer", "leader"}, {"pawn", "rook", "knight", "bishop", "queen", "king", "maharajah"},
	}
	for _, names := range games {
		for i, a := range names {
			for _, b := range names[i+1:] {
				p, q := Piece(game.Kind{Name: a, Side: game.Attackers}, Options{Size: 64}), Piece(game.Kind{Name: b, Side: game.Attackers}, Options{Size: 64})
				ra, rb := reach(p.Flat.Outline), reach(q.Flat.Outline)
				var sum float32
				for k := range ra {
					sum += abs(ra[k] - rb[k])
				}
				if sum/72 < 0.015 {
					t.Errorf("%s and %s have one outline: they differ by %.3f", a, b, sum/72)
				}
				if slices.Equal(p.Parts[0].Mesh.Positions, q.Parts[0].Mesh.Positions) {
					t.Errorf("%s and %s have one shape", a, b)
				}
			}
		}
	}
}

func TestBeastsLookAtTheEnemy(t *testing.T) {
	for _, name := range []string{"goose", "fox", "tiger", "goat", "hound"} {
		a := Piece(game.Kind{Name: name, Side: game.Attackers}, Options{Size: 64})
		d := Piece(game.Kind{Name: name, Side: game.Defenders}, Options{Size: 64})
		// The head is the highest part and stands before the middle.
		if top(&a) >= 0 && name != "fox" || top(&a) > top(&d) || !a.Front {
			t.Errorf("%s: the heads are at z %.3f and %.3f", name, top(&a), top(&d))
		}
	}
	if Piece(kinds[1], Options{Size: 64}).Front {
		t.Error("a turned man has a front")
	}
}

// top is the mean z of the upper half of a piece.
func top(m *Model) float32 {
	p := m.Parts[0].Mesh.Positions
	var sum, n float32
	for i := 0; i < len(p); i += 3 {
		if p[i+1] > 0.38 && p[i+1] < 0.52 {
			sum += p[i+2]
			n++
		}
	}
	return sum / n
}

func TestHerdsKeepTheValueOfTheirSide(t *testing.T) {
	for _, k := range others() {
		if k.Name == "fox" || k.Name == "tiger" || k.Name == "maharajah" || k.Name == "king" && k.Side == game.Defenders {
			continue // hunters and kings have a value of their own
		}
		m := Piece(k, Options{Size: 512}).Parts[0].Material.Maps
		for i := 2; i < len(m.Surface.Pix); i += 4 {
			if m.Surface.Pix[i] > 0 {
				copy(m.Albedo.Pix[i-2:i+2], []uint8{0, 0, 0, 0})
			}
		}
		l := lightness(m.Albedo, m.Albedo.Rect)
		if dark := k.Side == game.Attackers; dark && l > 34 || !dark && l < 76 {
			t.Errorf("%s %s: L* %.1f", k.Side, k.Name, l)
		}
	}
}
