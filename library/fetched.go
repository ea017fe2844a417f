package library

import (
	"context"
	"database/sql"
	"errors"

	"tafl3d/library/ask"
)

// Since returns the value last stored by Fetched for a player at a service's address, "" if there is none.
func (l *Library) Since(ctx context.Context, address, player string) (next string, err error) {
	err = l.db.QueryRowContext(ctx, "SELECT next FROM services WHERE address = ? AND player = ?", address,
		player).Scan(&next)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return next, toUserError(err)
}

// Fetched stores how far the games of a player at a service have been fetched, in the format of the service.
func (l *Library) Fetched(ctx context.Context, address, player, next string) error {
	return l.write(ctx, func(tx *sql.Tx) error {
		_, err := tx.Exec("INSERT OR REPLACE INTO services VALUES (?,?,?)", address, player, next)
		return err
	})
}

// Rated stores the ratings of a player at a site. Earlier entries remain.
func (l *Library) Rated(ctx context.Context, site, player string, steps []ask.Step) error {
	return l.write(ctx, func(tx *sql.Tx) error {
		for _, s := range steps {
			if _, err := tx.Exec("INSERT OR REPLACE INTO ratings VALUES (?,?,?,?,?,?)", site, player, s.Pool, s.At,
				sameBy(site, s.Game), s.Points); err != nil {
				return err
			}
		}
		return nil
	})
}
