package solid

import (
	"context"
	"math"
)

// Shape is a figure on a plate: it returns how far a place lies outside it, below 0 inside.
type Shape func(x, y float64) float64

// Cut is a shape that is cut into a plate.
type Cut struct {
	Shape Shape
	Deep  float64
}

// Plate is a flat body with figures cut into its upper face.
type Plate struct {
	X, Y          float64 // its corner, in the measures of the shapes
	Width, Length float64
	Thick         float64
	Cuts          []Cut
}

// The finest cells of a plate, and how many times coarser the coarsest are.
const (
	finest = 0.5 // mm
	levels = 5   // halvings
)

// height returns the height of the upper face. The sides of cuts slope over the finest cell.
func (p *Plate) height(x, y, cell float64) float64 {
	var deep float64
	for _, c := range p.Cuts {
		if d := c.Shape(x, y); d < cell/2 {
			deep = max(deep, c.Deep*min(1, 0.5-d/cell))
		}
	}
	return p.Thick - deep
}

// near returns the cuts whose edge is within a distance of a place.
func near(cuts []Cut, x, y, far float64) (list []Cut) {
	for _, c := range cuts {
		if math.Abs(c.Shape(x, y)) < far {
			list = append(list, c)
		}
	}
	return list
}

// most is how many triangles a plate has at most.
const most = 190_000

// Mesh returns the plate as a closed mesh on z = 0, its corner at the origin. Its cells are small along the edges of
// cuts and large elsewhere.
func (p *Plate) Mesh(ctx context.Context) (*Mesh, error) {
	for cell := finest; ; cell *= 1.3 {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		q := newQuads(p, cell)
		if m := q.mesh(); len(m.Triangles) <= most {
			return m, m.Check()
		}
	}
}

// spot is a corner of cells, counted in the finest ones.
type spot struct{ x, y int }

// quads is the upper face of a plate as cells of different sizes, of which neighbours differ by one halving at most.
type quads struct {
	p      *Plate
	cell   float64
	nx, ny int     // finest cells along each side
	dx, dy float64 // their size
	size   map[spot]int
	number map[spot]uint32
	m      *Mesh
}

func newQuads(p *Plate, cell float64) *quads {
	const coarse = 1 << levels
	q := &quads{p: p, cell: cell, size: map[spot]int{}, number: map[spot]uint32{}, m: &Mesh{}}
	q.nx = coarse * max(1, int(math.Round(p.Width/cell/coarse)))
	q.ny = coarse * max(1, int(math.Round(p.Length/cell/coarse)))
	q.dx, q.dy = p.Width/float64(q.nx), p.Length/float64(q.ny)
	for y := 0; y < q.ny; y += coarse {
		for x := 0; x < q.nx; x += coarse {
			q.split(x, y, coarse, p.Cuts)
		}
	}
	for q.balance() {
	}
	return q
}

// at returns the place of a corner in the measures of the shapes.
func (q *quads) at(x, y float64) (px, py float64) { return q.p.X + x*q.dx, q.p.Y + y*q.dy }

// split adds a cell, or its quarters where one of some cuts has an edge.
func (q *quads) split(x, y, n int, cuts []Cut) {
	h := float64(n) / 2
	px, py := q.at(float64(x)+h, float64(y)+h)
	cuts = near(cuts, px, py, math.Hypot(h*q.dx, h*q.dy)+q.cell)
	if n == 1 || len(cuts) == 0 {
		q.size[spot{x, y}] = n
		return
	}
	for k := range 4 {
		q.split(x+k%2*n/2, y+k/2*n/2, n/2, cuts)
	}
}

// over returns the cell that covers a finest one; ok is false beyond the edge.
func (q *quads) over(x, y int) (s spot, n int, ok bool) {
	if x < 0 || y < 0 || x >= q.nx || y >= q.ny {
		return s, 0, false
	}
	for n = 1; n <= 1<<levels; n *= 2 {
		s = spot{x / n * n, y / n * n}
		if q.size[s] == n {
			return s, n, true
		}
	}
	return s, 0, false
}

// balance quarters cells with a neighbour that is smaller than half as large, and reports whether there were any.
func (q *quads) balance() bool {
	var large []spot
	for s, n := range q.size {
		for _, side := range [4]spot{{-1, 0}, {n, 0}, {0, -1}, {0, n}} {
			if t, k, ok := q.over(s.x+side.x, s.y+side.y); ok && k > 2*n {
				large = append(large, t)
			}
		}
	}
	for _, s := range large {
		n := q.size[s]
		if n < 2 {
			continue
		}
		delete(q.size, s)
		for k := range 4 {
			q.size[spot{s.x + k%2*n/2, s.y + k/2*n/2}] = n / 2
		}
	}
	return len(large) > 0
}

