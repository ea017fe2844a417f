package review

import (
	"context"
	"slices"

	"tafl3d/ai"
	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/tree"
)

// run is a running review. Its cursor is at the current position.
type run struct {
	*Task
	ctx context.Context
	c   *tree.Cursor
	rep Report
}

// view is the analysis of a position.
type view struct {
	mover game.Side
	score int // for the side to move
	depth int
	line  [][]game.Move // whole turns of the expected line
}

// eval converts v to the evaluation stored in games.
func (v *view) eval() tree.Eval {
	if v.mover == game.Attackers {
		return tree.Eval{Score: v.score, Depth: v.depth}
	}
	return tree.Eval{Score: -v.score, Depth: v.depth}
}

// afterBest returns the evaluation after the best turn, derived from v: a proven end is one turn
// closer there.
func (v *view) afterBest() tree.Eval {
	after := *v
	if in, won, ok := ai.WinIn(v.score); ok && in > 0 {
		if after.score = in - 1 - win; won {
			after.score = win - in + 1
		}
	}
	return after.eval()
}

// ended returns the view of a position in which the game is over.
func ended(p *rules.Position, o game.Outcome) view {
	v := view{mover: p.Turn()}
	switch {
	case o.Draw:
	case o.Winner == v.mover:
		v.score = win
	default:
		v.score = -win
	}
	return v
}

// last analyses the position after the last turn.
func (r *run) last() (view, error) {
	if o := r.c.Over(); o.Over() {
		return ended(&r.c.Line().Position, o), nil
	}
	return r.search(r.c.Line().Clone())
}

// search searches a position in which the game is not over. It consumes l.
func (r *run) search(l *rules.Line) (view, error) { return r.searchWithin(l, r.opt.Limits) }

// searchWithin is look with other limits.
func (r *run) searchWithin(l *rules.Line, limits ai.Limits) (view, error) {
	v := view{mover: l.Turn()}
	_, info, err := r.opt.Engine.Think(r.ctx, l.Position, l.History(), limits)
	if err == nil {
		err = r.ctx.Err()
	}
	if err != nil {
		return v, err
	}
	v.score, v.depth = info.Score, info.Depth
	v.line, err = r.follow(l, info.PV, r.wanted(info.Score))
	return v, err
}

// wanted returns how many turns of an expected line to keep: all if they prove the result.
func (r *run) wanted(score int) int {
	const most = 15
	if in, _, ok := ai.WinIn(score); ok && in > r.opt.Turns {
		return min(in, most)
	}
	return r.opt.Turns
}

// follow plays expected moves and returns them as at most turns whole turns. If they stop within
// the first turn, or before a proven end, the engine continues them.
func (r *run) follow(l *rules.Line, steps []game.Move, turns int) (line [][]game.Move, err error) {
	proved := turns > r.opt.Turns
	var turn []game.Move
	for len(line) < turns {
		var m game.Move
		switch {
		case len(steps) > 0:
			m, steps = steps[0], steps[1:]
		case len(line) == 0 || proved || len(turn) > 0:
			if m, _, err = r.opt.Engine.Think(r.ctx, l.Position, l.History(), r.opt.Limits); err != nil {
				return line, err
			}
		default:
			return line, nil
		}
		if _, err := l.Try(m); err != nil {
			return line, nil // the rest of the line assumes another history
		}
		turn = append(turn, m)
		if over := l.Judge().Over(); over || !l.MidTurn() {
			line, turn = append(line, turn), nil
			if over {
				break
			}
		}
	}
	return line, nil
}

