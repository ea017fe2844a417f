package store

import (
	"context"
	"database/sql"
	"fmt"
)

// Report is a report about a player.
type Report struct {
	ID, Account, Other, Game, Text string
	At                             int64
}

// NamedReport is a report with the names of its author (By) and of its subject (About), and what became of it.
type NamedReport struct {
	Report
	By, About string
	Handled   int64  // when, in microseconds; 0 while it is open
	HandledBy string // moderator
	Outcome   string
}

func (r *Report) fields() []any { return []any{&r.ID, &r.Account, &r.Other, &r.Game, &r.Text, &r.At} }

func (r *NamedReport) fields() []any {
	return append(r.Report.fields(), &r.By, &r.About, &r.Handled, &r.HandledBy, &r.Outcome)
}

// ReportFilter selects reports. Its zero value selects all.
type ReportFilter struct {
	Open  bool   // only those that are not handled
	About string // id of the reported account; empty is any
	ID    string // the first letters of the id; empty is any
	Most  int
}

// Reports returns the reports that a filter selects, the newest first.
func (s Conduct) Reports(ctx context.Context, f ReportFilter) ([]NamedReport, error) {
	rows, err := s.db.pool.QueryContext(ctx, `SELECT r.id, r.account, r.other, r.game, r.text, r.at, a.name, o.name,
		r.handled, r.handled_by, r.outcome
		FROM reports r JOIN accounts a ON a.id = r.account JOIN accounts o ON o.id = r.other
		WHERE ($1 = 0 OR r.handled = 0) AND ($2 = '' OR r.other = $2) AND substr(r.id, 1, length($3)) = $3
		ORDER BY r.at DESC, r.id LIMIT $4`, boolean(f.Open), f.About, f.ID, f.Most)
	return list(rows, err, (*NamedReport).fields)
}

// OpenReports returns the number of reports that are not handled.
func (s Conduct) OpenReports(ctx context.Context) (n int, err error) {
	err = s.db.pool.QueryRowContext(ctx, `SELECT COUNT(*) FROM reports WHERE handled = 0`).Scan(&n)
	return n, err
}

// ReportsBy returns the reports by an account, the oldest first.
func (s Conduct) ReportsBy(ctx context.Context, account string) ([]Report, error) {
	rows, err := s.db.pool.QueryContext(ctx,
		`SELECT id, account, other, game, text, at FROM reports WHERE account = $1 ORDER BY at, id`, account)
	return list(rows, err, (*Report).fields)
}

// Handle marks an open report as handled and logs that. The error is ErrTaken if it is handled already.
func (s Conduct) Handle(ctx context.Context, id string, d Deed) error {
	return s.db.inTransaction(ctx, func(ctx context.Context, tx *sql.Tx) error {
		err := changed(tx.ExecContext(ctx, `UPDATE reports SET handled = $1, handled_by = $2, outcome = $3
			WHERE id = $4 AND handled = 0`, d.At, d.Moderator, d.Detail, id))
		if err == ErrNone {
			return fmt.Errorf("report %s: %w", id, ErrTaken)
		}
		if err != nil {
			return err
		}
		return record(ctx, tx, d)
	})
}
