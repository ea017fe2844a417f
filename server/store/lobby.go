package store

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

const seekColumns = `id, kind, account, target, body, opened, ends`

func (k *Seek) fields() []any {
	return []any{&k.ID, &k.Kind, &k.Account, &k.Target, &k.Body, &k.Opened, &k.Ends}
}

// Seeks are the challenges.
type Seeks struct{ db *database }

// Add adds a challenge. A ticket of the queue replaces an older ticket of the account. The error is ErrFull or
// ErrTargetFull if the limits are reached.
func (s Seeks) Add(ctx context.Context, k Seek, limits SeekLimits) error {
	err := s.db.inTransaction(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := lockNames(ctx, s.db, tx, k.Account, k.Target); err != nil {
			return err
		}
		if err := limits.check(ctx, tx, k); err != nil {
			return err
		}
		if k.Kind == Queue || k.Kind == Offer {
			if _, err := tx.ExecContext(ctx, `DELETE FROM seeks WHERE account = $1 AND kind = $2`, k.Account,
				k.Kind); err != nil {
				return err
			}
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO seeks(`+seekColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
			k.ID, k.Kind, k.Account, k.Target, k.Body, k.Opened, k.Ends)
		return err
	})
	if errors.Is(err, ErrFull) {
		return err
	}
	return s.db.notify(Change{Opened: []Seek{k}}, err)
}

// Get returns a challenge that has not expired.
func (s Seeks) Get(ctx context.Context, id string, now time.Time) (k Seek, err error) {
	err = s.db.pool.QueryRowContext(ctx, `SELECT `+seekColumns+` FROM seeks WHERE id = $1 AND ends > $2`, id,
		micros(now)).Scan(k.fields()...)
	return k, none(err)
}

// Invited returns the invitation of a code, even if it was accepted or has expired recently.
func (s Seeks) Invited(ctx context.Context, hash string) (k Seek, err error) {
	err = s.db.pool.QueryRowContext(ctx, `SELECT `+seekColumns+` FROM seeks WHERE kind IN ($1, $2) AND target = $3`,
		Invite,
		Accepted, hash).Scan(k.fields()...)
	return k, none(err)
}

// mostSeeks is more than the number up to which a service can still pair a kind.
const mostSeeks = 20000

// OfKind returns the challenges of a kind, the oldest first.
func (s Seeks) OfKind(ctx context.Context, kind SeekKind, now time.Time) ([]Seek, error) {
	rows, err := s.db.pool.QueryContext(ctx,
		`SELECT `+seekColumns+` FROM seeks WHERE kind = $1 AND ends > $2 ORDER BY opened, id LIMIT $3`, kind,
		micros(now), mostSeeks)
	return list(rows, err, (*Seek).fields)
}

// All returns the challenges of all kinds that have not expired, unordered.
func (s Seeks) All(ctx context.Context, now time.Time) ([]Seek, error) {
	rows, err := s.db.pool.QueryContext(ctx, `SELECT `+seekColumns+` FROM seeks WHERE kind <> $1 AND ends > $2`,
		Accepted, micros(now))
	return list(rows, err, (*Seek).fields)
}

// Of returns the challenges that an account has made or that are for it.
func (s Seeks) Of(ctx context.Context, account string, now time.Time) ([]Seek, error) {
	rows, err := s.db.pool.QueryContext(ctx,
		`SELECT `+seekColumns+` FROM seeks WHERE (account = $1 OR target = $1) AND kind <> $3 AND ends > $2
			ORDER BY opened, id`, account, micros(now), Accepted)
	return list(rows, err, (*Seek).fields)
}

// Renew extends tickets of the queue.
func (s Seeks) Renew(ctx context.Context, all []Renewal) error {
	return s.db.notify(Change{Renewed: all}, s.db.inTransaction(ctx, func(ctx context.Context, tx *sql.Tx) error {
		for _, r := range all {
			if _, err := tx.ExecContext(ctx, `UPDATE seeks SET ends = $1 WHERE id = $2`, r.Ends, r.ID); err != nil {
				return err
			}
		}
		return nil
	}))
}

// Drop deletes a challenge that an account has made or that is for it. The error is ErrTaken if it is an accepted
// invitation.
func (s Seeks) Drop(ctx context.Context, id, account string) error {
	err := s.db.inTransaction(ctx, func(ctx context.Context, tx *sql.Tx) error {
		const drop = `DELETE FROM seeks WHERE id = $1 AND (account = $2 OR target = $2) AND kind <> $3`
		err := changed(tx.ExecContext(ctx, drop, id, account, Accepted))
		if !errors.Is(err, ErrNone) {
			return err
		}
		var accepted int
		const count = `SELECT COUNT(*) FROM seeks WHERE id = $1 AND account = $2 AND kind = $3`
		if lost := tx.QueryRowContext(ctx, count, id, account, Accepted).Scan(&accepted); lost != nil {
			return lost
		}
		if accepted > 0 {
			return ErrTaken
		}
		return err
	})
	return s.db.notify(Change{Gone: []string{id}}, err)
}

// Conduct is what is known of how players treat each other: blocks, reports, games that they left.
type Conduct struct{ db *database }

// Block keeps two accounts from being paired, or ends that.
func (s Conduct) Block(ctx context.Context, account, other string, on bool) error {
	statement := `INSERT INTO blocks(account, other) VALUES ($1, $2) ON CONFLICT DO NOTHING`
	if !on {
		statement = `DELETE FROM blocks WHERE account = $1 AND other = $2`
	}
	_, err := s.db.exec(ctx, statement, account, other)
	return s.db.notify(Change{Blocks: []Block{{account, other, !on}}}, err)
}

// AllBlocks returns all blocks.
func (s Conduct) AllBlocks(ctx context.Context) ([]Block, error) {
	rows, err := s.db.pool.QueryContext(ctx, `SELECT account, other FROM blocks`)
	return list(rows, err, func(b *Block) []any { return []any{&b.Account, &b.Other} })
}

// Blocked reports whether either of two accounts has blocked the other.
func (s Conduct) Blocked(ctx context.Context, a, b string) (bool, error) {
	var n int
	err := s.db.pool.QueryRowContext(ctx,
		`SELECT COUNT(*) FROM blocks WHERE account = $1 AND other = $2 OR account = $2 AND other = $1`, a, b).Scan(&n)
	return n > 0, err
}

// Blocks returns the ids of the accounts that an account has blocked.
func (s Conduct) Blocks(ctx context.Context, account string) (ids []string, err error) {
	rows, err := s.db.pool.QueryContext(ctx, `SELECT other FROM blocks WHERE account = $1 ORDER BY other`, account)
	return list(rows, err, func(id *string) []any { return []any{id} })
}

// Rating returns the rating of an account in a pool, that of a new player if there is none, and the number of its games
// as attackers minus those as defenders.
func (s Ratings) Rating(ctx context.Context, account, pool string) (st Standing, tilt int, err error) {
	if st, err = standing(ctx, s.db.pool, account, pool); err != nil {
		return st, 0, err
	}
	err = s.db.pool.QueryRowContext(ctx, tiltOf, account, pool).Scan(&tilt)
	return st, tilt, err
}

const tiltOf = `SELECT (SELECT COUNT(*) FROM games WHERE attackers = $1 AND pool = $2) - (SELECT COUNT(*) FROM games ` +
	`WHERE defenders = $1 AND pool = $2)`
