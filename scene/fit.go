package scene

import (
	"math"
	"slices"
)

// solve computes the projection that shows the stage in the free part of the picture for the current pose.
func (c *Camera) solve() {
	f, p := &c.fit, &c.now
	if c.lens != nil {
		c.lens.solve(f, c.aspect())
		f.matrices(c.aspect(), c.reach)
		return
	}
	sy, cy := math.Sincos(p.yaw)
	sp, cp := math.Sincos(p.pitch)
	f.right = [3]float64{cy, 0, -sy}
	f.fwd = [3]float64{-sy * cp, -sp, -cy * cp}
	f.up = [3]float64{-sy * sp, cp, -cy * sp}
	f.target = [3]float64{}
	f.ortho = p.flat == 1
	f.tan = max(thinnest, math.Tan(fieldOfView/2)*(1-p.flat))
	c.place(p)
	f.target = [3]float64{p.panX, 0, p.panZ}
	f.matrices(c.aspect(), c.reach)
}

// place computes the distance and the offset that centre the stage.
func (c *Camera) place(p *pose) {
	f := &c.fit
	w, h := float64(c.w), float64(c.h)
	freeW := max(w-p.inset[0]-p.inset[2], w/8)
	freeH := max(h-p.inset[1]-p.inset[3], h/8)
	fill := margin + (marginFlat-margin)*p.flat
	hx, hy := freeW/w*fill, freeH/h*fill
	tx, ty := f.tan*c.aspect()*hx, f.tan*hy
	xs, ys, zs := f.cast(c.seen(p.flat))
	f.dist = max(needed(xs, zs, tx), needed(ys, zs, ty))
	cx, cy := centre(xs, zs, f.dist), centre(ys, zs, f.dist)
	f.dist /= p.zoom
	f.half = f.dist * f.tan
	// Move the middle of the stage's outline to the middle of the free area.
	f.shiftX = (p.inset[0]-p.inset[2])/w - cx/(f.tan*c.aspect())*p.zoom
	f.shiftY = (p.inset[3]-p.inset[1])/h - cy/f.tan*p.zoom
	if p.zoom > 1 { // when zoomed in, keep the middle of the board in the middle
		k := 1 / (p.zoom * p.zoom)
		f.shiftX = (p.inset[0]-p.inset[2])/w - cx/(f.tan*c.aspect())*k
		f.shiftY = (p.inset[3]-p.inset[1])/h - cy/f.tan*k
	}
}

// seen returns the points that must be visible. In the flat view, where each square needs its space, these
// are the points of the board alone.
func (c *Camera) seen(flat float64) []Vec {
	if flat == 0 || c.trays >= len(c.points) {
		return c.points
	}
	list := slices.Clone(c.points)
	for i := c.trays; i < len(list); i++ {
		z := &list[i].Z
		*z += (min(max(*z, -c.edge), c.edge) - *z) * float32(flat)
	}
	return list
}

// cast returns points in camera axes. The flat view has no depth.
func (f *fit) cast(points []Vec) (xs, ys, zs []float64) {
	for _, v := range points {
		x, y, z := f.toCamera(v)
		if f.ortho {
			z = 0
		}
		xs, ys, zs = append(xs, x), append(ys, y), append(zs, z)
	}
	return xs, ys, zs
}

// needed returns the smallest distance from which points at offset xs and depth zs fit into twice the tangent
// t.
func needed(xs, zs []float64, t float64) float64 {
	least, most := 0.5, 0.0
	for i := range xs {
		least = max(least, 0.05-zs[i])
		most = max(most, math.Abs(xs[i])/t-zs[i])
	}
	for range 40 {
		d := (least + most) / 2
		if lo, hi := span(xs, zs, d); hi-lo > 2*t {
			least = d
		} else {
			most = d
		}
	}
	return most
}

// span returns the smallest and largest tangents of the points seen from dist.
func span(xs, zs []float64, dist float64) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for i := range xs {
		q := xs[i] / (dist + zs[i])
		lo, hi = min(lo, q), max(hi, q)
	}
	return lo, hi
}

// centre returns the tangent of the middle of the points seen from dist.
func centre(xs, zs []float64, dist float64) float64 {
	lo, hi := span(xs, zs, dist)
	return (lo + hi) / 2
}

// matrices sets view and proj.
func (f *fit) matrices(aspect, reach float64) {
	d := f.dist
	eye := add(f.target, f.fwd, -d)
	r, u, b := f.right, f.up, [3]float64{-f.fwd[0], -f.fwd[1], -f.fwd[2]}
	f.view = Mat{
		float32(r[0]), float32(u[0]), float32(b[0]), 0,
		float32(r[1]), float32(u[1]), float32(b[1]), 0,
		float32(r[2]), float32(u[2]), float32(b[2]), 0,
		float32(-dot(r, eye)), float32(-dot(u, eye)), float32(-dot(b, eye)), 1,
	}
	n, g := max(d-reach*2, d*0.1), d+reach*6
	f.near, f.far = n, g
	f.proj = Mat{}
	if f.ortho {
		f.proj[0], f.proj[5] = float32(1/(f.half*aspect)), float32(1/f.half)
		f.proj[10], f.proj[14] = float32(-2/(g-n)), float32(-(g+n)/(g-n))
		f.proj[12], f.proj[13], f.proj[15] = float32(f.shiftX), float32(f.shiftY), 1
		return
	}
	f.proj[0], f.proj[5] = float32(1/(f.tan*aspect)), float32(1/f.tan)
	f.proj[8], f.proj[9] = float32(-f.shiftX), float32(-f.shiftY)
	f.proj[10], f.proj[14] = float32(-(g+n)/(g-n)), float32(-2*g*n/(g-n))
	f.proj[11] = -1
}
