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
	"tafl3d/app/library"
	"tafl3d/app/remote"
	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/table"
	"tafl3d/game/tree"
	"tafl3d/game/variant"
	"tafl3d/internal/await"
	"tafl3d/library/ask"
	"tafl3d/net/client"
	"tafl3d/net/wire"
	"tafl3d/panel"
	"tafl3d/scene"
	"tafl3d/tongue"
	"tafl3d/tournament"
)

// still is a stopped clock.
type still struct{}

func (still) Now() time.Time                       { return time.Unix(0, 0) }
func (still) After(time.Duration) <-chan time.Time { return nil }

// nobody is a network without players, but with a service that never changes.
type nobody struct{ remote.Network }

func (nobody) Find(context.Context) ([]wire.Found, error) { return nil, nil }

func (nobody) FindServices(context.Context) ([]wire.Found, error) { return nil, nil }
func (nobody) Service(context.Context, string, string, bool, func(wire.Notice)) (remote.Service, error) {
	return alone{}, nil
}

// alone is a service in whose lobby a few seeks wait.
type alone struct{ remote.Service }

func (alone) Address() string { return "https://hnefatafl.example" }
func (alone) Name() string    { return "hnefatafl.example" }
func (alone) Me() wire.Player {
	return wire.Player{Name: "Ragnhild Eriksdatter", Rating: 1532, Provisional: true}
}
func (alone) Link() client.Link {
	return client.Link{State: client.Connected, Lag: 30 * time.Millisecond}
}
func (alone) Close() {}
func (alone) Do(_ context.Context, _, _ string, _, out any) error {
	switch out := out.(type) {
	case *wire.Waiting:
		*out = wire.Waiting{In: true, Seconds: 23, Range: 215, Players: 4}
	case *wire.Lobby:
		one := wire.OpenSeek{ID: "a", By: wire.Player{Name: "Thorbjørn Þórðarson", Rating: 1711},
			Seek: wire.Seek{Variants: []string{"copenhagen-2015"}, Clocks: []string{"10m+5s"}, Rated: true}}
		ragnhild, bot := wire.Player{ID: "r", Name: "Ragnhild Eriksdatter"},
			wire.Player{Name: "Tafl3d-10", Bot: true, Level: 10}
		game := wire.GameBrief{Game: "g", Variant: "copenhagen-2015", Attackers: one.By, Defenders: ragnhild,
			Turn: wire.Defenders}
		*out = wire.Lobby{Seeks: []wire.OpenSeek{one, one, one}, Waiting: 12, Here: []wire.Player{one.By, ragnhild},
			Bots: []wire.Player{bot, bot, bot, bot},
			Live: []wire.GameBrief{game, game}}
	case *wire.Position:
		*out = wire.Position{Ply: 23, Pieces: strings.Repeat(".", 121)}
	case *wire.Profile:
		past := wire.GameBrief{Game: "p", Variant: "copenhagen-2015",
			Attackers: wire.Player{Name: "Thorbjørn Þórðarson"}, Result: "attackers", Ended: 1_790_000_000}
		*out = wire.Profile{Ratings: []wire.Rating{{Pool: "tafl correspondence", Points: 1711, Games: 23,
			Provisional: true}}, Games: []wire.GameBrief{past, past, past}}
	}
	return nil
}

// analyst is an engine with a single line.
type analyst struct{ board.Engines }

func (analyst) Manners() []board.Manner { return nil }

func (analyst) Analyse(_ context.Context, _ string, s table.Situation, _ board.Wanted, tell func(board.Study)) error {
	line := board.StudyLine{Ends: 5, Wins: true, Steps: s.Position.Legal(nil, s.History)[:1]}
	tell(board.Study{Depth: 12, Lines: []board.StudyLine{line, line}})
	return nil
}

// aPage is a way to a page of the program: keys and commands from the title, or
// from a game of a variant.
type aPage struct {
	name    string
	variant string
	do      []panel.Command
	then    []panel.Command // after the result has arrived
}

