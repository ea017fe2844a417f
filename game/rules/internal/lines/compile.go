package lines

import (
	"errors"
	"fmt"
	"slices"

	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/ruleset"
)

// Compile checks set and builds its tables. The error lists every fault.
func Compile(set ruleset.Ruleset) (*core.Rules, *Game, error) {
	l := set.Lines.Clone()
	set.Lines = l
	board, err := game.Shape(l.Board, l.Diagonals)
	if err != nil {
		return nil, nil, fmt.Errorf("board: %w", err)
	}
	g := &Game{Set: l, n: len(l.Kinds) + 1}
	r := &core.Rules{Set: set, Board: board, Squares: board.Squares(), Words: core.WordsOf(board)}
	if len(l.Kinds) == 0 {
		return nil, nil, fmt.Errorf("kinds: %w", game.Faultf("add at least one kind of piece"))
	}
	c := compiler{Rules: r, g: g, l: l}
	c.pieces()
	c.tables()
	c.regions()
	c.ends()
	c.start()
	if len(c.errs) > 0 {
		return nil, nil, errors.Join(c.errs...)
	}
	c.hash()
	p, err := Place(r, g, r.Start)
	if err != nil {
		return nil, nil, err
	}
	g.begins = p.Hash
	return r, g, nil
}

// pieces builds the table of kinds.
func (c *compiler) pieces() {
	for i := range c.Kind {
		c.Kind[i].Side = core.Nobody
	}
	c.Kinds = []game.Kind{{Letter: '.', Name: "empty"}}
	for side := range game.Side(game.Sides) {
		sign := c.upward(side)
		for s := range game.Square(c.Squares) {
			_, y := c.Board.FileRank(s)
			c.g.forward[side] = append(c.g.forward[side], sign*y)
		}
	}
	must := c.letters("capture.compelled", c.l.Capture.Compelled)
	for i := range c.l.Kinds {
		k, p := &c.l.Kinds[i], game.Piece(i+1)
		c.Kinds = append(c.Kinds, game.Kind{Letter: k.Letter, Name: k.Name, Side: k.Side, Royal: k.Royal})
		c.Kind[p].Side = k.Side
		c.Of[k.Side&1] |= 1 << p
		lk := &c.g.Kind[p]
		*lk = kind{rules: k, side: k.Side, rank: uint8(min(k.Rank, 255)), royal: k.Royal,
			must:    slices.Contains(must, p),
			retreat: k.Retreat, chain: k.Chain, far: c.region(string(k.Letter)+".promote.on", k.PromoteOn, k.Side)}
		if k.StepFilter != ruleset.FilterNone && c.l.Board != "cross33" {
			c.fault(string(k.Letter)+".step.filter", "only the board cross33 has a fortress")
		}
		if to := c.letters(string(k.Letter)+".promote", k.Promote); len(to) == 1 {
			lk.becomes = to[0]
			if c.l.Kinds[to[0]-1].Side != k.Side {
				c.fault(string(k.Letter)+".promote", "it would become a piece of the other side")
			}
		}
		c.g.retreat = c.g.retreat || k.Retreat != ruleset.RetreatOff
		for j := range c.l.Kinds {
			c.relate(lk, k, &c.l.Kinds[j], uint16(1)<<(j+1))
		}
	}
	for side := range c.g.allMust {
		c.g.allMust[side] = !slices.ContainsFunc(c.g.Kind[1:c.g.n],
			func(k kind) bool { return int(k.side) == side && k.takes != 0 && !k.must })
	}
	c.g.forced = len(must) > 0 && c.l.Capture.Enforce == ruleset.EnforceForced
	c.g.huff = len(must) > 0 && c.l.Capture.Enforce == ruleset.EnforceHuff
}

// upward returns 1 if the forward direction of a side is up the board, otherwise -1.
func (c *compiler) upward(side game.Side) int {
	if (side == game.Attackers) != c.l.Flipped {
		return 1
	}
	return -1
}

