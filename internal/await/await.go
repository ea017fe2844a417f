// Package await is how tests wait for what must come: never for ever.
package await

import (
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

// Until waits for something that happens by itself. Where it does not, the test ends
// with what is wrong otherwise.
func Until(t testing.TB, otherwise string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(Patience); !ok(); time.Sleep(pause) {
		if time.Now().After(end) {
			t.Fatalf("%s, after %v", otherwise, Patience)
		}
	}
}
