// Package solve solves small games: it enumerates all positions that a game may reach and computes
// by retrograde analysis which side wins, and in how many turns. Endless play is a draw. Of bagh
// chal it solves the part after all goats are placed, of nine men's morris the endings with at most
// five men of each side.
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

// Most is the greatest number of positions of a solvable game. Larger games take too much time and
// memory on a player's machine.
const Most = 2_000_000

// ErrLarge is returned for a game that is not Small.
var ErrLarge = fmt.Errorf("the game has more than %d positions, or asks what was played before", Most)

// Table is a solved game. It is read-only.
type Table struct {
	rules   *rules.Rules
	values  map[uint64]value
	endings endings // replaces values, unless nil
}

// endings holds the values of a part of a game: bagh chal or nine men's morris.
type endings interface {
	value(p *rules.Position) (v value, ok bool) // for the side to move
	positions() int
	summary() []Ending
}

// value is the number of turns of both sides to the end, plus one: positive if the side to move
// wins, negative if it loses, 0 for a draw.
type value int16

// Positions returns the number of positions that were solved.
func (t *Table) Positions() int {
	if t.endings != nil {
		return t.endings.positions()
	}
	return len(t.values)
}

// Score returns the value of p in the encoding of search.WinIn, 0 for a draw. ok is false if the
// table does not contain p.
func (t *Table) Score(p *rules.Position) (score int, ok bool) {
	if p.Rules() != t.rules {
		return 0, false
	}
	v, ok := t.values[p.Hash()]
	if t.endings != nil {
		v, ok = t.endings.value(p)
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

// Line is a move and its score for the side that makes it.
type Line struct {
	Score int
	Move  game.Move
}

// Lines returns the moves in p, best first; none if the table does not contain p or the game is
// over.
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

// Follow appends the best play from p to the end to steps; nothing for a draw.
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

// further returns a score one turn earlier.
func further(score int) int {
	switch _, win, ok := search.WinIn(score); {
	case !ok:
		return score
	case win:
		return score - 1
	}
	return score + 1
}

// Small reports whether the game by r can be solved: whether its men have few enough placements.
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

// Soon reports whether to solve the game of p now: if it is Small, bagh chal with few goats left in
// hand, or nine men's morris with few men left.
func Soon(p *rules.Position) bool {
	const goat, few = 1, 4
	r := p.Rules()
	return Small(r) || isHerd(r) && p.Hand(goat) <= few || isMorris(r) && p.Hand(1)+p.Hand(2) == 0 &&
		max(p.Count(game.Attackers), p.Count(game.Defenders)) <= 6
}

// choose returns the binomial coefficient.
func choose(n float64, k int) float64 {
	ways := 1.0
	for i := range k {
		ways *= (n - float64(i)) / float64(i+1)
	}
	return max(0, ways)
}

// Solve solves the game by r if it is Small, bagh chal or nine men's morris. It calls tell, unless nil, many times a
// second with the number of positions found; tell may block to pause it.
func Solve(ctx context.Context, r *rules.Rules, tell func(positions int)) (*Table, error) {
	if isHerd(r) {
		return solveHerd(ctx, r, tell)
	}
	if isMorris(r) {
		return solveMorris(ctx, r, tell)
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
