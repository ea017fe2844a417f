package eval

import (
	"math/rand/v2"

	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
)

// Ground is what a ruleset means to an evaluation: worked out once, read by
// any number of evaluators.
type Ground struct {
	Goal    []bool // by square: here the king escapes
	Instant bool   // reaching a goal ends the game at once

	squares              int
	size                 uint8
	cells                []cell
	marks                []uint64 // by square: a random number
	aims                 lines    // the goals
	goalFiles, goalRanks uint32   // lines on which there are any
	walls                lines    // squares closed to the king for good
	open                 bool     // the king slides without a limit and stops wherever he may pass: lines serve
	next                 [][game.GridDirs]game.Square
	gate                 []gate // by square: what an empty square lets the king do
	hostile              []bool // by square: empty, it is as good as a captor of the king
	reach                int    // longest slide of the king
	bare                 int    // attackers needed around a king who has nothing to lean on

	prices                     // what is worth how much
	base     int               // places and siege at the start, which count as even
	places   [][]int           // by piece and square: what standing there is worth to the attackers
	army     [game.Sides][]int // by men of a side: what they are worth to it
	around   [][]game.Square   // by square of the rim, where there are exit forts: the squares around it
	busy     bool              // there is a price on mobility
	besieged bool              // there is a price on the siege
	royal    []bool
	side     []int8 // by piece; -1 is nobody
}

// gate says of an empty square whether the king may stop on it, and whether he may
// slide across it.
type gate uint8

const (
	stop gate = 1 << iota
	pass
)

// Survey works out the ground of r for an evaluation with the weights p; nil
// stands for Defaults.
func Survey(r *rules.Rules, p *Params) *Ground {
	if p == nil {
		p = defaults()
	}
	set, b := r.Ruleset(), r.Board()
	n := b.Squares()
	g := &Ground{Goal: make([]bool, n), size: uint8(b.Size()), Instant: set.Escape != ruleset.EscapeEdgeSafe,
		squares: n,
		next:    make([][game.GridDirs]game.Square, n), gate: make([]gate, n), hostile: make([]bool, n),
		reach: set.Steps[2], bare: 4}
	if g.reach == 0 {
		g.reach = n
	}
	if set.KingCapture != ruleset.KingEnclosed {
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
	g.price(p.For(r), r)
	g.even(r)
	return g
}

// mark notes what the special squares do.
func (g *Ground) mark(r *rules.Rules, set ruleset.Ruleset) {
	note := func(squares []game.Square, p ruleset.Places) {
		for _, s := range squares {
			g.gate[s] = 0
			if p.Enter&ruleset.ClassKing != 0 {
				g.gate[s] |= stop
			}
			if p.Pass&ruleset.ClassKing != 0 {
				g.gate[s] |= pass
			}
			g.hostile[s] = p.Hostile&ruleset.ClassKing != 0
		}
	}
	note(r.Throne(), set.Throne)
	note(r.Corners(), set.Corner)
	for _, c := range r.Camps() {
		note(c, set.Camp)
	}
}

// aim finds the goals: the squares on which the king wins.
func (g *Ground) aim(r *rules.Rules, set ruleset.Ruleset) {
	if set.Escape == ruleset.EscapeCorner {
		for _, s := range r.Corners() {
			g.Goal[s] = true
		}
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
}

// draw fills the lines. A goal across which the king may not slide lies at the
// end of his way, or before others of its corner: to count them too does no
// harm.
func (g *Ground) draw(set ruleset.Ruleset) {
	g.open = set.Steps[2] == 0
	for s, c := range g.cells {
		switch {
		case g.Goal[s]:
			g.aims.flip(c)
			g.goalFiles |= 1 << c.file
			g.goalRanks |= 1 << c.rank
		case g.gate[s] == 0:
			g.walls.flip(c)
		case g.gate[s] != stop|pass:
			g.open = false
		}
	}
}
