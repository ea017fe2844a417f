// Package carve makes boards, pieces and the table as meshes and material maps.
// Everything is computed from a stage and a seed: wood is solid and sampled
// where the knife laid it bare, carving is a height field from which normals,
// occlusion and wear follow. It knows no window and no OpenGL.
//
// World units are squares: the board's playing surface lies at y = 0, its
// middle at the origin, x along the files, z towards rank 1.
package carve

import (
	"image"

	"tafl3d/scene"
)

// Options steer the generators. The zero value gives the full quality.
type Options struct {
	// Size is the width and height in texels of the board's map, a power of
	// two; 0 means 2048. The other maps shrink with it.
	Size int
	// Seed varies what the stage does not decide.
	Seed uint64
	// Plain leaves the coordinates off the frame.
	Plain bool
	// Board and Men are the design of the board and the set of the pieces, by
	// the names of package scene. Empty, the stage decides.
	Board, Men string
	// Room is where the table stands, by the names of package scene, which decides
	// what the table is and what stands on it. Empty, it is a hall.
	Room string
}

// fullSize is the width of the board's map unless the options say otherwise.
const fullSize = 2048

// size returns the width of the board's map, a power of two.
func (o Options) size() int {
	if o.Size <= 0 {
		return fullSize
	}
	s := 64
	for s < o.Size && s < 8192 {
		s *= 2
	}
	return s
}

// part returns the width of a map that has n texels at full quality.
func (o Options) part(n int) int { return max(16, n*o.size()/fullSize) }

// Mesh is a list of triangles, counter-clockwise seen from outside. The slices
// are flat and belong to whoever asked for the mesh.
type Mesh struct {
	Positions []float32 // x y z
	Normals   []float32 // x y z, of length 1
	UVs       []float32 // u v; v = 0 is the first row of the maps
	Tangents  []float32 // x y z w: the direction of growing u; that of growing v is w * cross(normal, tangent)
	Indices   []uint32  // three a triangle
}

// Triangles returns how many triangles the mesh has.
func (m *Mesh) Triangles() int { return len(m.Indices) / 3 }

// Maps are the pictures of a material, 4 bytes a texel, rows from v = 0 on.
// They are raw data: nothing is multiplied by alpha.
type Maps struct {
	Albedo *image.NRGBA // sRGB colour; alpha is opacity
	// r along u, g along v, b outwards, 0..255 for -1..1; alpha is height, 128 the untouched surface
	Normal  *image.NRGBA
	Surface *image.NRGBA // linear: r ambient occlusion, g roughness, b metal, a strength of the wax coat
}

// Material says how a surface takes the light. With maps, Base tints them and
// Roughness, Metal and Coat stand for their mean.
type Material struct {
	Maps          *Maps      // nil: the constants alone
	Repeat        bool       // the maps tile; else clamp them at their edges
	Base          [3]float32 // linear; white where there are maps
	Roughness     float32
	Metal         float32
	Coat          float32 // weight of the wax or polish over the surface
	CoatRoughness float32
	Wrap          float32    // how far light wraps around, for ivory and amber
	Clear         float32    // how much is seen through, for glass
	Left          [3]float32 // what a square's way through leaves of the light, for glass
	Glow          [3]float32 // linear tint of the light that shines through thin places
}

// mapped returns the material of maps, its constants their means.
func mapped(m *Maps) Material {
	var sum [4]float64
	n := 0
	for i := 0; i < len(m.Surface.Pix); i += 4 * 61 { // a sample is enough
		for k := range sum {
			sum[k] += float64(m.Surface.Pix[i+k])
		}
		n++
	}
	mean := func(k int) float32 { return float32(sum[k] / float64(255*n)) }
	return Material{
		Maps: m, Base: [3]float32{1, 1, 1},
		Roughness: mean(1), Metal: mean(2), Coat: mean(3), CoatRoughness: wax,
	}
}

// wax is the roughness of the coat over oiled wood and polished bone.
const wax = 0.25

// Part is a mesh of one material.
type Part struct {
	Name     string
	Mesh     Mesh
	Material Material
}

// Model is something carved: a board, a piece or the table.
type Model struct {
	Parts    []Part
	Min, Max scene.Vec  // of all parts
	Flat     Flat       // of pieces only
	Front    bool       // of pieces: it looks at the enemy and must not be turned away
	Ground   [3]float32 // of boards: the mean colour of the field, linear
}

// newModel gathers parts and measures them.
func newModel(parts ...Part) Model {
	m := Model{Parts: parts}
	first := true
	for _, p := range parts {
		for i := 0; i+2 < len(p.Mesh.Positions); i += 3 {
			v := scene.Vec{X: p.Mesh.Positions[i], Y: p.Mesh.Positions[i+1], Z: p.Mesh.Positions[i+2]}
			if first {
				m.Min, m.Max, first = v, v, false
			}
			m.Min = scene.Vec{X: min(m.Min.X, v.X), Y: min(m.Min.Y, v.Y), Z: min(m.Min.Z, v.Z)}
			m.Max = scene.Vec{X: max(m.Max.X, v.X), Y: max(m.Max.Y, v.Y), Z: max(m.Max.Z, v.Z)}
		}
	}
	return m
}