// turn reviews the turn played at the cursor; after is the view of the position after it. It
// returns the view of this position, too.
func (r *run) turn(played []game.Move, after view) (t Turn, here view, err error) {
	line := r.c.Line()
	t.Side, t.Eval = line.Turn(), after.eval()
	t.Forced = forced(&line.Position, line.History())
	if here, err = r.search(line.Clone()); err != nil {
		return t, here, err
	}
	here.learn(played, after)
	t.After = r.chance(t.Side, t.Eval)
	t.Usual = r.usual(&line.Position, played)
	if t.Usual || slices.Equal(here.line[0], played) {
		t.Before = t.After
		return t, here, nil
	}
	t.Better, t.Before, t.BetterEval = here.line, r.chance(t.Side, here.eval()), here.afterBest()
	if t.Lost() >= GiveInaccuracy && !proved(here.score) {
		if err = r.compare(&t, line.Clone()); err != nil {
			return t, here, err
		}
	}
	missed := func() bool { return t.Before == 1 && t.After < 1 }
	t.Class = classOf(t.Before, t.After, missed())
	if t.Class >= Mistake {
		if err = r.confirm(&t, line.Clone(), played, &after); err != nil {
			return t, here, err
		}
		t.Class = classOf(t.Before, t.After, missed())
	}
	switch {
	case t.Lost() == 0 && !missed():
		t.Better, t.Class = nil, Best
	case t.Class >= Inaccuracy:
		t.Reply = after.line
		t.Why = explain(line, played, &t)
	}
	return t, here, nil
}

// learn updates v from the position after the played turn: a win proven there is a win here.
func (v *view) learn(played []game.Move, after view) {
	behind := -after.score
	if in, won, ok := ai.WinIn(behind); ok && won {
		behind = win - in - 1
	}
	if len(v.line) == 0 || behind > v.score && proves(behind) {
		v.score, v.line = behind, append([][]game.Move{played}, after.line...)
	}
}

// compare searches the position after the better turn to the same depth as the one after the played
// turn, so that both have the same horizon.
func (r *run) compare(t *Turn, l *rules.Line) error {
	v, err := r.searchAfter(l, t.Better[0], r.opt.Limits)
	if err != nil {
		return err
	}
	t.seeBetter(&v, r)
	t.Before = min(t.Before, r.chance(t.Side, t.BetterEval))
	return nil
}

// confirm searches ten times as long after the played and after the better turn before a turn
// counts as a mistake or a blunder. A depth limit stays the same.
func (r *run) confirm(t *Turn, l *rules.Line, played []game.Move, after *view) error {
	const times = 10
	limits := r.opt.Limits
	limits.Nodes, limits.Time, limits.Soft = times*limits.Nodes, times*limits.Time, times*limits.Soft
	if !proved(t.BetterEval.Score) {
		v, err := r.searchAfter(l.Clone(), t.Better[0], limits)
		if err != nil {
			return err
		}
		t.seeBetter(&v, r)
		t.Before = r.chance(t.Side, t.BetterEval)
	}
	if proved(after.score) {
		return nil
	}
	v, err := r.searchAfter(l, played, limits)
	if err != nil {
		return err
	}
	*after, t.Eval = v, v.eval()
	t.After = r.chance(t.Side, t.Eval)
	return nil
}

// searchAfter searches the position after a turn, within limits. It consumes l.
func (r *run) searchAfter(l *rules.Line, turn []game.Move, limits ai.Limits) (view, error) {
	if _, _, err := l.Play(turn); err != nil {
		return view{}, err
	}
	if o := l.Judge(); o.Over() {
		return ended(&l.Position, o), nil
	}
	return r.searchWithin(l, limits)
}

// seeBetter records the view of the position after the better turn.
func (t *Turn) seeBetter(v *view, r *run) {
	t.BetterEval = v.eval()
	if len(v.line) > 0 {
		t.Better = append(t.Better[:1:1], v.line[:min(len(v.line), r.wanted(v.score)-1)]...)
	}
}

func (r *run) chance(side game.Side, e tree.Eval) float64 {
	c := Chance(r.game.Variant, e)
	if side == game.Defenders {
		return 1 - c
	}
	return c
}

// wins reports whether the side that moved still has a proven win.
func (t *Turn) wins() bool { return t.After == 1 }

// proved reports whether a score proves the result.
func proved(score int) bool {
	_, _, ok := ai.WinIn(score)
	return ok
}

func proves(score int) bool {
	_, won, _ := ai.WinIn(score)
	return won
}

// forced reports whether there is only one legal turn.
func forced(p *rules.Position, h *rules.History) bool {
	q, n := *p, 0
	q.EachTurn(h, func([]rules.Delta, game.Move) bool {
		n++
		return n < 2
	})
	return n < 2
}
