// Package longtest marks tests that take minutes. "make test" skips them, "make test-all" runs them.
package longtest

import (
	"os"
	"strings"
	"testing"
)

const (
	variable = "TAFL3D_LONG" // set by "make test-all"
	prefix   = "TestLong"    // of the names that "make test-all" runs
)

// Only skips a test unless "make test-all" runs it. The test must be named TestLong..., because "make test-all"
// selects tests by this prefix. why is the reason for the long duration.
func Only(t testing.TB, why string) {
	t.Helper()
	if !strings.HasPrefix(t.Name(), prefix) {
		t.Fatalf("a test for make test-all must be named %s...", prefix)
	}
	if os.Getenv(variable) == "" {
		t.Skipf("%s: make test-all runs it", why)
	}
}
