package carve

// strand is a cord of an interlace: a smooth path with a level per point, 1 above and -1 below another
// strand.
type strand []cord

// cord is a point of a strand.
type cord struct {
	spot
	level float32
}

// weave holds the dimensions of an interlace.
type weave struct {
	half   float32 // half the width of a strand
	gap    float32 // space next to a strand
	deep   float32 // depth of the ground
	ground pigment
	stain  float32
}

// loom finds the top strand for each texel of a window before it is carved.
type loom struct {
	sheet *sheet
	weave
	left, top, wide int
	on              []thread
}

// thread is the nearest segment of a strand at a texel.
type thread struct {
	strand, at  int32 // strand and index of its point
	rank, apart float32
	height      float32
}

// interlace carves strands out of a ground: the texels of the rectangle that lie inside. inside returns how far, in
// squares; the edge is smooth.
func (s *sheet) interlace(strands []strand, w weave, a, b spot, inside func(x, z float32) float32) {
	edge := 1.5 / s.scale
	u0, v0 := s.texel(a.x, a.z)
	u1, v1 := s.texel(b.x, b.z)
	l := loom{sheet: s, weave: w, left: max(int(u0), 0), top: max(int(v0), 0)}
	l.wide = min(int(u1)+2, s.res) - l.left
	l.on = make([]thread, l.wide*(min(int(v1)+2, s.res)-l.top))
	for i := range l.on {
		l.on[i] = thread{strand: -1, rank: -9, height: -w.deep}
	}
	for k, st := range strands {
		for i := 1; i < len(st); i++ {
			l.lay(int32(k), int32(i), st[i-1], st[i])
		}
	}
	s.box(a.x, a.z, b.x, b.z, func(i int, x, z float32) {
		k, deep := l.index(i), inside(x, z)
		if k < 0 || deep <= 0 {
			return
		}
		h, cover := l.on[k].height, min(deep/edge, 1)
		s.height[i] = min(s.height[i], h*cover)
		s.dye(i, w.ground, w.stain*ramp(-0.55*w.deep, -0.95*w.deep, h)*cover)
	})
}

// index returns the loom index of a texel of the sheet; -1 outside.
func (l *loom) index(i int) int {
	x, y := i%l.sheet.res-l.left, i/l.sheet.res-l.top
	if x < 0 || x >= l.wide || y < 0 || (y+1)*l.wide > len(l.on) {
		return -1
	}
	return y*l.wide + x
}

// sameStretch is the number of points of a strand that count as the same stretch: within it the nearest point
// wins, not the highest.
const sameStretch = 12

// lay adds the segment from p to q, the nth of a strand.
func (l *loom) lay(strand, n int32, p, q cord) {
	r := l.half + l.gap
	l.sheet.box(min(p.x, q.x)-r, min(p.z, q.z)-r, max(p.x, q.x)+r, max(p.z, q.z)+r, func(i int, x, z float32) {
		k := l.index(i)
		d, t := near(p.spot, q.spot, x, z)
		if d > r || k < 0 {
			return
		}
		level := lerp(p.level, q.level, t)
		rank := level - 0.4*d/r
		was := &l.on[k]
		better := rank > was.rank
		if was.strand == strand && n-was.at < sameStretch {
			better = d < was.apart
		}
		if better {
			*was = thread{strand, n, rank, d, l.section(d, level)}
		}
	})
}

// section returns the height of a strand at a distance from its middle: round with a fine line, lower where
// it passes below.
func (w weave) section(d, level float32) float32 {
	if d > w.half {
		return -w.deep
	}
	t := d / w.half
	return -w.deep * (0.02 + 0.75*t*t*t*t + 0.13*(1-level) + 0.22*ramp(0.22, 0, t))
}

