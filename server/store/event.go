package store

import (
	"context"
	"database/sql"
	"errors"
	"slices"
)

// Event is a tournament: its settings, and the length of its log.
type Event struct {
	ID       string
	Spec     string // in JSON
	Seed     int64
	Rules    int    // version of the pairing rules that it uses
	Director string // id of an account
	Phase    string // after the newest line
	Version  int64  // number of lines in its log
	Opened   int64
	Starts   int64 // 0: the director starts it
}

// ErrMoved says that another writer has appended to a log meanwhile.
var ErrMoved = errors.New("the event log has changed meanwhile")

const eventColumns = `id, spec, seed, rules, director, phase, version, opened, starts`

func (e *Event) fields() []any {
	return []any{&e.ID, &e.Spec, &e.Seed, &e.Rules, &e.Director, &e.Phase, &e.Version, &e.Opened, &e.Starts}
}

// Events are the tournaments with their logs.
type Events struct{ db *database }

// Get returns an event.
func (s Events) Get(ctx context.Context, id string) (e Event, err error) {
	err = s.db.pool.QueryRowContext(ctx, `SELECT `+eventColumns+` FROM events WHERE id = $1`, id).Scan(e.fields()...)
	return e, none(err)
}

// List returns the events in these phases, the newest first.
func (s Events) List(ctx context.Context, limit int, phases ...string) ([]Event, error) {
	args := []any{limit}
	for _, p := range phases {
		args = append(args, p)
	}
	rows, err := s.db.pool.QueryContext(ctx, `SELECT `+eventColumns+` FROM events WHERE phase IN (`+places(2,
		len(phases))+`) ORDER BY opened DESC, id LIMIT $1`, args...)
	return list(rows, err, (*Event).fields)
}

// Log returns the lines of a log that follow a line number, in order.
func (s Events) Log(ctx context.Context, id string, after int64) (lines []string, err error) {
	rows, err := s.db.pool.QueryContext(ctx, `SELECT line FROM event_log WHERE event = $1 AND seq > $2 ORDER BY seq`,
		id,
		after)
	return list(rows, err, func(line *string) []any { return []any{line} })
}

// Append appends lines to the log of an event, all or none. The error is ErrMoved if the length of the log is no
// longer version.
func (s Events) Append(ctx context.Context, id string, version int64, phase string, lines []string) error {
	return s.db.inTransaction(ctx, func(ctx context.Context, tx *sql.Tx) error {
		err := changed(tx.ExecContext(ctx, `UPDATE events SET version = $1, phase = $2 WHERE id = $3 AND version = $4`,
			version+int64(len(lines)), phase, id, version))
		if errors.Is(err, ErrNone) {
			return ErrMoved
		}
		if err != nil {
			return err
		}
		for i, line := range lines {
			if _, err := tx.ExecContext(ctx, `INSERT INTO event_log(event, seq, line) VALUES ($1, $2, $3)`, id,
				version+int64(i)+1, line); err != nil {
				return err
			}
		}
		return nil
	})
}

// OfEvent returns the ids of the games in progress of an event.
func (s LiveGames) OfEvent(ctx context.Context, event string) ([]string, error) {
	rows, err := s.db.pool.QueryContext(ctx, `SELECT id FROM live WHERE event = $1`, event)
	return list(rows, err, func(id *string) []any { return []any{id} })
}

// Drop removes a game that was to begin but never did.
func (s LiveGames) Drop(ctx context.Context, id string) error {
	_, err := s.db.exec(ctx, `DELETE FROM live WHERE id = $1`, id)
	return s.db.notify(Change{Ended: []Game{{ID: id}}}, err)
}

// maxPlaces is how many ids one statement contains.
const maxPlaces = 500

// Finished returns those of the games that are archived, by id, without their entries.
func (s Archive) Finished(ctx context.Context, ids []string) (map[string]Game, error) {
	all, err := some(gameColumns, ids, func(query string, args ...any) ([]Game, error) {
		rows, err := s.db.pool.QueryContext(ctx, query, args...)
		return list(rows, err, (*Game).fields)
	})
	if err != nil {
		return nil, err
	}
	found := map[string]Game{}
	for _, g := range all {
		found[g.ID] = g
	}
	return found, nil
}

// Whole returns those of the games that are archived, with their entries.
func (s Archive) Whole(ctx context.Context, ids []string) ([]Game, error) {
	return some(gameColumns+", entries", ids, func(query string, args ...any) ([]Game, error) {
		return queryStandby(ctx, s.db, func(g *Game) []any { return append(g.fields(), &g.Entries) }, query, args...)
	})
}

// some returns columns of those of the games that are archived.
func some(columns string, ids []string, ask func(query string, args ...any) ([]Game, error)) (all []Game, err error) {
	for part := range slices.Chunk(ids, maxPlaces) {
		args := make([]any, len(part))
		for i, id := range part {
			args[i] = id
		}
		found, err := ask(`SELECT `+columns+` FROM games WHERE id IN (`+places(1, len(part))+`)`, args...)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}
