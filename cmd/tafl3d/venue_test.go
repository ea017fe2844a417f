package main

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tafl3d/app"
	"tafl3d/app/dial"
	"tafl3d/app/engines"
	"tafl3d/app/events"
	"tafl3d/app/folders"
	"tafl3d/game"
	"tafl3d/internal/await"
	"tafl3d/panel"
	"tafl3d/scene"
	"tafl3d/tournament"
)

// machine is a desktop of an event on the local network, and the person at it.
type machine struct {
	*testing.T
	*app.App
	view   *marked
	engine *engines.Engines
	name   string
	dir    string
	offer  func() string // an address of the host
	turns  int           // after which the person resigns
	beside *machine      // whose program goes on while this one waits for something
}

// marked is a scene that remembers its marks and is never busy.
type marked struct {
	*scene.Scene
	marks scene.Marks
}

func (v *marked) Mark(m scene.Marks) { v.marks = m }
func (v *marked) Busy() bool         { return false }

// boots starts the program of a machine, perhaps anew.
func (m *machine) boots() {
	m.Helper()
	store := folders.Open(m.dir)
	m.view, m.engine = &marked{Scene: scene.New(scene.Stage{})}, engines.New()
	a, err := app.New(m.Context(), app.Options{
		View: m.view, Engines: m.engine, Store: store, Variants: store.Variants(), Pace: -1, Seed: 7,
		Events:  &events.Options{Events: store.Events(), Entrants: m.engine.Contenders()},
		Network: dial.Network{Store: store, Events: store.Events(), Hosted: filepath.Join(store.Data, "hosted")},
	})
	if err != nil {
		m.Fatal(err)
	}
	m.App = a
	m.frame()
}

// dies ends the program of a machine.
func (m *machine) dies() {
	if m.App != nil {
		m.Close()
		m.engine.Close()
		m.App = nil
	}
}

func boot(t *testing.T, name string) *machine {
	m := &machine{T: t, name: name, dir: t.TempDir(), turns: 4}
	m.boots()
	t.Cleanup(m.dies)
	return m
}

func (m *machine) frame() { m.Frame(time.Now()) }

func (m *machine) dialog() string {
	if d := m.Screen().Dialog; d != nil {
		return d.ID
	}
	return ""
}

func (m *machine) has(id string) bool {
	d := m.Screen().Dialog
	return d != nil && slices.ContainsFunc(d.Buttons, func(b panel.Button) bool { return b.ID == id && !b.Disabled })
}

func (m *machine) does(id string) {
	m.Do(panel.Command{ID: id})
	m.frame()
}

// until waits until something is so.
func (m *machine) until(what string, ok func() bool) {
	m.Helper()
	await.Poll{Timeout: time.Minute, Interval: 5 * time.Millisecond, State: func() string {
		return fmt.Sprintf("dialog %q, %s", m.dialog(), m.said())
	}}.Until(m, m.name+": never "+what, func() bool {
		if ok() {
			return true
		}
		if m.beside != nil && m.beside.App != nil {
			m.beside.frame()
		}
		m.frame()
		return false
	})
}

// chooses presses a button of a dialog once it can be pressed.
func (m *machine) chooses(dialog, id string) {
	m.Helper()
	m.until(dialog+" "+id, func() bool { return m.dialog() == dialog && m.has(id) })
	m.does(id)
}

func (m *machine) said() string {
	var all []string
	for _, t := range m.Screen().Toasts {
		all = append(all, t.Text)
	}
	if d := m.Screen().Dialog; d != nil {
		all = append(all, d.Faults...)
	}
	return strings.Join(all, "; ")
}

func (m *machine) hears(text string) {
	m.Helper()
	m.until(text, func() bool { return strings.Contains(m.said(), text) })
}

// writes fills in a field.
func (m *machine) writes(field, text string) {
	m.Do(panel.Command{ID: field})
	m.Key(panel.Key{Name: "End"})
	for range 60 {
		m.Key(panel.Key{Name: "Backspace"})
	}
	m.Paste(text)
}

// joins finds the host by his address, compares the code and enters.
func (m *machine) joins(host *machine, name string) {
	m.Helper()
	m.comes(host, name)
	m.chooses("remote-event", "join")
}

