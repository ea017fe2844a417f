package hud

import (
	"encoding/binary"
	"image/color"
	"math"
)

// Size of the fibre texture of panel backgrounds, and the amplitude of fibres and light, in quarters of a
// colour step.
const (
	grainWide = 256
	grainTall = 128
	grainDeep = 14
	topLight  = 28
)

// newGrain returns the fibre texture: stretched noise from -grainDeep to grainDeep that tiles.
func newGrain() []int8 {
	tile := make([]int8, grainWide*grainTall)
	layers := []struct {
		long, tall int // size of a fibre in pixels
		weight     float32
	}{{64, 8, 0.45}, {32, 2, 0.35}, {8, 1, 0.2}}
	for y := range grainTall {
		for x := range grainWide {
			var v float32
			for n, l := range layers {
				v += l.weight * fibre(x, y, l.long, l.tall, uint32(n))
			}
			tile[y*grainWide+x] = int8(v * grainDeep)
		}
	}
	return tile
}

// fibre returns noise at (x, y), smooth over long by tall pixels.
func fibre(x, y, long, tall int, seed uint32) float32 {
	i, j := x/long, y/tall
	fx, fy := float32(x%long)/float32(long), float32(y%tall)/float32(tall)
	fx, fy = fx*fx*(3-2*fx), fy*fy*(3-2*fy)
	at := func(i, j int) float32 { return chance(uint32(i%(grainWide/long)), uint32(j%(grainTall/tall)), seed) }
	upper := at(i, j) + fx*(at(i+1, j)-at(i, j))
	lower := at(i, j+1) + fx*(at(i+1, j+1)-at(i, j+1))
	return upper + fy*(lower-upper)
}

// chance returns a hash of its arguments from -1 to 1.
func chance(x, y, seed uint32) float32 {
	h := x*0x9e3779b1 ^ y*0x85ebca6b ^ seed*0xc2b2ae35
	h ^= h >> 15
	h *= 0x2c1b3c6d
	h ^= h >> 13
	return float32(h&0xffff)/0x7fff - 1
}

// shades are the variants of a background colour, from grainDeep darker to grainDeep+topLight lighter.
type shades [2*grainDeep + topLight + 1]uint32

// shadesOf returns the shades of a colour as premultiplied, packed pixels.
func shadesOf(col color.NRGBA) *shades {
	var s shades
	a := float32(col.A) / 255
	for i := range s {
		d := float32(i-grainDeep) / 4
		mix := func(v uint8, share float32) uint32 {
			return uint32(max(0, min(float32(v)*a+d*share+0.5, float32(col.A))))
		}
		s[i] = mix(col.R, 1) | mix(col.G, 0.78)<<8 | mix(col.B, 0.55)<<16 | uint32(col.A)<<24
	}
	return &s
}

// parchment paints the background of a panel: fibres and light from above in a rounded rectangle.
func (c *canvas) parchment(col color.NRGBA, round float64) {
	if c.contrast {
		c.fill(c.bounds(), round, col)
		return
	}
	size, step := c.img.Rect.Size(), max(1, c.px(1))
	s, fade, stride := shadesOf(col), c.px(160), c.img.Stride
	light := func(y int) int { return grainDeep + topLight*max(0, fade-y)/fade }
	wide := 4 * min(size.X, grainWide*step)
	for y := range size.Y {
		pix := c.img.Pix[y*stride:][:stride]
		switch again := y - grainTall*step; {
		case y%step > 0 && light(y-1) == light(y):
			copy(pix, c.img.Pix[(y-1)*stride:])
			continue
		case again >= fade:
			copy(pix, c.img.Pix[again*stride:])
			continue
		}
		row := c.fonts.grain[y/step%grainTall*grainWide:][:grainWide]
		for x := 0; x < wide; x += 4 {
			binary.LittleEndian.PutUint32(pix[x:], s[light(y)+int(row[x/4/step])])
		}
		for n := wide; n > 0 && n < stride; n *= 2 {
			copy(pix[n:], pix[:n])
		}
	}
	c.roundCorners(round)
}

// roundCorners clears the pixels outside the rounded corners of the panel.
func (c *canvas) roundCorners(round float64) {
	size := c.img.Rect.Size()
	n := min(int(math.Ceil(round)), size.X/2, size.Y/2)
	for y := range n {
		for x := range n {
			keep := round + 0.5 - math.Hypot(round-float64(x)-0.5, round-float64(y)-0.5)
			if keep >= 1 {
				continue
			}
			share := uint32(max(0, keep) * 256)
			for _, at := range [4]int{
				c.img.PixOffset(x, y), c.img.PixOffset(size.X-1-x, y),
				c.img.PixOffset(x, size.Y-1-y), c.img.PixOffset(size.X-1-x, size.Y-1-y),
			} {
				for i := range 4 {
					c.img.Pix[at+i] = uint8(uint32(c.img.Pix[at+i]) * share >> 8)
				}
			}
		}
	}
}
