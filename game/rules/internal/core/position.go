// Package core is the common basis of both families of rules: the board of a game in play, its tables, the changes of
// a step, the history, and the messages of refusals. It consists of data with the few operations that keep them
// consistent (put, lift or move a piece, pass the turn), and contains no rules. Only the two families and package
// rules use it.
package core

import (
	"math/bits"
	"math/rand/v2"

	"tafl3d/game"
)

// SquareSet is a set of squares of any board. It is kept in memory and processed one word at a time.
type SquareSet [Slots / 64]uint64

func (b *SquareSet) Flip(s game.Square) { b[s&Slot>>6] ^= 1 << (s & 63) }

func (b *SquareSet) Set(s game.Square) { b[s&Slot>>6] |= 1 << (s & 63) }

// Has reports whether s is in the set.
func (b *SquareSet) Has(s game.Square) bool { return b[s&Slot>>6]>>(s&63)&1 != 0 }

// Or adds x, whose elements are all in the first words words.
func (b *SquareSet) Or(x *SquareSet, words int) {
	for i := range words {
		b[i&7] |= x[i&7]
	}
}

// And keeps the squares that are also in x. The elements of b are all in the first words words.
func (b *SquareSet) And(x *SquareSet, words int) {
	for i := range words {
		b[i&7] &= x[i&7]
	}
}

// SquareOf returns the square of the lowest bit in an element of a set.
func SquareOf(word int, bits64 uint64) game.Square {
	return game.Square(word<<6 | bits.TrailingZeros64(bits64))
}

// Position is the board of a game in play, with the data that both families use: their mechanics read and change it.
// It contains no history.
type Position struct {
	Status
	Rules *Rules
	Side  [game.Sides]SquareSet
	Open  [game.Sides]game.Move // the step found for a side by the last search for a legal step
	Cell  [Slots]game.Piece     // off-board squares contain Wall
}

// NewPosition returns an empty board.
func NewPosition(r *Rules, turn game.Side) Position {
	p := Position{Rules: r, Status: Status{King: game.NoSquare, Chain: game.NoSquare, Turn: turn}}
	for i := range p.Cell {
		p.Cell[i] = Wall
	}
	return p
}

// Status is the part of a position that a Delta saves as a single copy. Its size is 48 bytes because the compiler
// copies multiples of sixteen bytes well; overlapping copies would stall each other.
type Status struct {
	Hash  uint64
	King  game.Square
	Chain game.Square // the piece that may continue its move, NoSquare between moves
	Count [game.Sides]int16
	Turn  game.Side
	Ring  RingState // cached result of the search for an encirclement
	End   game.Outcome
	Took  bool   // the last move captured, in tafl games
	Way   Points // with ringOpen: squares that lead to the edge, see wayBit
	_     uint64
}

// Put puts a piece on an empty square.
func (p *Position) Put(s game.Square, c game.Piece) {
	side := p.Rules.Kind[c&KindMask].Side
	p.Cell[s&Slot] = c
	p.Hash ^= p.Rules.Zob[c&KindMask][s&Slot]
	p.Count[side&1]++
	p.Side[side&1].Flip(s)
}

// Lift removes the piece from a square.
func (p *Position) Lift(s game.Square) {
	c := p.Cell[s&Slot]
	side := p.Rules.Kind[c&KindMask].Side
	p.Cell[s&Slot] = game.Empty
	p.Hash ^= p.Rules.Zob[c&KindMask][s&Slot]
	p.Count[side&1]--
	p.Side[side&1].Flip(s)
}

// Move moves the piece on from to the empty square to.
func (p *Position) Move(from, to game.Square) {
	c := p.Cell[from&Slot]
	k := &p.Rules.Kind[c&KindMask]
	p.Hash ^= p.Rules.Moved(from, to, c)
	p.Place(from, to, c, k.Side)
	if k.Royal {
		p.King = to
	}
}

// Moved returns the change of the hash when a piece moves.
func (r *Rules) Moved(from, to game.Square, c game.Piece) uint64 {
	z := &r.Zob[c&KindMask]
	return z[from&Slot] ^ z[to&Slot]
}

// Place moves a piece of a side without updating the status.
func (p *Position) Place(from, to game.Square, c game.Piece, side game.Side) {
	p.Cell[from&Slot], p.Cell[to&Slot] = game.Empty, c
	b := &p.Side[side&1]
	b.Flip(from)
	b.Flip(to)
}

