package account

import (
	"context"
	"time"

	"tafl3d/net/wire"
	"tafl3d/server/store"
)

// Vacations: while a player is on vacation, both clocks of each of their correspondence games are stopped.
const (
	Day          = 24 * time.Hour
	Year         = 365 * Day
	vacationDays = 30 // per year
)

// Budget returns the present vacation, or one that begins now if there is none, and how many days of the year would be
// left if it ended now.
func Budget(all []store.Vacation, account string, now time.Time) (v store.Vacation, left int) {
	v = store.Vacation{Account: account, Begun: now.UnixMicro()}
	used := time.Duration(0)
	for _, old := range all {
		if old.Ends > now.UnixMicro() {
			v = old
		}
		used += time.UnixMicro(min(old.Ends, now.UnixMicro())).Sub(time.UnixMicro(old.Begun))
	}
	return v, max(vacationDays-int((used+Day-1)/Day), 0)
}

// Vacation returns when the present vacation ends and how many days are left after it.
func (s *Accounts) Vacation(ctx context.Context, account string) (wire.Vacation, error) {
	now := s.Now()
	all, err := s.Store.Vacations.Of(ctx, account, now.Add(-Year))
	if err != nil {
		return wire.Vacation{}, err
	}
	v, left := Budget(all, account, now)
	if v.Ends == 0 {
		return wire.Vacation{Left: left}, nil
	}
	_, left = Budget(all, account, time.UnixMicro(v.Ends))
	return wire.Vacation{Ends: v.Ends / 1e6, Left: left}, nil
}
