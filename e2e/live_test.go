package e2e

import (
	"context"
	"errors"
	"image"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"tafl3d/ai"
	"tafl3d/app"
	"tafl3d/app/events"
	"tafl3d/app/shell"
	"tafl3d/game"
	"tafl3d/game/table"
	"tafl3d/internal/await"
	"tafl3d/panel"
	"tafl3d/scene"
	"tafl3d/tournament"
)

// TestLiveBoards watches slow engine games: as small boards, as many as the machine has cores minus one, and
// one of them in 3D.
func TestLiveBoards(t *testing.T) {
	t.Parallel()
	o := waiting(t)
	ev, err := tournament.New(tournament.Config{Name: "Long games", Format: tournament.RoundRobin, Seed: 4,
		Variants: []tournament.Variant{{ID: "copenhagen-11x11-tdiamond"}}})
	for i := range 6 {
		err = errors.Join(err, ev.Apply(time.Unix(1000, 0),
			tournament.Enter{Name: "Engine " + strconv.Itoa(i+1), Kind: "engine", Ref: "level:8"}))
	}
	keep(t, o.data, ev, errors.Join(err, ev.Apply(time.Unix(1000, 0), tournament.Start{}),
		ev.Apply(time.Unix(1000, 0), tournament.Pair{})))
	o.begins()
	o.presses("events", 0)
	o.turns("open", 0)
	o.turns("view", 3)
	before := o.picture()
	o.waits("a move on the small boards", before, 200)
	o.keep("e2e-live-boards")
	due := o.event().Due()[0]
	o.turns("view", 0)
	o.turns("game", due.Pairing<<8|due.Leg)
	first := o.picture()
	o.keep("e2e-live-game")
	o.waits("the game that is watched go on", first, 200)
	o.keep("e2e-live-game-later")
	o.quits()
}

// keep saves a tournament in a data folder.
func keep(t *testing.T, data string, ev *tournament.Tournament, err error) {
	t.Helper()
	saved, fault := ev.Encode()
	dir := filepath.Join(data, "events", "cup")
	if err = errors.Join(err, fault, os.MkdirAll(dir, 0o700),
		os.WriteFile(filepath.Join(dir, "event.json"), saved, 0o600)); err != nil {
		t.Fatal(err)
	}
}

// TestBracketInTheWindow opens a finished knock-out and replays games from the bracket and from the
// cross-table.
func TestBracketInTheWindow(t *testing.T) {
	t.Parallel()
	o := waiting(t)
	knockOut(t, o.data)
	o.begins()
	o.presses("events", 0)
	o.presses("open", 0)
	for _, see := range []struct {
		view, game int
		name       string
	}{{4, 3<<8 | 1, "bracket"}, {1, 1<<8 | 1, "cross"}} {
		o.presses("view", see.view)
		o.park()
		hall := o.still()
		o.keep("e2e-knock-out-" + see.name)
		o.fresh = true // still the same page
		o.presses("game", see.game)
		o.seesChange("a game again", hall, width*height/5)
		o.keep("e2e-knock-out-" + see.name + "-game")
		o.atBoard = true
		o.turnsTo("the hall", "g")
		o.remembers()
	}
	o.quits()
}

// knockOut plays a tournament of eight fast engines in a folder, without a window.
func knockOut(t *testing.T, data string) {
	t.Helper()
	ev, err := tournament.New(tournament.Config{Name: "Yule cup", Format: tournament.KnockOut, Third: true, Seed: 4,
		Variants: []tournament.Variant{{ID: "brandubh-gorrion"}}})
	for i, name := range []string{"Astrid", "Bjorn", "Dag", "Egil", "Frida", "Gunnar", "Helga", "Ingrid"} {
		err = errors.Join(err, ev.Apply(time.Unix(1000, 0),
			tournament.Enter{Name: name, Kind: "engine", Ref: "level:" + strconv.Itoa(1+i%2), Rating: 1500 - 50*i}))
	}
	keep(t, data, ev, errors.Join(err, ev.Apply(time.Unix(1000, 0), tournament.Start{})))
	dir := filepath.Join(data, "events")
	a, err := app.New(t.Context(), app.Options{View: scene.New(scene.Stage{}), Store: shell.NewFiles(data),
		Events: &events.Options{Events: events.NewStore(dir), Entrants: quick{}}})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	a.Do(panel.Command{ID: "events"})
	await.Poll{Timeout: patience, Interval: time.Millisecond}.Until(t, "the events are not read",
		func() bool { a.Frame(time.Now()); return !reads(a) })
	a.Do(panel.Command{ID: "open"})
	a.Do(panel.Command{ID: "auto"})
	await.Poll{Timeout: bout, Interval: time.Millisecond}.Until(t, "the event does not end", func() bool {
		a.Frame(time.Now())
		d := a.Screen().Dialog
		return d != nil && (d.ID == "honours" || strings.Contains(strings.Join(d.Lines, " "), "finished"))
	})
}

// quick provides engines that move at once.
type quick struct{}

func (quick) Jobs() int { return 2 }

func (quick) Contender(ref, _ string, seed uint64) (table.Player, func(), error) {
	n, err := strconv.Atoi(strings.TrimPrefix(ref, "level:"))
	return thinker{ai.Level(n, seed)}, func() {}, err
}

type thinker struct{ ai.Engine }

// Choose implements table.Player.
func (e thinker) Choose(ctx context.Context, s table.Situation) (game.Move, error) {
	m, _, err := e.Think(ctx, s.Position, s.History, ai.Limits{})
	return m, err
}

// turns clicks a link to another page during games in progress, when the picture is never at rest.
func (o *organiser) turns(id string, arg int) {
	o.t.Helper()
	at, there := o.find(id, arg)
	must(o.t, there, "nothing on the sheet %q gives the command %q %d", o.dialog(), id, arg)
	o.park()
	before := o.picture()
	o.click(at)
	o.does(id, arg)
	o.park()
	o.waits("the page behind "+id, before, width*height/20)
}

// waits does the same until n pixels differ from before.
func (o *organiser) waits(what string, before *image.RGBA, n int) {
	o.t.Helper()
	o.keepsLooking(patience, 2*pause, func() bool { return differing(before, o.picture(), before.Bounds()) >= n },
		inVain("the sight of "+what))
}
