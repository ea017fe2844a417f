package doctor

import (
	"time"

	"golang.org/x/sys/unix"
)

// clockState asks the kernel whether somebody keeps the clock, and how far off it may be.
func clockState() (synced bool, off time.Duration, known bool) {
	var t unix.Timex
	state, err := unix.Adjtimex(&t)
	return state != unix.TIME_ERROR, time.Duration(t.Maxerror) * time.Microsecond, err == nil
}
