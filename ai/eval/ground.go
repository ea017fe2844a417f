package eval

import (
	"math/rand/v2"

	"tafl3d/game"
	"tafl3d/game/rules"
)

// Ground is what a ruleset means to an evaluation: worked out once, read by
// any number of evaluators.
type Ground struct {
	Goal    []bool // by square: here the king escapes
	Instant bool   // reaching a goal ends the game at once

	squares int
	size    uint8
	cells   []cell
	marks   []uint64 // by square: a random number
	goals   lines    // the goals
	walls   lines    // squares closed to the king for good
	open    bool     // the king slides without a limit and stops wherever he may pass: lines serve
	next    [][game.GridDirs]game.Square
	gate    []gate // by square: what an empty square lets the king do
	hostile []bool // by square: empty, it is as good as a captor of the king
	reach   int    // longest slide of the king
	bare    int    // attackers needed around a king who has nothing to lean on

	value  [game.Sides]int // of a man
	base   int             // material and places at the start, which count as even
	places [][]int         // by piece and square: what standing there is worth to the attackers
	toGoal []int           // by directions in which the king escapes next move: worth to the defenders
	later  []int           // the same by goals for the move after, and
	last   []int           // for the third
	sealed int             // worth to the attackers of a ring without a gap
	rim    int             // cost to them of a square of the rim that the king could walk to, in quarters
	yard   int             // the same of any square
	wide   int             // what of both the start has
	royal  []bool
	side   []int8 // by piece; -1 is nobody
}

// gate says whether the king may stop on and slide across an empty square.
type gate uint8

const (
	stop gate = 1 << iota
	pass
)

// Survey works out the ground of r.
func Survey(r *rules.Rules) *Ground {
	set, b := r.Ruleset(), r.Board()
	n := b.Squares()
	g := &Ground{Goal: make([]bool, n), size: uint8(b.Size()), Instant: set.Escape != rules.EscapeEdgeSafe, squares: n,
		next: make([][game.GridDirs]game.Square, n), gate: make([]gate, n), hostile: make([]bool, n),
		reach: set.Steps[2], bare: 4}
	if g.reach == 0 {
		g.reach = n
	}
	if set.KingCapture != rules.KingEnclosed {
		g.bare = 2
	}
	chance := rand.New(rand.NewPCG(0x7369656765, 1))
	for s := range n {
		g.gate[s] = stop | pass
		for d := range game.GridDirs {
			g.next[s][d] = b.Next(game.Square(s), d)
		}
		f, k := b.FileRank(game.Square(s))
		g.marks = append(g.marks, chance.Uint64())
		g.cells = append(g.cells, cell{uint8(f), uint8(k)})
	}
	for _, k := range r.Kinds() {
		g.side = append(g.side, int8(k.Side))
		g.royal = append(g.royal, k.Royal)
	}
	g.side[game.Empty] = -1
	g.mark(r, set)
	g.aim(r, set)
	g.draw(set)
	g.price(r)
	g.settle(b)
	g.surround(r, set)
	for s, q := range r.Setup().Pieces {
		g.base += g.worth(q, game.Square(s))
	}
	return g
}

// mark notes what the special squares do.
func (g *Ground) mark(r *rules.Rules, set rules.Ruleset) {
	note := func(squares []game.Square, p rules.Places) {
		for _, s := range squares {
			g.gate[s] = 0
			if p.Enter&rules.ClassKing != 0 {
				g.gate[s] |= stop
			}
			if p.Pass&rules.ClassKing != 0 {
				g.gate[s] |= pass
			}
			g.hostile[s] = p.Hostile&rules.ClassKing != 0
		}
	}
	note(r.Throne(), set.Throne)
	note(r.Corners(), set.Corner)
	for _, c := range r.Camps() {
		note(c, set.Camp)
	}
}

// aim finds where the king wants to go.
func (g *Ground) aim(r *rules.Rules, set rules.Ruleset) {
	if set.Escape == rules.EscapeCorner {
		for _, s := range r.Corners() {
			g.Goal[s] = true
		}
		g.toGoal = []int{0, 160, 640}
		g.later = []int{0, 55, 85, 105, 115}
		g.last = []int{0, 15, 24, 30, 34}
		return
	}
	for s := range g.Goal {
		g.Goal[s] = r.Board().Edge(game.Square(s))
	}
	for _, c := range r.Camps() {
		for _, s := range c {
			g.Goal[s] = g.Goal[s] && !set.EscapeExceptCamps
		}
	}
	g.toGoal = []int{0, 120, 600}
	g.later = []int{0, 30, 45, 55, 65, 73, 80, 86, 91, 95}
	g.last = []int{0, 3, 6, 9, 12, 15, 17, 19, 21, 23}
}

