package carve

import (
	"bytes"
	"slices"
	"testing"

	"tafl3d/game"
	"tafl3d/scene"
)

// shapes are boards of every kind that is no grid.
var shapes = append([]string{"cross33 none", "cross33 full"}, game.Shapes...)

// shaped returns a stage of a shape; a second word says how its diagonals run.
func shaped(t testing.TB, name string) scene.Stage {
	t.Helper()
	shape, diagonals := name, ""
	if rest, ok := bytes.CutPrefix([]byte(name), []byte("cross33 ")); ok {
		shape, diagonals = "cross33", string(rest)
	}
	b, err := game.Shape(shape, diagonals)
	if err != nil {
		t.Fatal(err)
	}
	return scene.Stage{Variant: name, Board: b, Kinds: kinds}
}

func TestEveryShapeIsClosedAndWithinItsFrame(t *testing.T) {
	for _, name := range shapes {
		st := shaped(t, name)
		b := Board(st, Options{Size: 64})
		var all Mesh
		for i := range b.Parts {
			p := &b.Parts[i]
			check(t, name+" "+p.Name, &p.Mesh)
			base := uint32(len(all.Positions) / 3)
			all.Positions = append(all.Positions, p.Mesh.Positions...)
			for _, k := range p.Mesh.Indices {
				all.Indices = append(all.Indices, base+k)
			}
		}
		if n := open(&all); n != 0 {
			t.Errorf("%s: %d open edges", name, n)
		}
		x, z := st.Reach()
		x, z = x+scene.Frame, z+scene.Frame
		if abs(b.Max.X-x)+abs(b.Min.X+x)+abs(b.Max.Z-z)+abs(b.Min.Z+z)+abs(b.Min.Y+scene.Thick) > 1e-4 {
			t.Errorf("%s: lies from %v to %v, want half of %.2f by %.2f", name, b.Min, b.Max, x, z)
		}
	}
}

// lightAround is the lightness of the ring around a point from r0 to r1.
func lightAround(st scene.Stage, o Options, m *Maps, q game.Square, r0, r1 float32) float64 {
	l := layOut(st, o)
	pix := *m.Albedo
	pix.Pix = slices.Clone(pix.Pix)
	c := l.middle(q)
	u0, v0 := l.texel(c.x-r1, c.z-r1)
	u1, v1 := l.texel(c.x+r1, c.z+r1)
	for v := int(v0); v <= int(v1); v++ {
		for u := int(u0); u <= int(u1); u++ {
			x, z := l.place(u, v)
			if d := hypot(x-c.x, z-c.z); d < r0 || d > r1 {
				pix.Pix[pix.PixOffset(u, v)+3] = 0
			}
		}
	}
	r := pix.Rect
	r.Min.X, r.Min.Y, r.Max.X, r.Max.Y = int(u0), int(v0), int(u1)+1, int(v1)+1
	return lightness(&pix, r)
}

func TestFieldsOfEveryShapeStayInTheMiddleOfTheScale(t *testing.T) {
	o := Options{Size: 1024}
	for _, name := range shapes {
		st := shaped(t, name)
		m := Board(st, o).Parts[0].Material.Maps
		low, high := 100.0, 0.0
		for q := range game.Square(st.Board.Squares()) {
			l := lightAround(st, o, m, q, 0.16, 0.42)
			low, high = min(low, l), max(high, l)
		}
		t.Logf("%s: L* %.1f to %.1f", name, low, high)
		if low < 50 || high > 68 {
			t.Errorf("%s: around the points L* is %.1f to %.1f, want 50 to 68", name, low, high)
		}
	}
}

// cutAt reports whether the knife has been at a place.
func cutAt(l *layout, m *Maps, x, z float32) bool {
	u, v := l.texel(x, z)
	for dv := -1; dv <= 1; dv++ {
		for du := -1; du <= 1; du++ {
			if m.Normal.Pix[m.Normal.PixOffset(int(u)+du, int(v)+dv)+3] < 112 {
				return true
			}
		}
	}
	return false
}

func TestEveryLineIsCarvedAndNoOther(t *testing.T) {
	o := Options{Size: 1024}
	for _, name := range shapes {
		st := shaped(t, name)
		if st.Cells() {
			continue
		}
		l := layOut(st, o)
		m := Board(st, o).Parts[0].Material.Maps
		for p := range game.Square(st.Board.Squares()) {
			for q := range p {
				a, b := l.middle(p), l.middle(q)
				long := hypot(b.x-a.x, b.z-a.z)
				if long > 1.5 || !st.Board.Adjacent(p, q) && crossedBy(&st, p, q) {
					continue
				}
				// Between crossings of other lines, a little off the middle.
				x, z := lerp(a.x, b.x, 0.4), lerp(a.z, b.z, 0.4)
				if cut := cutAt(&l, m, x, z); cut != st.Board.Adjacent(p, q) {
					t.Errorf("%s: between %s and %s a line is %v", name, st.Board.Name(p), st.Board.Name(q), cut)
				}
			}
		}
	}
}

