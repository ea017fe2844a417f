package render

import (
	"math"

	"tafl3d/game"
	"tafl3d/render/room"
	"tafl3d/scene"
)

// keyLight is the directional light that casts shadows.
type keyLight struct {
	to     scene.Vec // unit vector towards the light
	colour [3]float32
	proj   scene.Mat // world to clip space of the shadow map
	reach  float32   // radius of the area of the shadow map
	soft   float32   // half the width of the penumbra
}

// keyFor returns the key light of a room for a stage. It is always so high that no shadow hides the next
// square.
func keyFor(st *scene.Stage, r *room.Room) keyLight {
	k := keyLight{to: r.Key, colour: r.Colour, soft: r.Soft}
	k.reach = max(lit(st), 3) + 3.3 // includes the pieces on the table
	k.proj = k.project()
	return k
}

// lit returns the radius of the lit area: the board and most of the pieces in the hands.
func lit(st *scene.Stage) float32 {
	x, z := st.Reach()
	reach := max(x, z) + scene.Frame
	if st.Hands != [game.Sides]int{} {
		const past = 0.2 // margin that may be darker
		reach = max(reach, st.Depth()-past)
	}
	return reach
}

// project fits an oblique box to the board. The axes of the map follow the board, so that no texel is wasted
// at the corners.
func (k *keyLight) project() scene.Mat {
	// A shear makes the light vertical; the map is then aligned with x and z.
	sx, sz := -k.to.X/k.to.Y, -k.to.Z/k.to.Y
	const low, high = -1.0, 2.0
	r := 1 / k.reach
	return scene.Mat{
		r, 0, 0, 0,
		sx * r, sz * r, -2 / (high - low), 0,
		0, r, 0, 0,
		0, 0, (high + low) / (high - low), 1,
	}
}

// shade returns the position of a point on the shadow map, from -1 to 1.
func (k *keyLight) shade(v scene.Vec) (x, y float32) {
	x, y, _, _ = k.proj.Apply(v)
	return x, y
}

// sampling returns the matrix from clip space to texture coordinates of the shadow map.
func (k *keyLight) sampling() scene.Mat {
	half := scene.Mat{0.5, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0.5, 0, 0.5, 0.5, 0.5, 1}
	return half.Mul(&k.proj)
}

// texel returns the width of a texel of the shadow map in squares.
func (k *keyLight) texel(size int) float32 { return 2 * k.reach / float32(size) }

// softness returns the width of a penumbra in texels. It has the same width in squares on every board.
func (k *keyLight) softness(size int) float32 {
	return float32(math.Max(1, float64(k.soft/k.texel(size))))
}
