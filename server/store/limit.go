package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"time"
)

// ErrTargetFull says that too many challenges wait for the account that a seek is for. It is an ErrFull.
var ErrTargetFull = fmt.Errorf("challenges of one account: %w", ErrFull)

// Limits of an account are checked in the transaction of the change that they limit, while other changes of the same
// account wait: however many requests come at once, no more than the limit succeed.

// hold lets no other transaction hold one of the same names until this one ends. It comes before what is counted. Names
// are locked in order, so that no two transactions wait for each other. SQLite has one writer at a time.
func hold(ctx context.Context, s *Store, tx *sql.Tx, names ...string) error {
	if s.scribe != nil {
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

// fewer is ErrFull if a query counts as many as most. 0 is no limit.
func fewer(ctx context.Context, tx *sql.Tx, most int, query string, args ...any) error {
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

// SeekLimits are how many seeks there may be at once; 0 is no limit.
type SeekLimits struct {
	Own       int // of the account, without its tickets of the queue
	ForTarget int // challenges that wait for the account that is challenged
}

// check is ErrFull or ErrTargetFull if there is no room for a seek.
func (l SeekLimits) check(ctx context.Context, tx *sql.Tx, k Seek) error {
	if k.Kind == Queue || k.Kind == Offer {
		return nil
	}
	err := fewer(ctx, tx, l.Own, `SELECT COUNT(*) FROM seeks WHERE account = $1 AND ends > $2 AND kind IN ($3, $4, $5)`,
		k.Account, k.Opened, OpenSeek, Challenge, Invite)
	if err != nil || k.Kind != Challenge {
		return err
	}
	err = fewer(ctx, tx, l.ForTarget, `SELECT COUNT(*) FROM seeks WHERE target = $1 AND ends > $2 AND kind = $3`,
		k.Target, k.Opened, Challenge)
	if err == ErrFull {
		return ErrTargetFull
	}
	return err
}

// CreateBot adds the account of a bot of a.Owner with its first device. It is ErrFull if the owner has as many bots as
// most, else as CreateAccount.
func CreateBot(ctx context.Context, s *Store, a Account, d Device, most int, looks ...string) error {
	return s.inside(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := hold(ctx, s, tx, a.Owner); err != nil {
			return err
		}
		mine := `SELECT COUNT(*) FROM accounts WHERE owner = $1 AND gone = 0`
		if err := fewer(ctx, tx, most, mine, a.Owner); err != nil {
			return err
		}
		return createAccount(ctx, tx, a, d, looks)
	})
}

// AddReport notes a complaint for the operator. It is ErrFull if its account has made as many as most since a time; 0
// is no limit.
func (s *Store) AddReport(ctx context.Context, r Report, most int, since time.Time) error {
	return s.inside(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := hold(ctx, s, tx, r.Account); err != nil {
			return err
		}
		made := `SELECT COUNT(*) FROM reports WHERE account = $1 AND at >= $2`
		if err := fewer(ctx, tx, most, made, r.Account, micros(since)); err != nil {
			return err
		}
		insert := `INSERT INTO reports(id, account, other, game, text, at) VALUES ($1, $2, $3, $4, $5, $6)`
		_, err := tx.ExecContext(ctx, insert, r.ID, r.Account, r.Other, r.Game, r.Text, r.At)
		return err
	})
}

// EventLimits are how many events may be in some phases at once; 0 is no limit.
type EventLimits struct {
	Own    int // of one director
	All    int
	Phases []string
}

// AddEvent adds an event with an empty log. It is ErrFull if there are as many as the limits say.
func (s *Store) AddEvent(ctx context.Context, e Event, limits EventLimits) error {
	return s.inside(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := hold(ctx, s, tx, "events"); err != nil {
			return err
		}
		args := []any{}
		for _, p := range limits.Phases {
			args = append(args, p)
		}
		n := len(limits.Phases)
		count := `SELECT COUNT(*) FROM events WHERE phase IN (` + places(1, n) + `)`
		if err := fewer(ctx, tx, limits.All, count, args...); err != nil {
			return err
		}
		own := fmt.Sprintf(`%s AND director = $%d`, count, n+1)
		if err := fewer(ctx, tx, limits.Own, own, append(args, e.Director)...); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO events(`+eventColumns+`) VALUES ($1, $2, $3, $4, $5, $6, 0, $7, $8)`,
			e.ID, e.Spec, e.Seed, e.Rules, e.Director, e.Phase, e.Opened, e.Starts)
		return err
	})
}

// room is ErrFull if a player of a game that is to be noted has as many games under way as l.Most.
func room(ctx context.Context, tx *sql.Tx, l Live) error {
	if l.Most == 0 {
		return nil
	}
	for _, id := range []string{l.Attackers, l.Defenders} {
		if err := fewer(ctx, tx, l.Most, countLive, id); err != nil {
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
