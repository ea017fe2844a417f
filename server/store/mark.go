package store

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"time"
)

// MarkKind says what a mark is a hash of.
type MarkKind string

// The kinds of marks.
const (
	MarkAddress MarkKind = "address" // an IPv4 address, or a /64
	MarkNetwork MarkKind = "network" // a /24, or a /48
	MarkProgram MarkKind = "program" // a program (User-Agent) at an address
	MarkDevice  MarkKind = "device"  // the key of a device
)

// Mark is a hash of something with which an account signed in.
type Mark struct {
	Kind MarkKind
	Mark string
}

// AddMarks stores with what an account signs in now.
func (m Moderation) AddMarks(ctx context.Context, account string, marks []Mark, now time.Time) error {
	return m.db.inTransaction(ctx, func(ctx context.Context, tx *sql.Tx) error {
		for _, one := range marks {
			if _, err := tx.ExecContext(ctx, `INSERT INTO marks(account, kind, mark, seen) VALUES ($1, $2, $3, $4)
				ON CONFLICT (account, kind, mark) DO UPDATE SET seen = excluded.seen`, account, one.Kind, one.Mark,
				micros(now)); err != nil {
				return err
			}
		}
		return nil
	})
}

// Secret returns a secret of the service by its name; fresh is used the first time.
func (m Moderation) Secret(ctx context.Context, name, fresh string) (value string, err error) {
	if _, err := m.db.exec(ctx, `INSERT INTO secrets(name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING`, name,
		fresh); err != nil {
		return "", err
	}
	err = m.db.pool.QueryRowContext(ctx, `SELECT value FROM secrets WHERE name = $1`, name).Scan(&value)
	return value, err
}

// Relation is an account that shares a mark with another.
type Relation struct {
	Account Account
	Kind    MarkKind
	Seen    int64 // when it last signed in with it
}

// relatedTo selects the accounts that share an address, a program or a device with an account.
const relatedTo = `SELECT a.id, a.name, a.name_key, a.kind, a.owner, a.created, a.gone, o.kind, MAX(o.seen)
	FROM marks m JOIN marks o ON o.kind = m.kind AND o.mark = m.mark AND o.account <> m.account
	JOIN accounts a ON a.id = o.account WHERE m.account = $1 AND m.kind <> 'network'
	GROUP BY a.id, a.name, a.name_key, a.kind, a.owner, a.created, a.gone, o.kind
		ORDER BY MAX(o.seen) DESC, a.id, o.kind
	LIMIT 300`

// Related returns the accounts that share an address, a program or a device with an account, the latest first.
func (m Moderation) Related(ctx context.Context, account string) ([]Relation, error) {
	rows, err := m.db.pool.QueryContext(ctx, relatedTo, account)
	return list(rows, err, func(r *Relation) []any { return append(r.Account.fields(), &r.Kind, &r.Seen) })
}

// Group is a number of accounts that share a mark.
type Group struct {
	Kind     MarkKind
	Mark     string
	Accounts int
	Names    []string // of at most groupNames of them, the latest first
}

const (
	mostGroups = 50
	groupNames = 20
)

// Shared returns the marks that most accounts share.
func (m Moderation) Shared(ctx context.Context) ([]Group, error) {
	rows, err := m.db.pool.QueryContext(ctx, `SELECT kind, mark, COUNT(*) FROM marks WHERE kind <> 'network'
		GROUP BY kind, mark HAVING COUNT(*) > 1 ORDER BY COUNT(*) DESC, kind, mark LIMIT $1`, mostGroups)
	all, err := list(rows, err, func(g *Group) []any { return []any{&g.Kind, &g.Mark, &g.Accounts} })
	if err != nil {
		return nil, err
	}
	for i := range all {
		g := &all[i]
		rows, err := m.db.pool.QueryContext(ctx, `SELECT a.name FROM marks m JOIN accounts a ON a.id = m.account
			WHERE m.kind = $1 AND m.mark = $2 ORDER BY m.seen DESC, a.name LIMIT $3`, g.Kind, g.Mark, groupNames)
		if g.Names, err = list(rows, err, func(name *string) []any { return []any{name} }); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// AccountFilter selects accounts that exist. Its zero value selects all but the bots of the service.
type AccountFilter struct {
	Mark         Mark      // with which they signed in; none if empty
	Since, Until time.Time // when they were created; zero is no limit
	Name         string    // pattern for the key of the name, with * for any letters; empty is any
	Kind         Kind      // empty is any
	Unplayed     bool      // only those who have not played a game of six moves
	Most         int
}

// FoundAccount is an account with the number of its archived games.
type FoundAccount struct {
	Account
	Games int
}

// Find returns the accounts that a filter selects, the newest first.
func (m Moderation) Find(ctx context.Context, f AccountFilter) ([]FoundAccount, error) {
	where, args := []string{`a.gone = 0`, `(a.kind <> 'bot' OR a.owner <> '')`}, []any{}
	add := func(condition string, values ...any) {
		for _, v := range values {
			args = append(args, v)
			condition = strings.Replace(condition, "?", fmt.Sprint("$", len(args)), 1)
		}
		where = append(where, condition)
	}
	if f.Mark.Kind != "" {
		add(`EXISTS (SELECT 1 FROM marks m WHERE m.account = a.id AND m.kind = ? AND m.mark = ?)`, f.Mark.Kind,
			f.Mark.Mark)
	}
	if !f.Since.IsZero() {
		add(`a.created >= ?`, micros(f.Since))
	}
	if !f.Until.IsZero() {
		add(`a.created < ?`, micros(f.Until))
	}
	if f.Name != "" {
		add(`a.name_key LIKE ? ESCAPE '!'`, likePattern(f.Name))
	}
	if f.Kind != "" {
		add(`a.kind = ?`, f.Kind)
	}
	if f.Unplayed {
		add(`NOT ` + strings.ReplaceAll(hasPlayed, "s.account", "a.id"))
	}
	args = append(args, f.Most)
	rows, err := m.db.pool.QueryContext(ctx, `SELECT a.id, a.name, a.name_key, a.kind, a.owner, a.created, a.gone,
		(SELECT COUNT(*) FROM games g WHERE g.attackers = a.id) + (SELECT COUNT(*) FROM games g
			WHERE g.defenders = a.id)
		FROM accounts a WHERE `+strings.Join(where, " AND ")+fmt.Sprintf(` ORDER BY a.created DESC, a.id LIMIT $%d`,
		len(args)), args...)
	return list(rows, err, func(a *FoundAccount) []any { return append(a.fields(), &a.Games) })
}

// likePattern returns the pattern of LIKE, with the escape character !, for a pattern with *.
func likePattern(pattern string) string {
	return strings.NewReplacer("!", "!!", "%", "!%", "_", "!_", "*", "%").Replace(pattern)
}

// Games returns the number of archived games of an account.
func (m Moderation) Games(ctx context.Context, account string) (n int, err error) {
	err = m.db.pool.QueryRowContext(ctx, `SELECT (SELECT COUNT(*) FROM games WHERE attackers = $1)
		+ (SELECT COUNT(*) FROM games WHERE defenders = $1)`, account).Scan(&n)
	return n, err
}
