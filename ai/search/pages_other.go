//go:build !linux

package search

// largePages does nothing on systems without madvise.
func largePages([]slot) {}
