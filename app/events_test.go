package app_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"tafl3d/app/remote"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/net/wire"
	"tafl3d/net/wire/wiretest"
	"tafl3d/panel"
	"tafl3d/tournament"
)

// cups is the part of the scripted service with tournaments: at most one, with two other players.
type cups struct {
	plan    wire.EventSpec
	event   *tournament.Tournament
	entered bool
	orders  []wire.Order
}

var _ remote.Service = (*remoteEnd)(nil)

// holds adds the routes of tournaments to the scripted service.
func (f *remoteEnd) holds() {
	wiretest.On(&f.at, wire.GetEvents, func(wire.None, string) ([]wire.EventBrief, error) {
		f.mu.Lock()
		defer f.mu.Unlock()
		if f.cups.event == nil {
			return nil, nil
		}
		return []wire.EventBrief{f.brief()}, nil
	})
	wiretest.On(&f.at, wire.GetEvent, func(_ wire.None, id string) (wire.Event, error) { return f.event(id) })
	wiretest.On(&f.at, wire.PostJoin, func(wire.JoinEvent, string) (b wire.EventBrief, err error) {
		f.cups.entered = true
		return b, f.apply(tournament.Enter{Name: "Astrid", Kind: "person"})
	})
	wiretest.On(&f.at, wire.PostLeave, func(wire.None, string) (b wire.EventBrief, err error) {
		f.cups.entered = false
		return b, f.apply(tournament.Withdraw{Player: 3})
	})
	wiretest.On(&f.at, wire.PostEvents, f.makes)
	wiretest.On(&f.at, wire.PostOrders,
		func(o wire.Order, _ string) (b wire.EventBrief, err error) { return b, f.directs(o) })
}

func (f *remoteEnd) brief() wire.EventBrief {
	c, e := f.cups.event.Config(), f.cups.event
	return wire.EventBrief{ID: "cup", Spec: wire.EventSpec{Name: c.Name, Format: string(c.Format), Clock: c.Clock,
		Variants: []string{c.Variants[0].ID}}, Director: wire.Player{Name: "Astrid"},
		Phase: string(e.Phase()), Round: e.Round(), Rounds: e.Rounds(), Players: len(e.Entrants()),
		Joined: f.cups.entered, Yours: true}
}

// event returns the current state of the tournament: its first unfinished game is ours.
func (f *remoteEnd) event(id string) (e wire.Event, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if id != "cup" || f.cups.event == nil {
		return e, errors.New("there is no such event")
	}
	e.EventBrief = f.brief()
	if e.Saved, err = f.cups.event.Encode(); err != nil {
		return e, err
	}
	e.Entrants = []wire.EventPlayer{{Number: 3, Player: f.Me(), Withdrawn: !f.cups.entered}}
	due := f.cups.event.Due()
	for _, p := range f.cups.event.Pairings() {
		one := wire.EventPairing{Pairing: p.ID}
		for leg, l := range p.Legs {
			g := wire.EventGame{}
			switch {
			case l.Verdict != "":
				g = wire.EventGame{Game: "past-1", Verdict: string(l.Verdict)}
			case due[0].Pairing == p.ID && due[0].Leg == leg:
				g = wire.EventGame{Game: "game-1", Attackers: 3, Due: true}
			}
			one.Games = append(one.Games, g)
		}
		e.Pairings = append(e.Pairings, one)
	}
	return e, nil
}

func (f *remoteEnd) apply(events ...tournament.Event) (err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, e := range events {
		err = errors.Join(err, f.cups.event.Apply(time.Unix(1000, 0), e))
	}
	return err
}

func (f *remoteEnd) makes(q wire.EventSpec, _ string) (b wire.EventBrief, err error) {
	c := tournament.Config{Name: q.Name, Format: tournament.Format(q.Format), Clock: q.Clock, Rounds: q.Rounds,
		Games: q.Games, Third: q.Third, Late: q.Late}
	for _, id := range q.Variants {
		c.Variants = append(c.Variants, tournament.Variant{ID: id})
	}
	f.mu.Lock()
	f.cups.plan = q
	f.cups.event, err = tournament.New(c)
	f.mu.Unlock()
	if err != nil {
		return b, err
	}
	return wire.EventBrief{ID: "cup"},
		f.apply(tournament.Enter{Name: "Dag", Kind: "person"}, tournament.Enter{Name: "Tafl3d-3", Kind: "bot"})
}

