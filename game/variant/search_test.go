package variant

import (
	"strings"
	"testing"
)

// TestNear: a mistyped name suggests names that differ by a slip or two, and no others.
func TestNear(t *testing.T) {
	var ids []string
	for _, v := range All() {
		ids = append(ids, v.ID)
	}
	for _, c := range []struct {
		name string
		all  []string
		want string
	}{
		{"pertf", []string{"perft", "bench"}, "perft"}, // two neighbours exchanged
		{"fin", []string{"fine", "fox"}, "fine"},
		{"ver", []string{"version", "server"}, "version server"},
		{"v", []string{"version", "serve"}, "version"},
		{"nope", ids, ""},
		{"chess", ids, ""},
		{"xx", ids, ""},
		{"brandubh-gorion", ids, "brandubh-gorrion"},
		{"Brandubh-Gorrion", ids, "brandubh-gorrion"},
	} {
		if got := strings.Join(Near(c.name, c.all), " "); got != c.want {
			t.Errorf("%q: %q, want %q", c.name, got, c.want)
		}
	}
	if _, err := Get("nope"); err == nil || err.Error() != "unknown variant \"nope\"; list all with `tafl variants`" {
		t.Error(err)
	}
}

// Games are found by what people type, and a mistyped name by what is near.
func TestSearch(t *testing.T) {
	none := func(*Variant) string { return "" }
	for _, c := range []struct {
		text, first string
		named       bool
	}{
		{"hnefatafl", "copenhagen-11x11-tdiamond", true},
		{"Hnefatafl Copenhagen", "copenhagen-11x11-tdiamond", true},
		{"tawlbwrdd", "", true},
		{"fidchell", "fithcheall-7x7", true},
		{"bagh-chal", "bagh-chal", true},
		{"baghchal", "bagh-chal", true},
		{"Bagh Chal", "bagh-chal", true},
		{"alea", "alea-evangelii-19x19", true},
		{"nine mens", "morris-9", true},
		{"11x11 total", "total-11x11-tdiamond", true},
		{"copenhagan", "", false},
		{"brandub", "brandubh-gorrion", true},
		{"brendubh", "brandubh-gorrion", false},
		{"xyzzy", "", false},
		{"hnefetafl", "copenhagen-11x11-tdiamond", false},
		{"norse chess", "copenhagen-11x11-tdiamond", true},
		{"viking chess", "copenhagen-11x11-tdiamond", true},
		{"vikign chess", "copenhagen-11x11-tdiamond", false},
		{"checkers", "fox-hounds", true},
		{"ard ri", "ardri-7x7", true},
		{"mühle", "morris-9", true},
		{"tablut", "linnaean-9x9-tcross-w", true},
	} {
		found, named := Search(c.text, All(), none)
		if named != c.named || c.first != "" && (len(found) == 0 || found[0].ID != c.first) {
			t.Errorf("%q: %v, %d found", c.text, named, len(found))
			for _, v := range found {
				t.Log(v.ID)
			}
		}
	}
	if found, _ := Search("copenhagan", All(), none); len(found) == 0 || found[0].Group != "Copenhagen" {
		t.Errorf("copenhagan: %v", found)
	}
	if found, _ := Search(" ", All(), none); len(found) != len(All()) {
		t.Error("nothing does not find all")
	}
	if _, err := Get("copenhagan"); err == nil ||
		err.Error() != `unknown variant "copenhagan"; did you mean `+
			`copenhagen-11x11-tdiamond, copenhagen-2015, copenhagen-wtf?` {
		t.Error(err)
	}
	if _, err := Get("fidchell"); err == nil ||
		err.Error() != `unknown variant "fidchell"; did you mean fithcheall-7x7?` {
		t.Error(err)
	}
}
