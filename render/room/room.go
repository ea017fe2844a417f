// Package room computes the image-based lighting of the surroundings on the CPU: the light from every
// direction, the irradiance of surfaces, the reflections of rough mirrors, and the picture beyond the edge of
// the table. It is independent of windows and of OpenGL.
//
// Directions have the axes of package scene. Light is linear.
package room

import (
	"math"
	"sync"
	"sync/atomic"

	"tafl3d/scene"
)

// RGB is a linear colour or radiance.
type RGB [3]float32

// Room is a place with its light.
type Room struct {
	Key      scene.Vec // unit vector towards the one light that casts shadows
	Colour   RGB       // of that light
	Soft     float32   // half the width of the penumbra, in squares
	Exposure float32
	Fall     float32 // distance over which the light fades beyond the board, in half boards
	Dark     RGB     // background colour

	name  string
	once  sync.Once
	baked atomic.Pointer[Light]

	ambient  float32                // irradiance of a level surface, as radiance
	radiance func(d scene.Vec) RGB  // from a unit direction
	ground   func(x, z float32) RGB // of the floor beyond the table, in half boards
}

// rooms maps names to rooms.
var rooms = map[string]*Room{"hall": hall(), "door": door(), "studio": studio()}

// Usual is the default room.
const Usual = "hall"

// Named returns a room by name. Unknown and empty names return the usual room.
func Named(name string) *Room {
	if r := rooms[name]; r != nil {
		return r
	}
	return rooms[Usual]
}

// hall is a longhouse at dusk: a long fire to the left, dark rafters, and daylight through the smoke hole.
func hall() *Room {
	fire, smoke := unit(-0.80, 0.34, 0.36), unit(0.30, 0.93, -0.25)
	lamps := []scene.Vec{unit(0.9, 0.18, -0.5), unit(0.2, 0.16, -1), unit(-0.55, 0.2, -0.9), unit(0.75, 0.2, 0.7)}
	return &Room{
		name: "hall", Key: unit(-0.56, 1, -0.36), Colour: RGB{2.48, 2.16, 1.74}, Soft: 0.075, Exposure: 0.90, Fall: 2.5,
		Dark: RGB{0.016, 0.011, 0.008}, ambient: 0.27,
		radiance: func(d scene.Vec) RGB {
			c := RGB{0.050, 0.034, 0.022}
			c.add(RGB{0.10, 0.085, 0.07}, max(d.Y, 0)) // smoke under the roof
			c.add(RGB{0.17, 0.115, 0.07}, ramp(0.1, -0.7, d.Y))
			c.add(RGB{0.05, 0.035, 0.022}, beams(d))
			c.add(RGB{2.1, 1.12, 0.50}, lobe(d, fire, 9))
			c.add(RGB{2.2, 2.35, 2.6}, lobe(d, smoke, 42))
			for _, l := range lamps {
				c.add(RGB{5, 2.6, 1.0}, lobe(d, l, 380))
			}
			return c
		},
		ground: hallGround,
	}
}

// beams returns the rafters of the longhouse, lit from below.
func beams(d scene.Vec) float32 {
	if d.Y < 0.15 {
		return 0
	}
	x := d.X / d.Y * 1.6
	return ramp(0.3, 0.2, abs(x-round(x)))
}

// hallGround is trodden earth with rushes, benches and the glow of the fire.
func hallGround(x, z float32) RGB {
	straw := 0.5 + 0.25*wave(x*2.1+0.3*wave(z*3, x), z*5.3) + 0.25*wave(x*6.7, z*2.9+1.5*x)
	c := RGB{0.034, 0.022, 0.015}
	c.add(RGB{0.026, 0.016, 0.010}, straw)
	bench := ramp(-5.2, -5.5, z) * ramp(-6.6, -6.3, z)
	c.add(RGB{0.055, 0.020, 0.013}, bench*(0.6+0.4*wave(x*1.3, 2)))
	glow := square(x+2.6)/9 + square(z+3.4)/2.2
	c.add(RGB{0.105, 0.040, 0.013}, expf(-glow*0.8))
	for i := range embers {
		e := &embers[i]
		if d := square(x-e.x) + square(z-e.z); d < e.r*e.r {
			c.add(e.light, ramp(e.r, e.sharp*e.r, float32(math.Sqrt(float64(d)))))
		}
	}
	return c.times(1 - 0.85*ramp(2.4, 1.2, max(abs(x)/1.15, abs(z))))
}

// disc is a distant light, out of focus.
type disc struct {
	x, z, r float32 // in half boards
	sharp   float32 // share of r where the falloff begins
	light   RGB
}

// embers are the coals of the fire and, behind them, the lamps of the longhouse.
var embers = scattered()

func scattered() (all []disc) {
	for i := range 26 {
		light := RGB{0.75, 0.27, 0.07}.times(0.46 * (0.6 + 0.4*scatter(i, 4)))
		all = append(all, disc{-2.6 + 1.9*scatter(i, 1), -3.4 + 0.42*scatter(i, 2), 0.10 + 0.05*scatter(i, 3),
			0.72, light})
	}
	for i := range 40 { // along the left of the table
		light := RGB{0.85, 0.20, 0.035}.times(0.20 * (0.6 + 0.4*scatter(i, 14)))
		all = append(all, disc{-3.15 + 0.55*scatter(i, 11), -0.8 + 2.4*scatter(i, 12), 0.13 + 0.05*scatter(i, 13),
			0.55, light})
	}
	for i := range 9 {
		all = append(all, disc{5.2 * scatter(i, 5), -5.9 + 1.2*scatter(i, 6), 0.16 + 0.05*scatter(i, 7), 0.8,
			RGB{0.25, 0.13, 0.05}})
	}
	return all
}

