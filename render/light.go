package render

import (
	"math"

	"tafl3d/game"
	"tafl3d/render/room"
	"tafl3d/scene"
)

// keyLight is the one light that casts shadows.
type keyLight struct {
	to     scene.Vec // direction to the light, of length 1
	colour [3]float32
	proj   scene.Mat // world to clip space of the shadow map
	reach  float32   // radius of what the shadow map covers
	soft   float32   // half the breadth of a shadow's edge
}

// keyFor returns the key light of a room over a stage. In every room it stands so
// high that no shadow hides the next square.
func keyFor(st *scene.Stage, r *room.Room) keyLight {
	k := keyLight{to: r.Key, colour: r.Colour, soft: r.Soft}
	k.reach = max(lit(st), 3) + 3.3 // over what stands on the table, too
	k.proj = k.project()
	return k
}

// lit returns how far from the middle the light falls: over the board, and over
// most of the men in the hand.
func lit(st *scene.Stage) float32 {
	x, z := st.Reach()
	reach := max(x, z) + scene.Frame
	if st.Hands != [game.Sides]int{} {
		const past = 0.2 // what may lie in the dusk
		reach = max(reach, st.Depth()-past)
	}
	return reach
}

// project fits an oblique box around the board: the map's axes follow the
// board, so that no texel is wasted on corners.
func (k *keyLight) project() scene.Mat {
	// A shear brings the light upright; the map then lies along x and z.
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

// shade returns where a point lies on the shadow map, from -1 to 1.
func (k *keyLight) shade(v scene.Vec) (x, y float32) {
	x, y, _, _ = k.proj.Apply(v)
	return x, y
}

// sampling turns clip space into the coordinates of the shadow map.
func (k *keyLight) sampling() scene.Mat {
	half := scene.Mat{0.5, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0.5, 0, 0.5, 0.5, 0.5, 1}
	return half.Mul(&k.proj)
}

// texel returns the width of a texel of the shadow map in squares.
func (k *keyLight) texel(size int) float32 { return 2 * k.reach / float32(size) }

// softness returns how many texels wide the edge of a shadow is, so that it
// has the same width on every board.
func (k *keyLight) softness(size int) float32 {
	return float32(math.Max(1, float64(k.soft/k.texel(size))))
}
