package solid

import "math"

// thicken makes walls at least so thick, in millimetres. Edges and points stay as they are where a thicker part is
// near.
func (l *lattice) thicken(wall float64) {
	r := wall / 2 / l.step
	solid := make([]bool, len(l.fill))
	for i, f := range l.fill {
		solid[i] = f >= 0.5
	}
	copy(solid[:l.nx*l.ny], solid[l.nx*l.ny:2*l.nx*l.ny]) // the ground is no edge
	outside := l.far(solid, false)
	core := make([]bool, len(solid))
	for i := range core {
		core[i] = float64(outside[i]) > r*r
	}
	toCore := l.far(core, true)
	thin, any := make([]bool, len(solid)), false
	const near = 0.75 // of the radius beyond the core's reach; an edge of a thick part lies within
	for i := range thin {
		thin[i] = solid[i] && float64(toCore[i]) > r*r*(1+near)*(1+near)
		any = any || thin[i]
	}
	if !any {
		return
	}
	for i, d := range l.far(thin, true) {
		if i >= l.nx*l.ny && float64(d) <= r*r {
			l.fill[i] = 1
		}
	}
}

// far returns for each cell the square of the distance to the nearest cell of a set, or of its complement, in cells.
func (l *lattice) far(set []bool, in bool) []float32 {
	const none = 1e12
	d := make([]float32, len(set))
	for i, s := range set {
		if s != in {
			d[i] = none
		}
	}
	n := max(l.nx, l.ny, l.nz)
	line, out := make([]float64, n), make([]float64, n)
	at, edge := make([]int, n), make([]float64, n+1)
	for axis, count := range []int{l.nx, l.ny, l.nz} {
		stride := []int{1, l.nx, l.nx * l.ny}[axis]
		for start := range d {
			if start/stride%count != 0 {
				continue
			}
			for k := range count {
				line[k] = float64(d[start+k*stride])
			}
			lowest(line[:count], out, at, edge)
			for k := range count {
				d[start+k*stride] = float32(out[k])
			}
		}
	}
	return d
}

// lowest is the distance transform of a line by the lower envelope of parabolas (Felzenszwalb and Huttenlocher, 2012).
func lowest(f, out []float64, at []int, edge []float64) {
	k := 0
	at[0], edge[0], edge[1] = 0, math.Inf(-1), math.Inf(1)
	for q := 1; q < len(f); q++ {
		s := meet(f, q, at[k])
		for s <= edge[k] {
			k--
			s = meet(f, q, at[k])
		}
		k++
		at[k], edge[k], edge[k+1] = q, s, math.Inf(1)
	}
	k = 0
	for q := range f {
		for edge[k+1] < float64(q) {
			k++
		}
		out[q] = float64((q-at[k])*(q-at[k])) + f[at[k]]
	}
}

// meet returns where the parabolas over q and p meet.
func meet(f []float64, q, p int) float64 {
	return (f[q] + float64(q*q) - f[p] - float64(p*p)) / float64(2*(q-p))
}
