//go:build amd64

package net

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestVectors: the vector code gives the same bits as the plain code, for every
// width and for numbers that do not fit.
func TestVectors(t *testing.T) {
	if !vectors {
		t.Skip("the processor has no AVX2")
	}
	chance := rand.New(rand.NewPCG(3, 4))
	for width := 16; width <= MaxWidth; width += 16 {
		for _, most := range []int{100, 300, 1<<15 - 1} {
			acc, add, sub := some(chance, width, most), some(chance, width, most), some(chance, width, most)
			weight := some(chance, width, min(most, greatest))
			rows := func(name string, vector, plain func(to []int16)) {
				got, want := slices.Clone(acc), slices.Clone(acc)
				vector(got)
				plain(want)
				if !slices.Equal(got, want) {
					t.Errorf("%s of %d numbers up to %d differs", name, width, most)
				}
			}
			rows("shift", func(to []int16) { shift(to, acc, add, sub) },
				func(to []int16) { shiftPlain(to, acc, add, sub) })
			rows("less", func(to []int16) { less(to, acc, sub) }, func(to []int16) { lessPlain(to, acc, sub) })
			rows("more", func(to []int16) { more(to, add) }, func(to []int16) { morePlain(to, add) })
			if got, want := dot(acc, weight), dotPlain(acc, weight); got != want {
				t.Errorf("dot of %d numbers up to %d: %d, not %d", width, most, got, want)
			}
			if got, want := peek(acc, add, sub, weight), peekPlain(acc, add, sub, weight); got != want {
				t.Errorf("peek of %d numbers up to %d: %d, not %d", width, most, got, want)
			}
		}
	}
}
