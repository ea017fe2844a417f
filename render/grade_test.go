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
		{1, 1, 0}, {1, 1, 40 * time.Millisecond}, {1, 0, 2 * time.Second}, {0, 0, 2 * time.Second},
		{1, 2, 2 * time.Millisecond}, {2, 2, 2 * time.Millisecond},
	} {
		if got := better(c.at, c.cost); got != c.want {
			t.Errorf("from %d at %v to %d, want %d", c.at, c.cost, got, c.want)
		}
	}
}

// TestAnotherStepShowsTheSameStage changes the step and nothing else.
func TestAnotherStepShowsTheSameStage(t *testing.T) {
	main(t, func() error {
		s, err := OpenStudio(small, 160, 100)
		if err != nil {
			return err
		}
		defer s.Close()
		sc, _ := position(t, 7)
		for _, q := range []string{"medium", "high", "medium"} {
			sc.Dress(scene.Style{Quality: q})
			img, err := s.Take(sc, nil)
			if err != nil {
				return err
			}
			if c := img.RGBAAt(80, 50); int(c.R)+int(c.G)+int(c.B) < 60 {
				t.Errorf("%s shows %v in the middle", q, c)
			}
		}
		return nil
	})
}
