package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"tafl3d/game"
	"tafl3d/rating"
)

// scores of the attackers, by result.
var scores = map[string]float64{"attackers": 1, "defenders": 0, "draw": 0.5}

// month is the rating period: who rests so long becomes as much less certain as
// Glicko-2 says.
const month = 30 * 24 * time.Hour

// lock makes other games of the same players or variant wait, always in the same
// order, so that no two games wait for each other.
func lock(ctx context.Context, tx *sql.Tx, g Game) error {
	for _, id := range []string{min(g.Attackers, g.Defenders), max(g.Attackers, g.Defenders)} {
		if _, err := tx.ExecContext(ctx, `UPDATE accounts SET created = created WHERE id = $1`, id); err != nil {
			return err
		}
	}
	_, err := tx.ExecContext(ctx, `UPDATE advantages SET games = games WHERE variant = $1`, g.Variant)
	return err
}

// What keeps ratings from being farmed.
const (
	// leastPlies is how many turns both together must have played before an end that a player
	// makes, and not the board, is rated.
	leastPlies = 6
	// pairTime is how long a rated game makes those that follow between the same two count less.
	pairTime = 7 * 24 * time.Hour
	// dayTime is the time in which a player whose rating is provisional has newGames rated games
	// at most with others of whom the same holds.
	dayTime  = 24 * time.Hour
	newGames = 12
)

// rate brings the ratings of both players and the advantage of the variant up to date. It is
// false, and does nothing, if the game may not count: one that a player ended too soon, or one
// too many of newcomers among themselves.
func rate(ctx context.Context, tx *sql.Tx, g Game) (bool, error) {
	score, ok := scores[g.Result]
	if !ok {
		return false, errors.New("no game ends with " + g.Result)
	}
	if o, ok := game.ParseOutcome(g.Result, g.Cause); ok && g.Plies < leastPlies && willed[o.Cause] {
		return false, nil
	}
	if err := lock(ctx, tx, g); err != nil {
		return false, err
	}
	a, errA := standing(ctx, tx, g.Attackers, g.Pool)
	d, errD := standing(ctx, tx, g.Defenders, g.Pool)
	x, errX := advantage(ctx, tx, g.Variant)
	if err := errors.Join(errA, errD, errX); err != nil {
		return false, err
	}
	if a.Provisional() && d.Provisional() {
		n, err := countNew(ctx, tx, g)
		if err != nil || n > newGames {
			return false, err
		}
	}
	weight, err := pairWeight(ctx, tx, g)
	if err != nil {
		return false, err
	}
	system := rating.System{}
	rested := func(s Standing) rating.Rating {
		return system.Age(s.Rating, time.Duration(max(g.Ended-s.Played, 0)*int64(time.Microsecond)).Hours()/month.Hours())
	}
	ra, rd := rested(a), rested(d)
	a.Rating = system.Update(ra, []rating.Played{{Opponent: rd, Score: score, Edge: x.Edge(game.Attackers), Weight: weight * rating.Trust(ra, rd)}})
	d.Rating = system.Update(rd, []rating.Played{{Opponent: ra, Score: 1 - score, Edge: x.Edge(game.Defenders), Weight: weight * rating.Trust(rd, ra)}})
	if weight == 1 {
		x = x.Learn(ra, rd, score)
	}
	if err := errors.Join(a.write(ctx, tx, g), d.write(ctx, tx, g)); err != nil {
		return false, err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO advantages(variant, points, deviation, games) VALUES ($1, $2, $3, $4)
		ON CONFLICT (variant) DO UPDATE SET points = excluded.points, deviation = excluded.deviation, games = excluded.games`,
		g.Variant, x.Points, x.Deviation, x.Games)
	return true, err
}

// willed are the ends that players make without the board.
var willed = map[game.Cause]bool{game.Resigned: true, game.Time: true, game.Agreed: true, game.Abandoned: true}

// pairWeight returns for how much of a game g counts: all of it if it is the first rated one of
// the two in this pool within pairTime, a half if the second, and so on.
func pairWeight(ctx context.Context, tx *sql.Tx, g Game) (float64, error) {
	var n int
	err := tx.QueryRowContext(ctx, pairOf, g.Attackers, g.Defenders, g.Pool, g.Ended-pairTime.Microseconds(), g.ID).Scan(&n)
	return 1 / float64(1+n), err
}

// countNew returns how many rated games with newcomers whichever of two newcomers has more has
// had within dayTime, with this one.
func countNew(ctx context.Context, tx *sql.Tx, g Game) (most int, err error) {
	for _, id := range []string{g.Attackers, g.Defenders} {
		var n int
		err = errors.Join(err, tx.QueryRowContext(ctx, newOf, id, g.Pool, g.Ended-dayTime.Microseconds(), float64(rating.ProvisionalDeviation)).Scan(&n))
		most = max(most, n)
	}
	return most, err
}

const (
	pairOf = `SELECT COUNT(*) FROM games WHERE (attackers = $1 AND defenders = $2 OR attackers = $2 AND defenders = $1)
		AND pool = $3 AND ended > $4 AND rated = 1 AND result <> '' AND id <> $5`
	// A newcomer has no rating before his first game.
	newOf = `SELECT COUNT(*) FROM (
		SELECT defenders AS other FROM games WHERE attackers = $1 AND pool = $2 AND ended > $3 AND rated = 1 AND result <> ''
		UNION ALL SELECT attackers FROM games WHERE defenders = $1 AND pool = $2 AND ended > $3 AND rated = 1 AND result <> '') AS met
		WHERE NOT EXISTS (SELECT 1 FROM ratings r WHERE r.account = met.other AND r.pool = $2 AND r.deviation <= $4)`
)
