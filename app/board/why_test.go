package board

import (
	"testing"

	"tafl3d/game/rules"
)

// TestUnknownReasonsAreTold: for a piece without legal steps every reason is shown, including unknown ones,
// except those that concern a single step.
func TestUnknownReasonsAreTold(t *testing.T) {
	for reason, want := range map[rules.Reason]bool{rules.BlockedBy: false, rules.MayNotRetreat: false,
		rules.MustCapture: true, rules.WouldExpose: true, 250: true} {
		if binds(reason) != want {
			t.Errorf("reason %d is told: %v", reason, !want)
		}
	}
}
