package search

import (
	"testing"
	"time"

	"tafl3d/game"
	"tafl3d/game/rules"
)

// hands is a clock that goes on by a step whenever it is looked at.
type hands struct {
	t    time.Time
	step time.Duration
}

func (h *hands) now() time.Time { h.t = h.t.Add(h.step); return h.t }

// timed searches on a clock of its own and returns the time that passed on it.
func timed(t *testing.T, r *rules.Rules, p rules.Position, l Limits, step time.Duration) (Result, time.Duration) {
	t.Helper()
	h := &hands{time.Unix(0, 0), step}
	s := New(r)
	s.now = h.now
	res := find(t, s, p, nil, l, 0)
	return res, h.t.Sub(time.Unix(0, 0))
}

// TestHardLimit: whatever the soft limit says, the hard one ends the search.
func TestHardLimit(t *testing.T) {
	r := load(t, "copenhagen-11x11-tdiamond")
	res, took := timed(t, r, r.Start(), Limits{Time: 100 * time.Millisecond, Soft: time.Hour, Hash: 1},
		time.Millisecond)
	if took > 110*time.Millisecond || took < 90*time.Millisecond || res.Info.Depth == 0 {
		t.Errorf("a limit of 100 ms: %v, depth %d", took, res.Info.Depth)
	}
}

// TestSoftLimit: a search ends between iterations once the soft limit has
// passed, later where the answer has changed of late, never after the hard one.
func TestSoftLimit(t *testing.T) {
	r := load(t, "copenhagen-11x11-tdiamond")
	s := New(r)
	s.limit = Limits{Time: 400 * time.Millisecond, Soft: 100 * time.Millisecond, Lines: 1}
	h := &hands{time.Unix(0, 0), 0}
	s.now = h.now
	s.start = h.t
	move, other := game.Move{To: 1}, game.Move{To: 2}
	w := &worker{s: s, root: []rootMove{{move: move}, {move: other}}}
	iterate := func(best game.Move, score int, at time.Duration) bool {
		before := w.best.move
		w.depth++
		w.best = rootMove{move: best, score: score}
		w.root[0].score = score
		w.endIteration(before)
		h.t = s.start.Add(at)
		return w.finished()
	}
	for _, c := range []struct {
		name  string
		best  game.Move
		score int
		at    time.Duration
		ends  bool
	}{
		{"the first", move, 10, 20, false},
		{"steady, early", move, 12, 90, false},
		{"steady, late", move, 12, 110, true},
		{"another move", other, 12, 110, false},
		{"another move, too late", move, 12, 260, true},
		{"steady again after two changes", move, 12, 150, false},
		{"worse", move, -40, 200, false},
		{"worse still, past the hard limit", move, -90, 401, true},
	} {
		if got := iterate(c.best, c.score, c.at*time.Millisecond); got != c.ends {
			t.Errorf("%s: ends %v after %d ms, doubt %v", c.name, got, c.at, w.instability)
		}
	}
}

// TestAtOnce: where there is but one move, or a win is found, no time is spent.
func TestAtOnce(t *testing.T) {
	r := load(t, "brandubh-gorrion")
	for _, c := range []struct{ name, board string }{
		{"one move", "7/7/7/3K3/T6/t1T4/7 a"},
		{"a win", "3t3/7/3t3/K6/7/2T4/3t3 d"},
	} {
		p := position(t, r, c.board)
		if c.name == "one move" && len(p.Legal(nil, nil)) != 1 {
			t.Fatalf("%s: there are others", c.board)
		}
		res, took := timed(t, r, p, Limits{Time: time.Hour, Hash: 1}, time.Millisecond)
		if took > 50*time.Millisecond || res.Info.Depth != 1 {
			t.Errorf("%s: %v, depth %d", c.name, took, res.Info.Depth)
		}
	}
}

// TestLines: the lines of a search of several are those that it finds when it
// may not play the better ones, each with its score, and the expected moves of
// each can be played.
func TestLines(t *testing.T) {
	r := load(t, "brandubh-gorrion")
	s := New(r)
	s.noPruning = true
	var told []Info
	s.Report(func(i Info) { told = append(told, i) })
	const n, depth = 4, 3
	res := find(t, s, r.Start(), nil, Limits{Depth: depth, Lines: n, Hash: 4}, 0)
	if len(told) != depth*n {
		t.Fatalf("%d reports of %d turns and %d lines", len(told), depth, n)
	}
	s.Report(nil)
	exact := find(t, s, r.Start(), nil, Limits{Depth: depth, Hash: 4}, 2*Win).Lines
	for i, l := range res.Lines[:n] {
		last := told[(depth-1)*n+i]
		if last.Line != i+1 || last.Score != l.Score || last.PV[0] != l.Move {
			t.Errorf("line %d: told %+v, the answer is %+v", i+1, last, l)
		}
		if i > 0 && l.Score > res.Lines[i-1].Score {
			t.Errorf("line %d scores %d, the one before %d", i+1, l.Score, res.Lines[i-1].Score)
		}
		p := r.Start()
		for _, m := range last.PV {
			if _, err := p.Try(m, nil); err != nil {
				t.Errorf("line %d: %v: %v", i+1, last.PV, err)
			}
		}
		if l.Score != exact[i].Score {
			t.Errorf("line %d scores %d, a search of every move in full says %d", i+1, l.Score, exact[i].Score)
		}
	}
	if res.Lines[0].Move != res.Move || res.Lines[0].Score != res.Info.Score {
		t.Errorf("the answer is %+v, the first line %+v", res.Info, res.Lines[0])
	}
	if few := find(t, New(r), position(t, r, "3t3/7/3t3/K6/7/2T4/3t3 d"), nil, Limits{Depth: 2, Lines: 500, Hash: 1},
		0); len(few.Lines) == 0 || few.Lines[len(few.Lines)-1].Score == -infinite {
		t.Errorf("more lines than moves: %+v", few.Lines)
	}
}
