package variant_test

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
	"tafl3d/game/variant"
)

// TestEncodeLines changes rules of the other families, writes the result as a
// file and reads it back.
func TestEncodeLines(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 9))
	for _, parent := range variant.All() {
		if !parent.Rules.Lines() {
			continue
		}
		for range 8 {
			set := parent.Rules.Ruleset()
			for range rnd.IntN(6) {
				toggles := ruleset.TogglesFor(&set)
				tg := toggles[rnd.IntN(len(toggles))]
				value := "2"
				if len(tg.Values) > 0 {
					value = tg.Values[rnd.IntN(len(tg.Values))]
				}
				_ = tg.Set(&set, value)
			}
			r, err := rules.Compile(set)
			if err != nil {
				continue
			}
			v := &variant.Variant{ID: "my-own", Name: "My own", Family: parent.Family, Rules: r}
			for _, from := range []*variant.Variant{parent, nil} {
				text := variant.Encode(v, from)
				all, err := variant.Load(fstest.MapFS{"my-own.toml": {Data: text}}, variant.All()...)
				if err != nil || len(all) != 1 {
					t.Fatalf("%v\n%s", err, text)
				}
				if got := all[0].Rules.Ruleset(); !reflect.DeepEqual(got, set) {
					t.Fatalf("read back as\n%+v\nwas\n%+v\n%s", got.Lines, set.Lines, text)
				}
			}
		}
	}
}

// TestLineFaults breaks files of the other families.
func TestLineFaults(t *testing.T) {
	head := "id = \"own\"\nname = \"Own\"\nfamily = \"fox\"\nextends = \"fox-geese-13\"\n[rules]\n"
	for _, c := range []struct{ text, want string }{
		{head + "\"G.step.line\" = \"o\"\n", "bad.toml:6: G.step.line: unknown rule; did you mean G.step.lines"},
		{head + "\"X.rank\" = 2\n", "bad.toml:6: X.rank: unknown rule; did you mean G.rank"},
		{head + "\"G.step.lines\" = \"q\"\n", `bad.toml:6: G.step.lines: "q" is not a set of the letters o, d, x`},
		{head + "kinds = \"GG F\"\n", `bad.toml:6: kinds: "GG" is not a single letter`},
		{head + "\"setup.F\" = \"d4 z9\"\n", `bad.toml:6: setup.F: "z9" is not a point on the board`},
		{head + "\"setup.F\" = \"c1\"\n", `bad.toml:6: setup.F: c1 is occupied`},
		{head + "board = \"cross34\"\n", `bad.toml:6: board: unknown board "cross34"`},
		{head + "\"behind.result\" = \"win\"\n", "bad.toml:6: behind.result: goose may step backward"},
		{head + "\"capture.compelled\" = \"Q\"\n", `bad.toml:6: capture.compelled: unknown kind of piece: "Q"`},
		{head + "check = true\n", "bad.toml:6: check: no piece captures by moving"},
		{head + "royalLost = true\n", "bad.toml:6: royalLost: A has no royal piece"},
		{head + "prephase = \"G\"\n", ""},
		{"id = \"own\"\nname = \"Own\"\nfamily = \"fox\"\nextends = \"brandubh-gorrion\"\n",
			"bad.toml:4: extends: brandubh-gorrion is a tafl game"},
		{"id = \"own\"\nname = \"Own\"\nfamily = \"tafl\"\nextends = \"fox-geese-13\"\n",
			"bad.toml:4: extends: fox-geese-13 is not a tafl game"},
		{"id = \"own\"\nname = \"Own\"\nextends = \"fox-geese-13\"\n[rules]\nfirst = \"A\"\n", ""},
		{"id = \"own\"\nname = \"Own\"\nfamily = \"chess\"\n", `bad.toml:3: family: unknown family "chess"`},
		{"id = \"own\"\nname = \"Own\"\nfamily = \"fox\"\n[rules]\nboard = \"cross33\"\n",
			"bad.toml:1: kinds: add at least one kind"},
	} {
		all, err := variant.Load(fstest.MapFS{"bad.toml": file(c.text)}, variant.All()...)
		switch {
		case c.want == "" && (err != nil || len(all) != 1):
			t.Errorf("%s\n%v", c.text, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s\ngot  %v\nwant %s", c.text, err, c.want)
		}
	}
}

// TestOwnBoard reads a game on a board that the file itself lists.
func TestOwnBoard(t *testing.T) {
	text := "id = \"picaria\"\nname = \"Own board\"\nfamily = \"morris\"\n[rules]\nboard = \"o: a1-b1-c1 a2-b2-c2 " +
		"a3-b3-c3 a1-a2-a3 b1-b2-b3 c1-c2-c3 d: a1-b2-c3 a3-b2-c1\"\n" +
		"kinds = \"W B\"\n\"B.side\" = \"B\"\n\"hands.A.W\" = 3\n\"hands.B.B\" = 3\nmill = \"od\"\n\"minPieces.A\" = " +
		"3\n\"minPieces.B\" = 3\n"
	all, err := variant.Load(fstest.MapFS{"picaria.toml": file(text)})
	if err != nil || len(all) != 1 {
		t.Fatal(err)
	}
	p := all[0].Rules.Start()
	if n := rules.Perft(&p, 2); n != 72 {
		t.Errorf("%d ways to begin, want 9 times 8", n)
	}
}
