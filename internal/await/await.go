// Package await lets tests wait for an event or a state with a timeout.
package await

import (
	"cmp"
	"testing"
	"time"
)

// Patience is the timeout, chosen for slow and busy machines.
const Patience = 30 * time.Second

// pause is how long Until waits between two checks, which may be expensive.
const pause = 50 * time.Millisecond

// Next receives a value from c; a closed channel gives the zero value. After the timeout it ends the test with the
// message otherwise.
func Next[T any](t testing.TB, c <-chan T, otherwise string) (v T) {
	t.Helper()
	select {
	case v = <-c:
	case <-time.After(Patience):
		t.Fatalf("%s, after %v", otherwise, Patience)
	}
	return v
}

// Until waits until ok returns true. After the timeout it ends the test with the message otherwise. Use it for states
// that cause no event.
func Until(t testing.TB, otherwise string, ok func() bool) {
	t.Helper()
	Poll{}.Until(t, otherwise, ok)
}

// Poll holds the options of Until. The zero value has the defaults.
type Poll struct {
	Timeout  time.Duration // zero means Patience
	Interval time.Duration // pause between two checks; zero means 50 ms
	Longest  time.Duration // the pauses double up to this one; zero means that all are the same
	State    func() string // appended to the failure message; may be nil
}

// Until is the function Until with the options p.
func (p Poll) Until(t testing.TB, otherwise string, ok func() bool) {
	t.Helper()
	timeout, interval := cmp.Or(p.Timeout, Patience), cmp.Or(p.Interval, pause)
	for end := time.Now().Add(timeout); !ok(); {
		if time.Now().Before(end) {
			time.Sleep(interval)
			interval = max(interval, min(2*interval, p.Longest))
			continue
		}
		if p.State != nil {
			otherwise += ": " + p.State()
		}
		t.Fatalf("%s, after %v", otherwise, timeout)
	}
}

// Stays checks that ok returns true for a while, for things that must not happen and cause no event. If ok returns
// false, it ends the test with the message otherwise.
func Stays(t testing.TB, while time.Duration, otherwise string, ok func() bool) {
	t.Helper()
	for begin := time.Now(); ; time.Sleep(min(pause, while/10)) {
		if !ok() {
			t.Fatalf("%s, after %v", otherwise, time.Since(begin).Round(time.Millisecond))
		}
		if time.Since(begin) >= while {
			return
		}
	}
}
