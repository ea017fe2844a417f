package client

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/table"
	"tafl3d/net/wire"
)

// Seat lets a player (usually an engine) play a side of a game to its end and then returns nil. It declines draws,
// grants takebacks and pauses, and denies claims of the other side.
func Seat(ctx context.Context, r *Remote, side game.Side, p table.Player) error {
	asked := uint64(0) // entry at which the player last chose a move
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case u, open := <-r.Updates():
			if !open {
				return errors.New("the connection was closed")
			}
			if err := reply(r, side, u); err != nil {
				return err
			}
			s := u.State
			if s.Outcome.Over() || r.Status().Aborted {
				return nil
			}
			if s.Position.Turn() != side || s.Paused || s.Claims.Disputed || asked == uint64(u.Seq) ||
				len(r.Updates()) > 0 {
				continue
			}
			asked = uint64(u.Seq)
			if err := move(ctx, r, side, p, s); err != nil {
				return err
			}
		}
	}
}

// move lets the player choose a move and sends it.
func move(ctx context.Context, r *Remote, side game.Side, p table.Player, s match.State) error {
	m, err := p.Choose(ctx, table.Situation{Position: s.Position, History: s.History, Clock: s.Clock, Now: time.Now(),
		Played: s.Played()})
	if err != nil {
		return fmt.Errorf("the player of the %s failed: %w", side, err)
	}
	return r.Send(side, match.Play{Ply: s.Record.Ply(), Move: m})
}

// reply answers open requests of the other side.
func reply(r *Remote, side game.Side, u table.Update) error {
	s := u.State
	if s.Offer.Open && s.Offer.By != side {
		return r.Send(side, match.DeclineDraw{})
	}
	if ask := r.Status().Asked; ask.Kind != "" && ask.By != side {
		return r.Ask(side, wire.Act{Kind: wire.Accept, Of: string(ask.Kind)})
	}
	switch c := s.Claims; {
	case c.Open && c.By != side:
		return r.Send(side, match.DenyClaim{})
	case c.Disputed && !c.Waived[side] && !c.Open:
		return r.Send(side, match.WaiveClaim{})
	}
	return nil
}
