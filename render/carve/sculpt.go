package carve

import "tafl3d/game"

// limb is a cone with round ends.
type limb struct {
	a, b   solid
	ra, rb float32
}

// away returns the distance of a point from the limb.
func (l *limb) away(p solid) float32 {
	v, w := l.b.minus(l.a), p.minus(l.a)
	t := float32(0)
	if n := dot(v, v); n > 0 {
		t = clamp(dot(v, w) / n)
	}
	w = w.minus(v.times(t))
	return sqrt(dot(w, w)) - lerp(l.ra, l.rb, t)
}

// blend is the smooth minimum of two distances.
func blend(a, b, k float32) float32 {
	h := max(k-abs(a-b), 0) / k
	return min(a, b) - h*h*k*0.25
}

// cast returns the outermost point of the figure in a direction from its heart.
func (f *figure) cast(dir solid) solid {
	const far = 0.6
	t := float32(far)
	at := solid{0, f.heart, 0}
	for range 60 {
		d := f.away(at.minus(dir.times(-t)))
		if d < 5e-4 {
			break
		}
		if t -= 0.75 * d; t < 0.02 {
			t = 0.02
			break
		}
	}
	return at.minus(dir.times(-t))
}

// aslant is the rotation of an animal away from the enemy, in turns: players at both ends see it from the
// side and can still tell its direction.
const aslant = 0.16

// sculpture returns the design of a figure that looks at the enemy, rotated by aslant. step is the vertex
// spacing.
func sculpture(f *figure, side game.Side, s stuff, step float32) design {
	turned := float32(0.5 - aslant) // figures look along +z, attackers along -z
	if side == game.Defenders {
		turned = -aslant
	}
	d := modelled(f, turned, s, step)
	return d.on(func(k *cutting, p solid) { f.wear(k, p, s.light.scaled(1.9)) })
}

// modelled returns the design of a figure, rotated about its axis.
func modelled(f *figure, turned float32, s stuff, step float32) design {
	var arc span
	for i := range 13 {
		a := pi * float32(i) / 12
		arc.through = append(arc.through, point{0.3 * sin(a), f.heart + 0.3*cos(a)})
	}
	return design{
		lathe: lathe{sides: 8, spans: []span{arc}}, // a ball around the heart, for the texture coordinates
		stuff: s, body: f, turned: turned, step: step, front: func(p solid) solid { return p.spun(-turned) },
	}
}

// cast projects a point of the ball around the heart onto the body.
func (d *design) cast(ball solid) solid {
	dir := ball.minus(solid{0, d.body.heart, 0}).spun(-d.turned).unit()
	return d.body.cast(dir).spun(d.turned)
}

// around meshes the body on the board, with the texture projected from the heart: u once around, v from top
// to base.
func (d *design) around() Mesh {
	m := d.body.mesh(solid{-0.42, -1.5 * d.step, -0.42}, solid{0.42, 0.78, 0.42}, d.step)
	for i := range len(m.Positions) / 3 {
		turn := func(list []float32) solid {
			p := solid{list[0], list[1], list[2]}.spun(d.turned)
			copy(list, []float32{p.x, p.y, p.z})
			return p
		}
		p, n := turn(m.Positions[3*i:]), turn(m.Normals[3*i:])
		u := angle(p.x, p.z) / (2 * pi)
		m.UVs[2*i], m.UVs[2*i+1] = u-float32(floor(u)), angle(p.y-d.body.heart, hypot(p.x, p.z))/pi
		if p.y < 0.3*d.step {
			m.Positions[3*i+1] = 0 // the base is level
		}
		t := solid{-p.z, 0, p.x}
		if t = t.minus(n.times(dot(t, n))); dot(t, t) < 1e-10 {
			t = solid{1, 0, 0}.minus(n.times(n.x))
		}
		t = t.unit()
		copy(m.Tangents[4*i:], []float32{t.x, t.y, t.z, -1})
	}
	m.closeSeam()
	return m
}

// wear darkens gaps between limbs and lightens protruding parts.
func (f *figure) wear(k *cutting, p solid, worn rgb) {
	const reach = 0.06
	n := f.outward(p)
	over, under := f.away(p.minus(n.times(-reach))), f.away(p.minus(n.times(reach)))
	k.age = max(k.age, 0.8*ramp(0.15, 0.75, 1-over/reach))
	k.paint(worn, 0.5*ramp(0.12, 0.7, 1+under/reach))
}

// spun rotates a point about the axis, in turns.
func (a solid) spun(turn float32) solid {
	if turn == 0 {
		return a
	}
	s, c := sin(2*pi*turn), cos(2*pi*turn)
	return solid{a.x*c - a.z*s, a.y, a.x*s + a.z*c}
}

// closeSeam duplicates the vertices of faces across the texture seam.
func (m *Mesh) closeSeam() {
	twin := map[uint32]uint32{}
	for i := 0; i < len(m.Indices); i += 3 {
		high := float32(0)
		for _, v := range m.Indices[i : i+3] {
			high = max(high, m.UVs[2*v])
		}
		for k, v := range m.Indices[i : i+3] {
			if high-m.UVs[2*v] < 0.5 {
				continue
			}
			w, ok := twin[v]
			if !ok {
				w = uint32(len(m.Positions) / 3)
				twin[v] = w
				m.Positions = append(m.Positions, m.Positions[3*v:3*v+3]...)
				m.Normals = append(m.Normals, m.Normals[3*v:3*v+3]...)
				m.Tangents = append(m.Tangents, m.Tangents[4*v:4*v+4]...)
				m.UVs = append(m.UVs, m.UVs[2*v]+1, m.UVs[2*v+1])
			}
			m.Indices[i+k] = w
		}
	}
}
