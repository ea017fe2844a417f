package review

import (
	"context"
	"slices"

	"tafl3d/ai"
	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/tree"
)

// run is a review under way. Its cursor stands at the position that is looked at.
type run struct {
	*Task
	ctx context.Context
	c   *tree.Cursor
	rep Report
}

// view is what is known of a position.
type view struct {
	mover game.Side
	score int // for the mover
	depth int
	line  [][]game.Move // whole turns that are expected
}

// eval returns v as it stands in a game.
func (v *view) eval() tree.Eval {
	if v.mover == game.Attackers {
		return tree.Eval{Score: v.score, Depth: v.depth}
	}
	return tree.Eval{Score: -v.score, Depth: v.depth}
}

// behind returns what the position after the best turn is worth by what v knows: a proved
// end is a turn nearer there.
func (v *view) behind() tree.Eval {
	after := *v
	if in, won, ok := ai.WinIn(v.score); ok && in > 0 {
		if after.score = in - 1 - win; won {
			after.score = win - in + 1
		}
	}
	return after.eval()
}

// ended is the view of a position in which the game is over.
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

// last looks at the position behind the last turn.
func (r *run) last() (view, error) {
	if o := r.c.Over(); o.Over() {
		return ended(&r.c.Line().Position, o), nil
	}
	return r.look(r.c.Line().Clone())
}

// look lets the engine think about a position, in which the game is not over. The line
// is used up.
func (r *run) look(l *rules.Line) (view, error) { return r.lookFor(l, r.opt.Limits) }

// lookFor is look within limits.
func (r *run) lookFor(l *rules.Line, limits ai.Limits) (view, error) {
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

// wanted is how many turns of an expected line are kept: all, where it is proved that they
// end the game.
func (r *run) wanted(score int) int {
	const most = 15
	if in, _, ok := ai.WinIn(score); ok && in > r.opt.Turns {
		return min(in, most)
	}
	return r.opt.Turns
}

// follow plays expected steps and returns them as whole turns, so many at most. Where they
// stop within the first turn, or before a proved end, the engine goes on.
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
			return line, nil // the rest of the line is from another past
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

// turn looks at the position at which the cursor stands, where a turn was played; after is
// what is known of the position behind it. It returns what is known of this one, too.
func (r *run) turn(played []game.Move, after view) (t Turn, here view, err error) {
	line := r.c.Line()
	t.Side, t.Eval = line.Turn(), after.eval()
	t.Forced = forced(&line.Position, line.History())
	if here, err = r.look(line.Clone()); err != nil {
		return t, here, err
	}
	here.learn(played, after)
	t.After = r.chance(t.Side, t.Eval)
	t.Usual = r.usual(&line.Position, played)
	if t.Usual || slices.Equal(here.line[0], played) {
		t.Before = t.After
		return t, here, nil
	}
	t.Better, t.Before, t.BetterEval = here.line, r.chance(t.Side, here.eval()), here.behind()
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

// learn lets v know what is known of the position after a turn that was played: a win that
// is proved there is one here.
func (v *view) learn(played []game.Move, after view) {
	behind := -after.score
	if in, won, ok := ai.WinIn(behind); ok && won {
		behind = win - in - 1
	}
	if len(v.line) == 0 || behind > v.score && proves(behind) {
		v.score, v.line = behind, append([][]game.Move{played}, after.line...)
	}
}

// compare looks at the position after the better turn as deeply as at the one after what
// was played, so that both are seen from the same distance.
func (r *run) compare(t *Turn, l *rules.Line) error {
	v, err := r.behindTurn(l, t.Better[0], r.opt.Limits)
	if err != nil {
		return err
	}
	t.seeBetter(&v, r)
	t.Before = min(t.Before, r.chance(t.Side, t.BetterEval))
	return nil
}

// confirm looks ten times as long at the positions after what was played and after the
// better turn, before a turn is called a mistake or a blunder. A depth stays as it is.
func (r *run) confirm(t *Turn, l *rules.Line, played []game.Move, after *view) error {
	const times = 10
	limits := r.opt.Limits
	limits.Nodes, limits.Time, limits.Soft = times*limits.Nodes, times*limits.Time, times*limits.Soft
	if !proved(t.BetterEval.Score) {
		v, err := r.behindTurn(l.Clone(), t.Better[0], limits)
		if err != nil {
			return err
		}
		t.seeBetter(&v, r)
		t.Before = r.chance(t.Side, t.BetterEval)
	}
	if proved(after.score) {
		return nil
	}
	v, err := r.behindTurn(l, played, limits)
	if err != nil {
		return err
	}
	*after, t.Eval = v, v.eval()
	t.After = r.chance(t.Side, t.Eval)
	return nil
}

// behindTurn looks at the position after a turn, within limits. The line is used up.
func (r *run) behindTurn(l *rules.Line, turn []game.Move, limits ai.Limits) (view, error) {
	if _, _, err := l.Play(turn); err != nil {
		return view{}, err
	}
	if o := l.Judge(); o.Over() {
		return ended(&l.Position, o), nil
	}
	return r.lookFor(l, limits)
}

// seeBetter takes in what is known of the position after the better turn.
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

// wins reports whether it is proved that the side that moved still wins.
func (t *Turn) wins() bool { return t.After == 1 }

// proved reports whether a score tells the end of the game, proves whether it is won.
func proved(score int) bool {
	_, _, ok := ai.WinIn(score)
	return ok
}

func proves(score int) bool {
	_, won, _ := ai.WinIn(score)
	return won
}

// forced reports whether there is a single legal turn.
func forced(p *rules.Position, h *rules.History) bool {
	q, n := *p, 0
	q.EachTurn(h, func([]rules.Delta, game.Move) bool {
		n++
		return n < 2
	})
	return n < 2
}
