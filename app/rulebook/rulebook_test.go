package rulebook

import (
	"slices"
	"strings"
	"testing"

	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
	"tafl3d/game/variant"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// keyInTable returns the key of textRules for a rule.
func keyInTable(key string) string {
	first, rest, _ := strings.Cut(key, ".")
	switch {
	case len(first) == 1:
		return "x." + rest
	case first == "setup" || first == "hands":
		return first + ".x"
	}
	return key
}

// TestEveryKeyHasItsWords asserts that each rule of every game has an entry with a label, a sentence, and a
// text for each value, so that new keys are not forgotten; and that there are no other entries.
func TestEveryKeyHasItsWords(t *testing.T) {
	unused := map[string]bool{}
	for key := range textRules {
		unused[key] = true
	}
	for _, v := range variant.All() {
		set := v.Rules.Ruleset()
		for _, g := range ruleset.TogglesFor(&set) {
			delete(unused, keyInTable(g.Key))
			if textRules[keyInTable(g.Key)].name == "" || Label(g, &set) == "" {
				t.Errorf("%s: the rule %s has no label", v.ID, g.Key)
			}
			if len(strings.Fields(Sentence(g, &set))) < 3 || strings.HasPrefix(Label(g, &set), "…") {
				t.Errorf("%s: the rule %s has no sentence", v.ID, g.Key)
			}
			for _, value := range g.Values {
				if Value(g, value, &set) == "" {
					t.Errorf("%s: the rule %s has no word for %q", v.ID, g.Key, value)
				}
			}
			for value := range textRules[keyInTable(g.Key)].notes {
				if len(g.Values) > 0 && g.Set(&set, value) != nil {
					t.Errorf("%s: the rule %s has a note on %q, which it does not take", v.ID, g.Key, value)
				}
			}
			_ = g.Set(&set, g.Get(&set))
		}
	}
	for key := range unused {
		t.Errorf("there is no rule %s", key)
	}
}

// drawn are the rules that the page shows by diagrams.
var drawn = map[string]bool{"board": true, "diagonals": true, "kinds": true, "sides.flipped": true}

// TestEveryRuleIsTold asserts that changing a rule changes the rules page of some variant, so that no rule is
// missing.
func TestEveryRuleIsTold(t *testing.T) {
	told := map[string]bool{}
	for _, v := range variant.All() {
		base := v.Rules.Ruleset()
		before := Sentences(v.Rules)
		for _, g := range ruleset.TogglesFor(&base) {
			if key := keyInTable(g.Key); !told[key] {
				told[key] = slices.ContainsFunc(values(g, &base), func(value string) bool {
					set := v.Rules.Ruleset()
					if g.Set(&set, value) != nil {
						return false
					}
					r, err := rules.Compile(set)
					return err == nil && !slices.EqualFunc(Sentences(r), before,
						func(a, b panel.Part) bool { return a.Head == b.Head && a.Text == b.Text })
				})
			}
		}
	}
	for key, is := range told {
		if is == drawn[key] {
			t.Errorf("%s: told %v in the rules sheet", key, is)
		}
	}
}

// values returns possible values of a rule.
func values(g *ruleset.Toggle, set *ruleset.Ruleset) []string {
	if g.Takes == ruleset.TakesNumber {
		return []string{"0", "1", "2", "3"}
	}
	return append(slices.Clone(g.Choices(set)), "a1 a2")
}

// TestWordsOfValues asserts that each value of a rule has a readable text: on, off and signs of files are not
// shown.
func TestWordsOfValues(t *testing.T) {
	set := variant.All()[0].Rules.Ruleset()
	for _, g := range ruleset.Toggles() {
		for _, value := range g.Values {
			if text := Value(g, value, &set); strings.ContainsAny(text, "-=<") {
				t.Errorf("the rule %s says %q for %q", g.Key, text, value)
			}
		}
	}
}

// TestEveryFamilyHasDrawings asserts that the rules of games on lines have diagrams in every family, computed
// from the rules, and that every diagram marks something.
func TestEveryFamilyHasDrawings(t *testing.T) {
	for id, keys := range map[string][]string{
		"morris-9":     {"mill", "mill.protectMills", "fly"},
		"fox-geese-13": {"G.step.dirs", "F.step.lines", "F.leap.over", "F.leap.chain", "setup.G", "capture.compelled"},
		"fox-hounds":   {"behind.result"},
		"asalto":       {"goalFill", "goalFill.region", "setup.S"},
		"bagh-chal":    {"T.step.lines", "T.leap.over", "G.step.dirs"},
		"dablot-full":  {"s.step.dirs", "p.leap.over", "s.leap.chain"},
		"halatafl-old": {"capture.compelled"},
		"maharajah":    {"n.knight", "p.pawn", "q.replaces"},
	} {
		v, err := variant.Get(id)
		if err != nil {
			t.Fatal(err)
		}
		for _, key := range keys {
			if Example(v.Rules, key) == nil {
				t.Errorf("%s: %s is not drawn", id, key)
			}
		}
	}
	for _, v := range variant.All() {
		set := v.Rules.Ruleset()
		drawn := 0
		for _, g := range ruleset.TogglesFor(&set) {
			d := Example(v.Rules, g.Key)
			if d == nil {
				continue
			}
			drawn++
			if set.Lines != nil && len(d.Good)+len(d.Bad) == 0 {
				t.Errorf("%s: the drawing of %s points at nothing", v.ID, g.Key)
			}
		}
		t.Logf("%s: %d rules are drawn", v.ID, drawn)
		if drawn < 5 {
			t.Errorf("%s: only %d rules are drawn", v.ID, drawn)
		}
	}
}

// TestDrawingsFollowTheRule asserts that a diagram of a game on lines changes with the rule.
func TestDrawingsFollowTheRule(t *testing.T) {
	v, err := variant.Get("fox-geese-13")
	if err != nil {
		t.Fatal(err)
	}
	set := v.Rules.Ruleset()
	count := func(dirs string) int {
		if err := set.Set("G.step.dirs", dirs); err != nil {
			t.Fatal(err)
		}
		r, err := rules.Compile(set)
		if err != nil {
			t.Fatal(err)
		}
		return len(Example(r, "G.step.dirs").Good)
	}
	if all, forward := count("FSB"), count("F"); forward == 0 || all <= forward {
		t.Errorf("a goose that goes anywhere reaches %d points in the drawing, one that goes forward %d", all, forward)
	}
}

func TestTheCommonestPieceStandsForItsArmy(t *testing.T) {
	for id, want := range map[string][game.Sides]string{
		"brandubh-gorrion": {"man", "man"}, "berserk-11x11-tdiamondberserk": {"man", "man"},
		"bagh-chal":    {"goat", "tiger"},
		"fox-geese-13": {"goose", "fox"}, "maharajah": {"pawn", "maharajah"}, "len-choa": {"leopard", "tiger"},
		"asalto": {"soldier", "officer"},
	} {
		v, err := variant.Get(id)
		if err != nil {
			t.Fatal(err)
		}
		for side := range game.Side(game.Sides) {
			if k := Most(v.Rules, side); k.Name != want[side] || k.Side != side {
				t.Errorf("%s: a %s of the %s stands for the %s", id, k.Name, k.Side, side)
			}
		}
	}
}

// TestForcesAreCounted asserts that counts use the form of the noun for counts: angribere, not angriberne.
func TestForcesAreCounted(t *testing.T) {
	if err := tongue.Use("da"); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tongue.Use(tongue.English) }()
	v, err := variant.Get("brandubh-gorrion")
	if err != nil {
		t.Fatal(err)
	}
	want := "Først trækker angriberne. 8 angribere mod 4 forsvarere og deres konge."
	if got := Forces(v.Rules, v.Rules.Setup(), false); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestNamesAreBent asserts that names are inflected where the language requires it: a single piece has its
// article, and kinds with the same name have their side.
func TestNamesAreBent(t *testing.T) {
	defer func() { _ = tongue.Use(tongue.English) }()
	tests := []struct{ language, variant, want string }{
		{"da", "fox-geese-13", "Først trækker ræven. 13 gæs mod ræven."},
		{"sv", "fox-hounds", "Sidan ”räven”"},
		{"de", "ravspel", "Startfelder: Schafe"},
		{"de", "dablot-mini", "Startfelder: Stein (Sámi)"},
		{"da", "asalto-free", "Sættes før det første træk: 2 × officer."},
		{"da", "asalto", "En officer, der kan slå, skal gøre det."},
	}
	for _, x := range tests {
		if err := tongue.Use(x.language); err != nil {
			t.Fatal(err)
		}
		v, err := variant.Get(x.variant)
		if err != nil {
			t.Fatal(err)
		}
		said := Forces(v.Rules, v.Rules.Setup(), false)
		for _, p := range Sentences(v.Rules) {
			said += "\n" + p.Text
		}
		set := v.Rules.Ruleset()
		for _, g := range ruleset.TogglesFor(&set) {
			said += "\n" + Label(g, &set)
		}
		if !strings.Contains(said, x.want) {
			t.Errorf("%s, %s: nothing says %q in %s", x.language, x.variant, x.want, said)
		}
	}
}

// TestLabelsNameTheKind: the label of a rule names the kind if another kind has the same name.
func TestLabelsNameTheKind(t *testing.T) {
	named := 0
	for _, v := range variant.All() {
		set := v.Rules.Ruleset()
		for _, g := range ruleset.TogglesFor(&set) {
			r, letter := ruleOf(g.Key)
			if letter == "" || strings.Contains(r.name, "%s") {
				continue
			}
			kind := KindOf(&set, letter)
			twin := strings.Contains(kind, " ")
			if is := strings.HasPrefix(Label(g, &set), kind+": "); is != twin {
				t.Errorf("%s: the label of %s is %q, of the kind %q", v.ID, g.Key, Label(g, &set), kind)
			}
			if twin {
				named++
			}
		}
	}
	if named == 0 {
		t.Error("no variant has two kinds of one name")
	}
}
