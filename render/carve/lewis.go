package carve

import "tafl3d/game"

// slabMan is a man of walrus ivory in the manner of the Lewis pawns: an
// obelisk with eight sides for the attackers, a rounded slab for the defenders.
func slabMan(s game.Side) design {
	if s == game.Attackers {
		return design{
			lathe: lathe{sides: 40, spans: []span{
				{[]point{{0, 0.56}, {0.02, 0.545}, {0.1, 0.46}, {0.165, 0.37}}, 6},
				{[]point{{0.165, 0.37}, {0.2, 0.25}, {0.235, 0.1}}, 4},
				{[]point{{0.235, 0.1}, {0.275, 0.085}, {0.28, 0.02}, {0.265, 0}}, 4},
				{[]point{{0.265, 0}, {0, 0}}, 1},
			}, cut: func(p point, turn float32) solid {
				p.r *= lerp(1, faceted(8, turn), 0.95)
				return round(p, turn)
			}},
			stuff: bogOak, engraving: []engraving{hoop(0.13, 0.01, 0.009), hoop(0.35, 0.01, 0.009), ribs(8, 0.15, 0.33)},
		}
	}
	return design{
		lathe: lathe{sides: 48, spans: []span{
			{[]point{{0, 0.54}, {0.1, 0.525}, {0.19, 0.46}, {0.235, 0.36}}, 9},
			{[]point{{0.235, 0.36}, {0.25, 0.2}, {0.255, 0.1}}, 4},
			{[]point{{0.255, 0.1}, {0.285, 0.085}, {0.29, 0.02}, {0.275, 0}}, 4},
			{[]point{{0.275, 0}, {0, 0}}, 1},
		}, cut: func(p point, turn float32) solid {
			q := round(p, turn)
			q.z *= lerp(0.62, 0.9, ramp(0.12, 0.05, p.y))
			return q
		}},
		front: func(p solid) solid { return p },
		stuff: ivory, engraving: []engraving{hoop(0.13, 0.01, 0.009), arch(0.45, 0.17, 0.14), arch(0.38, 0.11, 0.14)},
	}
}

// arch cuts an arch into both faces of a slab, half wide, from foot to top.
func arch(top, half, foot float32) engraving {
	return func(c *cutting, p solid, _ float32) {
		x := abs(p.x)
		d := abs(x - half)
		if y := p.y - (top - half); y > 0 {
			d = abs(hypot(x, y) - half)
		}
		if p.y > foot {
			c.notch(d, 0.011, 0.01)
		}
	}
}

// box3 returns how far a point is from a box around c, rounded by r.
func box3(p, c, half solid, r float32) float32 {
	q := solid{abs(p.x-c.x) - half.x + r, abs(p.y-c.y) - half.y + r, abs(p.z-c.z) - half.z + r}
	out := solid{max(q.x, 0), max(q.y, 0), max(q.z, 0)}
	return sqrt(dot(out, out)) + min(max(q.x, q.y, q.z), 0) - r
}

// seatedKing sits on a high throne, crowned, with his sword across his knees,
// as the kings from Lewis do.
func seatedKing() design {
	body := &figure{twin: true, soft: 0.035, limbs: []limb{
		ridge(0, 0.27, -0.02, 0.135, 0, 0.42, -0.01, 0.115),        // trunk
		ridge(0.09, 0.26, 0.03, 0.075, 0.1, 0.25, 0.17, 0.07),      // thighs
		ridge(0.1, 0.23, 0.18, 0.06, 0.1, 0.08, 0.19, 0.05),        // shins under the robe
		ridge(0.0, 0.2, 0.12, 0.09, 0.0, 0.08, 0.15, 0.07),         // robe
		ridge(0.135, 0.42, 0.0, 0.06, 0.165, 0.33, 0.08, 0.05),     // arms
		ridge(0.165, 0.33, 0.08, 0.045, 0.08, 0.3, 0.2, 0.035),     // hands on the sword
		ball(0, 0.555, 0.02, 0.095),                                // head
		ridge(0, 0.5, 0.085, 0.045, 0, 0.43, 0.1, 0.03),            // beard
		ridge(0.085, 0.52, -0.045, 0.03, 0.09, 0.41, -0.07, 0.022), // hair
		ridge(0, 0.555, 0.11, 0.016, 0, 0.53, 0.12, 0.018),         // nose
	}}
	body.cut = func(p solid, d float32) float32 {
		seat := box3(p, solid{0, 0.12, -0.04}, solid{0.2, 0.12, 0.18}, 0.015)
		back := box3(p, solid{0, 0.27, -0.19}, solid{0.2, 0.26, 0.035}, 0.02)
		plinth := box3(p, solid{0, 0.03, 0.01}, solid{0.255, 0.03, 0.255}, 0.02)
		d = min(blend(d, min(seat, back), 0.015), plinth)
		sword := box3(p, solid{0, 0.325, 0.235}, solid{0.25, 0.03, 0.034}, 0.02)
		d = blend(d, sword, 0.02)
		crown := max(hypot(p.x, p.z-0.015)-0.108, abs(p.y-0.65)-0.06)
		crown = max(crown, 0.055-hypot(p.x, p.z-0.015)-0.5*max(0, 0.64-p.y))
		leaf := abs(cos(2 * angle(p.x, p.z-0.015)))
		crown = max(crown, p.y-(0.65+0.055*ramp(0.55, 0.9, leaf)))
		return min(d, crown)
	}
	return carvedFigure(body, 0.72, amber, 0.592, crossed12())
}

