package lan_test

import (
	"testing"

	"tafl3d/internal/await"
)

// TestCloseWaits opens and closes hosts: when Close returns, nothing accepts connections any more.
func TestCloseWaits(t *testing.T) {
	for range 20 {
		h, _ := open(t)
		h.Close()
		if left := await.Running("tafl3d/net/lan.(*server)"); left != "" {
			t.Fatalf("runs after Close:\n%s", left)
		}
	}
}
