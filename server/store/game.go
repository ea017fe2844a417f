package store

import (
	"context"
	"database/sql"
	"errors"
	"maps"
	"slices"

	"tafl3d/rating"
)

// Standing is a rating of an account in a pool.
type Standing struct {
	Account, Pool string
	rating.Rating
	Games  int
	Played int64 // end of the last game, in microseconds
}

// Step is a rating after a game.
type Step struct {
	Game              string
	Points, Deviation float64
	At                int64
}

// LiveGames are the games in progress.
type LiveGames struct{ db *database }

// Open lists a game that has begun and removes the challenges that it came from, all or nothing. Listing it again
// is no error. The error is ErrNone if one of the challenges is gone, ErrTaken if the game is archived, and ErrFull if
// one of the players has l.Most games.
func (s LiveGames) Open(ctx context.Context, l Live, seeks ...string) error {
	err := s.db.inTransaction(ctx, func(ctx context.Context, tx *sql.Tx) error {
		var over int
		if err := tx.QueryRowContext(ctx, `SELECT COUNT(*) FROM games WHERE id = $1`, l.ID).Scan(&over); err != nil {
			return err
		}
		if over > 0 {
			return ErrTaken
		}
		if l.Most > 0 {
			if err := lockNames(ctx, s.db, tx, l.Attackers, l.Defenders); err != nil {
				return err
			}
		}
		full := room(ctx, tx, l)
		if full != nil && !errors.Is(full, ErrFull) {
			return full
		}
		err := changed(tx.ExecContext(ctx, `INSERT INTO live(id, spec, attackers, defenders, opened, event, seq) `+
			`VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
			l.ID, l.Spec, l.Attackers, l.Defenders, l.Opened, l.Event, l.Seq))
		if errors.Is(err, ErrNone) {
			return nil // it was listed before
		}
		if err == nil {
			err = full
		}
		for _, id := range seeks {
			if err == nil {
				err = useUp(ctx, tx, id)
			}
		}
		return err
	})
	if errors.Is(err, ErrFull) {
		return err
	}
	return s.db.notify(Change{Began: []Live{l}, Gone: seeks}, err)
}

// useUp removes a challenge. An accepted invitation is kept, so that latecomers get the right error.
func useUp(ctx context.Context, tx *sql.Tx, id string) error {
	err := changed(tx.ExecContext(ctx, `UPDATE seeks SET kind = $1 WHERE id = $2 AND kind = $3`, Accepted, id, Invite))
	if errors.Is(err, ErrNone) {
		err = changed(tx.ExecContext(ctx, `DELETE FROM seeks WHERE id = $1 AND kind <> $2`, id, Accepted))
	}
	return err
}

// Briefs returns each game in progress by id, with only the time when it was listed and its Seq.
func (s LiveGames) Briefs(ctx context.Context) (map[string]Live, error) {
	rows, err := s.db.pool.QueryContext(ctx, `SELECT id, opened, seq FROM live`)
	all, err := list(rows, err, func(l *Live) []any { return []any{&l.ID, &l.Opened, &l.Seq} })
	games := make(map[string]Live, len(all))
	for _, l := range all {
		games[l.ID] = l
	}
	return games, err
}

// Seq returns the Seq of a game in progress, 0 if it is not listed.
func (s LiveGames) Seq(ctx context.Context, id string) (seq uint64, err error) {
	err = s.db.pool.QueryRowContext(ctx, `SELECT seq FROM live WHERE id = $1`, id).Scan(&seq)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return seq, err
}

// Grow stores how many entries the journal has of games in progress. reset first sets all lengths to 0,
// for a restored backup.
func (s LiveGames) Grow(ctx context.Context, seqs map[string]uint64, reset bool) error {
	return s.db.inTransaction(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if reset {
			if _, err := tx.ExecContext(ctx, `UPDATE live SET seq = 0`); err != nil {
				return err
			}
		}
		for _, id := range slices.Sorted(maps.Keys(seqs)) { // sorted, so that no two services wait for each other
			if _, err := tx.ExecContext(ctx, `UPDATE live SET seq = $1 WHERE id = $2 AND seq < $1`, int64(seqs[id]),
				id); err != nil {
				return err
			}
		}
		return nil
	})
}

const (
	liveColumns = `id, spec, attackers, defenders, opened, event`
	liveOf      = `SELECT ` + liveColumns +
		` FROM live WHERE attackers = $1 OR defenders = $1 ORDER BY opened DESC LIMIT 500`
)

func (l *Live) fields() []any {
	return []any{&l.ID, &l.Spec, &l.Attackers, &l.Defenders, &l.Opened, &l.Event}
}

// Of returns the games in progress of an account, the newest first, at most 500.
func (s LiveGames) Of(ctx context.Context, account string) ([]Live, error) {
	rows, err := s.db.pool.QueryContext(ctx, liveOf, account)
	return list(rows, err, (*Live).fields)
}

// All returns all games in progress, unordered.
func (s LiveGames) All(ctx context.Context) ([]Live, error) {
	rows, err := s.db.pool.QueryContext(ctx, `SELECT `+liveColumns+` FROM live`)
	return list(rows, err, (*Live).fields)
}

// Deserted is a game in progress of a deleted account.
type Deserted struct {
	ID, Event string
	Side      int // side of the deleted account: 0 for attackers, 1 for defenders
}

// Deserted returns such games, at most 500.
func (s LiveGames) Deserted(ctx context.Context) ([]Deserted, error) {
	rows, err := s.db.pool.QueryContext(ctx, `SELECT l.id, l.event, 0 FROM live l JOIN accounts a ON a.id = l.attackers
		WHERE a.gone > 0
		UNION ALL SELECT l.id, l.event, 1 FROM live l JOIN accounts d ON d.id = l.defenders WHERE d.gone > 0 LIMIT 500`)
	return list(rows, err, func(d *Deserted) []any { return []any{&d.ID, &d.Event, &d.Side} })
}

// Count returns how many games of an account are in progress.
func (s LiveGames) Count(ctx context.Context, account string) (n int, err error) {
	err = s.db.pool.QueryRowContext(ctx, countLive, account).Scan(&n)
	return n, err
}

const countLive = `SELECT COUNT(*) FROM live WHERE attackers = $1 OR defenders = $1`

func (s *Standing) fields() []any {
	return []any{&s.Account, &s.Pool, &s.Points, &s.Deviation, &s.Volatility, &s.Games, &s.Played}
}

const standingColumns = `account, pool, points, deviation, volatility, games, played`

// unplayed is the time of the last game of a new player: far in the future, so that no time makes the rating less
// certain.
const unplayed = int64(1) << 62

// standing returns a rating, that of a new player if there is none.
func standing(ctx context.Context, db *sql.DB, account, pool string) (st Standing, err error) {
	err = db.QueryRowContext(ctx, `SELECT `+standingColumns+` FROM ratings WHERE account = $1 AND pool = $2`, account,
		pool).Scan(st.fields()...)
	if errors.Is(err, sql.ErrNoRows) {
		return Standing{Account: account, Pool: pool, Rating: rating.New(), Played: unplayed}, nil
	}
	return st, err
}

const gameColumns = `id, variant, pool, rated, attackers, defenders, result, cause, plies, opened, ended, event`

func (g *Game) fields() []any {
	return []any{&g.ID, &g.Variant, &g.Pool, &g.Rated, &g.Attackers, &g.Defenders, &g.Result, &g.Cause, &g.Plies,
		&g.Opened, &g.Ended, &g.Event}
}

// Get returns an archived game with its entries.
func (s Archive) Get(ctx context.Context, id string) (g Game, err error) {
	err = s.db.pool.QueryRowContext(ctx, `SELECT `+gameColumns+`, entries FROM games WHERE id = $1`,
		id).Scan(append(g.fields(), &g.Entries)...)
	return g, none(err)
}

// Each calls f with every archived game and its entries, unordered, until f returns an error.
func (s Archive) Each(ctx context.Context, f func(Game) error) error {
	rows, err := s.db.pool.QueryContext(ctx, `SELECT `+gameColumns+`, entries FROM games`)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var g Game
		if err := rows.Scan(append(g.fields(), &g.Entries)...); err != nil {
			return err
		}
		if err := f(g); err != nil {
			return err
		}
	}
	return rows.Err()
}

// After returns archived games without their entries: those that ended at ended and have a greater id than after, or
// ended later, in order of their ends.
func (s Archive) After(ctx context.Context, ended int64, after string, limit int) ([]Game, error) {
	return queryStandby(ctx, s.db, (*Game).fields, archivedAfter, ended, after, limit)
}

const archivedAfter = `SELECT ` + gameColumns +
	` FROM games WHERE ended >= $1 AND (ended > $1 OR id > $2) ORDER BY ended, id LIMIT $3`

// Of returns archived games of an account, or of all if it is empty, that ended before a time, the newest first,
// without their entries.
func (s Archive) Of(ctx context.Context, account string, before int64, limit int) ([]Game, error) {
	if account == "" {
		return queryStandby(ctx, s.db, (*Game).fields, gamesOfAll, before, limit)
	}
	return queryStandby(ctx, s.db, (*Game).fields, gamesOf, account, before, limit)
}

// The games of an account are found with two queries: with an OR, the database would scan the whole archive for an
// account with few games.
const (
	gamesOfAll = `SELECT ` + gameColumns + ` FROM games WHERE ended < $1 ORDER BY ended DESC, id LIMIT $2`
	gamesOf    = `SELECT * FROM (SELECT ` + gameColumns + ` FROM games WHERE attackers = $1 AND ended < $2
		ORDER BY ended DESC, id LIMIT $3) AS a
		UNION ALL SELECT * FROM (SELECT ` + gameColumns + ` FROM games WHERE defenders = $1 AND ended < $2
			ORDER BY ended DESC, id LIMIT $3) AS d
		ORDER BY ended DESC, id LIMIT $3`
)

// OfAfter returns archived games of an account as Archived does, without their entries.
func (s Archive) OfAfter(ctx context.Context, account string, ended int64, after string, limit int) ([]Game, error) {
	return queryStandby(ctx, s.db, (*Game).fields, gamesAfter, account, ended, after, limit)
}

const gamesAfter = `SELECT * FROM (SELECT ` + gameColumns + ` FROM games WHERE attackers = $1 AND ended >= $2
	AND (ended > $2 OR id > $3) ORDER BY ended, id LIMIT $4) AS a
	UNION ALL SELECT * FROM (SELECT ` + gameColumns + ` FROM games WHERE defenders = $1 AND ended >= $2 AND (ended > $2
		OR id > $3) ORDER BY ended, id LIMIT $4) AS d
	ORDER BY ended, id LIMIT $4`

// Ratings are the standings of accounts in the pools.
type Ratings struct{ db *database }

// Standings returns the ratings of an account.
func (s Ratings) Standings(ctx context.Context, account string) ([]Standing, error) {
	rows, err := s.db.pool.QueryContext(ctx, `SELECT `+standingColumns+` FROM ratings WHERE account = $1 ORDER BY pool`,
		account)
	return list(rows, err, (*Standing).fields)
}

// Ladder returns the best ratings of a pool, without provisional ones and those of deleted accounts.
func (s Ratings) Ladder(ctx context.Context, pool string, limit int) ([]Standing, error) {
	return queryStandby(ctx, s.db, (*Standing).fields, `SELECT `+standingColumns+` FROM ratings WHERE pool = $1
		AND deviation <= $2
		AND account IN (SELECT id FROM accounts WHERE gone = 0) ORDER BY points DESC, account LIMIT $3`, pool,
		float64(rating.ProvisionalDeviation), limit)
}

// Pools returns the pools with ratings, the busiest first.
func (s Ratings) Pools(ctx context.Context) ([]string, error) {
	return queryStandby(ctx, s.db, func(pool *string) []any { return []any{pool} },
		`SELECT pool FROM ratings GROUP BY pool ORDER BY SUM(games) DESC, pool`)
}

// Steps returns the ratings after the latest games, at most most, the oldest first.
func (s Ratings) Steps(ctx context.Context, account, pool string, most int) ([]Step, error) {
	return queryStandby(ctx, s.db, func(p *Step) []any { return []any{&p.Game, &p.Points, &p.Deviation, &p.At} },
		newestSteps,
		account, pool, most)
}

const newestSteps = `SELECT * FROM (SELECT game, points, deviation, at FROM rating_steps WHERE account = $1
	AND pool = $2
	ORDER BY at DESC, game DESC LIMIT $3) AS newest ORDER BY at, game`

func boolean(b bool) int {
	if b {
		return 1
	}
	return 0
}
