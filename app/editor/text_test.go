package editor

import (
	"strings"
	"testing"

	"tafl3d/app/rulebook"
)

// TestMade: a single changed rule uses the singular.
func TestMade(t *testing.T) {
	one, two := textMade("Brandubh", 1), textMade("Brandubh", 2)
	if one == strings.Replace(two, rulebook.Number(2), rulebook.Number(1), 1) {
		t.Errorf("%q is the plural %q with another number", one, two)
	}
}
