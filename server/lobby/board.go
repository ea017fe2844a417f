package lobby

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"tafl3d/net/wire"
	"tafl3d/server/account"
	"tafl3d/server/store"
)

// board is the part of the lobby that all see alike. It is made once for all who look until
// something in it changes here, and a second at most: then what other services did is in it too.
type board struct {
	changes atomic.Uint64 // that were made here

	mu    sync.Mutex // of who makes it; the others wait and take what he has made
	shown *shown
	known map[string]drawn // seeks as they are shown, by id
}

// shown is the board as it was made. It is never changed.
type shown struct {
	seeks   []wire.OpenSeek // the newest first
	waiting int
	queue   []waited // what is waited for
	live    []wire.GameBrief
	bots    []wire.Player // the weakest first
	changes uint64        // that are in it
	at      time.Time
}

// waited is what somebody waits for in the queue.
type waited struct {
	wire.Seek
	account string
}

// waitedFor lists what is waited for in the queue.
func (s *Lobby) waitedFor(ctx context.Context, now time.Time) (list []waited, err error) {
	rows, err := s.Store.Seeks(ctx, store.Queue, now)
	for _, k := range rows[:min(len(rows), boardSeeks)] {
		var q wire.Seek
		if err := json.Unmarshal([]byte(k.Body), &q); err != nil {
			return nil, err
		}
		list = append(list, waited{wire.Seek{Variants: q.Variants[:min(len(q.Variants), queueShows)], Clocks: q.Clocks[:min(len(q.Clocks), queueShows)], Side: q.Side, Rated: q.Rated, Double: q.Double}, k.Account})
	}
	return list, err
}

// drawn is a seek as it is shown, with the rating that its maker had then.
type drawn struct {
	wire.OpenSeek
	at time.Time
}

// How long a board and a rating on it are good, and how many seeks it has: more than are shown
// to one, who does not see his own nor those of whom he does not want to meet.
const (
	boardLasts  = time.Second
	ratingLasts = time.Minute
	boardSeeks  = 3 * lobbyShows
	queueShows  = 8 // of the variants and clocks that somebody waits for
)

// Changed says that something in the lobby has changed.
func (s *Lobby) Changed() { s.board.changes.Add(1) }

// see returns the board as it is now.
func (s *Lobby) see(ctx context.Context) (*shown, error) {
	b := &s.board
	b.mu.Lock()
	defer b.mu.Unlock()
	now := s.Now()
	if v := b.shown; v != nil && v.changes == b.changes.Load() && now.Sub(v.at) < boardLasts && !now.Before(v.at) {
		return v, nil
	}
	v, err := s.draw(ctx, now)
	if err == nil {
		b.shown = v
	}
	return v, err
}

// draw makes the board. Who makes it has it for himself.
func (s *Lobby) draw(ctx context.Context, now time.Time) (v *shown, err error) {
	v = &shown{changes: s.board.changes.Load(), at: now} // before anything is read
	open, err := s.Store.Newest(ctx, now, boardSeeks)
	if err != nil {
		return nil, err
	}
	known := make(map[string]drawn, len(open))
	for _, k := range open {
		d, ok := s.board.known[k.ID]
		if !ok || now.Sub(d.at) >= ratingLasts {
			if d.OpenSeek, err = s.shownSeek(ctx, account.Caller{}, k); err != nil {
				return nil, err
			}
			d.at = now
		}
		d.Ends = k.Ends / 1e6
		known[k.ID] = d
		v.seeks = append(v.seeks, d.OpenSeek)
	}
	s.board.known = known
	if v.waiting, err = s.Store.CountSeeks(ctx, store.Queue, now); err != nil {
		return nil, err
	}
	if v.waiting > 0 {
		if v.queue, err = s.waitedFor(ctx, now); err != nil {
			return nil, err
		}
	}
	if v.live, err = s.Games.List(ctx, ""); err != nil {
		return nil, err
	}
	v.bots, err = s.offered(ctx, nil, func([]string) bool { return true })
	slices.SortStableFunc(v.bots, byLevel)
	return v, err
}

// seeksFor are the seeks of the board that somebody may take: neither his own nor those of who
// is apart from him.
func (v *shown) seeksFor(reader string, apart []string) (list []wire.OpenSeek) {
	for _, o := range v.seeks {
		if o.By.ID != reader && !slices.Contains(apart, o.By.ID) && len(list) < lobbyShows {
			list = append(list, o)
		}
	}
	return list
}

// without are the players of a list but for some.
func without(list []wire.Player, some []string) []wire.Player {
	kept := []wire.Player{}
	for _, p := range list {
		if !slices.Contains(some, p.ID) {
			kept = append(kept, p)
		}
	}
	return kept
}
