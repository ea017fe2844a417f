package eval

import (
	"slices"
	"strings"

	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
)

// LineGeometry holds the precomputed tables of a ruleset with lines. It is read-only after its
// creation, so evaluators may share it.
type LineGeometry struct {
	squares int
	types   []pieceType        // by piece
	mills   *mills             // nil without mills
	hunted  [game.Sides]bool   // side of few pieces that loses when it is blocked
	step    [game.Sides]int    // value of a free step
	stuck   [game.Sides]int    // cost of a piece without moves
	goal    [game.Sides][]bool // squares on which a hunted side wins; nil if none
	// by square, ranks as the other side counts them: a hunted side wins behind all enemies; else
	// nil
	ahead  [game.Sides][]int
	near   [game.Sides][]int // by square: cost of the distance from a region to fill
	armies bool              // neither side is hunted
	free   bool              // armies whose captures are optional
	threat int               // value of a threatened capture
	rest   [game.Sides][]int // by square: distance of an army from the squares on which it wins; else nil
	men    int               // men at the start
	base   int               // value of the start for side A; it counts as even
	rates
}

// pieceType holds the tables of a kind of piece.
type pieceType struct {
	side  game.Side
	value int
	place []int           // by square
	steps [][]game.Square // by square
	rays  [][][]game.Square
	jumps [][]jump
	takes uint64   // bit set of the pieces that it may jump over
	risks [][]risk // by square, for armies whose captures are optional
}

// risk is a jump by which the piece could be captured.
type risk struct{ from, to game.Square }

// jump is a jump over one square to the next.
type jump struct{ over, to game.Square }

// few is the greatest number of pieces of a hunted side.
const few = 4

// NewLineGeometry returns the tables of r, which must be a ruleset with lines, with the weights p;
// nil means Defaults.
func NewLineGeometry(r *rules.Rules, p *Params) *LineGeometry {
	if p == nil {
		p = defaults()
	}
	set := r.Ruleset().Lines
	f := &LineGeometry{squares: r.Board().Squares(), types: make([]pieceType, len(r.Kinds())), rates: ratesOf(&p.Field)}
	a := goalFinder{r: r, set: set}
	for i := range set.Kinds {
		f.types[i+1] = f.newPieceType(r, set, &set.Kinds[i])
	}
	f.findHunted(r)
	for side := range game.Side(game.Sides) {
		f.goal[side] = a.goals(side)
		f.near[side] = f.distanceCosts(a, side)
		f.ahead[side] = a.ranks(side)
	}
	f.addPromotions(a)
	f.mills = newMills(r, set, f.mill)
	f.setArmies(set)
	if f.mills != nil {
		f.step, f.stuck = [game.Sides]int{}, [game.Sides]int{} // the terms of mills count them by phase
	}
	start := r.Start()
	w := NewLineEvaluator(f)
	f.base = w.sum(&start)
	return f
}

// newPieceType builds the tables of a kind of piece: its moves and its value, which grows with
// its mobility on an empty board.
func (f *LineGeometry) newPieceType(r *rules.Rules, set *ruleset.LineRules, k *ruleset.PieceRules) pieceType {
	t := pieceType{side: k.Side, place: make([]int, f.squares), steps: make([][]game.Square, f.squares),
		rays: make([][][]game.Square, f.squares), jumps: make([][]jump, f.squares)}
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
		t.addMoves(r.Board(), k, up, l.Class, l.Squares)
		back := slices.Clone(l.Squares)
		slices.Reverse(back)
		t.addMoves(r.Board(), k, up, l.Class, back)
	}
	t.value = f.pieceValue(&t, k)
	return t
}

// addMoves adds the moves of a kind of piece along one line.
func (t *pieceType) addMoves(b *game.Board, k *ruleset.PieceRules, up int, class game.Class, line []game.Square) {
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
			t.jumps[s] = append(t.jumps[s], jump{line[i+1], line[i+2]})
		}
	}
}

