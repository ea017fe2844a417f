package memory

import (
	"slices"
	"testing"
)

func TestCheck(t *testing.T) {
	total, free := Total(), Free()
	if total < 16 || free < 1 || free > total {
		t.Fatalf("%d MiB, %d free", total, free)
	}
	if err := Check(1); err != nil {
		t.Error(err)
	}
	if Check(total+1) == nil {
		t.Error("more than there is passes")
	}
}

// TestGroups: a control group is bounded by those around it, too.
func TestGroups(t *testing.T) {
	got := slices.Collect(groups("1:name=systemd:/x\n0::/user.slice/a.scope\n"))
	if want := []string{"/user.slice/a.scope", "/user.slice", ""}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	total, free := uint64(100), uint64(50)
	if bound(&total, &free, 0, 7); total != 100 || free != 50 {
		t.Error("no bound", total, free)
	}
	if bound(&total, &free, 60, 20); total != 60 || free != 40 {
		t.Error("a bound", total, free)
	}
	if bound(&total, &free, 10, 20); total != 10 || free != 1 {
		t.Error("nothing left", total, free)
	}
}
