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

// Games that end at about the same time go into the archive together: one transaction, in which
// each player's rating is read and written once. While one is under way those that end wait for the
// next.

const (
	// mostEnds is how many games are archived in one transaction.
	mostEnds = 64
	// archiveTime is how long that may take, and closeTime how long one that is under
	// way when the store is closed.
	archiveTime = 10 * time.Second
	closeTime   = time.Second
)

// end is a game that waits to be archived.
type end struct {
	game   Game
	answer chan<- entered // has room
}

// entered is what became of it.
type entered struct {
	fresh bool
	err   error
}

// archivist archives the games of a store, one transaction after another.
type archivist struct {
	store  *Store
	ends   chan end
	quit   chan struct{}
	done   chan struct{}
	ctx    context.Context
	cancel context.CancelFunc
}

func newArchivist(s *Store) *archivist {
	a := &archivist{store: s, ends: make(chan end, mostEnds), quit: make(chan struct{}), done: make(chan struct{})}
	a.ctx, a.cancel = context.WithCancel(context.Background())
	go a.run()
	return a
}

// close ends what is under way.
func (a *archivist) close() {
	close(a.quit)
	defer time.AfterFunc(closeTime, a.cancel).Stop()
	<-a.done
}

// Archive takes a finished game in and rates it, once: it is false if the game was
// in the archive already. A game that may not count, see rate, becomes unrated. When ctx ends it may
// come into the archive all the same.
func (s *Store) Archive(ctx context.Context, g Game) (fresh bool, err error) {
	if _, known := scores[g.Result]; g.Rated && g.Result != "" && !known {
		return false, errors.New("no game ends with " + g.Result)
	}
	answers := make(chan entered, 1)
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

// run archives until the store is closed. The first game after a while goes at once, those that end
// within Gather after it go together.
func (a *archivist) run() {
	defer close(a.done)
	for last := (time.Time{}); ; {
		select {
		case <-a.quit:
			return
		case e := <-a.ends:
			list := a.gathered(e, a.store.Gather-time.Since(last))
			last = time.Now()
			ctx, cancel := context.WithTimeout(a.ctx, archiveTime)
			a.archive(ctx, list)
			cancel()
		}
	}
}

// gathered returns an end with those that wait behind it, and come within a time.
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

// archive archives games together, or each by itself where that fails: what one of them lacks harms
// no other.
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
		e.answer <- entered{fresh[e.game.ID] && err == nil, err}
		delete(fresh, e.game.ID) // who comes with the same game a second time is not the first
	}
}

// takeIn archives games in one transaction, and returns which of them are new.
func (a *archivist) takeIn(ctx context.Context, games []Game) (fresh map[string]bool, err error) {
	s := a.store
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
	told := slices.Clone(games)
	for i := range told {
		told[i].Entries = "" // nobody who looks at the lobby reads them
	}
	return fresh, s.told(Change{Ended: told}, err)
}

// insertGames adds games in the order of their ids, so that no two services wait for each other,
// and returns which of them were not there.
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

// inOrder has rows locked in an order that is the same for all services, until the transaction ends.
// In SQLite nobody else writes.
func (s *Store) inOrder(by string) string {
	if s.scribe != nil {
		return ""
	}
	return ` ORDER BY ` + by + ` COLLATE "C" FOR NO KEY UPDATE`
}

// values returns the rows of a statement, "($1, $2), ($3, $4)", and what stands for the places.
// Types, where they are given, tell PostgreSQL what the cells of the first row are, and so of all.
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

// inList returns "$1, $2" for some words, and the words.
func inList(words []string) (text string, args []any) {
	for _, w := range words {
		args = append(args, w)
	}
	return places(1, len(words)), args
}

func idsOf(games []Game) (text string, args []any) {
	return inList(distinct(games, func(g Game) []string { return []string{g.ID} }, strings.Compare))
}

// byEnd is the order in which games count.
func byEnd(a, b Game) int { return cmp.Or(cmp.Compare(a.Ended, b.Ended), strings.Compare(a.ID, b.ID)) }
