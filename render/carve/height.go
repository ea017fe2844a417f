package carve

import "math"

// pigment is a filling or stain of a carving.
type pigment uint8

// Pigments of a board. Each design defines their colours.
const (
	soot   pigment = iota // in the grooves of the grid
	filled                // letters and figures
	ground                // around raised ornament
	ochre                 // painted camps
	royal                 // throne
	gate                  // corners
	inlay                 // bronze in bosses and points
	dark                  // dark cells of a chequered board
	pale                  // start squares
	bone                  // inlaid strips
	pigments
)

// sheet is the carving of a board: depth and stain of each texel.
type sheet struct {
	*layout
	height  []float32 // in squares; 0 is the planed surface
	stain   []uint8   // strength
	pigment []pigment
}

// newSheet returns an uncarved sheet.
func newSheet(l *layout) *sheet {
	n := l.res * l.res
	return &sheet{l, make([]float32, n), make([]uint8, n), make([]pigment, n)}
}

// box calls f for every texel of a rectangle with its position on the board.
func (s *sheet) box(x0, z0, x1, z1 float32, f func(i int, x, z float32)) {
	u0, v0 := s.texel(x0, z0)
	u1, v1 := s.texel(x1, z1)
	top := float32(s.res - 1)
	a, b := int(min(max(u0, 0), top)), int(min(max(u1, 0), top))
	for v := int(min(max(v0, 0), top)); v <= int(min(max(v1, 0), top)); v++ {
		x, z := s.place(a, v)
		for u := a; u <= b; u++ {
			f(v*s.res+u, x, z)
			x += 1 / s.scale
		}
	}
}

// cut lowers a texel to a height, unless it is already lower, and stains it.
func (s *sheet) cut(i int, h float32, p pigment, strength float32) {
	s.height[i] = min(s.height[i], h)
	s.dye(i, p, strength)
}

// dye stains a texel, unless its stain is already stronger.
func (s *sheet) dye(i int, p pigment, strength float32) {
	if k := octet(strength); k > s.stain[i] {
		s.stain[i], s.pigment[i] = k, p
	}
}

// spot is a point on the board.
type spot struct{ x, z float32 }

// blade is a cutting tool: half width, depth and pigment.
type blade struct {
	half, deep float32
	pigment    pigment
	strength   float32
}

// groove cuts along a path. The profile is a V with a rounded bottom; width and depth vary slightly.
func (s *sheet) groove(path []spot, b blade) {
	for i := 1; i < len(path); i++ {
		p, q := path[i-1], path[i]
		r := b.half * 1.6
		s.box(min(p.x, q.x)-r, min(p.z, q.z)-r, max(p.x, q.x)+r, max(p.z, q.z)+r, func(i int, x, z float32) {
			d, _ := near(p, q, x, z)
			s.notch(i, d, b)
		})
	}
}

// notch cuts a texel at distance d from the path.
func (s *sheet) notch(i int, d float32, b blade) {
	if d < b.half {
		t := 1 - d/b.half
		s.height[i] = min(s.height[i], -b.deep*t*(2-t)*(0.35+0.65*t))
	}
	if d < 1.2*b.half {
		s.dye(i, b.pigment, b.strength*ramp(1.2*b.half, 0.3*b.half, d))
	}
}

// near returns the distance of a point from the line p q, and the position of the nearest point on it, from 0
// to 1.
func near(p, q spot, x, z float32) (d, t float32) {
	vx, vz, wx, wz := q.x-p.x, q.z-p.z, x-p.x, z-p.z
	if n := vx*vx + vz*vz; n > 0 {
		t = clamp((vx*wx + vz*wz) / n)
	}
	return hypot(wx-t*vx, wz-t*vz), t
}

// hollow returns the heights smoothed over 2r+1 by 2r+1 texels.
func hollow(h []float32, res, r int) []float32 {
	across, out := make([]float32, len(h)), make([]float32, len(h))
	rows(res, func(y0, y1 int) {
		for y := y0; y < y1; y++ {
			slide(across[y*res:(y+1)*res], h[y*res:(y+1)*res], r)
		}
	})
	const columns = 64
	rows((res+columns-1)/columns*band, func(y0, _ int) {
		x0 := y0 / band * columns
		stack(out, across, res, r, x0, min(x0+columns, res))
	})
	return out
}

// slide writes the running mean of a row.
func slide(out, in []float32, r int) {
	n := len(in)
	var sum float32
	for x := -r; x <= r; x++ {
		sum += in[min(max(x, 0), n-1)]
	}
	f := 1 / float32(2*r+1)
	for x := range out {
		out[x] = sum * f
		sum += in[min(x+r+1, n-1)] - in[max(x-r, 0)]
	}
}

// stack writes the running mean of the columns x0 to x1.
func stack(out, in []float32, res, r, x0, x1 int) {
	var sum [64]float32
	for y := -r; y <= r; y++ {
		row := in[min(max(y, 0), res-1)*res:]
		for x := x0; x < x1; x++ {
			sum[x-x0] += row[x]
		}
	}
	f := 1 / float32(2*r+1)
	for y := range res {
		add, drop, to := in[min(y+r+1, res-1)*res:], in[max(y-r, 0)*res:], out[y*res:]
		for x := x0; x < x1; x++ {
			to[x] = sum[x-x0] * f
			sum[x-x0] += add[x] - drop[x]
		}
	}
}

// relief writes the normals of a height field, with the heights as alpha. scale is in texels per square.
func relief(pix []uint8, h []float32, w int, scale float32) {
	height := len(h) / w
	rows(height, func(y0, y1 int) {
		for y := y0; y < y1; y++ {
			up, down := max(y-1, 0)*w, min(y+1, height-1)*w
			for x := range w {
				dx := (h[y*w+min(x+1, w-1)] - h[y*w+max(x-1, 0)]) * scale / 2
				dy := (h[down+x] - h[up+x]) * scale / 2
				facing(pix[4*(y*w+x):], dx, dy, h[y*w+x])
			}
		}
	})
}

// facing writes the normal for the slopes dx along u and dy along v, and the height.
func facing(p []uint8, dx, dy, height float32) {
	f := 127.5 / sqrt(1+dx*dx+dy*dy)
	_ = p[3]
	p[0], p[1], p[2] = uint8(128-dx*f), uint8(128-dy*f), uint8(127.5+f)
	p[3] = uint8(min(max(128+height*deepest, 0), 255))
}

// deepest scales heights in squares to the alpha of the normal map: a depth of 0.05 uses half the range.
const deepest = 127 / 0.05

// turned rotates the spot about the origin.
func (p spot) turned(a float32) spot {
	s, c := math.Sincos(float64(a))
	return spot{p.x*float32(c) - p.z*float32(s), p.x*float32(s) + p.z*float32(c)}
}

func (p spot) plus(q spot) spot { return spot{p.x + q.x, p.z + q.z} }
