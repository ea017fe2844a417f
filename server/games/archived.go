package games

import (
	"context"
	"sync"
	"time"

	"tafl3d/server/store"
)

// archived are games in the journal that are in the archive already. To remove one, the
// broker looks through everything that was played beside it while nobody may write. So
// they are removed one after another, with rests between. After a crash they are found
// again: the room of each opens, and it is archived once more, in vain.
type archived struct {
	mu    sync.Mutex
	wait  map[string]bool
	next  []string        // in order
	poke  chan struct{}   // has room for one
	known map[string]fate // of games that came into the archive lately, here or elsewhere
	order []string        // of those, the oldest first
}

// fate is what is known of a game in the archive.
type fate int

const (
	inArchive fate = iota + 1 // what follows from its end may be left to do
	settled                   // it has left the journal: nothing is
)

// mostKnown is how many games are remembered: those whose rooms are still open, here or at the service
// from which they moved, are among them.
const mostKnown = 1 << 14

func newArchived() *archived {
	return &archived{wait: map[string]bool{}, poke: make(chan struct{}, 1), known: map[string]fate{}}
}

// know notes that a game is in the archive.
func (r *archived) know(game string, f fate) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.known[game] == 0 {
		if r.order = append(r.order, game); len(r.order) > mostKnown {
			delete(r.known, r.order[0])
			r.order = r.order[1:]
		}
	}
	r.known[game] = max(r.known[game], f)
}

// fate returns what is known of a game, 0 if that is nothing.
func (r *archived) fate(game string) fate {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.known[game]
}

// add has a game removed some time.
func (r *archived) add(game string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.wait[game] {
		return
	}
	r.wait[game] = true
	r.next = append(r.next, game)
	select {
	case r.poke <- struct{}{}:
	default:
	}
}

// has reports whether a game is to be removed.
func (r *archived) has(game string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.wait[game]
}

// first returns the game that is to be removed next.
func (r *archived) first() (string, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.next) == 0 {
		return "", false
	}
	return r.next[0], true
}

// done takes the first one off.
func (r *archived) done() {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.wait, r.next[0])
	r.next = r.next[1:]
}

const (
	removeTime = 10 * time.Second // for one game
	// restFor is how many times as long as it took to remove a game the others may
	// write undisturbed, and leastRest the least.
	restFor   = 3
	leastRest = 2 * time.Millisecond
	removeNew = 5 * time.Second // after one could not be removed
)

// Clear removes archived until ctx ends.
func (s *Games) Clear(ctx context.Context) {
	for {
		rest := s.clearOne(ctx)
		if rest > 0 {
			select {
			case <-ctx.Done():
				return
			case <-time.After(rest):
			}
			continue
		}
		select {
		case <-ctx.Done():
			return
		case <-s.archived.poke:
		}
	}
}

// clearOne removes a game and returns how long to rest; zero says that there is none.
func (s *Games) clearOne(ctx context.Context) time.Duration {
	game, ok := s.archived.first()
	if !ok {
		return 0
	}
	in, cancel := context.WithTimeout(ctx, removeTime)
	defer cancel()
	began := time.Now()
	if err := s.Journal.Forget(in, game); err != nil {
		if ctx.Err() == nil {
			s.Log.Warn("an archived game cannot be removed from the journal", "game", game, "error", err)
		}
		return removeNew
	}
	s.archived.done()
	return max(restFor*time.Since(began), leastRest)
}

// Archived notes that games have come into the archive, at another service perhaps: what has that
// to do is done once. Those that never began are not among them.
func (s *Games) Archived(games []store.Game) {
	for _, g := range games {
		if g.Ended != 0 {
			s.archived.know(g.ID, inArchive)
		}
	}
}

// Removing reports whether a game that is in the archive is still to leave the journal.
func (s *Games) Removing(game string) bool { return s.archived.has(game) }
