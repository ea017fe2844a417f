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
// is asked for is solved in the background of whoever asks, in some seconds, bagh chal in
// minutes; until then engines search.
var tables struct {
	mu    sync.Mutex
	known map[*rules.Rules]*solve.Table // nil while it is being solved
}

// tableOf returns the table of p's game, nil if there is none, or none yet. Where ctx has a
// Background it begins to solve the game.
func tableOf(ctx context.Context, p *rules.Position) *solve.Table {
	const most = 4 // tables at a time
	r := p.Rules()
	tables.mu.Lock()
	defer tables.mu.Unlock()
	t, asked := tables.known[r]
	if asked || !solve.Soon(p) {
		return t
	}
	if !backgroundOf(ctx).start(func(ctx context.Context, giveWay func()) { makeTable(ctx, r, giveWay) }) {
		return nil
	}
	if tables.known == nil || len(tables.known) >= most {
		tables.known = map[*rules.Rules]*solve.Table{}
	}
	tables.known[r] = nil
	return nil
}

// makeTable solves a game. What was cut short is forgotten, so that another may begin it again.
func makeTable(ctx context.Context, r *rules.Rules, giveWay func()) {
	t, err := solve.Solve(ctx, r, func(int) { giveWay() })
	tables.mu.Lock()
	defer tables.mu.Unlock()
	switch {
	case err == nil:
		tables.known[r] = t
	case ctx.Err() != nil:
		delete(tables.known, r)
	}
}

// lines returns the steps in p, best first, as a table knows them, none where no
// table does. Only who thinks by the clock or for people who watch asks: others
// answer the same however quick the machine is.
func (e *engine) lines(ctx context.Context, p *rules.Position) []solve.Line {
	if e.own.Time == 0 && e.report == nil || !e.learned || e.tempered[p.Turn()] != nil {
		return nil
	}
	if t := tableOf(ctx, p); t != nil {
		return t.Lines(*p)
	}
	return nil
}

// perfect answers with the first of lines. A draw is left to the search, which
// knows what makes it hard.
func (e *engine) perfect(
	ctx context.Context, p rules.Position, lines []solve.Line, l Limits,
) (m game.Move, found Info, ok bool) {
	if len(lines) == 0 || lines[0].Score == 0 {
		return m, found, false
	}
	t := tableOf(ctx, &p)
	for i, line := range lines[:min(len(lines), max(1, Tighter(e.own, l).Lines))] {
		q, d := p, rules.Delta{}
		q.Play(line.Move, &d)
		n, _, _ := search.WinIn(line.Score)
		info := Info{Line: i + 1, Depth: max(1, n), Score: line.Score, Nodes: 1,
			PV: t.Follow(q, []game.Move{line.Move})}
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
