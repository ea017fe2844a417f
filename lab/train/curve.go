package train

import (
	"image"
	"image/color"
	"image/png"
	"io"
)

// Colours of the training and validation losses.
var (
	trainColour = color.RGBA{0x1f, 0x5f, 0xa8, 0xff}
	heldColour  = color.RGBA{0xc0, 0x50, 0x1e, 0xff}
	gridColour  = color.RGBA{0xd8, 0xd8, 0xd8, 0xff}
)

// Curve draws the losses of the epochs as a PNG: training in blue, validation in orange, with zero
// at the bottom.
func Curve(w io.Writer, log []Epoch) error {
	const width, height, rim = 640, 360, 20
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for i := range img.Pix {
		img.Pix[i] = 0xff
	}
	most := 1e-9
	for _, e := range log {
		most = max(most, e.Train, e.Held)
	}
	at := func(n int, v float64) image.Point {
		return image.Pt(rim+n*(width-2*rim)/max(1, len(log)-1), height-rim-int(v/most*(height-2*rim)))
	}
	for n := range log {
		line(img, at(n, 0), at(n, most), gridColour)
	}
	for k := range 5 {
		line(img, at(0, most*float64(k)/4), at(len(log)-1, most*float64(k)/4), gridColour)
	}
	for n := 1; n < len(log); n++ {
		line(img, at(n-1, log[n-1].Held), at(n, log[n].Held), heldColour)
		if n > 1 { // epoch 0 has no training loss
			line(img, at(n-1, log[n-1].Train), at(n, log[n].Train), trainColour)
		}
	}
	return png.Encode(w, img)
}

// line draws a line two pixels wide.
func line(img *image.RGBA, a, b image.Point, c color.Color) {
	d := b.Sub(a)
	n := max(d.X, -d.X, d.Y, -d.Y, 1)
	for i := range n + 1 {
		x, y := a.X+d.X*i/n, a.Y+d.Y*i/n
		img.Set(x, y, c)
		img.Set(x, y+1, c)
	}
}
