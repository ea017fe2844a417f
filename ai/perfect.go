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

// tables holds the small games that this process has solved. The first request starts the solver in
// the background: it takes seconds, for bagh chal minutes. Until then engines search.
var tables struct {
	mu    sync.Mutex
	known map[*rules.Rules]*solve.Table // nil while the solver runs
}

// tableOf returns the table of p's game, nil if there is none yet. If ctx has a Background, it
// starts the solver.
func tableOf(ctx context.Context, p *rules.Position) *solve.Table {
	const most = 4 // greatest number of tables
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

// makeTable solves a game. An interrupted solution is discarded, so that a later request starts
// again.
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

// lines returns the moves in p, best first, from the table, or nil. It is used only for games on
// the clock and for analysis: in other cases the answer must not depend on the speed of the
// machine.
func (e *engine) lines(ctx context.Context, p *rules.Position) []solve.Line {
	if e.own.Time == 0 && e.report == nil || !e.learned || e.tempered[p.Turn()] != nil {
		return nil
	}
	if t := tableOf(ctx, p); t != nil {
		return t.Lines(*p)
	}
	return nil
}

// perfect answers with the first of lines. The search chooses among draws, because it prefers those
// that are hard for the opponent.
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

// spoils reports whether m gives up the draw that the best of lines holds.
func spoils(m game.Move, lines []solve.Line) bool {
	return slices.ContainsFunc(lines, func(l solve.Line) bool { return l.Move == m && l.Score < lines[0].Score })
}
