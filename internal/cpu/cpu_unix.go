//go:build unix

package cpu

import (
	"syscall"
	"time"
)

// Used returns the time that this process has had of all processors so far, 0
// where the system does not say.
func Used() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
