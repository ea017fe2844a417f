package event

import (
	"context"

	"tafl3d/net/bulletin"
	"tafl3d/net/wire"
	"tafl3d/server/account"
	"tafl3d/tournament"
)

// view lets f read the present state of an event.
func (s *Events) view(ctx context.Context, id string, f func(*record) error) error {
	return s.at(id, func(d *record) error {
		if err := s.load(ctx, d); err != nil {
			return err
		}
		return f(d)
	})
}

// eventBrief returns the list entry of an event, as the account me sees it.
func (s *Events) eventBrief(ctx context.Context, id, me string) (b wire.EventBrief, err error) {
	err = s.view(ctx, id, func(d *record) error {
		b, err = s.briefOf(ctx, d, me)
		return err
	})
	return b, err
}

func (s *Events) briefOf(ctx context.Context, d *record, me string) (wire.EventBrief, error) {
	a, err := s.Store.Accounts.Get(ctx, d.row.Director)
	if err != nil {
		return wire.EventBrief{}, err
	}
	b := wire.EventBrief{
		ID: d.row.ID, Spec: d.spec, Director: account.Player(a), Phase: string(d.t.Phase()), Round: d.t.Round(),
		Rounds: d.t.Rounds(), Version: d.row.Version,
		Joined: d.has(me), Yours: me != "" && me == a.ID,
	}
	for _, e := range d.t.Entrants() {
		if !e.Withdrawn {
			b.Players++
		}
	}
	return b, nil
}

// Show returns an event in full, as the account me sees it. me is empty without a session.
func (s *Events) Show(ctx context.Context, id, me string) (e wire.Event, err error) {
	err = s.view(ctx, id, func(d *record) error {
		brief, err := s.briefOf(ctx, d, me)
		if err != nil {
			return err
		}
		e, err = bulletin.Of(d.t, d.place())
		e.EventBrief = brief
		return err
	})
	return e, err
}

// place returns where games are played: under ids derived from the event's.
func (d *record) place() bulletin.Place {
	dues := d.dues()
	return func(pairing, leg int) (string, bool) {
		id := gameOf(d.row.ID, pairing, leg)
		_, due := dues[id]
		return id, due && d.seated[id] // it cannot be joined before it has begun
	}
}

// CrossTable returns the cross table of an event.
func (s *Events) CrossTable(ctx context.Context, id string) (c tournament.CrossTable, err error) {
	err = s.view(ctx, id, func(d *record) error {
		c = d.t.CrossTable()
		return nil
	})
	return c, err
}