// door is a room by day with an open door on the right.
func door() *Room {
	sky := unit(0.93, 0.42, -0.18)
	return &Room{
		name: "door", Key: unit(0.62, 1, -0.20), Colour: RGB{2.30, 2.24, 2.14}, Soft: 0.13, Exposure: 0.88, Fall: 2.8,
		Dark: RGB{0.035, 0.033, 0.031}, ambient: 0.38,
		radiance: func(d scene.Vec) RGB {
			c := RGB{0.115, 0.098, 0.080}
			c.add(RGB{0.12, 0.12, 0.12}, max(d.Y, 0))
			c.add(RGB{0.20, 0.155, 0.105}, ramp(0.1, -0.8, d.Y))
			frame := ramp(0.30, 0.24, abs(d.Z/max(d.X, 0.05)+0.2)) * ramp(0.75, 0.68, d.Y) * ramp(-0.1, 0,
				d.Y) * ramp(0.05, 0.2, d.X)
			c.add(RGB{5.2, 5.5, 5.9}, frame)
			c.add(RGB{0.75, 0.78, 0.82}, lobe(d, sky, 5))
			c.add(RGB{0.40, 0.27, 0.16}, lobe(d, unit(-0.9, 0.2, 0.2), 4)) // reflection from the opposite wall
			return c
		},
		ground: func(x, z float32) RGB {
			board := 0.5 + 0.5*wave(0.35*x+9*round(z*1.4), z*1.1)
			c := RGB{0.070, 0.058, 0.046}
			c.add(RGB{0.045, 0.035, 0.026}, board)
			c.add(RGB{-0.03, -0.026, -0.022}, ramp(0.44, 0.5, abs(z*1.4-round(z*1.4))))
			patch := ramp(1.9, 3.0, x) * ramp(1.5+0.2*x, 1.0+0.2*x, abs(z+0.9+0.25*x))
			c.add(RGB{0.62, 0.58, 0.52}, 0.75*patch)
			return c.times(1 - 0.75*ramp(2.4, 1.2, max(abs(x)/1.15, abs(z))))
		},
	}
}

// studio is a photo studio: three soft boxes and grey paper.
func studio() *Room {
	boxes := []struct {
		to    scene.Vec
		sharp float32
		light float32
	}{{unit(-0.55, 0.8, 0.35), 16, 3.2}, {unit(0.9, 0.45, 0.1), 12, 1.5}, {unit(0.1, 0.5, -0.9), 14, 1.9}}
	return &Room{
		name: "studio", Key: unit(-0.42, 1, 0.22), Colour: RGB{1.95, 1.94, 1.92}, Soft: 0.17, Exposure: 0.90, Fall: 3.4,
		Dark: RGB{0.10, 0.10, 0.102}, ambient: 0.48,
		radiance: func(d scene.Vec) RGB {
			c := RGB{0.16, 0.16, 0.163}
			c.add(RGB{0.20, 0.20, 0.20}, max(d.Y, 0))
			for _, b := range boxes {
				c.add(RGB{b.light, b.light, b.light}, lobe(d, b.to, b.sharp))
			}
			return c
		},
		ground: func(x, z float32) RGB {
			k := 0.105 + 0.11*expf(-(square(x)+square(z+1))/16)
			c := RGB{k, k, k * 1.015}
			return c.times(1 - 0.55*ramp(2.6, 1.1, max(abs(x)/1.15, abs(z))))
		},
	}
}

// add adds f times d to c.
func (c *RGB) add(d RGB, f float32) {
	for i := range c {
		c[i] += d[i] * f
	}
}

func (c RGB) times(f float32) RGB { return RGB{c[0] * f, c[1] * f, c[2] * f} }

// lobe returns a soft spot around an axis, 1 at its centre.
func lobe(d, axis scene.Vec, sharp float32) float32 { return expf(sharp * (d.Dot(axis) - 1)) }

// wave returns smooth noise from -1 to 1.
func wave(x, z float32) float32 {
	return (sin(x*1.7+0.6*sin(z*2.3)) + sin(z*1.9+0.7*sin(x*1.3+2)) + sin((x+z)*3.1)) / 3
}

// scatter returns a pseudo-random number from -1 to 1, constant for each pair.
func scatter(i, k int) float32 {
	v := math.Sin(float64(i)*127.1+float64(k)*311.7) * 43758.5453
	return float32(2*(v-math.Floor(v)) - 1)
}

func unit(x, y, z float32) scene.Vec {
	v := scene.Vec{X: x, Y: y, Z: z}
	return v.Scale(1 / v.Len())
}

// ramp is smoothstep from 0 at a to 1 at b; a may be greater than b.
func ramp(a, b, x float32) float32 {
	t := min(max((x-a)/(b-a), 0), 1)
	return t * t * (3 - 2*t)
}

func square(x float32) float32 { return x * x }
func abs(x float32) float32    { return max(x, -x) }
func round(x float32) float32  { return float32(math.Round(float64(x))) }
func sin(x float32) float32    { return float32(math.Sin(float64(x))) }
func expf(x float32) float32   { return float32(math.Exp(float64(x))) }
