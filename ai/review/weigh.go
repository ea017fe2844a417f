package review

import (
	"slices"
	"time"

	"tafl3d/ai"
	"tafl3d/game"
	"tafl3d/game/rules"
)

// longTimes is how many times as long a search takes that is to confirm another.
const longTimes = 10

// weigh finds what was lost against the engine's choice. Where a longer search refutes
// that choice, the position is looked at again, ten times as long, for another.
func (r *run) weigh(t *Turn, here *view, l *rules.Line, played []game.Move, after *view) error {
	const tries = 3
	for i := 1; ; i++ {
		t.Better, t.Before, t.BetterEval = here.line, r.chance(t.Side, here.eval()), here.afterBest()
		if t.Lost() >= GiveInaccuracy && !proved(here.score) {
			if err := r.compare(t, l.Clone()); err != nil {
				return err
			}
		}
		if err := r.confirmAll(t, l, played, after); err != nil {
			return err
		}
		if i == tries || t.Lost() >= GiveInaccuracy || r.chance(t.Side, here.eval())-t.Before < GiveInaccuracy {
			return nil
		}
		again, err := r.searchWithin(l.Clone(), r.longer(longTimes))
		if err != nil {
			return err
		}
		again.learn(played, *after)
		if slices.Equal(again.line[0], played) || slices.Equal(again.line[0], t.Better[0]) {
			return nil
		}
		*here = again
	}
}

// compare looks at the position after the better turn as deeply as at the one after what
// was played, so that both are seen from the same distance.
func (r *run) compare(t *Turn, l *rules.Line) error {
	v, err := r.searchAfter(l, t.Better[0], r.opt.Limits)
	if err != nil {
		return err
	}
	t.seeBetter(&v, r)
	t.Before = min(t.Before, r.chance(t.Side, t.BetterEval))
	return nil
}

// confirmAll looks longer where a turn seems to be a mistake, and once more where it is
// hardly a blunder.
func (r *run) confirmAll(t *Turn, l *rules.Line, played []game.Move, after *view) error {
	const hardly, longest = GiveBlunder + 0.1, 3 * longTimes
	if t.Lost() < GiveMistake {
		return nil
	}
	if err := r.confirm(t, l.Clone(), played, after, longTimes); err != nil {
		return err
	}
	if lost := t.Lost(); lost < GiveBlunder || lost >= hardly {
		return nil
	}
	return r.confirm(t, l.Clone(), played, after, longest)
}

// confirm looks so many times as long at the positions after what was played and after the
// better turn, before a turn is called a mistake or a blunder. Unless one of both is
// proved to be won or lost, the turn loses what it loses by either search.
func (r *run) confirm(t *Turn, l *rules.Line, played []game.Move, after *view, times int) error {
	limits, first := r.longer(times), t.Lost()
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
	if !proved(t.BetterEval.Score) && !proved(after.score) {
		t.Before = min(t.Before, t.After+first)
	}
	return nil
}

// longer returns limits so many times as large. A depth stays as it is.
func (r *run) longer(times int) ai.Limits {
	l := r.opt.Limits
	l.Nodes, l.Time, l.Soft = int64(times)*l.Nodes, time.Duration(times)*l.Time, time.Duration(times)*l.Soft
	return l
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

// seeBetter takes in what is known of the position after the better turn.
func (t *Turn) seeBetter(v *view, r *run) {
	t.BetterEval = v.eval()
	if len(v.line) > 0 {
		t.Better = append(t.Better[:1:1], v.line[:min(len(v.line), r.wanted(v.score)-1)]...)
	}
}

// doubt looks again, ten times as long, at a position in which the engine chose what was
// played and thought much more of it than it does of the position after it. Where it finds
// no better turn the position is worth no more than that.
func (r *run) doubt(t *Turn, here *view, l *rules.Line, played []game.Move, after *view) error {
	if t.Usual || r.chance(t.Side, here.eval())-t.After < GiveInaccuracy {
		return nil
	}
	if !t.Forced {
		again, err := r.searchWithin(l.Clone(), r.longer(longTimes))
		if err != nil {
			return err
		}
		*here = again
		here.learn(played, *after)
	}
	if slices.Equal(here.line[0], played) && (t.Forced || !proved(after.score)) {
		here.score = before(after.score)
	}
	return nil
}

// before returns the score of the side to move whose best turn leads to a score of the
// other side.
func before(score int) int {
	in, won, ok := ai.WinIn(score)
	switch {
	case ok && won:
		return in + 1 - win
	case ok:
		return win - in - 1
	}
	return -score
}
