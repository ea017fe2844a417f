package carve

// stuff is the material of a piece.
type stuff struct {
	light, dark rgb     // of the grain
	age         rgb     // dirt in hollows
	rim         rgb     // in the flat view
	rings       float32 // width of an annual ring; 0: none
	cloud       float32 // unevenness of the colour
	rough       float32
	coat        float32
	wrap        float32
	glow        rgb
	clear       float32 // transparency
	left        rgb     // transmittance per square of thickness
}

// Materials of pieces.
var (
	bogOak = stuff{light: hex(0x5a483c), dark: hex(0x392c24), age: hex(0x110c0a), rim: hex(0x8a5a32), rings: 0.045,
		cloud: 0.25, rough: 0.46, coat: 0.3}
	ivory = stuff{light: hex(0xeae1ca), dark: hex(0xdacaa4), age: hex(0x8d6a3e), rim: hex(0x6b4f2c), rings: 0.02,
		cloud: 0.4, rough: 0.35, coat: 0.2, wrap: 0.3, glow: hex(0xe8b27a)}
	amber = stuff{light: hex(0xe29a35), dark: hex(0xb05c17), age: hex(0x4a1f0a), rim: hex(0xf0cf7a), cloud: 1,
		rough: 0.2, coat: 0.5, wrap: 0.4, glow: hex(0xff9a30)}
	gilt   = hex(0xe6b65c)
	patina = hex(0x5a3d1c)
)

// at returns the colour of the material at a point inside it.
func (s *stuff) at(p solid, n *noise) rgb {
	t := 0.45 + s.cloud*0.5*n.cube(p.x*5+9, p.y*5+3, p.z*5+40)
	if s.rings > 0 {
		r := hypot(p.x-0.31+0.06*n.at(p.y*2, p.x*3), p.z+0.17+0.06*n.at(p.y*2+9, p.z*3)) / s.rings
		f := r - float32(floor(r))
		t += 0.5 * (f*f*(1-ramp(0.85, 1, f)) - 0.25)
	}
	t += 0.15 * n.cube(p.x*60, p.y*7, p.z*60)
	return mixed(s.light, s.dark, clamp(t))
}

// cutting collects the effects of engravings at a point.
type cutting struct {
	height float32 // in squares
	age    float32 // dirt, 0 to 1
	worn   float32 // how much touch has polished it, 0 to 1
	shut   float32 // how much of the light other parts keep away, 0 to 1
	gilt   float32 // 0 to 1
	colour rgb     // paint
	dyed   float32 // opacity of the paint, 0 to 1
}

// paint blends a colour over the point.
func (c *cutting) paint(colour rgb, strength float32) {
	if strength > 0 {
		c.colour = mixed(c.colour, colour, strength/max(strength+c.dyed*(1-strength), 1e-6))
		c.dyed += (1 - c.dyed) * strength
	}
}

// engraving adds its effect to c: p is the point, turn its angle about the axis from 0 to 1.
type engraving func(c *cutting, p solid, turn float32)

// notch cuts a groove of half width w where d is small.
func (c *cutting) notch(d, w, deep float32) {
	if d < w {
		t := 1 - d/w
		c.height = min(c.height, -deep*t*(2-t))
		c.age = max(c.age, ramp(0.1, 0.7, t))
	}
}

// hoop is a groove around the piece at a height.
func hoop(y, w, deep float32) engraving {
	return func(c *cutting, p solid, _ float32) { c.notch(abs(p.y-y), w, deep) }
}

// ribs are n pairs of vertical grooves between two heights.
func ribs(n int, from, to float32) engraving {
	return func(c *cutting, p solid, turn float32) {
		if p.y < from || p.y > to {
			return
		}
		a := turn*float32(n) - float32(floor(turn*float32(n)))
		d := abs(a-0.5) * 2 * pi * hypot(p.x, p.z) / float32(n)
		c.notch(d, 0.011, 0.009)
	}
}

// eyes are n ring-and-dot ornaments around the piece at a height; first is the offset in units of their
// spacing.
func eyes(n int, y, r, first float32) engraving {
	return func(c *cutting, p solid, turn float32) {
		a := turn*float32(n) + 0.5 - first
		a -= float32(floor(a))
		d := hypot((a-0.5)*2*pi*hypot(p.x, p.z)/float32(n), (p.y-y)*1.05)
		c.notch(abs(d-r), 0.011, 0.01)
		c.notch(max(0, d-0.006), 0.014, 0.012)
	}
}

// gild adds gilt bronze between two heights.
func gild(from, to float32) engraving {
	return func(c *cutting, p solid, _ float32) {
		if p.y >= from && p.y <= to {
			c.gilt = 1
		}
	}
}

// gildOutside adds gilt bronze above a height and outside a radius.
func gildOutside(r, y float32) engraving {
	return func(c *cutting, p solid, _ float32) {
		if p.y > y && hypot(p.x, p.z) > r {
			c.gilt = 1
		} else if p.y > y {
			c.gilt = 0
		}
	}
}

// cross4 inlays a cross with flared arms on top of the piece, above a height.
func cross4(y float32) engraving {
	return func(c *cutting, p solid, _ float32) {
		if p.y < y {
			return
		}
		a, b := min(abs(p.x), abs(p.z)), max(abs(p.x), abs(p.z))
		edge := a - (0.012 + 0.33*b)
		if edge < 0 && b < 0.09 {
			c.gilt = 1
		}
		if b < 0.095 {
			c.notch(abs(edge), 0.007, 0.006)
		}
	}
}
