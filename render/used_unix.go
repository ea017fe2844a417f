//go:build unix

package render

import (
	"syscall"
	"time"
)

// used returns the processor time of the program so far, on all cores.
func used() time.Duration {
	var r syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &r) != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
