package eval

import (
	"bytes"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
)

// TestParamsRoundTrip: what is written is read back, and is what the engine
// has built in.
func TestParamsRoundTrip(t *testing.T) {
	var b bytes.Buffer
	if err := Defaults().Write(&b); err != nil {
		t.Fatal(err)
	}
	p := blank()
	if err := p.overlay(b.Bytes(), true); err != nil {
		t.Fatal(err)
	}
	want := Defaults()
	for i, s := range p.Sets() {
		for j, v := range s.Values {
			if w := want.Sets()[i].Values[j]; math.Abs(v-w) > 0.005 {
				t.Errorf("%s, weight %d: %v, want %v", s.Name, j, v, w)
			}
		}
	}
}

// TestParamsAreCopies: changing what Defaults returns changes nobody else's.
func TestParamsAreCopies(t *testing.T) {
	p := Defaults()
	if err := p.Scale("rim", 3); err != nil {
		t.Fatal(err)
	}
	if q := Defaults(); q.Corner.Row("rim")[0]*3 != p.Corner.Row("rim")[0] {
		t.Errorf("%v and %v", p.Corner.Row("rim"), q.Corner.Row("rim"))
	}
	if err := p.Scale("edge.room", 0); err != nil || p.Edge.Row("room")[0] != 0 || p.Corner.Row("room")[0] == 0 {
		t.Errorf("%v: %v, %v", err, p.Edge.Row("room"), p.Corner.Row("room"))
	}
	if err := p.Scale("lava", 2); err == nil || !strings.Contains(err.Error(), `"lava"`) {
		t.Error(err)
	}
}

func TestReadParams(t *testing.T) {
	p, err := ReadParams([]byte("[small]\nrim = 7.5\nescape = [1, 2]\n"))
	if err != nil {
		t.Fatal(err)
	}
	if p.Small.Row("rim")[0] != 7.5 || p.Small.Row("escape")[1] != 2 ||
		p.Small.Row("room")[0] != Defaults().Small.Row("room")[0] {
		t.Errorf("%+v", p.Small)
	}
	for text, want := range map[string]string{
		"[lava]\nrim = 1":          "[lava]",
		"[edge]\nlava = 1":         "edge.lava: there is no such term",
		"[edge]\nrim = 'x'":        "edge.rim: 'x' is not a number",
		"[edge]\nescape = [1]":     "edge.escape: 1 numbers, it takes 2",
		"[edge]\nrim = nan":        "edge.rim: NaN is not between",
		"[edge]\nescape = [1,1e9]": "edge.escape: 1e+09 is not between",
		"[edge\n":                  "line 1: write [section]",
		"rim = 1":                  "line 1: write [section]",
		"[edge]\nrim = 1\nrim = 2": "line 3: edge.rim is set twice",
		"[edge]\nescape = [1 2]":   "edge.escape: 1 2 is not a number",
	} {
		if _, err := ReadParams([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// TestTermsAreExplained: a file of weights explains every term, and no other.
func TestTermsAreExplained(t *testing.T) {
	left := maps.Clone(termDocs)
	for _, term := range slices.Concat(TaflTerms, FieldTerms) {
		if left[term.Name] == "" {
			t.Errorf("termDocs lacks %s, or two terms have this name", term.Name)
		}
		delete(left, term.Name)
	}
	for name := range left {
		t.Errorf("termDocs explains %s, which is no term", name)
	}
}
