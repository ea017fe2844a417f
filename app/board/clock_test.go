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

// TestTimeOdds gives the defenders a clock of their own, changes the attackers', and returns to a clock for both.
func TestTimeOdds(t *testing.T) {
	list, clock := []string{"none", "5m+3s", "10m+5s"}, "10m+5s"
	var c ClockChoice
	for _, step := range []struct {
		id   string
		arg  int
		want string
	}{
		{"clock", 3, "10m+5s"}, {"clock-odds", 1, "10m+5s/5m+3s"}, {"clock-minutes", 19, "20m+5s/5m+3s"},
		{"clock-odds", 0, "20m+5s"}, {"clock-odds", 2, "20m+5s/10m+5s"}, {"clock", 1, "5m+3s"},
	} {
		fields := c.Fields(list, &clock)
		i := slices.IndexFunc(fields, func(f panel.Field) bool { return f.ID == step.id })
		if i < 0 {
			t.Fatalf("there is no field %s after %q", step.id, clock)
		}
		if fields[i].Set(step.arg); clock != step.want {
			t.Errorf("%s %d: %q, want %q", step.id, step.arg, clock, step.want)
		}
	}
	clock = "7m+0s/3m+2s" // of the last game
	var again ClockChoice
	fields := again.Fields(append(list, clock), &clock)
	last := fields[len(fields)-1]
	if last.ID != "clock-odds" || last.Options[last.Chosen] != "3 min + 2 s per move" {
		t.Errorf("the last field is %s with %q", last.ID, last.Options[last.Chosen])
	}
}
