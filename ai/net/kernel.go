package net

// The plain forms of what the net spends its time with. All slices are as long
// as the net is wide. Numbers that do not fit wrap around, here as in the
// vector code, which gives the same bits.

// shift sets to to from with one row added and one taken away.
func shiftPlain(to, from, add, sub []int16) {
	for i, v := range from {
		to[i] = v + add[i] - sub[i]
	}
}

// less sets to to from with a row taken away.
func lessPlain(to, from, sub []int16) {
	for i, v := range from {
		to[i] = v - sub[i]
	}
}

// more adds a row.
func morePlain(to, add []int16) {
	for i, v := range add {
		to[i] += v
	}
}

// dot is the sum of the squares of the clipped numbers times their weights.
func dotPlain(acc, weight []int16) (sum int32) {
	for i, v := range acc {
		sum += square(v, weight[i])
	}
	return sum
}

// peek is dot after shift, which it leaves undone.
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
