package event

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"time"

	"tafl3d/net/ledger"
	"tafl3d/net/wire"
	"tafl3d/server/account"
	"tafl3d/server/store"
	"tafl3d/tournament"
)

// Limits of events.
const (
	maxOwn      = 5 // per director
	eventsShown = 100
	maxAhead    = 400 * 24 * time.Hour // for the start
	noClock     = "none"               // clock name that events do not allow
)

// Make creates a tournament directed by the caller.
func (s *Events) Make(ctx context.Context, who account.Caller, q wire.EventSpec) (wire.EventBrief, error) {
	if who.Kind != store.Person {
		return wire.EventBrief{}, wire.Refuse(wire.Forbidden, "you need your own account to create a tournament")
	}
	now := s.Now()
	if err := s.checkEvent(q, now); err != nil {
		return wire.EventBrief{}, err
	}
	spec, err := json.Marshal(q)
	if err != nil {
		return wire.EventBrief{}, err
	}
	row := store.Event{
		ID: account.ID(), Spec: string(spec), Seed: rand.Int64(), Rules: tournament.Version, Director: who.ID,
		Phase:  string(tournament.Entry),
		Opened: now.UnixMicro(), Starts: q.Starts * 1e6,
	}
	err = s.Store.Events.Add(ctx, row, store.EventLimits{Own: maxOwn, All: maxEvents, Phases: going})
	if errors.Is(err, store.ErrFull) {
		return wire.EventBrief{}, s.tooMany(ctx, who.ID)
	}
	if err != nil {
		return wire.EventBrief{}, err
	}
	return s.eventBrief(ctx, row.ID, who.ID)
}

// tooMany returns the error for a player who has too many events.
func (s *Events) tooMany(ctx context.Context, director string) error {
	open, err := s.Store.Events.List(ctx, maxEvents, going...)
	if err != nil {
		return err
	}
	own := slices.DeleteFunc(open, func(e store.Event) bool { return e.Director != director })
	return wire.Refuse(wire.TooMuch, "you have too many unfinished tournaments: %d of at most %d", len(own), maxOwn)
}

// checkEvent returns an error if a requested event is invalid.
func (s *Events) checkEvent(q wire.EventSpec, now time.Time) error {
	if _, err := tournament.New(configOf(q, 0)); err != nil {
		return wire.Refuse(wire.BadMessage, "%v", err)
	}
	for _, v := range q.Variants {
		if _, err := ledger.Begin(wire.Spec{Variant: v, Clock: q.Clock}, 0); err != nil {
			return wire.Refuse(wire.BadMessage, "%v", err)
		}
	}
	starts := time.Unix(q.Starts, 0)
	switch {
	case q.Clock == noClock:
		return wire.Refuse(wire.BadMessage, "tournament games need a clock, or a round might never end")
	case q.Rest < 0 || q.Rest > 7*24*3600:
		return wire.Badf("rest %d: use 0 to a week, in seconds", q.Rest)
	case q.Engines != wire.NoEngines && q.Engines != wire.FillEngines && q.Engines != wire.AllEngines:
		return wire.Badf("engines %.20q: use fill or any, or leave it out", q.Engines)
	case q.Starts != 0 && (starts.Before(now) || starts.After(now.Add(maxAhead))):
		return wire.Refuse(wire.BadMessage, "choose a start in the future, within a year from now")
	}
	return nil
}

// Join enters the caller. Entering again is no error: the first answer may have been lost.
func (s *Events) Join(ctx context.Context, who account.Caller, id string, q wire.JoinEvent) (wire.EventBrief, error) {
	err := s.change(ctx, id, func(d *record) error {
		if d.has(who.ID) {
			return nil
		}
		if who.Kind == store.Bot && d.spec.Engines != wire.AllEngines {
			return wire.Refuse(wire.Forbidden, "engines join this tournament only when invited")
		}
		if why := q.Check(d.spec.Clock); why != nil {
			return why
		}
		return refusalOf(d.apply(s.Now(), s.entry(ctx, d, who.Account)))
	})
	if err != nil {
		return wire.EventBrief{}, err
	}
	return s.eventBrief(ctx, id, who.ID)
}

