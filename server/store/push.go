package store

import (
	"context"
	"database/sql"
	"time"
)

// Pushes stores the browsers that are told when it is their player's move.
type Pushes struct{ db *database }

// Push is the subscription of a browser at its push service.
type Push struct {
	Device, Account string
	Endpoint        string // address of the push service for this browser
	P256dh, Auth    string // keys of the browser, in base64url
	Language        string
	Created         int64 // microseconds since 1970
}

// Put stores the subscription of a device instead of an older one. No other device keeps the same browser.
func (s Pushes) Put(ctx context.Context, p Push, now time.Time) error {
	return s.db.inTransaction(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `DELETE FROM pushes WHERE endpoint = $1 AND device <> $2`, p.Endpoint,
			p.Device); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO pushes(device, account, endpoint, p256dh, auth, language, created)
			VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (device) DO UPDATE SET account = excluded.account,
			endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth,
			language = excluded.language, created = excluded.created, failed = 0`,
			p.Device, p.Account, p.Endpoint, p.P256dh, p.Auth, p.Language, micros(now))
		return err
	})
}

// pushesOf selects the subscriptions of an account.
const pushesOf = `SELECT device, account, endpoint, p256dh, auth, language, created FROM pushes WHERE account = $1
	ORDER BY created, device`

// Of returns the subscriptions of an account, the oldest first.
func (s Pushes) Of(ctx context.Context, account string) ([]Push, error) {
	rows, err := s.db.pool.QueryContext(ctx, pushesOf, account)
	return list(rows, err, func(p *Push) []any {
		return []any{&p.Device, &p.Account, &p.Endpoint, &p.P256dh, &p.Auth, &p.Language, &p.Created}
	})
}

// Remove removes the subscription of a device of an account, if it has one.
func (s Pushes) Remove(ctx context.Context, account, device string) error {
	_, err := s.db.exec(ctx, `DELETE FROM pushes WHERE account = $1 AND device = $2`, account, device)
	return err
}

// Expired removes a subscription that its push service no longer knows.
func (s Pushes) Expired(ctx context.Context, p Push) error {
	_, err := s.db.exec(ctx, `DELETE FROM pushes WHERE device = $1 AND endpoint = $2`, p.Device, p.Endpoint)
	return err
}

// Sent stores whether a message could be sent. A subscription is removed after most failures in a row.
func (s Pushes) Sent(ctx context.Context, p Push, ok bool, most int) error {
	if ok {
		_, err := s.db.exec(ctx, `UPDATE pushes SET failed = 0 WHERE device = $1 AND endpoint = $2 AND failed > 0`,
			p.Device, p.Endpoint)
		return err
	}
	return s.db.inTransaction(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `UPDATE pushes SET failed = failed + 1 WHERE device = $1 AND endpoint = $2`,
			p.Device, p.Endpoint); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `DELETE FROM pushes WHERE device = $1 AND endpoint = $2 AND failed >= $3`,
			p.Device, p.Endpoint, most)
		return err
	})
}
