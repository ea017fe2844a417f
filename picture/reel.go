package picture

import (
	"image"
	"image/color"
	"image/gif"
	"io"
	"time"
)

// Reel is a film of pictures that follow each other, all of one size. Its colours are those of
// the first one.
type Reel struct {
	colours *palette
	file    gif.GIF
	last    *image.Paletted
}

// Add has a picture stand for a while.
func (r *Reel) Add(img *image.RGBA, d time.Duration) {
	if r.colours == nil {
		count := map[color.RGBA]int{}
		for i := 0; i < len(img.Pix); i += 4 {
			count[color.RGBA{img.Pix[i], img.Pix[i+1], img.Pix[i+2], img.Pix[i+3]}]++
		}
		r.colours = newPalette(count)
	}
	now := r.colours.reduce(img)
	changed := now.Bounds()
	if r.last == nil {
		r.file.Config = image.Config{ColorModel: r.colours.colours, Width: changed.Dx(), Height: changed.Dy()}
	} else {
		changed = difference(r.last, now)
	}
	r.file.Image = append(r.file.Image, crop(now.SubImage(changed).(*image.Paletted)))
	r.file.Delay = append(r.file.Delay, hundredths(d))
	r.last = now
}

// Write writes the film as an animated GIF that begins again for ever.
func (r *Reel) Write(out io.Writer) error { return gif.EncodeAll(out, &r.file) }