// relate records how a kind may capture or pass the kind with the given bit.
func (c *compiler) relate(lk *kind, k, o *ruleset.PieceRules, bit uint16) {
	switch {
	case k.Side == o.Side:
		if k.OverFriend {
			lk.friends |= bit
			c.g.friends, c.g.leaps = true, true
		}
		return
	case k.Over == ruleset.OverEnemy, k.Over == ruleset.OverRank && o.Rank <= k.Rank:
		lk.takes |= bit
	}
	c.g.leaps = c.g.leaps || lk.takes != 0
	if k.Replaces {
		lk.prey |= bit
	}
	if c.l.Actions.Ambush && o.Rank > k.Rank && lk.takes&bit == 0 {
		lk.higher |= bit
	}
}

// ways returns the direction from one point to another from the point of view of a side.
func (c *compiler) ways(side game.Side, from, to game.Square) ruleset.Ways {
	switch d := c.g.forward[side][to] - c.g.forward[side][from]; {
	case d > 0:
		return ruleset.Forward
	case d < 0:
		return ruleset.Backward
	}
	return ruleset.Sideways
}

// tables derives steps, rays and leaps from the lines of the board.
func (c *compiler) tables() {
	c.g.noRest = c.region("noRest", c.l.NoRest, game.Attackers)
	for i := range c.l.Kinds {
		k := &c.g.Kind[i+1]
		k.steps, k.near = make([][]game.Square, c.Squares), make([]core.Points, c.Squares)
		k.rays = make([][][]game.Square, c.Squares)
		k.hops, k.overs, k.lands = make([][]hop, c.Squares), make([]core.Points, c.Squares),
			make([]core.Points, c.Squares)
		for _, line := range c.Board.Lines() {
			c.along(k, line.Class, line.Squares)
			back := slices.Clone(line.Squares)
			slices.Reverse(back)
			c.along(k, line.Class, back)
		}
	}
	c.g.mills = make([][][2]game.Square, c.Squares)
	for _, line := range c.Board.Lines() {
		if q := line.Squares; c.l.Mill.Lines&line.Class != 0 && len(q) == 3 {
			c.g.mills[q[0]] = append(c.g.mills[q[0]], [2]game.Square{q[1], q[2]})
			c.g.mills[q[1]] = append(c.g.mills[q[1]], [2]game.Square{q[0], q[2]})
			c.g.mills[q[2]] = append(c.g.mills[q[2]], [2]game.Square{q[0], q[1]})
		}
	}
}

// along adds the moves of a kind along a line in its order.
func (c *compiler) along(k *kind, class game.Class, line []game.Square) {
	p := k.rules
	for i, s := range line[:len(line)-1] {
		if p.StepLines&class != 0 && !p.Pawn {
			c.step(k, s, line[i+1:])
		}
		if i+2 < len(line) && p.LeapLines&class != 0 && p.LeapWays&c.ways(k.side, s, line[i+2]) != 0 &&
			(k.takes|k.friends|k.higher) != 0 {
			if slices.ContainsFunc(k.hops[s], func(h hop) bool { return h.to == line[i+2] }) {
				c.fault("board", "two lines lead from %s to %s", c.Board.Name(s), c.Board.Name(line[i+2]))
			}
			k.hops[s] = append(k.hops[s], hop{line[i+1], line[i+2]})
			k.overs[s].Set(line[i+1])
			k.lands[s].Set(line[i+2])
		}
	}
}

// step adds the step or slide of a kind from a point along a ray. A slide extends as far as each of its steps is
// allowed.
func (c *compiler) step(k *kind, s game.Square, ray []game.Square) {
	p, from := k.rules, s
	n := slices.IndexFunc(ray, func(to game.Square) bool {
		allowed := p.StepWays&c.ways(k.side, from, to) != 0 && c.filter(p.StepFilter, from, to)
		from = to
		return !allowed
	})
	if n >= 0 {
		ray = ray[:n]
	}
	if len(ray) == 0 {
		return
	}
	to := ray[0]
	if !c.g.noRest.Has(to) {
		k.near[s].Set(to)
	}
	if p.StepRange == ruleset.RangeAny {
		k.rays[s] = append(k.rays[s], ray)
	} else if !c.g.noRest.Has(to) && !slices.Contains(k.steps[s], to) {
		k.steps[s] = append(k.steps[s], to)
	}
}

