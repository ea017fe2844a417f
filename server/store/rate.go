package store

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"time"

	"tafl3d/game"
	"tafl3d/rating"
)

// scores maps results to the attackers' score.
var scores = map[string]float64{"attackers": 1, "defenders": 0, "draw": 0.5}

// month is the rating period of Glicko-2: the deviation of a player who rests grows by it.
const month = 30 * 24 * time.Hour

// These limits make farming of ratings unprofitable.
const (
	// leastPlies is how many moves both players together must have made before a game that ends by a player's choice,
	// and not on the board, is rated.
	leastPlies = 6
	// pairTime is how long a rated game reduces the weight of later ones between the same two players.
	pairTime = 7 * 24 * time.Hour
	// dayTime is the time in which a player with a provisional rating has at most newGames rated games with other such
	// players.
	dayTime  = 24 * time.Hour
	newGames = 12
)

// willed are the causes of an end that are a player's choice.
var willed = map[game.Cause]bool{game.Resigned: true, game.Time: true, game.Agreed: true, game.Abandoned: true}

// ratable reports whether a game may be rated, judged by the game alone: it has a result and did not end too early.
func ratable(g Game) bool {
	if !g.Rated || g.Result == "" {
		return false
	}
	o, ok := game.ParseOutcome(g.Result, g.Cause)
	return !ok || g.Plies >= leastPlies || !willed[o.Cause]
}

// seat is an account in a pool.
type seat struct{ account, pool string }

func bySeat(a, b seat) int {
	return cmp.Or(strings.Compare(a.account, b.account), strings.Compare(a.pool, b.pool))
}

// seats returns the seats of a game.
func (g Game) seats() [2]seat { return [2]seat{{g.Attackers, g.Pool}, {g.Defenders, g.Pool}} }

// opponent returns the opponent of a seat. plays is false if the seat is not of this game.
func (g Game) opponent(at seat) (other seat, plays bool) {
	both := g.seats()
	switch at {
	case both[0]:
		return both[1], true
	case both[1]:
		return both[0], true
	}
	return other, false
}

// rater rates games one after another. It reads from the database before the first game and writes after the last.
type rater struct {
	db         *database
	tx         *sql.Tx
	games      []Game // in the order in which they are rated
	standings  map[seat]Standing
	advantages map[string]rating.Advantage // by variant
	// pairs counts, by game, earlier rated games of its two players in the pool within pairTime, without those in
	// games.
	pairs   map[string]int
	met     map[seat][]meeting // of new players, as far as read
	counted []Game             // games that were rated
	void    []Game             // games that may not count
	steps   []after            // ratings of both players after each rated game
}

// meeting is a rated game with an opponent.
type meeting struct {
	other     string
	deviation float64 // of the opponent's rating
	ended     int64
}

// rate updates the ratings of the players of new games and the advantages of their variants, in the order in which the
// games ended. A game that may not count, since it exceeds newGames, becomes unrated.
func rate(ctx context.Context, d *database, tx *sql.Tx, games []Game) error {
	if len(games) == 0 {
		return nil
	}
	slices.SortFunc(games, byEnd)
	r := rater{db: d, tx: tx, games: games, standings: map[seat]Standing{},
		advantages: map[string]rating.Advantage{}, pairs: map[string]int{}, met: map[seat][]meeting{}}
	if err := r.lock(ctx); err != nil {
		return err
	}
	if err := r.readBefore(ctx); err != nil {
		return err
	}
	for _, g := range games {
		if err := r.play(ctx, g); err != nil {
			return err
		}
	}
	return r.write(ctx)
}

// lock makes other transactions with the same players or variants wait, in the same order everywhere, so that no two
// services wait for each other. It reads the advantages.
func (r *rater) lock(ctx context.Context) error {
	if r.db.writes == nil {
		ids, args := inList(distinct(r.games, func(g Game) []string { return []string{g.Attackers, g.Defenders} },
			strings.Compare))
		if _, err := r.tx.ExecContext(ctx, `SELECT id FROM accounts WHERE id IN (`+ids+`)`+r.db.inOrder("id"),
			args...); err != nil {
			return err
		}
	}
	type known struct {
		variant string
		rating.Advantage
	}
	names, args := inList(variants(r.games))
	rows, err := r.tx.QueryContext(ctx,
		`SELECT variant, points, deviation, games FROM advantages WHERE variant IN (`+names+`)`+r.db.inOrder(
			"variant"),
		args...)
	all, err := list(rows, err, func(k *known) []any { return []any{&k.variant, &k.Points, &k.Deviation, &k.Games} })
	for _, k := range all {
		r.advantages[k.variant] = k.Advantage
	}
	return err
}

func variants(games []Game) []string {
	return distinct(games, func(g Game) []string { return []string{g.Variant} }, strings.Compare)
}

func seatsOf(games []Game) []seat {
	return distinct(games, func(g Game) []seat { s := g.seats(); return s[:] }, bySeat)
}

