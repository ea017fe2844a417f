// Package yardstick is a simple reference engine: alpha-beta with a table; its evaluation counts
// men and the king's distance to safety. It must never change, so that measurements of different
// times are comparable.
package yardstick

import (
	"context"
	"slices"
	"sync"
	"time"

	"tafl3d/ai/search"
	"tafl3d/game"
	"tafl3d/game/rules"
)

const (
	maxDepth  = 60
	tableBits = 18
	win       = 30000
	never     = win + 1
)

// Engine is the reference engine. It thinks until its limits, with one thread.
type Engine struct {
	own    search.Limits
	morris *morris // nil except for nine men's morris

	mu    sync.Mutex
	rules *rules.Rules
	away  []int // by square: the king's distance to safety on an empty board, in moves
	table []entry

	ctx   context.Context
	limit search.Limits
	start time.Time
	nodes int64
	pos   rules.Line
	ply   int
	moves [2*maxDepth + 2][]game.Move
}

// entry is an entry of the transposition table.
type entry struct {
	hash  uint64
	move  game.Move
	score int16
	depth int8
	bound int8 // -1 upper bound, 0 exact, 1 lower bound
}

// New returns a yardstick with limits own.
func New(own search.Limits) *Engine { return &Engine{own: own} }

// Think chooses a move for the side to move in p.
func (e *Engine) Think(
	ctx context.Context, p rules.Position, h *rules.History, l search.Limits,
) (game.Move, search.Info, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if h == nil {
		h = rules.NewHistory(&p)
	}
	moves := p.Legal(nil, h)
	if len(moves) == 0 {
		return game.NoMove, search.Info{}, search.ErrNoMoves
	}
	e.begin(ctx, p, h, l)
	best := moves[0]
	info := search.Info{PV: []game.Move{best}}
	for depth := 1; depth <= maxDepth && !e.over(); depth++ {
		if d := e.limit.Depth; d > 0 && depth > d {
			break
		}
		m, v := e.root(moves, depth)
		if m == game.NoMove {
			break
		}
		best = m
		info.PV, info.Score = []game.Move{m}, v
		if e.over() {
			break
		}
		info.Depth = depth
		if len(moves) == 1 || v >= win-depth || v <= -win+depth {
			break
		}
	}
	info.Nodes, info.Time = e.nodes, time.Since(e.start)
	return best, info, nil
}

func (e *Engine) begin(ctx context.Context, p rules.Position, h *rules.History, l search.Limits) {
	e.ctx, e.limit, e.start, e.nodes, e.ply = ctx, e.own, time.Now(), 0, 0
	for _, b := range []struct{ own, given *int64 }{{&e.limit.Nodes, &l.Nodes},
		{(*int64)(&e.limit.Time), (*int64)(&l.Time)}} {
		if *b.given > 0 && (*b.own == 0 || *b.given < *b.own) {
			*b.own = *b.given
		}
	}
	if l.Depth > 0 && (e.limit.Depth == 0 || l.Depth < e.limit.Depth) {
		e.limit.Depth = l.Depth
	}
	if e.rules != p.Rules() {
		e.rules, e.away, e.table = p.Rules(), distances(p.Rules()), make([]entry, 1<<tableBits)
		if e.morris != nil {
			e.morris.survey(e.rules)
		}
	}
	e.pos = *rules.NewLine(p, h.Clone())
}

// distances computes the distances by a breadth-first search from the safe squares.
func distances(r *rules.Rules) []int {
	b := r.Board()
	away := make([]int, b.Squares())
	var queue []game.Square
	for s := range away {
		away[s] = b.Squares()
		if r.Ruleset().Lines == nil && r.Goal(game.Square(s)) {
			away[s] = 0
			queue = append(queue, game.Square(s))
		}
	}
	for i := 0; i < len(queue); i++ {
		for d := range game.GridDirs {
			if s := b.Next(queue[i], d); s != game.NoSquare && away[s] > away[queue[i]]+1 {
				away[s] = away[queue[i]] + 1
				queue = append(queue, s)
			}
		}
	}
	return away
}

