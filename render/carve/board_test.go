package carve

import (
	"bytes"
	"image"
	"slices"
	"testing"

	"tafl3d/game"
	"tafl3d/scene"
)

// inside returns the texels of a square, less a margin at each side.
func inside(st scene.Stage, o Options, q game.Square, margin float32) image.Rectangle {
	l := layOut(st, o)
	c := l.middle(q)
	r := 0.5 - margin
	u0, v0 := l.texel(c.x-r, c.z-r)
	u1, v1 := l.texel(c.x+r, c.z+r)
	return image.Rect(int(u0), int(v0), int(u1), int(v1))
}

// cutAway is the share of the texels of a rectangle that the knife has lowered.
func cutAway(m *Maps, r image.Rectangle) float64 {
	n := 0
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if m.Normal.Pix[m.Normal.PixOffset(x, y)+3] < 112 {
				n++
			}
		}
	}
	return float64(n) / float64(r.Dx()*r.Dy())
}

func TestBoardsOfEverySize(t *testing.T) {
	for n := 5; n <= 21; n += 2 {
		st, o := stage(t, n), Options{Size: 1024}
		b := Board(st, o)
		for i := range b.Parts {
			check(t, b.Parts[i].Name, &b.Parts[i].Mesh)
		}
		half := float32(n)/2 + scene.Frame
		b.Min, b.Max = newModel(b.Parts[:2]...).Min, newModel(b.Parts[:2]...).Max // without handles
		if abs(b.Max.X-half)+abs(b.Min.X+half)+abs(b.Max.Z-half)+abs(b.Min.Y+scene.Thick) > 1e-4 {
			t.Errorf("%dx%d: lies from %v to %v, want half a width of %.2f", n, n, b.Min, b.Max, half)
		}
		m := b.Parts[0].Material.Maps
		low, high := 100.0, 0.0
		for q := range game.Square(n * n) {
			marked := slices.Contains(st.Throne, q) || slices.Contains(st.Corners, q) ||
				slices.ContainsFunc(st.Camps, func(c []game.Square) bool { return slices.Contains(c, q) })
			r := inside(st, o, q, 0.1)
			if l := lightness(m.Albedo, r); !marked {
				low, high = min(low, l), max(high, l)
			}
			if c := cutAway(m, r); marked != (c > 0.05) {
				t.Errorf("%dx%d: of %s the knife took %.2f", n, n, st.Board.Name(q), c)
			}
		}
		if low < 55 || high > 68 {
			t.Errorf("%dx%d: squares have L* %.1f to %.1f, want 55 to 68", n, n, low, high)
		}
	}
}

func TestTheBoardIsClosed(t *testing.T) {
	b := Board(stage(t, 7), Options{Size: 64})
	var all Mesh
	for _, p := range b.Parts {
		base := uint32(len(all.Positions) / 3)
		all.Positions = append(all.Positions, p.Mesh.Positions...)
		for _, i := range p.Mesh.Indices {
			all.Indices = append(all.Indices, base+i)
		}
	}
	if n := open(&all); n != 0 {
		t.Errorf("%d open edges", n)
	}
}

func TestMarkedSquaresCanBeToldApart(t *testing.T) {
	st := stage(t, 11)
	m := Board(st, Options{}).Parts[0].Material.Maps
	plain := st.Board.Cell(3, 4)
	at := func(q game.Square) (cut, light float64) {
		r := inside(st, Options{}, q, 0.06)
		return cutAway(m, r), lightness(m.Albedo, r)
	}
	squares := []game.Square{plain, st.Throne[0], st.Corners[0], st.Camps[0][0]}
	for i, a := range squares {
		for _, b := range squares[i+1:] {
			ca, la := at(a)
			cb, lb := at(b)
			if d := max(ca-cb, cb-ca); d < 0.04 {
				t.Errorf("%s and %s are cut alike: %.2f and %.2f", st.Board.Name(a), st.Board.Name(b), ca, cb)
			}
			if a == plain && la-lb < 3 {
				t.Errorf("%s is as light as a plain square: L* %.1f and %.1f", st.Board.Name(b), lb, la)
			}
		}
	}
}

func TestCoordinatesAreCarvedOnAllSides(t *testing.T) {
	st := stage(t, 11)
	l := layOut(st, Options{})
	with, without := Board(st, Options{}).Parts[0].Material.Maps.Normal,
		Board(st, Options{Plain: true}).Parts[0].Material.Maps.Normal
	differs := func(x, z float32) bool {
		u0, v0 := l.texel(x-0.25, z-0.2)
		u1, v1 := l.texel(x+0.25, z+0.2)
		n := 0
		for v := int(v0); v < int(v1); v++ {
			for u := int(u0); u < int(u1); u++ {
				if i := with.PixOffset(u, v) + 3; with.Pix[i] != without.Pix[i] {
					n++
				}
			}
		}
		return n > 100
	}
	for i := range 11 {
		a, d := float32(i)-5, l.fieldZ+l.letters
		for side := range 4 {
			if p := on(side, a, d); !differs(p.x, p.z) {
				t.Errorf("no figure on side %d at %.0f", side, a)
			}
		}
	}
	if i := with.PixOffset(l.res/2+40, l.res/3); !bytes.Equal(with.Pix[i:i+400], without.Pix[i:i+400]) {
		t.Error("the field changes with the coordinates")
	}
}

