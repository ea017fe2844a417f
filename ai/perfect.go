package ai

import (
	"context"
	"sync"

	"tafl3d/ai/search"
	"tafl3d/ai/solve"
	"tafl3d/game"
	"tafl3d/game/rules"
)

// tables are the small games that were solved since the program began. One that
// is asked for is solved in the background, in some seconds; until then the
// search has the word.
var tables struct {
	mu    sync.Mutex
	known map[*rules.Rules]*solve.Table // nil while it is being solved
}

// tableOf returns the table of the game by r, nil if there is none, or none yet.
func tableOf(r *rules.Rules) *solve.Table {
	const most = 4 // tables at a time
	tables.mu.Lock()
	defer tables.mu.Unlock()
	t, asked := tables.known[r]
	if asked || !solve.Small(r) {
		return t
	}
	if tables.known == nil || len(tables.known) == most {
		tables.known = map[*rules.Rules]*solve.Table{}
	}
	tables.known[r] = nil
	go func() {
		t, err := solve.Solve(context.Background(), r, nil)
		if err != nil {
			return // it goes without
		}
		tables.mu.Lock()
		defer tables.mu.Unlock()
		tables.known[r] = t
	}()
	return nil
}

// perfect answers from a table. Only who thinks by the clock or for people who
// watch does: others answer the same however quick the machine is. A draw is left
// to the search, which knows what makes it hard.
func (e *engine) perfect(p rules.Position, l Limits) (m game.Move, found Info, ok bool) {
	if e.own.Time == 0 && e.report == nil || !e.learned || e.tempered[p.Turn()] != nil {
		return m, found, false
	}
	t := tableOf(p.Rules())
	if t == nil {
		return m, found, false
	}
	lines := t.Lines(p)
	if lines == nil || lines[0].Score == 0 {
		return m, found, false
	}
	for i, line := range lines[:min(len(lines), max(1, Tighter(e.own, l).Lines))] {
		q, d := p, rules.Delta{}
		q.Play(line.Move, &d)
		n, _, _ := search.WinIn(line.Score)
		info := Info{Line: i + 1, Depth: max(1, n), Score: line.Score, Nodes: 1, PV: t.Follow(q, []game.Move{line.Move})}
		if i == 0 {
			found = info
		}
		if e.report != nil {
			e.report(info)
		}
	}
	return lines[0].Move, found, true
}