// crossedBy reports whether a line runs near the place that is looked at
// between two points that are not joined.
func crossedBy(st *scene.Stage, p, q game.Square) bool {
	l := layout{stage: *st}
	a, b := l.middle(p), l.middle(q)
	x, z := lerp(a.x, b.x, 0.4), lerp(a.z, b.z, 0.4)
	for _, line := range st.Board.Lines() {
		for i := 1; i < len(line.Squares); i++ {
			if d, _ := near(l.middle(line.Squares[i-1]), l.middle(line.Squares[i]), x, z); d < 0.1 {
				return true
			}
		}
	}
	for s := range game.Square(st.Board.Squares()) {
		if c := l.middle(s); hypot(c.x-x, c.z-z) < 0.25 {
			return true
		}
	}
	return false
}

func TestRegionsAreTinted(t *testing.T) {
	st := shaped(t, "cross33")
	at := func(name string) game.Square {
		q, ok := st.Board.Named(name)
		if !ok {
			t.Fatal(name)
		}
		return q
	}
	plain := Board(st, Options{Size: 1024}).Parts[0].Material.Maps
	st.Marks = []scene.Region{{Name: "paddock", Squares: []game.Square{at("c5"), at("d5"), at("e5"), at("c6"), at("d6"),
		at("e6"), at("c7"), at("d7"), at("e7")}}}
	tinted := Board(st, Options{Size: 1024}).Parts[0].Material.Maps
	o := Options{Size: 1024}
	for name, want := range map[string]bool{"d6": true, "c7": true, "d4": false, "a3": false} {
		was, is := lightAround(st, o, plain, at(name), 0.12, 0.3), lightAround(st, o, tinted, at(name), 0.12, 0.3)
		if (was-is > 3) != want {
			t.Errorf("%s goes from L* %.1f to %.1f", name, was, is)
		}
	}
}

func TestChequeredBoardsHaveTwoWoods(t *testing.T) {
	st, o := shaped(t, "chess8"), Options{Size: 1024}
	m := Board(st, o).Parts[0].Material.Maps
	light := func(name string) float64 {
		q, _ := st.Board.Named(name)
		return lightAround(st, o, m, q, 0, 0.4)
	}
	for _, pair := range [][2]string{{"a1", "b1"}, {"h8", "h7"}, {"d4", "e4"}} {
		if d := light(pair[1]) - light(pair[0]); d < 5 {
			t.Errorf("%s is lighter than %s by %.1f", pair[1], pair[0], d)
		}
	}
}

func TestCoordinatesLieOnEveryFrame(t *testing.T) {
	for _, name := range shapes {
		st := shaped(t, name)
		l := layOut(st, Options{})
		seen := map[string]bool{}
		labels := l.labels()
		for i, a := range labels {
			seen[a.word] = true
			switch d := l.beyond(a.at.x, a.at.z); {
			case a.inside && d > -letterTall/2:
				t.Errorf("%s: %s on the field stands %.2f off it", name, a.word, d)
			case !a.inside && (d < 0.1 || d > l.rim-0.1):
				t.Errorf("%s: %s stands %.2f off the field", name, a.word, d)
			}
			for q := range game.Square(st.Board.Squares()) {
				if p := l.middle(q); hypot(a.at.x-p.x, a.at.z-p.z) < 0.5 {
					t.Errorf("%s: %s lies on %s", name, a.word, st.Board.Name(q))
				}
			}
			for _, b := range labels[i+1:] {
				if d := hypot(a.at.x-b.at.x, a.at.z-b.at.z); d < 0.49 {
					t.Errorf("%s: %s and %s are only %.2f apart", name, a.word, b.word, d)
				}
			}
		}
		for q := range game.Square(st.Board.Squares()) {
			if n := st.Board.Name(q); !seen[string(n[0]-'a'+'A')] || !seen[n[1:]] {
				t.Errorf("%s: no letter or figure for %s", name, n)
			}
		}
	}
}

func TestLineOfRoundBoardsLeavesOutCoordinates(t *testing.T) {
	l := layOut(shaped(t, "cross33"), Options{})
	words, parts := 0, 0
	for _, arc := range l.rimArcs() {
		parts++
		for _, w := range l.labels() {
			for i := 1; i < len(arc); i++ {
				if d, _ := near(arc[i-1], arc[i], w.at.x, w.at.z); d < 0.6*letterTall {
					t.Errorf("the line runs %.2f past %s", d, w.word)
				}
			}
		}
	}
	for _, w := range l.labels() {
		if w.inside {
			words++
		}
	}
	if whole := len(arcOf(l.fieldX-0.05, 0, 2*pi)) - 1; words == 0 || parts < whole/2 || parts >= whole {
		t.Errorf("%d of %d parts of the line, %d coordinates on the field", parts, whole, words)
	}
}

