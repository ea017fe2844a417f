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

// Live is a running engine game.
type Live struct {
	Due     tournament.Due
	Variant *variant.Variant
	State   match.State
	Pace    atomic.Int64  // least time of a step while it is watched
	Watched *Relay        // table of the spectator; nil: none
	rest    time.Duration // pace while it is not watched
	stop    func()        // ends the game without a result

	mu    sync.Mutex
	queue []table.Update // updates for the main thread
}

// Add queues an update and reports whether the queue was empty.
func (l *Live) Add(u table.Update) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.queue = append(l.queue, u)
	return len(l.queue) == 1
}

// Take handles the queued updates.
func (l *Live) Take() {
	l.mu.Lock()
	queue := l.queue
	l.queue = nil
	l.mu.Unlock()
	for _, u := range queue {
		l.Tell(u)
	}
}

// Tell handles an update and passes it to the spectator.
func (l *Live) Tell(u table.Update) {
	l.State = u.State
	if l.Watched != nil {
		l.Watched.Put(u)
	}
}

// Relay is the table of a spectator of a running or finished game.
type Relay struct {
	Out  chan table.Update
	Live *Live // nil: finished
}

// RelayMost is the buffer size of a relay.
const RelayMost = 64

var errWatching = errors.New(TextWatching)

// Send implements table.Table: spectators cannot act.
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

// Put passes an update on. If the buffer is full, older updates are dropped.
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
