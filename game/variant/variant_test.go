package variant_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"tafl3d/game"
	"tafl3d/game/ruleset"
	"tafl3d/game/variant"
)

func TestCatalogue(t *testing.T) {
	all := variant.All()
	if len(all) < 102 {
		t.Errorf("%d variants, there were 102", len(all))
	}
	for _, v := range all {
		t.Run(v.ID, func(t *testing.T) { checkVariant(t, v, all) })
	}
}

// checkVariant looks at the words of a variant, and that it sets only what
// differs from its parent.
func checkVariant(t *testing.T, v *variant.Variant, all []*variant.Variant) {
	if !slices.Contains(variant.Families, v.Family) || v.Group == "" || v.Certainty == "" || v.Sources == "" {
		t.Errorf("family %q, group %q, certainty %q, sources %q", v.Family, v.Group, v.Certainty, v.Sources)
	}
	if n := len([]rune(v.Name)); n < 5 || n > 36 {
		t.Errorf("the name %q has %d characters", v.Name, n)
	}
	if n := len([]rune(v.Summary)); n < 20 || n > 110 || strings.Contains(v.Summary, "\n") ||
		!strings.HasSuffix(v.Summary, ".") {
		t.Errorf("the summary %q has %d characters", v.Summary, n)
	}
	lines := strings.Split(v.Description, "\n")
	if len(lines) < 2 || len(lines) > 5 {
		t.Errorf("the description has %d lines", len(lines))
	}
	for _, line := range lines {
		if len([]rune(line)) > 120 {
			t.Errorf("too wide: %q", line)
		}
	}
	if !strings.Contains(v.Description, "begin") {
		t.Error("the description does not say who begins")
	}
	base := ruleset.Linnaean()
	if v.Family != "tafl" {
		base = ruleset.LineGame()
	}
	for _, p := range all {
		if p.ID == v.Extends {
			base = p.Rules.Ruleset()
		}
	}
	set := v.Rules.Ruleset()
	for _, key := range v.Differs {
		now, old := ruleset.ToggleOf(&set, key), ruleset.ToggleOf(&base, key)
		if now == nil || old != nil && old.Get(&base) == now.Get(&set) {
			t.Errorf("%s is no rule, or what it is already", key)
		}
	}
}

// TestUncertain wants plain words wherever the rules or the set-up are not
// firm.
func TestUncertain(t *testing.T) {
	said := regexp.MustCompile(`Conjecture:|Uncertain:|Reconstruction:|Secondary source:|Invented layout:|[Pp]artly ` +
		`interpreted|leaves some ends open|not confirmed|exact places are not`)
	doubt := regexp.MustCompile(
		`assumed|reconstructed|invented|unverified|uncertain|unknown|conflict|secondary|doubtful|derived|inferred|interpreted|unspecified`)
	n := 0
	for _, v := range variant.All() {
		if !doubt.MatchString(v.Certainty) {
			continue
		}
		n++
		if !said.MatchString(v.Description) {
			t.Errorf("%s is %q, its description does not say so: %s", v.ID, v.Certainty, v.Description)
		}
	}
	if n < 15 {
		t.Errorf("only %d variants are uncertain", n)
	}
}

func TestChains(t *testing.T) {
	parent := map[string]string{}
	for _, v := range variant.All() {
		parent[v.ID] = v.Extends
	}
	for id := range parent {
		n := 0
		for p := parent[id]; p != ""; p = parent[p] {
			n++
		}
		if n > 3 {
			t.Errorf("%s stands on %d others", id, n)
		}
	}
}

