// Package await is how tests wait for what must come: never for ever.
package await

import (
	"cmp"
	"testing"
	"time"
)

// Patience is how long a test waits for what must come, on however busy a machine.
const Patience = 30 * time.Second

// pause is how long Until waits before it looks again: what it asks may be asked
// only so often.
const pause = 50 * time.Millisecond

// Next returns the next of what must come; a channel that is closed has something,
// too. Where nothing comes the test ends with what is wrong otherwise.
func Next[T any](t testing.TB, c <-chan T, otherwise string) (v T) {
	t.Helper()
	select {
	case v = <-c:
	case <-time.After(Patience):
		t.Fatalf("%s, after %v", otherwise, Patience)
	}
	return v
}

// Until waits for a state that can only be asked for. If it does not come, the test
// ends with what is wrong otherwise.
func Until(t testing.TB, otherwise string, ok func() bool) {
	t.Helper()
	Poll{}.Until(t, otherwise, ok)
}

// Poll is how a test asks for a state that nothing announces. The zero value is what
// Until does.
type Poll struct {
	Timeout  time.Duration // in all; zero is Patience
	Interval time.Duration // between an answer and the next question; zero is 50 ms
	State    func() string // what the failure adds; nil adds nothing
}

// Until is like the function Until.
func (p Poll) Until(t testing.TB, otherwise string, ok func() bool) {
	t.Helper()
	timeout, interval := cmp.Or(p.Timeout, Patience), cmp.Or(p.Interval, pause)
	for end := time.Now().Add(timeout); !ok(); time.Sleep(interval) {
		if time.Now().Before(end) {
			continue
		}
		if p.State != nil {
			otherwise += ": " + p.State()
		}
		t.Fatalf("%s, after %v", otherwise, timeout)
	}
}

// Stays checks for a while that a state does not change: for what must not happen, of
// which no event can tell. If it changes, the test ends with what is wrong otherwise.
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
