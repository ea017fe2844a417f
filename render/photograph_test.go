package render

import (
	"fmt"
	"image"
	"math"
	"testing"

	"tafl3d/scene"
)

// TestAPhotographHasDepth takes photographs with a narrow and a wide lens: far behind the focus the wide one
// is softer, and the lamp casts shadows.
func TestAPhotographHasDepth(t *testing.T) {
	main(t, func() error {
		opt := small
		opt.Photograph = true
		s, err := newStudio(opt, scene.Style{}, 240, 150)
		if err != nil {
			return err
		}
		defer s.close()
		sc, _ := position(t, 7)
		e := Exposure{
			Lens: scene.Lens{Eye: scene.Vec{Y: 5, Z: 9}, Angle: 38, Focus: scene.Vec{Z: 4}},
			Lamp: scene.Vec{X: -6, Y: 5, Z: -2}, Bulb: 0.2, Light: 1, Samples: 8,
		}
		sharp, err := s.Photograph(sc, e)
		if err != nil {
			return err
		}
		e.Aperture = 0.5
		soft, err := s.Photograph(sc, e)
		if err != nil {
			return err
		}
		far := image.Rect(60, 20, 180, 60)
		if a, b := relief(sharp, far), relief(soft, far); b > 0.8*a {
			return fmt.Errorf(
				"far away there is as much to see through a wide lens, %.2f, as through a narrow one, %.2f", b, a)
		}
		e.Aperture, e.Light = 0, 0
		dark, err := s.Photograph(sc, e)
		if err != nil {
			return err
		}
		if a, b := shareMean(sharp, 4, 2), shareMean(dark, 4, 2); b > 0.9*a {
			return fmt.Errorf("without the lamp the middle is as bright, %.0f, as with it, %.0f", b, a)
		}
		return nil
	})
}

// relief is by how much neighbours in a row differ in the mean, beyond the grain of film.
func relief(m *image.RGBA, in image.Rectangle) (sum float64) {
	for y := in.Min.Y; y < in.Max.Y; y++ {
		for x := in.Min.X; x < in.Max.X; x++ {
			d := float64(m.RGBAAt(x, y).G) - float64(m.RGBAAt(x+1, y).G)
			sum += max(d-12, -d-12, 0)
		}
	}
	return sum / float64(in.Dx()*in.Dy())
}

// TestCutout draws the layers of a scene by themselves from above: the board without the table around it, and pieces
// without the board.
func TestCutout(t *testing.T) {
	main(t, func() error {
		opt := small
		opt.Photograph = true
		s, err := newStudio(opt, scene.Style{}, 180, 180)
		if err != nil {
			return err
		}
		defer s.close()
		sc, _ := position(t, 7)
		lens := scene.Lens{Eye: scene.Vec{Y: 500, Z: 0.05}, Angle: float32(2 * math.Atan(5.5/500) * 180 / math.Pi)}
		share := func(m *image.NRGBA) (seen float64) {
			for i := 3; i < len(m.Pix); i += 4 {
				seen += float64(m.Pix[i]) / 255
			}
			return seen / float64(len(m.Pix)/4)
		}
		board, err := s.Cutout(sc, Cut{Lens: lens, Layer: BoardLayer, Light: 1, Samples: 2})
		if err != nil {
			return err
		}
		side := (7 + 2*scene.Frame) / 11
		if got, want := share(board), float64(side*side); math.Abs(got-want) > 0.03 {
			return fmt.Errorf("the board covers %.3f of its picture, want %.3f", got, want)
		}
		men, err := s.Cutout(sc, Cut{Lens: lens, Layer: PieceLayer, Light: 1, Samples: 2})
		if err != nil {
			return err
		}
		if got := share(men); got < 0.01 || got > 0.15 {
			return fmt.Errorf("the pieces cover %.3f of their picture", got)
		}
		if a := men.NRGBAAt(2, 2).A; a != 0 {
			return fmt.Errorf("there is something next to the pieces: alpha %d", a)
		}
		return nil
	})
}
