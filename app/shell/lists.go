package shell

import "slices"

// With appends x to list unless list contains it.
func With[T comparable](list []T, x T) []T {
	if slices.Contains(list, x) {
		return list
	}
	return append(list, x)
}

// Pick returns the ith element; i is clamped to the list.
func Pick[T any](list []T, i int) T { return list[min(max(i, 0), len(list)-1)] }
