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
func (u *guests) openVenue() {
	h := u.room.Event
	if u.venue != nil || u.room.opt.Network == nil {
		return
	}
	door, err := u.room.opt.Events.Events.Load(path.Join(h.ID, doorFile))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		u.room.shell.Refuse(words.Error(err))
		return
	}
	state, err := h.Public()
	if err != nil {
		u.room.shell.Refuse(words.Error(err))
		return
	}
	offer := remote.VenueOffer{ID: h.ID, Host: cmp.Or(u.room.host.Settings().Name, tongue.Text(textHostName)),
		State: state, Identity: door,
		Visit: func(ctx context.Context, v remote.Visit) error {
			return u.within(ctx, h, func() error { return u.guestChanged(v) })
		},
		Over: func(ctx context.Context, at tables.Game, s match.State) error {
			return u.within(ctx, h, func() error { return u.finishRemote(at, s) })
		},
		Record: func(at tables.Game) ([]byte, error) {
			return u.room.opt.Events.Events.Load(RecordFile(h.ID, at))
		},
	}
	u.room.online.Beyond(func(ctx context.Context) func() {
		v, err := u.room.opt.Network.OpenVenue(ctx, offer)
		return func() { u.enterVenue(h, v, err) }
	})
}

// enterVenue handles the result of opening.
func (u *guests) enterVenue(h *Event, v remote.Venue, err error) {
	switch {
	case err == nil && (u.room.Event != h || u.venue != nil):
		u.room.online.Dismiss(v)
		return
	case errors.Is(err, remote.ErrBadIdentity):
		to, fault := u.room.opt.Events.Events.Aside(path.Join(h.ID, doorFile))
		u.room.shell.Say(words.Error(errors.Join(err, fault)), panel.Bad)
		u.room.shell.Say(textKeptAs(u.room.opt.Events.Events.Where(to)), panel.Plain)
		return
	case err != nil:
		u.room.shell.Refuse(words.Error(err))
		return
	}
	ctx, cancel := context.WithCancel(h.Ctx)
	u.venue = &venue{Venue: v, ctx: ctx, cancel: cancel, begun: map[tables.Game]bool{}}
	if door, err := v.Identity(); err == nil {
		h.Saver.Save(path.Join(h.ID, doorFile), door)
	} else {
		u.room.shell.NotSaved(doorFile, err)
	}
	u.room.Pump()
}

// closeVenue closes the tournament to the network. Games with guests wait until it opens again.
func (u *guests) closeVenue() {
	h := u.room.Event
	g := u.venue
	if g == nil {
		return
	}
	if t := u.room.board.Game(); t != nil && t.Remote != nil && t.Remote.Host == g.Venue {
		u.room.board.Leave()
		u.room.board.Set(u.room.board.Lib.Usual(u.room.host.Usual()))
	}
	u.room.opt.Seats.StopJoining(g.Venue)
	g.cancel()
	u.venue, h.Open = nil, map[tables.Game]string{}
	h.Workers.Go(u.room.shell.Guard(g.Close))
	u.room.shell.Touch()
}

