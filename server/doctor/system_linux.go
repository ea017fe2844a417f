package doctor

import (
	"time"

	"golang.org/x/sys/unix"
)

// clockState asks the kernel whether the clock is synchronized, and for its largest error.
func clockState() (synced bool, off time.Duration, known bool) {
	var t unix.Timex
	state, err := unix.Adjtimex(&t)
	return state != unix.TIME_ERROR, time.Duration(t.Maxerror) * time.Microsecond, err == nil
}
