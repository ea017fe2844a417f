package moderation

import (
	"context"
	"crypto/rand"
	"errors"
	"strings"
	"time"

	"tafl3d/net/wire"
	"tafl3d/server/account"
	"tafl3d/server/store"
)

// tokenTime is how long the token of an operator is valid.
const tokenTime = 365 * 24 * time.Hour

// NewOperator makes a token for the operator's pages. It replaces an older one of the same name.
func (m *Moderators) NewOperator(ctx context.Context, name string) (token string, err error) {
	if name == "" || len(name) > maxBy || strings.ContainsAny(name, ": \t\r\n") {
		return "", wire.Badf("the name of an operator must have 1 to %d letters, without spaces and colons", maxBy)
	}
	token = strings.ToLower(rand.Text())
	now := m.Now()
	o := store.Operator{Name: name, Created: now.UnixMicro(), Ends: now.Add(tokenTime).UnixMicro()}
	if err := m.Store.Moderation.AddOperator(ctx, o, account.Digest(token)); err != nil {
		return "", err
	}
	return token, m.Note(ctx, name, "operator", "new token")
}

// RemoveOperator makes the token of an operator invalid.
func (m *Moderators) RemoveOperator(ctx context.Context, name string) error {
	err := m.Store.Moderation.RemoveOperator(ctx, name)
	if errors.Is(err, store.ErrNone) {
		return wire.Badf("there is no operator %.40s", name)
	}
	if err != nil {
		return err
	}
	return m.Note(ctx, name, "operator", "token removed")
}

// Operator reports whether a token is that of an operator.
func (m *Moderators) Operator(ctx context.Context, name, token string) (bool, error) {
	o, err := m.Store.Moderation.Operator(ctx, account.Digest(token), m.Now())
	if errors.Is(err, store.ErrNone) {
		return false, nil
	}
	return err == nil && o.Name == name, err
}

// sweepEvery is how often data that is no longer needed is deleted.
const sweepEvery = time.Hour

// Sweep deletes data that is no longer needed until ctx ends.
func (m *Moderators) Sweep(ctx context.Context) {
	tick := time.NewTicker(sweepEvery)
	defer tick.Stop()
	for {
		if err := m.Store.Moderation.Sweep(ctx, m.Now()); err != nil && ctx.Err() == nil {
			m.Log.Warn("cannot delete old data of moderation", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
