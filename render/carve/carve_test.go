package carve

import (
	"image"
	"math"
	"testing"

	"tafl3d/game"
	"tafl3d/scene"
)

// stage returns a board with throne, corners and two camps.
func stage(t testing.TB, n int) scene.Stage {
	t.Helper()
	b, err := game.NewGrid(n)
	if err != nil {
		t.Fatal(err)
	}
	m := n / 2
	camp := func(rank, step int) []game.Square {
		return []game.Square{b.Cell(m-1, rank), b.Cell(m, rank), b.Cell(m+1, rank), b.Cell(m, rank+step)}
	}
	return scene.Stage{
		Variant: "test", Board: b, Kinds: kinds,
		Throne:  []game.Square{b.Cell(m, m)},
		Corners: []game.Square{b.Cell(0, 0), b.Cell(n-1, 0), b.Cell(0, n-1), b.Cell(n-1, n-1)},
		Camps:   [][]game.Square{camp(0, 1), camp(n-1, -1)},
	}
}

var kinds = []game.Kind{
	{Letter: '.'},
	{Letter: 't', Name: "man", Side: game.Attackers},
	{Letter: 'c', Name: "commander", Side: game.Attackers},
	{Letter: 'T', Name: "man", Side: game.Defenders},
	{Letter: 'N', Name: "knight", Side: game.Defenders},
	{Letter: 'K', Name: "king", Side: game.Defenders, Royal: true},
}

// check fails the test if a mesh cannot be drawn as it promises.
func check(t *testing.T, name string, m *Mesh) {
	t.Helper()
	n := len(m.Positions) / 3
	if len(m.Normals) != 3*n || len(m.UVs) != 2*n || len(m.Tangents) != 4*n || len(m.Indices)%3 != 0 || n == 0 {
		t.Fatalf("%s: %d positions, %d normals, %d uvs, %d tangents, %d indices", name, n, len(m.Normals)/3,
			len(m.UVs)/2, len(m.Tangents)/4, len(m.Indices))
	}
	for i := range n {
		nrm := solid{m.Normals[3*i], m.Normals[3*i+1], m.Normals[3*i+2]}
		tan := solid{m.Tangents[4*i], m.Tangents[4*i+1], m.Tangents[4*i+2]}
		if !near1(dot(nrm, nrm)) || !near1(dot(tan, tan)) || abs(dot(nrm, tan)) > 1e-3 || abs(m.Tangents[4*i+3]) != 1 {
			t.Fatalf("%s: vertex %d has normal %v and tangent %v", name, i, nrm, tan)
		}
		p := m.position(uint32(i))
		if s := p.x + p.y + p.z + m.UVs[2*i] + m.UVs[2*i+1]; s != s || math.IsInf(float64(s), 0) {
			t.Fatalf("%s: vertex %d is at %v", name, i, p)
		}
	}
	for i := 0; i < len(m.Indices); i += 3 {
		a, b, c := m.Indices[i], m.Indices[i+1], m.Indices[i+2]
		if int(max(a, b, c)) >= n {
			t.Fatalf("%s: triangle %d names a vertex that is not there", name, i/3)
		}
		face := cross(m.position(b).minus(m.position(a)), m.position(c).minus(m.position(a))).unit()
		for _, k := range []uint32{a, b, c} {
			if dot(face, solid{m.Normals[3*k], m.Normals[3*k+1], m.Normals[3*k+2]}) < -0.05 {
				t.Fatalf("%s: triangle %d at %v faces away from its normals", name, i/3, m.position(a))
			}
		}
	}
}

func near1(x float32) bool { return abs(x-1) < 2e-3 }

// open returns how many edges of a mesh have no neighbour, vertices in one
// place counting as one.
func open(m *Mesh) int {
	type place [3]int
	type edge [2]place
	at := func(i uint32) place {
		p := m.position(i)
		q := func(v float32) int { return int(math.Round(float64(v) * 1e5)) }
		return place{q(p.x), q(p.y), q(p.z)}
	}
	edges := map[edge]int{}
	for i := 0; i < len(m.Indices); i += 3 {
		for k := range 3 {
			a, b := at(m.Indices[i+k]), at(m.Indices[i+(k+1)%3])
			edges[edge{a, b}]++
			edges[edge{b, a}]--
		}
	}
	n := 0
	for _, k := range edges {
		if k > 0 {
			n++
		}
	}
	return n
}

// lightness returns the CIE L* of the mean colour of the opaque texels of a
// rectangle.
func lightness(m *image.NRGBA, r image.Rectangle) float64 {
	var sum, n float64
	r = r.Intersect(m.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			p := m.Pix[m.PixOffset(x, y):]
			if p[3] == 255 {
				sum += 0.2126*float64(linear(p[0])) + 0.7152*float64(linear(p[1])) + 0.0722*float64(linear(p[2]))
				n++
			}
		}
	}
	return 116*math.Cbrt(sum/n) - 16
}

func TestRowsAreDoneOnceEach(t *testing.T) {
	for _, n := range []int{0, 1, 31, 32, 33, 1000} {
		done := make([]int, n)
		rows(n, func(a, b int) {
			for i := a; i < b; i++ {
				done[i]++
			}
		})
		for i, k := range done {
			if k != 1 {
				t.Fatalf("row %d of %d was done %d times", i, n, k)
			}
		}
	}
}

func TestVariationIsSmallAndSteady(t *testing.T) {
	if Variation(7) != Variation(7) || Variation(7) == Variation(8) {
		t.Fatal("a number must give one variation, and another number another")
	}
	for i := range uint64(200) {
		v := Variation(i)
		if abs(v.TiltX) > 0.02 || abs(v.TiltZ) > 0.02 || abs(v.Offset[0]) > 0.02 || abs(v.Offset[1]) > 0.02 ||
			abs(v.Tint[1]-1) > 0.1 {
			t.Fatalf("piece %d strays: %+v", i, v)
		}
	}
}

func TestOptionsChooseThePowerOfTwo(t *testing.T) {
	for size, want := range map[int]int{0: 2048, -3: 2048, 1: 64, 512: 512, 600: 1024, 1 << 20: 8192} {
		if got := (Options{Size: size}).size(); got != want {
			t.Errorf("size %d gives %d, want %d", size, got, want)
		}
	}
}

func BenchmarkBoard11(b *testing.B) {
	st := stage(b, 11)
	for b.Loop() {
		Board(st, Options{})
	}
}

func BenchmarkBoard19(b *testing.B) {
	st := stage(b, 19)
	for b.Loop() {
		Board(st, Options{})
	}
}

func BenchmarkTable(b *testing.B) {
	st := stage(b, 11)
	for b.Loop() {
		Table(st, Options{})
	}
}

func BenchmarkPieces(b *testing.B) {
	for b.Loop() {
		for _, k := range kinds[1:] {
			Piece(k, Options{})
		}
	}
}
