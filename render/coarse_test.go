package render

import (
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
