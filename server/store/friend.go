package store

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// Friends stores the players whom an account has marked as friends, and from whom it accepts challenges.
type Friends struct{ db *database }

// Who is a group of players from whom an account accepts challenges.
type Who string

// The groups.
const (
	Anyone      Who = "all"
	Players     Who = "players" // who have played a game here
	FriendsOnly Who = "friends"
)

// Mark marks an account as a friend of another, or no longer. The error is ErrFull if it has most friends; 0 is no
// limit.
func (f Friends) Mark(ctx context.Context, account, other string, on bool, most int, now time.Time) error {
	if !on {
		_, err := f.db.exec(ctx, `DELETE FROM friends WHERE account = $1 AND other = $2`, account, other)
		return err
	}
	return f.db.inTransaction(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := lockNames(ctx, f.db, tx, account); err != nil {
			return err
		}
		const marked = `SELECT COUNT(*) FROM friends WHERE account = $1 AND other <> $2`
		if err := checkLimit(ctx, tx, most, marked, account, other); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO friends(account, other, since) VALUES ($1, $2, $3)
			ON CONFLICT DO NOTHING`, account, other, micros(now))
		return err
	})
}

// Of returns the accounts that an account has marked, by name.
func (f Friends) Of(ctx context.Context, account string) ([]Account, error) {
	rows, err := f.db.pool.QueryContext(ctx, `SELECT a.id, a.name, a.name_key, a.kind, a.owner, a.created, a.gone
		FROM friends f JOIN accounts a ON a.id = f.other WHERE f.account = $1 AND a.gone = 0 ORDER BY a.name_key`,
		account)
	return list(rows, err, (*Account).fields)
}

// Accept stores from whom an account accepts challenges.
func (f Friends) Accept(ctx context.Context, account string, from Who) error {
	_, err := f.db.exec(ctx, `INSERT INTO accepts(account, challenges) VALUES ($1, $2)
		ON CONFLICT (account) DO UPDATE SET challenges = excluded.challenges`, account, from)
	return err
}

// Accepts returns from whom an account accepts challenges.
func (f Friends) Accepts(ctx context.Context, account string) (from Who, err error) {
	err = f.db.pool.QueryRowContext(ctx, `SELECT challenges FROM accepts WHERE account = $1`, account).Scan(&from)
	if errors.Is(err, sql.ErrNoRows) {
		return Anyone, nil
	}
	return from, err
}

// Standpoint is how an account stands to another that it challenges.
type Standpoint struct {
	Friend bool // marked by the other
	Met    bool // they have played, or are playing
	Played bool // it has played a game of some length with anyone
}

// Between returns how an account stands to another.
func (f Friends) Between(ctx context.Context, account, other string) (p Standpoint, err error) {
	err = f.db.pool.QueryRowContext(ctx, `SELECT CASE WHEN `+isFriend+` THEN 1 ELSE 0 END,
		CASE WHEN `+haveMet+` THEN 1 ELSE 0 END, CASE WHEN `+hasPlayed+` THEN 1 ELSE 0 END FROM `+pair, account,
		other).Scan(&p.Friend, &p.Met, &p.Played)
	return p, err
}

// HasPlayed reports whether an account has played a game of some length.
func (f Friends) HasPlayed(ctx context.Context, account string) (bool, error) {
	p, err := f.Between(ctx, account, "")
	return p.Played, err
}
