package lobby

import (
	"context"
	"slices"
	"time"

	"tafl3d/net/wire"
	"tafl3d/server/account"
)

// Who has left games under way without coming back waits before he meets strangers
// again: the second time within a day five minutes, then twice as long each time. A game
// that was called off counts as one that was left, but for the first of a day.
const (
	firstCooldown = 5 * time.Minute
	longest       = 8 // doublings
	pardoned      = 1 // games called off in a day
)

// Cooldown refuses somebody who has to wait.
func (s *Lobby) Cooldown(ctx context.Context, who string) error {
	now := s.Now()
	left, err := s.Store.Abandoned(ctx, who, now.Add(-account.Day))
	if err != nil {
		return err
	}
	off, err := s.Store.CalledOff(ctx, who, now.Add(-account.Day))
	if err != nil {
		return err
	}
	left = append(left, off[:max(len(off)-pardoned, 0)]...)
	if len(left) < 2 {
		return nil
	}
	until := time.UnixMicro(slices.Max(left)).Add(firstCooldown << min(len(left)-2, longest))
	if wait := until.Sub(now); wait > 0 {
		return wire.Refuse(wire.TooMuch,
			"you have left or called off %d games within a day: you may look for another in %v", len(left),
			wait.Round(time.Second))
	}
	return nil
}
