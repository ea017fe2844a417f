// Package film makes a photograph of many exposures: it adds up pictures in linear light
// and develops them. It knows no window and no OpenGL.
package film

import (
	"image"
	"math"
)

// Film gathers exposures of one size.
type Film struct {
	w, h int
	sum  []float32 // linear, 3 a pixel, from the top left
	n    float32
}

// New returns an unexposed film.
func New(w, h int) *Film { return &Film{w: w, h: h, sum: make([]float32, 3*w*h)} }

// Expose adds a picture: 4 linear numbers a pixel, of which the last is of no matter,
// from the bottom left, as OpenGL hands them over.
func (f *Film) Expose(pix []float32) {
	for y := range f.h {
		to, from := f.sum[3*f.w*y:3*f.w*(y+1)], pix[4*f.w*(f.h-1-y):]
		for x := range f.w {
			for k := range 3 {
				to[3*x+k] += min(from[4*x+k], brightest) // one spark is no lamp
			}
		}
	}
	f.n++
}

// What a photograph has of a lens and of its grain.
const (
	brightest = 24.0  // an exposure holds no more
	glow      = 0.05  // of the light is spread around where it is
	corners   = 0.30  // of the light is missing in the corners
	grain     = 0.012 // by so much a pixel differs from what it should be
)

// Develop returns the photograph.
func (f *Film) Develop() *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, f.w, f.h))
	halo := f.halo()
	for y := range f.h {
		for x := range f.w {
			i := 3 * (y*f.w + x)
			dx, dy := 2*float64(x)/float64(f.w)-1, 2*float64(y)/float64(f.h)-1
			k := float32(1-corners*math.Pow((dx*dx+dy*dy)/2, 1.3)) / f.n
			var c [3]float32
			for j := range c {
				c[j] = ((1-glow)*f.sum[i+j] + glow*halo[i+j]) * k
			}
			c = shown(c)
			g := grain * speck(x, y)
			for j := range c {
				img.Pix[4*(y*f.w+x)+j] = uint8(min(max((c[j]+g)*255+0.5, 0), 255))
			}
			img.Pix[4*(y*f.w+x)+3] = 255
		}
	}
	return img
}

// shown turns light into a displayed colour by the curve of the game's own pictures
// (finish in common.glsl).
func shown(c [3]float32) [3]float32 {
	curve := func(q float32) float32 { return min(max(q*(2.51*q+0.03)/(q*(2.43*q+0.59)+0.14), 0), 1) }
	m := max(c[0], c[1], c[2], 1e-4)
	strong := curve(m) / m
	for i := range c {
		v := 0.55*curve(c[i]) + 0.45*c[i]*strong
		c[i] = float32(math.Pow(float64(max(v, 0)), 1/2.2))
	}
	return c
}

// halo is what bright places send around them: the film, blurred thrice.
func (f *Film) halo() []float32 {
	h := append([]float32(nil), f.sum...)
	r := max(f.w/90, 1)
	for range 3 {
		blur(h, 3*f.w, 3, f.w, f.h, r) // along the rows
		blur(h, 3, 3*f.w, f.h, f.w, r) // and the columns
	}
	return h
}

// blur puts the mean of 2r+1 neighbours in the place of each pixel, in lines of n pixels
// that lie step apart; lines of them lie line apart.
func blur(v []float32, line, step, n, lines, r int) {
	was := make([]float32, n)
	for l := range lines {
		for k := range 3 {
			at := func(i int) *float32 { return &v[l*line+i*step+k] }
			for i := range n {
				was[i] = *at(i)
			}
			clip := func(i int) float32 { return was[min(max(i, 0), n-1)] }
			sum := float32(0)
			for i := -r; i <= r; i++ {
				sum += clip(i)
			}
			for i := range n {
				*at(i) = sum / float32(2*r+1)
				sum += clip(i+r+1) - clip(i-r)
			}
		}
	}
}

// speck is the grain of a pixel, from -1 to 1, always the same.
func speck(x, y int) float32 {
	h := uint32(x)*0x9e3779b1 ^ uint32(y)*0x85ebca77
	h = (h ^ h>>15) * 0x2c1b3c6d
	h = (h ^ h>>12) * 0x297a2d39
	return float32(h>>8)/float32(1<<23) - 1
}
