package render

import (
	"fmt"
	"image"
	"math/rand/v2"
	"testing"
)

// Where the processor draws, the first picture of a stage is a draft and the next one
// whole; what comes in finer for the same stage is no reason for another draft.
func TestTheFirstPictureIsADraft(t *testing.T) {
	inStudio(t, 320, 200, func(s *Studio) error {
		p := s.painter
		p.carver.drafts, p.soft = true, true
		sc, _ := position(t, 7)
		for _, c := range []struct {
			what string
			want bool
		}{{"the first picture", true}, {"the second picture", false}, {"a finer board", false}} {
			if c.what == "a finer board" {
				if err := p.accept(&carved{key: p.carver.wanted, detail: p.grade.detail}); err != nil {
					return err
				}
				p.deliver(false)
			}
			if err := p.hurry(false); err != nil {
				return err
			}
			for n := 0; n == 0 || !p.ready(); n++ {
				if err := p.paint(sc); err != nil {
					return err
				}
				if n > 10_000 {
					return fmt.Errorf("%s is never ready", c.what)
				}
			}
			if p.hasty() != c.want {
				return fmt.Errorf("%s: draft %v, want %v", c.what, p.hasty(), c.want)
			}
		}
		return nil
	})
}

func TestHalve(t *testing.T) {
	m := image.NewNRGBA(image.Rect(0, 0, 8, 4))
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range m.Pix {
		m.Pix[i] = []uint8{0, 255, uint8(rng.Uint32())}[i%3]
	}
	out := halve(m)
	for y := range 2 {
		for x := range 4 {
			for k := range 4 {
				at := func(dx, dy int) int { return int(m.Pix[(2*y+dy)*m.Stride+4*(2*x+dx)+k]) }
				if got, want := int(out.Pix[y*out.Stride+4*x+k]), (at(0, 0)+at(1, 0)+at(0, 1)+at(1, 1)+2)/4; got != want {
					t.Fatalf("%d,%d part %d: %d, want %d", x, y, k, got, want)
				}
			}
		}
	}
}
