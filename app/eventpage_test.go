package app_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"tafl3d/app"
	"tafl3d/app/events"
	"tafl3d/app/shell"
	"tafl3d/game"
	"tafl3d/game/table"
	"tafl3d/internal/await"
	"tafl3d/panel"
	"tafl3d/scene"
)

// contenders are engines that play the first legal move, except failing ones: "cmd:broken" crashes,
// "cmd:absent" does not exist.
type contenders struct{}

func (contenders) Jobs() int { return 2 }

func (contenders) Contender(ref, _ string, seed uint64) (table.Player, func(), error) {
	switch ref {
	case "cmd:absent":
		return nil, nil, errors.New("no such program")
	case "cmd:broken":
		return choose(func(context.Context, table.Situation) (game.Move, error) { panic("out of memory") }),
			func() {}, nil
	}
	return choose(func(_ context.Context, s table.Situation) (game.Move, error) {
		list := s.Position.Legal(nil, s.History)
		return list[(seed+uint64(s.History.Len())*7)%uint64(len(list))], nil
	}), func() {}, nil
}

type choose func(ctx context.Context, s table.Situation) (game.Move, error)

func (c choose) Choose(ctx context.Context, s table.Situation) (game.Move, error) { return c(ctx, s) }

// openEvent starts the program with tournaments.
func openEvent(t *testing.T, dir string) *person {
	t.Helper()
	return openEventWith(t, dir, func(*events.Options) {})
}

// openEventWith starts the program with modified options for tournaments.
func openEventWith(t *testing.T, dir string, change func(*events.Options)) *person {
	t.Helper()
	p := &person{T: t, view: &view{Scene: scene.New(stage(t))}, ear: &ear{}, engines: &engines{}, dir: dir,
		clock: &clock{}}
	h := &events.Options{Events: events.NewStore(filepath.Join(dir, "events")), Entrants: contenders{},
		Picture: func(*panel.Dialog) ([]byte, error) { return []byte("picture"), nil }}
	change(h)
	a, err := app.New(t.Context(), app.Options{View: p.view, Ear: p.ear, Engines: p.engines, Store: shell.NewFiles(dir),
		Clock: p.clock, Pace: -1, Seed: 1, Events: h})
	if err != nil {
		t.Fatal(err)
	}
	p.App = a
	t.Cleanup(a.Close)
	p.frame()
	return p
}

// pick selects an option of a field by its text.
func (p *person) pick(id, option string) {
	p.Helper()
	f := p.field(id)
	for i, o := range f.Options {
		if strings.Contains(o, option) {
			p.Do(panel.Command{ID: id, Arg: i})
			p.frame()
			return
		}
	}
	p.Fatalf("field %s has no option %q: %v", id, option, f.Options)
}

// writes replaces the text of a field.
func (p *person) writes(id, text string) {
	p.Helper()
	f := p.field(id)
	p.Do(panel.Command{ID: id, Arg: len([]rune(f.Text))})
	for range []rune(f.Text) {
		p.keys("Backspace")
	}
	p.Paste(text)
	p.frame()
}

// enter adds an entrant.
func (p *person) enter(kind, name, value string) {
	p.Helper()
	p.pick("kind", kind)
	if name != "" {
		p.writes("name", name)
	}
	switch kind {
	case "Computer":
		p.pick("level", value)
	case "Program":
		p.writes("command", value)
	}
	p.press("Add")
}

// tournaments opens the list of tournaments and waits until it is loaded.
func (p *person) tournaments() {
	p.Helper()
	p.press("Tournaments")
	p.until("the events are read", func() bool { return !slices.Contains(p.dialog().Lines, "Loading tournaments.") })
}

// newEvent opens the page for a new tournament from the title screen.
func (p *person) newEvent(format string) {
	p.Helper()
	p.tournaments()
	p.press("New tournament")
	p.wants("new-event")
	p.pick("format", format)
	p.pick("variant", "Brandubh")
}

