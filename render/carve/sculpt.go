package carve

// limb is a stretch of a body: a cone with round ends.
type limb struct {
	a, b   solid
	ra, rb float32
}

// clay is a body that is the same to the left and to the right, made of limbs
// that run into one another and stand on a round plinth. It looks towards +z.
type clay struct {
	limbs  []limb
	soft   float32 // how far limbs run into one another
	plinth float32 // its radius
	fleece float32 // depth of the curls, in squares
	heart  float32 // height of the point on the axis that sees the whole surface
}

// plinthHigh is the height of a plinth.
const plinthHigh = 0.045

// away returns how far a point is from the body, below 0 inside.
func (c *clay) away(p solid) float32 {
	x := abs(p.x)
	d := float32(1)
	for i := range c.limbs {
		d = blend(d, c.limbs[i].away(solid{x, p.y, p.z}), c.soft)
	}
	if c.fleece > 0 && d < 0.1 {
		d -= c.fleece * (sin(44*p.x+3*sin(30*p.y)) * sin(44*p.y+2*sin(28*p.z)) * sin(44*p.z+1))
	}
	foot := max(hypot(p.x, p.z)-c.plinth, p.y-plinthHigh)
	return blend(d, foot, 0.02)
}

// away returns how far a point is from the limb.
func (l *limb) away(p solid) float32 {
	v, w := l.b.minus(l.a), p.minus(l.a)
	t := float32(0)
	if n := dot(v, v); n > 0 {
		t = clamp(dot(v, w) / n)
	}
	w = w.minus(v.times(t))
	return sqrt(dot(w, w)) - lerp(l.ra, l.rb, t)
}

// blend is the smaller of two distances, rounded where they are alike.
func blend(a, b, k float32) float32 {
	h := max(k-abs(a-b), 0) / k
	return min(a, b) - h*h*k*0.25
}

// cast returns the outermost point of the body in a direction from its heart.
func (c *clay) cast(dir solid) solid {
	const far = 0.56
	t := float32(far)
	at := solid{0, c.heart, 0}
	for range 60 {
		d := c.away(at.minus(dir.times(-t)))
		if d < 5e-4 {
			break
		}
		t -= 0.75 * d
		if t < 0.02 {
			t = 0.02
			break
		}
	}
	return at.minus(dir.times(-t))
}

// outward returns the direction in which the way out of the body is shortest.
func (c *clay) outward(p solid) solid {
	const e = 4e-3
	d := c.away(p)
	return solid{
		c.away(solid{p.x + e, p.y, p.z}) - d, c.away(solid{p.x, p.y + e, p.z}) - d, c.away(solid{p.x, p.y, p.z + e}) - d,
	}.unit()
}

// sculpture returns the design of a body. It looks towards the near edge or,
// seen from the side, towards the far one.
func sculpture(c clay, aside bool, s stuff, sides, steps int) design {
	turned := float32(0.25) // turn 0 looks along +x, bodies look along +z
	if aside {
		turned = 0.58
	}
	own := func(p solid) solid { return p.spun(-turned + 0.25) }
	arc := span{steps: steps}
	end := pi - angle(c.heart, c.plinth)
	for i := range 13 {
		a := end * float32(i) / 12
		arc.through = append(arc.through, point{0.3 * sin(a), c.heart + 0.3*cos(a)})
	}
	arc.through[12] = point{c.plinth, 0}
	return design{
		lathe: lathe{sides: sides, spans: []span{arc, {[]point{{c.plinth, 0}, {0, 0}}, 1}}, cut: func(p point, turn float32) solid {
			q := round(p, turn)
			if p.y <= 1e-6 {
				return q
			}
			return c.cast(own(solid{q.x, q.y - c.heart, q.z}).unit()).spun(turned - 0.25)
		}},
		stuff: s, front: own, heart: solid{0, c.heart, 0},
		engraving: []engraving{func(k *cutting, p solid, _ float32) { c.wear(k, own(p), s.light.scaled(1.9)) }},
	}
}

// wear darkens what lies deep between limbs and lightens what stands out.
func (c *clay) wear(k *cutting, p solid, worn rgb) {
	const reach = 0.06
	n := c.outward(p)
	over, under := c.away(p.minus(n.times(-reach))), c.away(p.minus(n.times(reach)))
	k.age = max(k.age, 0.8*ramp(0.15, 0.75, 1-over/reach))
	k.paint(worn, 0.5*ramp(0.12, 0.7, 1+under/reach))
}

// spun turns a point about the axis by a part of a turn.
func (a solid) spun(turn float32) solid {
	if turn == 0 {
		return a
	}
	s, c := sin(2*pi*turn), cos(2*pi*turn)
	return solid{a.x*c - a.z*s, a.y, a.x*s + a.z*c}
}

// soften gives every vertex the mean normal of the faces around it. Vertices in
// one place share it. Where the surface is folded sharply the mean is bent away
// from the heart, which sees every face from behind, until none is turned away
// from it.
func (m *Mesh) soften(heart solid) {
	sum := map[solid]solid{}
	m.faces(func(n solid, corners [3]solid) {
		for _, p := range corners {
			sum[p] = sum[p].minus(n.times(-1))
		}
	})
	for range 12 {
		m.faces(func(n solid, corners [3]solid) {
			for _, p := range corners {
				if was := sum[p].unit(); dot(was, n) < 0.02 {
					sum[p] = was.minus(heart.minus(p).unit().times(0.6))
				}
			}
		})
	}
	for i := range len(m.Positions) / 3 {
		n := sum[m.position(uint32(i))].unit()
		t := solid{m.Tangents[4*i], m.Tangents[4*i+1], m.Tangents[4*i+2]}
		t = t.minus(n.times(dot(t, n))).unit()
		copy(m.Normals[3*i:], []float32{n.x, n.y, n.z})
		copy(m.Tangents[4*i:], []float32{t.x, t.y, t.z})
	}
}

// faces calls f for the normal and the corners of every triangle.
func (m *Mesh) faces(f func(n solid, corners [3]solid)) {
	for i := 0; i < len(m.Indices); i += 3 {
		a, b, c := m.position(m.Indices[i]), m.position(m.Indices[i+1]), m.position(m.Indices[i+2])
		f(cross(b.minus(a), c.minus(a)).unit(), [3]solid{a, b, c})
	}
}