func (f *remoteEnd) directs(o wire.Order) error {
	f.mu.Lock()
	f.cups.orders = append(f.cups.orders, o)
	f.mu.Unlock()
	switch o.Do {
	case "start":
		return f.apply(tournament.Start{}, tournament.Pair{})
	case "pause":
		return f.apply(tournament.Pause{})
	case "resume":
		return f.apply(tournament.Resume{})
	case "withdraw":
		return f.apply(tournament.Withdraw{Player: o.Player})
	case "forfeit":
		return f.apply(tournament.Forfeit{Pairing: o.Pairing, Leg: o.Leg, Player: o.Player})
	case "adjudicate":
		return f.apply(tournament.Adjudicate{Pairing: o.Pairing, Leg: o.Leg, Verdict: tournament.Verdict(o.Verdict),
			Played: true, Plies: 2})
	case "invite":
		return f.apply(tournament.Enter{Name: o.Name, Kind: "bot"})
	}
	return f.apply(tournament.End{})
}

func (f *remoteEnd) Replay(_ context.Context, id string) ([]byte, error) {
	if id != "past-1" {
		return nil, errors.New("game not found")
	}
	m := match.New(f.status.Variant.Rules.Start(), match.Control{})
	s := m.State()
	if _, err := m.Do(game.Attackers, match.Play{Move: s.Position.Legal(nil, s.History)[0]},
		time.Unix(1000, 0)); err != nil {
		return nil, err
	}
	human := match.Seat{Player: "human"}
	return match.Encode(match.Header{Variant: f.status.Variant.ID, Seats: [game.Sides]match.Seat{human, human}},
		m.State())
}

// has reports whether the dialog has an enabled button.
func (p *person) has(id string) bool {
	d := p.Screen().Dialog
	return d != nil && slices.ContainsFunc(d.Buttons, func(b panel.Button) bool { return b.ID == id && !b.Disabled })
}

// cell reports whether a table of the dialog contains a text.
func (p *person) cell(text string) bool {
	for _, c := range p.Screen().Dialog.Charts {
		if c.Table == nil {
			continue
		}
		for _, row := range c.Table.Rows {
			if slices.ContainsFunc(row, func(c panel.Cell) bool { return c.Text == text }) {
				return true
			}
		}
	}
	return false
}

// TestAnEventElsewhere creates a tournament at a service, joins it, starts and pauses it as director, and
// joins the next game.
func TestAnEventElsewhere(t *testing.T) {
	p, f := elsewhere(t, nil)
	p.guest()
	p.choose("lobby", "events")
	p.until("no events", func() bool { return p.dialogID() == "remote-events" && !p.has("open") && p.has("new") })
	p.choose("remote-events", "new")
	p.Do(panel.Command{ID: "clock", Arg: 0})
	p.Do(panel.Command{ID: "rounds", Arg: 1})
	p.Do(panel.Command{ID: "starts", Arg: 2})
	p.press("Options")
	p.pick("byes", "none")
	p.press("Done")
	asked := p.clock.Now().Add(time.Hour).Unix()
	p.choose("new-remote-event", "create")
	p.until("the event", func() bool { return p.dialogID() == "remote-event" && p.has("join") })
	if c := f.cups.plan; c.Format != string(tournament.Swiss) || c.Clock != "3m+2s" || c.Starts < asked ||
		c.Byes != tournament.NoByes ||
		c.Starts > p.clock.Now().Add(time.Hour).Unix() || c.Engines != "fill" || !c.Rated {
		t.Errorf("%+v", c)
	}
	if !p.cell("Tafl3d-3") || p.cell("Astrid") {
		t.Error("before I join, Dag and a bot have entered")
	}
	p.choose("remote-event", "join")
	p.until("I am in", func() bool { return p.has("leave") && p.cell("Astrid") })
	p.choose("remote-event", "start")
	p.until("my game", func() bool { return p.has("mine") && p.has("pause") && p.cell("in progress") })
	p.Do(panel.Command{ID: "view", Arg: 1})
	p.frame()
	if d := p.Screen().Dialog; len(d.Charts) != 1 || !d.Charts[0].Table.Square || len(d.Charts[0].Table.Rows) != 3 {
		t.Errorf("the cross-table: %+v", d.Charts)
	}
	p.Do(panel.Command{ID: "view", Arg: 2})
	p.frame()
	if !p.cell("Dag") {
		t.Error("the standings lack Dag")
	}
	p.choose("remote-event", "pause")
	p.until("paused", func() bool { return p.has("resume") })
	p.choose("remote-event", "mine")
	p.until("the game", func() bool { return p.Screen().Game != nil && p.dialogID() == "" })
	p.keys("g")
	p.choose("remote-event", "mine")
	p.until("the game that I had not left", func() bool { return p.Screen().Game != nil && p.dialogID() == "" })
}