func TestShapesComeFromTheirSeed(t *testing.T) {
	for _, name := range []string{"cross33", "alquerque5", "dablot(4,5)"} {
		st, o := shaped(t, name), Options{Size: 512}
		a, b := Board(st, o).Parts[0].Material.Maps, Board(st, o).Parts[0].Material.Maps
		if !bytes.Equal(a.Albedo.Pix, b.Albedo.Pix) || !bytes.Equal(a.Normal.Pix, b.Normal.Pix) {
			t.Errorf("%s: one seed gives two boards", name)
		}
	}
}

func TestTheClothLiesUnderTheMenInHand(t *testing.T) {
	st := shaped(t, "alquerque5")
	st.Hands = [game.Sides]int{20, 0}
	m := Table(st, Options{Size: 64})
	for i := range m.Parts {
		if p := m.Parts[i]; p.Name == "cloth" && newModel(p).Min.Z > st.Hand(game.Attackers).MinZ {
			t.Errorf("the cloth ends at %.2f, the men at %.2f", newModel(p).Min.Z, st.Hand(game.Attackers).MinZ)
		}
	}
}

func TestCornersOfCellsCarryTheKnot(t *testing.T) {
	st, o := shaped(t, "grid7"), Options{Size: 1024}
	corner := st.Board.Cell(0, 0)
	for _, name := range []string{"cornersA", "own corner", "no rest"} {
		st.Marks = []scene.Region{{Name: name, Squares: []game.Square{corner}}}
		if c := cutAway(Board(st, o).Parts[0].Material.Maps, inside(st, o, corner, 0.1)); c < 0.1 {
			t.Errorf("%s: the knife took %.2f of the cell", name, c)
		}
	}
}

func TestHullsHoldTheirSpots(t *testing.T) {
	spots := []spot{{0, 0}, {2, 0}, {1, 1}, {2, 2}, {0, 2}, {1, 0}}
	h := hull(slices.Clone(spots))
	if len(h) != 4 {
		t.Fatalf("the hull of a square has the corners %v", h)
	}
	for _, p := range spots {
		if d := outside(h, p.x, p.z); d > 1e-6 {
			t.Errorf("%v lies %.3f outside", p, d)
		}
	}
	for p, want := range map[spot]float32{{3, 1}: 1, {1, -2}: 2, {5, 6}: 5} {
		if d := outside(h, p.x, p.z); abs(d-want) > 1e-5 {
			t.Errorf("%v lies %.3f outside, want %.0f", p, d, want)
		}
	}
	if d := outside(hull([]spot{{1, 1}}), 1, 3); abs(d-2) > 1e-6 {
		t.Errorf("a single spot has no reach: %.2f", d)
	}
}

// Every room has a different table.
func TestEveryRoomHasItsTable(t *testing.T) {
	for _, name := range scene.Rooms {
		if _, there := settings[name]; !there {
			t.Errorf("%s has the table of another room", name)
		}
	}
	if len(settings) != len(scene.Rooms) {
		t.Errorf("there are %d tables for %d rooms", len(settings), len(scene.Rooms))
	}
}

// TestPiecesDoNotHideTheFarLetters looks from the near seat at letters behind the tallest pieces
// on the farthest squares of their files.
func TestPiecesDoNotHideTheFarLetters(t *testing.T) {
	const tallest = 0.75
	stages := []scene.Stage{stage(t, 11), stage(t, 19)}
	for _, name := range shapes {
		stages = append(stages, shaped(t, name))
	}
	for _, st := range stages {
		l := layOut(st, Options{})
		sc := scene.New(st)
		cam := sc.Camera()
		cam.Resize(1280, 720)
		cam.Skip()
		for _, a := range l.labels() {
			if a.word[0] < 'A' || a.at.z > -l.fieldZ/2 {
				continue // a figure, or a letter at the near side
			}
			_, foot := cam.Project(scene.Vec{X: a.at.x, Z: a.at.z + letterTall/2})
			for q := range game.Square(st.Board.Squares()) {
				p := l.middle(q)
				if _, top := cam.Project(scene.Vec{X: p.x, Y: tallest, Z: p.z}); abs(p.x-a.at.x) < 0.4 && top > foot {
					t.Errorf("%s: a piece on %s hides %s: its top is at %.3f, the letter's foot at %.3f", st.Variant,
						st.Board.Name(q), a.word, top, foot)
				}
			}
		}
	}
}
