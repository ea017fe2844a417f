package render

import (
	"errors"
	"fmt"
	"image"
	"math/rand/v2"
	"testing"
	"time"

	"tafl3d/internal/await"
	"tafl3d/render/hud"
)

// Where the processor draws, the first picture of a stage is a draft and the next one
// whole; what comes in finer for the same stage is no reason for another draft.
func TestTheFirstPictureIsADraft(t *testing.T) {
	inStudio(t, 320, 200, func(s *Studio) error {
		p := s.painter
		p.carver.drafts, p.pace.Slow = true, true
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
			if err := p.useDraft(false); err != nil {
				return err
			}
			if err := paintsUntil(p.ready, func() error { return p.paint(sc) }); err != nil {
				return fmt.Errorf("%s: %w", c.what, err)
			}
			if p.isDraft() != c.want {
				return fmt.Errorf("%s: draft %v, want %v", c.what, p.isDraft(), c.want)
			}
		}
		return nil
	})
}

// paintsUntil paints, at least once, until a state has come.
func paintsUntil(ok func() bool, paint func() error) error {
	for end := time.Now().Add(4 * await.Patience); ; time.Sleep(time.Millisecond) {
		if err := paint(); err != nil || ok() {
			return err
		}
		if time.Now().After(end) {
			return errors.New("it never comes")
		}
	}
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
				if got, want := int(out.Pix[y*out.Stride+4*x+k]),
					(at(0, 0)+at(1, 0)+at(0, 1)+at(1, 1)+2)/4; got != want {
					t.Fatalf("%d,%d part %d: %d, want %d", x, y, k, got, want)
				}
			}
		}
	}
}

// The drawn board is seen before a program is compiled but the one for panels, and
// before anything is carved; once that is done it goes.
func TestTheFirstFrameComesBeforeCarvingEnds(t *testing.T) {
	inStudio(t, 640, 400, func(s *Studio) error {
		p := s.painter
		sc, _ := position(t, 7)
		panels, err := hud.New()
		if err != nil {
			return err
		}
		l := &loop{window: s.window, painter: p, hud: panels, scene: sc, client: &clerk{}, redo: true}
		shown := func() bool { return p.panels.textures["drawn board"] != nil }
		wish := wishFor(sc, p.grade.detail, p.opt.Seed)
		p.carver.asked, p.carver.wanted = wish, "what is never carved"

		p.releaseResources()
		if err := p.open(); err != nil {
			return err
		}
		panels.Layout(l.client.Screen(), 640, 400, 1)
		if err := l.show(640, 400); err != nil || p.canDraw() || !shown() {
			return fmt.Errorf("at the very first the board is not drawn (%v), or everything was made before: %v",
				shown(), err)
		}
		if err := l.draw(); err != nil || p.ready() || !p.canDraw() || !shown() {
			return fmt.Errorf("while it is carved the board is not drawn (%v): %v", shown(), err)
		}
		p.carver.asked.staged++ // as if another stage had been requested
		if err := paintsUntil(func() bool { return !shown() }, l.draw); err != nil {
			return fmt.Errorf("the carved board: %w", err)
		}
		if !p.ready() {
			return errors.New("nothing is seen at all")
		}
		return nil
	})
}

// Another design of the same board, or another room, is carved while the old one is seen;
// of another board there is nothing to see yet.
func TestTheOldBoardStaysWhileAnotherDesignIsCarved(t *testing.T) {
	inStudio(t, 160, 100, func(s *Studio) error {
		p := s.painter
		sc, _ := position(t, 7)
		if err := s.finish(sc); err != nil {
			return err
		}
		p.carver.wanted = "another design"
		if !p.ready() || !p.carving() {
			return fmt.Errorf("of another design: seen %v, carved %v, want both", p.ready(), p.carving())
		}
		p.carver.asked.staged++
		if p.ready() || !p.carving() {
			return fmt.Errorf("of another board: seen %v, carved %v, want only the latter", p.ready(), p.carving())
		}
		return nil
	})
}
