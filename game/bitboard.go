package game

import "math/bits"

// BitboardSquares is the number of squares a Bitboard can hold.
const BitboardSquares = 256

// Bitboard is a set of up to 256 squares. It is a struct of four words, not an
// array, because the compiler keeps only such structs in registers.
type Bitboard struct{ a, b, c, d uint64 }

// BitboardOf returns the set with these four words, lowest squares first.
func BitboardOf(a, b, c, d uint64) Bitboard { return Bitboard{a, b, c, d} }

// Words returns the four words of the set, lowest squares first.
func (b Bitboard) Words() [4]uint64 { return [4]uint64{b.a, b.b, b.c, b.d} }

// Set adds s, which must be below BitboardSquares.
func (b *Bitboard) Set(s Square) {
	w := uint64(1) << (uint(s) & 63)
	switch uint(s) >> 6 {
	case 0:
		b.a |= w
	case 1:
		b.b |= w
	case 2:
		b.c |= w
	default:
		b.d |= w
	}
}

// Clear removes s.
func (b *Bitboard) Clear(s Square) {
	w := uint64(1) << (uint(s) & 63)
	switch uint(s) >> 6 {
	case 0:
		b.a &^= w
	case 1:
		b.b &^= w
	case 2:
		b.c &^= w
	default:
		b.d &^= w
	}
}

// Has reports whether s is in the set.
func (b Bitboard) Has(s Square) bool {
	w := uint64(1) << (uint(s) & 63)
	switch uint(s) >> 6 {
	case 0:
		return b.a&w != 0
	case 1:
		return b.b&w != 0
	case 2:
		return b.c&w != 0
	default:
		return b.d&w != 0
	}
}

// Or returns the union.
func (b Bitboard) Or(x Bitboard) Bitboard {
	return Bitboard{b.a | x.a, b.b | x.b, b.c | x.c, b.d | x.d}
}

// And returns the intersection.
func (b Bitboard) And(x Bitboard) Bitboard {
	return Bitboard{b.a & x.a, b.b & x.b, b.c & x.c, b.d & x.d}
}

// AndNot returns the squares in b that are not in x.
func (b Bitboard) AndNot(x Bitboard) Bitboard {
	return Bitboard{b.a &^ x.a, b.b &^ x.b, b.c &^ x.c, b.d &^ x.d}
}

// Up returns the set with n, below 64, added to every square. Squares beyond the end are dropped.
func (b Bitboard) Up(n uint) Bitboard {
	l, r := n&63, (64-n)&63
	return Bitboard{b.a << l, b.b<<l | b.a>>r, b.c<<l | b.b>>r, b.d<<l | b.c>>r}
}

// Down returns the set with n, below 64, subtracted from every square. Squares below 0 are dropped.
func (b Bitboard) Down(n uint) Bitboard {
	l, r := (64-n)&63, n&63
	return Bitboard{b.a>>r | b.b<<l, b.b>>r | b.c<<l, b.c>>r | b.d<<l, b.d >> r}
}

// Any reports whether the set is not empty.
func (b Bitboard) Any() bool { return b.a|b.b|b.c|b.d != 0 }

// Len returns the number of squares in the set.
func (b Bitboard) Len() int {
	return bits.OnesCount64(b.a) + bits.OnesCount64(b.b) + bits.OnesCount64(b.c) + bits.OnesCount64(b.d)
}

// Pop removes the lowest square and returns it. It returns NoSquare if the set is empty.
func (b *Bitboard) Pop() Square {
	switch {
	case b.a != 0:
		return pop(&b.a)
	case b.b != 0:
		return 64 + pop(&b.b)
	case b.c != 0:
		return 128 + pop(&b.c)
	case b.d != 0:
		return 192 + pop(&b.d)
	}
	return NoSquare
}

func pop(w *uint64) Square {
	s := Square(bits.TrailingZeros64(*w))
	*w &= *w - 1
	return s
}
