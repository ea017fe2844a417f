package game

// Symmetries is the number of symmetries of a square board.
const Symmetries = 8

// Images returns, for each symmetry, the image of each square of a grid of this size. The slices are empty for size
// 0. Bit 0 of a symmetry mirrors the files, bit 1 the ranks, and then bit 2 swaps files and ranks; symmetry 0 is the
// identity.
func Images(size int) (to [Symmetries][]Square) {
	for g := range to {
		to[g] = make([]Square, size*size)
		for s := range to[g] {
			x, y := s%size, s/size
			if g&1 != 0 {
				x = size - 1 - x
			}
			if g&2 != 0 {
				y = size - 1 - y
			}
			if g&4 != 0 {
				x, y = y, x
			}
			to[g][s] = Square(y*size + x)
		}
	}
	return to
}