// within runs f on the main thread while h is open, and returns its result.
func (u *guests) within(ctx context.Context, h *Event, f func() error) error {
	said := make(chan error, 1)
	u.room.shell.Report(ctx, func() {
		if u.room.Event != h {
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
func (u *guests) guestChanged(v remote.Visit) error {
	h := u.room.Event
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
		return u.applyGuest(tournament.Withdraw{Player: staying.ID}, textGuestLeft(staying.Name))
	case known:
		return sentence(textYouLeft)
	case len(h.State.Entrants()) >= Most:
		return sentence(textTooMany)
	}
	return u.applyGuest(tournament.Enter{Name: v.Name, Kind: Person, Ref: v.Guest}, textEntered(v.Name))
}

// applyGuest applies the request of a guest and shows a notice.
func (u *guests) applyGuest(e tournament.Event, told string) error {
	if err := u.room.Apply(e); err != nil {
		return sentence(TextEventError(err))
	}
	u.room.shell.Say(told, panel.Good)
	return nil
}

// finishRemote records the result of a game between machines.
func (u *guests) finishRemote(n tables.Game, s match.State) error {
	h := u.room.Event
	d, open := h.Due(n)
	if !open { // already recorded, or decided by the director
		return nil
	}
	u.room.KeepRecord(n, headerOf(h, &d.Game), s)
	delete(h.Open, n)
	return u.room.Apply(play.Reported(d, &s))
}

// updateVenue starts games between machines, aborts those decided otherwise, and publishes the state.
func (u *guests) updateVenue() {
	h := u.room.Event
	g := u.venue
	if g == nil {
		return
	}
	due := map[tables.Game]bool{}
	for _, d := range h.State.Due() {
		n := tables.Game{Pairing: d.Pairing, Leg: d.Leg}
		due[n] = true
		if h.State.Phase() == tournament.Running && !g.begun[n] && h.BetweenMachines(d.Game) && h.InTurn(d) {
			u.startRemote(g, d)
		}
	}
	for n := range maps.Keys(h.Open) {
		if !due[n] {
			delete(h.Open, n)
			h.Workers.Go(u.room.shell.Guard(func() { _ = g.BreakOff(g.ctx, n) })) // a finished game needs no end
		}
	}
	u.publish()
}

// publish sends the state of the tournament to the guests.
func (u *guests) publish() {
	h := u.room.Event
	state, err := h.Public()
	if err == nil {
		err = u.venue.Show(state, u.place)
	}
	if err != nil {
		u.room.shell.Say(words.Error(err), panel.Bad)
	}
}

// place returns where a game of the tournament is played.
func (u *guests) place(n tables.Game) (id string, begun bool) {
	h := u.room.Event
	switch {
	case h.Running[n] != nil:
		return "", true
	case h.Open[n] != "":
		return h.Open[n], true
	}
	return u.venue.Table(n), false
}

// startRemote starts or resumes a game between machines, and adds its engine, if any.
func (u *guests) startRemote(g *venue, d tournament.Due) {
	h := u.room.Event
	n := tables.Game{Pairing: d.Pairing, Leg: d.Leg}
	v, err := u.room.board.Lib.Get(d.Game.Variant)
	if err != nil {
		u.room.shell.Refuse(words.Error(err))
		return
	}
	game := remote.VenueGame{At: n, Variant: v, Own: u.room.board.Lib.Mine(v), Clock: Clock(h.State.Config()),
		Names: h.Names(&d.Game)}
	for side, id := range d.Game.Players {
		e, _ := h.State.Entrant(id)
		if game.Engine[side] = e.Kind != Person; IsGuest(e) {
			game.Who[side] = e.Ref
		}
	}
	g.begun[n] = true
	h.Workers.Go(u.room.shell.Guard(func() {
		err := g.Begin(g.ctx, game)
		u.room.shell.Report(g.ctx, func() { u.startedRemote(g, d, err) })
	}))
}

// startedRemote handles the start of a game between machines.
func (u *guests) startedRemote(g *venue, d tournament.Due, err error) {
	h := u.room.Event
	if h == nil || u.venue != g {
		return
	}
	if err != nil {
		u.room.shell.Say(textCannotBegin(h.Names(&d.Game), err), panel.Bad)
		return
	}
	n := tables.Game{Pairing: d.Pairing, Leg: d.Leg}
	if _, open := h.Due(n); !open {
		return
	}
	h.Open[n] = g.Table(n)
	u.publish()
	u.room.shell.Touch()
	for side, id := range d.Game.Players {
		if e, _ := h.State.Entrant(id); e.Kind != Person {
			u.seatRemote(g, d, game.Side(side), e)
		}
	}
}

// seatRemote lets a local engine play against a guest. An engine that fails forfeits.
func (u *guests) seatRemote(g *venue, d tournament.Due, side game.Side, e tournament.Entrant) {
	h := u.room.Event
	seeds, _ := play.Chance(h.State.Config().Seed, d)
	h.Workers.Go(u.room.shell.Guard(func() {
		p, end, err := u.room.opt.Events.Entrants.Contender(e.Ref, d.Game.Variant, seeds[side])
		if err == nil {
			defer end()
			guard := play.Guard{Player: p, Clock: u.room.opt.Clock, Limit: play.Hang, Grace: play.Grace}
			err = g.Seat(g.ctx, tables.Game{Pairing: d.Pairing, Leg: d.Leg}, side,
				board.Paced{Player: guard, Clock: u.room.opt.Clock, Least: &u.room.board.Pace})
		}
		if err == nil || g.ctx.Err() != nil {
			return
		}
		u.room.shell.Report(g.ctx, func() {
			if _, open := h.Due(tables.Game{Pairing: d.Pairing, Leg: d.Leg}); u.room.Event == h && open &&
				u.room.Happen(play.Failed(d, side, err)) {
				u.room.shell.Say(TextForfeits(e.Name, words.Plain(err)), panel.Bad)
			}
		})
	}))
}

// venuePage shows how guests can join, and who has joined.
type venuePage struct{ a *Room }

func (p venuePage) Show() panel.Dialog {
	h := p.a.Event
	d := panel.Dialog{ID: "venue", Kind: panel.Question, Title: textVenue, Cancel: "close",
		Buttons: []panel.Button{{ID: "close", Label: words.Done, Primary: true}}}
	if p.a.guests.venue == nil {
		d.Lines = []string{textVenueShut}
		if p.a.online.Busy() {
			d.Lines = []string{online.TextAsking}
		}
		d.Buttons = append([]panel.Button{{ID: "open", Label: textOpenVenue, Primary: true, Press: p.a.guests.openVenue,
			Disabled: p.a.online.Busy() || h.State.Phase() == tournament.Over}},
			panel.Button{ID: "close", Label: words.Done})
		return d
	}
	v := p.a.guests.venue.Venue
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
	d.Buttons = append(d.Buttons, panel.Button{ID: "shut", Label: textCloseVenue, Press: p.a.guests.closeVenue})
	return d
}

func connectedShade(here bool) panel.Shade {
	if here {
		return panel.GoodShade
	}
	return panel.BadShade
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
