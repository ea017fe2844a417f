package hud

import (
	"context"
	"errors"
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
	"tafl3d/app/board"
	"tafl3d/app/events"
	"tafl3d/app/remote"
	"tafl3d/game"
	"tafl3d/game/variant"
	"tafl3d/net/wire"
	"tafl3d/panel"
	"tafl3d/scene"
	"tafl3d/tongue"
	"tafl3d/tournament"
)

// still is a clock that stands.
type still struct{}

func (still) Now() time.Time                       { return time.Unix(0, 0) }
func (still) After(time.Duration) <-chan time.Time { return nil }

// nobody is a network on which nobody is, but a service that stands by itself.
type nobody struct{ remote.Network }

func (nobody) Find(context.Context) ([]wire.Found, error) { return nil, nil }
func (nobody) Service(context.Context, string, string, bool, func(wire.Notice)) (remote.Service, error) {
	return alone{}, nil
}

// alone is a service in whose lobby a few seeks wait.
type alone struct{ remote.Service }

func (alone) Name() string { return "hnefatafl.example" }
func (alone) Me() wire.Player {
	return wire.Player{Name: "Ragnhild Eriksdatter", Rating: 1532, Provisional: true}
}
func (alone) Link() remote.Link { return remote.Link{State: remote.LinkUp, Lag: 30 * time.Millisecond} }
func (alone) Close()            {}
func (alone) Do(_ context.Context, _, _ string, _, out any) error {
	switch out := out.(type) {
	case *wire.Waiting:
		*out = wire.Waiting{In: true, Seconds: 23, Range: 215, Players: 4}
	case *wire.Lobby:
		one := wire.OpenSeek{ID: "a", By: wire.Player{Name: "Thorbjørn Þórðarson", Rating: 1711}, Seek: wire.Seek{Variants: []string{"copenhagen-2015"}, Clocks: []string{"10m+5s"}, Rated: true}}
		*out = wire.Lobby{Seeks: []wire.OpenSeek{one, one, one}}
	}
	return nil
}

// aPage is a way to a page of the program: keys and commands from the title, or
// from a game of a variant.
type aPage struct {
	name    string
	variant string
	do      []panel.Command
	then    []panel.Command // once what was asked for is there
}

// theLobby is the way to the lobby.
var theLobby = append(commands("net", "service"), panel.Command{ID: "paste"}, panel.Command{ID: "guest"})

func commands(ids ...string) (list []panel.Command) {
	for _, id := range ids {
		list = append(list, panel.Command{ID: id})
	}
	return list
}

// thePages are the pages of the program, with nobody on the network.
var thePages = []aPage{
	{"title", "", nil, nil},
	{"new", "", commands("two"), nil},
	{"custom", "", commands("two", "custom"), nil},
	{"settings", "", commands("settings"), nil},
	{"reading", "", commands("settings", "reading"), nil},
	{"look", "", commands("settings", "look"), nil},
	{"volumes", "", commands("settings", "volumes"), nil},
	{"net", "", commands("net"), nil},
	{"host", "", commands("net", "host"), nil},
	{"join", "", commands("net", "join"), nil},
	{"service", "", commands("net", "service"), nil},
	{"lobby", "", theLobby, nil},
	{"seek", "", theLobby, append(commands("seek"), panel.Command{ID: "to", Arg: 2})},
	{"events", "", commands("events"), nil},
	{"awards", "", commands("events"), commands("open", "honours")},
	{"hall", "", commands("events"), commands("open")},
	{"cross", "", commands("events"), append(commands("open"), panel.Command{ID: "view", Arg: 1})},
	{"event", "", commands("events", "new"), nil},
	{"help", "", commands("help"), nil},
	{"about", "", commands("help", "about"), nil},
	{"tour", "", commands("help", "tour"), nil},
	{"game", "copenhagen-2015", nil, nil},
	{"morris", "morris-9", nil, nil},
	{"menu", "fox-geese-13", commands("menu"), nil},
	{"rules", "copenhagen-2015", commands("rules"), nil},
	{"rules of dablot", "dablot-full", commands("rules"), nil},
	{"resign", "brandubh-gorrion", commands("resign"), nil},
}

