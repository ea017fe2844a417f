package solid

import (
	"math"
	"slices"
)

// lattice holds how much of each cell of a box is filled, from 0 to 1. Layer 0 lies below the ground and is empty.
type lattice struct {
	nx, ny, nz int
	step       float64 // width of a cell
	low        Point   // middle of the first cell
	fill       []float32
}

func (l *lattice) index(x, y, z int) int { return (z*l.ny+y)*l.nx + x }

// layer returns the cells at a height.
func (l *lattice) layer(z int) []float32 { return l.fill[z*l.nx*l.ny : (z+1)*l.nx*l.ny] }

// newLattice returns an empty lattice around a box that stands on z = 0, with so much more around it.
func newLattice(low, high Point, step, more float64) *lattice {
	rim := math.Ceil(more/step) + 4
	n := func(size float64) int { return int(math.Ceil(size/step) + 2*rim) }
	l := &lattice{nx: n(high.X - low.X), ny: n(high.Y - low.Y), nz: n(high.Z), step: step}
	l.low = Point{low.X - (rim-0.5)*step, low.Y - (rim-0.5)*step, -0.5 * step}
	l.fill = make([]float32, l.nx*l.ny*l.nz)
	return l
}

// crossing is where a column meets a triangle: height, and +1 on the way in, -1 on the way out.
type crossing struct {
	z    float64
	into int
}

// finer is how many columns there are along each side of a cell.
const finer = 2

// cast fills the lattice with what lies within a mesh, which may have seams, and bodies that run into one another.
func (l *lattice) cast(m *Mesh) {
	w, d := l.nx*finer, l.ny*finer
	columns := make([][]crossing, w*d)
	step := l.step / finer
	// Away from round numbers, so that no column runs along an edge.
	x0, y0 := l.low.X-l.step/2+step*0.5137, l.low.Y-l.step/2+step*0.4871
	for _, t := range m.Triangles {
		a, b, c := m.corners(t)
		area := (b.X-a.X)*(c.Y-a.Y) - (b.Y-a.Y)*(c.X-a.X)
		if area == 0 {
			continue
		}
		into := 1
		if area > 0 { // it faces upwards
			into = -1
		}
		fromX, toX := int(math.Ceil((min(a.X, b.X, c.X)-x0)/step)), int((max(a.X, b.X, c.X)-x0)/step)
		fromY, toY := int(math.Ceil((min(a.Y, b.Y, c.Y)-y0)/step)), int((max(a.Y, b.Y, c.Y)-y0)/step)
		for j := max(fromY, 0); j <= min(toY, d-1); j++ {
			for i := max(fromX, 0); i <= min(toX, w-1); i++ {
				x, y := x0+float64(i)*step, y0+float64(j)*step
				u := ((b.X-x)*(c.Y-y) - (b.Y-y)*(c.X-x)) / area
				v := ((c.X-x)*(a.Y-y) - (c.Y-y)*(a.X-x)) / area
				if u < 0 || v < 0 || u+v > 1 {
					continue
				}
				columns[j*w+i] = append(columns[j*w+i], crossing{u*a.Z + v*b.Z + (1-u-v)*c.Z, into})
			}
		}
	}
	for i, list := range columns {
		l.pour(i%w/finer, i/w/finer, list)
	}
}

// pour fills the cells of a column between its crossings.
func (l *lattice) pour(x, y int, list []crossing) {
	slices.SortFunc(list, func(a, b crossing) int {
		switch {
		case a.z < b.z:
			return -1
		case a.z > b.z:
			return 1
		}
		return 0
	})
	inside, from := 0, 0.0
	for _, c := range list {
		was := inside
		inside += c.into
		switch {
		case was <= 0 && inside > 0:
			from = c.z
		case was > 0 && inside <= 0:
			l.between(x, y, max(from, 0), c.z)
		}
	}
}

// between fills the part of a column from one height to another.
func (l *lattice) between(x, y int, from, to float64) {
	for z := 1 + int(from/l.step); z < l.nz; z++ {
		bottom := float64(z-1) * l.step
		part := (min(to, bottom+l.step) - max(from, bottom)) / l.step
		if part <= 0 {
			return
		}
		i := l.index(x, y, z)
		l.fill[i] = min(l.fill[i]+float32(part/(finer*finer)), 1)
	}
}

// around are the cells beside one, without and with those at its corners. In turns they reach one cell a layer to the
// sides and a little more along diagonals, so an overhang is 47 degrees from upright at most.
var around = [2][][2]int{
	{{-1, 0}, {1, 0}, {0, -1}, {0, 1}},
	{{-1, 0}, {1, 0}, {0, -1}, {0, 1}, {-1, -1}, {1, -1}, {-1, 1}, {1, 1}},
}

// support fills what lies below overhangs, so that none is too steep: each layer rests on the one below.
func (l *lattice) support() {
	for z := l.nz - 1; z > 1; z-- {
		above, below := l.layer(z), l.layer(z-1)
		near := around[z%len(around)]
		for y := 1; y < l.ny-1; y++ {
			for x := 1; x < l.nx-1; x++ {
				i := y*l.nx + x
				least := above[i]
				for _, n := range near {
					if least <= below[i] {
						break
					}
					least = min(least, above[i+n[1]*l.nx+n[0]])
				}
				below[i] = max(below[i], least)
			}
		}
	}
}

// smooth blurs the lattice. The ground mirrors what stands on it, so that the foot stays as it is.
func (l *lattice) smooth() {
	copy(l.layer(0), l.layer(1))
	for _, stride := range []int{1, l.nx, l.nx * l.ny} {
		out := make([]float32, len(l.fill))
		for i := range out {
			a, b := l.fill[i], l.fill[i]
			if i >= stride {
				a = l.fill[i-stride]
			}
			if i+stride < len(l.fill) {
				b = l.fill[i+stride]
			}
			out[i] = (a + 2*l.fill[i] + b) / 4
		}
		l.fill = out
	}
	clear(l.layer(0))
}
