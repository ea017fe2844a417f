package board

import (
	"testing"

	"tafl3d/game/rules"
)

// TestUnknownReasonsAreTold: of a piece without a step every reason is told but those that lie in one step, also one
// that a new rule brings.
func TestUnknownReasonsAreTold(t *testing.T) {
	for reason, want := range map[rules.Reason]bool{rules.BlockedBy: false, rules.MayNotRetreat: false,
		rules.MustCapture: true, rules.WouldExpose: true, 250: true} {
		if binds(reason) != want {
			t.Errorf("reason %d is told: %v", reason, !want)
		}
	}
}