// distinct returns the sorted values of games without duplicates.
func distinct[T comparable](games []Game, of func(Game) []T, order func(a, b T) int) (all []T) {
	for _, g := range games {
		all = append(all, of(g)...)
	}
	slices.SortFunc(all, order)
	return slices.Compact(all)
}

// beforeOf selects the state before each game: the ratings of its players in the pool, and the number of their earlier
// games.
const beforeOf = `SELECT v.id, COALESCE(a.points, 0), COALESCE(a.deviation,
	0), COALESCE(a.volatility, 0), COALESCE(a.games, 0), COALESCE(a.played, 0),
	COALESCE(d.points, 0), COALESCE(d.deviation,
		0), COALESCE(d.volatility, 0), COALESCE(d.games, 0), COALESCE(d.played, 0),
	(SELECT COUNT(*) FROM games WHERE (attackers = v.attackers AND defenders = v.defenders OR attackers = v.defenders
		AND defenders = v.attackers)
		AND pool = v.pool AND ended > v.since AND rated = 1 AND result <> '' AND id NOT IN (SELECT id FROM v))
	FROM v LEFT JOIN ratings a ON a.account = v.attackers
		AND a.pool = v.pool LEFT JOIN ratings d ON d.account = v.defenders AND d.pool = v.pool`

// readBefore reads the state before the first of the games.
func (r *rater) readBefore(ctx context.Context) error {
	text, args := values(r.games, "TEXT TEXT TEXT TEXT BIGINT", func(g Game) []any {
		return []any{g.ID, g.Attackers, g.Defenders, g.Pool, g.Ended - pairTime.Microseconds()}
	})
	type known struct {
		game string
		of   [2]Standing
		pair int
	}
	rows, err := r.tx.QueryContext(ctx, `WITH v(id, attackers, defenders, pool, since) AS (VALUES `+text+`) `+beforeOf,
		args...)
	all, err := list(rows, err, func(k *known) []any {
		return append(append(append([]any{&k.game}, k.of[0].fields()[2:]...), k.of[1].fields()[2:]...), &k.pair)
	})
	if err != nil {
		return err
	}
	of := map[string]known{}
	for _, k := range all {
		of[k.game] = k
	}
	for _, g := range r.games {
		k, there := of[g.ID]
		if !there {
			return fmt.Errorf("cannot read the state before game %s", g.ID)
		}
		r.pairs[g.ID] = k.pair
		for side, at := range g.seats() {
			st := k.of[side]
			if st.Deviation == 0 { // there is no rating
				st.Rating, st.Played = rating.New(), unplayed
			}
			st.Account, st.Pool = at.account, at.pool
			r.standings[at] = st
		}
	}
	return nil
}

// play rates a game.
func (r *rater) play(ctx context.Context, g Game) error {
	a, d, x := r.standings[g.seats()[0]], r.standings[g.seats()[1]], r.advantages[g.Variant]
	if a.Provisional() && d.Provisional() {
		n, err := r.countNew(ctx, g)
		if err != nil {
			return err
		}
		if n > newGames {
			r.void = append(r.void, g)
			return nil
		}
	}
	system, score, weight := rating.System{}, scores[g.Result], r.pairWeight(g)
	rested := func(s Standing) rating.Rating {
		return system.Age(s.Rating, time.Duration(max(g.Ended-s.Played,
			0)*int64(time.Microsecond)).Hours()/month.Hours())
	}
	ra, rd := rested(a), rested(d)
	a.Rating = system.Update(ra, []rating.Played{{Opponent: rd, Score: score, Edge: x.Edge(game.Attackers),
		Weight: weight * rating.Trust(ra, rd)}})
	d.Rating = system.Update(rd, []rating.Played{{Opponent: ra, Score: 1 - score, Edge: x.Edge(game.Defenders),
		Weight: weight * rating.Trust(rd, ra)}})
	if weight == 1 {
		x = x.Learn(ra, rd, score)
	}
	r.advantages[g.Variant] = x
	for i, st := range []Standing{a, d} {
		st.Games, st.Played = st.Games+1, g.Ended
		r.standings[g.seats()[i]] = st
		r.steps = append(r.steps, after{st, g.ID})
	}
	r.counted = append(r.counted, g)
	return nil
}

// pairWeight returns the weight of a game: 1 if it is the first rated one of the two players in this pool within
// pairTime, 1/2 if the second, and so on.
func (r *rater) pairWeight(g Game) float64 {
	n := r.pairs[g.ID]
	for _, c := range r.counted {
		same := c.Attackers == g.Attackers && c.Defenders == g.Defenders || c.Attackers == g.Defenders &&
			c.Defenders == g.Attackers
		if same && c.Pool == g.Pool && c.Ended > g.Ended-pairTime.Microseconds() {
			n++
		}
	}
	return 1 / float64(1+n)
}