// draw fills the lines. A goal across which the king may not slide lies at the
// end of his way, or before others of its corner: to count them too does no
// harm.
func (g *Ground) draw(set rules.Ruleset) {
	g.open = set.Steps[2] == 0
	for s, c := range g.cells {
		switch {
		case g.Goal[s]:
			g.goals.flip(c)
		case g.gate[s] == 0:
			g.walls.flip(c)
		case g.gate[s] != stop|pass:
			g.open = false
		}
	}
}

// price sets the worth of the men: a side that has fewer of them values them
// more, though not in full proportion.
func (g *Ground) price(r *rules.Rules) {
	var men [game.Sides]int
	for _, p := range r.Setup().Pieces {
		if g.side[p] >= 0 && !g.royal[p] {
			men[g.side[p]]++
		}
	}
	g.value[game.Attackers] = 100
	g.value[game.Defenders] = 150
	if men[game.Defenders] > 0 {
		g.value[game.Defenders] = max(100, min(220, 75*men[game.Attackers]/men[game.Defenders]))
	}
	g.sealed = 250
	if r.Ruleset().Encirclement != rules.EncirclementOff {
		g.sealed = 450
	}
}

// surround sets what a siege is worth. The start of the game counts as even.
func (g *Ground) surround(r *rules.Rules, set rules.Ruleset) {
	g.rim, g.yard = 20, 20
	if set.Escape == rules.EscapeCorner {
		g.rim = 40
	}
	p := r.Start()
	e := New(g)
	e.Reset(&p)
	e.king = p.King()
	if s := e.besiege(); !s.shut {
		g.wide = (g.rim*int(s.edge) + g.yard*int(s.room)) / 4
	}
}

// settle gives men a little for good squares. Both tables depend only on the
// distances to the rim and to the middle, so mirrored boards are worth the
// same.
func (g *Ground) settle(b *game.Board) {
	g.places = make([][]int, len(g.side))
	corners := false
	for s, goal := range g.Goal {
		corners = corners || goal && isCorner(b, game.Square(s))
	}
	edge := g.Goal[b.Cell(b.Size()/2, 0)]
	for p := range g.places {
		g.places[p] = make([]int, g.squares)
		if g.side[p] < 0 || g.royal[p] {
			continue
		}
		for s := range g.places[p] {
			x, y := rims(b, game.Square(s))
			if game.Side(g.side[p]) == game.Attackers {
				g.places[p][s] = post(x, y, b.Size(), corners && !edge)
			} else {
				g.places[p][s] = min(x, y, 3) // defenders stand better away from the middle, but not much
			}
		}
	}
}

// worth is what piece q on s adds for the attackers.
func (g *Ground) worth(q game.Piece, s game.Square) int {
	switch {
	case g.side[q] < 0 || g.royal[q]:
		return 0
	case game.Side(g.side[q]) == game.Attackers:
		return g.value[game.Attackers] + g.places[q][s]
	}
	return -g.value[game.Defenders] + g.places[q][s]
}

func isCorner(b *game.Board, s game.Square) bool {
	x, y := rims(b, s)
	return x == 0 && y == 0
}

// rims returns the distances of s to the nearer rims along both axes.
func rims(b *game.Board, s game.Square) (x, y int) {
	f, r := b.FileRank(s)
	last := b.Size() - 1
	return min(f, last-f), min(r, last-r)
}

// post is the worth of an attacker's place: near the corners where those are
// the goals, else one or two squares from the rim, where he guards several
// lines and is not pinned against it.
func post(x, y, size int, corners bool) int {
	if !corners {
		switch min(x, y) {
		case 0:
			return 0
		case 1:
			return 6
		case 2:
			return 4
		}
		return 0
	}
	switch x + y {
	case 2:
		return 10
	case 3:
		return 8
	case 4:
		return min(4, size-7)
	}
	return 0
}