// theLobby is the way to the lobby.
var theLobby = append(commands("net", "service"), panel.Command{ID: "paste"}, panel.Command{ID: "guest"})

func commands(ids ...string) (list []panel.Command) {
	for _, id := range ids {
		list = append(list, panel.Command{ID: id})
	}
	return list
}

// thePages are the pages of the program, with an empty network.
var thePages = []aPage{
	{"title", "", nil, nil},
	{"new", "", commands("two"), nil},
	{"custom", "", commands("two", "customise"), nil},
	{"settings", "", commands("settings"), nil},
	{"reading", "", commands("settings", "reading"), nil},
	{"look", "", commands("settings", "look"), nil},
	{"volumes", "", commands("settings", "volumes"), nil},
	{"net", "", commands("net"), nil},
	{"host", "", commands("net", "host"), nil},
	{"join", "", commands("net", "join"), nil},
	{"service", "", commands("net", "service"), nil},
	{"lobby", "", theLobby, nil},
	{"lobby watch", "", theLobby, []panel.Command{{ID: "view", Arg: 1}}},
	{"lobby players", "", theLobby, []panel.Command{{ID: "view", Arg: 2}}},
	{"account", "", theLobby, []panel.Command{{ID: "account"}}},
	{"lobby mine", "", theLobby, []panel.Command{{ID: "view", Arg: 3}}},
	{"bot", "", theLobby, []panel.Command{{ID: "open-bots"}}},
	{"seek", "", theLobby, append(commands("seek"), panel.Command{ID: "to", Arg: 2})},
	{"events", "", commands("events"), nil},
	{"awards", "", commands("events"), commands("open", "honours")},
	{"hall", "", commands("events"), commands("open")},
	{"cross", "", commands("events"), append(commands("open"), panel.Command{ID: "view", Arg: 1})},
	{"event", "", commands("events", "new"), nil},
	{"library", "", commands("library"), nil},
	{"import", "", commands("library"), commands("import")},
	{"filter", "", commands("library"), commands("filter")},
	{"record", "", commands("library", "record"), nil},
	{"months", "", commands("library", "record"), []panel.Command{{ID: "view", Arg: 5}}},
	{"export", "", commands("library"), commands("export")},
	{"help", "", commands("help"), nil},
	{"about", "", commands("help", "about"), nil},
	{"legend", "", commands("help", "legend"), nil},
	{"legend of morris", "morris-9", commands("help", "legend"), nil},
	{"tour", "", commands("help", "tour"), nil},
	{"learn", "", commands("learn"), nil},
	{"lessons", "", commands("learn", "lessons"), nil},
	{"lesson", "", append(commands("learn", "lessons"), panel.Command{ID: "course", Arg: 1}, panel.Command{ID: "anew"}),
		nil},
	{"exercises", "", commands("learn", "exercises"), nil},
	{"exercise", "", commands("learn", "exercises", "begin"), nil},
	{"exercise solved", "", commands("learn", "exercises", "begin", "reveal"), nil},
	{"results", "", commands("learn", "exercises", "begin", "reveal", "next", "reveal", "close", "results"), nil},
	{"game", "copenhagen-2015", nil, nil},
	{"game in a tournament", "copenhagen-2015", commands("menu", "events"), commands("open", "close")},
	{"morris", "morris-9", nil, nil},
	{"menu", "fox-geese-13", commands("menu"), nil},
	{"rules", "copenhagen-2015", commands("rules"), nil},
	{"rules of dablot", "dablot-full", commands("rules"), nil},
	{"fairness", "brandubh-gorrion", commands("rules", "fairness"), nil},
	{"resign", "brandubh-gorrion", commands("resign"), nil},
	{"over", "brandubh-gorrion", commands("resign", "yes"), nil},
	{"share", "brandubh-gorrion", commands("resign", "yes"), commands("share")},
	{"studies", "", commands("study"), nil},
	{"files", "", commands("paste-two"), nil},
	{"study", "", commands("paste-one", "study"), nil},
	{"sharing a study", "", commands("paste-one", "next", "study", "share"), nil},
	{"tags of a study", "", commands("paste-one", "study", "tags"), nil},
	{"analysis", "", commands("paste-one", "analysis"), nil},
	{"line", "", commands("paste-one", "analyse"), commands("line")},
	{"explorer", "", commands("paste-one", "explorer"), nil},
	{"playing on", "", commands("paste-one", "study", "play"), nil},
}