// filter reports whether a step is allowed by the filter for the fortress, which is files c to e from rank 5 on.
func (c *compiler) filter(f ruleset.Filter, from, to game.Square) bool {
	if f == ruleset.FilterNone {
		return true
	}
	far := func(s game.Square) int {
		file, rank := c.Board.FileRank(s)
		return max(0, 2-file, file-4) + max(0, 4-rank)
	}
	a, b := far(from), far(to)
	return b < a || b == a && (f == ruleset.FilterWeak || b == 0)
}

// regions compiles the points where pieces are dropped.
func (c *compiler) regions() {
	all := c.region("", "all", game.Attackers)
	for i := range c.g.dropIn {
		c.g.dropIn[i] = all
	}
	l := c.l
	pre := c.letters("prephase", l.Prephase.Kind)
	if len(pre) == 0 {
		return
	}
	if len(pre) > 1 {
		c.fault("prephase", "only one kind may be placed before the first move")
	}
	c.g.prephase = pre[0]
	c.g.dropIn[pre[0]] = c.region("prephase.region", l.Prephase.Region, c.g.Kind[pre[0]].side)
	c.g.leads = c.g.Kind[pre[0]].side == c.Set.First
	if l.Kinds[pre[0]-1].Hand > 0 {
		c.fault("prephase", "set how many with prephase.count, not as pieces in hand")
	}
	if c.g.dropIn[pre[0]].Len() < l.Prephase.Count {
		c.fault("prephase.region", "too small for %d pieces", l.Prephase.Count)
	}
}

// ends compiles the regions of ends and their dependent tables.
func (c *compiler) ends() {
	e, g := &c.l.Ends, c.g
	for side, x := range ruleset.SideWords {
		s := game.Side(side)
		g.ownCorner[s] = c.region("ownCorner."+x, e.OwnCorner[s], s)
		g.goalRest[s] = c.region("goalRest."+x, e.GoalRest[s], s)
		if (e.RoyalLost || e.BareLeader) &&
			!slices.ContainsFunc(c.l.Kinds, func(k ruleset.PieceRules) bool { return k.Royal && k.Side == s }) {
			c.fault("royalLost", "%s has no royal piece", x)
		}
	}
	if e.GoalFill != ruleset.Nobody {
		g.fill = c.region("goalFill.region", e.GoalRegion, game.Attackers)
	}
	if e.Runner != ruleset.Nobody {
		c.runner(game.Side(e.Runner - 1).Other())
	}
	ownCorner, goalRest := g.ownCorner[0].Or(g.ownCorner[1]), g.goalRest[0].Or(g.goalRest[1])
	g.several = (c.l.Actions.Number > 1 || c.l.Actions.Ambush) && ownCorner.Or(goalRest).Or(g.reach).Any()
	g.compileChess(c)
	g.compileCombat(c)
	g.compileWays(c.Squares)
	g.compileStrides()
	g.compileCalm()
	g.leaders = e.RoyalLost || e.BareLeader || e.LoneLeaders || c.l.Chess.Check
	c.checkRoyals()
	c.Filters = c.l.Chess.Check || g.leads || c.l.Draws.Superko || g.noRest.Any() || c.l.Actions.Number > 1 ||
		g.friends && g.forced || c.l.Scripted
	c.contradictions()
}

// runner compiles the points where the runner wins against the other side, the line.
func (c *compiler) runner(line game.Side) {
	e, g := &c.l.Ends, c.g
	low := slices.Min(g.forward[line])
	for s, y := range g.forward[line] {
		_, rank := c.Board.FileRank(game.Square(s))
		if e.ReachRow == rank+1 || e.FoxHome && y == low {
			g.reach.Set(game.Square(s))
		}
	}
	if e.Behind != ruleset.ResultOff || e.FoxPassed {
		c.compileBehind(line)
	}
	if e.ReachRow > 0 && !g.reach.Any() {
		c.fault("reachRow.rank", "the board has no rank %d", e.ReachRow)
	}
}

