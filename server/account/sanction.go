package account

import (
	"context"
	"errors"
	"time"

	"tafl3d/net/wire"
	"tafl3d/server/store"
)

// mayEnter returns an error if an account is banned or closed.
func (s *Accounts) mayEnter(ctx context.Context, account string) error {
	b, err := s.Store.Moderation.Barring(ctx, account, s.Now())
	switch {
	case errors.Is(err, store.ErrNone):
		return nil
	case err != nil:
		return err
	case b.Kind == store.Close:
		return wire.Refuse(wire.Forbidden, "the operator has closed this account: %s", wire.Name(b.Reason))
	case b.Ends == store.Forever:
		return wire.Refuse(wire.Forbidden, "this account is banned: %s", wire.Name(b.Reason))
	}
	return wire.Refuse(wire.Forbidden, "this account is banned until %s (UTC): %s", wire.Name(Date(b.Ends)),
		wire.Name(b.Reason))
}

// mayJoin returns an error if a device belonged to a banned account that was deleted.
func (s *Accounts) mayJoin(ctx context.Context, device string) error {
	m, err := s.mark(ctx, store.MarkDevice, device)
	if err != nil {
		return err
	}
	_, err = s.Store.Moderation.BarringDevice(ctx, m.Mark, s.Now())
	switch {
	case errors.Is(err, store.ErrNone):
		return nil
	case err != nil:
		return err
	}
	return wire.Refuse(wire.Forbidden, "this device has been used by a banned account")
}

// Date returns a time in microseconds since 1970 for people: day and minute, in UTC.
func Date(at int64) string { return time.UnixMicro(at).UTC().Format("2006-01-02 15:04") }

// Warned returns the warning that an account has to read, once. Programs of any version show the error of a request,
// and the player repeats the request.
func (s *Accounts) Warned(ctx context.Context, account string) error {
	reason, err := s.Store.Moderation.Warning(ctx, account, s.Now())
	if err == nil {
		err = s.Store.Moderation.ReadWarning(ctx, account, reason, s.Now())
	}
	if errors.Is(err, store.ErrNone) {
		return nil
	}
	if err != nil {
		return err
	}
	return wire.Refuse(wire.Forbidden, "warning from the operator: %s (shown once: try again to continue)",
		wire.Name(reason))
}

// Pending returns the notices that a player gets on each connection: a warning until it was read.
func (s *Accounts) Pending(ctx context.Context, account string) []wire.Notice {
	reason, err := s.Store.Moderation.Warning(ctx, account, s.Now())
	if err != nil {
		if !errors.Is(err, store.ErrNone) && ctx.Err() == nil {
			s.Log.Warn("cannot look for a warning", "error", err)
		}
		return nil
	}
	return []wire.Notice{{Kind: wire.NoticeWarning, Text: reason}}
}

// ReadWarning marks a warning as read.
func (s *Accounts) ReadWarning(ctx context.Context, who Caller, r wire.Warning) (none wire.None, err error) {
	err = s.Store.Moderation.ReadWarning(ctx, who.ID, r.Text, s.Now())
	if errors.Is(err, store.ErrNone) { // lifted, or read elsewhere
		err = nil
	}
	return none, err
}

// MaySpeak returns an error if a moderator has muted an account, or it has to read a warning first.
func (s *Accounts) MaySpeak(ctx context.Context, account string) error {
	all, err := s.Store.Moderation.Sanctions(ctx, account, s.Now())
	for _, one := range all {
		switch {
		case one.Kind == store.Warn && one.Seen == 0:
			return s.Warned(ctx, account)
		case one.Kind == store.Mute && one.Ends == store.Forever:
			return wire.Refuse(wire.Forbidden, "the operator has muted you: %s", wire.Name(one.Reason))
		case one.Kind == store.Mute:
			return wire.Refuse(wire.Forbidden, "the operator has muted you until %s (UTC): %s",
				wire.Name(Date(one.Ends)), wire.Name(one.Reason))
		}
	}
	return err
}

// measures returns the sanctions that a player may know of: all in force but a shadow.
func (s *Accounts) measures(ctx context.Context, account string) (list []wire.Measure, err error) {
	all, err := s.Store.Moderation.Sanctions(ctx, account, s.Now())
	for _, one := range all {
		if one.Kind == store.Shadow {
			continue
		}
		m := wire.Measure{Kind: string(one.Kind), Text: one.Reason, Since: one.Since / 1e6}
		if one.Ends < store.Forever {
			m.Ends = one.Ends / 1e6
		}
		list = append(list, m)
	}
	return list, err
}
