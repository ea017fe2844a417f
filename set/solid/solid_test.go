package solid

import (
	"bytes"
	"context"
	"encoding/binary"
	"math"
	"testing"

	"github.com/hpinc/go3mf"
)

// pyramid is a square pyramid that stands on z = 0, its seams open: no two triangles share a point.
func pyramid(half, high float64) *Mesh {
	m := &Mesh{}
	c := []Point{{-half, -half, 0}, {half, -half, 0}, {half, half, 0}, {-half, half, 0}}
	add := func(p ...Point) {
		n := uint32(len(m.Points))
		m.Points = append(m.Points, p...)
		m.Triangles = append(m.Triangles, [3]uint32{n, n + 1, n + 2})
	}
	for k := range 4 {
		add(c[k], c[(k+1)%4], Point{0, 0, high})
	}
	add(c[0], c[2], c[1])
	add(c[0], c[3], c[2])
	return m
}

// box is a box that stands on z = from.
func box(x, y, from, to float64) *Mesh {
	m := &Mesh{}
	for i := range 8 {
		m.Points = append(m.Points, Point{x * float64(i&1*2-1), y * float64(i>>1&1*2-1),
			from + (to-from)*float64(i>>2)})
	}
	for _, q := range [][4]uint32{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}} {
		m.Triangles = append(m.Triangles, [3]uint32{q[0], q[1], q[2]}, [3]uint32{q[0], q[2], q[3]})
	}
	return m
}

// join appends a mesh.
func join(a, b *Mesh) *Mesh {
	n := uint32(len(a.Points))
	a.Points = append(a.Points, b.Points...)
	for _, t := range b.Triangles {
		a.Triangles = append(a.Triangles, [3]uint32{t[0] + n, t[1] + n, t[2] + n})
	}
	return a
}

func body(t *testing.T, m *Mesh, cells int) *Mesh {
	t.Helper()
	out, err := Body(t.Context(), m, 1.2, cells)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestBody: an open pyramid becomes a closed body of the same size that stands flat.
func TestBody(t *testing.T) {
	m := pyramid(10, 20)
	if m.Check() == nil {
		t.Error("a mesh of loose triangles passes for closed")
	}
	out := body(t, m, 60)
	if v := out.Volume(); math.Abs(v-8000.0/3) > 60 {
		t.Errorf("the volume is %g, want %g", v, 8000.0/3)
	}
	low, high := out.Bounds()
	if low.Z != 0 || high.Z < 17 || high.Z > 20.5 || high.X > 10.1 {
		t.Errorf("it goes from %v to %v", low, high)
	}
	var foot float64
	for _, tr := range out.Triangles {
		if a, b, c := out.corners(tr); a.Z == 0 && b.Z == 0 && c.Z == 0 {
			foot -= cross(b.minus(a), c.minus(a)).Z / 2
		}
	}
	if math.Abs(foot-400) > 12 {
		t.Errorf("it stands on %g square millimetres, want 400", foot)
	}
}

// TestInsideOut: a mesh that faces inwards is refused.
func TestInsideOut(t *testing.T) {
	m := box(5, 5, 0, 5)
	if err := m.Check(); err != nil {
		t.Fatal(err)
	}
	for i, tr := range m.Triangles {
		m.Triangles[i] = [3]uint32{tr[0], tr[2], tr[1]}
	}
	if m.Check() == nil {
		t.Error("a box that faces inwards passes")
	}
	m.Triangles = m.Triangles[1:]
	if m.Check() == nil {
		t.Error("an open box passes")
	}
}

// TestOverhangs: what hangs over is supported by a slope.
func TestOverhangs(t *testing.T) {
	m := join(box(2, 2, 0, 12), box(9, 9, 12, 16)) // a table on one leg
	if s := m.Steep(60); s < 0.2 {
		t.Errorf("%g of the table overhangs", s)
	}
	if s := body(t, m, 48).Steep(60); s > 0.01 {
		t.Errorf("%g of the body overhangs", s)
	}
}

// TestThinWalls: a wall of half a millimetre becomes thick enough.
func TestThinWalls(t *testing.T) {
	out := body(t, join(box(8, 8, 0, 4), box(8, 0.25, 3.9, 14)), 64)
	var low, high float64
	for _, p := range out.Points {
		if p.Z > 8 && p.Z < 10 && math.Abs(p.X) < 4 {
			low, high = min(low, p.Y), max(high, p.Y)
		}
	}
	if high-low < 1.2 || high-low > 3 {
		t.Errorf("the wall is %g mm thick", high-low)
	}
}

// TestCancelled: a body is given up when its context ends.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Body(ctx, box(1, 1, 0, 1), 1.2, 20); err == nil {
		t.Error("a body was made after all")
	}
}

