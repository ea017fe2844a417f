package hud

import (
	"context"
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

// nobody is a network on which nobody is, but a service that stands by itself.
type nobody struct{ app.Network }

func (nobody) Find(context.Context) ([]app.Nearby, error) { return nil, nil }
func (nobody) Service(context.Context, string, string, bool, func(app.Notice)) (app.Service, error) {
	return alone{}, nil
}

// alone is a service in whose lobby a few seeks wait.
type alone struct{ app.Service }

func (alone) Name() string { return "hnefatafl.example" }
func (alone) Me() app.Person {
	return app.Person{Name: "Ragnhild Eriksdatter", Rating: 1532, Provisional: true}
}
func (alone) Link() app.Link { return app.Link{State: app.LinkUp, Lag: 30 * time.Millisecond} }
func (alone) Close()         {}
func (alone) Waiting(context.Context) (app.Waiting, error) {
	return app.Waiting{In: true, Seconds: 23, Range: 215, Players: 4}, nil
}
func (alone) Lobby(context.Context) (app.Lobby, error) {
	one := app.OpenSeek{ID: "a", By: app.Person{Name: "Thorbjørn Þórðarson", Rating: 1711}, Seek: app.Seek{VariantID: "copenhagen-2015", Clock: "10m+5s", Rated: true}}
	return app.Lobby{Seeks: []app.OpenSeek{one, one, one}}, nil
}

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

// thePages are the pages of the program, with nobody on the network.
var thePages = []aPage{
	{"title", "", nil},
	{"new", "", commands("two")},
	{"custom", "", commands("two", "custom")},
	{"settings", "", commands("settings")},
	{"reading", "", commands("settings", "reading")},
	{"look", "", commands("settings", "look")},
	{"volumes", "", commands("settings", "volumes")},
	{"net", "", commands("net")},
	{"host", "", commands("net", "host")},
	{"join", "", commands("net", "join")},
	{"service", "", commands("net", "service")},
	{"lobby", "", append(commands("net", "service"), app.Command{ID: "paste"}, app.Command{ID: "guest"})},
	{"events", "", commands("events")},
	{"event", "", commands("events", "new")},
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
func (p aPage) shown(t *testing.T, language string) *app.Screen {
	t.Helper()
	v, err := variant.Get("brandubh-gorrion")
	if err != nil {
		t.Fatal(err)
	}
	o := app.Options{Network: nobody{}, Hall: &app.Hall{Events: app.NewEvents(t.TempDir())}, View: scene.New(app.Stage(v)), Clock: still{}, Language: language, Version: "v1.0.0 (0123456789ab), go1.26 linux/amd64"}
	if p.variant != "" {
		o.Setup = &app.Setup{Variant: p.variant, Far: [game.Sides]string{}}
	}
	a, err := app.New(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range p.do {
		if c.ID == "paste" {
			a.Paste("https://hnefatafl.example")
			continue
		}
		a.Do(c)
	}
	a.Frame(time.Unix(0, 0))
	for end := time.Now().Add(5 * time.Second); p.name == "lobby" && a.Screen().Dialog.ID != p.name; a.Frame(time.Unix(0, 0)) {
		if time.Sleep(time.Millisecond); time.Now().After(end) {
			t.Fatal("the lobby does not open")
		}
	}
	s := *a.Screen()
	a.Close()
	return &s
}

// sizes are windows with what a player may have chosen for them.
var sizes = []struct {
	w, h int
	app.Sizes
}{
	{1024, 768, app.Sizes{}},
	{1024, 768, app.Sizes{Scale: 0.75}},
	{1024, 768, app.Sizes{Scale: 2}}, // 150 % is as much as fits, too
	{1280, 720, app.Sizes{}},
	{1280, 720, app.Sizes{Scale: 0.75}},
	{1280, 720, app.Sizes{Scale: 1.5}},
	{1280, 720, app.Sizes{Text: 1.25}},
	{1280, 720, app.Sizes{Text: 1.5, Contrast: true}},
	{1920, 1080, app.Sizes{}},
	{1920, 1080, app.Sizes{Scale: 0.75}},
	{1920, 1080, app.Sizes{Scale: 1.5}},
	{1920, 1080, app.Sizes{Scale: 2}},
	{1920, 1080, app.Sizes{Text: 1.5}},
	{3840, 2160, app.Sizes{}},
	{3840, 2160, app.Sizes{Scale: 2, Text: 1.5}},
}

// TestPagesOfTheProgram lays the program's own pages out in the languages with
// the longest words, in small and large windows and sizes, and asserts that
// nothing overlaps and that no text is cut short where a player reads.
func TestPagesOfTheProgram(t *testing.T) {
	t.Cleanup(func() { _ = tongue.Use(tongue.English) })
	at := sizes
	if testing.Short() {
		at = sizes[:2]
	}
	h := newHUD(t)
	for _, language := range []string{"de", "is", "da", "sv", "nb"} {
		for _, p := range thePages {
			s := p.shown(t, language)
			for i, z := range at {
				if i%4 != 0 && language != "de" && language != "is" { // whose words are the longest
					continue
				}
				s.Sizes = z.Sizes
				s.Version++
				h.stale = true
				h.Layout(s, z.w, z.h, 1)
				where := fmt.Sprintf("%s, %s at %dx%d text %g scale %g", language, p.name, z.w, z.h, z.Text, z.Scale)
				checkLayout(t, h, where)
				checkWhole(t, h, where)
				keepPicture(t, h, fmt.Sprintf("%s-%s-%d-%g-%g", language, p.name, z.w, z.Text, z.Scale))
			}
		}
	}
}

// checkWhole asserts that no text was cut short.
func checkWhole(t *testing.T, h *HUD, where string) {
	t.Helper()
	for p := range parts {
		for _, x := range h.slots[p].canvas.texts {
			if strings.HasSuffix(x.text, "…") && !strings.HasSuffix(x.text, " …") && !h.slots[p].rect.Empty() {
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
		if p.Image.Rect.Dx() == p.W { // but for the veil behind dialogs
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