// pasted are texts from the clipboard, by the command that represents them here.
var pasted = map[string]string{"paste": "https://hnefatafl.example", "paste-one": aGame, "paste-two": aGame + aGame}

const aGame = "[Variant \"copenhagen-2015\"]\n[Attackers \"Ragnhild\"]\n[Event \"Midsummer cup\"]\n\n1. d1-d3 f4-d4\n\n"

// there reports whether what is on the screen is the page: some wait for an answer.
func (p *aPage) there(s *panel.Screen) bool {
	d := s.Dialog
	switch p.name {
	case "line":
		return len(s.Game.Notes) > 1
	case "over", "share":
		return d != nil && d.ID == "over"
	case "lobby", "lobby watch", "lobby players", "lobby mine", "bot", "seek", "account":
		return d.ID == "lobby" && len(d.Fields[4].Cards) > 0
	case "record", "months":
		return len(d.Fields) > 2
	case "explorer":
		return len(d.Fields) > 1
	case "library", "import", "filter", "export":
		return len(d.Fields) > 4
	case "events", "awards", "hall", "cross", "game in a tournament":
		return len(d.Charts) > 0
	}
	return true
}

// books is a library of a few games with long texts.
type books struct{ library.Library }

func shelf() (library.Opened, error) { return library.Opened{Library: books{}}, nil }

func (books) Missing(context.Context, string, []string) ([]string, error) { return nil, nil }
func (books) Count(context.Context, ask.Query) (int, error)               { return 98_765, nil }
func (books) Kinds(context.Context) (a, b []string, err error) {
	return []string{"copenhagen-2015", "alea-citadels-19x19"}, []string{ask.Mine, ask.Watched, "Ragnhild's own"}, nil
}
func (books) Game(int64) (*tree.Game, error) {
	v, err := variant.Get("copenhagen-2015")
	if err != nil {
		return nil, err
	}
	return tree.New(v.ID, v.Rules.Start()), nil
}
func (books) Reached(*tree.Game, ask.Query) int                     { return 0 }
func (books) Since(context.Context, string, string) (string, error) { return "", context.Canceled }
func (books) Record(context.Context, ask.Query) (ask.Stats, error) {
	s := ask.Stats{All: ask.Score{Won: 1234, Lost: 432, Drawn: 99}, Variants: map[string]ask.Score{},
		Months: map[string]ask.Score{}}
	for i, v := range variant.All()[:20] {
		s.Variants[v.ID] = ask.Score{Won: 3 * i, Lost: 20, Drawn: 5}
		s.Months[fmt.Sprintf("2026-%02d", i+1)] = ask.Score{Won: 20 + i*i%7, Lost: 20, Drawn: 5}
	}
	return s, nil
}
func (b books) Explore(ctx context.Context, _ string, _ *rules.Position, _ string) (list []ask.Move, err error) {
	newest, err := b.Find(ctx, ask.Query{})
	for i := range 14 {
		list = append(list, ask.Move{Turn: "Kf6-f10xf11xe10", Games: 12_345 - i, Attackers: 99, Defenders: 7000,
			Newest: newest[:3]})
	}
	return list, err
}
func (books) Find(context.Context, ask.Query) (list []ask.Entry, err error) {
	for i := range 10 {
		e := ask.Entry{Variant: "copenhagen-2015", Defenders: "Ragnhild Eriksdatter",
			Levels: [game.Sides]string{"10", ""}, Date: "2026-11-23", Event: "Midsummer cup",
			Result: "attackers", Cause: []string{"encirclement", "time", "resigned", "repetition"}[i%4], Turns: 123,
			Collection: ask.Mine, Own: "defenders"}
		list = append(list, e)
	}
	return list, nil
}