// contradictions reports combinations of rules that are not possible.
func (c *compiler) contradictions() {
	e, g := &c.l.Ends, c.g
	if c.l.Actions.Number > 1 && g.huff {
		c.fault("capture.enforce", "huffing is not supported in moves of several steps")
	}
	if c.l.Actions.Number > 1 && g.noRest.Any() {
		c.fault("noRest", "points where no move may end are not supported in moves of several steps")
	}
	if c.l.Actions.Number > 1 && !c.l.DropsFirst {
		c.fault("mustDropFirst", "drops among other steps are not supported in moves of several steps")
	}
	if c.l.Scripted {
		var ok bool
		if g.centre, ok = c.Board.Named("d4"); !ok || c.l.Board != "grid7" {
			c.fault("scriptedOpening", "only the board grid7 supports this")
		}
	}
	if e.Behind != ruleset.ResultOff {
		for i := range c.l.Kinds {
			if k := &c.l.Kinds[i]; !e.Runner.Is(k.Side) && k.StepWays&ruleset.Backward != 0 {
				c.fault("behind.result", "%s may step backward, so passing it decides nothing",
					k.Name)
			}
		}
	}
}

// checkRoyals reports promotions that would make a second royal piece in games with check.
func (c *compiler) checkRoyals() {
	if !c.l.Chess.Check {
		return
	}
	for i := range c.l.Kinds {
		if k := &c.g.Kind[i+1]; k.becomes != game.Empty && c.g.Kind[k.becomes].royal {
			c.fault(string(k.rules.Letter)+".promote", "with check, no piece may become royal")
		}
	}
	if c.g.Chess != nil && slices.ContainsFunc(c.g.Chess.promotes,
		func(p game.Piece) bool { return c.g.Kind[p].royal }) {
		c.fault("promotion", "with check, no pawn may become a royal piece")
	}
}

// compileBehind builds the sets of squares up to each rank.
func (c *compiler) compileBehind(line game.Side) {
	c.g.upTo = make([]core.Points, c.Squares)
	for s, y := range c.g.forward[line] {
		for t, z := range c.g.forward[line] {
			if z <= y {
				c.g.upTo[s].Set(game.Square(t))
			}
		}
	}
	c.g.ranks = slices.Clone(c.g.upTo)
	slices.SortFunc(c.g.ranks, func(a, b core.Points) int { return a.Len() - b.Len() })
	c.g.ranks = slices.Compact(c.g.ranks)
}

// start reads the start position.
func (c *compiler) start() {
	st := &c.Rules.Start
	*st = game.Setup{Pieces: make([]game.Piece, c.Squares), Turn: c.Set.First, Hand: make([]int, c.g.n)}
	for i, k := range c.l.Kinds {
		set := c.region("setup."+string(k.Letter), k.Setup, k.Side)
		for _, s := range set.List() {
			if st.Pieces[s] != game.Empty {
				c.fault("setup."+string(k.Letter), "%s is occupied", c.Board.Name(s))
			}
			st.Pieces[s] = game.Piece(i + 1)
		}
		if closed := set.And(c.g.noRest); closed.Any() {
			c.fault("setup."+string(k.Letter), "no piece may be on %s", c.names(closed))
		}
		st.Hand[i+1] = k.Hand
	}
	if pre := c.g.prephase; pre != game.Empty {
		st.Hand[pre] = c.l.Prephase.Count
		st.Turn = c.g.Kind[pre].side
	}
	st.Castling = c.g.castlingAtStart(st.Pieces)
}

// hash fills the tables of random numbers for hashes.
func (c *compiler) hash() {
	next := core.Splitmix(0x6c696e6573000001)
	c.Turn = next()
	for s := range c.Squares {
		for p := 1; p < c.g.n; p++ {
			c.Zob[p][s] = next()
		}
		c.g.flagZ[s], c.g.huffZ[s] = next(), next()
	}
	for p := range c.g.handZ {
		c.g.handZ[p] = next() | 1
	}
	c.g.castleZ = [2]uint64{next(), next()}
}
