package eval

import (
	"math/rand/v2"

	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
)

// Geometry holds the precomputed tables of a tafl ruleset. It is read-only after its creation, so
// evaluators may share it.
type Geometry struct {
	Goal    []bool // by square: the king escapes here
	Instant bool   // reaching a goal ends the game at once

	squares              int
	size                 uint8
	cells                []cell
	zobrist              []uint64 // by square: random numbers for hashing
	goalLines            lines    // the goals as lines
	goalFiles, goalRanks uint32   // bit sets of the lines that contain goals
	walls                lines    // squares closed to the king permanently
	slides               bool     // the king slides without limit and may stop wherever he may pass
	next                 [][game.GridDirs]game.Square
	access               []access // by square: what the king may do on the empty square
	hostile              []bool   // by square: captures the king like an attacker while empty
	reach                int      // longest slide of the king
	bare                 int      // attackers needed around a king away from hostile squares

	intWeights
	base        int               // value of squares and siege at the start, which count as even
	places      [][]int           // by piece and square: value for the attackers
	army        [game.Sides][]int // by number of men of a side: their value to it
	around      [][]game.Square   // by edge square, where exit forts exist: the squares around it
	hasMobility bool              // the mobility weight is not zero
	hasSiege    bool              // the siege weight is not zero
	royal       []bool
	side        []int8 // by piece; -1 is none
}

// access says whether the king may stop on an empty square and whether he may slide across it.
type access uint8

const (
	stop access = 1 << iota
	pass
)

// NewGeometry returns the tables of r with the weights p; nil means Defaults.
func NewGeometry(r *rules.Rules, p *Params) *Geometry {
	if p == nil {
		p = defaults()
	}
	set, b := r.Ruleset(), r.Board()
	n := b.Squares()
	g := &Geometry{Goal: make([]bool, n), size: uint8(b.Size()), Instant: set.Escape != ruleset.EscapeEdgeSafe,
		squares: n,
		next:    make([][game.GridDirs]game.Square, n), access: make([]access, n), hostile: make([]bool, n),
		reach: set.Steps[2], bare: 4}
	if g.reach == 0 {
		g.reach = n
	}
	if set.KingCapture != ruleset.KingEnclosed {
		g.bare = 2
	}
	chance := rand.New(rand.NewPCG(0x7369656765, 1))
	for s := range n {
		g.access[s] = stop | pass
		for d := range game.GridDirs {
			g.next[s][d] = b.Next(game.Square(s), d)
		}
		f, k := b.FileRank(game.Square(s))
		g.zobrist = append(g.zobrist, chance.Uint64())
		g.cells = append(g.cells, cell{uint8(f), uint8(k)})
	}
	for _, k := range r.Kinds() {
		g.side = append(g.side, int8(k.Side))
		g.royal = append(g.royal, k.Royal)
	}
	g.side[game.Empty] = -1
	g.setSpecialSquares(r, set)
	g.setGoals(r, set)
	g.setLines(set)
	g.setWeights(p.For(r), r)
	g.setBase(r)
	return g
}

// setSpecialSquares records the effects of the special squares.
func (g *Geometry) setSpecialSquares(r *rules.Rules, set ruleset.Ruleset) {
	note := func(squares []game.Square, p ruleset.Places) {
		for _, s := range squares {
			g.access[s] = 0
			if p.Enter&ruleset.ClassKing != 0 {
				g.access[s] |= stop
			}
			if p.Pass&ruleset.ClassKing != 0 {
				g.access[s] |= pass
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

// setGoals finds the squares on which the king wins.
func (g *Geometry) setGoals(r *rules.Rules, set ruleset.Ruleset) {
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

// setLines fills the lines. A goal that the king may not slide across ends his path or precedes
// other goals of the same corner, so counting those as well does no harm.
func (g *Geometry) setLines(set ruleset.Ruleset) {
	g.slides = set.Steps[2] == 0
	for s, c := range g.cells {
		switch {
		case g.Goal[s]:
			g.goalLines.flip(c)
			g.goalFiles |= 1 << c.file
			g.goalRanks |= 1 << c.rank
		case g.access[s] == 0:
			g.walls.flip(c)
		case g.access[s] != stop|pass:
			g.slides = false
		}
	}
}
