package main

import (
	"os"
	"runtime"
	"time"

	"golang.org/x/sys/unix"
)

// slack is the timer slack of the service's threads: how much later than requested they may be woken (prctl(2),
// PR_SET_TIMERSLACK; the kernel's default is 50 us). While a thread waits for the disk, the monitor thread of Go's
// runtime sleeps for 20 us repeatedly, to take the processor from the waiting thread if others need it. With a sync for
// each move it woke 7 000 times a second, which cost a quarter of the service's time on a virtual machine, where each
// sleep is expensive.
const slack = 2 * time.Millisecond

// slackVariable is in the environment of a process whose slack is set.
const slackVariable = "TAFLMATCH_SLACK"

// slacken sets the slack of every thread of this process. A thread inherits it from the thread that started it, and the
// monitor starts before main, so the program must restart itself. A thread that waits for the disk then keeps its
// processor for longer, so Go gets two for each of the machine's, unless GOMAXPROCS is set. On an error, nothing
// changes.
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
