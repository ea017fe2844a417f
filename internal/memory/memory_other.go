//go:build !linux && !windows && !darwin

package memory

// system returns 0: memory sizes are unknown on this system.
func system() (total, free uint64) { return 0, 0 }