// cells returns a table of the open dialog as text.
func (p *person) cells() string {
	p.Helper()
	var b strings.Builder
	for _, ch := range p.dialog().Charts {
		b.WriteString(ch.Head + "\n")
		if ch.Table == nil {
			continue
		}
		for _, row := range ch.Table.Rows {
			for _, c := range row {
				b.WriteString(c.Text + "|")
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func TestEntrantsAreChecked(t *testing.T) {
	p := openEvent(t, t.TempDir())
	p.newEvent("Round robin")
	p.press("Create")
	p.says("0 of at least 2")
	p.press("Players (0)")
	p.enter("Person", "", "")
	p.says("ame")
	p.enter("Person", "Ann", "")
	p.enter("Person", "ann", "")
	p.says("Ann has already joined")
	p.enter("Program", "", " ")
	p.says("Enter the command")
	p.press("Done")
	p.press("Players (1)")
	p.press("Done")
	p.press("Create")
	p.says("1 of at least 2")
	p.wants("new-event")
	if p.file("events/house-cup/event.json") != "" {
		t.Error("an event that cannot be is saved")
	}
}

// playAll continues the tournament, with humans resigning, until stop returns true.
func (p *person) playAll(stop func() bool) {
	p.Helper()
	for end := time.Now().Add(4 * await.Patience); time.Now().Before(end); {
		p.frame()
		d := p.Screen().Dialog
		switch {
		case stop():
			return
		// which fails; if someone resigns now, the win is not announced
		case d == nil && p.against("Broken") && p.sheet().Thinking:
			p.until("the program has failed", func() bool { return p.Screen().Dialog != nil })
		case d == nil && !p.sheet().Over:
			if p.sheet().Status != "Paused" {
				p.keys("r")
			}
			p.until("a question or the end", func() bool { return p.Screen().Dialog != nil })
		case d == nil:
			p.until("the end", func() bool { return p.Screen().Dialog != nil })
		case d.ID == "confirm" && p.tries("Next round"): // before all games are played, as one may
		case d.ID == "confirm":
			p.press("Resign")
			p.until("the end", func() bool { d := p.Screen().Dialog; return d != nil && d.Kind == panel.Over })
		case d.Kind == panel.Over:
			p.press("Go to tournament")
		case d.ID == "hall":
			p.until("something to do in the hall", func() bool {
				return stop() || p.dialogID() != "hall" || p.tries("Play next game") || p.tries("Next round")
			})
		default:
			p.Fatal(p.describe())
		}
	}
	p.Fatal("the event does not end; " + p.describe() + p.cells())
}

// against reports whether a participant plays at the board.
func (p *person) against(name string) bool {
	p.Helper()
	return slices.ContainsFunc(p.sheet().Seats[:], func(s panel.Seat) bool { return s.Name == name })
}

// tries presses a button if it is enabled.
func (p *person) tries(label string) bool {
	for _, b := range p.dialog().Buttons {
		if b.Label == label && !b.Disabled {
			p.press(label)
			return true
		}
	}
	return false
}

// TestDoubleRoundRobin: a tournament of two humans and six engines on Brandubh is played to its end, with a
// restart in the middle, and shared.
func TestDoubleRoundRobin(t *testing.T) {
	dir := t.TempDir()
	p := openEvent(t, dir)
	p.newEvent("Round robin")
	p.pick("rounds", "once")
	p.pick("legs", "two")
	p.press("Players (0)")
	p.enter("Person", "Ann", "")
	p.enter("Person", "Bjorn", "")
	for i := range 4 {
		p.enter("Computer", fmt.Sprint("Engine ", i+1), fmt.Sprint(i+1, ","))
	}
	p.enter("Program", "Broken", "broken")
	p.enter("Program", "Absent", "absent")
	p.press("Done")
	p.press("Create")
	p.wants("hall")
	p.press("Start")
	games := 0
	p.playAll(func() bool {
		if d := p.Screen().Dialog; d != nil && d.Kind == panel.Over {
			games++
		}
		return games > 9
	})
	p.Close()

	var opened []string
	p = openEventWith(t, dir, func(o *events.Options) {
		o.Reveal =
			func(folder string) error { opened = append(opened, folder); return errors.New("there is no desktop") }
	})
	p.tournaments()
	p.wants("events")
	if !strings.Contains(p.cells(), "House cup|Round robin|Brandubh") {
		t.Error(p.cells())
	}
	p.press("Open")
	p.playAll(func() bool {
		d := p.Screen().Dialog
		return d != nil && (d.ID == "honours" || d.ID == "hall" && p.tries("Awards"))
	})
	if text := p.cells(); !strings.Contains(text, "First|") || !strings.Contains(text, "Quickest win|") {
		t.Error(text)
	}
	p.press("Done")
	p.pick("view", "Cross-table")
	sum := 0.0
	for _, row := range p.dialog().Charts[0].Table.Rows {
		var points float64
		fmt.Sscan(strings.Replace(row[len(row)-1].Text, "½", ".5", 1), &points)
		sum += points
	}
	if text := p.cells(); sum != 56 || strings.Count(text, "Broken") != 1 {
		t.Errorf("%v points, want 56\n%s", sum, text)
	}
	p.pick("view", "Standings")
	if text := p.cells(); !strings.Contains(text, "Tie-breaks of ") || !strings.Contains(text, "Berger|") ||
		!brief.MatchString(text) {
		t.Error(text)
	}
	p.pick("view", "Rounds")
	p.pick("round", "1")
	if text := p.cells(); !strings.Contains(text, "it crashed") && !strings.Contains(text, "no such program") {
		t.Error(text)
	}
	p.press("Share")
	p.until("the files are shared", func() bool { return strings.Contains(p.toast(), "share") })
	for _, name := range []string{"table.csv", "table.json", "event.html", "table.png"} {
		if p.file("events/house-cup/share/"+name) == "" {
			t.Errorf("there is no %s", name)
		}
	}
	p.press("Open folder")
	if want := filepath.Join(dir, "events", "house-cup", "share"); !slices.Equal(opened, []string{want}) ||
		!strings.Contains(p.toast(), "Folder: "+want) {
		t.Errorf("opened %q, said %q", opened, p.toast())
	}
	p.replays()
}

// brief is the calculation of the length of wins, which is translated.
var brief = regexp.MustCompile(`Mean length\|[0-9.]+\|Engine \d \((attackers|defenders), \d+ moves?\)`)

// replays replays a game of two engines.
func (p *person) replays() {
	p.Helper()
	for _, row := range p.dialog().Charts[0].Table.Rows {
		if c := row[0]; strings.HasPrefix(c.Text, "Engine") && strings.HasPrefix(row[2].Text, "Engine") {
			p.Do(c.Do)
			p.frame()
			if s := p.sheet(); s.Seats[game.Attackers].Name != c.Text || !s.Review || s.Current != 0 || !s.Over {
				p.Errorf("%+v", s)
			}
			p.keys("PageDown")
			if p.sheet().Current != 1 {
				p.Error(p.sheet().Current)
			}
			p.keys("g")
			p.wants("hall")
			return
		}
	}
}

// TestDamagedEvent: an unreadable tournament is reported and renamed.
func TestDamagedEvent(t *testing.T) {
	dir := t.TempDir()
	if err := events.NewStore(filepath.Join(dir, "events")).Save("old-cup/event.json",
		[]byte(`{"format": "tafl3d tournament", "version": 1`)); err != nil {
		t.Fatal(err)
	}
	p := openEvent(t, dir)
	p.tournaments()
	p.says("kept as " + filepath.Join(dir, "events", "old-cup", "event.damaged-1.json"))
	if _, err := os.Stat(filepath.Join(dir, "events", "old-cup", "event.damaged-1.json")); err != nil {
		t.Error(err)
	}
	if d := p.dialog(); len(d.Charts) != 0 || d.Buttons[0].Label != "New tournament" {
		t.Errorf("%+v", d)
	}
}

// TestContest: two humans play best of three; there is no third game after two wins.
func TestContest(t *testing.T) {
	dir := t.TempDir()
	p := openEvent(t, dir)
	p.newEvent("Best of n")
	p.pick("rounds", "3")
	p.press("Players (0)")
	p.enter("Person", "Ann", "")
	p.enter("Person", "Bjorn", "")
	p.press("Done")
	p.press("Create")
	p.press("Start")
	p.press("Play next game")
	if s := p.sheet(); s.Seats[0].Name == s.Seats[1].Name || s.Seats[0].Detail != "person" {
		t.Errorf("%+v", s.Seats)
	}
	if !p.button("undo").Disabled || !p.button("hint").Disabled {
		t.Error("undo or a hint in an event")
	}
	p.click("d1", "b1")
	p.untilMoves(1)
	p.keys("g") // to the tournament and back: the game is unchanged
	p.wants("hall")
	p.Close()
	p = openEvent(t, dir)
	p.tournaments()
	p.press("Open")
	p.press("Play next game")
	if p.moves() != 1 {
		t.Errorf("%d moves after coming back", p.moves())
	}
	names := [game.Sides]string{p.sheet().Seats[0].Name, p.sheet().Seats[1].Name}
	p.keys("r")
	if l := p.dialog().Lines[0]; l != names[game.Attackers]+" will win." {
		t.Errorf("asks %q", l)
	}
	p.press("Resign")
	p.until("the end", func() bool { return p.sheet().Over })
	if s := p.sheet().Status; s != names[game.Attackers]+" wins: "+names[game.Defenders]+" resigned" {
		t.Errorf("the status is %q", s)
	}
}

// TestEventOnTheBanner opens other pages during a tournament: the banner leads back.
func TestEventOnTheBanner(t *testing.T) {
	p := openEvent(t, t.TempDir())
	p.newEvent("Round robin")
	p.press("Players (0)")
	p.enter("Person", "Ann", "")
	p.enter("Person", "Bo", "")
	p.press("Done")
	p.press("Create")
	p.press("Start")
	p.press("Done")
	p.frame()
	if got := p.banner(); !strings.HasPrefix(got, "Tournament in progress: House cup [Go to tournament]") {
		t.Error(p.dialogID(), got)
	}
	p.Key(panel.Key{Name: "b", Ctrl: true})
	if p.frame(); p.dialogID() != "hall" || p.banner() != "" {
		t.Error(p.dialogID(), p.banner())
	}
}
