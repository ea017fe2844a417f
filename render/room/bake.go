package room

import (
	"encoding/binary"
	"math"
	"runtime"
	"sync"

	"tafl3d/scene"
)

// Light holds the image-based lighting of a room.
type Light struct {
	*Room
	// Harmonics are the nine spherical harmonics of the irradiance, as radiance of a white surface. See
	// Shade.
	Harmonics [9]RGB
	// Mirror holds the levels of a cube map, six faces in OpenGL's order, 4 bytes per texel. Each level is
	// the reflection of a rougher mirror. See Coded.
	Mirror [Levels][6][]uint8
	// Floor is a square picture of the floor beyond the table. It is FloorSize wide and covers FloorReach
	// half boards to each side.
	Floor []uint8
}

// Sizes of the pictures, in texels.
const (
	Levels     = 5  // of Mirror
	MirrorSize = 64 // of the first level
	FloorSize  = 512
	FloorReach = 9
)

// Coded is the largest radiance that the pictures can hold. A byte holds the square root of the share of
// Coded.
const Coded = 6

// source is the side of the cube map that is sampled for rough mirrors.
const source = 24

// Store keeps baked light from one run of the program to the next.
type Store interface {
	Get(key string) ([]byte, bool)
	Put(key string, data []byte) error
}

// Bake computes the light of a room or reads it from a store, which may be nil. The first call takes a third
// of a second; later calls return the light from memory.
func (r *Room) Bake(from Store) *Light {
	r.once.Do(func() { r.baked.Store(r.fetch(from)) })
	return r.baked.Load()
}

// fetch reads the light from a store, or bakes and stores it.
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
	from.Put(key, l.bytes()) // if this fails, the next run bakes again
	return l
}

// bytes encodes the light for restored.
func (l *Light) bytes() []byte {
	out, _ := binary.Append(nil, binary.LittleEndian, &l.Harmonics) // cannot fail: the size is fixed
	for k := range l.Mirror {
		for _, face := range l.Mirror[k] {
			out = append(out, face...)
		}
	}
	return append(out, l.Floor...)
}

// restored decodes the result of bytes. It returns nil for invalid data.
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

// Ready returns the baked light, or nil before Bake.
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

// ray is the radiance from a direction, with the solid angle that it represents.
type ray struct {
	d     scene.Vec
	light RGB
	share float32
}

// sample returns rays in all directions.
func (r *Room) sample() []ray {
	const n = source
	all := make([]ray, 0, 6*n*n)
	for face := range 6 {
		for i := range n * n {
			d, far := look(face, i%n, i/n, n)
			var sum RGB
			for k := range 4 { // do not miss small lamps
				e, _ := look(face, 2*(i%n)+k%2, 2*(i/n)+k/2, 2*n)
				sum.add(r.radiance(e), 0.25)
			}
			all = append(all, ray{d, sum, 4 / (n * n * far * far * far)})
		}
	}
	return all
}

// look returns the direction of the middle of a texel of a cube map, and its distance from the centre of a
// cube of half width 1.
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

// basis returns the first nine spherical harmonics in a direction.
func basis(d scene.Vec) [9]float32 {
	x, y, z := d.X, d.Y, d.Z
	return [9]float32{
		0.282095, 0.488603 * y, 0.488603 * z, 0.488603 * x,
		1.092548 * x * y, 1.092548 * y * z, 0.315392 * (3*z*z - 1), 1.092548 * x * z, 0.546274 * (x*x - y*y),
	}
}

// project fills in the harmonics. It returns the factor that brightens the room so that a level surface
// receives the intended light.
func (l *Light) project(from []ray) (gain float32) {
	spread := [9]float32{1, 2. / 3, 2. / 3, 2. / 3, 0.25, 0.25, 0.25, 0.25, 0.25} // cosine lobe, divided by pi
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

// Shade returns the radiance of a white diffuse surface with normal n under the ambient light.
func (l *Light) Shade(n scene.Vec) RGB {
	var c RGB
	for i, b := range basis(n) {
		c.add(l.Harmonics[i], b)
	}
	return c
}

// mirror bakes level k of the mirror.
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

// gather returns the mean radiance around a direction for a mirror of roughness a (already squared).
func gather(d scene.Vec, a float32, from []ray) RGB {
	var c RGB
	var sum float32
	a2 := a * a
	least := max(0, 1-64*a2) // below that the weight is under a thousandth
	for i := range from {
		q := &from[i]
		dot := q.d.Dot(d)
		if dot <= least {
			continue
		}
		h := 0.5 + 0.5*dot // square of the cosine to the half vector
		t := h*(a2-1) + 1
		w := a2 / (t * t) * dot * q.share
		c.add(q.light, w)
		sum += w
	}
	return c.times(1 / sum)
}

// floor bakes the picture of the floor, blurred as if out of focus.
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

// code writes radiance as bytes. See Coded.
func code(p []uint8, c RGB) {
	_ = p[3]
	for i := range c {
		p[i] = uint8(255*math.Sqrt(float64(min(max(c[i]/Coded, 0), 1))) + 0.5)
	}
	p[3] = 255
}

// share runs the jobs on all processors.
func share(jobs []func()) {
	free := make(chan struct{}, runtime.GOMAXPROCS(0))
	var wg sync.WaitGroup
	for _, f := range jobs {
		free <- struct{}{}
		wg.Go(func() { f(); <-free })
	}
	wg.Wait()
}
