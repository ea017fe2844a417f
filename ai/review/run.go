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
	t.Usual = r.usual(r.ctx, &line.Position, played)
	if slices.Equal(here.line[0], played) {
		if err = r.doubt(&t, &here, line, played, &after); err != nil {
			return t, here, err
		}
	}
	if t.Usual || slices.Equal(here.line[0], played) {
		t.Before = t.After
		return t, here, nil
	}
	if err = r.weigh(&t, &here, line, played, &after); err != nil {
		return t, here, err
	}
	missed := func() bool { return t.Before == 1 && t.After < 1 }
	t.Class = classOf(t.Before, t.After, missed())
	switch {
	case t.Lost() == 0 && !missed():
		t.Better, t.Class = nil, Best
	case t.Class >= Inaccuracy:
		if err = r.lengthen(&t, line, played, after.line); err != nil {
			return t, here, err
		}
		t.Why = explain(line, played, &t)
	}
	return t, here, nil
}

// lengthen has the engine go on with the line that is expected and, where a turn is a
// mistake, with the better one, so that both can be compared over as many turns.
func (r *run) lengthen(t *Turn, l *rules.Line, played []game.Move, reply [][]game.Move) (err error) {
	t.Reply = reply
	if t.Class < Mistake {
		return nil
	}
	if t.Better, err = r.goOn(l.Clone(), t.Better); err != nil {
		return err
	}
	line, err := r.goOn(l.Clone(), append([][]game.Move{played}, reply...))
	t.Reply = line[1:]
	return err
}

// goOn plays a line and lets the engine continue it to the usual length or to the end of
// the game. l is used up.
func (r *run) goOn(l *rules.Line, line [][]game.Move) ([][]game.Move, error) {
	line = slices.Clip(line)
	for i := 0; i < r.opt.Turns; i++ {
		if i == len(line) {
			v, err := r.search(l.Clone())
			if err != nil || len(v.line) == 0 {
				return line, err
			}
			line = append(line, v.line[:min(len(v.line), r.opt.Turns-i)]...)
		}
		if _, over, err := l.Play(line[i]); err != nil || over.Over() {
			return line[:i+1], nil
		}
	}
	return line, nil
}

// learn updates v from the position after the played turn: a win proven there is a win here.
func (v *view) learn(played []game.Move, after view) {
	behind := before(after.score)
	if len(v.line) == 0 || behind > v.score && proves(behind) {
		v.score, v.line = behind, append([][]game.Move{played}, after.line...)
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
