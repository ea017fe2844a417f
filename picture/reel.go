package picture

import (
	"image"
	"image/color"
	"image/gif"
	"io"
	"time"
)

// Reel is an animation of pictures of the same size. It uses the colours of the first one.
type Reel struct {
	colours *palette
	file    gif.GIF
	last    *image.Paletted
}

// Add appends a picture with its duration.
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

// Write writes an endless animated GIF.
func (r *Reel) Write(out io.Writer) error { return gif.EncodeAll(out, &r.file) }
