package store

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// Operator is a person with a token for the operator's pages.
type Operator struct {
	Name          string
	Created, Ends int64 // in microseconds
}

// AddOperator stores a token by its hash. It replaces an older one with the same name.
func (m Moderation) AddOperator(ctx context.Context, o Operator, hash string) error {
	return m.db.inTransaction(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `DELETE FROM operators WHERE name = $1`, o.Name); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO operators(hash, name, created, ends) VALUES ($1, $2, $3, $4)`, hash,
			o.Name, o.Created, o.Ends)
		return err
	})
}

// RemoveOperator makes the token of an operator invalid. The error is ErrNone if there is none.
func (m Moderation) RemoveOperator(ctx context.Context, name string) error {
	return changed(m.db.exec(ctx, `DELETE FROM operators WHERE name = $1`, name))
}

// Operators returns all operators, by name.
func (m Moderation) Operators(ctx context.Context) ([]Operator, error) {
	rows, err := m.db.pool.QueryContext(ctx, `SELECT name, created, ends FROM operators ORDER BY name`)
	return list(rows, err, (*Operator).fields)
}

func (o *Operator) fields() []any { return []any{&o.Name, &o.Created, &o.Ends} }

// Operator returns the operator of a token; ErrNone if it is unknown or has expired.
func (m Moderation) Operator(ctx context.Context, hash string, now time.Time) (o Operator, err error) {
	err = m.db.pool.QueryRowContext(ctx, `SELECT name, created, ends FROM operators WHERE hash = $1 AND ends > $2`,
		hash,
		micros(now)).Scan(o.fields()...)
	return o, none(err)
}

// Totals are figures of the database for operators.
type Totals struct {
	Accounts, Guests, Bots int
	New                    int // accounts and guests created within a day
	Games, Live            int // archived, and in progress
	GamesToday             int // archived within a day
	OpenReports            int
	Sanctions              int // in force
}

// Totals counts what the database has.
func (m Moderation) Totals(ctx context.Context, now time.Time) (t Totals, err error) {
	day := micros(now.Add(-24 * time.Hour))
	for _, q := range []struct {
		to        *int
		statement string
		args      []any
	}{
		{&t.Accounts, `SELECT COUNT(*) FROM accounts WHERE gone = 0 AND kind = 'person'`, nil},
		{&t.Guests, `SELECT COUNT(*) FROM accounts WHERE gone = 0 AND kind = 'guest'`, nil},
		{&t.Bots, `SELECT COUNT(*) FROM accounts WHERE gone = 0 AND kind = 'bot'`, nil},
		{&t.New, `SELECT COUNT(*) FROM accounts WHERE created > $1 AND kind <> 'bot'`, []any{day}},
		{&t.Games, `SELECT COUNT(*) FROM games`, nil},
		{&t.GamesToday, `SELECT COUNT(*) FROM games WHERE ended > $1`, []any{day}},
		{&t.Live, `SELECT COUNT(*) FROM live`, nil},
		{&t.OpenReports, `SELECT COUNT(*) FROM reports WHERE handled = 0`, nil},
		{&t.Sanctions, `SELECT COUNT(*) FROM sanctions WHERE ends > $1`, []any{micros(now)}},
	} {
		err = errors.Join(err, m.db.pool.QueryRowContext(ctx, q.statement, q.args...).Scan(q.to))
	}
	return t, err
}