// comes finds the host by his address and compares the code.
func (m *machine) comes(host *machine, name string) {
	m.Helper()
	m.until("the title", func() bool { return m.dialog() == "title" })
	m.does("net")
	m.chooses("net", "join")
	m.until("the page is there", func() bool { return m.dialog() == "join" })
	m.writes("address", host.offer())
	m.writes("name", name)
	m.chooses("join", "knock")
	m.until("the code", func() bool { return m.dialog() == "code" })
	m.chooses("code", "same")
	m.until("the event", func() bool {
		return m.dialog() == "remote-event" && m.has("close") && m.Screen().Dialog.Kind == panel.Wide
	})
}

// acts does what a person does next, if anything.
func (m *machine) acts() {
	m.frame()
	switch m.dialog() {
	case "over":
		if m.does("event"); m.dialog() == "over" {
			m.does("hall")
		}
	case "remote-event", "hall":
		switch {
		case m.has("mine"):
			m.does("mine")
		case m.has("pair"):
			m.does("pair")
		}
	case "confirm":
		m.does("yes")
	case "asked":
		m.does("accept")
	case "":
		m.plays()
	}
}

// plays makes a move, or resigns once enough have been made.
func (m *machine) plays() {
	g := m.Screen().Game
	if g == nil || g.Over {
		return
	}
	if ts := m.view.marks.Targets; len(ts) > 0 {
		m.Press(ts[0], true)
		m.Release(ts[0], true)
		return
	}
	m.Key(panel.Key{Name: "Tab"})
	if slices.ContainsFunc(m.Screen().Bar, func(b panel.Button) bool { return b.Focus }) {
		return // behind the last piece, or there is none to move
	}
	m.Key(panel.Key{Name: "Enter"})
	if len(m.view.marks.Targets) > 0 && g.Current >= m.turns {
		m.does("resign")
	}
}

// saved is the event as the host has it on the disk.
func (m *machine) saved() *tournament.Tournament {
	m.Helper()
	found, _ := filepath.Glob(filepath.Join(m.dir, "events", "*", "event.json"))
	if len(found) != 1 {
		return nil
	}
	data, err := os.ReadFile(found[0])
	if err != nil {
		m.Fatal(err)
	}
	ev, err := tournament.Decode(data)
	if err != nil {
		m.Fatal(err)
	}
	return ev
}

func (m *machine) done() (n int) {
	ev := m.saved()
	for _, p := range ev.Pairings() {
		n += len(p.Legs) - p.Open()
	}
	return n
}

// gathers makes an event to which others come: Astrid and an engine are here.
func gathers(t *testing.T) *machine {
	t.Helper()
	h := boot(t, "Astrid")
	h.does("events")
	h.chooses("events", "new")
	h.does("entrants")
	h.writes("name", "Astrid")
	h.does("add")
	h.Do(panel.Command{ID: "kind", Arg: 1})
	h.Do(panel.Command{ID: "level", Arg: 0})
	h.does("add")
	h.Do(panel.Command{ID: "nearby", Arg: 1})
	h.chooses("entrants", "close")
	h.Do(panel.Command{ID: "legs", Arg: 0})
	h.chooses("new-event", "create")
	h.offer = func() string {
		found, _ := filepath.Glob(filepath.Join(h.dir, "events", "*", "door.json"))
		data, err := os.ReadFile(found[0])
		if err != nil {
			t.Fatal(err)
		}
		var port int
		if _, err := fmt.Sscanf(string(data), `{"port":%d`, &port); err != nil {
			t.Fatal(err)
		}
		return net.JoinHostPort("127.0.0.1", fmt.Sprint(port))
	}
	h.until("the venue is open", func() bool {
		found, _ := filepath.Glob(filepath.Join(h.dir, "events", "*", "door.json"))
		return h.dialog() == "venue" && h.has("shut") && len(found) == 1
	})
	return h
}

