package store

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// Moderation stores measures against accounts, marks by which accounts of one person are found, the log of what
// moderators did, and the tokens of operators.
type Moderation struct{ db *database }

// Measure is a kind of sanction.
type Measure string

// The kinds of sanctions.
const (
	Warn   Measure = "warn"   // is shown once
	Mute   Measure = "mute"   // no chat
	Shadow Measure = "shadow" // no one else sees open challenges of the account
	Ban    Measure = "ban"    // no session
	Close  Measure = "close"  // no session, and the device may sign up again
)

// Bars reports whether an account with this sanction cannot sign in.
func (m Measure) Bars() bool { return m == Ban || m == Close }

// Forever is the end of a sanction without an end, in microseconds since 1970.
const Forever int64 = 1 << 52

// Sanction is a measure against an account. Times are in microseconds.
type Sanction struct {
	Account     string
	Kind        Measure
	Since, Ends int64
	Moderator   string
	Reason      string
	Seen        int64 // when a warning was shown; 0 if it was not yet
}

// NamedSanction is a sanction with the name of its account.
type NamedSanction struct {
	Sanction
	Name string
}

// Deed is an action of a moderator.
type Deed struct {
	ID                string
	At                int64
	Moderator, Action string
	Account, Name     string // that it concerns; may be empty
	Detail            string
}

const (
	sanctionColumns = `s.account, s.kind, s.since, s.ends, s.moderator, s.reason, s.seen`
	deedColumns     = `id, at, moderator, action, account, name, detail`
	// barring selects the sanctions that keep an account, or the owner of a bot, from signing in.
	barring = `SELECT ` + sanctionColumns + ` FROM sanctions s WHERE s.account IN ($1, (SELECT owner FROM accounts
		WHERE id = $1)) AND s.kind IN ('ban', 'close') AND s.ends > $2 ORDER BY s.ends DESC LIMIT 1`
	// barringDevice selects the bans of accounts that have used a device.
	barringDevice = `SELECT ` + sanctionColumns + ` FROM marks m JOIN sanctions s ON s.account = m.account
		WHERE m.kind = 'device' AND m.mark = $1 AND s.kind = 'ban' AND s.ends > $2 ORDER BY s.ends DESC LIMIT 1`
)

func (s *Sanction) fields() []any {
	return []any{&s.Account, &s.Kind, &s.Since, &s.Ends, &s.Moderator, &s.Reason, &s.Seen}
}

func (s *NamedSanction) fields() []any { return append(s.Sanction.fields(), &s.Name) }

func (d *Deed) fields() []any {
	return []any{&d.ID, &d.At, &d.Moderator, &d.Action, &d.Account, &d.Name, &d.Detail}
}

// Impose stores a sanction, which replaces an older one of its kind, and logs it. A sanction that bars the account ends
// the sessions and challenges of the account and its bots.
func (m Moderation) Impose(ctx context.Context, s Sanction, d Deed) error {
	var gone []string
	err := m.db.inTransaction(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO sanctions(account, kind, since, ends, moderator, reason, seen)
			VALUES ($1, $2, $3, $4, $5, $6, 0) ON CONFLICT (account, kind) DO UPDATE SET since = excluded.since,
			ends = excluded.ends, moderator = excluded.moderator, reason = excluded.reason, seen = 0`,
			s.Account, s.Kind, s.Since, s.Ends, s.Moderator, s.Reason)
		if err == nil && s.Kind.Bars() {
			gone, err = expel(ctx, tx, s.Account)
		}
		if err != nil {
			return err
		}
		return record(ctx, tx, d)
	})
	c := Change{Gone: gone}
	if s.Kind == Shadow {
		c.Shadows = []Shadowed{{s.Account, s.Ends}}
	}
	return m.db.notify(c, err)
}

// expel deletes the sessions, codes and challenges of an account and its bots, and returns the ids of the challenges.
func expel(ctx context.Context, tx *sql.Tx, account string) ([]string, error) {
	const theirs = `account = $1 OR account IN (SELECT id FROM accounts WHERE owner = $1)`
	for _, table := range []string{"sessions", "codes"} {
		if _, err := tx.ExecContext(ctx, `DELETE FROM `+table+` WHERE `+theirs, account); err != nil {
			return nil, err
		}
	}
	rows, err := tx.QueryContext(ctx, `DELETE FROM seeks WHERE kind <> 'taken' AND (`+theirs+`) RETURNING id`, account)
	return list(rows, err, func(id *string) []any { return []any{id} })
}

// record adds an action to the log.
func record(ctx context.Context, tx *sql.Tx, d Deed) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO audit(`+deedColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		d.ID, d.At, d.Moderator, d.Action, d.Account, d.Name, d.Detail)
	return err
}

// Record adds an action to the log.
func (m Moderation) Record(ctx context.Context, d Deed) error {
	return m.db.inTransaction(ctx, func(ctx context.Context, tx *sql.Tx) error { return record(ctx, tx, d) })
}

// Lift ends a sanction and logs that. The error is ErrNone if there is none in force.
func (m Moderation) Lift(ctx context.Context, account string, kind Measure, d Deed) error {
	err := m.db.inTransaction(ctx, func(ctx context.Context, tx *sql.Tx) error {
		err := changed(tx.ExecContext(ctx, `DELETE FROM sanctions WHERE account = $1 AND kind = $2 AND ends > $3`,
			account, kind, d.At))
		if err != nil {
			return err
		}
		return record(ctx, tx, d)
	})
	c := Change{}
	if kind == Shadow {
		c.Shadows = []Shadowed{{account, 0}}
	}
	return m.db.notify(c, err)
}

