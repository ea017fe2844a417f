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
	return d.on(f.wear)
}

// modelled returns the design of a figure, rotated about its axis.
func modelled(f *figure, turned float32, s stuff, step float32) design {
	var arc span
	for i := range 13 {
		a := pi * float32(i) / 12
		arc.through = append(arc.through, point{0.3 * sin(a), f.heart + 0.3*cos(a)})
	}
	return design{
		lathe: lathe{sides: 8, spans: []span{arc}}, // a ball around the heart: the outline of its token
		stuff: s, body: f, turned: turned, step: step, front: func(p solid) solid { return p.spun(-turned) },
	}
}

// around meshes the body on the board, with the texture of its charts.
func (d *design) around() Mesh {
	m := d.body.mesh(solid{-0.4, -1.5 * d.step, -0.4}, solid{0.4, 0.78, 0.4}, d.step)
	d.body.unfold(&m)
	for i := range len(m.Positions) / 3 {
		for _, list := range [3][]float32{m.Positions[3*i : 3*i+3], m.Normals[3*i : 3*i+3], m.Tangents[4*i : 4*i+3]} {
			p := solid{list[0], list[1], list[2]}.spun(d.turned)
			copy(list, []float32{p.x, p.y, p.z})
		}
		if m.Positions[3*i+1] < 0.3*d.step {
			m.Positions[3*i+1] = 0 // the base is level
		}
	}
	return m
}

// wear darkens the base and gaps between limbs, and lightens protruding parts.
func (f *figure) wear(k *cutting, p solid) {
	const reach = 0.06
	k.age = max(k.age, 0.4*ramp(0.062, 0.05, p.y))
	n := f.outward(p)
	over, under := f.away(p.minus(n.times(-reach))), f.away(p.minus(n.times(reach)))
	k.age = max(k.age, 0.8*ramp(0.15, 0.75, 1-over/reach))
	k.worn = max(k.worn, ramp(0.12, 0.7, 1+under/reach)*ramp(0.5, 0.8, over/reach))
	for _, h := range [3]float32{0.04, 0.1, 0.2} {
		if d := f.away(p.minus(n.times(-h))); d < h {
			k.shut += (1 - d/h) / 3
		}
	}
}

// spun rotates a point about the axis, in turns.
func (a solid) spun(turn float32) solid {
	if turn == 0 {
		return a
	}
	s, c := sin(2*pi*turn), cos(2*pi*turn)
	return solid{a.x*c - a.z*s, a.y, a.x*s + a.z*c}
}
