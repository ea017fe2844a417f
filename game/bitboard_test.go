package game

import (
	"math/rand/v2"
	"testing"
)

// TestBitboardSets compares the operations on sets with the same square by
// square.
func TestBitboardSets(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var a, b Bitboard
		for range chance.IntN(150) {
			a.Set(Square(chance.IntN(BitboardSquares)))
			b.Set(Square(chance.IntN(BitboardSquares)))
		}
		n := 1 + chance.IntN(63)
		up, down := a.Up(uint(n)), a.Down(uint(n))
		for s := range Square(BitboardSquares) {
			below, above := s-Square(n), s+Square(n)
			for _, c := range []struct {
				what      string
				got, want bool
			}{
				{"And", a.And(b).Has(s), a.Has(s) && b.Has(s)},
				{"AndNot", a.AndNot(b).Has(s), a.Has(s) && !b.Has(s)},
				{"Or", a.Or(b).Has(s), a.Has(s) || b.Has(s)},
				{"Up", up.Has(s), below >= 0 && a.Has(below)},
				{"Down", down.Has(s), above < BitboardSquares && a.Has(above)},
			} {
				if c.got != c.want {
					t.Fatalf("%s %d: square %d: %v", c.what, n, s, c.got)
				}
			}
		}
	}
}
