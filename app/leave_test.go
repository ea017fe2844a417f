package app_test

import (
	"context"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tafl3d/app/events"
	"tafl3d/game"
	"tafl3d/game/table"
	"tafl3d/internal/await"
)

// deafPlayer ignores requests to stop thinking.
type deafPlayer struct {
	asked, stuck chan struct{}
	rescue       *time.Timer // stops the player eventually, so that the test does not hang
	rescued      atomic.Bool
}

func newDeaf(t *testing.T) *deafPlayer {
	d := &deafPlayer{asked: make(chan struct{}, 100), stuck: make(chan struct{})}
	d.rescue = time.AfterFunc(2*await.Patience, func() {
		d.rescued.Store(true)
		close(d.stuck)
	})
	t.Cleanup(d.wake)
	return d
}

// wake makes the player stop.
func (d *deafPlayer) wake() {
	if d.rescue.Stop() {
		close(d.stuck)
	}
}

// Choose implements table.Player.
func (d *deafPlayer) Choose(ctx context.Context, _ table.Situation) (game.Move, error) {
	d.asked <- struct{}{}
	<-ctx.Done()
	<-d.stuck
	return game.NoMove, ctx.Err()
}

// Jobs implements app.Contenders.
func (*deafPlayer) Jobs() int { return 2 }

// Contender implements app.Contenders.
func (d *deafPlayer) Contender(string, string, uint64) (table.Player, func(), error) {
	return d, func() {}, nil
}

// Leaving a game does not wait for a program that goes on thinking; the program ends as soon as it stops.
func TestLeavingWaitsForNobody(t *testing.T) {
	d := newDeaf(t)
	p := open(t, t.TempDir(), nil)
	p.engines.choose = d.Choose
	p.does("new", 0)
	p.does("side", 1)
	p.does("start", 0)
	await.Next(t, d.asked, "the player is not asked")
	p.does("new", 0)
	p.does("start", 0)
	await.Next(t, d.asked, "the player is not asked in the next game")
	if d.rescued.Load() {
		t.Fatal("the next game waited for the player of the one before")
	}
	if n := p.engines.ended.Load(); n != 0 {
		t.Errorf("%d players were ended while they were thinking", n)
	}
	d.wake()
	p.until("it is sent home", func() bool { return p.engines.ended.Load() == 1 })
}

// slowEvents is a store on a slow disk.
type slowEvents struct {
	events.Store
	found chan struct{}
}

// Load implements shell.Store.
func (e slowEvents) Load(name string) ([]byte, error) {
	<-e.found
	return e.Store.Load(name)
}

// While the tournaments are loaded the window responds and says so.
func TestEventsAreReadBeside(t *testing.T) {
	dir := t.TempDir()
	store := slowEvents{events.NewStore(filepath.Join(dir, "events")), make(chan struct{})}
	if err := store.Save("old-cup/event.json", []byte("{}")); err != nil {
		t.Fatal(err)
	}
	p := openEventWith(t, dir, func(h *events.Options) { h.Events = store })
	p.press("Tournaments")
	if l := p.dialog().Lines; len(l) != 1 || l[0] != "Loading tournaments." {
		t.Errorf("while they are read the page says %q", l)
	}
	close(store.found)
	p.until("the damaged one is told of", func() bool { return strings.Contains(p.toast(), "kept as") })
}

// Closing a tournament does not wait for its engines.
func TestClosingAnEventWaitsForNobody(t *testing.T) {
	d := newDeaf(t)
	p := openEventWith(t, t.TempDir(), func(h *events.Options) { h.Entrants = d })
	p.newEvent("Round robin")
	p.press("Players (0)")
	p.enter("Computer", "", "1,")
	p.enter("Computer", "", "2,")
	p.press("Done")
	p.press("Create")
	p.press("Start")
	await.Next(t, d.asked, "an engine is not asked")
	p.does("direct", 0)
	p.does("shut", 0)
	if d.rescued.Load() {
		t.Fatal("the title waited for the engines of the event")
	}
	p.wants("title")
	d.wake()
}
