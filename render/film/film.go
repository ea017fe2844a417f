// Package film accumulates exposures in linear light and develops them into one photograph. It is independent
// of windows and of OpenGL.
package film

import (
	"image"
	"math"
)

// Film accumulates exposures of the same size.
type Film struct {
	w, h int
	sum  []float32 // linear, 3 per pixel, from the top left
	n    float32
	// alpha is the coverage, 1 per pixel
	alpha []float32
}

// New returns an empty film.
func New(w, h int) *Film {
	return &Film{w: w, h: h, sum: make([]float32, 3*w*h), alpha: make([]float32, w*h)}
}

// Expose adds a picture of 4 linear numbers per pixel from the bottom left, as OpenGL returns them. The
// fourth number is the coverage, which matters only to Cutout.
func (f *Film) Expose(pix []float32) {
	for y := range f.h {
		to, from := f.sum[3*f.w*y:3*f.w*(y+1)], pix[4*f.w*(f.h-1-y):]
		for x := range f.w {
			for k := range 3 {
				to[3*x+k] += min(from[4*x+k], brightest) // limits fireflies
			}
			f.alpha[f.w*y+x] += from[4*x+3]
		}
	}
	f.n++
}

// Parameters of the lens and of the film.
const (
	brightest = 24.0  // limit of an exposure
	glow      = 0.05  // share of the light that the lens scatters
	corners   = 0.30  // loss of light in the corners
	grain     = 0.012 // amplitude of the grain
)

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

// Cutout develops the film without the traits of lens and film, with light times its brightness. Its alpha is the mean
// coverage.
func (f *Film) Cutout(light float32) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, f.w, f.h))
	for i, a := range f.alpha {
		if a <= 0 {
			continue
		}
		k := light / a
		c := shown([3]float32{f.sum[3*i] * k, f.sum[3*i+1] * k, f.sum[3*i+2] * k})
		for j, v := range append(c[:], a/f.n) {
			img.Pix[4*i+j] = uint8(min(max(v*255+0.5, 0), 255))
		}
	}
	return img
}

// shown converts light to a display colour with the tone curve of the game (finish in common.glsl).
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

// halo returns the scattered light of bright places: the film, blurred three times.
func (f *Film) halo() []float32 {
	h := append([]float32(nil), f.sum...)
	r := max(f.w/90, 1)
	for range 3 {
		blur(h, 3*f.w, 3, f.w, f.h, r) // rows
		blur(h, 3, 3*f.w, f.h, f.w, r) // columns
	}
	return h
}

// blur is a box filter over 2r+1 pixels for lines of n pixels. Pixels are step apart, lines are line apart.
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

// speck returns the grain of a pixel, from -1 to 1. It is the same in each run.
func speck(x, y int) float32 {
	h := uint32(x)*0x9e3779b1 ^ uint32(y)*0x85ebca77
	h = (h ^ h>>15) * 0x2c1b3c6d
	h = (h ^ h>>12) * 0x297a2d39
	return float32(h>>8)/float32(1<<23) - 1
}