// corner returns the number of a corner of the upper face.
func (q *quads) corner(s spot) uint32 {
	i, ok := q.number[s]
	if !ok {
		i = uint32(len(q.m.Points))
		q.number[s] = i
		px, py := q.at(float64(s.x), float64(s.y))
		q.m.Points = append(q.m.Points, Point{px - q.p.X, py - q.p.Y, q.p.height(px, py, q.cell)})
	}
	return i
}

// finerBeside reports whether the cell beside a side of a cell is smaller.
func (q *quads) finerBeside(x, y, n int) bool {
	_, k, ok := q.over(x, y)
	return ok && k < n
}

// ring returns the corners of a cell, counter-clockwise, with the middles of sides that smaller cells share.
func (q *quads) ring(s spot, n int) []uint32 {
	h := n / 2
	list := []uint32{q.corner(s)}
	add := func(finer bool, mid, end spot) {
		if finer {
			list = append(list, q.corner(mid))
		}
		list = append(list, q.corner(end))
	}
	add(q.finerBeside(s.x, s.y-1, n), spot{s.x + h, s.y}, spot{s.x + n, s.y})
	add(q.finerBeside(s.x+n, s.y, n), spot{s.x + n, s.y + h}, spot{s.x + n, s.y + n})
	add(q.finerBeside(s.x, s.y+n, n), spot{s.x + h, s.y + n}, spot{s.x, s.y + n})
	if q.finerBeside(s.x-1, s.y, n) {
		list = append(list, q.corner(spot{s.x, s.y + h}))
	}
	return list
}

// mesh returns the whole plate.
func (q *quads) mesh() *Mesh {
	for y := 0; y < q.ny; {
		for x := 0; x < q.nx; {
			s, n, _ := q.over(x, y)
			if s.y == y {
				q.face(q.ring(s, n), s, n)
			}
			x = s.x + n
		}
		y++
	}
	q.sides()
	return q.m
}

// face adds a cell of the upper face.
func (q *quads) face(ring []uint32, s spot, n int) {
	if len(ring) == 4 {
		q.m.Triangles = append(q.m.Triangles, [3]uint32{ring[0], ring[1], ring[2]},
			[3]uint32{ring[0], ring[2], ring[3]})
		return
	}
	heart := q.corner(spot{s.x + n/2, s.y + n/2})
	for i, a := range ring {
		q.m.Triangles = append(q.m.Triangles, [3]uint32{a, ring[(i+1)%len(ring)], heart})
	}
}

// sides adds the four sides and the foot.
func (q *quads) sides() {
	edge := q.edge()
	foot := make([]uint32, len(edge))
	for i, e := range edge {
		p := q.m.Points[e]
		foot[i] = uint32(len(q.m.Points))
		q.m.Points = append(q.m.Points, Point{p.X, p.Y, 0})
	}
	heart := uint32(len(q.m.Points))
	q.m.Points = append(q.m.Points, Point{q.p.Width / 2, q.p.Length / 2, 0})
	for i := range edge {
		j := (i + 1) % len(edge)
		q.m.Triangles = append(q.m.Triangles, [3]uint32{foot[i], foot[j], edge[j]},
			[3]uint32{foot[i], edge[j], edge[i]},
			[3]uint32{foot[j], foot[i], heart})
	}
}

// edge returns the corners of the upper face along its edge, counter-clockwise.
func (q *quads) edge() (list []uint32) {
	along := func(from, step spot, count int) {
		for k := range count {
			if i, is := q.number[spot{from.x + k*step.x, from.y + k*step.y}]; is {
				list = append(list, i)
			}
		}
	}
	along(spot{0, 0}, spot{1, 0}, q.nx)
	along(spot{q.nx, 0}, spot{0, 1}, q.ny)
	along(spot{q.nx, q.ny}, spot{-1, 0}, q.nx)
	along(spot{0, q.ny}, spot{0, -1}, q.ny)
	return list
}

// Stroke is a line of a width.
func Stroke(x1, y1, x2, y2, wide float64) Shape {
	return func(x, y float64) float64 {
		vx, vy, wx, wy := x2-x1, y2-y1, x-x1, y-y1
		t := 0.0
		if n := vx*vx + vy*vy; n > 0 {
			t = min(max((vx*wx+vy*wy)/n, 0), 1)
		}
		return math.Hypot(wx-t*vx, wy-t*vy) - wide/2
	}
}

// Ring is a circle drawn in a width.
func Ring(cx, cy, r, wide float64) Shape {
	return func(x, y float64) float64 { return math.Abs(math.Hypot(x-cx, y-cy)-r) - wide/2 }
}

// Disc is a filled circle.
func Disc(cx, cy, r float64) Shape {
	return func(x, y float64) float64 { return math.Hypot(x-cx, y-cy) - r }
}

// Box is a filled rectangle around a place.
func Box(cx, cy, w, h float64) Shape {
	return func(x, y float64) float64 {
		dx, dy := math.Abs(x-cx)-w/2, math.Abs(y-cy)-h/2
		return math.Hypot(max(dx, 0), max(dy, 0)) + min(max(dx, dy), 0)
	}
}
