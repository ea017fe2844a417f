package dial

import (
	"context"
	"errors"
	"fmt"
	"path"

	"tafl3d/app/remote"
	"tafl3d/game"
	"tafl3d/game/table"
	"tafl3d/net/bulletin"
	"tafl3d/net/client"
	"tafl3d/net/lan"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
	"tafl3d/tournament"
	"tafl3d/tournament/tables"
)

// ledgersFolder holds the ledgers of games with guests during play, in the folder of their event.
const ledgersFolder = "ledgers"

// OpenVenue implements remote.Network.
func (n Network) OpenVenue(_ context.Context, o remote.VenueOffer) (remote.Venue, error) {
	c := o.State.Config()
	e := lan.Event{
		ID: o.ID, Name: c.Name, Host: o.Host, Variant: c.Variants[0].ID, Clock: clockOf(c), Identity: o.Identity,
		Games:  lan.OpenLedgers(n.Events.Where(path.Join(o.ID, ledgersFolder))),
		OnJoin: func(ctx context.Context, v lan.JoinRequest) error { return o.Visit(ctx, remote.Visit(v)) },
		OnGameOver: func(ctx context.Context, g *ledger.Game) error {
			at, err := seatOf(g.Spec().Game)
			if err != nil || g.Aborted() {
				return nil // the event reports its own error
			}
			return o.Over(ctx, at, g.State())
		},
		Record: func(id string) ([]byte, error) {
			at, err := seatOf(id)
			if err != nil {
				return nil, err
			}
			return o.Record(at)
		},
	}
	v, err := lan.OpenVenue(e)
	if errors.Is(err, lan.ErrIdentity) {
		err = fmt.Errorf("%w: %w", remote.ErrBadIdentity, err)
	}
	if err != nil {
		return nil, err
	}
	host, engines := v.Link(lan.HostID), v.Link(lan.EnginesID)
	return &venue{
		Venue: v, remoteHost: remoteHost{host.Dial(context.Background(), n.Wake, nil)},
		engines: engines.Dial(context.Background(), nil, nil), offer: o, config: c,
	}, nil
}

func clockOf(c tournament.Config) string {
	if c.Clock == "" {
		return "none"
	}
	return c.Clock
}

// tableID and seatOf return the ids of games of a local event.
func tableID(at tables.Game) string {
	return fmt.Sprintf("pairing%04d-game%d", at.Pairing, at.Leg+1)
}

func seatOf(id string) (at tables.Game, err error) {
	_, err = fmt.Sscanf(id, "pairing%d-game%d", &at.Pairing, &at.Leg)
	if at.Leg--; err != nil || tableID(at) != id {
		return at, fmt.Errorf("there is no game %.60q", id)
	}
	return at, nil
}

// venue is an event hosted on the local network, with our own connections to it.
type venue struct {
	*lan.Venue
	remoteHost
	engines *client.Line
	offer   remote.VenueOffer
	config  tournament.Config
}

// Close implements remote.Host.
func (v *venue) Close() {
	v.remoteHost.Close()
	v.engines.Close()
	v.Venue.Close()
}

// Link implements remote.Host.
func (v *venue) Link() client.Link { return v.remoteHost.Link() }

// Rematch implements remote.Host.
func (v *venue) Rematch(context.Context, string) error {
	return errors.New("the tournament decides the next pairing")
}

// Table implements remote.Venue.
func (v *venue) Table(at tables.Game) string { return tableID(at) }

// Show implements remote.Venue.
func (v *venue) Show(t *tournament.Tournament, place func(tables.Game) (string, bool)) error {
	e, err := bulletin.Of(t, func(pairing, leg int) (string, bool) {
		return place(tables.Game{Pairing: pairing, Leg: leg})
	})
	if err != nil {
		return err
	}
	e.ID, e.Director.Name, e.Version = v.offer.ID, v.offer.Host, int64(len(t.Log()))
	e.Spec = wire.EventSpec{Name: v.config.Name, Format: string(v.config.Format), Clock: clockOf(v.config)}
	for _, one := range v.config.Variants {
		e.Spec.Variants = append(e.Spec.Variants, one.ID)
	}
	return v.Venue.Show(e)
}

// Begin implements remote.Venue.
func (v *venue) Begin(ctx context.Context, g remote.VenueGame) error {
	spec := wire.Spec{Game: tableID(g.At), Clock: g.Clock, Event: v.offer.ID}
	spec.Variant, spec.Rules = named(g.Variant, g.Own)
	for side := range spec.Seats {
		p := &spec.Seats[side]
		p.Name, p.Bot = g.Names[side], g.Engine[side]
		switch {
		case p.Bot:
			p.ID = lan.EnginesID
		case g.Who[side] != "":
			p.ID = g.Who[side]
		default:
			p.ID = lan.HostID
		}
	}
	return v.Venue.Begin(ctx, spec)
}

// BreakOff implements remote.Venue.
func (v *venue) BreakOff(ctx context.Context, at tables.Game) error {
	return v.Venue.BreakOff(ctx, tableID(at))
}

// Seat implements remote.Venue.
func (v *venue) Seat(ctx context.Context, at tables.Game, side game.Side, p table.Player) error {
	r := v.engines.Join(tableID(at))
	defer r.Close()
	return client.Seat(ctx, r, side, p)
}
