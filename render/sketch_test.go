package render

import (
	"fmt"
	"image"
	"math"
	"testing"

	"tafl3d/render/gl"
)

func TestDraftsLookLikeThePicture(t *testing.T) {
	inStudio(t, 640, 400, func(s *Studio) error {
		sc, _ := position(t, 7)
		if err := s.finish(sc); err != nil {
			return err
		}
		p := s.painter
		p.whole = true
		if err := p.paint(sc); err != nil {
			return err
		}
		full := p.read(p.target.source())
		for range 2 {
			p.pace.TookFull(100 * p.grade.budget)
		}
		for n := 0; n == 0 || p.owing(); n++ { // a sketch each
			if n > len(p.resources.drafts) {
				return fmt.Errorf("after %d drafts sketches are still owed", n)
			}
			if err := p.useDraft(true); err != nil {
				return err
			}
			p.whole = true
			if err := p.paint(sc); err != nil {
				return err
			}
		}
		p.whole = true
		if err := p.paint(sc); err != nil {
			return err
		}
		draft := p.read(p.target.source())
		for y := range 5 {
			for x := range 8 {
				a, b := shareMean(full, x, y), shareMean(draft, x, y)
				if math.Abs(a-b) > 14 {
					t.Errorf("part %d,%d: the picture's mean is %.0f, the draft's %.0f", x, y, a, b)
				}
			}
		}
		return nil
	})
}

// shareMean returns the mean of the parts of all colours in one of 8 by 5 parts of
// a picture.
func shareMean(m *image.RGBA, x, y int) (mean float64) {
	size := m.Rect.Size()
	r := image.Rect(x*size.X/8, y*size.Y/5, (x+1)*size.X/8, (y+1)*size.Y/5)
	for py := r.Min.Y; py < r.Max.Y; py++ {
		for px := r.Min.X; px < r.Max.X; px++ {
			c := m.RGBAAt(px, py)
			mean += float64(c.R) + float64(c.G) + float64(c.B)
		}
	}
	return mean / float64(3*r.Dx()*r.Dy())
}

func TestFacesAreSortedByWhereTheyFace(t *testing.T) {
	inStudio(t, 64, 64, func(s *Studio) error {
		sc, _ := position(t, 7)
		if err := s.finish(sc); err != nil {
			return err
		}
		for i, k := range s.painter.resources.drafts {
			if k == nil || k.top == nil {
				continue
			}
			faces := len(k.top.Indices())
			if k.rest != nil {
				faces += len(k.rest.Indices())
			}
			if whole := len(s.painter.resources.set[i].geom.Indices()); faces != whole {
				t.Errorf("%s: %d corners of %d are in the sketch", k.mesh.name, faces, whole)
			}
		}
		return nil
	})
}

// Mesa's software renderer lays a draft over the window quickly only if the draft has the
// window's order of bytes.
func TestDraftsHaveTheOrderOfWindows(t *testing.T) {
	inStudio(t, 160, 100, func(s *Studio) error {
		if !s.painter.pace.Slow {
			t.Skip("a graphics card draws")
		}
		draft, err := newTarget(64, 40, 1)
		if err != nil {
			return err
		}
		defer draft.dispose()
		gl.BindFramebuffer(gl.FRAMEBUFFER, draft.draw)
		var order int32
		gl.GetIntegerv(gl.IMPLEMENTATION_COLOR_READ_FORMAT, &order)
		if order != gl.BGRA {
			t.Errorf("drafts have the order %#x, want %#x", order, gl.BGRA)
		}
		return nil
	})
}
