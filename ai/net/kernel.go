package net

// Portable versions of the inner loops. All slices have the width of the net. Overflow wraps
// around, as in the vector code, which gives identical results.

// shiftPlain sets to to from plus add minus sub.
func shiftPlain(to, from, add, sub []int16) {
	for i, v := range from {
		to[i] = v + add[i] - sub[i]
	}
}

// lessPlain sets to to from minus sub.
func lessPlain(to, from, sub []int16) {
	for i, v := range from {
		to[i] = v - sub[i]
	}
}

// morePlain adds a row.
func morePlain(to, add []int16) {
	for i, v := range add {
		to[i] += v
	}
}

// dotPlain returns the sum of the squared clipped activations times their weights.
func dotPlain(acc, weight []int16) (sum int32) {
	for i, v := range acc {
		sum += square(v, weight[i])
	}
	return sum
}

// peekPlain returns dotPlain of the result of shiftPlain without storing it.
func peekPlain(acc, add, sub, weight []int16) (sum int32) {
	for i, v := range acc {
		sum += square(v+add[i]-sub[i], weight[i])
	}
	return sum
}

func square(v, w int16) int32 {
	c := int32(max(0, min(v, Unit)))
	return c * int32(int16(c*int32(w)))
}
