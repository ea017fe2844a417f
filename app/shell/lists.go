package shell

import "slices"

// With adds x to a list that does not have it yet.
func With[T comparable](list []T, x T) []T {
	if slices.Contains(list, x) {
		return list
	}
	return append(list, x)
}

// Pick returns the i-th of a list, the nearest there is.
func Pick[T any](list []T, i int) T { return list[min(max(i, 0), len(list)-1)] }
