package client

import (
	"context"

	"tafl3d/game/match"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
)

// Session is a service as somebody asks it who has signed in there.
type Session struct {
	service *Service
	session wire.Session
}

// In returns the service in a session, or in none if it is the zero value.
func (s *Service) In(session wire.Session) *Session { return &Session{s, session} }

// Do implements wire.Asker.
func (s *Session) Do(ctx context.Context, method, path string, in, out any) error {
	return s.service.Do(ctx, method, path, s.session.Token, in, out)
}

// Me returns who has signed in, as the service told it then.
func (s *Session) Me() wire.Player { return s.session.Player }

// Address returns the address of the service.
func (s *Session) Address() string { return s.service.Address() }

// Rematch accepts the challenge of the other player of a game that is over, if there is
// one, and challenges him if there is none.
func (s *Session) Rematch(ctx context.Context, id string) error {
	lobby, err := wire.GetLobby.Ask(ctx, s, wire.None{})
	if err != nil {
		return err
	}
	full, err := wire.GetGame.Ask(ctx, s, wire.None{}, id)
	if err != nil {
		return err
	}
	other := full.Attackers.ID
	if other == s.Me().ID {
		other = full.Defenders.ID
	}
	for _, o := range lobby.Seeks {
		if o.ForMe && o.By.ID == other && len(o.Seek.Variants) == 1 && o.Seek.Variants[0] == full.Variant {
			_, err := wire.PostTake.Ask(ctx, s, wire.Take{ID: o.ID})
			return err
		}
	}
	_, err = wire.PostRematch.Ask(ctx, s, wire.Begun{Game: id})
	return err
}

// Replay returns the record of a game that is over, as package match encodes it. It is wire.ErrMovesGone of one whose
// moves
// the service keeps no longer.
func (s *Session) Replay(ctx context.Context, id string) ([]byte, error) {
	full, err := wire.GetGame.Ask(ctx, s, wire.None{}, id)
	if err != nil {
		return nil, err
	}
	if len(full.Entries) == 0 {
		return nil, wire.ErrMovesGone
	}
	g, err := ledger.Fold(full.Entries)
	if err != nil {
		return nil, err
	}
	head := match.Header{Variant: g.Variant().ID}
	for side, p := range g.Spec().Seats {
		head.Seats[side] = match.Seat{Player: "human", Name: p.Name}
	}
	return match.Encode(head, g.State())
}
