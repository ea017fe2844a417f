package client

import (
	"context"

	"tafl3d/game/match"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
)

// Session is a service with a signed-in session.
type Session struct {
	service *Service
	session wire.Session
}

// In returns the service with a session; the zero value sends requests without one.
func (s *Service) In(session wire.Session) *Session { return &Session{s, session} }

// Do implements wire.Asker.
func (s *Session) Do(ctx context.Context, method, path string, in, out any) error {
	return s.service.Do(ctx, method, path, s.session.Token, in, out)
}

// Me returns the player of the session.
func (s *Session) Me() wire.Player { return s.session.Player }

// Address returns the address of the service.
func (s *Session) Address() string { return s.service.Address() }

// Rematch accepts a challenge by the opponent of a finished game in the same variant, or else challenges them.
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
			_, err := wire.Take{ID: o.ID}.Ask(ctx, s)
			return err
		}
	}
	_, err = wire.PostRematch.Ask(ctx, s, wire.Begun{Game: id})
	return err
}

// Replay returns the record of a finished game as match.Encode writes it. The error is wire.ErrMovesGone if its moves
// are no longer kept.
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
