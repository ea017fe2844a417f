package solid

// half is the filling of a cell from which on it is inside.
const half = 0.5

// mend fills cells until the surface is one sheet everywhere: no two cells inside touch only along an edge or at a
// corner. Then every cell of the dual lattice has one piece of the surface, and each edge two triangles.
func (l *lattice) mend() {
	for changed := true; changed; {
		changed = false
		for z := 0; z < l.nz-1; z++ {
			for y := 0; y < l.ny-1; y++ {
				for x := 0; x < l.nx-1; x++ {
					changed = l.mendCube(x, y, z) || changed
				}
			}
		}
	}
}

// faces are the corners of a cube of eight cells around each of its faces, and its long diagonals.
var (
	cubeFaces = [][4]int{{0, 1, 3, 2}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 3, 7, 5}}
	diagonals = [][2]int{{0, 7}, {1, 6}, {2, 5}, {3, 4}}
)

// mendCube fills cells of a cube of eight and reports whether it did.
func (l *lattice) mendCube(x, y, z int) (changed bool) {
	at := func(c int) int { return l.index(x+c&1, y+c>>1&1, z+c>>2) }
	n := 0
	for c := range 8 {
		if l.fill[at(c)] >= half {
			n++
		}
	}
	if n < 2 || n > 6 {
		return false
	}
	in := func(c int) bool { return l.fill[at(c)] >= half }
	raise := func(c int) {
		if i := at(c); i >= l.nx*l.ny && !in(c) { // not below the ground
			l.fill[i] = half + 0.05
			changed = true
		}
	}
	for _, f := range cubeFaces {
		if a, b, c, d := in(f[0]), in(f[1]), in(f[2]), in(f[3]); a == c && b == d && a != b {
			for _, k := range f {
				raise(k)
			}
		}
	}
	for _, d := range diagonals {
		if a := in(d[0]); a == in(d[1]) && (a && n == 2 || !a && n == 6) {
			if a {
				for c := range 8 {
					raise(c)
				}
				return changed
			}
			raise(d[0])
			raise(d[1])
		}
	}
	return changed
}

// surface returns the surface of what is inside, by surface nets: one point for each cube of eight cells through which
// it goes, and two triangles for each pair of neighbours of which one is inside.
func (l *lattice) surface() *Mesh {
	m := &Mesh{}
	number := make([]uint32, len(l.fill))
	for z := range l.nz - 1 {
		for y := range l.ny - 1 {
			for x := range l.nx - 1 {
				if p, ok := l.middle(x, y, z); ok {
					number[l.index(x, y, z)] = uint32(len(m.Points))
					m.Points = append(m.Points, p)
				}
			}
		}
	}
	for z := 0; z < l.nz-1; z++ {
		for y := 1; y < l.ny-1; y++ {
			for x := 1; x < l.nx-1; x++ {
				l.between8(m, number, x, y, z)
			}
		}
	}
	return m
}

// between8 adds the faces between a cell and its three next neighbours.
func (l *lattice) between8(m *Mesh, number []uint32, x, y, z int) {
	in := l.fill[l.index(x, y, z)] >= half
	v := func(dx, dy, dz int) uint32 { return number[l.index(x-dx, y-dy, z-dz)] }
	for axis, next := range [3]int{l.index(x+1, y, z), l.index(x, y+1, z), l.index(x, y, z+1)} {
		if l.fill[next] >= half == in || z == 0 && axis < 2 {
			continue
		}
		var q [4]uint32
		switch axis {
		case 0:
			q = [4]uint32{v(0, 1, 1), v(0, 0, 1), v(0, 0, 0), v(0, 1, 0)}
		case 1:
			q = [4]uint32{v(1, 0, 1), v(1, 0, 0), v(0, 0, 0), v(0, 0, 1)}
		default:
			q = [4]uint32{v(1, 1, 0), v(0, 1, 0), v(0, 0, 0), v(1, 0, 0)}
		}
		if !in {
			q[0], q[1], q[2], q[3] = q[3], q[2], q[1], q[0]
		}
		m.Triangles = append(m.Triangles, [3]uint32{q[0], q[1], q[2]}, [3]uint32{q[0], q[2], q[3]})
	}
}

// middle returns the mean of where the surface crosses the edges of a cube of eight cells. Below the first layer it
// lies on the ground.
func (l *lattice) middle(x, y, z int) (Point, bool) {
	var sum Point
	n := 0.0
	for c := range 8 {
		for axis := range 3 {
			d := c | 1<<axis
			if c == d {
				continue
			}
			u := float64(l.fill[l.index(x+c&1, y+c>>1&1, z+c>>2)])
			w := float64(l.fill[l.index(x+d&1, y+d>>1&1, z+d>>2)])
			if u >= half == (w >= half) {
				continue
			}
			t := [3]float64{float64(c & 1), float64(c >> 1 & 1), float64(c >> 2)}
			t[axis] = (half - u) / (w - u)
			sum = Point{sum.X + t[0], sum.Y + t[1], sum.Z + t[2]}
			n++
		}
	}
	if n == 0 {
		return sum, false
	}
	p := Point{l.low.X + (float64(x)+sum.X/n)*l.step, l.low.Y + (float64(y)+sum.Y/n)*l.step,
		l.low.Z + (float64(z)+sum.Z/n)*l.step}
	if z == 0 {
		p.Z = 0
	}
	return p, true
}
