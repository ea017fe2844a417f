//go:build !js

package solve

import (
	"bytes"
	"context"
	"math"
	"math/bits"
	"reflect"

	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
)

// morris holds the endings of nine men's morris: all men are placed, and each side has three to five.
// Men only decrease from then on, so positions with fewer men are solved first. Symmetric positions
// share one value.
type morris struct {
	*morrisBoard
	most  int // men of a side
	count int // positions
	// turns holds, by the men of the side to move and of the other side, the turns to the end plus
	// one, 0 if there is no end; odd turns win for the side to move.
	turns [mostMen + 1][mostMen + 1][]uint8
}

const (
	leastMen     = 3 // a side with fewer has lost, and a side with this many flies
	mostMen      = 5
	morrisPoints = 24
	morrisAll    = 1<<morrisPoints - 1
	morrisImages = 2 * game.Symmetries // with the outer and the inner ring exchanged or not
)

// isMorris reports whether morris can solve the endings of r.
func isMorris(r *rules.Rules) bool {
	set := r.Ruleset()
	if set.Lines == nil || len(set.Lines.Kinds) != game.Sides {
		return false
	}
	l, want := set.Lines, ruleset.LineGame().Lines
	want.Board, want.Names, want.Kinds, want.Draws = "morris24", l.Names, l.Kinds, l.Draws
	want.Mill.Lines, want.Fly = game.Main, leastMen
	want.Ends.MinPieces = [game.Sides]int{leastMen, leastMen}
	for i, k := range l.Kinds {
		man := ruleset.PieceRules{Letter: k.Letter, Name: k.Name, Side: game.Side(i), Rank: k.Rank, Setup: k.Setup,
			Hand: k.Hand, StepWays: ruleset.Forward | ruleset.Sideways | ruleset.Backward,
			StepLines: k.StepLines | game.Main,
			LeapWays:  k.LeapWays, LeapLines: k.LeapLines, Promote: "none", PromoteOn: k.PromoteOn}
		if !reflect.DeepEqual(k, man) {
			return false
		}
	}
	return reflect.DeepEqual(l, want) && !r.Forbids()
}

// solveMorris solves the endings of nine men's morris.
func solveMorris(ctx context.Context, r *rules.Rules, tell func(positions int)) (*Table, error) {
	return solveEndings(ctx, r, tell, mostMen)
}

// solveEndings solves the endings with at most so many men of each side.
func solveEndings(ctx context.Context, r *rules.Rules, tell func(positions int), most int) (*Table, error) {
	m, n := &morris{morrisBoard: newMorrisBoard(r.Board()), most: most}, 0
	heed := func() error {
		if tell != nil {
			tell(n)
		}
		return ctx.Err()
	}
	for men := 2 * leastMen; men <= 2*most; men++ {
		for a := max(leastMen, men-most); 2*a <= men; a++ {
			if err := m.solve(a, men-a, heed); err != nil {
				return nil, err
			}
			n = m.count
		}
	}
	return &Table{rules: r, endings: m}, heed()
}

func (m *morris) positions() int { return m.count }

func (m *morris) summary() (list []Ending) {
	for men := 2 * leastMen; men <= 2*m.most; men++ {
		for own := max(leastMen, men-m.most); own <= min(m.most, men-leastMen); own++ {
			e := Ending{Own: own, Other: men - own}
			for i, n := range m.turns[own][men-own] {
				switch {
				case n > 0 && n%2 == 0:
					e.Won++
				case n > 0:
					e.Lost++
				case m.index(m.at(own, men-own, i)) == i:
					e.Drawn++
				}
				e.Longest = max(e.Longest, int(n)-1)
			}
			list = append(list, e)
		}
	}
	return list
}

// value returns the value of p for the side to move; ok is false while men are in hand, and where a
// side has too many.
func (m *morris) value(p *rules.Position) (v value, ok bool) {
	if p.Hand(1) > 0 || p.Hand(2) > 0 {
		return 0, false
	}
	if p.MidTurn() {
		return m.valueOfRemoval(*p)
	}
	q := duel{points24(p, p.Turn()), points24(p, p.Turn().Other())}
	if max(bits.OnesCount32(q.own), bits.OnesCount32(q.other)) > m.most {
		return 0, false
	}
	v = value(m.known(q) + 1)
	if v%2 == 1 {
		v = -v
	}
	return v, true
}

