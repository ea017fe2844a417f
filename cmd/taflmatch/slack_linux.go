package main

import (
	"os"
	"runtime"
	"time"

	"golang.org/x/sys/unix"
)

// slack is how much later than it asked for a thread of the service may be woken (prctl(2),
// PR_SET_TIMERSLACK; the kernel's own is 50 us). While anything waits for the disk, the monitor
// of Go's runtime sleeps for 20 us again and again, to take the processor from who waits if
// others want it. With a sync for each turn it woke 7 000 times a second, which cost a quarter
// of the service's time on a virtual machine, where each sleep is dear.
const slack = 2 * time.Millisecond

// slackVariable is in the environment of a process whose slack stays as it is.
const slackVariable = "TAFLMATCH_SLACK"

// slacken gives every thread of this process that slack. A thread has it from the one that began
// it, and the monitor is there before main, so that the program begins again in its own place.
// Who waits for the disk keeps his processor for longer then, so that Go gets two for each of
// the machine's, unless GOMAXPROCS says otherwise. Where this cannot be done, nothing changes.
func slacken() {
	if os.Getenv(slackVariable) == "" {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		if unix.Prctl(unix.PR_SET_TIMERSLACK, uintptr(slack), 0, 0, 0) == nil &&
			os.Setenv(slackVariable, slack.String()) == nil {
			_ = again()
		}
		return
	}
	now, err := unix.PrctlRetInt(unix.PR_GET_TIMERSLACK, 0, 0, 0, 0)
	if err == nil && time.Duration(now) >= slack && os.Getenv("GOMAXPROCS") == "" {
		runtime.GOMAXPROCS(2 * runtime.GOMAXPROCS(0))
	}
}