// Sanctions returns the sanctions of an account that are in force, by kind.
func (m Moderation) Sanctions(ctx context.Context, account string, now time.Time) ([]Sanction, error) {
	rows, err := m.db.pool.QueryContext(ctx, `SELECT `+sanctionColumns+` FROM sanctions s
		WHERE s.account = $1 AND s.ends > $2 ORDER BY s.kind`, account, micros(now))
	return list(rows, err, (*Sanction).fields)
}

// InForce returns all sanctions in force, the newest first.
func (m Moderation) InForce(ctx context.Context, now time.Time, most int) ([]NamedSanction, error) {
	rows, err := m.db.pool.QueryContext(ctx, `SELECT `+sanctionColumns+`, COALESCE(a.name, '') FROM sanctions s
		LEFT JOIN accounts a ON a.id = s.account WHERE s.ends > $1 ORDER BY s.since DESC, s.account, s.kind LIMIT $2`,
		micros(now), most)
	return list(rows, err, (*NamedSanction).fields)
}

// Shadows returns the accounts whose open challenges are hidden.
func (m Moderation) Shadows(ctx context.Context, now time.Time) ([]Shadowed, error) {
	rows, err := m.db.pool.QueryContext(ctx, `SELECT account, ends FROM sanctions WHERE kind = $1 AND ends > $2`,
		Shadow,
		micros(now))
	return list(rows, err, func(s *Shadowed) []any { return []any{&s.Account, &s.Ends} })
}

// Barring returns the sanction that keeps an account from signing in; ErrNone if there is none.
func (m Moderation) Barring(ctx context.Context, account string, now time.Time) (s Sanction, err error) {
	err = m.db.pool.QueryRowContext(ctx, barring, account, micros(now)).Scan(s.fields()...)
	return s, none(err)
}

// BarringDevice returns the ban of an account that has used the device with a mark; ErrNone if there is none.
func (m Moderation) BarringDevice(ctx context.Context, mark string, now time.Time) (s Sanction, err error) {
	err = m.db.pool.QueryRowContext(ctx, barringDevice, mark, micros(now)).Scan(s.fields()...)
	return s, none(err)
}

// Warning returns the warning that an account has not read yet; ErrNone if there is none.
func (m Moderation) Warning(ctx context.Context, account string, now time.Time) (reason string, err error) {
	const unseen = `SELECT reason FROM sanctions WHERE account = $1 AND kind = 'warn' AND seen = 0 AND ends > $2`
	err = m.db.pool.QueryRowContext(ctx, unseen, account, micros(now)).Scan(&reason)
	return reason, none(err)
}

// ReadWarning marks the warning with a reason as read; ErrNone if there is none that is unread.
func (m Moderation) ReadWarning(ctx context.Context, account, reason string, now time.Time) error {
	return changed(m.db.exec(ctx, `UPDATE sanctions SET seen = $1 WHERE account = $2 AND kind = 'warn' AND seen = 0
		AND reason = $3`, micros(now), account, reason))
}

// Deeds returns what moderators did, the newest first; about one account, or about all if it is empty.
func (m Moderation) Deeds(ctx context.Context, account string, most int) ([]Deed, error) {
	rows, err := m.db.pool.QueryContext(ctx, `SELECT `+deedColumns+` FROM audit WHERE $1 = '' OR account = $1
		ORDER BY at DESC, id LIMIT $2`, account, most)
	return list(rows, err, (*Deed).fields)
}

// How long what moderators need is kept.
const (
	markTime   = 30 * 24 * time.Hour  // since the last sign-in with it
	handleTime = 180 * 24 * time.Hour // since a report was handled
	deedTime   = 365 * 24 * time.Hour
)

// Sweep deletes what is no longer kept: the marks of devices stay while their account is banned.
func (m Moderation) Sweep(ctx context.Context, now time.Time) error {
	var err error
	remove := func(statement string, args ...any) {
		_, failed := m.db.exec(ctx, statement, args...)
		err = errors.Join(err, failed)
	}
	remove(`DELETE FROM marks WHERE seen <= $1 AND NOT (kind = 'device' AND EXISTS (SELECT 1 FROM sanctions s
		WHERE s.account = marks.account AND s.kind = 'ban' AND s.ends > $2))`, micros(now.Add(-markTime)), micros(now))
	remove(`DELETE FROM sanctions WHERE ends <= $1`, micros(now))
	remove(`DELETE FROM reports WHERE handled > 0 AND handled <= $1`, micros(now.Add(-handleTime)))
	remove(`DELETE FROM audit WHERE at <= $1`, micros(now.Add(-deedTime)))
	remove(`DELETE FROM operators WHERE ends <= $1`, micros(now))
	return err
}

// forgetMarks deletes what moderators know of an account that is deleted: all, unless it is banned. Then its devices
// stay barred.
func forgetMarks(ctx context.Context, tx *sql.Tx, account string, now time.Time) error {
	const banned = `EXISTS (SELECT 1 FROM sanctions s WHERE s.account = $1 AND s.kind = 'ban' AND s.ends > $2)`
	for _, statement := range []string{
		`DELETE FROM marks WHERE account = $1 AND NOT (kind = 'device' AND ` + banned + `)`,
		`DELETE FROM sanctions WHERE account = $1 AND NOT (kind = 'ban' AND ends > $2)`,
	} {
		if _, err := tx.ExecContext(ctx, statement, account, micros(now)); err != nil {
			return err
		}
	}
	return nil
}

// DeedsOf returns the actions of a kind, the newest first.
func (m Moderation) DeedsOf(ctx context.Context, action string, most int) ([]Deed, error) {
	rows, err := m.db.pool.QueryContext(ctx, `SELECT `+deedColumns+` FROM audit WHERE action = $1
		ORDER BY at DESC, id LIMIT $2`, action, most)
	return list(rows, err, (*Deed).fields)
}
