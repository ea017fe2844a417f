package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"time"
)

// ErrTargetFull says that too many challenges wait for the target of a challenge. It is an ErrFull.
var ErrTargetFull = fmt.Errorf("challenges of one account: %w", ErrFull)

// Limits of an account are checked in the transaction of the change that they limit, while other changes of the same
// account wait: no more changes than the limit succeed, even if many requests come at the same time.

// lockNames locks names until the transaction ends: other transactions that hold one of them wait. Call it before
// counting. Names are locked in order, so that no two transactions wait for each other. SQLite has only one writer and
// needs no lock.
func lockNames(ctx context.Context, d *database, tx *sql.Tx, names ...string) error {
	if d.writes != nil {
		return nil
	}
	names = slices.DeleteFunc(names, func(name string) bool { return name == "" })
	for _, name := range slices.Compact(slices.Sorted(slices.Values(names))) {
		if _, err := tx.ExecContext(ctx, `SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, name); err != nil {
			return err
		}
	}
	return nil
}

// checkLimit returns ErrFull if a query counts at least most. 0 is no limit.
func checkLimit(ctx context.Context, tx *sql.Tx, most int, query string, args ...any) error {
	if most == 0 {
		return nil
	}
	var n int
	if err := tx.QueryRowContext(ctx, query, args...).Scan(&n); err != nil {
		return err
	}
	if n >= most {
		return ErrFull
	}
	return nil
}

// SeekLimits limits how many challenges there may be; 0 is no limit.
type SeekLimits struct {
	Own       int // of the account, not counting tickets of the queue
	OwnOpen   int // of the account without invitations
	ForTarget int // challenges of strangers that wait for the target
	Newcomers int // of these, of strangers who have not played yet
	Pair      int // challenges of the account that wait for the target
}

// check returns ErrFull or ErrTargetFull if a challenge exceeds the limits.
func (l SeekLimits) check(ctx context.Context, tx *sql.Tx, k Seek) error {
	if k.Kind == Queue || k.Kind == Offer {
		return nil
	}
	err := checkLimit(ctx, tx, l.Own,
		`SELECT COUNT(*) FROM seeks WHERE account = $1 AND ends > $2 AND kind IN ($3, $4, $5)`,
		k.Account, k.Opened, OpenSeek, Challenge, Invite)
	if err == nil && k.Kind != Invite {
		err = checkLimit(ctx, tx, l.OwnOpen,
			`SELECT COUNT(*) FROM seeks WHERE account = $1 AND ends > $2 AND kind IN ($3, $4)`,
			k.Account, k.Opened, OpenSeek, Challenge)
	}
	if err != nil || k.Kind != Challenge {
		return err
	}
	return l.checkTarget(ctx, tx, k)
}

// checkTarget returns ErrFull or ErrTargetFull if a challenge exceeds the limits of its target. Friends of the target,
// and players whom it has met, need no place.
func (l SeekLimits) checkTarget(ctx context.Context, tx *sql.Tx, k Seek) error {
	const waiting = `SELECT COUNT(*) FROM seeks s WHERE s.target = $1 AND s.ends > $2 AND s.kind = $3`
	err := checkLimit(ctx, tx, l.Pair, waiting+` AND s.account = $4`, k.Target, k.Opened, Challenge, k.Account)
	if err != nil {
		return err
	}
	var known, played int
	err = tx.QueryRowContext(ctx, `SELECT CASE WHEN `+isFriend+` OR `+haveMet+` THEN 1 ELSE 0 END,
		CASE WHEN `+hasPlayed+` THEN 1 ELSE 0 END FROM `+pair, k.Account, k.Target).Scan(&known, &played)
	if err != nil || known == 1 {
		return err
	}
	const strangers = waiting + ` AND NOT (` + isFriend + ` OR ` + haveMet + `)`
	err = checkLimit(ctx, tx, l.ForTarget, strangers, k.Target, k.Opened, Challenge)
	if err == nil && played == 0 {
		err = checkLimit(ctx, tx, l.Newcomers, strangers+` AND NOT `+hasPlayed, k.Target, k.Opened, Challenge)
	}
	if err == ErrFull {
		return ErrTargetFull
	}
	return err
}

// CreateBot adds an account for a bot of a.Owner with its first device. The error is ErrFull if the owner has most
// bots, and otherwise as of CreateAccount.
func CreateBot(ctx context.Context, s *Store, a Account, d Device, most int, looks ...string) error {
	return s.db.inTransaction(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := lockNames(ctx, s.db, tx, a.Owner); err != nil {
			return err
		}
		mine := `SELECT COUNT(*) FROM accounts WHERE owner = $1 AND gone = 0`
		if err := checkLimit(ctx, tx, most, mine, a.Owner); err != nil {
			return err
		}
		return createAccount(ctx, tx, a, d, looks)
	})
}

// AddReport stores a report for the operator. The error is ErrFull if its account has made most reports since a time; 0
// is no limit.
func (s Conduct) AddReport(ctx context.Context, r Report, most int, since time.Time) error {
	return s.db.inTransaction(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := lockNames(ctx, s.db, tx, r.Account); err != nil {
			return err
		}
		made := `SELECT COUNT(*) FROM reports WHERE account = $1 AND at >= $2`
		if err := checkLimit(ctx, tx, most, made, r.Account, micros(since)); err != nil {
			return err
		}
		insert := `INSERT INTO reports(id, account, other, game, text, at) VALUES ($1, $2, $3, $4, $5, $6)`
		_, err := tx.ExecContext(ctx, insert, r.ID, r.Account, r.Other, r.Game, r.Text, r.At)
		return err
	})
}

// EventLimits limits how many events may be in some phases; 0 is no limit.
type EventLimits struct {
	Own    int // per director
	All    int
	Phases []string
}

// Add adds an event with an empty log. The error is ErrFull if the limits are reached.
func (s Events) Add(ctx context.Context, e Event, limits EventLimits) error {
	return s.db.inTransaction(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := lockNames(ctx, s.db, tx, "events"); err != nil {
			return err
		}
		args := []any{}
		for _, p := range limits.Phases {
			args = append(args, p)
		}
		n := len(limits.Phases)
		count := `SELECT COUNT(*) FROM events WHERE phase IN (` + places(1, n) + `)`
		if err := checkLimit(ctx, tx, limits.All, count, args...); err != nil {
			return err
		}
		own := fmt.Sprintf(`%s AND director = $%d`, count, n+1)
		if err := checkLimit(ctx, tx, limits.Own, own, append(args, e.Director)...); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO events(`+eventColumns+`) VALUES ($1, $2, $3, $4, $5, $6, 0, $7, $8)`,
			e.ID, e.Spec, e.Seed, e.Rules, e.Director, e.Phase, e.Opened, e.Starts)
		return err
	})
}

// room returns ErrFull if a player of a game to list has l.Most games in progress.
func room(ctx context.Context, tx *sql.Tx, l Live) error {
	if l.Most == 0 {
		return nil
	}
	for _, id := range []string{l.Attackers, l.Defenders} {
		if err := checkLimit(ctx, tx, l.Most, countLive, id); err != nil {
			return err
		}
	}
	return nil
}

// places returns "$from, ..." for n values.
func places(from, n int) string {
	words := make([]string, n)
	for i := range words {
		words[i] = fmt.Sprint("$", from+i)
	}
	return strings.Join(words, ", ")
}
