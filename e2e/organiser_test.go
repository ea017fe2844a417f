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

// organiser holds an event at a display. It knows where the buttons are by a
// client of its own, which reads the same files and is shown on no display.
type organiser struct {
	*display
	data    string
	prog    *program
	mind    *app.App
	network remote.Network // of what is in mind
	hud     *hud.HUD       // of what is in mind; a sheet that grows stays where it is

	fresh   bool // the hall has just been opened
	atBoard bool // a game stands behind the hall, not the title
	seated  bool // a game of people has come to the table by itself
}

// waiting returns an organiser at a display, before the program begins.
func waiting(t *testing.T) *organiser {
	return &organiser{display: newDisplay(t), data: t.TempDir(), network: alone{}}
}

func newOrganiser(t *testing.T) *organiser {
	o := waiting(t)
	o.begins()
	return o
}

// begins starts the program and looks at its title.
func (o *organiser) begins() {
	o.t.Helper()
	o.prog = o.run("-data", o.data, "-mute", "-quality", "low")
	o.park()
	o.still()
	o.imagines()
}

// imagines begins with the title in mind.
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

// looks lays out what is in mind.
func (o *organiser) looks() {
	o.mind.Frame(time.Now())
	o.hud.Layout(o.mind.Screen(), width, height, 1)
}

// does gives a command to what is in mind.
func (o *organiser) does(id string, arg int) {
	o.mind.Do(panel.Command{ID: id, Arg: arg})
	o.keepsLooking(patience, time.Millisecond, func() bool { o.looks(); return !reads(o.mind) }, inVain("the events"))
}

// reads reports whether saved events are being read.
func reads(a *app.App) bool {
	d := a.Screen().Dialog
	return d != nil && d.ID == "events-reading"
}

// remembers has the hall of the event in mind as the files have it now.
func (o *organiser) remembers() {
	o.t.Helper()
	o.imagines()
	o.does("events", 0)
	o.does("open", 0)
	o.fresh = true
}

// alone is a network that nobody is asked over.
type alone struct{ remote.Network }

// idle are engines that never play, since what is in mind only looks.
type idle struct{}

func (idle) Jobs() int { return 0 }

func (idle) Contender(string, string, uint64) (table.Player, func(), error) {
	return nil, nil, errors.New("it only looks")
}

// reader is a store of events that keeps nothing.
type reader struct{ events.Store }

func (reader) Remove(string) error { return nil }

func (reader) Save(string, []byte) error { return nil }

func (reader) Aside(name string) (string, error) { return name, nil }

// memory is a store of settings and games that keeps nothing.
type memory struct{ shell.Store }

func (memory) Remove(string) error { return nil }

func (memory) Save(string, []byte) error { return nil }

func (memory) Aside(name string) (string, error) { return name, nil }

// find returns the middle of what sends a command.
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

// middle returns the middle of a patch that begins at a point of its upper edge.
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

// presses gives a command by a click.
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

// reopens leaves the hall and comes back, so that it stands where a sheet
// stands that has just been opened.
func (o *organiser) reopens() {
	o.t.Helper()
	o.turnsTo("the hall to go", "Escape")
	if o.atBoard {
		o.turnsTo("the hall", "g")
	} else {
		o.mind.Key(panel.Key{Name: "Esc"}) // to a title that has a line about the event
		o.looks()
		o.presses("events", 0)
	}
	o.remembers()
}

// turnsTo presses a key and waits until another sheet is on the screen: a busy machine
// takes its time.
func (o *organiser) turnsTo(what, key string) {
	o.t.Helper()
	before := o.still()
	o.key(key)
	o.seesChange(what, before, width*height/20)
}

// writes clicks into a field and types.
func (o *organiser) writes(field, text string) {
	o.t.Helper()
	o.presses(field, 0)
	o.do("type", "--delay", "40", text)
	for _, r := range text {
		o.mind.Type(r)
		o.looks()
	}
}

// makes creates an event of people and of engines by their levels, and starts
// it.
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

// folder is where the event is kept.
func (o *organiser) folder() string {
	o.t.Helper()
	found, err := filepath.Glob(filepath.Join(o.data, "events", "*", "event.json"))
	must(o.t, err == nil && len(found) == 1, "%d events, %v", len(found), err)
	return filepath.Dir(found[0])
}

// event reads the event as it was saved last.
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

// bout is how long a game of quick engines may take on a busy machine.
const bout = patience

// until waits until the event has come so far.
func (o *organiser) until(what string, wanted func(*tournament.Tournament) bool) {
	o.t.Helper()
	o.keepsLooking(bout, 2*pause, func() bool { return wanted(o.event()) }, inVain(what))
}
