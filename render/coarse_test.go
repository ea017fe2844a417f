package render

import (
	"math"
	"testing"

	"tafl3d/game/variant"
	"tafl3d/render/carve"
)

// TestCoarseMeshesHaveNoGaps makes every king and man coarse and asserts that far
// fewer faces are left, that they still enclose about as much, and that every edge
// has a face on either side.
func TestCoarseMeshesHaveNoGaps(t *testing.T) {
	v, err := variant.Get("copenhagen-11x11-tdiamond")
	if err != nil {
		t.Fatal(err)
	}
	for _, set := range []string{"bog-oak", "discs", "turned", "glass"} {
		for _, k := range v.Rules.Kinds()[1:] {
			fine := carve.Piece(k, carve.Options{Size: 256, Men: set}).Parts[0].Mesh
			few := coarse(&fine, coarseCell)
			if few.Triangles()*2 > fine.Triangles() {
				t.Errorf("%s %s: %d faces are made %d", set, k.Name, fine.Triangles(), few.Triangles())
			}
			if a, b := volume(&fine), volume(&few); b < 0.8*a || b > 1.1*a {
				t.Errorf("%s %s: encloses %.4f, coarse %.4f", set, k.Name, a, b)
			}
			if n := openEdges(&few); n > 0 {
				t.Errorf("%s %s: %d edges have a face on one side alone", set, k.Name, n)
			}
		}
	}
}

// TestDraftsKeepSilhouettes draws the outline of animals and officers as a draft of the smallest size shows them,
// from each of the four seats: it is the outline of the full mesh, except for an edge.
func TestDraftsKeepSilhouettes(t *testing.T) {
	const pixels = 30 // of a square on an 11x11 board, in a draft of three fifths of 1280x720
	for _, id := range []string{"bagh-chal", "berserk-11x11-tdiamondberserk", "fox-geese-13"} {
		v, err := variant.Get(id)
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range v.Rules.Kinds()[1:] {
			for i, part := range carve.Piece(k, carve.Options{Size: 256}).Parts {
				few := coarse(&part.Mesh, coarseCell)
				for seat := range 4 {
					full, draft := outline(&part.Mesh, seat, pixels), outline(&few, seat, pixels)
					both, either := 0, 0
					for p := range full {
						if either++; draft[p] {
							both++
						}
					}
					for p := range draft {
						if !full[p] {
							either++
						}
					}
					if share := float64(both) / float64(either); share < 0.8 {
						t.Errorf("%s %s, part %d, seat %d: a draft has %.2f of it", id, k.Name, i, seat, share)
					}
				}
			}
		}
	}
}

// outline returns the pixels that a mesh covers, seen from a seat at an angle of 55 degrees.
func outline(m *carve.Mesh, seat int, scale float64) map[[2]int]bool {
	covered := map[[2]int]bool{}
	sin, cos := math.Sincos(float64(seat) * math.Pi / 2)
	down, level := math.Sincos(55 * math.Pi / 180)
	project := func(i uint32) (p [2]float64) {
		x, y, z := float64(m.Positions[3*i]), float64(m.Positions[3*i+1]), float64(m.Positions[3*i+2])
		return [2]float64{scale * (x*cos + z*sin), scale * (y*level - (z*cos-x*sin)*down)}
	}
	for i := 0; i+2 < len(m.Indices); i += 3 {
		fill(covered, project(m.Indices[i]), project(m.Indices[i+1]), project(m.Indices[i+2]))
	}
	return covered
}

// fill adds the pixels whose middle is in a triangle.
func fill(covered map[[2]int]bool, a, b, c [2]float64) {
	side := func(a, b [2]float64, x, y float64) float64 { return (b[0]-a[0])*(y-a[1]) - (b[1]-a[1])*(x-a[0]) }
	for y := int(min(a[1], b[1], c[1])) - 1; float64(y) <= max(a[1], b[1], c[1]); y++ {
		for x := int(min(a[0], b[0], c[0])) - 1; float64(x) <= max(a[0], b[0], c[0]); x++ {
			px, py := float64(x)+0.5, float64(y)+0.5
			u, v, w := side(a, b, px, py), side(b, c, px, py), side(c, a, px, py)
			if u >= 0 && v >= 0 && w >= 0 || u <= 0 && v <= 0 && w <= 0 {
				covered[[2]int{x, y}] = true
			}
		}
	}
}

func place(m *carve.Mesh, i uint32) [3]float32 { return [3]float32(m.Positions[3*i : 3*i+3]) }

// volume is what a closed mesh encloses.
func volume(m *carve.Mesh) (sum float32) {
	for i := 0; i < len(m.Indices); i += 3 {
		a, b, c := place(m, m.Indices[i]), place(m, m.Indices[i+1]), place(m, m.Indices[i+2])
		sum += a[0]*(b[1]*c[2]-b[2]*c[1]) + a[1]*(b[2]*c[0]-b[0]*c[2]) + a[2]*(b[0]*c[1]-b[1]*c[0])
	}
	return max(sum, -sum) / 6
}

// openEdges counts edges between places that are not gone along as often one way
// as the other.
func openEdges(m *carve.Mesh) (open int) {
	edges := map[[2][3]float32]int{}
	for i := 0; i < len(m.Indices); i += 3 {
		for k := range 3 {
			a, b := place(m, m.Indices[i+k]), place(m, m.Indices[i+(k+1)%3])
			edges[[2][3]float32{a, b}]++
			edges[[2][3]float32{b, a}]--
		}
	}
	for _, n := range edges {
		if n > 0 {
			open++
		}
	}
	return open
}
