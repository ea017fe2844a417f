package eval

import (
	"slices"
	"strings"

	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
)

// Field is what a ruleset of the families other than tafl means to an
// evaluation: worked out once, read by any number of weighers.
type Field struct {
	squares int
	troop   []troop            // by piece
	mills   *mills             // nil where there are none
	hunted  [game.Sides]bool   // few who are to be shut in
	step    [game.Sides]int    // worth of a free step
	stuck   [game.Sides]int    // cost of a piece that cannot move
	goal    [game.Sides][]bool // where a hunted side wants to come to rest; nil if nowhere
	// by square, as the other side counts ranks: a hunted side that gets behind all the others wins; else nil
	ahead  [game.Sides][]int
	near   [game.Sides][]int // by square: cost of being that far from a region to be filled
	armies bool              // neither side is hunted
	free   bool              // they are armies that leap over each other if they like
	threat int               // worth of a capture that waits
	rest   [game.Sides][]int // by square: how far an army is from where it comes to rest and wins; else nil
	men    int               // at the start
	base   int               // worth of the start for side A, which counts as even
	rates                    // what is worth how much
}

// troop is one kind of piece.
type troop struct {
	side  game.Side
	value int
	place []int           // by square
	steps [][]game.Square // by square
	rays  [][][]game.Square
	hops  [][]hop
	takes uint64   // the pieces it leaps over, a bit each
	risks [][]risk // by square, where armies need not capture
}

// risk is a way to be leapt over.
type risk struct{ from, to game.Square }

// hop is a leap over one square to the next.
type hop struct{ over, to game.Square }

// few is the greatest number of pieces of a side that is hunted.
const few = 4

// SurveyField works out the field of r, which must be of such a family, for an
// evaluation with the weights p; nil stands for Defaults.
func SurveyField(r *rules.Rules, p *Params) *Field {
	if p == nil {
		p = defaults()
	}
	set := r.Ruleset().Lines
	f := &Field{squares: r.Board().Squares(), troop: make([]troop, len(r.Kinds())), rates: ratesOf(&p.Field)}
	a := aimer{r: r, set: set}
	for i := range set.Kinds {
		f.troop[i+1] = f.muster(r, set, &set.Kinds[i])
	}
	f.roles(r)
	for side := range game.Side(game.Sides) {
		f.goal[side] = a.goals(side)
		f.near[side] = f.away(a, side)
		f.ahead[side] = a.ranks(side)
	}
	f.promotions(a)
	f.mills = surveyMills(r, set, f.mill)
	f.marshal(set)
	if f.mills != nil {
		f.step, f.stuck = [game.Sides]int{}, [game.Sides]int{} // the mills' terms count them by phase
	}
	start := r.Start()
	w := NewWeigher(f)
	f.base = w.weigh(&start)
	return f
}

// muster works out one kind: how it goes and what it is worth. The worth
// grows with the places it can go to on an empty board.
func (f *Field) muster(r *rules.Rules, set *ruleset.LineRules, k *ruleset.PieceRules) troop {
	t := troop{side: k.Side, place: make([]int, f.squares), steps: make([][]game.Square, f.squares),
		rays: make([][][]game.Square, f.squares), hops: make([][]hop, f.squares)}
	for i := range set.Kinds {
		o := &set.Kinds[i]
		if o.Side != k.Side && (k.Over == ruleset.OverEnemy || k.Over == ruleset.OverRank && o.Rank <= k.Rank) {
			t.takes |= 1 << (i + 1)
		}
	}
	up := 1
	if (k.Side == game.Attackers) == set.Flipped {
		up = -1
	}
	for _, l := range r.Board().Lines() {
		t.along(r.Board(), k, up, l.Class, l.Squares)
		back := slices.Clone(l.Squares)
		slices.Reverse(back)
		t.along(r.Board(), k, up, l.Class, back)
	}
	t.value = f.worth(&t, k)
	return t
}

