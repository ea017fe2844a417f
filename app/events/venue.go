package events

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"maps"
	"path"
	"strings"

	"tafl3d/app/board"
	"tafl3d/app/online"
	"tafl3d/app/remote"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/panel"
	"tafl3d/tongue"
	"tafl3d/tournament"
	"tafl3d/tournament/play"
	"tafl3d/tournament/tables"
)

// doorFile stores the entrance of a tournament in its folder.
const doorFile = "door.json"

var errShut = errors.New("the event has been closed")

// openVenue opens the tournament to the local network, with the previous code if there is one.
func (r *Room) openVenue() {
	h := r.Event
	if r.venue != nil || r.opt.Network == nil {
		return
	}
	door, err := r.opt.Events.Events.Load(path.Join(h.ID, doorFile))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		r.shell.Refuse(words.Error(err))
		return
	}
	state, err := h.Public()
	if err != nil {
		r.shell.Refuse(words.Error(err))
		return
	}
	offer := remote.VenueOffer{ID: h.ID, Host: cmp.Or(r.host.Settings().Name, tongue.Text(textHostName)),
		State: state, Door: door,
		Visit: func(ctx context.Context, v remote.Visit) error {
			return r.within(ctx, h, func() error { return r.guestChanged(v) })
		},
		Over: func(ctx context.Context, at tables.Game, s match.State) error {
			return r.within(ctx, h, func() error { return r.finishRemote(at, s) })
		},
		Record: func(at tables.Game) ([]byte, error) {
			return r.opt.Events.Events.Load(RecordFile(h.ID, at))
		},
	}
	r.online.Beyond(func(ctx context.Context) func() {
		v, err := r.opt.Network.OpenVenue(ctx, offer)
		return func() { r.enterVenue(h, v, err) }
	})
}

// enterVenue handles the result of opening.
func (r *Room) enterVenue(h *Event, v remote.Venue, err error) {
	switch {
	case err == nil && (r.Event != h || r.venue != nil):
		r.online.Dismiss(v)
		return
	case errors.Is(err, remote.ErrBadDoor):
		to, fault := r.opt.Events.Events.Aside(path.Join(h.ID, doorFile))
		r.shell.Say(words.Error(errors.Join(err, fault)), panel.Bad)
		r.shell.Say(textKeptAs(r.opt.Events.Events.Where(to)), panel.Plain)
		return
	case err != nil:
		r.shell.Refuse(words.Error(err))
		return
	}
	ctx, cancel := context.WithCancel(h.Ctx)
	r.venue = &venue{Venue: v, ctx: ctx, cancel: cancel, begun: map[tables.Game]bool{}}
	if door, err := v.Door(); err == nil {
		h.Saver.Save(path.Join(h.ID, doorFile), door)
	} else {
		r.shell.NotSaved(doorFile, err)
	}
	r.Pump()
}

// closeVenue closes the tournament to the network. Games with guests wait until it opens again.
func (r *Room) closeVenue() {
	h := r.Event
	g := r.venue
	if g == nil {
		return
	}
	if t := r.board.Game; t != nil && t.Remote != nil && t.Remote.Host == g.Venue {
		r.board.Leave()
		r.board.Set(r.board.Lib.Usual(r.host.Usual()))
	}
	r.opt.Seats.StopJoining(g.Venue)
	g.cancel()
	r.venue, h.Open = nil, map[tables.Game]string{}
	h.Workers.Go(r.shell.Guard(g.Close))
	r.shell.Touch()
}

