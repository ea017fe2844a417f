package eval

import "testing"

// TestSpread: on every line of 7 squares, spread is a walk from the seeds both
// ways to the first square that is not free.
func TestSpread(t *testing.T) {
	const size = 7
	for line := range uint32(1 << size) {
		for seeds := range uint32(1 << size) {
			if seeds&line != 0 {
				continue
			}
			want := uint32(0)
			for s := range size {
				if seeds>>s&1 == 0 {
					continue
				}
				for i := s; i < size && line>>i&1 == 0; i++ {
					want |= 1 << i
				}
				for i := s; i >= 0 && line>>i&1 == 0; i-- {
					want |= 1 << i
				}
			}
			if got := spread(line, seeds, size); got != want {
				t.Fatalf("line %07b, seeds %07b: %07b, want %07b", line, seeds, got, want)
			}
		}
	}
}
