// Package solve plays small games perfectly: it finds every position that a game
// may come to, and works back from the ends who wins each, and in how many
// turns. What never ends is a draw. Of bagh chal it solves what follows once all
// goats are down.
package solve

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"tafl3d/ai/search"
	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
)

// Most is how many positions a game may have at most: more take too long, and
// too much memory, on a player's machine.
const Most = 2_000_000

// ErrLarge is returned for a game that is not Small.
var ErrLarge = fmt.Errorf("the game has more than %d positions, or asks what was played before", Most)

// Table is a solved game. It never changes.
type Table struct {
	rules  *rules.Rules
	values map[uint64]value
	herd   *herd // of a tiger game, in the place of values
}

// value is the turns to the end, of both sides, one more than that; positive
// where the side to move wins, negative where it loses, 0 where it is a draw.
type value int16

// Positions returns how many positions the game has, or the part of it that was solved.
func (t *Table) Positions() int {
	if t.herd != nil {
		return t.herd.count
	}
	return len(t.values)
}

// Score returns what p is worth to the side to move as search.WinIn reads it, 0
// for a draw. ok is false if the game does not come to p.
func (t *Table) Score(p *rules.Position) (score int, ok bool) {
	if p.Rules() != t.rules {
		return 0, false
	}
	v, ok := t.values[p.Hash()]
	if t.herd != nil {
		v, ok = t.herd.value(p)
	}
	switch {
	case !ok:
		return 0, false
	case v > 0:
		return search.Win - int(v-1), true
	case v < 0:
		return -search.Win - int(v+1), true
	}
	return 0, true
}

// Line is a step and what it leads to, for the side that makes it.
type Line struct {
	Score int
	Move  game.Move
}

// Lines returns the steps in p, best first. They are none if the game does not
// come to p, or is over.
func (t *Table) Lines(p rules.Position) (lines []Line) {
	if _, ok := t.Score(&p); !ok || p.Judge(nil).Over() {
		return nil
	}
	var d rules.Delta
	for _, m := range p.Legal(nil, nil) {
		p.Play(m, &d)
		s, _ := t.Score(&p)
		if p.Turn() != d.Side() {
			s = -s
		}
		if !p.MidTurn() {
			s = further(s)
		}
		p.Undo(&d)
		lines = append(lines, Line{s, m})
	}
	slices.SortStableFunc(lines, func(a, b Line) int { return cmp.Compare(b.Score, a.Score) })
	return lines
}

// Follow appends to steps the best play from p to the end, nothing where that is a
// draw.
func (t *Table) Follow(p rules.Position, steps []game.Move) []game.Move {
	var d rules.Delta
	for {
		lines := t.Lines(p)
		if lines == nil || lines[0].Score == 0 {
			return steps
		}
		m := lines[0].Move
		p.Play(m, &d)
		steps = append(steps, m)
	}
}

// further is a score one turn before.
func further(score int) int {
	switch _, win, ok := search.WinIn(score); {
	case !ok:
		return score
	case win:
		return score - 1
	}
	return score + 1
}

// Small reports whether the game by r may be solved: whether its men can stand in
// few enough ways.
func Small(r *rules.Rules) bool {
	set, start := r.Ruleset(), r.Start()
	if set.Lines == nil || r.Forbids() || set.Lines.Draws.Superko || set.Lines.Draws.Loss != ruleset.LosesNobody {
		return false
	}
	var men [game.Sides]int
	for i, k := range r.Kinds() {
		if i > 0 {
			men[k.Side] += start.Hand(game.Piece(i))
		}
	}
	for side := range men {
		men[side] += start.Count(game.Side(side))
	}
	points, ways := float64(r.Board().Squares()), 0.0
	for a := range men[0] + 1 {
		for b := range men[1] + 1 {
			ways += choose(points, a) * choose(points-float64(a), b)
		}
	}
	return ways < Most
}

// Soon reports whether it is time to solve the game of p: if it is Small, or
// bagh chal with few goats left in hand.
func Soon(p *rules.Position) bool {
	const goat, few = 1, 4
	return Small(p.Rules()) || isHerd(p.Rules()) && p.Hand(goat) <= few
}

// choose is in how many ways k of n can be taken.
func choose(n float64, k int) float64 {
	ways := 1.0
	for i := range k {
		ways *= (n - float64(i)) / float64(i+1)
	}
	return max(0, ways)
}

// Solve solves the game by r, if it is Small, or bagh chal. tell, if it is not nil, is told many times a
// second how many positions were found; it may wait, and solving goes on when it returns.
func Solve(ctx context.Context, r *rules.Rules, tell func(positions int)) (*Table, error) {
	if isHerd(r) {
		return solveHerd(ctx, r, tell)
	}
	if !Small(r) {
		return nil, ErrLarge
	}
	b := &builder{ctx: ctx, tell: tell, ids: map[uint64]int32{}}
	start := r.Start()
	if b.find(&start); b.err != nil {
		return nil, b.err
	}
	b.back()
	t := &Table{rules: r, values: make(map[uint64]value, len(b.nodes))}
	for hash, id := range b.ids {
		t.values[hash] = b.nodes[id].value()
	}
	return t, nil
}
