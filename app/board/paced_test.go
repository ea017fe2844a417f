package board

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"tafl3d/game"
	"tafl3d/game/table"
)

// gate is a clock that advances only when the test says so.
type gate struct {
	asked time.Duration
	by    chan time.Time
}

func (g *gate) Now() time.Time { return time.Time{} }

func (g *gate) After(d time.Duration) <-chan time.Time {
	g.asked = d
	return g.by
}

// ready is a player that moves at once.
type ready struct{ done chan struct{} }

func (r ready) Choose(context.Context, table.Situation) (game.Move, error) {
	close(r.done)
	return game.Move{From: 1, To: 2}, nil
}

// TestAPaceCanBeWatched delays the reply of an engine by its pace and cancels the delay when the game is
// aborted.
func TestAPaceCanBeWatched(t *testing.T) {
	var least atomic.Int64
	least.Store(int64(3 * time.Second))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for _, off := range []bool{false, true} {
		g, r := &gate{by: make(chan time.Time)}, ready{make(chan struct{})}
		answer := make(chan error, 1)
		go func() {
			m, err := Paced{Player: r, Clock: g, Least: &least}.Choose(ctx, table.Situation{})
			if err == nil && m.To != 2 {
				t.Errorf("another move: %v", m)
			}
			answer <- err
		}()
		<-r.done
		select {
		case <-answer:
			t.Fatal("it answers before its time")
		default:
		}
		if off {
			cancel()
		} else {
			g.by <- time.Time{}
		}
		if err := <-answer; (err != nil) != off || g.asked != 3*time.Second {
			t.Errorf("broken off %v: %v, after %v", off, err, g.asked)
		}
	}
}
