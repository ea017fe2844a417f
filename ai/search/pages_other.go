//go:build !linux

package search

// largePages does nothing where a program cannot ask for them.
func largePages([]slot) {}