// Leave withdraws the caller, whose open games are forfeited.
func (s *Events) Leave(ctx context.Context, who account.Caller, id string, _ wire.None) (wire.EventBrief, error) {
	err := s.change(ctx, id, func(d *record) error {
		for _, e := range d.t.Entrants() {
			if e.Ref == who.ID && !e.Withdrawn {
				return refusalOf(d.apply(s.Now(), tournament.Withdraw{Player: e.ID}))
			}
		}
		return nil
	})
	if err != nil {
		return wire.EventBrief{}, err
	}
	s.read.nudge(id)
	return s.eventBrief(ctx, id, who.ID)
}

// Direct carries out an order of the director.
func (s *Events) Direct(ctx context.Context, who account.Caller, id string, q wire.Order) (wire.EventBrief, error) {
	err := s.change(ctx, id, func(d *record) error {
		if d.row.Director != who.ID {
			return wire.Refuse(wire.Forbidden, "only the organizer can do that")
		}
		return refusalOf(s.order(ctx, d, q))
	})
	if err != nil {
		return wire.EventBrief{}, err
	}
	s.read.nudge(id)
	return s.eventBrief(ctx, id, who.ID)
}

// order carries out an order.
func (s *Events) order(ctx context.Context, d *record, q wire.Order) error {
	now := s.Now()
	switch q.Do {
	case "start":
		return s.startEvent(ctx, d, now)
	case "invite":
		return s.invite(ctx, d, q.Name, now)
	case "pause":
		return d.apply(now, tournament.Pause{})
	case "resume":
		return d.apply(now, tournament.Resume{})
	case "end":
		return d.apply(now, tournament.End{Note: q.Note})
	case "withdraw":
		return d.apply(now, tournament.Withdraw{Player: q.Player})
	case "forfeit":
		return d.apply(now, tournament.Forfeit{Pairing: q.Pairing, Leg: q.Leg, Player: q.Player, Note: q.Note})
	case "adjudicate":
		return d.apply(now, tournament.Adjudicate{Pairing: q.Pairing, Leg: q.Leg,
			Verdict: tournament.Verdict(q.Verdict), Note: q.Note})
	}
	return wire.Badf("no director can order %.20q", q.Do)
}

// invite enters a bot that offers games.
func (s *Events) invite(ctx context.Context, d *record, name string, now time.Time) error {
	a, err := s.Accounts.Named(ctx, name)
	if err != nil {
		return err
	}
	bots, err := s.offering(ctx, d, now)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(bots, func(e tournament.Enter) bool { return e.Ref == a.ID })
	switch {
	case d.spec.Engines == wire.NoEngines:
		return wire.Refuse(wire.Forbidden, "this tournament does not allow engines")
	case d.has(a.ID):
		return wire.Refuse(wire.Taken, "%s has already joined", wire.Name(a.Name))
	case i < 0:
		return wire.Refuse(wire.Missing, "%s is not an engine that can play here now", wire.Name(a.Name))
	}
	return d.apply(now, bots[i])
}

// List lists running and paused events, then those to come, then the latest finished ones, as the account me sees them.
// me is empty without a session.
func (s *Events) List(ctx context.Context, me string) ([]wire.EventBrief, error) {
	list := []wire.EventBrief{}
	for _, phases := range [][]string{{string(tournament.Running), string(tournament.Paused)},
		{string(tournament.Entry)}, {string(tournament.Over)}} {
		rows, err := s.Store.Events.List(ctx, eventsShown, phases...)
		if err != nil {
			return nil, err
		}
		for _, row := range rows[:min(len(rows), eventsShown-len(list))] {
			b, err := s.eventBrief(ctx, row.ID, me)
			if err != nil {
				s.Log.Warn("cannot list an event", "event", row.ID, "error", err)
				continue
			}
			list = append(list, b)
		}
	}
	return list, nil
}
