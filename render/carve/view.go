package carve

import (
	"image"
	"image/color"
	"math"
)

// Elevation is the usual elevation of the camera in radians, as in package scene.
const Elevation = 55 * math.Pi / 180

// fine is the number of samples per pixel in each direction.
const fine = 4

// View draws a single piece in grey, as seen from a distance: a square of the board is px pixels wide. Seats
// are numbered around the table from the near edge; high is the elevation of the eye in radians (a right
// angle is straight above). Alpha is the coverage of a pixel.
func (m *Model) View(seat int, high float64, px int) *image.NRGBA {
	v := newView(px*fine, math.Pi/2*float64(seat), high)
	for i := range m.Parts {
		v.part(&m.Parts[i])
	}
	return v.picture(px)
}

// Drawn draws the piece in grey as the flat view does; otherwise it is like View.
func (m *Model) Drawn(px int) *image.NRGBA {
	v := newView(px*fine, 0, math.Pi/2)
	t := m.Token()
	for i := 0; i < len(t.Indices); i += 3 {
		var c [3]solid
		for k, n := range t.Indices[i : i+3] {
			c[k] = v.eye(t.position(n))
			c[k].z = float32(i) // later shapes are on top
		}
		n := t.Indices[i : i+3]
		v.triangle(c, func(a, b, w float32) float32 {
			col := m.Flat.Fill
			switch {
			case t.UVs[2*n[0]+1] == 1:
				col = m.Flat.Ink
			case a*t.UVs[2*n[0]]+b*t.UVs[2*n[1]]+w*t.UVs[2*n[2]] > 0.87:
				col = m.Flat.Rim
			}
			return shine(rgb{col[0], col[1], col[2]})
		})
	}
	return v.picture(px)
}

// view is an unfinished picture.
type view struct {
	size       int
	sin, cos   float64 // rotation of the table
	rise, fall float64 // sine and cosine of the elevation
	light      []float32
	depth      []float32 // towards the eye; -1e9 for nothing
}

func newView(size int, turn, high float64) *view {
	v := &view{size: size, light: make([]float32, size*size), depth: make([]float32, size*size)}
	v.sin, v.cos = math.Sincos(turn)
	v.rise, v.fall = math.Sincos(high)
	for i := range v.depth {
		v.depth[i] = -1e9
	}
	return v
}

// eye returns the position of a point in the picture, z towards the eye.
func (v *view) eye(p solid) solid {
	x := float64(p.x)*v.cos - float64(p.z)*v.sin
	z := float64(p.x)*v.sin + float64(p.z)*v.cos
	y := float64(p.y) - 0.28*v.fall // the middle of a piece
	size := float64(v.size)
	return solid{float32(size * (0.5 + x)), float32(size * (0.5 - y*v.fall + z*v.rise)), float32(y*v.rise + z*v.fall)}
}

// part draws a mesh, lit from the upper left.
func (v *view) part(p *Part) {
	m, lamp := &p.Mesh, solid{-0.45, 0.8, 0.4}.unit()
	for i := 0; i < len(m.Indices); i += 3 {
		n := m.Indices[i : i+3]
		at := func(k int) solid { return m.position(n[k]) }
		c := [3]solid{v.eye(at(0)), v.eye(at(1)), v.eye(at(2))}
		v.triangle(c, func(a, b, w float32) float32 {
			mix := func(of []float32, step, k int) float32 {
				return a*of[step*int(n[0])+k] + b*of[step*int(n[1])+k] + w*of[step*int(n[2])+k]
			}
			normal := solid{mix(m.Normals, 3, 0), mix(m.Normals, 3, 1), mix(m.Normals, 3, 2)}.unit()
			normal = normal.spun(-float32(math.Atan2(v.sin, v.cos)) / (2 * pi)) // the light moves with the eye
			return shine(albedo(p.Material.Maps, mix(m.UVs, 2, 0), mix(m.UVs, 2, 1))) * (0.35 + 0.75*max(0,
				dot(normal, lamp)))
		})
	}
}

// albedo returns the colour of a texture at a position.
func albedo(m *Maps, u, t float32) rgb {
	r := m.Albedo.Rect
	u -= float32(floor(u))
	c := m.Albedo.NRGBAAt(min(int(u*float32(r.Dx())), r.Dx()-1), min(max(int(t*float32(r.Dy())), 0), r.Dy()-1))
	return hex(uint32(c.R)<<16 | uint32(c.G)<<8 | uint32(c.B))
}

// shine returns the luminance of a linear colour.
func shine(c rgb) float32 { return 0.2126*c.r + 0.7152*c.g + 0.0722*c.b }

// triangle fills a triangle; light returns the brightness for barycentric coordinates.
func (v *view) triangle(c [3]solid, light func(a, b, c float32) float32) {
	x0, x1 := min(c[0].x, c[1].x, c[2].x), max(c[0].x, c[1].x, c[2].x)
	y0, y1 := min(c[0].y, c[1].y, c[2].y), max(c[0].y, c[1].y, c[2].y)
	area := (c[1].x-c[0].x)*(c[2].y-c[0].y) - (c[1].y-c[0].y)*(c[2].x-c[0].x)
	if abs(area) < 1e-9 {
		return
	}
	for y := max(int(y0), 0); y <= min(int(y1), v.size-1); y++ {
		for x := max(int(x0), 0); x <= min(int(x1), v.size-1); x++ {
			px, py := float32(x)+0.5, float32(y)+0.5
			b := ((px-c[0].x)*(c[2].y-c[0].y) - (py-c[0].y)*(c[2].x-c[0].x)) / area
			w := ((c[1].x-c[0].x)*(py-c[0].y) - (c[1].y-c[0].y)*(px-c[0].x)) / area
			a := 1 - b - w
			if a < -1e-4 || b < -1e-4 || w < -1e-4 {
				continue
			}
			if d, i := a*c[0].z+b*c[1].z+w*c[2].z, y*v.size+x; d >= v.depth[i] {
				v.depth[i], v.light[i] = d, light(a, b, w)
			}
		}
	}
}

// picture averages the samples of every pixel.
func (v *view) picture(px int) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, px, px))
	for y := range px {
		for x := range px {
			var sum, n float32
			for k := range fine * fine {
				if i := (y*fine+k/fine)*v.size + x*fine + k%fine; v.depth[i] > -1e8 {
					sum += v.light[i]
					n++
				}
			}
			if n > 0 {
				l := encode(sum / n)
				img.SetNRGBA(x, y, color.NRGBA{l, l, l, uint8(255 * n / (fine * fine))})
			}
		}
	}
	return img
}
