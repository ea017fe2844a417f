package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"tafl3d/tournament/tables"

	"tafl3d/app/events"
	"tafl3d/game/match"
	"tafl3d/panel"
	"tafl3d/tournament"
)

// setAside keeps a damaged event and says so.
func (a *App) setAside(id string, fault error) {
	to, err := a.opt.Hall.Events.Aside(path.Join(id, events.File))
	if err != nil {
		a.Refuse(textError(err))
		return
	}
	a.Say(textBadEvent(a.opt.Hall.Events.Where(to), fault), panel.Bad)
}

// knows reports whether everything that an event names is here.
func (a *App) knows(c tournament.Config) error {
	_, err := match.ParseControl(events.Clock(c))
	for _, v := range c.Variants {
		_, fault := a.lib.get(v.ID)
		err = errors.Join(err, fault)
	}
	return err
}

// enterHall opens an event in the place of the one before.
func (a *App) enterHall(id string, ev *tournament.Tournament) {
	a.shutHall()
	h := &events.Event{ID: id, State: ev, Variant: a.variantName, Player: textEntrant, Running: map[tables.Game]*events.Live{}, Records: map[string][]byte{}, Open: map[tables.Game]string{}, Honours: ev.Phase() == tournament.Over}
	h.Control, _ = match.ParseControl(events.Clock(ev.Config())) // knows has checked it
	h.Ctx, h.Cancel = context.WithCancel(a.Ctx())
	h.Saver = a.NewSaver(h.Ctx, a.opt.Hall.Events)
	a.hall = h
	a.pump()
	if h.HasGuests() && ev.Phase() != tournament.Over {
		a.openGate()
	}
}

// shutHall closes the event that is open. Games of engines that are under way
// are played anew another time.
func (a *App) shutHall() {
	h := a.hall
	if h == nil {
		return
	}
	if a.game != nil && a.game.bout != nil {
		a.leave()
		a.set(a.lib.usual(a.settings.New.Variant))
	}
	a.shutGate()
	h.Cancel()
	h.Saver.Close()
	a.hall = nil
	a.Go(h.Workers.Wait) // a program that does not heed takes its time
}

// happen lets something happen to the event, saves it and goes on with what
// follows. It reports whether the event was accepted.
func (a *App) happen(e tournament.Event) bool {
	if err := a.occur(e); err != nil {
		a.Refuse(textEventError(err))
		return false
	}
	return true
}

// occur is happen where somebody else is told why not.
func (a *App) occur(e tournament.Event) error {
	h := a.hall
	now := a.opt.Clock.Now()
	if last := h.State.Now(); now.Before(last) { // the clock of another day went ahead
		now = last
	}
	if err := h.State.Apply(now, e); err != nil {
		return err
	}
	a.saveHall()
	a.pump()
	a.Touch()
	return nil
}

func (a *App) saveHall() {
	data, err := a.hall.State.Encode()
	if err != nil {
		a.NotSaved(events.File, err)
		return
	}
	a.hall.Saver.Save(path.Join(a.hall.ID, events.File), data)
}

// pump begins what can begin: the games of engines, and the next round where it
// does so by itself.
func (a *App) pump() {
	h := a.hall
	if h.Auto && h.State.Phase() == tournament.Running && len(h.State.Due()) == 0 && h.State.CanPair(a.opt.Clock.Now()) == nil {
		a.nextRound() // which comes back here
		return
	}
	if h.State.Phase() == tournament.Running && a.opt.Hall.Entrants != nil {
		for _, d := range h.State.Due() {
			if len(h.Running) >= a.opt.Hall.Entrants.Jobs() {
				break
			}
			if n := (tables.Game{Pairing: d.Pairing, Leg: d.Leg}); h.Running[n] == nil && h.Engines(d.Game) && h.InTurn(d) {
				a.run(d)
			}
		}
	}
	a.pumpGate()
	if h.State.Phase() == tournament.Over && !h.Honours {
		h.Honours = true
		a.Say(textEventOver(h.State.Config().Name), panel.Good)
		if _, at := a.Front().(*hallPage); at {
			a.Open(honoursPage{a})
		}
	}
}

// nextRound pairs the next round. An event in which nobody can be paired any
// more ends.
func (a *App) nextRound() {
	h := a.hall
	now := a.opt.Clock.Now()
	if last := h.State.Now(); now.Before(last) {
		now = last
	}
	err := h.State.Apply(now, tournament.Pair{})
	switch {
	case err == nil:
		a.saveHall()
		a.Touch()
		a.pump()
	case len(h.State.Due()) == 0 && (errors.Is(err, tournament.ErrNobody) || errors.Is(err, tournament.ErrFew) || errors.Is(err, tournament.ErrLate)):
		a.happen(tournament.End{Note: strings.ReplaceAll(err.Error(), "\n", "; ")})
	default:
		h.Auto = false
		a.Refuse(textEventError(err))
	}
}

// record returns the record of a game, nil if there is none.
func (a *App) record(n tables.Game) (*kept, error) {
	name := events.RecordFile(a.hall.ID, n)
	data, err := a.hall.Records[name], error(nil)
	if data == nil {
		data, err = a.opt.Hall.Events.Load(name)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var k *kept
	if err == nil {
		k, err = a.readGame(data, a.lib.get)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", a.opt.Hall.Events.Where(name), err)
	}
	return k, nil
}

// keepRecord saves the record of a game.
func (a *App) keepRecord(n tables.Game, head match.Header, s match.State) {
	data, err := match.Encode(head, s)
	if err != nil {
		a.NotSaved(a.hall.ID, err)
		return
	}
	name := events.RecordFile(a.hall.ID, n)
	a.hall.Records[name] = data
	a.hall.Saver.Save(name, data)
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