// countNew returns how many rated games with new players each of two new players has had within dayTime, including this
// one, and of both the larger number.
func (r *rater) countNew(ctx context.Context, g Game) (most int, err error) {
	for _, at := range g.seats() {
		if _, known := r.met[at]; !known {
			if err := r.readMet(ctx); err != nil {
				return 0, err
			}
		}
		n := 1
		for _, m := range r.met[at] {
			if m.ended > g.Ended-dayTime.Microseconds() && r.isNew(seat{m.other, at.pool}, m.deviation) {
				n++
			}
		}
		for _, c := range r.counted {
			if other, plays := c.opponent(at); plays && c.Ended > g.Ended-dayTime.Microseconds() && r.isNew(other, 0) {
				n++
			}
		}
		most = max(most, n)
	}
	return most, nil
}

// isNew reports whether a rating is provisional. deviation is the one before these games.
func (r *rater) isNew(who seat, deviation float64) bool {
	if st, plays := r.standings[who]; plays {
		return st.Provisional()
	}
	return deviation > rating.ProvisionalDeviation
}

// metOf selects the opponents of players in rated games. A player without games has no rating yet.
const metOf = `SELECT p.account, p.pool, g.id, g.defenders, COALESCE(r.deviation, 1000), g.ended
	FROM p CROSS JOIN games g LEFT JOIN ratings r ON r.account = g.defenders AND r.pool = p.pool
	WHERE g.attackers = p.account AND g.pool = p.pool AND g.ended > p.since AND g.rated = 1 AND g.result <> ''
	UNION ALL SELECT p.account, p.pool, g.id, g.attackers, COALESCE(r.deviation, 1000), g.ended
	FROM p CROSS JOIN games g LEFT JOIN ratings r ON r.account = g.attackers AND r.pool = p.pool
	WHERE g.defenders = p.account AND g.pool = p.pool AND g.ended > p.since AND g.rated = 1 AND g.result <> ''`

// readMet reads the opponents of players who are new now, without the games here.
func (r *rater) readMet(ctx context.Context) error {
	var who []seat
	for _, at := range seatsOf(r.games) {
		if _, known := r.met[at]; !known && r.standings[at].Provisional() {
			who, r.met[at] = append(who, at), []meeting{}
		}
	}
	text, args := values(who, "TEXT TEXT BIGINT", func(at seat) []any {
		return []any{at.account, at.pool, r.games[0].Ended - dayTime.Microseconds()}
	})
	type known struct {
		seat
		meeting
		game string
	}
	rows, err := r.tx.QueryContext(ctx, `WITH p(account, pool, since) AS (VALUES `+text+`) `+metOf, args...)
	all, err := list(rows, err, func(k *known) []any {
		return []any{&k.account, &k.pool, &k.game, &k.other, &k.deviation, &k.ended}
	})
	for _, k := range all {
		if _, here := r.pairs[k.game]; !here {
			r.met[k.seat] = append(r.met[k.seat], k.meeting)
		}
	}
	return err
}

// write stores the results.
func (r *rater) write(ctx context.Context) error {
	if len(r.void) > 0 {
		ids, args := idsOf(r.void)
		if _, err := r.tx.ExecContext(ctx, `UPDATE games SET rated = 0 WHERE id IN (`+ids+`)`, args...); err != nil {
			return err
		}
	}
	if len(r.counted) == 0 {
		return nil
	}
	both := seatsOf(r.counted)
	text, args := values(both, "", func(at seat) []any {
		s := r.standings[at]
		return []any{s.Account, s.Pool, s.Points, s.Deviation, s.Volatility, s.Games, s.Played}
	})
	_, err := r.tx.ExecContext(ctx, `INSERT INTO ratings(`+standingColumns+`) VALUES `+text+`
		ON CONFLICT (account, pool) DO UPDATE SET points = excluded.points, deviation = excluded.deviation,
		volatility = excluded.volatility, games = excluded.games, played = excluded.played`, args...)
	if err != nil {
		return err
	}
	text, args = values(r.steps, "", func(p after) []any {
		return []any{p.Account, p.Pool, p.game, p.Points, p.Deviation, p.Played}
	})
	if _, err := r.tx.ExecContext(ctx,
		`INSERT INTO rating_steps(account, pool, game, points, deviation, at) VALUES `+text, args...); err != nil {
		return err
	}
	text, args = values(variants(r.counted), "", func(v string) []any {
		x := r.advantages[v]
		return []any{v, x.Points, x.Deviation, x.Games}
	})
	_, err = r.tx.ExecContext(ctx, `INSERT INTO advantages(variant, points, deviation, games) VALUES `+text+`
		ON CONFLICT (variant) DO UPDATE SET points = excluded.points,
			deviation = excluded.deviation, games = excluded.games`, args...)
	return err
}

// after is a rating after a game.
type after struct {
	Standing
	game string
}
