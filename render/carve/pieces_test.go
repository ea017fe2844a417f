package carve

import (
	"bytes"
	"image"
	"slices"
	"testing"

	"tafl3d/game"
	"tafl3d/scene"
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
		if k.Name == "knight" || k.Name == "commander" { // few stand on a board
			most = 7000
		}
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
			if m.Surface.Pix[i] > 0 { // only bronze is metal
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
	if !bytes.Equal(ma.Albedo.Pix, mb.Albedo.Pix) || !bytes.Equal(ma.Normal.Pix, mb.Normal.Pix) ||
		!bytes.Equal(ma.Surface.Pix, mb.Surface.Pix) {
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
			all = append(all, game.Kind{Letter: name[0], Name: name, Side: side, Royal: side == game.Attackers &&
				(name == "king" || name == "leader")})
		}
	}
	return all
}

// few are the kinds of which a side has only some.
var few = map[string]bool{"fox": true, "tiger": true, "maharajah": true, "knight": true,
	"officer": true}

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
		most := 4400
		if few[k.Name] {
			most = 8000
		}
		if m.Triangles() > most {
			t.Errorf("%s: %d triangles, want at most %d", name, m.Triangles(), most)
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

// TestKindsOfOneGameAreDrawnDifferently compares the stones of the flat view at 40 pixels, in grey.
func TestKindsOfOneGameAreDrawnDifferently(t *testing.T) {
	games := [][]string{
		{"goose", "fox"}, {"sheep", "fox"}, {"soldier", "officer"}, {"goat", "tiger"}, {"lamb", "tiger"},
		{"leopard", "tiger"},
		{"hound", "fox"}, {"man", "son", "officer", "leader"},
		{"pawn", "rook", "knight", "bishop", "queen", "king", "maharajah"},
		{"man", "commander", "knight"},
	}
	for _, set := range scene.Sets {
		stones := map[string]*image.NRGBA{}
		for _, name := range slices.Concat(games...) {
			p := Piece(game.Kind{Name: name}, Options{Size: 64, Men: set})
			stones[name] = p.Drawn(40)
		}
		for _, names := range games {
			for i, a := range names {
				for _, b := range names[i+1:] {
					if d := unlike(stones[a], stones[b]); d < 0.08 {
						t.Errorf("%s: %s and %s differ in %.2f of their stones", set, a, b, d)
					}
				}
			}
		}
	}
}

// unlike is the share of the pixels that either of two pictures covers in which they differ much.
func unlike(a, b *image.NRGBA) float64 {
	var far, all float64
	for i := 0; i < len(a.Pix); i += 4 {
		if a.Pix[i+3] < 128 && b.Pix[i+3] < 128 {
			continue
		}
		all++
		if d := int(a.Pix[i]) - int(b.Pix[i]); d*d > 40*40 || a.Pix[i+3]>>7 != b.Pix[i+3]>>7 {
			far++
		}
	}
	return far / all
}

// TestEmblemsStandOutFromTheirStones asserts the contrast of each emblem, and that it is there.
func TestEmblemsStandOutFromTheirStones(t *testing.T) {
	for _, set := range scene.Sets {
		for _, k := range append(kinds[1:], others()...) {
			f := Piece(k, Options{Size: 64, Men: set}).Flat
			a, b := rgb{f.Fill[0], f.Fill[1], f.Fill[2]}, rgb{f.Ink[0], f.Ink[1], f.Ink[2]}
			if c := contrast(a, b); c < leastInk {
				t.Errorf("%s: the emblem of %s %s stands out by %.1f to 1", set, k.Side, k.Name, c)
			}
			if plain := k.Name == "man" || k.Name == "soldier" || k.Name == "commander" ||
				k.Name == "officer"; plain != (f.Sign.Body == "") {
				t.Errorf("%s %s bears an emblem: %v", k.Side, k.Name, !plain)
			}
		}
	}
}

func TestBeastsLookAtTheEnemy(t *testing.T) {
	for _, name := range []string{"goose", "fox", "tiger", "goat", "hound"} {
		a := Piece(game.Kind{Name: name, Side: game.Attackers}, Options{Size: 64})
		d := Piece(game.Kind{Name: name, Side: game.Defenders}, Options{Size: 64})
		low, high := float32(0.38), float32(0.52) // where there is more of the head than of the tail
		switch name {
		case "fox":
			low, high = 0.5, 0.6
		case "tiger":
			low, high = 0.47, 0.54
		}
		if at := ahead(&a, low, high); at >= 0 || at > ahead(&d, low, high) || !a.Front {
			t.Errorf("%s: the heads are at z %.3f and %.3f", name, at, ahead(&d, low, high))
		}
	}
	if Piece(kinds[1], Options{Size: 64}).Front {
		t.Error("a turned man has a front")
	}
}

// ahead is the mean z of a piece between two heights.
func ahead(m *Model, low, high float32) float32 {
	p := m.Parts[0].Mesh.Positions
	var sum, n float32
	for i := 0; i < len(p); i += 3 {
		if p[i+1] > low && p[i+1] < high {
			sum += p[i+2]
			n++
		}
	}
	return sum / n
}

func TestHerdsKeepTheValueOfTheirSide(t *testing.T) {
	for _, k := range others() {
		if k.Name == "fox" || k.Name == "tiger" || k.Name == "maharajah" || k.Name == "king" &&
			k.Side == game.Defenders {
			continue // hunters and kings have a value of their own
		}
		m := Piece(k, Options{Size: 512}).Parts[0].Material.Maps
		for i := 2; i < len(m.Surface.Pix); i += 4 {
			if m.Surface.Pix[i] > 0 {
				copy(m.Albedo.Pix[i-2:i+2], []uint8{0, 0, 0, 0})
			}
		}
		l := lightness(m.Albedo, m.Albedo.Rect)
		if dark := k.Side == game.Attackers; dark && l > 43 || !dark && l < 76 {
			t.Errorf("%s %s: L* %.1f", k.Side, k.Name, l)
		}
	}
}
