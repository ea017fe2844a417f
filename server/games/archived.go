package games

import (
	"context"
	"sync"
	"time"

	"tafl3d/server/store"
)

// archived is the list of games that are in the archive but still in the journal. To remove one, the broker reads
// everything that was written to the same stream since, and blocks writers meanwhile. So games are removed one after
// another, with pauses. After a crash they are found again: the room of each opens, and archiving it once more changes
// nothing.
type archived struct {
	mu    sync.Mutex
	wait  map[string]bool
	next  []string        // in order of removal
	poke  chan struct{}   // has room for one
	known map[string]fate // of games that were archived recently, here or elsewhere
	order []string        // of known, the oldest first
}

// fate is the state of a game in the archive.
type fate int

const (
	inArchive fate = iota + 1 // its follow-up actions may still be open
	settled                   // it has left the journal; all actions are done
)

// mostKnown is how many games are remembered. These include all whose rooms are still open, here or at the service that
// they moved from.
const mostKnown = 1 << 14

func newArchived() *archived {
	return &archived{wait: map[string]bool{}, poke: make(chan struct{}, 1), known: map[string]fate{}}
}

// know records the state of an archived game.
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

// fate returns the recorded state of a game, 0 if none is known.
func (r *archived) fate(game string) fate {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.known[game]
}

// add queues a game for removal from the journal.
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

// has reports whether a game is queued for removal.
func (r *archived) has(game string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.wait[game]
}

// first returns the game to remove next.
func (r *archived) first() (string, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.next) == 0 {
		return "", false
	}
	return r.next[0], true
}

// done removes the first game from the queue.
func (r *archived) done() {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.wait, r.next[0])
	r.next = r.next[1:]
}

const (
	removeTime = 10 * time.Second // for one game
	// After a removal, the next one waits restFor times as long as it took, but at least leastRest, so that others can
	// write.
	restFor   = 3
	leastRest = 2 * time.Millisecond
	removeNew = 5 * time.Second // after a failed removal
)

// Clear removes archived games from the journal until ctx ends.
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

// clearOne removes one game and returns how long to pause; zero says that the queue is empty.
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
			s.Log.Warn("cannot remove an archived game from the journal", "game", game, "error", err)
		}
		return removeNew
	}
	s.archived.done()
	return max(restFor*time.Since(began), leastRest)
}

// Archived records games that were archived, perhaps by another service, so that they are not archived twice. It
// ignores games that never began.
func (s *Games) Archived(games []store.Game) {
	for _, g := range games {
		if g.Ended != 0 {
			s.archived.know(g.ID, inArchive)
		}
	}
}

// Removing reports whether an archived game is still in the journal.
func (s *Games) Removing(game string) bool { return s.archived.has(game) }