func TestMenuOrder(t *testing.T) {
	names := map[string]string{}
	var groups []string
	var last *variant.Variant
	for _, v := range variant.All() {
		if id := names[v.Name]; id != "" {
			t.Errorf("%s and %s are both called %q", id, v.ID, v.Name)
		}
		names[v.Name] = v.ID
		if len(groups) == 0 || groups[len(groups)-1] != v.Group {
			if slices.Contains(groups, v.Group) {
				t.Errorf("the group %q is in two parts", v.Group)
			}
			groups = append(groups, v.Group)
		} else if last.Rules.Board().Squares() > v.Rules.Board().Squares() {
			t.Errorf("%s stands before the smaller %s", last.ID, v.ID)
		}
		last = v
	}
	if groups[0] != "Small boards" || !slices.Contains(groups, "Simple") {
		t.Errorf("groups in the order %v", groups)
	}
}

func TestGetSuggests(t *testing.T) {
	_, err := variant.Get("brandub-gorion")
	if err == nil || !strings.Contains(err.Error(), "did you mean brandubh-gorrion") {
		t.Errorf("got %v", err)
	}
}

const (
	fine = "id = \"fine\"\nname = \"Fine\"\nboard = \"\"\"\n. . t . .\n. . T . .\nt T K T t\n. . T . .\n. . t . " +
		".\n\"\"\"\n"
	child = "id = \"child\"\nname = \"Child\"\nextends = \"fine\"\n"
)

// TestFaults breaks one file after another. Every fault names file, line and
// key, says what to do, and leaves the sound file alone.
func TestFaults(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"unknown key", child + "colour = \"red\"\n", `bad.toml:4: colour: unknown key; use one of id, name, also,`},
		{"unknown rule", child + "[rules]\n\"king.captur\" = \"enclosed\"\n",
			`bad.toml:5: king.captur: unknown rule; did you mean king.capture`},
		{"rule like no other", child + "[rules]\nwizardry = true\n",
			`bad.toml:5: wizardry: unknown rule; docs/rulesets.md lists all rules`},
		{"wrong word", child + "[rules]\n\"king.capture\" = \"often\"\n",
			`bad.toml:5: king.capture: "often" is not one of custodial, near-throne`},
		{"wrong number", child + "[rules]\n\"steps.king\" = -1\n",
			`bad.toml:5: steps.king: "-1" is not a number from 0 to 999`},
		{"wrong kind", child + "[rules]\nfirst = [1]\n",
			`bad.toml:5: first: must be a word in quotes, a number, true or false`},
		{"name is a number", "id = \"child\"\nname = 7\n", `bad.toml:2: name: must be text in quotes`},
		{"no name", "id = \"child\"\nextends = \"fine\"\n", `bad.toml:1: name: every variant needs a name`},
		{"empty name", "id = \"child\"\nname = \"\"\n", `bad.toml:2: name: every variant needs a name`},
		{"bad id", "name = \"C\"\nid = \"A b\"\nextends = \"fine\"\n",
			`bad.toml:2: id: "A b" must be words of a-z and 0-9`},
		{"other table", child + "[board]\nx = 1\n", `bad.toml:4: board: the only table allowed is [rules]`},
		{"set twice", child + "[rules]\nchain = \"off\"\nchain = \"optional\"\n",
			`bad.toml:6: chain: set twice; remove one`},
		{"missing parent", "id = \"child\"\nname = \"C\"\nextends = \"fin\"\n",
			`bad.toml:3: extends: unknown variant "fin"; did you mean fine?`},
		{"parent like no other", "id = \"child\"\nname = \"C\"\nextends = \"qwertyuiop\"\n",
			`bad.toml:3: extends: unknown variant "qwertyuiop"; `},
		{"cycle", "id = \"child\"\nname = \"C\"\nextends = \"child\"\n",
			`bad.toml:3: extends: child extends itself through child; remove extends from one of them`},
		{"duplicate id", "name = \"C\"\nid = \"fine\"\n",
			`bad.toml:2: id: "fine" is already used by a.toml; choose another`},
		{"syntax", child + "[rules]\nchain = \n", `bad.toml:5: `},
		{"quote left open", "id = \"child\"\nname = \"C\nextends = \"fine\"\n", `bad.toml:2: `},
		{"no board", "id = \"child\"\nname = \"C\"\n",
			`bad.toml:1: board: no board here or in a parent; draw it`},
		{"empty board", child + "board = \"\"\n", `bad.toml:4: board: the board is empty; draw it`},
		{"bad letter", child + "board = \"\"\"\n. . .\n. K x\n. . .\n\"\"\"\n",
			`bad.toml:4: board: line 6, column 3: 'x' is not a board symbol; use .tcTNK`},
		{"bad row", child + "board = \"\"\"\n. t . . .\n. . K . .\n\n. . . .\n. . . . .\n. . . . .\n\"\"\"\n",
			`bad.toml:4: board: line 8: the row has 4 squares, but the board has 5 rows`},
		{"even board", child + "board = \"\"\"\nt . . .\n. . K .\n. . . .\n. . . .\n\"\"\"\n", `bad.toml:4: rows: `},
		{"two kings", child + "board = \"\"\"\nt . . . .\n. . K . .\n. . K . .\n. . . . .\n. . . . .\n\"\"\"\n",
			`bad.toml:4: `},
		{"contradiction", child + "[rules]\nchain = \"optional\"\nescape = \"corner\"\n",
			`bad.toml:6: escape: the king must reach a corner, but corner is none`},
		{"off the board", child + "[rules]\nthrone = \"k9\"\n", `bad.toml:5: throne: k9 is not on a board of 5 by 5`},
	} {
		t.Run(c.name, func(t *testing.T) {
			all, err := variant.Load(fstest.MapFS{"a.toml": file(fine), "bad.toml": file(c.text)})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
			if len(all) != 1 || all[0].ID != "fine" {
				t.Errorf("%d variants loaded, want the sound one", len(all))
			}
		})
	}
}

