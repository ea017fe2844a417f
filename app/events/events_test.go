package events_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tafl3d/app"
	"tafl3d/app/events"
	"tafl3d/game"
	"tafl3d/game/table"
	"tafl3d/internal/apptest"
	"tafl3d/panel"
)

// engines play legal moves chosen by their seed.
type engines struct{}

func (engines) Jobs() int { return 2 }

func (engines) Contender(ref, _ string, seed uint64) (table.Player, func(), error) {
	if ref == "cmd:absent" {
		return nil, nil, errors.New("no such program")
	}
	return player(seed), func() {}, nil
}

type player uint64

func (p player) Choose(_ context.Context, s table.Situation) (game.Move, error) {
	list := s.Position.Legal(nil, s.History)
	return list[(uint64(p)+uint64(s.History.Len())*7)%uint64(len(list))], nil
}

// opened starts a client with the tournaments of a folder at the list of tournaments.
func opened(t *testing.T, dir string) *apptest.Client {
	t.Helper()
	c := apptest.Open(t, dir, func(o *app.Options) {
		o.Events = &events.Options{
			Events: events.NewStore(filepath.Join(dir, "events")), Entrants: engines{},
			Picture: func(*panel.Dialog) ([]byte, error) { return []byte("picture"), nil },
		}
	})
	c.Do("events", 0)
	c.Until("the events to be read", func() bool { return c.Page() == "events" && c.Has("new") })
	return c
}

// plans opens the page for a new tournament of a format with levels of the computer as players.
func plans(c *apptest.Client, format string, levels ...int) {
	c.T.Helper()
	c.Press("events", "new")
	c.At("new-event")
	c.Choose("format", format)
	c.Choose("variant", "Brandubh")
	c.Press("new-event", "entrants")
	for _, level := range levels {
		c.Do("kind", 1)
		c.Do("level", level-1)
		c.Press("entrants", "add")
	}
	c.Press("entrants", "close")
	c.At("new-event")
}

// plays starts a tournament of engines and waits until it is over.
func plays(c *apptest.Client) {
	c.T.Helper()
	c.Press("new-event", "create")
	c.At("hall")
	c.Press("hall", "start")
	c.Press("hall", "auto")
	c.Until("the end of the event", func() bool { return c.Page() == "honours" })
}

// TestEntrants: each player has a row and a unique name; the last one can be removed, and a tournament needs
// two.
func TestEntrants(t *testing.T) {
	c := opened(t, t.TempDir())
	c.Press("events", "new")
	c.Press("new-event", "entrants")
	c.Do("kind", 1)
	for range 2 {
		c.Press("entrants", "add")
	}
	names := map[string]bool{}
	for _, row := range c.Rows() {
		names[strings.Split(row, "|")[1]] = true
	}
	if len(c.Rows()) != 2 || len(names) != 2 {
		t.Errorf("entrants: %q", c.Rows())
	}
	c.Press("entrants", "last")
	if len(c.Rows()) != 1 {
		t.Errorf("without the last one: %q", c.Rows())
	}
	c.Do("out", 0)
	if len(c.Rows()) != 0 || c.Has("last") {
		t.Errorf("without the first one: %q", c.Rows())
	}
	c.Press("entrants", "close")
	c.Do("create", 0)
	if c.Page() != "new-event" || len(c.Messages()) == 0 {
		t.Errorf("an event of nobody is made: %q, %q", c.Page(), c.Messages())
	}
}

// TestAnEvent: engines play every game of a tournament; the results are in the tables, in the folder, and
// available after a restart.
func TestAnEvent(t *testing.T) {
	dir := t.TempDir()
	c := opened(t, dir)
	plans(c, "Round robin", 1, 2, 3)
	c.Write("name", "Winter Cup")
	c.Do("legs", 0)
	plays(c)
	c.Key("Esc")
	c.At("hall")
	if c.Dialog().Title != "Winter Cup" || c.Has("start") || c.Has("pair") || c.Has("direct") && c.Has("auto") {
		t.Errorf("%q: %+v", c.Dialog().Title, c.Dialog().Buttons)
	}
	tables := map[int][]string{}
	for view := range c.Field("view").Options {
		c.Do("view", view)
		tables[view] = c.Rows()
	}
	c.Until("the games in the folder of the event", func() bool {
		games, _ := filepath.Glob(filepath.Join(dir, "events", "winter-cup", "games", "*.json"))
		return len(games) == 3
	})
	c.App.Close()

	c = opened(t, dir)
	if rows := c.Rows(); len(rows) != 1 || !strings.HasPrefix(rows[0], "Winter Cup|") {
		t.Fatalf("events: %q", rows)
	}
	c.Press("events", "open")
	c.At("hall")
	for view, rows := range tables {
		c.Do("view", view)
		if !slices.Equal(c.Rows(), rows) {
			t.Errorf("view %d after another start: %q, was %q", view, c.Rows(), rows)
		}
	}
}

// TestDirector: the director decides a game, which the table shows, and pauses and ends the tournament.
func TestDirector(t *testing.T) {
	c := opened(t, t.TempDir())
	plans(c, "Round robin")
	c.Press("new-event", "entrants")
	for _, name := range []string{"Astrid", "Dag"} {
		c.Do("kind", 0)
		c.Write("name", name)
		c.Press("entrants", "add")
	}
	c.Press("entrants", "close")
	c.Do("legs", 0)
	c.Press("new-event", "create")
	c.Press("hall", "start")
	if c.Has("pair") {
		c.Press("hall", "pair")
	}
	c.Do("view", 0)
	before := strings.Join(c.Rows(), "\n")
	c.Press("hall", "direct")
	c.At("director")
	c.Do("drawn", 0)
	c.Until("the ruling", func() bool {
		if c.Page() == "confirm" {
			c.Do("yes", 0)
		}
		for c.Page() != "hall" && c.Page() != "" {
			c.Key("Esc")
		}
		c.Do("view", 0)
		return strings.Contains(strings.Join(c.Rows(), "\n"), "½ – ½")
	})
	if strings.Contains(before, "½ – ½") {
		t.Error("the game was drawn before")
	}
}

// TestNames: two tournaments with the same name have different folders.
func TestNames(t *testing.T) {
	dir := t.TempDir()
	for range 2 {
		c := opened(t, dir)
		plans(c, "Round robin", 1, 2)
		c.Write("name", "Same")
		c.Press("new-event", "create")
		c.At("hall")
		c.App.Close()
	}
	list, err := os.ReadDir(filepath.Join(dir, "events"))
	if err != nil || len(list) != 2 || list[0].Name() == list[1].Name() {
		t.Errorf("%v, %v", list, err)
	}
	if rows := opened(t, dir).Rows(); len(rows) != 2 {
		t.Errorf("events: %q", rows)
	}
}

// TestDamagedEvent: an unreadable tournament is reported and does not prevent opening others.
func TestDamagedEvent(t *testing.T) {
	dir := t.TempDir()
	c := opened(t, dir)
	plans(c, "Round robin", 1, 2)
	c.Write("name", "Whole")
	c.Press("new-event", "create")
	c.At("hall")
	c.App.Close()
	broken := filepath.Join(dir, "events", "broken")
	if err := os.MkdirAll(broken, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(broken, events.File), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	c = opened(t, dir)
	if rows := c.Rows(); len(rows) != 1 || !strings.HasPrefix(rows[0], "Whole|") {
		t.Errorf("events: %q", rows)
	}
	c.Press("events", "open")
	c.At("hall")
}