// Each calls f for the square of every piece of a side until f returns false.
func (p *Position) Each(side game.Side, f func(game.Square) bool) {
	for i := range p.Rules.Words {
		for b := p.Side[side&1][i&7]; b != 0; b &= b - 1 {
			if !f(SquareOf(i, b)) {
				return
			}
		}
	}
}

// RingState is the known state of a ring around the king's region: the squares he could reach if only the attackers
// blocked him. With EncirclementAll the ring is around all defenders.
type RingState uint8

// Points is a set of up to game.MaxPoints squares.
type Points struct{ Lo, Hi uint64 }

func (p *Points) Set(s game.Square) {
	if s < 64 {
		p.Lo |= 1 << (uint(s) & 63)
	} else {
		p.Hi |= 1 << (uint(s) & 63)
	}
}

func (p *Points) Clear(s game.Square) {
	if s < 64 {
		p.Lo &^= 1 << (uint(s) & 63)
	} else {
		p.Hi &^= 1 << (uint(s) & 63)
	}
}

func (p Points) Has(s game.Square) bool {
	if s < 64 {
		return p.Lo>>(uint(s)&63)&1 != 0
	}
	return p.Hi>>(uint(s)&63)&1 != 0
}

func (p Points) Any() bool { return p.Lo|p.Hi != 0 }

func (p Points) Len() int { return bits.OnesCount64(p.Lo) + bits.OnesCount64(p.Hi) }

// Pop removes the lowest square, which must exist, and returns it.
func (p *Points) Pop() game.Square {
	if p.Lo != 0 {
		s := bits.TrailingZeros64(p.Lo)
		p.Lo &= p.Lo - 1
		return game.Square(s)
	}
	s := bits.TrailingZeros64(p.Hi)
	p.Hi &= p.Hi - 1
	return game.Square(64 + s)
}

func (p Points) And(q Points) Points { return Points{p.Lo & q.Lo, p.Hi & q.Hi} }

func (p Points) Or(q Points) Points { return Points{p.Lo | q.Lo, p.Hi | q.Hi} }

// SetOf returns the set of some squares.
func SetOf(list []game.Square) (set Points) {
	for _, s := range list {
		set.Set(s)
	}
	return set
}

// List returns the squares in order.
func (p Points) List() (list []game.Square) {
	for p.Any() {
		list = append(list, p.Pop())
	}
	return list
}

// Back returns the set with n subtracted from every square.
func (p Points) Back(n int) Points {
	switch {
	case n >= 64:
		return Points{Lo: p.Hi >> (n - 64)}
	case n <= -64:
		return Points{Hi: p.Lo << (-n - 64)}
	case n < 0:
		return Points{p.Lo << -n, p.Hi<<-n | p.Lo>>(64+n)}
	}
	return Points{p.Lo>>n | p.Hi<<(64-n), p.Hi >> n}
}

// Pass makes it the other side's turn.
func (p *Position) Pass() {
	p.Turn ^= 1
	p.Hash ^= p.Rules.Turn
}

// Standing lists the squares of the pieces of the side to move.
func (p *Position) Standing(buf *[Slots]game.Square) []game.Square {
	n := 0
	for i := range p.Rules.Words {
		for b := p.Side[p.Turn&1][i&7]; b != 0; b &= b - 1 {
			buf[n&Slot] = SquareOf(i, b)
			n++
		}
	}
	return buf[:n]
}

// Slip moves a piece of a side and changes the side to move; called with swapped squares it undoes this.
func (p *Position) Slip(from, to game.Square, side game.Side) {
	c := p.Cell[from&Slot]
	p.Hash ^= p.Rules.Moved(from, to, c) ^ p.Rules.Turn
	p.Place(from, to, c, side)
	p.Turn ^= 1
}

// Below maps 64 random bits to a number from 0 to n-1 (Lemire's multiplication; it uses the upper half of x).
func Below(x uint64, n int) int { return int(x >> 32 * uint64(n) >> 32) }

// DrawListed draws a random step from a list. It calls legal only for the steps it draws.
func DrawListed(rng *rand.PCG, ms []game.Move, legal func(game.Move) bool) (game.Move, bool) {
	for n := len(ms); n > 0; n-- {
		i := Below(rng.Uint64(), n)
		if m := ms[i]; legal(m) {
			return m, true
		}
		ms[i] = ms[n-1]
	}
	return game.NoMove, false
}

// Draws is the number of unsuccessful draws after which all steps are listed.
const Draws = 200
