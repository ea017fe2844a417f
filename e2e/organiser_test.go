package e2e

import (
	"errors"
	"image"
	"os"
	"path"
	"path/filepath"
	"testing"
	"time"

	"tafl3d/app"
	"tafl3d/app/events"
	"tafl3d/app/remote"
	"tafl3d/app/shell"
	"tafl3d/game/table"
	"tafl3d/panel"
	"tafl3d/render/hud"
	"tafl3d/scene"
	"tafl3d/tournament"
)

// organiser runs a tournament at a display. It finds buttons by a second client, the model, which reads the
// same files and has no display.
type organiser struct {
	*display
	data    string
	prog    *program
	mind    *app.App
	network remote.Network // of the model
	hud     *hud.HUD       // of the model; growing dialogs keep their place

	fresh   bool // the page was just opened
	atBoard bool // a game, not the title screen, is behind the page
	seated  bool // a game of humans was opened automatically
}

// waiting returns an organiser before the program starts.
func waiting(t *testing.T) *organiser {
	return &organiser{display: newDisplay(t), data: t.TempDir(), network: alone{}}
}

func newOrganiser(t *testing.T) *organiser {
	o := waiting(t)
	o.begins()
	return o
}

// begins starts the program and waits for its title screen.
func (o *organiser) begins() {
	o.t.Helper()
	o.prog = o.run("-data", o.data, "-mute", "-quality", "low")
	o.park()
	o.still()
	o.imagines()
}

// imagines creates the model with the title screen.
func (o *organiser) imagines() {
	o.t.Helper()
	if o.mind != nil {
		o.mind.Close()
	}
	a, err := app.New(o.t.Context(), app.Options{View: scene.New(scene.Stage{}), Store: memory{shell.NewFiles(o.data)},
		Events: &events.Options{Events: reader{events.NewStore(filepath.Join(o.data, "events"))}, Entrants: idle{},
			Reveal: func(string) error { return nil }}, Network: o.network})
	if err != nil {
		o.t.Fatal(err)
	}
	o.mind = a
	o.t.Cleanup(a.Close)
	if o.hud, err = hud.New(); err != nil {
		o.t.Fatal(err)
	}
	o.looks()
}

// looks lays out the model.
func (o *organiser) looks() {
	o.mind.Frame(time.Now())
	o.hud.Layout(o.mind.Screen(), width, height, 1)
}

// does sends a command to the model.
func (o *organiser) does(id string, arg int) {
	o.mind.Do(panel.Command{ID: id, Arg: arg})
	o.keepsLooking(patience, pause/5, func() bool { o.looks(); return !reads(o.mind) }, inVain("the events"))
}

// reads reports whether saved tournaments are being read.
func reads(a *app.App) bool {
	d := a.Screen().Dialog
	return d != nil && d.ID == "events-reading"
}

// remembers loads the tournament from the files into the model.
func (o *organiser) remembers() {
	o.t.Helper()
	o.imagines()
	o.does("events", 0)
	o.does("open", 0)
	o.fresh = true
}

// alone is an unused network.
type alone struct{ remote.Network }

// idle provides engines that never move.
type idle struct{}

func (idle) Jobs() int { return 0 }

func (idle) Contender(string, string, uint64) (table.Player, func(), error) {
	return nil, nil, errors.New("it only looks")
}

// reader is a read-only store of tournaments.
type reader struct{ events.Store }

func (reader) Remove(string) error { return nil }

func (reader) Save(string, []byte) error { return nil }

func (reader) Aside(name string) (string, error) { return name, nil }

// memory is a read-only store of settings and games.
type memory struct{ shell.Store }

func (memory) Remove(string) error { return nil }

func (memory) Save(string, []byte) error { return nil }

func (memory) Aside(name string) (string, error) { return name, nil }

// find returns the middle of the target of a command.
func (o *organiser) find(id string, arg int) (image.Point, bool) {
	o.t.Helper()
	o.looks()
	gives := func(p image.Point) bool {
		c, _, hit := o.hud.At(p.X, p.Y)
		return hit && c.ID == id && c.Arg == arg
	}
	for y := 0; y < height; y += 3 {
		for x := 0; x < width; x += 3 {
			if at := image.Pt(x, y); gives(at) {
				return middle(at, gives), true
			}
		}
	}
	return image.Point{}, false
}

