package render

import (
	"slices"
	"testing"
	"time"

	"tafl3d/scene"
)

func TestEveryQualityIsAGrade(t *testing.T) {
	for _, name := range scene.Qualities {
		if at, auto := gradeOf(name); auto != (name == "auto") || !auto && grades[at].name != name {
			t.Errorf("%s is grade %d, auto %v", name, at, auto)
		}
	}
	for _, g := range grades {
		if !slices.Contains(scene.Qualities, g.name) {
			t.Errorf("nobody can choose %s", g.name)
		}
	}
	if g := grades[1].with(Options{Shadow: 512}); g.shadow != 512 || g.detail != grades[1].detail {
		t.Errorf("options give %+v", g)
	}
}

func TestAutoFollowsTheMeasuredTime(t *testing.T) {
	for _, c := range []struct {
		at, want int
		cost     time.Duration
	}{
		{1, 1, 0}, {1, 1, 40 * time.Millisecond}, {1, 0, 400 * time.Millisecond}, {0, 0, time.Second},
		{1, 2, 2 * time.Millisecond}, {2, 2, 2 * time.Millisecond},
	} {
		if got := better(c.at, c.cost); got != c.want {
			t.Errorf("from %d at %v to %d, want %d", c.at, c.cost, got, c.want)
		}
	}
}
