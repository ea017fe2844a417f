package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"strings"

	"tafl3d/app/remote"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/panel"
	"tafl3d/tongue"
	"tafl3d/tournament"
	"tafl3d/tournament/play"
	"tafl3d/tournament/tables"
)

// gate is what a hall has while it is open to the local network.
type gate struct {
	venue  remote.Venue
	ctx    context.Context // of what runs for it
	cancel context.CancelFunc
	begun  map[remote.EventSeat]bool // games that were asked to begin
}

// refGuest is how the refs of people begin who play from another machine.
const refGuest = "guest:"

// doorFile keeps the entrance of an event in its folder.
const doorFile = "door.json"

var errShut = errors.New("the event has been closed")

// guest reports whether somebody plays from another machine.
func guest(e tournament.Entrant) bool {
	return e.Kind == kindPerson && strings.HasPrefix(e.Ref, refGuest)
}

// abroad reports whether a game is played between machines.
func (h *hall) abroad(l tournament.Leg) bool {
	for _, id := range l.Players {
		if e, err := h.ev.Entrant(id); err == nil && guest(e) {
			return true
		}
	}
	return false
}

// hasGuests reports whether anybody plays from another machine.
func (h *hall) hasGuests() bool {
	for _, e := range h.ev.Entrants() {
		if guest(e) {
			return true
		}
	}
	return false
}

// at is a seatNo as those elsewhere name it.
func (n seatNo) at() remote.EventSeat { return remote.EventSeat{Pairing: n.pairing, Leg: n.leg} }

// openGate opens the event to the local network, under the code of the last time if
// there was one.
func (a *App) openGate() {
	h := a.hall
	if h.gate != nil || a.opt.Network == nil {
		return
	}
	door, err := a.opt.Hall.Events.Load(path.Join(h.id, doorFile))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		a.Refuse(textError(err))
		return
	}
	state, err := h.told()
	if err != nil {
		a.Refuse(textError(err))
		return
	}
	offer := remote.VenueOffer{ID: h.id, Host: cmp.Or(a.settings.Net.Name, tongue.Text(textHostName)), State: state, Door: door,
		Visit: func(ctx context.Context, v remote.Visit) error {
			return a.within(ctx, h, func() error { return a.visited(v) })
		},
		Over: func(ctx context.Context, at remote.EventSeat, s match.State) error {
			return a.within(ctx, h, func() error { return a.overAbroad(at, s) })
		},
		Record: func(at remote.EventSeat) ([]byte, error) {
			return a.opt.Hall.Events.Load(recordName(h.id, seatNo{at.Pairing, at.Leg}))
		},
	}
	a.beyond(func(ctx context.Context) func() {
		v, err := a.opt.Network.OpenVenue(ctx, offer)
		return func() { a.enterGate(h, v, err) }
	})
}

// enterGate takes the event that has been opened into its hall.
func (a *App) enterGate(h *hall, v remote.Venue, err error) {
	switch {
	case err == nil && (a.hall != h || h.gate != nil):
		a.dismiss(v)
		return
	case errors.Is(err, remote.ErrBadDoor):
		to, fault := a.opt.Hall.Events.Aside(path.Join(h.id, doorFile))
		a.Say(textError(errors.Join(err, fault)), panel.Bad)
		a.Say(textKeptAs(a.opt.Hall.Events.Where(to)), panel.Plain)
		return
	case err != nil:
		a.Refuse(textError(err))
		return
	}
	ctx, cancel := context.WithCancel(h.ctx)
	h.gate = &gate{venue: v, ctx: ctx, cancel: cancel, begun: map[remote.EventSeat]bool{}}
	if door, err := v.Door(); err == nil {
		h.saver.Save(path.Join(h.id, doorFile), door)
	} else {
		a.NotSaved(doorFile, err)
	}
	a.pump()
}

// shutGate closes the event to the network. Games with guests wait until it opens again.
func (a *App) shutGate() {
	h := a.hall
	g := h.gate
	if g == nil {
		return
	}
	if t := a.game; t != nil && t.far != nil && t.far.club == g.venue {
		a.leave()
		a.set(a.lib.usual(a.settings.New.Variant))
	}
	if j := a.net.joining; j != nil && j.club == g.venue {
		j.remote.Close()
		a.net.joining = nil
	}
	g.cancel()
	h.gate, h.open = nil, map[seatNo]string{}
	h.workers.Go(a.Guard(g.venue.Close))
	a.Touch()
}