// smooth interpolates the points of a strand with n steps each. The first and last point of a closed strand
// are equal.
func (st strand) smooth(n int) strand {
	last := len(st) - 1
	closed := last > 1 && st[0].spot == st[last].spot
	at := func(i int) cord {
		switch {
		case closed:
			return st[(i+last)%last]
		case i < 0:
			return st[0]
		}
		return st[min(i, last)]
	}
	out := strand{st[0]}
	for i := range last {
		a, b, c, d := at(i-1), at(i), at(i+1), at(i+2)
		for k := 1; k <= n; k++ {
			t := float32(k) / float32(n)
			out = append(out, cord{
				spot{catmull(a.x, b.x, c.x, d.x, t), catmull(a.z, b.z, c.z, d.z, t)},
				lerp(b.level, c.level, t),
			})
		}
	}
	return out
}

// plait is an interlace on a lattice: strands run diagonally between the points (i, j) with i+j odd, 0 <= i
// <= wide and 0 <= j <= tall. They cross there, and turn back at the border and at walls.
type plait struct {
	wide, tall int
	wall       func(i, j int) turnBack
}

// turnBack is the set of directions in which strands turn back at a crossing.
type turnBack struct{ i, j bool }

// wallAt returns the walls at a point, including the border.
func (p plait) wallAt(i, j int) turnBack {
	if i == 0 || i == p.wide || j == 0 || j == p.tall {
		return turnBack{i == 0 || i == p.wide, j == 0 || j == p.tall}
	}
	if p.wall == nil {
		return turnBack{}
	}
	return p.wall(i, j)
}

// open reports whether the strands cross.
func (t turnBack) open() bool { return !t.i && !t.j }

// walker is a position and a direction on the lattice.
type walker struct{ i, j, di, dj int }

// strands returns all strands in lattice coordinates: first those that end in corners, then closed ones.
func (p plait) strands() []strand {
	seen := map[walker]bool{}
	var all []strand
	for _, w := range []walker{{0, 0, 1, 1}, {p.wide, 0, -1, 1}, {0, p.tall, 1, -1}, {p.wide, p.tall, -1, -1}} {
		if (w.i+w.j)%2 == 1 && !seen[w] {
			all = append(all, p.walk(w, seen))
		}
	}
	for i := 1; i < p.wide; i++ {
		for j := 1; j < p.tall; j++ {
			for _, d := range [2]int{1, -1} {
				if w := (walker{i, j, 1, d}); (i+j)%2 == 1 && p.wallAt(i, j).open() && !seen[w] {
					all = append(all, p.walk(w, seen))
				}
			}
		}
	}
	return all
}

// walk follows a strand until it closes or reaches a corner.
func (p plait) walk(w walker, seen map[walker]bool) strand {
	start := w
	var st strand
	for {
		seen[w], seen[walker{w.i, w.j, -w.di, -w.dj}] = true, true
		c, next := p.pass(w)
		st = append(st, c)
		if len(st) > 1 && p.corner(w) {
			return st
		}
		if w = next; w == start {
			return append(st, st[0])
		}
	}
}

// corner reports whether the walker is at a corner of the lattice.
func (p plait) corner(w walker) bool {
	return (w.i == 0 || w.i == p.wide) && (w.j == 0 || w.j == p.tall)
}

// pass returns the point of the strand at the walker, and the next step.
func (p plait) pass(w walker) (cord, walker) {
	c := cord{spot: spot{float32(w.i), float32(w.j)}}
	switch {
	case p.corner(w):
	case p.wallAt(w.i, w.j).open():
		c = p.crossing(w)
	default:
		c, w = p.bounce(w)
	}
	w.i, w.j = w.i+w.di, w.j+w.dj
	return c, w
}

// crossing returns the point of the strand at a crossing.
func (p plait) crossing(w walker) cord {
	over := float32(1)
	if (w.i%2 == 0) == (w.di == w.dj) {
		over = -1
	}
	return cord{spot{float32(w.i), float32(w.j)}, over}
}

// bounce returns the point where the strand turns back, and the new direction.
func (p plait) bounce(w walker) (cord, walker) {
	const shy = 0.42 // distance from the wall
	at := spot{float32(w.i), float32(w.j)}
	back := p.wallAt(w.i, w.j)
	if back.i {
		at.x -= shy * float32(w.di)
		w.di = -w.di
	}
	if back.j {
		at.z -= shy * float32(w.dj)
		w.dj = -w.dj
	}
	return cord{at, 0}, w
}
