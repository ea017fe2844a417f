package server

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"tafl3d/internal/await"
	"tafl3d/internal/lock"
	"tafl3d/net/wire"
)

// TestPartBreaks breaks a part of a service twice: it begins anew each time, the fault is
// counted, and the service goes on and closes.
func TestPartBreaks(t *testing.T) {
	t.Parallel()
	s, err := Start(t.Context(), Options{Data: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	var times atomic.Int32
	ctx, cancel := context.WithCancel(t.Context())
	s.startPart(ctx, "test", func(ctx context.Context) {
		if times.Add(1) <= 2 {
			panic("a fault of ours")
		}
		<-ctx.Done()
	})
	await.Until(t, "the part did not begin anew", func() bool { return times.Load() == 3 })
	if _, err := s.store.Live.All(ctx); err != nil {
		t.Errorf("the service does not answer: %v", err)
	}
	cancel()
	done := make(chan error)
	go func() { done <- s.Close() }()
	if err := await.Next(t, done, "the service does not close"); err != nil {
		t.Error(err)
	}
	families, err := s.metrics.Registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		for _, m := range f.GetMetric() {
			if f.GetName() == "tafl_faults_total" && m.GetLabel()[0].GetValue() == "test" &&
				m.GetCounter().GetValue() == 2 {
				return
			}
		}
	}
	t.Error("the faults are not counted")
}

// TestTwoServices opens a data folder twice: the second is refused in words, the first
// goes on, and afterwards the folder is free.
func TestTwoServices(t *testing.T) {
	o := Options{Data: t.TempDir()}
	s, err := Start(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if second, err := Start(t.Context(), o); !errors.Is(err, lock.ErrHeld) ||
		!strings.Contains(err.Error(), "process") {
		t.Errorf("a second service: %v, %v", second, err)
	}
	if err := Restore(t.Context(), o, strings.NewReader("")); err == nil {
		t.Error("a backup was restored over a running service")
	}
	if _, err := s.OpenGame(t.Context(), wire.Spec{Variant: "brandubh-gorrion", Clock: "none",
		Seats: [2]wire.Player{{ID: "a"}, {ID: "b"}}}); err != nil {
		t.Errorf("the first service: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if s, err = Start(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}
