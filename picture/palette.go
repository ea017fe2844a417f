package picture

import (
	"cmp"
	"image"
	"image/color"
	"maps"
	"slices"
)

// palette is up to 256 colours that stand for all of a film.
type palette struct {
	colours color.Palette
	nearest map[color.RGBA]uint8
}

// newPalette chooses colours: the box of colours that spreads widest is halved in its middle
// until there are enough. A median cut would give nearly all to the wood of the board. The corners outside the plank,
// which let the page through, become dark.
func newPalette(count map[color.RGBA]int) *palette {
	all := slices.SortedFunc(maps.Keys(count), func(a, b color.RGBA) int {
		return cmp.Or(cmp.Compare(a.R, b.R), cmp.Compare(a.G, b.G), cmp.Compare(a.B, b.B), cmp.Compare(a.A, b.A))
	})
	boxes := [][]color.RGBA{all}
	for len(boxes) < 256 {
		widest, axis, most := -1, 0, 0
		for i, box := range boxes {
			if a, w := spread(box); w > most {
				widest, axis, most = i, a, w
			}
		}
		if widest < 0 {
			break // every box is a single colour
		}
		a, b := halve(boxes[widest], axis)
		boxes[widest] = a
		boxes = append(boxes, b)
	}
	p := &palette{nearest: map[color.RGBA]uint8{}}
	for _, box := range boxes {
		if len(box) > 0 {
			p.colours = append(p.colours, mean(box, count))
		}
	}
	return p
}

// channel returns a channel of a colour.
func channel(c color.RGBA, axis int) int { return int([...]uint8{c.R, c.G, c.B}[axis]) }

// spread returns along which channel a box is widest, and how wide it is there.
func spread(box []color.RGBA) (axis, width int) {
	for a := range 3 {
		low, high := 255, 0
		for _, c := range box {
			low, high = min(low, channel(c, a)), max(high, channel(c, a))
		}
		if high-low > width {
			axis, width = a, high-low
		}
	}
	return axis, width
}

// halve divides a box in the middle of a channel. Neither half is empty.
func halve(box []color.RGBA, axis int) (a, b []color.RGBA) {
	slices.SortStableFunc(box, func(a, b color.RGBA) int { return channel(a, axis) - channel(b, axis) })
	low, high := channel(box[0], axis), channel(box[len(box)-1], axis)
	middle := (low + high + 1) / 2
	i := slices.IndexFunc(box, func(c color.RGBA) bool { return channel(c, axis) >= middle })
	return box[:i:i], box[i:]
}

// mean returns the colour that stands for a box: that of most of its pixels where one is of
// more than half of them, so that the flat parts of a board keep their colour.
func mean(box []color.RGBA, count map[color.RGBA]int) color.RGBA {
	var r, g, b, n, top int
	var most color.RGBA
	for _, c := range box {
		k := count[c]
		r, g, b, n = r+k*int(c.R), g+k*int(c.G), b+k*int(c.B), n+k
		if k > top {
			top, most = k, c
		}
	}
	if 2*top > n {
		return color.RGBA{most.R, most.G, most.B, 255}
	}
	return color.RGBA{uint8(r / n), uint8(g / n), uint8(b / n), 255}
}

// reduce returns a picture in the colours of the palette.
func (p *palette) reduce(m *image.RGBA) *image.Paletted {
	out := image.NewPaletted(m.Rect, p.colours)
	for i := range out.Pix {
		c := color.RGBA{m.Pix[4*i], m.Pix[4*i+1], m.Pix[4*i+2], m.Pix[4*i+3]}
		k, known := p.nearest[c]
		if !known {
			k = uint8(p.colours.Index(color.RGBA{c.R, c.G, c.B, 255}))
			p.nearest[c] = k
		}
		out.Pix[i] = k
	}
	return out
}
