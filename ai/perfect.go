package ai

import (
	"context"
	"slices"
	"sync"

	"tafl3d/ai/search"
	"tafl3d/ai/solve"
	"tafl3d/game"
	"tafl3d/game/rules"
)

// tables are the small games that were solved since the program began. One that
// is asked for is solved in the background, in some seconds, bagh chal in minutes;
// until then the search has the word.
var tables struct {
	mu    sync.Mutex
	known map[*rules.Rules]*solve.Table // nil while it is being solved
}

// tableOf returns the table of p's game, nil if there is none, or none yet.
func tableOf(p *rules.Position) *solve.Table {
	const most = 4 // tables at a time
	r := p.Rules()
	tables.mu.Lock()
	defer tables.mu.Unlock()
	t, asked := tables.known[r]
	if asked || !solve.Soon(p) {
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

// lines returns the steps in p, best first, as a table knows them, none where no
// table does. Only who thinks by the clock or for people who watch asks: others
// answer the same however quick the machine is.
func (e *engine) lines(p *rules.Position) []solve.Line {
	if e.own.Time == 0 && e.report == nil || !e.learned || e.tempered[p.Turn()] != nil {
		return nil
	}
	if t := tableOf(p); t != nil {
		return t.Lines(*p)
	}
	return nil
}

// perfect answers with the first of lines. A draw is left to the search, which
// knows what makes it hard.
func (e *engine) perfect(p rules.Position, lines []solve.Line, l Limits) (m game.Move, found Info, ok bool) {
	if len(lines) == 0 || lines[0].Score == 0 {
		return m, found, false
	}
	t := tableOf(&p)
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

// spoils reports whether m gives the draw away that the best of lines holds.
func spoils(m game.Move, lines []solve.Line) bool {
	return slices.ContainsFunc(lines, func(l solve.Line) bool { return l.Move == m && l.Score < lines[0].Score })
}
