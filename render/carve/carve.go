// Package carve generates meshes and textures of boards, pieces and the table from a stage and a seed. Wood
// is a solid texture sampled at the surface; carving is a height field from which normals, occlusion and wear
// are computed. It is independent of windows and of OpenGL.
//
// World units are squares: the playing surface is at y = 0, the origin is its middle, x points along the
// files, z towards rank 1.
package carve

import (
	"image"

	"tafl3d/scene"
)

// Options control the generators. The zero value gives full quality.
type Options struct {
	// Size is the width of the board's texture in texels, a power of two; 0 means 2048. Other textures scale
	// with it.
	Size int
	// Seed varies random details.
	Seed uint64
	// Plain omits the coordinates on the frame.
	Plain bool
	// Board and Men select the designs of board and pieces, by the names of package scene. If empty, the
	// stage decides.
	Board, Men string
	// Room selects the table and the objects on it, by the names of package scene. If empty, it is a hall.
	Room string
}

// fullSize is the default width of the board's texture.
const fullSize = 2048

// size returns the width of the board's texture, a power of two.
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

// part returns the width of a texture that has n texels at full quality.
func (o Options) part(n int) int { return max(16, n*o.size()/fullSize) }

// Mesh is a list of triangles, counter-clockwise from outside. The slices are flat; the caller owns them.
type Mesh struct {
	Positions []float32 // x y z
	Normals   []float32 // x y z, unit length
	UVs       []float32 // u v; v = 0 is the first row of the texture
	Tangents  []float32 // x y z w: direction of u; that of v is w * cross(normal, tangent)
	Indices   []uint32  // three per triangle
}

// Triangles returns the number of triangles.
func (m *Mesh) Triangles() int { return len(m.Indices) / 3 }

// Maps are the textures of a material, 4 bytes per texel, rows from v = 0. Colours are not premultiplied.
type Maps struct {
	Albedo *image.NRGBA // sRGB colour; alpha is opacity
	// r along u, g along v, b outwards, 0..255 for -1..1; alpha is height, 128 for the original surface
	Normal  *image.NRGBA
	Surface *image.NRGBA // linear: r ambient occlusion, g roughness, b metal, a strength of the wax coat
}

// Material describes reflection. With Maps, Base is a tint, and Roughness, Metal and Coat are mean values.
type Material struct {
	Maps          *Maps      // nil: uniform
	Repeat        bool       // repeat the textures; else clamp them
	Base          [3]float32 // linear; white with Maps
	Roughness     float32
	Metal         float32
	Coat          float32 // weight of the wax or polish layer
	CoatRoughness float32
	Wrap          float32    // wrap lighting, for ivory and amber
	Clear         float32    // transparency, for glass
	Left          [3]float32 // transmittance per square of thickness, for glass
	Glow          [3]float32 // linear tint of light through thin parts
}

// mapped returns the material for maps, with their mean values.
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

// wax is the roughness of the wax layer on oiled wood and polished bone.
const wax = 0.25

// Part is a mesh with its material.
type Part struct {
	Name     string
	Mesh     Mesh
	Material Material
}

// Model is a board, a piece or the table.
type Model struct {
	Parts    []Part
	Min, Max scene.Vec  // bounding box of all parts
	Flat     Flat       // only for pieces
	Front    bool       // only for pieces: keep its direction towards the enemy
	Ground   [3]float32 // only for boards: mean colour of the field, linear
}

// newModel combines parts and computes the bounding box.
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
