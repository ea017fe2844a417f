package variant_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
	"tafl3d/game/variant"
)

// TestEncodeStatesOnlyWhatDiffers changes random rules of every built-in
// variant, writes the result and reads it back.
func TestEncodeStatesOnlyWhatDiffers(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 11))
	for _, parent := range variant.All() {
		if parent.Rules.Lines() {
			continue // see TestEncodeLines
		}
		for range 12 {
			set, ok := shaken(parent.Rules.Ruleset(), rnd)
			if !ok {
				continue
			}
			checkWritten(t, set, parent)
			checkWritten(t, set, nil)
		}
	}
}

func checkWritten(t *testing.T, set ruleset.Ruleset, parent *variant.Variant) {
	t.Helper()
	r, err := rules.Compile(set)
	if err != nil {
		t.Fatal(err)
	}
	v := &variant.Variant{ID: "my-own", Name: `My "own" \ game`, Summary: "Two\nlines", Rules: r}
	text := variant.Encode(v, parent)
	all, err := variant.Load(fstest.MapFS{"my-own.toml": {Data: text}}, variant.All()...)
	if err != nil || len(all) != 1 {
		t.Fatalf("%v\n%s", err, text)
	}
	if got := all[0].Rules.Ruleset(); !reflect.DeepEqual(got, set) {
		t.Fatalf("read back as\n%+v\nwas\n%+v\n%s", got, set, text)
	}
	if all[0].Name != v.Name || all[0].Summary != v.Summary {
		t.Errorf("%q %q", all[0].Name, all[0].Summary)
	}
	if parent == nil {
		return
	}
	if n := len(variant.Differences(set, parent.Rules.Ruleset())); n != len(all[0].Differs) {
		t.Errorf("%d rules differ, the file sets %d\n%s", n, len(all[0].Differs), text)
	}
	if strings.Contains(string(text), "board =") {
		t.Errorf("the board is the parent's\n%s", text)
	}
}

// shaken returns set with some rules changed, if they go together.
func shaken(set ruleset.Ruleset, rnd *rand.Rand) (ruleset.Ruleset, bool) {
	toggles := ruleset.Toggles()
	for range 1 + rnd.IntN(8) {
		tg := toggles[rnd.IntN(len(toggles))]
		value := fmt.Sprint(2 + rnd.IntN(5))
		switch {
		case len(tg.Values) > 0:
			value = tg.Values[rnd.IntN(len(tg.Values))]
		case tg.Form == "a set of the letters a, d, k":
			value = []string{"", "a", "dk", "adk"}[rnd.IntN(4)]
		case tg.Form == "a list of throne, corner, camp":
			value = []string{"", "throne", "corner,camp"}[rnd.IntN(3)]
		case !strings.HasPrefix(tg.Form, "a number"):
			value = "none"
		}
		if err := tg.Set(&set, value); err != nil {
			return set, false
		}
	}
	_, err := rules.Compile(set)
	return set, err == nil
}

func TestIDFor(t *testing.T) {
	for name, want := range map[string]string{"My Tablut!": "my-tablut", "  9x9 ": "9x9", "…": "",
		"Þorr": "thorr", "Skåk Ärlig Östen": "skak-arlig-osten", "Æsir og Øð": "aesir-og-od",
		"A\u030angstrom": "angstrom", "Straße": "strasse",
		"../../etc/passwd": "etc-passwd", "CON": "v-con", "Com1": "v-com1", "тавлеи": "vb340ad76", "a\x00b": "a-b"} {
		if got := variant.IDFor(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

func TestParse(t *testing.T) {
	v, err := variant.Parse("own.toml", []byte("id = \"own\"\nname = \"Own\"\nextends = \"brandubh-gorrion\"\n"),
		variant.All()...)
	if err != nil || v.File != "own.toml" || v.Rules.Board().Size() != 7 {
		t.Fatal(v, err)
	}
	for text, want := range map[string]string{
		"id = \"own\"\nname = \"Own\"\nextends = \"nothing-like-it\"\n": "own.toml:3: extends:",
		"colour = \"red\"\n": "own.toml:1: colour:",
		"id = \"own\"\nname = \"Own\"\n[rules]\nescape = \"corner\"\nextends = 3\n": "own.toml:5: extends:",
	} {
		if _, err := variant.Parse("own.toml", []byte(text), variant.All()...); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}
