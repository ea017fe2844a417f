package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"sync/atomic"
	"tafl3d/game/table"
	"tafl3d/game/variant"
	"tafl3d/tournament/tables"

	"tafl3d/app/board"
	"tafl3d/app/events"
	"tafl3d/app/words"
	"tafl3d/game/match"
	"tafl3d/tournament"
)

// enterHall opens an event in the place of the one before.
func (a *App) enterHall(id string, ev *tournament.Tournament) {
	a.shutHall()
	h := &events.Event{ID: id, State: ev, Variant: a.variantName, Player: textEntrant, Running: map[tables.Game]*events.Live{}, Records: map[string][]byte{}, Open: map[tables.Game]string{}, Honours: ev.Phase() == tournament.Over}
	h.Control, _ = match.ParseControl(events.Clock(ev.Config())) // knows has checked it
	h.Ctx, h.Cancel = context.WithCancel(a.Ctx())
	h.Saver = a.NewSaver(h.Ctx, a.opt.Hall.Events)
	a.events.Event = h
	a.events.Pump()
	if h.HasGuests() && ev.Phase() != tournament.Over {
		a.openGate()
	}
}

// shutHall closes the event that is open. Games of engines that are under way
// are played anew another time.
func (a *App) shutHall() {
	h := a.events.Event
	if h == nil {
		return
	}
	if a.Game != nil && a.Game.Contest != nil {
		a.Leave()
		a.Set(a.Lib.Usual(a.settings.New.Variant))
	}
	a.shutGate()
	h.Cancel()
	h.Saver.Close()
	a.events.Event = nil
	a.Go(h.Workers.Wait) // a program that does not heed takes its time
}

// record returns the record of a game, nil if there is none.
func (a *App) record(n tables.Game) (*board.Kept, error) {
	name := events.RecordFile(a.events.Event.ID, n)
	data, err := a.events.Event.Records[name], error(nil)
	if data == nil {
		data, err = a.opt.Hall.Events.Load(name)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var k *board.Kept
	if err == nil {
		k, err = a.ReadGame(data, a.Lib.Get)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", a.opt.Hall.Events.Where(name), err)
	}
	return k, nil
}

// headerOf is what the record of a game tells of who plays.
func headerOf(h *events.Event, l *tournament.Leg) match.Header {
	head := match.Header{Variant: l.Variant}
	for side, id := range l.Players {
		e, _ := h.State.Entrant(id)
		head.Seats[side] = match.Seat{Player: "human", Name: e.Name}
		if level := levelOf(e); level > 0 {
			head.Seats[side].Player, head.Seats[side].Level = "computer", level
		}
	}
	return head
}

// eventHost is the client as the room of events asks it.
type eventHost struct{ a *App }

// Variant implements events.Host.
func (h eventHost) Variant(id string) (*variant.Variant, error) { return h.a.Lib.Get(id) }

// Paced implements events.Host.
func (h eventHost) Paced(p table.Player, least *atomic.Int64) table.Player {
	return board.Paced{Player: p, Clock: h.a.opt.Clock, Least: least}
}

// Moved implements events.Host.
func (h eventHost) Moved() { h.a.pumpGate() }

// Ended implements events.Host.
func (h eventHost) Ended() {
	if h.Looks() {
		h.a.Open(honoursPage(h))
	}
}

// Looks implements events.Host.
func (h eventHost) Looks() bool {
	_, at := h.a.Front().(*hallPage)
	return at
}

// Header implements events.Host.
func (h eventHost) Header(l *tournament.Leg) match.Header { return headerOf(h.a.events.Event, l) }

// Words implements events.Host.
func (eventHost) Words(err error) string { return words.Error(err) }
