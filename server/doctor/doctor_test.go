package doctor

import (
	"slices"
	"testing"
)

// TestExamine: each part of the machine is looked at, and something is said of it.
func TestExamine(t *testing.T) {
	o := Options{Data: t.TempDir(), Addr: "127.0.0.1:0", Host: "127.0.0.1", Shards: 1}
	var parts []string
	for _, f := range o.Examine(t.Context()) {
		if f.Told == "" || f.Grade != Fine && f.Do == "" {
			t.Errorf("nothing is said of a part, or nothing to do about it: %+v", f)
		}
		if !slices.Contains(parts, f.What) {
			parts = append(parts, f.What)
		}
	}
	if len(parts) < 8 {
		t.Errorf("%d parts are looked at: %v", len(parts), parts)
	}
}
