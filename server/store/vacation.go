package store

import (
	"context"
	"database/sql"
	"time"
)

// Vacation is a period in which the correspondence clocks of an account are stopped. Times are in microseconds.
type Vacation struct {
	Account     string
	Begun, Ends int64
}

func (v *Vacation) fields() []any { return []any{&v.Account, &v.Begun, &v.Ends} }

// Vacations are the times in which clocks of accounts rest.
type Vacations struct{ db *database }

// Of returns the vacations of an account, or of all if it is empty, that end after a time, the oldest first.
func (s Vacations) Of(ctx context.Context, account string, after time.Time) ([]Vacation, error) {
	rows, err := s.db.pool.QueryContext(ctx, vacations, account, micros(after))
	return list(rows, err, (*Vacation).fields)
}

const vacations = `SELECT account, begun, ends FROM vacations
	WHERE ($1 = '' OR account = $1) AND ends > $2 ORDER BY begun, account`

// Take stores the vacation that choose returns; one with the same Begun replaces an older one. choose receives the
// vacations that end after a time, the oldest first, while no one else changes them; its error becomes that of Rest.
func (s Vacations) Take(
	ctx context.Context, account string, after time.Time, choose func([]Vacation) (Vacation, error),
) error {
	return s.db.inTransaction(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := lockNames(ctx, s.db, tx, account); err != nil {
			return err
		}
		rows, err := tx.QueryContext(ctx, vacations, account, micros(after))
		all, err := list(rows, err, (*Vacation).fields)
		if err != nil {
			return err
		}
		v, err := choose(all)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO vacations(account, begun, ends) VALUES ($1, $2, $3)
			ON CONFLICT (account, begun) DO UPDATE SET ends = excluded.ends`, v.Account, v.Begun, v.Ends)
		return err
	})
}

// Abandoned returns when an account has lost games by absence since a time, the latest first.
func (s Conduct) Abandoned(ctx context.Context, account string, since time.Time) ([]int64, error) {
	rows, err := s.db.pool.QueryContext(ctx, `SELECT ended FROM games WHERE cause = 'abandoned' AND ended > $2
		AND (attackers = $1 AND result = 'defenders' OR defenders = $1 AND result = 'attackers') ORDER BY ended DESC`,
		account, micros(since))
	return list(rows, err, func(at *int64) []any { return []any{at} })
}

// CalledOff returns when an account has aborted games that it is responsible for, since a time, the latest first.
func (s Conduct) CalledOff(ctx context.Context, account string, since time.Time) ([]int64, error) {
	rows, err := s.db.pool.QueryContext(ctx, calledOff, account, micros(since))
	return list(rows, err, func(at *int64) []any { return []any{at} })
}

const calledOff = `SELECT ended FROM games WHERE called_off = $1 AND (attackers = $1 OR defenders = $1) AND ended > ` +
	`$2 ORDER BY ended DESC`
