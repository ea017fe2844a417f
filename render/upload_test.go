package render

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
	"unsafe"

	"tafl3d/render/cache"
	"tafl3d/render/carve"
	"tafl3d/render/gl"
	"tafl3d/scene"
)

// TestAPictureArrivesWhole brings a picture to the card a few rows at a time and reads
// all its levels again.
func TestAPictureArrivesWhole(t *testing.T) {
	inStudio(t, 64, 64, func(*Studio) error {
		m := image.NewNRGBA(image.Rect(0, 0, 32, 16))
		rng := rand.New(rand.NewPCG(1, 2))
		for i := range m.Pix {
			m.Pix[i] = uint8(rng.Uint32())
		}
		all := levels(m)
		s := &resources{}
		var name uint32
		gl.GenTextures(1, &name)
		defer release(name)
		s.pending = []textureUpload{{texture: name, levels: all}}
		const rows = 5
		steps := 1
		for ; !s.load(rows * m.Stride); steps++ {
			if steps > 1000 {
				return errors.New("it is never all there")
			}
		}
		if least := 1 + (16+8/2)/rows; steps < least {
			return fmt.Errorf("all was there after %d portions, want at least %d", steps, least)
		}
		defer scratch()()
		gl.BindTexture(gl.TEXTURE_2D, name)
		for i, want := range all {
			got := make([]uint8, len(want.Pix))
			gl.GetTexImage(gl.TEXTURE_2D, int32(i), gl.RGBA, gl.UNSIGNED_BYTE, unsafe.Pointer(&got[0]))
			if !bytes.Equal(got, want.Pix) {
				return fmt.Errorf("level %d has arrived as something else", i)
			}
		}
		return nil
	})
}

// TestAFinerBoardWaitsForRest delivers the full models while a draft is visible, things move, and a full
// picture takes long.
func TestAFinerBoardWaitsForRest(t *testing.T) {
	inStudio(t, 160, 100, func(s *Studio) error {
		p := s.painter
		sc, _ := position(t, 7)
		if err := s.finish(sc); err != nil {
			return err
		}
		before, held := p.resources, Held()
		p.carver.drafts, p.pace.Slow = true, true
		things, _ := carveAll(t.Context(), makersFor(*sc.On(), carve.Options{Size: 64}), nil, func(float32) {})
		come := func() error {
			return p.accept(&carved{key: p.carver.wanted, detail: p.grade.detail, things: things})
		}
		if err := come(); err != nil {
			return err
		}
		if p.deliver(true); p.resources != before || p.coming == nil {
			return errors.New("it was shown while things moved")
		}
		for n := 0; p.coming != nil; n++ {
			if n > 1000 {
				return errors.New("it never comes")
			}
			if p.resources != before {
				return errors.New("it is shown before it is there")
			}
			p.deliver(false)
		}
		if p.resources == before || !p.whole || p.fresh {
			return errors.New("it was not shown, or as another stage")
		}
		if err := come(); err != nil {
			return err
		}
		p.coming.detail++ // another step of quality was chosen meanwhile
		if p.deliver(false); p.coming != nil {
			return errors.New("what nobody wants is still on its way")
		}
		if now := Held(); now != held {
			return fmt.Errorf("the driver holds %+v, before %+v", now, held)
		}
		return nil
	})
}

// TestTheDraftComesOutOfTheCache starts on an empty cache, again, and
// after pictures were taken, which need no drafts.
func TestTheDraftComesOutOfTheCache(t *testing.T) {
	played, pictured := cache.New(t.TempDir(), "1", 256<<20), cache.New(t.TempDir(), "1", 256<<20)
	sc := scene.New(stageOf(t, "brandubh-gorrion"))
	for _, c := range []struct {
		what   string
		in     *cache.Cache
		drafts bool
		brief  []bool // of what is handed over
	}{
		{"an empty cache", played, true, []bool{false, false}},
		{"a full cache", played, true, []bool{true, false}},
		{"a picture", pictured, false, []bool{false}},
		{"a game after a picture", pictured, true, []bool{false}},
		{"another game", pictured, true, []bool{true, false}},
	} {
		cr := newCarver(c.drafts, c.in)
		w := wishFor(sc, 2*draftDetail, 0)
		cr.want(w)
		var got []bool
		for detail := 0; detail != w.size; {
			select {
			case made := <-cr.done:
				detail, got = made.detail, append(got, made.brief)
				cr.draftShown()
			case <-time.After(2 * time.Minute):
				t.Fatalf("%s: nothing more is handed over after %v", c.what, got)
			}
		}
		cr.wait.Wait()
		if !slices.Equal(got, c.brief) {
			t.Errorf("%s: %v, want %v", c.what, got, c.brief)
		}
	}
}