// held returns the events of a house in which one was held.
func held(t *testing.T) events.Store {
	t.Helper()
	at := time.Unix(0, 0)
	ev, err := tournament.New(tournament.Config{Name: "Midsummer cup", Format: tournament.RoundRobin, Rounds: 1,
		Games: 2, Variants: []tournament.Variant{{ID: "copenhagen-2015"}}})
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
			apply(tournament.Report{Pairing: d.Pairing, Leg: d.Leg, Verdict: []tournament.Verdict{tournament.Attackers,
				tournament.Defenders}[i%2], Cause: "escape", Plies: 40 + i})
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
	a := p.opened(t, language)
	s := *a.Screen()
	a.Close()
	return &s
}

// opened starts the program and goes to the page. The caller closes it.
func (p aPage) opened(t *testing.T, language string) *app.App {
	t.Helper()
	v, err := variant.Get("brandubh-gorrion")
	if err != nil {
		t.Fatal(err)
	}
	o := app.Options{Network: nobody{},
		Events: &events.Options{Events: held(t), Reveal: func(string) error { return nil }}, Library: shelf,
		View: scene.New(board.Stage(v)), Clock: still{}, Language: language,
		Version: "v1.0.0 (0123456789ab), go1.26 linux/amd64"}
	if p.name == "analysis" || p.name == "line" {
		o.Engines = analyst{}
	}
	if p.variant != "" {
		o.Setup = &board.Setup{Variant: p.variant, Remote: [game.Sides]string{}}
	}
	a, err := app.New(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range p.do {
		if text, is := pasted[c.ID]; is {
			a.Paste(text)
			continue
		}
		a.Do(c)
	}
	a.Frame(time.Unix(0, 0))
	await.Poll{Interval: time.Millisecond}.Until(t, "the page "+p.name+" does not open",
		func() bool { a.Frame(time.Unix(0, 0)); return p.there(a.Screen()) })
	for _, c := range p.then {
		a.Do(c)
	}
	a.Frame(time.Unix(0, 0))
	return a
}

// sizing is a window with what a player has chosen for it.
type sizing struct {
	w, h int
	panel.Sizes
}

// sizes are windows with what a player may have chosen for them.
var sizes = []sizing{
	{800, 600, panel.Sizes{}},
	{1280, 720, panel.Sizes{}},
	{800, 600, panel.Sizes{Text: 1.5}},
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

// audit lays a page out in a language in all sizes. It paints the first; the others need pixels only if
// pictures are kept.
func (p *aPage) audit(t *testing.T, h *HUD, language string, at []sizing) {
	s := p.shown(t, language)
	for i, z := range at {
		if i > 1 && i%4 != 0 && language != "de" && language != "is" { // whose words are the longest
			continue
		}
		s.Sizes = z.Sizes
		s.Version++
		h.stale, h.paper = true, newPicture
		if i > 0 && os.Getenv("TAFL_PAGES") == "" {
			h.paper = noPicture
		}
		h.Layout(s, z.w, z.h, 1)
		where := fmt.Sprintf("%s, %s at %dx%d text %g scale %g", language, p.name, z.w, z.h, z.Text, z.Scale)
		checkLayout(t, h, where)
		checkWhole(t, h, where)
		if bar := h.slots[partBar]; !bar.rect.Empty() && planTools(h.fonts, h.m, s.Bar, h.middle().Dx()).words == nil {
			t.Errorf("%s: the toolbar has no words", where)
		}
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

// keepPicture writes the panels to a folder for inspection if the environment names one.
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
