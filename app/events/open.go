package events

import (
	"context"

	"tafl3d/game/match"
	"tafl3d/tournament"
	"tafl3d/tournament/tables"
)

// enterEvent opens a tournament and closes the previous one.
func (r *Room) enterEvent(id string, ev *tournament.Tournament) {
	r.ShutEvent()
	h := &Event{ID: id, State: ev, Variant: r.variantName, Player: textEntrant, Running: map[tables.Game]*Live{},
		Records: map[string][]byte{}, Open: map[tables.Game]string{}, Honours: ev.Phase() == tournament.Over}
	h.Control, _ = match.ParseControl(Clock(ev.Config())) // Knows has validated it
	h.Ctx, h.Cancel = context.WithCancel(r.shell.Ctx())
	h.Saver = r.shell.NewSaver(h.Ctx, r.opt.Events.Events)
	r.Event = h
	r.Pump()
	if h.HasGuests() && ev.Phase() != tournament.Over {
		r.guests.openVenue()
	}
}

// ShutEvent closes the current tournament. Running engine games will be replayed.
func (r *Room) ShutEvent() {
	h := r.Event
	if h == nil {
		return
	}
	if r.board.Game() != nil && r.board.Game().Contest != nil {
		r.board.Leave()
		r.board.Set(r.board.Lib.Usual(r.host.Usual()))
	}
	r.guests.closeVenue()
	h.Cancel()
	h.Saver.Close()
	r.Event = nil
	r.shell.Go(h.Workers.Wait) // an unresponsive program takes time
}
