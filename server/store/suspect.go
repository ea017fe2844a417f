package store

import (
	"context"
	"errors"
	"time"
)

// Suspect is an account that stands out by how it came by its results. It is for the operator
// to look at: there may be a good reason.
type Suspect struct {
	Name    string // of who won
	Against string // who lost so often, if it was one
	Games   int    // of which so many were won
	Rated   int    // and so many rated
	What    string
}

const (
	// suspectTime is how far back is looked.
	suspectTime = 30 * 24 * time.Hour
	shortPlies  = 12 // a game that ends with fewer turns is short
	manyShort   = 5  // short games that others gave up to one account
	manyOfPair  = 10 // rated games that one won of another
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

// Suspects returns who was given many short games, and who won many rated ones of the same
// player, in the last suspectTime: the worst first, 100 of each at most.
func (s *Store) Suspects(ctx context.Context, now time.Time) (all []Suspect, err error) {
	for _, q := range []struct {
		what, statement string
		least, many     int
	}{
		{"was given short games", shortWins, shortPlies, manyShort},
		{"won rated games of the same player", pairWins, 1, manyOfPair},
	} {
		rows, failed := s.db.QueryContext(ctx, q.statement, micros(now.Add(-suspectTime)), q.least, q.many)
		found, failed := list(rows, failed, func(p *Suspect) []any {
			p.What = q.what
			return []any{&p.Name, &p.Against, &p.Games, &p.Rated}
		})
		all, err = append(all, found...), errors.Join(err, failed)
	}
	return all, err
}
