package store

import (
	"context"
	"time"
)

// In PostgreSQL, the entries of the games that ended in a month have a separate table, for example
// game_entries_2026_01, which an operator can move away or drop. The archive is read and written through the view
// games, which finds them (migrations/00011_months.sql).

// monthsAhead is how many future months are created.
const monthsAhead = 3

// MakeMonths creates the tables of the archive from last month to monthsAhead months from now. Existing ones stay as
// they are, and several services may do so at the same time. Games that end in a month without a table are stored in
// the common one until it is created. SQLite has no months.
func (s *Store) MakeMonths(ctx context.Context, now time.Time) error {
	if s.db.writes != nil {
		return nil
	}
	now = now.UTC()
	for m := -1; m <= monthsAhead; m++ {
		first := time.Date(now.Year(), now.Month()+time.Month(m), 1, 0, 0, 0, 0, time.UTC)
		if _, err := s.db.exec(ctx, `SELECT make_month($1)`, first); err != nil {
			return err
		}
	}
	return nil
}
