package gametest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
	"tafl3d/game/variant"
	"tafl3d/internal/longtest"
)

func TestVariants(t *testing.T) {
	for _, v := range variant.All() {
		t.Run(v.ID, func(t *testing.T) {
			t.Parallel()
			o := Options{Seed: 7}
			if testing.Short() || v.Rules.Board().Size() > 15 || v.Family == "dablot" {
				o.Games = 1
			}
			Conform(t, v.Rules, o)
		})
	}
}

// TestRandomRules draws the toggles at random and walks under every set of
// rules that compiles.
func TestRandomRules(t *testing.T) { walkRandom(t, 3, fewRules(), false, shuffle) }

// TestRandomLineRules does the same for the other families.
func TestRandomLineRules(t *testing.T) { walkRandom(t, 4, fewRules(), true, shuffleLines) }

// fewRules is the number of random rulesets of a family where time matters.
func fewRules() int {
	if testing.Short() {
		return 40
	}
	return 200
}

// TestLongRandomRules walks under many other random rulesets of all families.
func TestLongRandomRules(t *testing.T) {
	longtest.Only(t, "walks under 1 000 rulesets")
	walkRandom(t, 5, 500, false, shuffle)
	walkRandom(t, 6, 500, true, shuffleLines)
}

// walkRandom walks under n rulesets that draw makes of the variants of the tafl
// family, or of the others. Large boards are left out.
func walkRandom(t *testing.T, seed uint64, n int, lines bool, draw func(*rand.Rand, *ruleset.Ruleset) []string) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, seed))
	all := slices.DeleteFunc(slices.Clone(variant.All()),
		func(v *variant.Variant) bool { return v.Rules.Lines() != lines })
	walked := 0
	for i := 0; walked < n; i++ {
		if i > 40*n {
			t.Fatalf("of %d random rulesets only %d compiled", i, walked)
		}
		base := all[rng.IntN(len(all))]
		set := base.Rules.Ruleset()
		if len(set.Rows) > 11 {
			continue
		}
		said := append([]string{base.ID}, draw(rng, &set)...)
		r, err := rules.Compile(set)
		if err != nil {
			continue
		}
		walked++
		Conform(t, r, Options{Seed: uint64(i), Games: 1, Plies: 40})
		if t.Failed() {
			t.Fatalf("ruleset %d: %v", i, said)
		}
	}
	t.Logf("%d rulesets", walked)
}

// shuffle sets about a third of the toggles to random values.
func shuffle(rng *rand.Rand, s *ruleset.Ruleset) (said []string) {
	forms := map[string][]string{
		"a set of the letters a, d, k":                {"", "a", "k", "ad", "adk", "dk"},
		"a list of throne, corner, camp":              {"", "throne", "corner,camp", "throne,corner,camp"},
		"none, centre or a list of squares":           {"none", "centre", "c3 d3"},
		"none or lists of squares separated by /":     {"none", "a3 a4 / g4 g5", "b2"},
		"none, corners, L3, 2x2 or a list of squares": {"none", "corners", "L3", "2x2"},
	}
	for i, row := range s.Rows { // leapers take part as well
		if rng.IntN(3) == 0 {
			s.Rows[i] = strings.NewReplacer("tt", "ct", "TT", "NT").Replace(row)
		}
	}
	for _, t := range ruleset.Toggles() {
		if rng.IntN(3) > 0 {
			continue
		}
		values := t.Values
		if len(values) == 0 {
			values = forms[t.Form]
		}
		if len(values) == 0 {
			values = []string{fmt.Sprint(rng.IntN(4))}
		}
		v := values[rng.IntN(len(values))]
		if t.Set(s, v) == nil {
			said = append(said, t.Key+"="+v)
		}
	}
	return said
}

// shuffleLines sets some toggles of another family to random values.
func shuffleLines(rng *rand.Rand, s *ruleset.Ruleset) (said []string) {
	toggles := ruleset.TogglesFor(s)
	for range rng.IntN(8) {
		tg := toggles[rng.IntN(len(toggles))]
		values := tg.Values
		switch {
		case len(values) > 0:
		case strings.HasPrefix(tg.Form, "a number"):
			values = []string{"0", "1", "2", "3", "9"}
		case strings.HasPrefix(tg.Form, "a set of the letters F"):
			values = []string{"F", "FS", "FSB", "B", "SB"}
		case strings.HasPrefix(tg.Form, "a set of the letters o"):
			values = []string{"o", "d", "od", "odx"}
		case strings.HasPrefix(tg.Key, "capture"):
			values = []string{"all", "none"}
		case strings.HasPrefix(tg.Form, "none, a list of points"):
			values = []string{"none", "paddock", "all", "far", "a1 g1", "c3"}
		}
		if len(values) == 0 {
			continue
		}
		v := values[rng.IntN(len(values))]
		if tg.Set(s, v) == nil {
			said = append(said, tg.Key+"="+v)
		}
	}
	return said
}
