package hud

import (
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tafl3d/app"
	"tafl3d/game"
	"tafl3d/game/variant"
	"tafl3d/scene"
	"tafl3d/tongue"
)

// still is a clock that stands.
type still struct{}

func (still) Now() time.Time                       { return time.Unix(0, 0) }
func (still) After(time.Duration) <-chan time.Time { return nil }

// aPage is a way to a page of the program: keys and commands from the title, or
// from a game of a variant.
type aPage struct {
	name    string
	variant string
	do      []app.Command
}

func commands(ids ...string) (list []app.Command) {
	for _, id := range ids {
		list = append(list, app.Command{ID: id})
	}
	return list
}

// thePages are the pages that need neither a network nor an event.
var thePages = []aPage{
	{"title", "", nil},
	{"new", "", commands("two")},
	{"custom", "", commands("two", "custom")},
	{"settings", "", commands("settings")},
	{"reading", "", commands("settings", "reading")},
	{"look", "", commands("settings", "look")},
	{"help", "", commands("help")},
	{"about", "", commands("help", "about")},
	{"tour", "", commands("help", "tour")},
	{"game", "copenhagen-2015", nil},
	{"morris", "morris-9", nil},
	{"menu", "fox-geese-13", commands("menu")},
	{"rules", "copenhagen-2015", commands("rules")},
	{"rules of dablot", "dablot-full", commands("rules")},
	{"resign", "brandubh-gorrion", commands("resign")},
}

// shown opens a page of the program itself.
func (p aPage) shown(t *testing.T, language string, want app.Sizes) *app.Screen {
	t.Helper()
	v, err := variant.Get("brandubh-gorrion")
	if err != nil {
		t.Fatal(err)
	}
	o := app.Options{View: scene.New(app.Stage(v)), Clock: still{}, Language: language, Version: "v1.0.0 (0123456789ab), go1.26 linux/amd64"}
	if p.variant != "" {
		o.Setup = &app.Setup{Variant: p.variant, Far: [game.Sides]string{}}
	}
	a, err := app.New(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Close)
	for _, c := range p.do {
		a.Do(c)
	}
	a.Frame(time.Unix(0, 0))
	s := *a.Screen()
	s.Sizes = want
	return &s
}

// TestPagesOfTheProgram lays the program's own pages out in the languages with
// the longest words, in small and large windows and sizes, and asserts that
// nothing overlaps and that no text is cut short where a player reads.
func TestPagesOfTheProgram(t *testing.T) {
	t.Cleanup(func() { _ = tongue.Use(tongue.English) })
	windows := []window{{1024, 768, 1, 0}, {1280, 720, 1, 0}, {1280, 720, 1, 1.5}, {1920, 1080, 1, 0}, {3840, 2160, 1, 0}}
	scales := []float32{0.75, 1, 1.5, 2}
	if testing.Short() {
		windows, scales = windows[:1], scales[1:2]
	}
	h := newHUD(t)
	version := uint64(0)
	for _, language := range []string{"de", "is"} {
		for _, p := range thePages {
			for _, w := range windows {
				for _, scale := range scales {
					s := p.shown(t, language, app.Sizes{Text: w.text, Scale: scale})
					version++
					s.Version = version
					h.Layout(s, w.w, w.h, w.scale)
					where := fmt.Sprintf("%s, %s at %dx%d text %g scale %g", language, p.name, w.w, w.h, w.text, scale)
					checkLayout(t, h, where)
					checkWhole(t, h, where)
					keepPicture(t, h, fmt.Sprintf("%s-%s-%d-%g-%g", language, p.name, w.w, w.text, scale))
				}
			}
		}
	}
}

// checkWhole asserts that no text was cut short.
func checkWhole(t *testing.T, h *HUD, where string) {
	t.Helper()
	for p := range parts {
		for _, x := range h.slots[p].canvas.texts {
			if strings.HasSuffix(x.text, "…") && !h.slots[p].rect.Empty() {
				t.Errorf("%s, %s: cut short: %q", where, partIDs[p], x.text)
			}
		}
	}
}

// keepPicture writes the panels to a folder, if the environment names one, for
// somebody to look at.
func keepPicture(t *testing.T, h *HUD, name string) {
	dir := os.Getenv("TAFL_PAGES")
	if dir == "" {
		return
	}
	img := image.NewRGBA(image.Rect(0, 0, h.m.w, h.m.h))
	draw.Draw(img, img.Rect, image.NewUniform(bog), image.Point{}, draw.Src)
	for _, p := range h.Panels() {
		if p.Image.Rect.Dx() == p.W {
			draw.Draw(img, image.Rect(p.X, p.Y, p.X+p.W, p.Y+p.H), p.Image, image.Point{}, draw.Over)
		}
	}
	f, err := os.Create(filepath.Join(dir, strings.ReplaceAll(name, " ", "_")+".png"))
	if err == nil {
		err = png.Encode(f, img)
		f.Close()
	}
	if err != nil {
		t.Error(err)
	}
}
