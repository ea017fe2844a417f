package main

import (
	"context"
	"errors"
	"net/url"

	"tafl3d/app"
	"tafl3d/net/client"
	"tafl3d/net/wire"
)

// Invitation implements app.Network.
func (n network) Invitation(text string) (app.Invitation, error) {
	i, err := wire.ParseInvitation(text)
	if err != nil {
		return app.Invitation{}, app.ErrNoInvitation
	}
	return invitation(i), nil
}

func invitation(i wire.Invitation) app.Invitation {
	out := app.Invitation{Address: i.Service, Code: i.Code}
	if i.Service != "" {
		out.Link = i.Link()
	}
	return out
}

// Invited implements app.Network.
func (n network) Invited(ctx context.Context, i app.Invitation) (app.OpenSeek, error) {
	d, err := n.at(i.Address)
	if err != nil {
		return app.OpenSeek{}, err
	}
	o, err := wire.GetInvitation.Ask(ctx, d.In(""), wire.None{}, i.Code)
	return openSeek(o), inviteFault(err)
}

// silence says in the player's language that a service does not answer, or that
// something else does.
func silence(err error) error {
	if _, mute := errors.AsType[*url.Error](err); mute && !errors.Is(err, context.Canceled) {
		return app.ErrUnreachable
	}
	if errors.Is(err, client.ErrForeign) {
		return app.ErrForeign
	}
	return err
}

// inviteFault says in the player's language why an invitation leads to no game.
func inviteFault(err error) error {
	no, refused := errors.AsType[*wire.Error](err)
	if !refused {
		return silence(err)
	}
	switch no.Code {
	case wire.Taken:
		return app.ErrAccepted
	case wire.TooLate:
		return app.ErrRunOut
	case wire.Missing:
		return app.ErrGone
	}
	return err
}