// along adds the ways of a kind in the order of a line.
func (t *troop) along(b *game.Board, k *ruleset.PieceRules, up int, class game.Class, line []game.Square) {
	way := func(from, to game.Square) ruleset.Ways {
		_, y := b.FileRank(from)
		_, z := b.FileRank(to)
		switch d := (z - y) * up; {
		case d > 0:
			return ruleset.Forward
		case d < 0:
			return ruleset.Backward
		}
		return ruleset.Sideways
	}
	for i, s := range line[:len(line)-1] {
		if k.StepLines&class != 0 && k.StepWays&way(s, line[i+1]) != 0 {
			if k.StepRange == ruleset.RangeAny {
				t.rays[s] = append(t.rays[s], line[i+1:])
			} else {
				t.steps[s] = append(t.steps[s], line[i+1])
			}
		}
		if t.takes != 0 && i+2 < len(line) && k.LeapLines&class != 0 && k.LeapWays&way(s, line[i+2]) != 0 {
			t.hops[s] = append(t.hops[s], hop{line[i+1], line[i+2]})
		}
	}
}

// worth is what a kind is worth: what it can reach counts, more where it takes
// by standing in the place of others.
func (f *Field) worth(t *troop, k *ruleset.PieceRules) int {
	ways := 0
	for s := range t.steps {
		ways += len(t.steps[s])
		for _, ray := range t.rays[s] {
			ways += len(ray)
		}
	}
	v := f.value[0] + f.value[1]*ways/len(t.steps) + f.value[2]*(k.Rank-1)
	if k.Replaces {
		v += f.replaces * ways / len(t.steps)
	}
	if k.Knight {
		v += f.chess[0]
	}
	if k.Pawn {
		v = f.chess[1]
	}
	return v
}

// roles finds out who hunts whom: a side of few pieces against many is shut in
// at the end, and its freedom counts more than anything.
func (f *Field) roles(r *rules.Rules) {
	var men [game.Sides]int
	setup := r.Setup()
	for _, q := range setup.Pieces {
		if q != game.Empty {
			men[f.troop[q].side]++
		}
	}
	for q, n := range setup.Hand {
		if q > 0 {
			men[f.troop[q].side] += n
		}
	}
	for side, n := range men {
		f.men += n
		f.hunted[side] = n <= few && men[1-side] > n+1
		switch {
		case f.hunted[side]:
			f.freedom(game.Side(side), 1)
		case men[1-side] <= few:
			f.freedom(game.Side(side), 2)
		default:
			f.freedom(game.Side(side), 0)
		}
	}
}

// away makes the table of what it costs a side to be away from the region
// that it is to fill, or to come to rest on: nil if there is none.
func (f *Field) away(a aimer, side game.Side) []int {
	region, weight := a.fill(side), f.approach[0]
	if region == nil && !f.hunted[side] {
		region, weight = f.goal[side], f.approach[1]
	}
	if region == nil {
		return nil
	}
	table := make([]int, f.squares)
	away := f.distances(side, region)
	for s, d := range away {
		table[s] = weight * d
	}
	return table
}

// distances returns for every square how many steps a piece of side needs to
// reach the region on an empty board; where it cannot, twice the most.
func (f *Field) distances(side game.Side, region []bool) []int {
	const far = 1 << 20
	away := make([]int, f.squares)
	for s := range away {
		if away[s] = far; region[s] {
			away[s] = 0
		}
	}
	most := 0
	for d, found := 1, true; found; d++ {
		found = false
		for s := range away {
			if away[s] == far && f.leads(side, game.Square(s), func(t game.Square) bool { return away[t] == d-1 }) {
				away[s], most, found = d, d, true
			}
		}
	}
	for s, d := range away {
		away[s] = min(d, 2*most)
	}
	return away
}

// leads reports whether some piece of side goes from s with one move to a
// square that is wanted.
func (f *Field) leads(side game.Side, s game.Square, wanted func(game.Square) bool) bool {
	for i := range f.troop {
		t := &f.troop[i]
		if t.side != side || t.steps == nil {
			continue
		}
		if slices.ContainsFunc(t.steps[s], wanted) || slices.ContainsFunc(t.rays[s], func(ray []game.Square) bool {
			return slices.ContainsFunc(ray, wanted)
		}) {
			return true
		}
	}
	return false
}

// promotions draws the pieces that can become better ones towards where they
// do.
func (f *Field) promotions(a aimer) {
	for i := range a.set.Kinds {
		k, t := &a.set.Kinds[i], &f.troop[i+1]
		if near := f.near[t.side]; near != nil {
			for s := range t.place {
				t.place[s] -= near[s]
			}
		}
		if k.Promote == "none" && !k.Pawn {
			continue
		}
		for s, d := range f.distances(t.side, a.region(k.PromoteOn, t.side)) {
			t.place[s] -= f.promotion * d
		}
	}
}

