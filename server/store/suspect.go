package store

import (
	"context"
	"errors"
	"time"
)

// Suspect is an account whose results look suspicious. The operator decides; there may be a good reason.
type Suspect struct {
	Name    string // of the winner
	Against string // of the loser, if it is always the same
	Games   int    // number of these wins
	Rated   int    // rated ones of them
	What    string
}

const (
	// suspectTime is the period that is examined.
	suspectTime = 30 * 24 * time.Hour
	shortPlies  = 12 // a game with fewer moves of both sides is short
	manyShort   = 5  // short wins by resignation, time or absence
	manyOfPair  = 10 // rated wins against the same player
)

const (
	won = `(SELECT attackers AS winner, defenders AS loser, cause, plies, rated FROM games WHERE ended > $1
		AND result = 'attackers' AND pool <> ''
		UNION ALL SELECT defenders, attackers, cause, plies, rated FROM games WHERE ended > $1 AND result = 'defenders'
			AND pool <> '') AS won
		JOIN accounts w ON w.id = won.winner AND w.kind = 'person' JOIN accounts l ON l.id = won.loser
			AND l.kind = 'person'`
	shortWins = `SELECT w.name, '', COUNT(*), SUM(won.rated) FROM ` + won + ` WHERE won.plies < $2
		AND won.cause IN ('resigned', 'time', 'abandoned')
		GROUP BY w.id, w.name HAVING COUNT(*) >= $3 ORDER BY COUNT(*) DESC, w.name LIMIT 100`
	pairWins = `SELECT w.name, l.name, COUNT(*), SUM(won.rated) FROM ` + won + ` WHERE won.rated >= $2
		GROUP BY w.id, w.name, l.id, l.name HAVING COUNT(*) >= $3 ORDER BY COUNT(*) DESC, w.name LIMIT 100`
)

// Suspects returns accounts with many short wins, and accounts with many rated wins against the same player, within
// suspectTime: the worst first, at most 100 of each.
func (s Conduct) Suspects(ctx context.Context, now time.Time) (all []Suspect, err error) {
	for _, q := range []struct {
		what, statement string
		least, many     int
	}{
		{"was given short games", shortWins, shortPlies, manyShort},
		{"won rated games of the same player", pairWins, 1, manyOfPair},
	} {
		rows, failed := s.db.pool.QueryContext(ctx, q.statement, micros(now.Add(-suspectTime)), q.least, q.many)
		found, failed := list(rows, failed, func(p *Suspect) []any {
			p.What = q.what
			return []any{&p.Name, &p.Against, &p.Games, &p.Rated}
		})
		all, err = append(all, found...), errors.Join(err, failed)
	}
	return all, err
}
