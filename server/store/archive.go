package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Games that end at about the same time are archived together: in one transaction, in which each player's rating is
// read and written once. Games that end during a transaction wait for the next.

const (
	// mostEnds is how many games are archived in one transaction.
	mostEnds = 64
	// archiveTime is the time limit of such a transaction, closeTime the limit after Close.
	archiveTime = 10 * time.Second
	closeTime   = time.Second
)

// end is a game that waits to be archived.
type end struct {
	game   Game
	answer chan<- archiveResult // has room
}

// archiveResult is the result of archiving a game.
type archiveResult struct {
	fresh bool
	err   error
}

// archivist archives the games of a store, one transaction after another.
type archivist struct {
	db     *database
	gather time.Duration // see Archive.Gather
	ends   chan end
	quit   chan struct{}
	done   chan struct{}
	ctx    context.Context
	cancel context.CancelFunc
}

func newArchivist(d *database) *archivist {
	a := &archivist{db: d, ends: make(chan end, mostEnds), quit: make(chan struct{}), done: make(chan struct{})}
	a.ctx, a.cancel = context.WithCancel(context.Background())
	go a.run()
	return a
}

// close waits for the transaction under way.
func (a *archivist) close() {
	close(a.quit)
	defer time.AfterFunc(closeTime, a.cancel).Stop()
	<-a.done
}

// Archive is the archive of ended games.
type Archive struct {
	db        *database
	archivist *archivist
}

// Gather sets how long ended games are collected after the first one, to be archived together; 0 collects only those
// that end while others are being archived. Call it before the store is used.
func (s Archive) Gather(within time.Duration) { s.archivist.gather = within }

// Add archives a finished game and rates it, once: fresh is false if the game was in the archive. A game that may
// not count, see rate, becomes unrated. If ctx ends first, the game may still be archived.
func (s Archive) Add(ctx context.Context, g Game) (fresh bool, err error) {
	if _, known := scores[g.Result]; g.Rated && g.Result != "" && !known {
		return false, errors.New("unknown result of a game: " + g.Result)
	}
	answers := make(chan archiveResult, 1)
	select {
	case s.archivist.ends <- end{g, answers}:
	case <-ctx.Done():
		return false, ctx.Err()
	case <-s.archivist.quit:
		return false, errClosed
	}
	select {
	case got := <-answers:
		return got.fresh, got.err
	case <-ctx.Done():
		return false, ctx.Err()
	case <-s.archivist.done:
		return false, errClosed
	}
}

// run archives games until the store is closed. After a pause the first game is archived at once; those that end within
// Gather after it go together.
func (a *archivist) run() {
	defer close(a.done)
	for last := (time.Time{}); ; {
		select {
		case <-a.quit:
			return
		case e := <-a.ends:
			list := a.gathered(e, a.gather-time.Since(last))
			last = time.Now()
			ctx, cancel := context.WithTimeout(a.ctx, archiveTime)
			a.archive(ctx, list)
			cancel()
		}
	}
}

// gathered returns a game with those that wait behind it or arrive within a time.
func (a *archivist) gathered(first end, within time.Duration) []end {
	list := []end{first}
	for wait := time.After(within); len(list) < mostEnds; {
		select {
		case e := <-a.ends:
			list = append(list, e)
			continue
		default:
		}
		if within <= 0 {
			return list
		}
		select {
		case e := <-a.ends:
			list = append(list, e)
		case <-wait:
			within = 0
		case <-a.quit:
			within = 0
		}
	}
	return list
}

// archive archives games together, or one by one if that fails, so that a faulty game does not affect the others.
func (a *archivist) archive(ctx context.Context, list []end) {
	games := make([]Game, len(list))
	for i, e := range list {
		games[i] = e.game
	}
	fresh, err := a.takeIn(ctx, games)
	if err != nil && len(list) > 1 {
		for _, e := range list {
			a.archive(ctx, []end{e})
		}
		return
	}
	for _, e := range list {
		e.answer <- archiveResult{fresh[e.game.ID] && err == nil, err}
		delete(fresh, e.game.ID) // a second call with the same game is not the first
	}
}

// takeIn archives games in one transaction and returns which of them are new.
func (a *archivist) takeIn(ctx context.Context, games []Game) (fresh map[string]bool, err error) {
	s := a.db
	games = slices.SortedFunc(slices.Values(games), func(a, b Game) int { return strings.Compare(a.ID, b.ID) })
	games = slices.CompactFunc(games, func(a, b Game) bool { return a.ID == b.ID })
	err = s.faulty("archive", func() error {
		return s.transact(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
			if fresh, err = insertGames(ctx, tx, games); err != nil {
				return err
			}
			ids, args := idsOf(games)
			if _, err := tx.ExecContext(ctx,
				`DELETE FROM live WHERE id IN (SELECT id FROM live WHERE id IN (`+ids+`)`+s.inOrder("id")+`)`,
				args...); err != nil {
				return err
			}
			return rate(ctx, s, tx, slices.DeleteFunc(slices.Clone(games),
				func(g Game) bool { return !fresh[g.ID] || !ratable(g) }))
		})
	})
	shown := slices.Clone(games)
	for i := range shown {
		shown[i].Entries = "" // the lobby does not need them
	}
	return fresh, s.notify(Change{Ended: shown}, err)
}

// insertGames adds games in the order of their ids, so that no two services wait for each other, and returns which of
// them are new.
func insertGames(ctx context.Context, tx *sql.Tx, games []Game) (fresh map[string]bool, err error) {
	text, args := values(games, "", func(g Game) []any {
		return []any{g.ID, g.Variant, g.Pool, boolean(g.Rated && (g.Result == "" || ratable(g))), g.Attackers,
			g.Defenders, g.Result, g.Cause, g.Plies, g.Opened, g.Ended, g.Event, g.CalledOff, g.Entries}
	})
	rows, err := tx.QueryContext(ctx,
		`INSERT INTO games(`+gameColumns+`, called_off, entries) VALUES `+text+` ON CONFLICT DO NOTHING RETURNING id`,
		args...)
	ids, err := list(rows, err, func(id *string) []any { return []any{id} })
	fresh = map[string]bool{}
	for _, id := range ids {
		fresh[id] = true
	}
	return fresh, err
}

// values returns the rows of a VALUES clause, "($1, $2), ($3, $4)", and its arguments. types, if given, are the
// PostgreSQL types of the columns.
func values[T any](all []T, types string, row func(T) []any) (text string, args []any) {
	kinds := strings.Fields(types)
	rows := make([]string, len(all))
	for i, one := range all {
		cells := row(one)
		rows[i] = "(" + places(len(args)+1, len(cells)) + ")"
		if i == 0 && len(kinds) > 0 {
			for j, kind := range kinds {
				kinds[j] = fmt.Sprintf("CAST($%d AS %s)", j+1, kind)
			}
			rows[i] = "(" + strings.Join(kinds, ", ") + ")"
		}
		args = append(args, cells...)
	}
	return strings.Join(rows, ", "), args
}

// inList returns "$1, $2" for some words, and the words as arguments.
func inList(words []string) (text string, args []any) {
	for _, w := range words {
		args = append(args, w)
	}
	return places(1, len(words)), args
}

func idsOf(games []Game) (text string, args []any) {
	return inList(distinct(games, func(g Game) []string { return []string{g.ID} }, strings.Compare))
}

// byEnd is the order in which games are rated.
func byEnd(a, b Game) int { return cmp.Or(cmp.Compare(a.Ended, b.Ended), strings.Compare(a.ID, b.ID)) }
