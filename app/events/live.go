package events

import (
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/table"
	"tafl3d/game/variant"
	"tafl3d/tournament"
)

// Live is a game between engines that is under way.
type Live struct {
	Due     tournament.Due
	Variant *variant.Variant
	State   match.State
	Pace    atomic.Int64  // least time of a step, while somebody watches
	Watched *Relay        // the table of whoever watches, nil
	rest    time.Duration // the pace while nobody watches
	stop    func()        // ends the game without a result

	mu    sync.Mutex
	queue []table.Update // not yet taken in on the main thread
}

// Add puts an update into the queue and reports whether it was empty.
func (l *Live) Add(u table.Update) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.queue = append(l.queue, u)
	return len(l.queue) == 1
}

// Take takes in what has happened.
func (l *Live) Take() {
	l.mu.Lock()
	queue := l.queue
	l.queue = nil
	l.mu.Unlock()
	for _, u := range queue {
		l.Tell(u)
	}
}

// Tell takes in one update, and hands it on to whoever watches.
func (l *Live) Tell(u table.Update) {
	l.State = u.State
	if l.Watched != nil {
		l.Watched.Put(u)
	}
}

// Relay is the table of whoever watches a game that is played elsewhere, or
// looks at one that is over.
type Relay struct {
	Out  chan table.Update
	Live *Live // nil: nothing will happen
}

// RelayMost is how many updates a relay holds.
const RelayMost = 64

var errWatching = errors.New(TextWatching)

// Send implements table.Table: nobody may do anything.
func (r *Relay) Send(game.Side, match.Action) error { return errWatching }

// Updates implements table.Table.
func (r *Relay) Updates() <-chan table.Update { return r.Out }

// Close implements table.Table.
func (r *Relay) Close() {
	if r.Live != nil && r.Live.Watched == r {
		r.Live.Watched = nil
		r.Live.Pace.Store(int64(r.Live.rest))
	}
	r.Live = nil
	close(r.Out)
}

// Put hands an update on. Where too many wait the picture jumps to the newest.
func (r *Relay) Put(u table.Update) {
	for {
		select {
		case r.Out <- u:
			return
		default:
		}
		u.Action, u.Events = nil, nil
		select {
		case <-r.Out:
		default:
		}
	}
}