// pieceValue returns the value of a kind of piece from its reach; captures by replacement count
// extra.
func (f *LineGeometry) pieceValue(t *pieceType, k *ruleset.PieceRules) int {
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

// findHunted finds the side that has few pieces against many. It loses when it is blocked, so its
// mobility counts most.
func (f *LineGeometry) findHunted(r *rules.Rules) {
	var men [game.Sides]int
	setup := r.Setup()
	for _, q := range setup.Pieces {
		if q != game.Empty {
			men[f.types[q].side]++
		}
	}
	for q, n := range setup.Hand {
		if q > 0 {
			men[f.types[q].side] += n
		}
	}
	for side, n := range men {
		f.men += n
		f.hunted[side] = n <= few && men[1-side] > n+1
		switch {
		case f.hunted[side]:
			f.setMobility(game.Side(side), 1)
		case men[1-side] <= few:
			f.setMobility(game.Side(side), 2)
		default:
			f.setMobility(game.Side(side), 0)
		}
	}
}

// distanceCosts returns by square what the distance from the region that side must fill or reach
// costs; nil without such a region.
func (f *LineGeometry) distanceCosts(a goalFinder, side game.Side) []int {
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

// distances returns by square the number of moves of a piece of side to the region on an empty
// board; unreachable squares get twice the maximum.
func (f *LineGeometry) distances(side game.Side, region []bool) []int {
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
			if away[s] == far && f.leadsTo(side, game.Square(s), func(t game.Square) bool { return away[t] == d-1 }) {
				away[s], most, found = d, d, true
			}
		}
	}
	for s, d := range away {
		away[s] = min(d, 2*most)
	}
	return away
}

// leadsTo reports whether some piece of side moves from s to a wanted square in one move.
func (f *LineGeometry) leadsTo(side game.Side, s game.Square, wanted func(game.Square) bool) bool {
	for i := range f.types {
		t := &f.types[i]
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

// addPromotions raises the value of squares near promotion squares.
func (f *LineGeometry) addPromotions(a goalFinder) {
	for i := range a.set.Kinds {
		k, t := &a.set.Kinds[i], &f.types[i+1]
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

// setArmies fills the tables that only games between two armies need.
func (f *LineGeometry) setArmies(set *ruleset.LineRules) {
	f.threat = f.threats[0]
	if f.armies = f.hunted == [game.Sides]bool{} && f.men > 0; !f.armies {
		return
	}
	forced := set.Capture.Enforce == ruleset.EnforceForced && set.Capture.Compelled != "none"
	if f.free = !forced && slices.ContainsFunc(f.types, func(t pieceType) bool { return t.takes != 0 }); f.free {
		f.setRisks()
	}
	for side := range game.Side(game.Sides) {
		if forced {
			f.setMobility(side, 3)
			f.threat = f.threats[1]
		}
		if f.goal[side] != nil {
			f.rest[side] = f.distances(side, f.goal[side])
		}
	}
}

// setRisks lists, for each piece, the jumps by which it could be captured.
func (f *LineGeometry) setRisks() {
	for i := range f.types {
		victim := &f.types[i]
		victim.risks = make([][]risk, f.squares)
		for j := range f.types {
			t := &f.types[j]
			if t.takes>>i&1 == 0 {
				continue
			}
			for from, hops := range t.jumps {
				for _, h := range hops {
					if r := (risk{game.Square(from), h.to}); !slices.Contains(victim.risks[h.over], r) {
						victim.risks[h.over] = append(victim.risks[h.over], r)
					}
				}
			}
		}
	}
}

// goalFinder finds the squares that a side wants to reach.
type goalFinder struct {
	r   *rules.Rules
	set *ruleset.LineRules
}

// places maps the names of regions (docs/rules/lines.md, 1).
var places = map[string]string{
	"paddock": "c5 d5 e5 c6 d6 e6 c7 d7 e7", "home": "c1 d1 e1", "centre9": "b2 c2 d2 b3 c3 d3 b4 c4 d4",
	"cornersA": "a1 g1", "cornersB": "a7 g7",
}

// goals returns the squares on which a piece of side wins; nil if none.
func (a goalFinder) goals(side game.Side) []bool {
	e := &a.set.Ends
	goal := a.region(e.GoalRest[side], side)
	if e.Runner == ruleset.Who(side)+1 {
		home := a.region("far", side)
		for s := range goal {
			_, y := a.r.Board().FileRank(game.Square(s))
			goal[s] = goal[s] || y+1 == e.ReachRow || e.FoxHome && home[s]
		}
	}
	if !slices.Contains(goal, true) {
		return nil
	}
	return goal
}

// ranks returns the squares' ranks as the other side counts them; nil unless side wins by passing
// all enemies.
func (a goalFinder) ranks(side game.Side) []int {
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

// fill returns the points that side must fill with its pieces to win; nil if the game has no such
// goal.
func (a goalFinder) fill(side game.Side) []bool {
	if a.set.Ends.GoalFill != ruleset.Who(side)+1 {
		return nil
	}
	return a.region(a.set.Ends.GoalRegion, side)
}

// region returns the squares of a named region or of a list.
func (a goalFinder) region(text string, side game.Side) []bool {
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
func (a goalFinder) farthest(side game.Side) []bool {
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