func file(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }

// TestFaultsTogether finds all faults of a folder, and says of a child whose
// parent is broken which file to mend.
func TestFaultsTogether(t *testing.T) {
	all, err := variant.Load(fstest.MapFS{
		"a.toml": file(fine),
		"b.toml": file("id = \"mid\"\nname = \"M\"\nextends = \"fine\"\nnonsense = 1\n[rules]\nchain = \"often\"\n"),
		"c.toml": file("id = \"leaf\"\nname = \"L\"\nextends = \"mid\"\n"),
		"d.toml": file("id = \"one\"\nname = \"1\"\nextends = \"two\"\n"),
		"e.toml": file("id = \"two\"\nname = \"2\"\nextends = \"one\"\n"),
	})
	for _, want := range []string{"b.toml:4: nonsense:", "b.toml:6: chain:",
		`c.toml:3: extends: "mid" has errors; fix b.toml first`,
		"d.toml:3: extends: one extends itself through one, two", "e.toml:3: extends: two extends itself"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in\n%v", want, err)
		}
	}
	if len(all) != 1 {
		t.Errorf("%d variants, want one", len(all))
	}
}

// TestOwnFiles loads a folder that builds on the catalogue.
func TestOwnFiles(t *testing.T) {
	all, err := variant.Load(fstest.MapFS{
		"mine.toml": file("id = \"mine\"\nname = \"My game\"\nextends = " +
			"\"copenhagen-11x11-tdiamond\"\n[rules]\n\"steps.king\" = 3\nshieldwall = false\n"),
		"theirs.toml": file("id = \"copenhagen-11x11-tdiamond\"\nname = \"Better\"\n"),
		"typo.toml":   file("id = \"typo\"\nname = \"T\"\nextends = \"copenhagn-wtf\"\n"),
	}, variant.All()...)
	if len(all) != 1 || all[0].ID != "mine" {
		t.Fatalf("%d variants, %v", len(all), err)
	}
	set := all[0].Rules.Ruleset()
	if set.Steps[2] != 3 || set.Shieldwall || set.ExitFort != ruleset.ExitFortSurvive ||
		all[0].Rules.Board().Size() != 11 {
		t.Errorf("got %+v", set)
	}
	for _, want := range []string{`theirs.toml:1: id: "copenhagen-11x11-tdiamond" is a built-in variant; choose another`, `typo.toml:3: extends: unknown variant "copenhagn-wtf"; did you mean copenhagen-wtf`} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in\n%v", want, err)
		}
	}
}

