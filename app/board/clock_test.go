package board

import (
	"slices"
	"testing"

	"tafl3d/panel"
)

// TestOwnClock creates custom clocks, all of which are valid.
func TestOwnClock(t *testing.T) {
	list, clock := []string{"none", "5m+3s"}, "5m+3s"
	var c ClockChoice
	if n := len(c.Fields(list, &clock)); n != 1 {
		t.Fatalf("%d fields before anything is asked", n)
	}
	for _, step := range []struct {
		id   string
		arg  int
		want string
	}{
		{"clock", 2, "5m+3s"}, {"clock-minutes", 14, "15m+3s"}, {"clock-increment", 10, "15m+10s"},
		{"clock-periods", 3, "15m+3x30s"},
		{"clock-period", 44, "15m+3x45s"}, {"clock-minutes", 0, "0s+3x45s"}, {"clock-periods", 0, "1m+0s"},
		{"clock-minutes", 500, "3h+0s"}, {"clock", 0, "none"}, {"clock", 2, "10m+5s"},
	} {
		fields := c.Fields(list, &clock)
		f := &fields[slices.IndexFunc(fields, func(f panel.Field) bool { return f.ID == step.id })]
		if f.Set(min(step.arg, len(f.Options)-1)); clock != step.want {
			t.Errorf("%s %d: %q, want %q", step.id, step.arg, clock, step.want)
		}
		for _, f := range c.Fields(list, &clock) {
			if f.Chosen < 0 || f.Chosen >= len(f.Options) {
				t.Errorf("%s after %s %d: option %d of %d", f.ID, step.id, step.arg, f.Chosen, len(f.Options))
			}
		}
	}
}