// valueOfRemoval returns the value of a position in which the side to move has closed a mill and
// removes a man.
func (m *morris) valueOfRemoval(p rules.Position) (best value, ok bool) {
	var d rules.Delta
	rank := func(v value) int { // orders values for the side that removes
		switch {
		case v > 0:
			return math.MaxInt16 - int(v)
		case v < 0:
			return -math.MaxInt16 - int(v)
		}
		return 0
	}
	for _, mv := range p.Legal(nil, nil) {
		p.Play(mv, &d)
		v, known := m.value(&p)
		p.Undo(&d)
		switch {
		case !known:
			return 0, false
		case v < 0:
			v = 1 - v
		case v > 0:
			v = -1 - v
		}
		if !ok || rank(v) > rank(best) {
			best, ok = v, true
		}
	}
	return best, ok
}

// points24 returns the points of a side's men.
func points24(p *rules.Position, side game.Side) uint32 {
	return uint32(p.Pieces(side).Words()[0])
}

// known returns the turns to the end from p, -1 if it is unknown or there is none.
func (m *morris) known(p duel) int {
	a, b := bits.OnesCount32(p.own), bits.OnesCount32(p.other)
	switch {
	case a < leastMen:
		return 0
	case b < leastMen:
		return -1 // no such position occurs in play
	}
	return int(m.turns[a][b][m.index(p)]) - 1
}

// judge returns the turns to the end from p according to its successors, -1 if they do not decide
// it.
func (m *morris) judge(p duel) int {
	win, lost, open := math.MaxInt, 0, false
	m.moves(p, func(q duel) {
		switch n := m.known(q); {
		case n < 0:
			open = true
		case n%2 == 0:
			win = min(win, n+1)
		default:
			lost = max(lost, n+1)
		}
	})
	switch {
	case win < math.MaxInt:
		return win
	case open:
		return -1
	}
	return lost
}

// solve solves the positions with a men against b, for either side to move; those with fewer men must
// be solved. It calls heed regularly and stops with its error.
func (m *morris) solve(a, b int, heed func() error) error {
	m.turns[a][b] = make([]uint8, len(m.orbits[a])*len(m.sets[a][b]))
	m.turns[b][a] = make([]uint8, len(m.orbits[b])*len(m.sets[b][a]))
	tables := [][2]int{{a, b}, {b, a}}
	if a == b {
		tables = tables[:1]
	}
	// Positions that captures decide in so many turns, unless other moves decide them sooner.
	var later [longest + 1][]duel
	note := func(p duel, n, now int) {
		t := &m.turns[bits.OnesCount32(p.own)][bits.OnesCount32(p.other)]
		switch i := m.index(p); {
		case n < 0 || n > longest || (*t)[i] != 0:
		case n <= now:
			(*t)[i] = uint8(n + 1)
		default:
			later[n] = append(later[n], p)
		}
	}
	for _, men := range tables {
		for i := range m.turns[men[0]][men[1]] {
			if i%checkInterval == 0 {
				if err := heed(); err != nil {
					return err
				}
			}
			if p := m.at(men[0], men[1], i); m.index(p) == i {
				m.count++
				note(p, m.judge(p), 1)
			}
		}
	}
	for n := range longest {
		for _, p := range later[n] {
			note(p, n, n)
		}
		later[n] = nil
		for _, men := range tables {
			if err := m.back(men[0], men[1], n, note, heed); err != nil {
				return err
			}
		}
	}
	return nil
}

// back updates the predecessors of the positions of a table that end in n turns.
func (m *morris) back(a, b, n int, note func(p duel, n, now int), heed func() error) error {
	turns := m.turns[a][b]
	for i, found := 0, 0; ; i, found = i+1, found+1 {
		if found%checkInterval == 0 {
			if err := heed(); err != nil {
				return err
			}
		}
		next := bytes.IndexByte(turns[i:], uint8(n+1))
		if next < 0 {
			return nil
		}
		i += next
		m.before(m.at(a, b, i), func(q duel) {
			switch {
			case m.known(q) >= 0:
			case n%2 == 0:
				note(q, n+1, n+1)
			case m.lost(q):
				note(q, m.judge(q), n+1)
			}
		})
	}
}

// lost reports whether every move from p is known to lose.
func (m *morris) lost(p duel) bool {
	all := true
	m.moves(p, func(q duel) {
		if all {
			n := m.known(q)
			all = n%2 == 1 // -1, for unknown, is not
		}
	})
	return all
}
