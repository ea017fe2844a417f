package room

import (
	"encoding/binary"
	"math"
	"runtime"
	"sync"

	"tafl3d/scene"
)

// Light is what the renderer needs of a room.
type Light struct {
	*Room
	// Harmonics give what a surface takes from all around by its normal, as
	// radiance of white: the nine terms of Shade.
	Harmonics [9]RGB
	// Mirror holds the levels of a cube map, six faces in OpenGL's order, each
	// 4 bytes a texel: what a mirror shows that grows rougher from level to
	// level. See Coded.
	Mirror [Levels][6][]uint8
	// Floor is a square picture of the floor beyond the table, FloorSize wide,
	// over FloorReach half boards to each side.
	Floor []uint8
}

// The sizes of the pictures.
const (
	Levels     = 5  // of the mirror
	MirrorSize = 64 // of its first level
	FloorSize  = 512
	FloorReach = 9
)

// Coded is the most that the pictures can hold. A byte holds the square root of
// a share of it.
const Coded = 6

// source is the side of the cube from which rough mirrors gather.
const source = 24

// Store keeps what was worked out, from one run of the program to the next.
type Store interface {
	Get(key string) ([]byte, bool)
	Put(key string, data []byte) error
}

// Bake works out the light of a room, or takes it from a store, which may be nil.
// That takes a third of a second the first time; after that it is in memory.
func (r *Room) Bake(from Store) *Light {
	r.once.Do(func() { r.baked.Store(r.fetch(from)) })
	return r.baked.Load()
}

// fetch takes the light from a store, or bakes it and keeps it there.
func (r *Room) fetch(from Store) *Light {
	if from == nil {
		return r.bake()
	}
	key := "room " + r.name
	if data, ok := from.Get(key); ok {
		if l := r.restored(data); l != nil {
			return l
		}
	}
	l := r.bake()
	from.Put(key, l.bytes()) // what cannot be kept is worked out again
	return l
}

// bytes returns the light as restored takes it.
func (l *Light) bytes() []byte {
	out, _ := binary.Append(nil, binary.LittleEndian, &l.Harmonics) // has a fixed size
	for k := range l.Mirror {
		for _, face := range l.Mirror[k] {
			out = append(out, face...)
		}
	}
	return append(out, l.Floor...)
}

// restored returns the light that bytes returned, nil where the data is none.
func (r *Room) restored(data []byte) *Light {
	l := &Light{Room: r}
	n, err := binary.Decode(data, binary.LittleEndian, &l.Harmonics)
	if err != nil {
		return nil
	}
	data = data[n:]
	next := func(size int) []uint8 {
		if len(data) < size {
			return nil
		}
		b := data[:size:size]
		data = data[size:]
		return b
	}
	for k := range l.Mirror {
		for face := range l.Mirror[k] {
			l.Mirror[k][face] = next(4 * (MirrorSize >> k) * (MirrorSize >> k))
		}
	}
	if l.Floor = next(4 * FloorSize * FloorSize); l.Floor == nil || len(data) > 0 {
		return nil
	}
	return l
}

// Ready returns the light if it is baked, else nil.
func (r *Room) Ready() *Light { return r.baked.Load() }

func (r *Room) bake() *Light {
	l := &Light{Room: r}
	from := r.sample()
	gain := l.project(from)
	for i := range from {
		from[i].light = from[i].light.times(gain)
	}
	for k := range l.Mirror {
		l.mirror(k, from, gain)
	}
	l.floor()
	return l
}

// ray is the light from a direction, and the share of the sphere that it
// stands for.
type ray struct {
	d     scene.Vec
	light RGB
	share float32
}

// sample looks in all directions.
func (r *Room) sample() []ray {
	const n = source
	all := make([]ray, 0, 6*n*n)
	for face := range 6 {
		for i := range n * n {
			d, far := look(face, i%n, i/n, n)
			var sum RGB
			for k := range 4 { // small lamps must not fall between
				e, _ := look(face, 2*(i%n)+k%2, 2*(i/n)+k/2, 2*n)
				sum.add(r.radiance(e), 0.25)
			}
			all = append(all, ray{d, sum, 4 / (n * n * far * far * far)})
		}
	}
	return all
}

// look returns the direction of the middle of a texel of a cube map, and how
// far it lies from the middle of a cube of half width 1.
func look(face, u, v, n int) (d scene.Vec, far float32) {
	a, b := 2*(float32(u)+0.5)/float32(n)-1, 2*(float32(v)+0.5)/float32(n)-1
	switch face {
	case 0:
		d = scene.Vec{X: 1, Y: -b, Z: -a}
	case 1:
		d = scene.Vec{X: -1, Y: -b, Z: a}
	case 2:
		d = scene.Vec{X: a, Y: 1, Z: b}
	case 3:
		d = scene.Vec{X: a, Y: -1, Z: -b}
	case 4:
		d = scene.Vec{X: a, Y: -b, Z: 1}
	default:
		d = scene.Vec{X: -a, Y: -b, Z: -1}
	}
	far = d.Len()
	return d.Scale(1 / far), far
}

