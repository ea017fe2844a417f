package picture

import (
	"cmp"
	"image"
	"image/color"
	"maps"
	"slices"
)

// palette is a palette of up to 256 colours for a whole film.
type palette struct {
	colours color.Palette
	nearest map[color.RGBA]uint8
}

// newPalette chooses colours by splitting the box with the widest range at the middle of the range.
// A median cut would give nearly all colours to the wood of the board. Transparent corners become
// dark.
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
			break // every box has only one colour left
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

// spread returns the channel with the widest range in a box, and the range.
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

// halve splits a box at the middle of a channel's range. Both halves are non-empty.
func halve(box []color.RGBA, axis int) (a, b []color.RGBA) {
	slices.SortStableFunc(box, func(a, b color.RGBA) int { return channel(a, axis) - channel(b, axis) })
	low, high := channel(box[0], axis), channel(box[len(box)-1], axis)
	middle := (low + high + 1) / 2
	i := slices.IndexFunc(box, func(c color.RGBA) bool { return channel(c, axis) >= middle })
	return box[:i:i], box[i:]
}

// mean returns the representative colour of a box: the most frequent one if it has more than half
// of the pixels, so that flat parts of a board keep their colour; else the mean.
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

// reduce converts a picture to the palette.
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