// middle returns the middle of an area from a point on its upper edge.
func middle(at image.Point, within func(image.Point) bool) image.Point {
	to := at
	for within(to.Add(image.Pt(1, 0))) {
		to.X++
	}
	for within(image.Pt(to.X, to.Y+1)) {
		to.Y++
	}
	return at.Add(to).Div(2)
}

// presses sends a command by a click.
func (o *organiser) presses(id string, arg int) {
	o.t.Helper()
	if o.dialog() == "hall" && !o.fresh {
		o.reopens()
	}
	o.fresh = false
	at, there := o.find(id, arg)
	if !there {
		o.keep("e2e-no-button")
		o.t.Fatalf("nothing on the sheet %q gives the command %q %d", o.dialog(), id, arg)
	}
	o.click(at)
	o.does(id, arg)
	o.still()
}

func (o *organiser) dialog() string {
	if d := o.mind.Screen().Dialog; d != nil {
		return d.ID
	}
	return ""
}

// reopens closes and opens the page, so that it has the position of a newly opened one.
func (o *organiser) reopens() {
	o.t.Helper()
	o.turnsTo("the hall to go", "Escape")
	if o.atBoard {
		o.turnsTo("the hall", "g")
	} else {
		o.mind.Key(panel.Key{Name: "Esc"}) // to a title screen with a line about the tournament
		o.looks()
		o.presses("events", 0)
	}
	o.remembers()
}

// turnsTo presses a key and waits for another page.
func (o *organiser) turnsTo(what, key string) {
	o.t.Helper()
	before := o.still()
	o.key(key)
	o.seesChange(what, before, width*height/20)
}

// writes clicks a field and types.
func (o *organiser) writes(field, text string) {
	o.t.Helper()
	o.presses(field, 0)
	o.do("type", "--delay", "40", text)
	for _, r := range text {
		o.mind.Type(r)
		o.looks()
	}
}

// makes creates and starts a tournament of humans and of engines by level.
func (o *organiser) makes(people []string, levels []int) {
	o.t.Helper()
	o.presses("events", 0)
	o.presses("new", 0)
	o.keep("e2e-hall-new")
	o.presses("entrants", 0)
	for _, name := range people {
		o.writes("name", name)
		o.presses("add", 0)
	}
	o.presses("kind", 1)
	at := 3
	for _, level := range levels {
		for ; at > level; at-- {
			o.presses("level", at-2)
		}
		for ; at < level; at++ {
			o.presses("level", at)
		}
		o.presses("add", 0)
	}
	o.keep("e2e-hall-entrants")
	o.presses("close", 0)
	o.presses("create", 0)
	o.keepsLooking(patience, pause, func() bool {
		found, _ := filepath.Glob(filepath.Join(o.data, "events", "*", "event.json"))
		return len(found) == 1 && len(o.event().Entrants()) == len(people)+len(levels)
	}, inVain("the event's file"))
	o.remembers()
	o.presses("start", 0)
	o.until("the first round", func(ev *tournament.Tournament) bool { return ev.Round() == 1 })
}

// folder returns the folder of the tournament.
func (o *organiser) folder() string {
	o.t.Helper()
	found, err := filepath.Glob(filepath.Join(o.data, "events", "*", "event.json"))
	must(o.t, err == nil && len(found) == 1, "%d events, %v", len(found), err)
	return filepath.Dir(found[0])
}

// event reads the saved tournament.
func (o *organiser) event() *tournament.Tournament {
	o.t.Helper()
	data, err := os.ReadFile(path.Join(o.folder(), "event.json"))
	if err != nil {
		o.t.Fatal(err)
	}
	ev, err := tournament.Decode(data)
	if err != nil {
		o.t.Fatalf("the saved event: %v", err)
	}
	return ev
}

// bout is the longest time of a game between fast engines.
const bout = patience

// until waits until the tournament satisfies wanted.
func (o *organiser) until(what string, wanted func(*tournament.Tournament) bool) {
	o.t.Helper()
	o.keepsLooking(bout, 2*pause, func() bool { return wanted(o.event()) }, inVain(what))
}