// basis are the first nine spherical harmonics in a direction.
func basis(d scene.Vec) [9]float32 {
	x, y, z := d.X, d.Y, d.Z
	return [9]float32{
		0.282095, 0.488603 * y, 0.488603 * z, 0.488603 * x,
		1.092548 * x * y, 1.092548 * y * z, 0.315392 * (3*z*z - 1), 1.092548 * x * z, 0.546274 * (x*x - y*y),
	}
}

// project fills in the harmonics, and returns by how much the room is made
// lighter so that a level surface takes what it should.
func (l *Light) project(from []ray) (gain float32) {
	spread := [9]float32{1, 2. / 3, 2. / 3, 2. / 3, 0.25, 0.25, 0.25, 0.25, 0.25} // of a cosine, over pi
	for _, q := range from {
		for i, b := range basis(q.d) {
			l.Harmonics[i].add(q.light, b*q.share*spread[i])
		}
	}
	up := l.Shade(scene.Vec{Y: 1})
	gain = l.ambient / (0.2126*up[0] + 0.7152*up[1] + 0.0722*up[2])
	for i := range l.Harmonics {
		l.Harmonics[i] = l.Harmonics[i].times(gain)
	}
	return gain
}

// Shade returns what a white surface with a normal sends back of what comes from
// all around.
func (l *Light) Shade(n scene.Vec) RGB {
	var c RGB
	for i, b := range basis(n) {
		c.add(l.Harmonics[i], b)
	}
	return c
}

// mirror bakes a level of the mirror.
func (l *Light) mirror(k int, from []ray, gain float32) {
	n := MirrorSize >> k
	rough := float32(k) / (Levels - 1)
	jobs := make([]func(), 6)
	for face := range jobs {
		pix := make([]uint8, 4*n*n)
		l.Mirror[k][face] = pix
		jobs[face] = func() {
			for i := range n * n {
				d, _ := look(face, i%n, i/n, n)
				c := RGB{}
				if k == 0 {
					c = l.radiance(d).times(gain)
				} else {
					c = gather(d, rough*rough, from)
				}
				code(pix[4*i:], c)
			}
		}
	}
	share(jobs)
}

// gather is the mean of the light around a direction as a mirror of a roughness
// (already squared) spreads it.
func gather(d scene.Vec, a float32, from []ray) RGB {
	var c RGB
	var sum float32
	a2 := a * a
	least := max(0, 1-64*a2) // beyond lies less than a thousandth of the middle
	for i := range from {
		q := &from[i]
		dot := q.d.Dot(d)
		if dot <= least {
			continue
		}
		h := 0.5 + 0.5*dot // the square of the cosine to the half vector
		t := h*(a2-1) + 1
		w := a2 / (t * t) * dot * q.share
		c.add(q.light, w)
		sum += w
	}
	return c.times(1 / sum)
}

// floor bakes the picture of the floor, softened as what is out of focus is.
func (l *Light) floor() {
	l.Floor = make([]uint8, 4*FloorSize*FloorSize)
	jobs := make([]func(), 16)
	for k := range jobs {
		jobs[k] = func() {
			for i := k * len(l.Floor) / 64; i < (k+1)*len(l.Floor)/64; i++ {
				at := func(j int) float32 { return (2*(float32(j)+0.5)/FloorSize - 1) * FloorReach }
				x, z := at(i%FloorSize), at(i/FloorSize)
				edge := ramp(FloorReach, 0.6*FloorReach, max(abs(x), abs(z)))
				c := l.Dark
				c.add(l.ground(x, z), edge)
				c.add(l.Dark, -edge)
				code(l.Floor[4*i:], c)
			}
		}
	}
	share(jobs)
}

// code writes light as bytes, as restored reads them from the cache.
func code(p []uint8, c RGB) {
	_ = p[3]
	for i := range c {
		p[i] = uint8(255*math.Sqrt(float64(min(max(c[i]/Coded, 0), 1))) + 0.5)
	}
	p[3] = 255
}

// share does the jobs on all processors.
func share(jobs []func()) {
	free := make(chan struct{}, runtime.GOMAXPROCS(0))
	var wg sync.WaitGroup
	for _, f := range jobs {
		free <- struct{}{}
		wg.Go(func() { f(); <-free })
	}
	wg.Wait()
}