// marshal works out what only two armies have, neither of which is hunted.
func (f *Field) marshal(set *ruleset.LineRules) {
	f.threat = f.threats[0]
	if f.armies = f.hunted == [game.Sides]bool{} && f.men > 0; !f.armies {
		return
	}
	forced := set.Capture.Enforce == ruleset.EnforceForced && set.Capture.Compelled != "none"
	if f.free = !forced && slices.ContainsFunc(f.troop, func(t troop) bool { return t.takes != 0 }); f.free {
		f.risks()
	}
	for side := range game.Side(game.Sides) {
		if forced {
			f.freedom(side, 3)
			f.threat = f.threats[1]
		}
		if f.goal[side] != nil {
			f.rest[side] = f.distances(side, f.goal[side])
		}
	}
}

// risks notes from where to where each piece may be leapt over.
func (f *Field) risks() {
	for i := range f.troop {
		victim := &f.troop[i]
		victim.risks = make([][]risk, f.squares)
		for j := range f.troop {
			t := &f.troop[j]
			if t.takes>>i&1 == 0 {
				continue
			}
			for from, hops := range t.hops {
				for _, h := range hops {
					if r := (risk{game.Square(from), h.to}); !slices.Contains(victim.risks[h.over], r) {
						victim.risks[h.over] = append(victim.risks[h.over], r)
					}
				}
			}
		}
	}
}

// aimer finds where a side wants to go.
type aimer struct {
	r   *rules.Rules
	set *ruleset.LineRules
}

// places are the regions that have names (docs/rules/lines.md, 1).
var places = map[string]string{
	"paddock": "c5 d5 e5 c6 d6 e6 c7 d7 e7", "home": "c1 d1 e1", "centre9": "b2 c2 d2 b3 c3 d3 b4 c4 d4",
	"cornersA": "a1 g1", "cornersB": "a7 g7",
}

// goals returns where a piece of side wins by coming to rest, nil if nowhere.
func (a aimer) goals(side game.Side) []bool {
	e := &a.set.Ends
	goal := a.region(e.GoalRest[side], side)
	if e.Runner == ruleset.Who(side)+1 {
		home := a.region("far", side)
		for s := range goal {
			_, y := a.r.Board().FileRank(game.Square(s))
			goal[s] = goal[s] || y+1 == e.ReachRow || e.FoxHome && home[s]
		}
		if e.Behind != ruleset.ResultOff || e.FoxPassed {
			for s := range goal {
				goal[s] = goal[s] || home[s]
			}
		}
	}
	if !slices.Contains(goal, true) {
		return nil
	}
	return goal
}

// ranks returns the squares' ranks as counted by the other side, nil if it is
// nothing to side to get behind it.
func (a aimer) ranks(side game.Side) []int {
	e := &a.set.Ends
	if e.Runner != ruleset.Who(side)+1 || e.Behind == ruleset.ResultOff && !e.FoxPassed {
		return nil
	}
	up := 1
	if (side.Other() == game.Attackers) == a.set.Flipped {
		up = -1
	}
	ranks := make([]int, a.r.Board().Squares())
	for s := range ranks {
		_, y := a.r.Board().FileRank(game.Square(s))
		ranks[s] = up * y
	}
	return ranks
}

// fill returns the points that side is to fill with its pieces to win, nil if
// the game has no such goal.
func (a aimer) fill(side game.Side) []bool {
	if a.set.Ends.GoalFill != ruleset.Who(side)+1 {
		return nil
	}
	return a.region(a.set.Ends.GoalRegion, side)
}

// region returns the squares of a region's name, or of a list.
func (a aimer) region(text string, side game.Side) []bool {
	b := a.r.Board()
	in := make([]bool, b.Squares())
	if text == "far" {
		return a.farthest(side)
	}
	if named, ok := places[text]; ok {
		text = named
	}
	for name := range strings.FieldsFuncSeq(text, func(c rune) bool { return c == ' ' || c == ',' }) {
		if s, ok := b.Named(name); ok {
			in[s] = true
		}
	}
	return in
}

// farthest returns the row farthest from a side.
func (a aimer) farthest(side game.Side) []bool {
	b := a.r.Board()
	in := make([]bool, b.Squares())
	up := 1
	if (side == game.Attackers) == a.set.Flipped {
		up = -1
	}
	best := -1 << 30
	for s := range in {
		_, y := b.FileRank(game.Square(s))
		best = max(best, up*y)
	}
	for s := range in {
		_, y := b.FileRank(game.Square(s))
		in[s] = up*y == best
	}
	return in
}
