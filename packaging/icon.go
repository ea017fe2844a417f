package main

import (
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"

	"golang.org/x/image/draw"
)

// drawIcon crops the icon from a square picture of a king on the throne and writes it in all sizes.
// make icon takes the picture.
func drawIcon(picture, folder string) error {
	f, err := os.Open(picture)
	if err != nil {
		return err
	}
	defer f.Close()
	whole, err := png.Decode(f)
	if err != nil {
		return err
	}
	side := float64(whole.Bounds().Dx())
	cut := image.Rect(int(side*0.325), int(side*0.265), int(side*0.675), int(side*0.615))
	for _, size := range iconSizes {
		img := image.NewNRGBA(image.Rect(0, 0, size, size))
		draw.CatmullRom.Scale(img, img.Bounds(), whole, cut, draw.Src, nil)
		round(img)
		name := filepath.Join(folder, strconv.Itoa(size)+".png")
		if err := write(name, func(w io.Writer) error { return png.Encode(w, img) }); err != nil {
			return err
		}
	}
	return nil
}

// round makes the corners transparent and draws a dark border.
func round(img *image.NRGBA) {
	size := float64(img.Rect.Dx())
	radius, rim := size*0.2, max(1, size*0.025)
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			// Distance from the center of the pixel to the rounded square.
			dx := max(0, math.Abs(float64(x)+0.5-size/2)-(size/2-radius))
			dy := max(0, math.Abs(float64(y)+0.5-size/2)-(size/2-radius))
			inside := radius - math.Hypot(dx, dy)
			c := img.NRGBAAt(x, y)
			dark := 0.75 * (1 - min(max(inside-rim+0.5, 0), 1))
			shade := func(v uint8) uint8 { return uint8(float64(v) * (1 - dark)) }
			img.SetNRGBA(x, y, color.NRGBA{shade(c.R), shade(c.G), shade(c.B), uint8(255 * min(max(inside+0.5, 0), 1))})
		}
	}
}
