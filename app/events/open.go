package events

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"tafl3d/app/board"
	"tafl3d/game/match"
	"tafl3d/tournament"
	"tafl3d/tournament/tables"
)

// enterEvent opens an event in the place of the one before.
func (r *Room) enterEvent(id string, ev *tournament.Tournament) {
	r.ShutEvent()
	h := &Event{ID: id, State: ev, Variant: r.variantName, Player: textEntrant, Running: map[tables.Game]*Live{}, Records: map[string][]byte{}, Open: map[tables.Game]string{}, Honours: ev.Phase() == tournament.Over}
	h.Control, _ = match.ParseControl(Clock(ev.Config())) // knows has checked it
	h.Ctx, h.Cancel = context.WithCancel(r.Ctx())
	h.Saver = r.NewSaver(h.Ctx, r.opt.Events.Events)
	r.Event = h
	r.Pump()
	if h.HasGuests() && ev.Phase() != tournament.Over {
		r.openGate()
	}
}

// ShutEvent closes the event that is open. Games of engines that are under way
// are played anew another time.
func (r *Room) ShutEvent() {
	h := r.Event
	if h == nil {
		return
	}
	if r.Game != nil && r.Game.Contest != nil {
		r.Leave()
		r.Set(r.Lib.Usual(r.host.Usual()))
	}
	r.shutGate()
	h.Cancel()
	h.Saver.Close()
	r.Event = nil
	r.Go(h.Workers.Wait) // a program that does not heed takes its time
}

// record returns the record of a game, nil if there is none.
func (r *Room) record(n tables.Game) (*board.Kept, error) {
	name := RecordFile(r.Event.ID, n)
	data, err := r.Event.Records[name], error(nil)
	if data == nil {
		data, err = r.opt.Events.Events.Load(name)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var k *board.Kept
	if err == nil {
		k, err = r.ReadGame(data, r.Lib.Get)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.opt.Events.Events.Where(name), err)
	}
	return k, nil
}

// headerOf is what the record of a game tells of who plays.
func headerOf(h *Event, l *tournament.Leg) match.Header {
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

// looks reports whether the player looks at the event's page.
func (r *Room) looks() bool {
	_, at := r.Front().(*eventPage)
	return at
}