// within lets f run on the main thread, as long as h is open, and waits for what it
// says.
func (a *App) within(ctx context.Context, h *hall, f func() error) error {
	said := make(chan error, 1)
	a.Report(ctx, func() {
		if a.hall != h {
			said <- errShut
			return
		}
		said <- f()
	})
	select {
	case err := <-said:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// visited lets a guest enter, or leave. Who comes a second time finds his place.
func (a *App) visited(v remote.Visit) error {
	h := a.hall
	staying, known := tournament.Entrant{}, false
	for _, e := range h.ev.Entrants() {
		switch {
		case e.Ref == v.Guest && !e.Withdrawn:
			staying = e
		case e.Ref == v.Guest && h.ev.Phase() != tournament.Entry:
			known = true
		case strings.EqualFold(e.Name, v.Name) && v.In && !e.Withdrawn:
			return sentence(textGuestTaken(v.Name))
		}
	}
	switch {
	case v.In == (staying.ID != 0):
		return nil
	case !v.In:
		return a.visit(tournament.Withdraw{Player: staying.ID}, textGuestLeft(staying.Name))
	case known:
		return sentence(textYouLeft)
	case len(h.ev.Entrants()) >= hallMost:
		return sentence(textTooMany)
	}
	return a.visit(tournament.Enter{Name: v.Name, Kind: kindPerson, Ref: v.Guest}, textEntered(v.Name))
}

// visit lets what a guest wants happen, and tells it here.
func (a *App) visit(e tournament.Event, told string) error {
	if err := a.occur(e); err != nil {
		return sentence(textEventError(err))
	}
	a.Say(told, panel.Good)
	return nil
}

// overAbroad enters the result of a game between machines.
func (a *App) overAbroad(at remote.EventSeat, s match.State) error {
	h := a.hall
	n := seatNo{at.Pairing, at.Leg}
	d, open := h.due(n)
	if !open { // it was told before, or the director was quicker
		return nil
	}
	a.keepRecord(n, h.header(&d.Game), s)
	delete(h.open, n)
	return a.occur(play.Reported(d, &s))
}

// pumpGate begins the games between machines that can begin, breaks those off that
// were decided without play, and hangs out how the event stands.
func (a *App) pumpGate() {
	h := a.hall
	g := h.gate
	if g == nil {
		return
	}
	due := map[seatNo]bool{}
	for _, d := range h.ev.Due() {
		n := seatNo{d.Pairing, d.Leg}
		due[n] = true
		if h.ev.Phase() == tournament.Running && !g.begun[n.at()] && h.abroad(d.Game) && h.inTurn(d) {
			a.beginAbroad(g, d)
		}
	}
	for n := range maps.Keys(h.open) {
		if !due[n] {
			delete(h.open, n)
			h.workers.Go(a.Guard(func() { _ = g.venue.BreakOff(g.ctx, n.at()) })) // what is over already needs no end
		}
	}
	a.hangOut()
}

// hangOut shows those who look from elsewhere how the event stands.
func (a *App) hangOut() {
	h := a.hall
	state, err := h.told()
	if err == nil {
		err = h.gate.venue.Show(state, h.place)
	}
	if err != nil {
		a.Say(textError(err), panel.Bad)
	}
}

// place tells where a game of the event is played.
func (h *hall) place(at remote.EventSeat) (id string, begun bool) {
	n := seatNo{at.Pairing, at.Leg}
	switch {
	case h.running[n] != nil:
		return "", true
	case h.open[n] != "":
		return h.open[n], true
	}
	return h.gate.venue.Table(at), false
}

// told is the event as others may see it: the commands of programs that run here are
// nobody's business elsewhere.
func (h *hall) told() (*tournament.Tournament, error) {
	t, err := tournament.New(h.ev.Config())
	if err != nil {
		return nil, err
	}
	for _, l := range h.ev.Log() {
		if e, is := l.Event.(tournament.Enter); is && strings.HasPrefix(e.Ref, refProgram) {
			e.Ref = refProgram + tongue.Text(textAProgram)
			l.Event = e
		}
		if err := t.Apply(l.At, l.Event); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// beginAbroad begins a game between machines, or goes on with it, and seats the
// engine where there is one.
func (a *App) beginAbroad(g *gate, d tournament.Due) {
	h := a.hall
	n := seatNo{d.Pairing, d.Leg}
	v, err := a.lib.get(d.Game.Variant)
	if err != nil {
		a.Refuse(textError(err))
		return
	}
	game := remote.VenueGame{At: n.at(), Variant: v, Own: a.lib.mine(v), Clock: controlText(h.ev.Config()), Names: h.names(&d.Game)}
	for side, id := range d.Game.Players {
		e, _ := h.ev.Entrant(id)
		if game.Engine[side] = e.Kind != kindPerson; guest(e) {
			game.Who[side] = e.Ref
		}
	}
	g.begun[n.at()] = true
	h.workers.Go(a.Guard(func() {
		err := g.venue.Begin(g.ctx, game)
		a.Report(g.ctx, func() { a.begunAbroad(g, d, err) })
	}))
}

// begunAbroad takes in that a game between machines has begun.
func (a *App) begunAbroad(g *gate, d tournament.Due, err error) {
	h := a.hall
	if h == nil || h.gate != g {
		return
	}
	if err != nil {
		a.Say(textCannotBegin(h.names(&d.Game), err), panel.Bad)
		return
	}
	n := seatNo{d.Pairing, d.Leg}
	if _, open := h.due(n); !open {
		return
	}
	h.open[n] = g.venue.Table(n.at())
	a.hangOut()
	a.Touch()
	for side, id := range d.Game.Players {
		if e, _ := h.ev.Entrant(id); e.Kind != kindPerson {
			a.seatAbroad(g, d, game.Side(side), e)
		}
	}
}

// seatAbroad lets an engine of ours play against a guest. One that fails forfeits.
func (a *App) seatAbroad(g *gate, d tournament.Due, side game.Side, e tournament.Entrant) {
	h := a.hall
	seeds, _ := play.Chance(h.ev.Config().Seed, d)
	h.workers.Go(a.Guard(func() {
		p, end, err := a.opt.Hall.Entrants.Contender(e.Ref, d.Game.Variant, seeds[side])
		if err == nil {
			defer end()
			guard := play.Guard{Player: p, Clock: a.opt.Clock, Limit: play.Hang, Grace: play.Grace}
			err = g.venue.Seat(g.ctx, remote.EventSeat{Pairing: d.Pairing, Leg: d.Leg}, side, paced{guard, a.opt.Clock, &a.pace})
		}
		if err == nil || g.ctx.Err() != nil {
			return
		}
		a.Report(g.ctx, func() {
			if _, open := h.due(seatNo{d.Pairing, d.Leg}); a.hall == h && open && a.happen(play.Failed(d, side, err)) {
				a.Say(textForfeits(e.Name, err.Error()), panel.Bad)
			}
		})
	}))
}

// gatePage shows how the others come in, and who has.
type gatePage struct{ a *App }

func (p gatePage) Show() panel.Dialog {
	h := p.a.hall
	d := panel.Dialog{ID: "gate", Title: textGate, Cancel: "close", Buttons: []panel.Button{{ID: "close", Label: textDone, Primary: true}}}
	if h.gate == nil {
		d.Lines = []string{textGateShut}
		if p.a.net.busy {
			d.Lines = []string{textAsking}
		}
		d.Buttons = append([]panel.Button{{ID: "open", Label: textOpenGate, Primary: true, Disabled: p.a.net.busy || h.ev.Phase() == tournament.Over}}, panel.Button{ID: "close", Label: textDone})
		return d
	}
	v := h.gate.venue
	d.Title = v.Code()
	d.Lines = append([]string{textGateOpen, textGateLine}, v.Addresses()...)
	t := &panel.Table{Marked: -1, Columns: []panel.Column{{Head: textName}, {Head: textStateHead, Width: columns[tables.Side].Width}}}
	for _, e := range h.ev.Entrants() {
		if guest(e) && !e.Withdrawn {
			t.Rows = append(t.Rows, []panel.Cell{{Text: e.Name, Strong: true}, {Text: textConnected(v.Here(e.Ref)), Shade: connectedShade(v.Here(e.Ref))}})
		}
	}
	if len(t.Rows) > 0 {
		d.Charts = []panel.Chart{{Head: textGuests, Table: t}}
	}
	d.Buttons = append(d.Buttons, panel.Button{ID: "shut", Label: textShutGate})
	return d
}

func connectedShade(here bool) panel.Shade {
	if here {
		return panel.GoodShade
	}
	return panel.BadShade
}

func (p gatePage) Do(c panel.Command) {
	p.a.Touch()
	switch c.ID {
	case "open":
		p.a.openGate()
	case "shut":
		p.a.shutGate()
	}
}

// The words of a hall that is open to the local network.
const (
	textGate        = "Local network"
	textGateShut    = "People on the same network can join this event with their own machines: they find it under Play over the network. Games with them are played over the network and kept here."
	textGateOpen    = "The event is open to the local network."
	textHostName    = "the host"
	textGateLine    = "Tell the others this code to compare and, where they do not find the event, an address to type:"
	textOpenGate    = "Open to the local network"
	textShutGate    = "Close to the network"
	textGuests      = "At other machines"
	textYouLeft     = "you have withdrawn from this event"
	textAProgram    = "program"
	textGateFirst   = "He plays from another machine: open the event to the local network first"
	textGateWaits   = "That game has not begun at its table yet"
	textGateEntrant = "person, another machine"
)

// textNearbyChoices say who else may play in a new event.
var textNearbyChoices = []string{"only those listed", "others join, too"}

const textNearbyNote = "From machines on the same network, with a code; the event starts when you say so"

func textConnected(here bool) string {
	if here {
		return tongue.Text("connected")
	}
	return tongue.Text("not connected")
}

func textGuestTaken(name string) string {
	return tongue.Textf("the name %s is taken here: choose another one", tongue.Name(name))
}

func textGuestLeft(name string) string { return tongue.Textf("%s has withdrawn", tongue.Name(name)) }

func textKeptAs(file string) string { return tongue.Textf("It is kept as %s", tongue.Name(file)) }

func textCannotBegin(names [game.Sides]string, err error) string {
	return tongue.Textf("%s against %s cannot begin: %s", tongue.Name(names[0]), tongue.Name(names[1]), fmt.Sprint(err))
}
