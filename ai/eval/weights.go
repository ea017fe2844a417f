package eval

import (
	"math"
	"slices"

	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
)

// fine is the number of internal parts of a hundredth of a man.
const fine = 8

// intWeights holds the weights of a Set as integers in fine parts, arranged for lookup. Index 0 of
// every row is the value of a count of zero.
type intWeights struct {
	moves      int
	escape     []int
	second     []int
	third      []int
	ring       []int
	guards     []int
	rim        int
	room       int
	goals      []int // by number of goals within a king's walk
	sealed     int
	penned     int
	links      int
	fort       []int // nil without exit forts
	mobility   [game.Sides]int
	kingPlaces []int // by square: value for the defenders of a king there
}

// setWeights converts the weights w.
func (g *Geometry) setWeights(w *Set, r *rules.Rules) {
	set := r.Ruleset()
	one := func(name string) int { return parts(w.Row(name)[0]) }
	row := func(name string) []int { return append([]int{0}, partsOf(w.Row(name))...) }
	g.intWeights = intWeights{moves: one("moves"), escape: row("escape"), second: row("second"), third: row("third"),
		ring: row("ring.strong"), guards: row("guards"), rim: one("rim"), room: one("room"), penned: one("penned"),
		links:    one("links"),
		mobility: [game.Sides]int(partsOf(w.Row("mobility")))}
	if g.bare == 2 {
		g.ring = row("ring.weak")
	}
	g.goals = row("goals")
	sealed := w.Row("sealed")
	g.sealed = parts(sealed[0])
	if set.Encirclement != ruleset.EncirclementOff {
		g.sealed = parts(sealed[1])
	}
	g.around = make([][]game.Square, g.squares)
	if set.ExitFort != ruleset.ExitFortOff {
		g.fort = partsOf(w.Row("fort"))
		g.encloseEdge(r.Board())
	}
	g.setPlaces(w, r)
	g.setMaterial(w, r)
	g.hasSiege = g.rim != 0 || g.room != 0 || g.penned != 0 || g.links != 0 || g.sealed != 0 ||
		slices.ContainsFunc(g.goals, func(v int) bool { return v != 0 })
	g.hasMobility = g.mobility != [game.Sides]int{}
}

// encloseEdge lists the squares around each edge square.
func (g *Geometry) encloseEdge(b *game.Board) {
	for s := range g.around {
		if !b.Edge(game.Square(s)) {
			continue
		}
		f, r := b.FileRank(game.Square(s))
		for y := max(0, r-1); y <= min(r+1, b.Size()-1); y++ {
			for x := max(0, f-1); x <= min(f+1, b.Size()-1); x++ {
				if x != f || y != r {
					g.around[s] = append(g.around[s], b.Cell(x, y))
				}
			}
		}
	}
}

// parts converts a weight into fine parts.
func parts(w float64) int { return int(round(w * fine)) }

func round(v float64) int64 { return int64(math.Round(v)) }

func partsOf(row []float64) []int {
	list := make([]int, len(row))
	for i, w := range row {
		list[i] = parts(w)
	}
	return list
}

// setPlaces sets the values of squares. They depend only on the distances to the edges and to the
// throne, so symmetric positions are worth the same.
func (g *Geometry) setPlaces(w *Set, r *rules.Rules) {
	men := [game.Sides][]float64{w.Row("place.attacker"), w.Row("place.defender")}
	king := w.Row("place.king")
	g.places, g.kingPlaces = make([][]int, len(g.side)), make([]int, g.squares)
	for p := range g.places {
		g.places[p] = make([]int, g.squares)
	}
	for s := range g.squares {
		z := zone(r.Board(), game.Square(s))
		g.kingPlaces[s] = parts(king[z])
		for p := range g.places {
			if g.side[p] >= 0 && !g.royal[p] {
				g.places[p][s] = parts(men[g.side[p]][z])
			}
		}
	}
	g.addThrone(partsOf(w.Row("throne")), r.Throne())
}

// addThrone adds the king's bonus on and next to the throne.
func (g *Geometry) addThrone(worth []int, throne []game.Square) {
	beside := map[game.Square]bool{}
	for _, s := range throne {
		for _, n := range g.next[s] {
			if n != game.NoSquare {
				beside[n] = true
			}
		}
	}
	for _, s := range throne {
		g.kingPlaces[s] += worth[0]
		delete(beside, s)
	}
	for s := range beside {
		g.kingPlaces[s] += worth[1]
	}
}

// zone returns the kind of place that s is.
func zone(b *game.Board, s game.Square) int {
	f, r := b.FileRank(s)
	last := b.Size() - 1
	x, y := min(f, last-f, deep), min(r, last-r, deep)
	x, y = min(x, y), max(x, y)
	return y*(y+1)/2 + x
}

// setMaterial sets the value of an army by its number of men. The fewer are left, the closer the
// value of each man comes to that of the last one.
func (g *Geometry) setMaterial(w *Set, r *rules.Rules) {
	var men, royal [game.Sides]int
	for _, p := range r.Setup().Pieces {
		switch side := g.side[p]; {
		case side < 0:
		case g.royal[p]:
			royal[side]++
		default:
			men[side]++
		}
	}
	ratio := [game.Sides]float64{1, 1}
	if men[game.Defenders] > 0 {
		ratio[game.Defenders] = math.Max(0.65,
			math.Min(1.5, float64(men[game.Attackers])/float64(2*men[game.Defenders])))
	}
	for side, name := range [game.Sides]string{"attacker", "defender"} {
		worth := w.Row(name)
		sum := 0.0
		g.army[side] = make([]int, g.squares+1)
		for n := range g.army[side] {
			if k := n - royal[side]; k > 0 {
				left := 1.0
				if men[side] > 1 {
					left = math.Min(1, float64(k-1)/float64(men[side]-1))
				}
				sum += ratio[side] * (worth[1] + (worth[0]-worth[1])*left)
			}
			g.army[side][n] = parts(sum)
		}
	}
}

// setBase makes men, places, mobility and siege of the starting position count as even.
func (g *Geometry) setBase(r *rules.Rules) {
	p := r.Start()
	e := New(g)
	e.Reset(&p)
	g.base = e.static + e.material(&p)
	if e.hasMobility {
		g.base += e.mobilityWorth()
	}
	if e.king = p.King(); e.king == game.NoSquare {
		return
	}
	s := e.updateSiege()
	if s.goals > 0 {
		g.base += g.siegeWorth(s)
	}
}