// TestEventOnTheLocalNetwork holds an event of three machines over real sockets to its
// end: the host plays himself and has an engine, two guests come with their machines.
// The program of one is started anew in the middle of a game, then that of the host;
// the first finds his place by his device, the others by themselves.
func TestEventOnTheLocalNetwork(t *testing.T) {
	t.Parallel()
	host, dag, egil, loki := gathers(t), boot(t, "Dag"), boot(t, "Egil"), boot(t, "Loki")
	dag.beside, egil.beside, loki.beside = host, host, host
	dag.joins(host, "Dag")
	dag.until("he is in", func() bool { return dag.has("leave") })
	loki.joins(host, "dag")
	loki.hears("is taken")
	egil.joins(host, "Egil")
	egil.until("he is in", func() bool { return egil.has("leave") })
	host.chooses("venue", "close")
	host.chooses("hall", "start")
	loki.dies()
	loki.boots()
	loki.joins(host, "Loki")
	loki.hears("after the start")
	loki.dies()
	all := []*machine{host, dag, egil}
	play := func(what string, ok func() bool) {
		t.Helper()
		await.Poll{Timeout: 4 * time.Minute, Interval: 2 * time.Millisecond, State: func() string {
			return fmt.Sprintf("%d games done; host %q %s, dag %q %s, egil %q %s", host.done(), host.dialog(),
				host.said(), dag.dialog(), dag.said(), egil.dialog(), egil.said())
		}}.Until(t, "never "+what, func() bool {
			if ok() {
				return true
			}
			for _, m := range all {
				m.acts()
			}
			return false
		})
	}
	dag.turns = 1000 // until he is cut off
	play("a game of Dag's is under way", func() bool {
		g := dag.Screen().Game
		return g != nil && dag.dialog() == "" && !g.Over && g.Current >= 2
	})
	g := dag.Screen().Game
	moves := g.Current
	if !slices.ContainsFunc(g.Seats[:], func(s panel.Seat) bool { return s.Active && s.Name == "You" }) {
		moves-- // his newest move may not have left his machine
	}
	dag.dies() // in the middle of his game
	dag.boots()
	dag.comes(host, "Dag")
	dag.chooses("remote-event", "mine")
	dag.until("he is back at his game", func() bool {
		g := dag.Screen().Game
		return g != nil && dag.dialog() == "" && g.Current >= moves
	})
	moves = dag.Screen().Game.Current
	host.dies()
	dag.frame()
	host.boots()
	host.does("events")
	host.chooses("events", "open")
	host.until("the venue is open again", func() bool {
		return host.dialog() == "hall" && !slices.ContainsFunc(host.Screen().Dialog.Buttons,
			func(b panel.Button) bool { return b.ID == "venue" && !b.On })
	})
	dag.until("the line is mended", func() bool {
		return slices.ContainsFunc(dag.Screen().Game.Notes,
			func(n panel.Note) bool { return strings.HasPrefix(n.Text, "Connected") })
	})
	if got := dag.Screen().Game.Current; got < moves {
		t.Errorf("%d moves of the game are left of %d", got, moves)
	}
	dag.turns = 4
	play("the tournament is over", func() bool { return host.saved().Phase() == tournament.Over })
	ev := host.saved()
	met := map[[game.Sides]int]bool{}
	for _, p := range ev.Pairings() {
		for _, l := range p.Legs {
			if a, b := l.Players[0], l.Players[1]; l.Forfeit || met[[2]int{a, b}] || met[[2]int{b, a}] {
				t.Errorf("%+v", l)
			}
			met[l.Players] = true
		}
	}
	if len(met) != 6 {
		t.Errorf("%d games", len(met))
	}
	play("the guests are at the event",
		func() bool { return dag.dialog() == "remote-event" && egil.dialog() == "remote-event" })
	dag.until("the end is told",
		func() bool { return strings.Contains(strings.Join(dag.Screen().Dialog.Lines, " "), "finished") })
	dag.Do(panel.Command{ID: "game", Arg: 1 << 8})
	dag.until("the first game again",
		func() bool { return dag.Screen().Game != nil && dag.dialog() == "" && dag.Screen().Game.Review })
	host.dies()
	egil.hears("host cannot be reached")
	t.Logf("%d moves when the host was started anew; %v", moves, ev.Standings()[0].Name)
}