// there reports whether what is on the screen is the page: some wait for an answer.
func (p *aPage) there(d *panel.Dialog) bool {
	switch p.name {
	case "lobby", "seek":
		return d.ID == "lobby"
	case "events", "awards", "hall", "cross":
		return len(d.Charts) > 0
	}
	return true
}

// held returns the events of a house in which one was held.
func held(t *testing.T) events.Store {
	t.Helper()
	at := time.Unix(0, 0)
	ev, err := tournament.New(tournament.Config{Name: "Midsummer cup", Format: tournament.RoundRobin, Rounds: 1, Games: 2, Variants: []tournament.Variant{{ID: "copenhagen-2015"}}})
	apply := func(e tournament.Event) {
		if err == nil {
			err = ev.Apply(at, e)
		}
	}
	for _, name := range []string{"Ragnhild Eriksdatter", "Thorbjørn Þórðarson", "Ann"} {
		apply(tournament.Enter{Name: name, Kind: "person"})
	}
	apply(tournament.Start{})
	for err == nil && ev.Phase() != tournament.Over {
		apply(tournament.Pair{})
		for i, d := range ev.Due() {
			apply(tournament.Report{Pairing: d.Pairing, Leg: d.Leg, Verdict: []tournament.Verdict{tournament.Attackers, tournament.Defenders}[i%2], Cause: "escape", Plies: 40 + i})
		}
	}
	var data []byte
	if err == nil {
		data, err = ev.Encode()
	}
	events := events.NewStore(t.TempDir())
	if err = errors.Join(err, events.Save("cup/event.json", data)); err != nil {
		t.Fatal(err)
	}
	return events
}

// shown opens a page of the program itself.
func (p aPage) shown(t *testing.T, language string) *panel.Screen {
	t.Helper()
	v, err := variant.Get("brandubh-gorrion")
	if err != nil {
		t.Fatal(err)
	}
	o := app.Options{Network: nobody{}, Hall: &events.Options{Events: held(t)}, View: scene.New(board.Stage(v)), Clock: still{}, Language: language, Version: "v1.0.0 (0123456789ab), go1.26 linux/amd64"}
	if p.variant != "" {
		o.Setup = &board.Setup{Variant: p.variant, Far: [game.Sides]string{}}
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
	for end := time.Now().Add(30 * time.Second); !p.there(a.Screen().Dialog); a.Frame(time.Unix(0, 0)) {
		if time.Sleep(time.Millisecond); time.Now().After(end) {
			t.Fatalf("the page %s does not open", p.name)
		}
	}
	for _, c := range p.then {
		a.Do(c)
	}
	a.Frame(time.Unix(0, 0))
	s := *a.Screen()
	a.Close()
	return &s
}

// sizing is a window with what a player has chosen for it.
type sizing struct {
	w, h int
	panel.Sizes
}

// sizes are windows with what a player may have chosen for them.
var sizes = []sizing{
	{1024, 768, panel.Sizes{}},
	{1024, 768, panel.Sizes{Scale: 0.75}},
	{1024, 768, panel.Sizes{Scale: 2}}, // 150 % is as much as fits, too
	{1280, 720, panel.Sizes{}},
	{1280, 720, panel.Sizes{Scale: 0.75}},
	{1280, 720, panel.Sizes{Scale: 1.5}},
	{1280, 720, panel.Sizes{Text: 1.25}},
	{1280, 720, panel.Sizes{Text: 1.5, Contrast: true}},
	{1920, 1080, panel.Sizes{}},
	{1920, 1080, panel.Sizes{Scale: 0.75}},
	{1920, 1080, panel.Sizes{Scale: 1.5}},
	{1920, 1080, panel.Sizes{Scale: 2}},
	{1920, 1080, panel.Sizes{Text: 1.5}},
	{3840, 2160, panel.Sizes{}},
	{3840, 2160, panel.Sizes{Scale: 2, Text: 1.5}},
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
			t.Run(language+" "+p.name, func(t *testing.T) { p.audit(t, h, language, at) })
		}
	}
}

// audit lays a page out in a language in all sizes.
func (p *aPage) audit(t *testing.T, h *HUD, language string, at []sizing) {
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
		keepPicture(t, h, fmt.Sprintf("%s-%s-%dx%d-%g-%g", language, p.name, z.w, z.h, z.Text, z.Scale))
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