// warder is a captain of walrus ivory: he stands behind his shield, a round one
// with a boss or a tall pointed one.
func warder(s game.Side) design {
	body := &figure{twin: true, soft: 0.035, limbs: []limb{
		ridge(0, 0.08, 0, 0.19, 0, 0.32, 0, 0.14), ridge(0, 0.32, 0, 0.14, 0, 0.4, 0, 0.11),
		ball(0, 0.5, 0.015, 0.09), ridge(0, 0.5, 0.1, 0.015, 0, 0.475, 0.105, 0.018),
		ridge(0.12, 0.38, 0.0, 0.055, 0.15, 0.27, 0.06, 0.045), ridge(0, 0.45, 0.08, 0.03, 0, 0.4, 0.085, 0.02),
		ridge(0, 0.53, 0.01, 0.08, 0, 0.61, 0.0, 0.03),
	}}
	body.cut = func(p solid, d float32) float32 {
		d = min(d, max(hypot(p.x, p.z)-0.275, abs(p.y-0.03)-0.03))
		if s == game.Attackers {
			disc := max(hypot(p.x, p.y-0.24)-0.17, abs(p.z-0.115)-0.09) // it is one with the cloak behind it
			boss := hypot(hypot(p.x, p.y-0.24), p.z-0.19) - 0.06
			return blend(d, blend(disc, boss, 0.02), 0.02)
		}
		half := 0.155 * sqrt(clamp((p.y-0.03)/0.3))
		if p.y > 0.33 {
			half = sqrt(max(0, 0.155*0.155-(p.y-0.33)*(p.y-0.33)))
		}
		kite := max(abs(p.x)-half, abs(p.z-0.11+0.25*p.x*p.x)-0.092, 0.05-p.y, p.y-0.485)
		return blend(d, kite, 0.02)
	}
	d := carvedFigure(body, 0.64, bySide(s, bogOak, ivory), 0.57, starred(4, 0.315, 0.3))
	if s == game.Defenders {
		d.token = lobed(6, 0.31, 0.24)
	}
	return d
}

// carvedFigure is the design of a figure that looks along +z. What lies above
// gilded is bronze.
func carvedFigure(f *figure, high float32, s stuff, gilded float32, token []float32) design {
	d := design{
		lathe: lathe{sides: 8, spans: []span{{[]point{{0.3, high}, {0.3, 0}}, 1}}},
		stuff: s, body: f, token: token, front: func(p solid) solid { return p },
	}
	d.engraving = []engraving{func(c *cutting, p solid, _ float32) {
		n := f.outward(p)
		var hidden float32
		for k := 1; k <= 4; k++ {
			h := 0.02 * float32(k)
			hidden += max(0, h-f.away(p.minus(n.times(-h)))) / h
		}
		c.age = max(c.age, 0.75*ramp(0.8, 2.4, hidden))
		if p.y > gilded && hypot(p.x, p.z-0.015) > 0.07 {
			c.gilt = 1
		}
		fold := p.z*9 + abs(p.x)*11 + 0.9*sin(22*p.y)
		if p.y < 0.3 && p.z > 0.05 {
			c.notch(abs(fold-float32(floor(fold+0.5)))/9, 0.008, 0.006)
		}
		if p.z < -0.16 || abs(p.x) > 0.19 { // the carving of the throne
			a, b := (p.x+p.z)*15+p.y*13, (p.x+p.z)*15-p.y*13
			c.notch(min(abs(a-float32(floor(a+0.5))), abs(b-float32(floor(b+0.5))))/20, 0.009, 0.009)
		}
		eyesAt(0.036, 0.575, 0.1, 0.012)(c, p)
	}}
	return d
}

// around meshes a figure that stands on the board, with a map laid around it: u
// goes once around, v from the top to the foot.
func (f *figure) around(high float32) Mesh {
	m := f.mesh(solid{-0.36, -0.02, -0.36}, solid{0.36, high + 0.06, 0.36}, 0.016)
	for i := range len(m.Positions) / 3 {
		p := m.position(uint32(i))
		turn := angle(p.x, p.z) / (2 * pi)
		m.UVs[2*i], m.UVs[2*i+1] = turn-float32(floor(turn)), 1-clamp(p.y/high)
		m.Positions[3*i+1] = max(p.y, 0)
		n := solid{m.Normals[3*i], m.Normals[3*i+1], m.Normals[3*i+2]}
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

// closeSeam doubles the vertices of the faces over which the map would run
// backwards.
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

// surface returns the outermost point of the figure at a height and a turn, on
// its axis if there is none.
func (f *figure) surface(y, turn float32) solid {
	dx, dz := cos(2*pi*turn), sin(2*pi*turn)
	r := float32(0.4)
	for range 40 {
		d := f.away(solid{r * dx, y, r * dz})
		if d < 1e-3 {
			break
		}
		if r -= 0.8 * d; r < 0 {
			r = 0
			break
		}
	}
	return solid{r * dx, y, r * dz}
}
