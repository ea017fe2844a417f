package lobby

import (
	"context"
	"slices"
	"time"

	"tafl3d/net/wire"
	"tafl3d/server/account"
)

// A player who has left games in progress for good has to wait before meeting strangers again: for five minutes after
// the second time within a day, then twice as long each time. Aborted games count too, except the first of a day.
const (
	firstCooldown = 5 * time.Minute
	longest       = 8 // doublings
	pardoned      = 1 // aborted games per day that do not count
)

// Cooldown returns an error if the account has to wait.
func (s *Lobby) Cooldown(ctx context.Context, who string) error {
	now := s.Now()
	left, err := s.Store.Conduct.Abandoned(ctx, who, now.Add(-account.Day))
	if err != nil {
		return err
	}
	off, err := s.Store.Conduct.CalledOff(ctx, who, now.Add(-account.Day))
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
			"you left or aborted %d games within a day: you can look for another in %v", len(left),
			wait.Round(time.Second))
	}
	return nil
}
