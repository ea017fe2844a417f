package heap

import (
	"context"
	"runtime/debug"
	"runtime/metrics"
	"testing"

	"tafl3d/internal/await"
)

// spare is what the service sets.
const spare = 250

func TestHeapFull(t *testing.T) {
	for _, c := range []struct {
		state
		want bool
	}{
		{state{live: 100, now: 100, goal: 400}, false},
		{state{live: 100, now: 280, goal: 400}, false},
		{state{live: 100, now: 281, goal: 400}, true},
		{state{live: 100, now: 1 << 40, goal: 1<<64 - 1}, false}, // GOGC=off
		{state{live: 400, now: 390, goal: 400}, false},           // no room at all: the runtime's own business
	} {
		if got := c.full(); got != c.want {
			t.Errorf("%+v: full is %v", c.state, got)
		}
	}
}

// TestCollectEarly fills the heap up to where a collection is to be started, and not as far
// as where the runtime starts one.
func TestCollectEarly(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(spare))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go CollectEarly(ctx)
	forced := func() uint64 {
		s := []metrics.Sample{{Name: "/gc/cycles/forced:gc-cycles"}}
		metrics.Read(s)
		return s[0].Value.Uint64()
	}
	before := forced()
	var kept [][]byte
	await.Until(t, "nothing is collected early", func() bool {
		if !readState().full() {
			kept = append(kept, make([]byte, 2<<20))
		}
		return forced() > before
	})
	if len(kept) == 0 {
		t.Error("the collection did not wait for the heap to fill")
	}
}
