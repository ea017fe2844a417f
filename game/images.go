package game

// Symmetries is how many ways a square board may lie.
const Symmetries = 8

// Images returns for each symmetry where it takes each square of a grid of that size,
// nothing for the size 0 of other boards. Bit 0 of a symmetry mirrors the files, bit 1
// the ranks, and then bit 2 swaps files and ranks; symmetry 0 changes nothing.
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