func TestBoardsComeFromTheirSeed(t *testing.T) {
	st, o := stage(t, 9), Options{Size: 512}
	a, b := Board(st, o).Parts[0].Material.Maps, Board(st, o).Parts[0].Material.Maps
	if !bytes.Equal(a.Albedo.Pix, b.Albedo.Pix) || !bytes.Equal(a.Normal.Pix, b.Normal.Pix) ||
		!bytes.Equal(a.Surface.Pix, b.Surface.Pix) {
		t.Error("one seed gives two boards")
	}
	st.Variant = "another"
	if c := Board(st, o).Parts[0].Material.Maps; bytes.Equal(a.Albedo.Pix, c.Albedo.Pix) {
		t.Error("two variants are cut from one tree")
	}
}

func TestTheTableHoldsTheTrays(t *testing.T) {
	for _, n := range []int{7, 11, 19} {
		st := stage(t, n)
		m := Table(st, Options{Size: 512})
		if m.Max.Y >= 0 {
			t.Errorf("%dx%d: something on the table stands up to %.2f", n, n, m.Max.Y)
		}
		for i := range m.Parts {
			p := &m.Parts[i]
			check(t, p.Name, &p.Mesh)
			box := newModel(*p)
			for _, side := range []game.Side{game.Attackers, game.Defenders} {
				if r := st.Tray(side); box.Min.X > r.MinX || box.Max.X < r.MaxX || box.Min.Z > r.MinZ ||
					box.Max.Z < r.MaxZ {
					t.Errorf("%dx%d: the %s does not reach under %v", n, n, p.Name, r)
				}
			}
		}
	}
}

// TestEveryDesignIsABoard carves every design on a grid, on points and round.
func TestEveryDesignIsABoard(t *testing.T) {
	if len(designs) != len(scene.Boards) {
		t.Errorf("%d designs, %d names", len(designs), len(scene.Boards))
	}
	fields := map[string][]uint8{}
	for _, name := range scene.Boards {
		if _, ok := designs[name]; !ok {
			t.Errorf("%s is not designed", name)
			continue
		}
		for _, st := range []scene.Stage{stage(t, 9), shaped(t, "cross33 full"), shaped(t, "morris24")} {
			b := Board(st, Options{Size: 256, Board: name})
			for i := range b.Parts {
				check(t, name+" "+b.Parts[i].Name, &b.Parts[i].Mesh)
			}
		}
		o := Options{Size: 512, Board: name}
		st := stage(t, 9)
		a, b := Board(st, o), Board(st, o)
		top := a.Parts[0].Material.Maps
		if !bytes.Equal(top.Albedo.Pix, b.Parts[0].Material.Maps.Albedo.Pix) {
			t.Errorf("%s: one seed gives two boards", name)
		}
		if l := lightness(top.Albedo, inside(st, o, st.Board.Cell(2, 3), 0.1)); l < 53 || l > 70 {
			t.Errorf("%s: a square has L* %.1f", name, l)
		}
		if a.Ground == ([3]float32{}) {
			t.Errorf("%s: sends no light back", name)
		}
		for other, pix := range fields {
			if bytes.Equal(pix, top.Albedo.Pix) {
				t.Errorf("%s and %s are one", name, other)
			}
		}
		fields[name] = top.Albedo.Pix
	}
}

// TestMarksDifferInGreyOnEveryDesign compares throne, corner, camp and plain
// square of the designs that carve them in their own way.
func TestMarksDifferInGreyOnEveryDesign(t *testing.T) {
	for _, name := range scene.Boards {
		st, o := stage(t, 11), Options{Size: 1024, Board: name}
		m := Board(st, o).Parts[0].Material.Maps
		grey := func(q game.Square) (out []float64) {
			r := inside(st, o, q, 0.04)
			for k := range 64 { // 8 by 8 patches
				w, h := r.Dx()/8, r.Dy()/8
				p := image.Rect(r.Min.X+k%8*w, r.Min.Y+k/8*h, r.Min.X+k%8*w+w, r.Min.Y+k/8*h+h)
				out = append(out, lightness(m.Albedo, p))
			}
			return out
		}
		squares := map[string]game.Square{"plain": st.Board.Cell(3, 4), "throne": st.Throne[0], "corner": st.Corners[0],
			"camp": st.Camps[0][0]}
		for a, p := range squares {
			for b, q := range squares {
				if a >= b {
					continue
				}
				var sum float64
				u, v := grey(p), grey(q)
				for k := range u {
					sum += max(u[k]-v[k], v[k]-u[k]) / float64(len(u))
				}
				if sum < 2.5 {
					t.Errorf("%s: %s and %s differ by L* %.1f", name, a, b, sum)
				}
			}
		}
	}
}

func TestTheEarKnowsTheBoard(t *testing.T) {
	st := stage(t, 11)
	for design, want := range map[string]Substance{"": Wood, "oak": Wood, "stone": Stone, "leather": Hide,
		"alea": Hide} {
		if got := Of(st, Options{Board: design}); got != want {
			t.Errorf("the board %q is of %d, want %d", design, got, want)
		}
	}
	if Of(shaped(t, "alquerque5"), Options{}) != Stone || Of(scene.Stage{}, Options{}) != Wood {
		t.Error("boards of other families are of something else")
	}
}