// TestPlate: a plate with lines, a ring and a hole is closed, flat below, and as large as it should be.
func TestPlate(t *testing.T) {
	p := &Plate{X: 3, Y: 5, Width: 80, Length: 60, Thick: 4, Cuts: []Cut{
		{Stroke(3, 30, 90, 41, 1.4), 0.8}, {Stroke(43, 5, 43, 70, 1.4), 0.8}, {Ring(40, 40, 14, 1.4), 0.8},
		{Disc(20, 20, 5), 1}, {Box(70, 50, 9, 9), 0.4}}}
	m, err := p.Mesh(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	low, high := m.Bounds()
	if low != (Point{}) || math.Abs(high.X-80) > 1e-9 || math.Abs(high.Y-60) > 1e-9 || high.Z != 4 {
		t.Errorf("the plate goes from %v to %v", low, high)
	}
	full := 80 * 60 * 4.0
	if v := m.Volume(); v > full-200 || v < full-700 {
		t.Errorf("its volume is %g of %g", v, full)
	}
	if s := m.Steep(60); s != 0 {
		t.Errorf("%g of it overhangs", s)
	}
}

// TestSTL: the file has the size that the format says.
func TestSTL(t *testing.T) {
	m := box(5, 5, 0, 5)
	var out bytes.Buffer
	if err := m.WriteSTL(&out, "box"); err != nil {
		t.Fatal(err)
	}
	if n := binary.LittleEndian.Uint32(out.Bytes()[80:]); n != 12 || out.Len() != 84+50*12 {
		t.Errorf("%d triangles in %d bytes", n, out.Len())
	}
}

// Test3MF reads a package with the library of others: objects, units and how often each is built.
func Test3MF(t *testing.T) {
	items := []Item{{Name: "man & woman", Mesh: box(5, 5, 0, 5), Count: 25, Colour: [3]uint8{70, 43, 28}},
		{Name: "king", Mesh: body(t, pyramid(6, 12), 24), Count: 2, Colour: [3]uint8{226, 164, 60}}}
	var out bytes.Buffer
	if err := Write3MF(&out, "a set", items); err != nil {
		t.Fatal(err)
	}
	var model go3mf.Model
	if err := go3mf.NewDecoder(bytes.NewReader(out.Bytes()), int64(out.Len())).Decode(&model); err != nil {
		t.Fatal(err)
	}
	if model.Units != go3mf.UnitMillimeter || len(model.Resources.Objects) != 2 {
		t.Fatalf("%v, %d objects", model.Units, len(model.Resources.Objects))
	}
	built := map[uint32]int{}
	for _, item := range model.Build.Items {
		built[item.ObjectID]++
	}
	for i, o := range model.Resources.Objects {
		if built[o.ID] != items[i].Count || o.Name != items[i].Name {
			t.Errorf("%s is built %d times", o.Name, built[o.ID])
		}
		back := &Mesh{}
		for _, v := range o.Mesh.Vertices.Vertex {
			back.Points = append(back.Points, Point{float64(v[0]), float64(v[1]), float64(v[2])})
		}
		for _, tr := range o.Mesh.Triangles.Triangle {
			back.Triangles = append(back.Triangles, [3]uint32{tr.V1, tr.V2, tr.V3})
		}
		if err := back.Check(); err != nil {
			t.Errorf("%s: %v", o.Name, err)
		}
		if a, b := back.Volume(), items[i].Mesh.Volume(); math.Abs(a-b) > 1e-3*b {
			t.Errorf("%s has a volume of %g, had %g", o.Name, a, b)
		}
	}
	if err := model.Validate(); err != nil {
		t.Errorf("the package is not valid: %v", err)
	}
}
