package ledger_test

import (
	"testing"

	"tafl3d/net/ledger"
	"tafl3d/net/wire"
)

// TestPoolOfOdds: games with time odds have a pool of their own.
func TestPoolOfOdds(t *testing.T) {
	spec := wire.Spec{Variant: "brandubh-gorrion", Clock: "10m+5s/5m+3s"}
	if pool := ledger.Pool(spec); pool != "tafl odds" {
		t.Errorf("the pool is %q", pool)
	}
}
