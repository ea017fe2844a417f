package carve

// texel is a point of a painted surface.
type texel struct {
	colour             rgb
	height             float32
	shade, rough, coat float32
}

// painting is an unfinished texture of any shape.
type painting struct {
	maps   *Maps
	w, h   int
	height []float32
}

// canvas returns an empty painting.
func canvas(w, h int) *painting {
	return &painting{&Maps{blank(w, h), blank(w, h), blank(w, h)}, w, h, make([]float32, w*h)}
}

// paint calls f for each texel of a centred rectangle, half size x by z.
func (p *painting) paint(x, z float32, f func(x, z float32) texel) {
	rows(p.h, func(y0, y1 int) {
		for i := y0 * p.w; i < y1*p.w; i++ {
			u, v := (float32(i%p.w)+0.5)/float32(p.w), (float32(i/p.w)+0.5)/float32(p.h)
			t := f((2*u-1)*x, (2*v-1)*z)
			p.height[i] = t.height
			t.colour.put(p.maps.Albedo.Pix[4*i:])
			p.maps.Albedo.Pix[4*i+3] = 255
			q := p.maps.Surface.Pix[4*i : 4*i+4]
			q[0], q[1], q[2], q[3] = octet(t.shade), octet(t.rough), 0, octet(t.coat)
		}
	})
}

// material returns the finished material; scale is in texels per square.
func (p *painting) material(scale float32) Material {
	relief(p.maps.Normal.Pix, p.height, p.w, scale)
	return mapped(p.maps)
}
