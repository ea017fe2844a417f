package store

import (
	"context"
	"time"
)

// Vacation is a time in which the correspondence clocks of an account stand still.
type Vacation struct {
	Account     string
	Begun, Ends int64
}

func (v *Vacation) fields() []any { return []any{&v.Account, &v.Begun, &v.Ends} }

// Vacations returns those of an account, or of all if it is empty, that end after a
// time, the oldest first.
func (s *Store) Vacations(ctx context.Context, account string, after time.Time) ([]Vacation, error) {
	rows, err := s.db.QueryContext(ctx, `SELECT account, begun, ends FROM vacations WHERE ($1 = '' OR account = $1) AND ends > $2 ORDER BY begun, account`,
		account, micros(after))
	return list(rows, err, (*Vacation).fields)
}

// Rest notes a vacation, or another end of one that has begun at the same time.
func (s *Store) Rest(ctx context.Context, v Vacation) error {
	_, err := s.exec(ctx, `INSERT INTO vacations(account, begun, ends) VALUES ($1, $2, $3)
		ON CONFLICT (account, begun) DO UPDATE SET ends = excluded.ends`, v.Account, v.Begun, v.Ends)
	return err
}

// Abandoned returns when an account has lost games by staying away, since a time, the
// newest first.
func (s *Store) Abandoned(ctx context.Context, account string, since time.Time) ([]int64, error) {
	rows, err := s.db.QueryContext(ctx, `SELECT ended FROM games WHERE cause = 'abandoned' AND ended > $2
		AND (attackers = $1 AND result = 'defenders' OR defenders = $1 AND result = 'attackers') ORDER BY ended DESC`, account, micros(since))
	return list(rows, err, func(at *int64) []any { return []any{at} })
}

// CalledOff returns when an account has called games off that it has to answer for, since a
// time, the newest first.
func (s *Store) CalledOff(ctx context.Context, account string, since time.Time) ([]int64, error) {
	rows, err := s.db.QueryContext(ctx, calledOff, account, micros(since))
	return list(rows, err, func(at *int64) []any { return []any{at} })
}

const calledOff = `SELECT ended FROM games WHERE called_off = $1 AND (attackers = $1 OR defenders = $1) AND ended > $2 ORDER BY ended DESC`