// TestAKnockOutElsewhere creates a knock-out at a service with play-offs, tie-breaks and a match for the
// third place, as on this desktop.
func TestAKnockOutElsewhere(t *testing.T) {
	p, f := elsewhere(t, nil)
	p.guest()
	p.choose("lobby", "events")
	p.until("no events", func() bool { return p.dialogID() == "remote-events" && p.has("new") })
	p.choose("remote-events", "new")
	p.pick("format", "Knock-out")
	p.pick("playoff", "2 pairs")
	p.press("Options")
	p.wants("event-more")
	p.pick("break0", "Mean length")
	p.pick("third", "yes")
	p.press("Done")
	p.choose("new-remote-event", "create")
	p.until("the event", func() bool { return p.dialogID() == "remote-event" })
	if c := f.cups.plan; c.Format != string(tournament.KnockOut) || c.PlayOff != 2 || !c.Third ||
		len(c.Tiebreaks) == 0 || c.Tiebreaks[0] != string(tournament.FewestPlies) {
		t.Errorf("%+v", c)
	}
}

// TestADirectorElsewhere directs a tournament at a service: invites, decides, forfeits, withdraws, pauses; a
// finished game is replayed.
func TestADirectorElsewhere(t *testing.T) {
	p, f := elsewhere(t, nil)
	p.guest()
	p.choose("lobby", "events")
	p.until("no events", func() bool { return p.dialogID() == "remote-events" && p.has("new") })
	p.choose("remote-events", "new")
	p.Do(panel.Command{ID: "rounds", Arg: 1})
	p.choose("new-remote-event", "create")
	p.until("the event", func() bool { return p.dialogID() == "remote-event" && p.has("join") })
	p.choose("remote-event", "direct")
	p.Do(panel.Command{ID: "name"})
	p.Paste("Huginn")
	p.order("invite", 1)
	p.choose("director", "close")
	p.until("the engine", func() bool { return p.cell("Huginn") })
	p.choose("remote-event", "join")
	p.until("I am in", func() bool { return p.has("leave") })
	p.choose("remote-event", "start")
	p.until("my game", func() bool { return p.has("mine") })
	p.choose("remote-event", "direct")
	p.order("attackers", 3, "yes")
	one, err := f.cups.event.Pairing(1)
	if err != nil {
		t.Fatal(err)
	}
	in := func(id int) bool { return slices.Contains(one.Players[:], id) }
	p.Do(panel.Command{ID: "player", Arg: slices.IndexFunc([]int{1, 2, 3, 4}, func(id int) bool { return !in(id) })})
	p.Do(panel.Command{ID: "forfeit"})
	p.says("is not in that game")
	p.Do(panel.Command{ID: "player", Arg: one.Players[0] - 1})
	p.order("forfeit", 4, "yes")
	p.order("pause", 5)
	p.until("it is paused", func() bool { return p.cell("Continue") })
	p.order("resume", 6)
	p.Do(panel.Command{ID: "withdraw"})
	p.choose("confirm", "yes")
	p.until("he is withdrawn", func() bool { return len(f.orders()) == 7 })
	var did []string
	for _, o := range f.orders() {
		did = append(did, o.Do)
	}
	if want := []string{"invite", "start", "adjudicate", "forfeit", "pause", "resume",
		"withdraw"}; !slices.Equal(did, want) {
		t.Errorf("%q, want %q", did, want)
	}
	if o := f.orders()[2]; o.Verdict != string(tournament.Attackers) || o.Pairing != 1 {
		t.Errorf("%+v", o)
	}
	p.choose("director", "close")
	p.until("the event", func() bool { return p.dialogID() == "remote-event" })
	p.Do(panel.Command{ID: "game", Arg: 1 << 8})
	p.until("the game again", func() bool { return p.Screen().Game != nil && p.dialogID() == "" })
	if p.moves() != 1 || !p.sheet().Review {
		t.Errorf("%d moves, %+v", p.moves(), p.sheet())
	}
	p.keys("g")
	p.until("back at the event", func() bool { return p.dialogID() == "remote-event" })
}

func (f *remoteEnd) orders() []wire.Order {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.cups.orders)
}

// order gives an order on the director's page and waits until n orders have been sent.
func (p *person) order(id string, n int, confirm ...string) {
	p.Helper()
	p.until("the sheet", func() bool { return p.dialogID() == "director" })
	p.Do(panel.Command{ID: id})
	for _, yes := range confirm {
		p.frame()
		p.wants("confirm")
		p.Do(panel.Command{ID: yes})
	}
	p.until(id, func() bool { return len(p.remote.orders()) == n })
	p.hears("Change saved")
}