func TestBoards(t *testing.T) {
	all := variant.Boards()
	if len(all) < 6 || len(variant.BoardsFor(13)) != 2 || len(variant.BoardsFor(9)) != 0 {
		t.Fatalf("%d boards, %d of 13", len(all), len(variant.BoardsFor(13)))
	}
	for _, b := range all {
		if b.Name == "" || b.Description == "" || b.Certainty == "" || b.Sources == "" || len(b.Marks) < 5 {
			t.Errorf("%s: %+v", b.ID, b)
		}
		for _, v := range variant.All() {
			if v.Rules.Board().Size() == b.Size {
				for _, m := range b.Marks {
					if int(m.At) >= v.Rules.Board().Squares() {
						t.Errorf("%s: mark %d is not on a board of %s", b.ID, m.At, v.ID)
					}
				}
			}
		}
	}
}

// TestTrondheim reads the marks of one board by name.
func TestTrondheim(t *testing.T) {
	grid, err := game.NewGrid(11)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]variant.Sign{}
	for _, m := range variant.BoardsFor(11)[0].Marks {
		got[grid.Name(m.At)] = m.Sign
	}
	for name, sign := range map[string]variant.Sign{"f6": variant.Centre, "b6": variant.Cross, "c6": variant.Cross,
		"i6": variant.Cross,
		"j6": variant.Cross, "f2": variant.Cross, "f3": variant.Cross, "f9": variant.Supplied,
		"f10": variant.Supplied} {
		if got[name] != sign {
			t.Errorf("%s carries %q, want %q", name, got[name], sign)
		}
	}
	if len(got) != 9 {
		t.Errorf("%d marks, want nine", len(got))
	}
}

func TestBoardFaults(t *testing.T) {
	sound := file(strings.ReplaceAll("id = \"sound\"\nname = \"Sound\"\nboard = \"\"\"\nR\nR\nR\nR\nR\n\"\"\"\n", "R",
		". . # . ."))
	for _, c := range []struct{ text, want string }{
		{"id = \"x\"\nname = \"X\"\nsize = 3\n", "bad.toml:3: size: unknown key; there are id, name"},
		{"id = \"x\"\nname = \"X\"\nboard = \"\"\"\n. . .\n. T .\n. . .\n\"\"\"\n",
			"bad.toml:3: board: line 5, column 2: 'T' is not a board symbol"},
		{"id = \"x\"\nname = \"X\"\nboard = \"\"\"\n. . .\n. .\n. . .\n\"\"\"\n",
			"bad.toml:3: board: line 5: the row has 2 squares"},
		{"id = \"x\"\nname = \"X\"\n", "bad.toml:1: board: draw it"},
		{"id = \"x\"\nname = 3\n", "bad.toml:2: name: must be text"},
		{"id = \"x y\"\nname = \"X\"\n", "bad.toml:1: id: \"x y\" must be"},
		{"id = \"x\"\nboard = \"\"\"\n. . . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . .\n\"\"\"\n",
			"bad.toml:1: name: every board needs one"},
		{"id = \"x\"\n[marks]\na = 1\n", "bad.toml:2: marks: tables are not allowed here"},
		{"id = \"sound\"\nname = \"X\"\nboard = \"\"\"\n. . . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . " +
			".\n\"\"\"\n", "bad.toml:1: id: \"sound\" is already used by a.toml"},
	} {
		all, err := variant.LoadBoards(fstest.MapFS{"a.toml": sound, "bad.toml": file(c.text)})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got  %v\nwant %s", err, c.want)
		}
		if len(all) != 1 || all[0].Size != 5 || len(all[0].Marks) != 5 {
			t.Errorf("the sound board was not read")
		}
	}
}
