//go:build !js

package solve

import (
	"math"
	"math/bits"

	"tafl3d/game"
)

// duel is a position without men in hand: the men of the side to move and of the other side.
type duel struct{ own, other uint32 }

// morrisBoard is the board of nine men's morris and the numbering of positions: by the men of the side
// to move up to symmetry, then by the men of the other side on the points that are left.
type morrisBoard struct {
	near   [morrisPoints]uint32
	mills  [morrisPoints][]uint32 // by point: the other two points of each mill
	images [morrisImages][3][1 << 8]uint32
	choose [morrisPoints + 1][mostMen + 1]int
	packs  [mostMen + 1][]pack                // by men and the number of their set
	orbits [mostMen + 1][]kind                // by men: sets up to symmetry
	sets   [mostMen + 1][mostMen + 1][]uint32 // by men of both sides: sets of the other on the free points
}

func newMorrisBoard(b *game.Board) *morrisBoard {
	f := &morrisBoard{}
	for _, l := range b.Lines() {
		x, y, z := uint32(1)<<l.Squares[0], uint32(1)<<l.Squares[1], uint32(1)<<l.Squares[2]
		f.near[l.Squares[0]] |= y
		f.near[l.Squares[1]] |= x | z
		f.near[l.Squares[2]] |= y
		for i, s := range l.Squares {
			f.mills[s] = append(f.mills[s], [...]uint32{y | z, x | z, x | y}[i])
		}
	}
	f.mirror(b)
	for n := range f.choose {
		for k := range f.choose[n] {
			f.choose[n][k] = int(math.Round(choose(float64(n), k)))
		}
	}
	for men := leastMen; men <= mostMen; men++ {
		f.sort(men)
		for other := leastMen; other <= mostMen; other++ {
			f.sets[men][other] = f.subsets(morrisPoints-men, other)
		}
	}
	return f
}

// subsets returns the sets of k of n points, in the order of their numbers.
func (f *morrisBoard) subsets(n, k int) []uint32 {
	list := make([]uint32, 0, f.choose[n][k])
	for set := uint32(1)<<k - 1; set < 1<<n; {
		list = append(list, set)
		low := set & -set // the next set with as many points
		up := set + low
		set = up | (set^up)/low>>2
	}
	return list
}

// mirror computes the images of eight points at a time under the symmetries: those of the square,
// and the same with the rings exchanged.
func (f *morrisBoard) mirror(b *game.Board) {
	const side = 7
	for g, to := range game.Images(side) {
		for at := range morrisPoints {
			x, y := b.FileRank(game.Square(at))
			image := int(to[y*side+x])
			x, y = image%side-side/2, image/side-side/2
			ring := max(x, -x, y, -y)
			f.map1(g, at, b.Cell(x+side/2, y+side/2))
			x, y = x/ring*(4-ring), y/ring*(4-ring)
			f.map1(g+game.Symmetries, at, b.Cell(x+side/2, y+side/2))
		}
	}
}

// map1 maps one point under symmetry g.
func (f *morrisBoard) map1(g, at int, to game.Square) {
	for set := range f.images[g][at/8] {
		if set>>(at%8)&1 != 0 {
			f.images[g][at/8][set] |= 1 << to
		}
	}
}

// image returns the image of a set of points under a symmetry.
func (f *morrisBoard) image(g uint8, set uint32) uint32 {
	t := &f.images[g]
	return t[0][set&255] | t[1][set>>8&255] | t[2][set>>16]
}

// sort finds the sets of so many men up to symmetry.
func (f *morrisBoard) sort(men int) {
	f.packs[men] = make([]pack, f.choose[morrisPoints][men])
	seen := make([]bool, len(f.packs[men]))
	for n, set := range f.subsets(morrisPoints, men) {
		if seen[n] {
			continue
		}
		k := kind{tigers: set}
		for g := uint8(1); g < morrisImages; g++ {
			if f.image(g, set) == set {
				k.same = append(k.same, g)
			}
		}
		for g := range uint8(morrisImages) {
			back := g
			for f.image(back, f.image(g, set)) != set {
				back = (back + 1) % morrisImages
			}
			if i := f.number(f.image(g, set)); !seen[i] {
				seen[i], f.packs[men][i] = true, pack{uint16(len(f.orbits[men])), back}
			}
		}
		f.orbits[men] = append(f.orbits[men], k)
	}
}

// number returns the index of a set of points among those with as many.
func (f *morrisBoard) number(set uint32) (n int) {
	for k := 1; set != 0; k++ {
		n += f.choose[bits.TrailingZeros32(set)][k]
		set &= set - 1
	}
	return n
}

// index returns the index of a position among those with the same numbers of men.
func (f *morrisBoard) index(p duel) int {
	men := bits.OnesCount32(p.own)
	k := f.packs[men][f.number(p.own)]
	orbit := &f.orbits[men][k.kind]
	other := f.image(k.image, p.other)
	at := f.number(squeeze(other, orbit.tigers))
	for _, g := range orbit.same {
		at = min(at, f.number(squeeze(f.image(g, other), orbit.tigers)))
	}
	return int(k.kind)*len(f.sets[men][bits.OnesCount32(other)]) + at
}

// at returns the position with this index and these numbers of men. Its own index is lower if a
// symmetry preserves the men of the side to move.
func (f *morrisBoard) at(men, other, index int) duel {
	sets := f.sets[men][other]
	own := f.orbits[men][index/len(sets)].tigers
	return duel{own, stretch(sets[index%len(sets)], own)}
}

// targets returns the points that a man of men moves to from the point, among empty ones.
func (f *morrisBoard) targets(men uint32, from int, empty uint32) uint32 {
	if bits.OnesCount32(men) == leastMen {
		return empty
	}
	return f.near[from] & empty
}

// milled reports whether the man at a point is in a mill of men.
func (f *morrisBoard) milled(men uint32, at int) bool {
	for _, pair := range f.mills[at] {
		if men&pair == pair {
			return true
		}
	}
	return false
}

// moves calls do for each position after a move from p, with the removal that a mill allows.
func (f *morrisBoard) moves(p duel, do func(duel)) {
	empty, loose := morrisAll&^(p.own|p.other), uint32(0)
	for m := p.other; m != 0; m &= m - 1 {
		if at := bits.TrailingZeros32(m); !f.milled(p.other, at) {
			loose |= 1 << at
		}
	}
	if loose == 0 {
		loose = p.other
	}
	for m := p.own; m != 0; m &= m - 1 {
		for to := f.targets(p.own, bits.TrailingZeros32(m), empty); to != 0; to &= to - 1 {
			own := p.own ^ (m&-m | to&-to)
			if !f.milled(own, bits.TrailingZeros32(to)) {
				do(duel{p.other, own})
				continue
			}
			for r := loose; r != 0; r &= r - 1 {
				do(duel{p.other ^ r&-r, own})
			}
		}
	}
}

// before calls do for each position before a move to p that closed no mill.
func (f *morrisBoard) before(p duel, do func(duel)) {
	empty := morrisAll &^ (p.own | p.other)
	for m := p.other; m != 0; m &= m - 1 {
		at := bits.TrailingZeros32(m)
		if f.milled(p.other, at) {
			continue
		}
		for from := f.targets(p.other, at, empty); from != 0; from &= from - 1 {
			do(duel{p.other ^ (m&-m | from&-from), p.own})
		}
	}
}
