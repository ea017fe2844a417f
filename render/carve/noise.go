package carve

import "math"

// chance is a random number generator with the same sequence on every machine.
type chance uint64

// seeded returns a generator for a name and a number.
func seeded(name string, n uint64) *chance {
	h := uint64(14695981039346656037) ^ n*0x9e3779b97f4a7c15
	for i := range len(name) {
		h = (h ^ uint64(name[i])) * 1099511628211
	}
	c := chance(h)
	c.bits()
	return &c
}

// bits returns the next 64 random bits.
func (c *chance) bits() uint64 {
	*c += 0x9e3779b97f4a7c15
	return mix(uint64(*c))
}

// mix is a 64-bit hash.
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// unit returns a number from 0 to 1.
func (c *chance) unit() float32 { return float32(c.bits()>>40) / (1 << 24) }

// within returns a number from a to b.
func (c *chance) within(a, b float32) float32 { return a + (b-a)*c.unit() }

// noiseSide is the period of the noise lattice, a power of two.
const noiseSide = 256

// noise is value noise with period noiseSide.
type noise struct {
	lattice [noiseSide * noiseSide]float32
}

func newNoise(c *chance) *noise {
	n := new(noise)
	for i := range n.lattice {
		n.lattice[i] = 2*c.unit() - 1
	}
	return n
}

// at returns noise from -1 to 1 with features of about one unit.
func (n *noise) at(x, y float32) float32 {
	xi, yi := floor(x), floor(y)
	fx, fy := x-float32(xi), y-float32(yi)
	fx, fy = fx*fx*(3-2*fx), fy*fy*(3-2*fy)
	x0, x1 := xi&(noiseSide-1), (xi+1)&(noiseSide-1)
	y0, y1 := yi&(noiseSide-1)*noiseSide, (yi+1)&(noiseSide-1)*noiseSide
	a, b := n.lattice[(y0+x0)&0xffff], n.lattice[(y0+x1)&0xffff]
	c, d := n.lattice[(y1+x0)&0xffff], n.lattice[(y1+x1)&0xffff]
	a += (b - a) * fx
	c += (d - c) * fx
	return a + (c-a)*fy
}

// sum returns three octaves of noise, from -1 to 1.
func (n *noise) sum(x, y float32) float32 {
	return (n.at(x, y) + 0.5*n.at(2.03*x+17.3, 2.03*y+9.1) + 0.25*n.at(4.1*x+71.7, 4.1*y+33.3)) / 1.75
}

// cube returns noise at a point in space, blended from slices of the lattice.
func (n *noise) cube(x, y, z float32) float32 {
	zi := floor(z)
	f := z - float32(zi)
	f = f * f * (3 - 2*f)
	o := float32(zi&1023) * 37.7
	a, b := n.at(x+o, y+o*1.3), n.at(x+o+37.7, y+(o+37.7)*1.3)
	return a + (b-a)*f
}

// floor rounds down.
func floor(x float32) int {
	i := int(x)
	if x < float32(i) {
		i--
	}
	return i
}

// clamp limits x to 0..1.
func clamp(x float32) float32 {
	if x < 0 {
		return 0
	}
	if x > 1 {
		return 1
	}
	return x
}

// ramp is smoothstep from 0 at a to 1 at b; a may be greater than b.
func ramp(a, b, x float32) float32 {
	t := clamp((x - a) / (b - a))
	return t * t * (3 - 2*t)
}

// lerp interpolates from a to b.
func lerp(a, b, t float32) float32 { return a + (b-a)*t }

func sqrt(x float32) float32     { return float32(math.Sqrt(float64(x))) }
func hypot(x, y float32) float32 { return sqrt(x*x + y*y) }
func sin(x float32) float32      { return float32(math.Sin(float64(x))) }
func cos(x float32) float32      { return float32(math.Cos(float64(x))) }
func abs(x float32) float32      { return math.Float32frombits(math.Float32bits(x) &^ (1 << 31)) }

const pi = float32(math.Pi)