// over reports whether a limit is reached.
func (e *Engine) over() bool {
	l := &e.limit
	return e.ctx.Err() != nil || l.Nodes > 0 && e.nodes >= l.Nodes || l.Time > 0 && time.Since(e.start) >= l.Time
}

// root searches all moves and puts the best first for the next iteration. It returns no move if it
// was stopped before the end of the first.
func (e *Engine) root(moves []game.Move, depth int) (game.Move, int) {
	best, move := -never, game.NoMove
	for i, m := range moves {
		v := e.step(m, depth, best, never)
		if e.over() {
			break
		}
		if v > best {
			best, move = v, m
			copy(moves[1:i+1], moves[:i])
			moves[0] = m
		}
	}
	return move, best
}

// step plays a move and searches the position after it, for the side that moves.
func (e *Engine) step(m game.Move, depth, alpha, beta int) (v int) {
	var d rules.Delta
	mover := e.pos.Turn()
	o := e.pos.Step(m, &d)
	e.ply++
	defer func() {
		e.ply--
		e.pos.Undo(&d)
	}()
	switch {
	case o.Draw:
		return 0
	case o.Over() && o.Winner == mover:
		return win - e.ply
	case o.Over():
		return e.ply - win
	case e.pos.MidTurn():
		return e.node(depth, alpha, beta)
	}
	return -e.node(depth-1, -beta, -alpha)
}

// node is the alpha-beta search.
func (e *Engine) node(depth, alpha, beta int) int {
	e.nodes++
	if depth <= 0 && !e.pos.MidTurn() {
		return e.judge()
	}
	if e.nodes&255 == 0 && e.over() || e.ply > 2*maxDepth {
		return 0
	}
	slot := &e.table[e.pos.Hash()>>(64-tableBits)]
	first := game.NoMove
	if slot.hash == e.pos.Hash() {
		first = slot.move
		if v := int(slot.score); int(slot.depth) >= depth && e.pos.History().Count(slot.hash) <= 1 &&
			(slot.bound == 0 || slot.bound > 0 && v >= beta || slot.bound < 0 && v <= alpha) {
			return v
		}
	}
	moves := e.pos.Legal(e.moves[e.ply][:0])
	e.moves[e.ply] = moves
	if e.morris != nil {
		e.morris.order(&e.pos.Position, moves)
	}
	if i := slices.Index(moves, first); i > 0 {
		moves[0], moves[i] = moves[i], moves[0]
	}
	best, move, low := -never, game.NoMove, alpha
	for _, m := range moves {
		v := e.step(m, depth, max(alpha, best), beta)
		if e.limit.Nodes > 0 && e.nodes >= e.limit.Nodes || e.ctx.Err() != nil {
			return 0
		}
		if v > best {
			best, move = v, m
		}
		if best >= beta {
			break
		}
	}
	e.remember(slot, move, best, depth, low, beta)
	return best
}

func (e *Engine) remember(slot *entry, m game.Move, v, depth, alpha, beta int) {
	if e.over() || v > win-200 || v < 200-win {
		return // scores of wins depend on the distance
	}
	*slot = entry{hash: e.pos.Hash(), move: m, score: int16(v), depth: int8(depth)}
	switch {
	case v >= beta:
		slot.bound = 1
	case v <= alpha:
		slot.bound = -1
	}
}

// judge evaluates the men, in hundredths, and the king's distance to safety.
func (e *Engine) judge() int {
	if e.morris != nil {
		v := e.morris.judge(&e.pos.Position)
		if e.pos.Turn() == game.Defenders {
			v = -v
		}
		return v
	}
	v := 100*e.pos.Count(game.Attackers) - 200*e.pos.Count(game.Defenders)
	if k := e.pos.King(); k != game.NoSquare {
		v += 10 * e.away[k]
	}
	if e.pos.Turn() == game.Defenders {
		return -v
	}
	return v
}
