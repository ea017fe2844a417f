// Package heap collects garbage before the runtime has to, for programs with thousands of
// connections.
package heap

import (
	"context"
	"runtime"
	"runtime/metrics"
	"time"
)

const (
	// lookAtHeap is how often CollectEarly looks: a full load allocates up to 60 MB a second, and the room
	// that is left must not be gone between two looks.
	lookAtHeap = time.Second / 4
	// roomLeft is which part of the way to the collector's goal is left when it is
	// started early. The runtime starts by itself when 0.3 of it or less is left.
	roomLeft = 0.4
)

// state is what the collector goes by, in bytes.
type state struct {
	live uint64 // what the last collection found in use
	now  uint64 // with the garbage since
	goal uint64 // where the next collection is to be done
}

// look asks the runtime.
func look() state {
	s := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/memory/classes/heap/objects:bytes"},
		{Name: "/gc/heap/goal:bytes"}}
	metrics.Read(s)
	return state{live: s[0].Value.Uint64(), now: s[1].Value.Uint64(), goal: s[2].Value.Uint64()}
}

// full reports whether it is time to collect.
func (h state) full() bool {
	return h.goal > h.live && float64(h.now) > float64(h.live)+(1-roomLeft)*float64(h.goal-h.live)
}

// CollectEarly starts each collection before the runtime would, until ctx ends. The
// runtime starts one so late that whatever allocates must help to finish it in time;
// of 4 000 connections, each then waits for the others, up to some tenths of a second.
// With room left nobody has to help. It obeys GOGC and GOMEMLIMIT, as it goes by the goal
// that they set.
func CollectEarly(ctx context.Context) {
	tick := time.NewTicker(lookAtHeap)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if look().full() {
			runtime.GC()
		}
	}
}