// within runs f on the main thread while h is open, and returns its result.
func (r *Room) within(ctx context.Context, h *Event, f func() error) error {
	said := make(chan error, 1)
	r.shell.Report(ctx, func() {
		if r.Event != h {
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

// guestChanged lets a guest join or leave. A guest who joins again keeps their place.
func (r *Room) guestChanged(v remote.Visit) error {
	h := r.Event
	staying, known := tournament.Entrant{}, false
	for _, e := range h.State.Entrants() {
		switch {
		case e.Ref == v.Guest && !e.Withdrawn:
			staying = e
		case e.Ref == v.Guest && h.State.Phase() != tournament.Entry:
			known = true
		case strings.EqualFold(e.Name, v.Name) && v.In && !e.Withdrawn:
			return sentence(textGuestTaken(v.Name))
		}
	}
	switch {
	case v.In == (staying.ID != 0):
		return nil
	case !v.In:
		return r.applyGuest(tournament.Withdraw{Player: staying.ID}, textGuestLeft(staying.Name))
	case known:
		return sentence(textYouLeft)
	case len(h.State.Entrants()) >= Most:
		return sentence(textTooMany)
	}
	return r.applyGuest(tournament.Enter{Name: v.Name, Kind: Person, Ref: v.Guest}, textEntered(v.Name))
}

// applyGuest applies the request of a guest and shows a notice.
func (r *Room) applyGuest(e tournament.Event, told string) error {
	if err := r.Apply(e); err != nil {
		return sentence(TextEventError(err))
	}
	r.shell.Say(told, panel.Good)
	return nil
}

// finishRemote records the result of a game between machines.
func (r *Room) finishRemote(n tables.Game, s match.State) error {
	h := r.Event
	d, open := h.Due(n)
	if !open { // already recorded, or decided by the director
		return nil
	}
	r.KeepRecord(n, headerOf(h, &d.Game), s)
	delete(h.Open, n)
	return r.Apply(play.Reported(d, &s))
}

// updateVenue starts games between machines, aborts those decided otherwise, and publishes the state.
func (r *Room) updateVenue() {
	h := r.Event
	g := r.venue
	if g == nil {
		return
	}
	due := map[tables.Game]bool{}
	for _, d := range h.State.Due() {
		n := tables.Game{Pairing: d.Pairing, Leg: d.Leg}
		due[n] = true
		if h.State.Phase() == tournament.Running && !g.begun[n] && h.BetweenMachines(d.Game) && h.InTurn(d) {
			r.startRemote(g, d)
		}
	}
	for n := range maps.Keys(h.Open) {
		if !due[n] {
			delete(h.Open, n)
			h.Workers.Go(r.shell.Guard(func() { _ = g.BreakOff(g.ctx, n) })) // a finished game needs no end
		}
	}
	r.publish()
}

// publish sends the state of the tournament to the guests.
func (r *Room) publish() {
	h := r.Event
	state, err := h.Public()
	if err == nil {
		err = r.venue.Show(state, r.place)
	}
	if err != nil {
		r.shell.Say(words.Error(err), panel.Bad)
	}
}

// place returns where a game of the tournament is played.
func (r *Room) place(n tables.Game) (id string, begun bool) {
	h := r.Event
	switch {
	case h.Running[n] != nil:
		return "", true
	case h.Open[n] != "":
		return h.Open[n], true
	}
	return r.venue.Table(n), false
}

// startRemote starts or resumes a game between machines, and adds its engine, if any.
func (r *Room) startRemote(g *venue, d tournament.Due) {
	h := r.Event
	n := tables.Game{Pairing: d.Pairing, Leg: d.Leg}
	v, err := r.board.Lib.Get(d.Game.Variant)
	if err != nil {
		r.shell.Refuse(words.Error(err))
		return
	}
	game := remote.VenueGame{At: n, Variant: v, Own: r.board.Lib.Mine(v), Clock: Clock(h.State.Config()),
		Names: h.Names(&d.Game)}
	for side, id := range d.Game.Players {
		e, _ := h.State.Entrant(id)
		if game.Engine[side] = e.Kind != Person; IsGuest(e) {
			game.Who[side] = e.Ref
		}
	}
	g.begun[n] = true
	h.Workers.Go(r.shell.Guard(func() {
		err := g.Begin(g.ctx, game)
		r.shell.Report(g.ctx, func() { r.startedRemote(g, d, err) })
	}))
}

// startedRemote handles the start of a game between machines.
func (r *Room) startedRemote(g *venue, d tournament.Due, err error) {
	h := r.Event
	if h == nil || r.venue != g {
		return
	}
	if err != nil {
		r.shell.Say(textCannotBegin(h.Names(&d.Game), err), panel.Bad)
		return
	}
	n := tables.Game{Pairing: d.Pairing, Leg: d.Leg}
	if _, open := h.Due(n); !open {
		return
	}
	h.Open[n] = g.Table(n)
	r.publish()
	r.shell.Touch()
	for side, id := range d.Game.Players {
		if e, _ := h.State.Entrant(id); e.Kind != Person {
			r.seatRemote(g, d, game.Side(side), e)
		}
	}
}

// seatRemote lets a local engine play against a guest. An engine that fails forfeits.
func (r *Room) seatRemote(g *venue, d tournament.Due, side game.Side, e tournament.Entrant) {
	h := r.Event
	seeds, _ := play.Chance(h.State.Config().Seed, d)
	h.Workers.Go(r.shell.Guard(func() {
		p, end, err := r.opt.Events.Entrants.Contender(e.Ref, d.Game.Variant, seeds[side])
		if err == nil {
			defer end()
			guard := play.Guard{Player: p, Clock: r.opt.Clock, Limit: play.Hang, Grace: play.Grace}
			err = g.Seat(g.ctx, tables.Game{Pairing: d.Pairing, Leg: d.Leg}, side,
				board.Paced{Player: guard, Clock: r.opt.Clock, Least: &r.board.Pace})
		}
		if err == nil || g.ctx.Err() != nil {
			return
		}
		r.shell.Report(g.ctx, func() {
			if _, open := h.Due(tables.Game{Pairing: d.Pairing, Leg: d.Leg}); r.Event == h && open &&
				r.Happen(play.Failed(d, side, err)) {
				r.shell.Say(TextForfeits(e.Name, words.Plain(err)), panel.Bad)
			}
		})
	}))
}

// venuePage shows how guests can join, and who has joined.
type venuePage struct{ a *Room }

func (p venuePage) Show() panel.Dialog {
	h := p.a.Event
	d := panel.Dialog{ID: "venue", Title: textVenue, Cancel: "close",
		Buttons: []panel.Button{{ID: "close", Label: words.Done, Primary: true}}}
	if p.a.venue == nil {
		d.Lines = []string{textVenueShut}
		if p.a.online.Busy() {
			d.Lines = []string{online.TextAsking}
		}
		d.Buttons = append([]panel.Button{{ID: "open", Label: textOpenVenue, Primary: true,
			Disabled: p.a.online.Busy() || h.State.Phase() == tournament.Over}},
			panel.Button{ID: "close", Label: words.Done})
		return d
	}
	v := p.a.venue.Venue
	d.Title = v.Code()
	d.Lines = append([]string{textVenueOpen, textVenueLine}, v.Addresses()...)
	t := &panel.Table{Marked: -1, Columns: []panel.Column{{Head: words.Name},
		{Head: textStateHead, Width: Columns[tables.Side].Width}}}
	for _, e := range h.State.Entrants() {
		if IsGuest(e) && !e.Withdrawn {
			t.Rows = append(t.Rows, []panel.Cell{{Text: e.Name, Strong: true},
				{Text: textConnected(v.Here(e.Ref)), Shade: connectedShade(v.Here(e.Ref))}})
		}
	}
	if len(t.Rows) > 0 {
		d.Charts = []panel.Chart{{Head: textGuests, Table: t}}
	}
	d.Buttons = append(d.Buttons, panel.Button{ID: "shut", Label: textCloseVenue})
	return d
}

func connectedShade(here bool) panel.Shade {
	if here {
		return panel.GoodShade
	}
	return panel.BadShade
}

func (p venuePage) Do(c panel.Command) {
	p.a.shell.Touch()
	switch c.ID {
	case "open":
		p.a.openVenue()
	case "shut":
		p.a.closeVenue()
	}
}

// Texts of tournaments on the local network.
const (
	textVenue     = "Local network"
	textVenueShut = "People on the same network can join this tournament from their own computers, under Play over " +
		"the network. Their games are played over the network and saved here."
	textVenueOpen  = "The tournament is open to the local network."
	textHostName   = "the host"
	textVenueLine  = "Give the others this code, and this address if the tournament is not listed:"
	textOpenVenue  = "Open to local network"
	textCloseVenue = "Stop network access"
	textGuests     = "On other computers"
	textYouLeft    = "you have withdrawn from this tournament"
	textVenueFirst = "This player is on another computer: open the tournament to the local network first"
	textVenueWaits = "This game has not started yet"
)

// textNearbyChoices are the options for remote participants.
var textNearbyChoices = []string{"only those listed", "others can join"}

const textNearbyNote = "From computers on the same network, with a code; you start the tournament"

func textConnected(here bool) string {
	if here {
		return tongue.Text("connected")
	}
	return tongue.Text("not connected")
}

func textGuestTaken(name string) string {
	return tongue.Textf("the name %s is taken: choose another", tongue.Name(name))
}

func textGuestLeft(name string) string { return tongue.Textf("%s has withdrawn", tongue.Name(name)) }

func textKeptAs(file string) string { return tongue.Textf("Kept as %s", tongue.Name(file)) }

func textCannotBegin(names [game.Sides]string, err error) string {
	return tongue.Textf("%s against %s cannot start: %s", tongue.Name(names[0]), tongue.Name(names[1]),
		words.Plain(err))
}
