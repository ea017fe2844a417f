package protocol

import (
	"context"
	"errors"
	"testing"
	"time"

	"tafl3d/ai"
	"tafl3d/game"
)

// TestWatch: the lines of an engine in another process come in as they are found, one after the
// other for two positions with the same process, until nobody watches any more.
func TestWatch(t *testing.T) {
	r, _ := find("brandubh-gorrion")
	e := engineOf(t, "good", ai.Limits{})
	p := r.Start()
	lines := map[int]ai.Info{}
	if err := e.Watch(t.Context(), p, nil, ai.Limits{Depth: 3, Lines: 2},
		func(i ai.Info) { lines[i.Line] = i }); err != nil {
		t.Fatal(err)
	}
	if len(lines) != 2 || lines[1].Depth != 3 || lines[1].Nodes == 0 || lines[1].PV[0] == lines[2].PV[0] {
		t.Fatalf("%+v", lines)
	}
	for _, i := range lines {
		line := r.Line()
		for _, m := range i.PV {
			if err := play(line, []game.Move{m}); err != nil {
				t.Errorf("line %d: %v", i.Line, err)
			}
		}
	}
	process := e.process
	ctx, cancel := context.WithCancel(t.Context())
	line := r.Line()
	if err := play(line, lines[1].PV[:1]); err != nil {
		t.Fatal(err)
	}
	if err := e.Watch(ctx, line.Position, line.History(), ai.Limits{}, func(ai.Info) { cancel() }); err != nil ||
		e.process != process {
		t.Errorf("for ever, until the first line: %v, the same process: %v", err, e.process == process)
	}
}

// TestWatchFaults: what an engine that is watched does wrong is said, and its process is ended.
func TestWatchFaults(t *testing.T) {
	r, _ := find("brandubh-gorrion")
	for kind, want := range map[string]error{"crash": ErrEnded, "cheat": ErrIllegal, "closes": ErrEnded,
		"ot-good": ErrNoLines} {
		e := engineOf(t, kind, ai.Limits{})
		if err := e.Watch(t.Context(), r.Start(), nil, ai.Limits{Depth: 2}, func(ai.Info) {}); !errors.Is(err, want) ||
			e.process != nil {
			t.Errorf("%s: %v, want %v; its process is left: %v", kind, err, want, e.process != nil)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	if err := engineOf(t, "babble", ai.Limits{}).Watch(ctx, r.Start(), nil, ai.Limits{}, func(ai.Info) {}); err == nil {
		t.Error("an engine that babbles on when it is told to stop is believed")
	}
}
