package emblem

import (
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"tafl3d/game"
)

// TestEmblemsAreSound asserts that paths can be read, stay on the grid and fall into triangles of
// the same area, which they do only if they cross themselves nowhere.
func TestEmblemsAreSound(t *testing.T) {
	for name, e := range all {
		for _, path := range []string{e.Body, e.Ink} {
			shapes := Outline(path)
			if strings.Count(path, "M") != len(shapes) {
				t.Errorf("%s: not every path is closed: %q", name, path)
			}
			for _, s := range shapes {
				for _, p := range s {
					if !(p.X >= 1 && p.X <= Grid-1 && p.Y >= 1 && p.Y <= Grid-1) {
						t.Errorf("%s: %v lies off the grid", name, p)
					}
				}
				var sum float64
				cut := Cut(s)
				for i := 0; i < len(cut); i += 3 {
					sum += area(cut[i : i+3])
				}
				if want := math.Abs(area(s)); math.Abs(sum-want) > 0.01*want {
					t.Errorf("%s: triangles of %.2f for a shape of %.2f at %v", name, sum, want, s[0])
				}
			}
		}
		if len(Outline(e.Body)) != 1 {
			t.Errorf("%s: the body is not one shape", name)
		}
	}
}

// TestEmblemsDiffer asserts that no two bodies cover nearly the same of the grid.
func TestEmblemsDiffer(t *testing.T) {
	names := slices.Collect(maps.Keys(all))
	for i, a := range names {
		for _, b := range names[:i] {
			if o := overlap(all[a], all[b]); o > 0.88 {
				t.Errorf("%s and %s overlap by %.2f", a, b, o)
			}
		}
	}
}

// overlap is what two bodies share of what either covers.
func overlap(a, b Emblem) float64 {
	var both, either float64
	sa, sb := Outline(a.Body), Outline(b.Body)
	for y := range 4 * Grid {
		for x := range 4 * Grid {
			p := Point{(float64(x) + 0.5) / 4, (float64(y) + 0.5) / 4}
			switch u, v := Inside(sa, p), Inside(sb, p); {
			case u && v:
				both++
				either++
			case u || v:
				either++
			}
		}
	}
	return both / either
}

func TestUnknownKindsAreMen(t *testing.T) {
	for side, want := range map[game.Side]string{game.Attackers: "attacker", game.Defenders: "defender"} {
		if got := Name(game.Kind{Name: "gnome", Side: side}); got != want {
			t.Errorf("a gnome of the %s is drawn as %s", side, got)
		}
	}
}
