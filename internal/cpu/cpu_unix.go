//go:build unix

package cpu

import (
	"syscall"
	"time"
)

// Used returns the CPU time of this process so far on all cores, 0 if unknown.
func Used() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
