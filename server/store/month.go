package store

import (
	"context"
	"time"
)

// In PostgreSQL the entries of the games that ended in a month lie in a table of their own,
// game_entries_2026_01 for example: an operator moves it away or drops it. The archive is read and
// written through the view games, which knows where they are (migrations/00011_months.sql).

// monthsAhead is how many months are made before they come.
const monthsAhead = 3

// MakeMonths makes the months of the archive from the one before now to monthsAhead after it. Those
// that are there stay as they are, and any number of services may do it at once. What ends in a month
// that is not there lies with the rest until it is made. SQLite has no months.
func (s *Store) MakeMonths(ctx context.Context, now time.Time) error {
	if s.scribe != nil {
		return nil
	}
	now = now.UTC()
	for m := -1; m <= monthsAhead; m++ {
		first := time.Date(now.Year(), now.Month()+time.Month(m), 1, 0, 0, 0, 0, time.UTC)
		if _, err := s.exec(ctx, `SELECT make_month($1)`, first); err != nil {
			return err
		}
	}
	return nil
}
