package record

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"tafl3d/game"
	"tafl3d/game/tree"
	"tafl3d/game/variant"
)

// counts returns how many moves each game of a text has.
func counts(t *testing.T, text string, opt Options) (list []int) {
	t.Helper()
	games, err := Read(text, opt)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range games {
		n := 0
		for range g.Root.Line() {
			n++
		}
		list = append(list, n)
	}
	return list
}

// TestListsOfLines: a numbered list is one game however its lines are broken, and ends where the next begins.
func TestListsOfLines(t *testing.T) {
	brandubh := Options{Variant: get(t, "brandubh-gorrion")}
	for _, c := range []struct {
		name, text string
		want       []int
	}{
		{"one pair a line", "1. d6-f6 d5-f5\n2. d7-e7 c4-c6\n3. f6-f7\n", []int{5}},
		{"a blank line", "1. d6-f6 d5-f5\n2. d7-e7 c4-c6\n\n1. d6-c6 d5-f5\n2. d7-e7\n", []int{4, 3}},
		{"number 1 again", "1. d6-f6 d5-f5\n2. d7-e7 c4-c6\n1. d6-c6 d5-f5\n2. d7-e7\n", []int{4, 3}},
		{"a result", "1. d6-f6 d5-f5\n2. d7-e7 resigned\n1. d6-c6\n", []int{3, 1}},
		{"wrapped anywhere", "1. d6-f6\nd5-f5 2.\nd7-e7 c4-c6 3. f6-f7", []int{5}},
		{"no number on the first line", "d6-f6 d5-f5\n2. d7-e7 c4-c6\n", []int{4}},
		{"a game a line", "d6-f6 d5-f5 2. d7-e7\nd6-c6\nd6-c6 d5-f5\n", []int{3, 1, 2}},
		{"a game a line, numbered", "1. d6-f6 d5-f5 2. d7-e7\n1. d6-c6\n", []int{3, 1}},
		{"tables", "d6-f6 d5-f5,0,0,Black\nd6-c6,0,0,White\n", []int{2, 1}},
		{"tags behind it", "1. d6-f6 d5-f5\n2. d7-e7\n[Variant \"brandubh-gorrion\"]\n\n1. d6-c6\n", []int{3, 1}},
		{"commas and printed dashes", "1. d6–f6, d5—f5, 2. d7-e7\n", []int{3}},
		{"no dashes", "1. d6f6 d5f5 2. d7e7", []int{3}},
		{"dots apart from the number", "1. d6-f6 1. ... d5-f5 2. d7-e7 2. … c4-c6", []int{4}},
	} {
		if got := counts(t, c.text, brandubh); !slices.Equal(got, c.want) {
			t.Errorf("%s: games of %v moves, want %v", c.name, got, c.want)
		}
	}
	if games, err := Read("1. d6-f6 d5-f5\n2. d7-e7 a1-a2\n\n1. d6-c6\n", brandubh); len(games) != 1 || err == nil ||
		!strings.HasPrefix(err.Error(), "line 2, column 10: ") {
		t.Errorf("%d games, %v", len(games), err)
	}
}

// TestPGN reads games as tafl sites and people write them in the format of chess programs.
func TestPGN(t *testing.T) {
	copenhagen := Options{Variant: get(t, "copenhagen-11x11-tdiamond")}
	g := one(t, "[Event \"T\"]\n[Site \"playtafl.com\"]\n[Date \"2026.04.25\"]\n\n1. h1h3 f8i8 2. h3h2\n", copenhagen)
	if g.Tag(tree.TagDate) != "2026-04-25" || g.Root.Last().Text != "h3-h2" {
		t.Errorf("date %q, last move %s", g.Tag(tree.TagDate), g.Root.Last().Text)
	}
	text := "[White \"Ann\"]\n[Black \"Bo\"]\n[Result \"1-0\"]\n\n" +
		"1. h1-h3 $1 f8-i8 {why} ; to the end\n2. h3-h2 $6 $14 1-0\n"
	g = one(t, text, copenhagen)
	switch first := g.Root.Main(); {
	case g.Tag(tree.TagDefenders) != "Ann" || g.Tag(tree.TagAttackers) != "Bo":
		t.Errorf("%s against %s", g.Tag(tree.TagAttackers), g.Tag(tree.TagDefenders))
	case g.Outcome != game.Won(game.Defenders, game.Resigned):
		t.Errorf("ended as %+v", g.Outcome)
	case !slices.Equal(first.Signs, []tree.Sign{tree.Good}) || first.Main().Comment != "why\nto the end":
		t.Errorf("signs %v, comment %q", first.Signs, first.Main().Comment)
	}
	if g := one(t, "[White \"Ann\"]\n\n1. d4-d5 *\n", Options{Variant: get(t, "fox-geese-13")}); g.Outcome.Over() {
		t.Errorf("over: %+v", g.Outcome)
	}
	const second = "[Variant \"brandubh-gorrion\"]\n[Start \"3t3/7/3t3/ttTKTtt/7/3t3/3t3 d\"]\n\n"
	for _, text := range []string{"1. ... c4-c5 2. d7-c7", "1... c4-c5 2. d7-c7", "1. … c4-c5 2. d7-c7 *",
		"1. .. c4-c5 (1. ... c4-c6 {x}) 2. d7-c7", "1… c4-c5 2. d7-c7", "1. ...c4-c5 2. d7-c7",
		"1.\n...\nc4-c5 2.d7-c7"} {
		if g := one(t, second+text+"\n", Options{}); g.Root.Last().Text != "d7-c7" {
			t.Errorf("%s ends with %s", text, g.Root.Last().Text)
		}
	}
	if _, err := Read("[Event \"x\"]\n\n1. h1-h3 f8-i8 2. h3-h2\n", Options{}); !errors.Is(err, ErrNoVariant) ||
		!strings.Contains(err.Error(), "copenhagen-11x11-tdiamond") {
		t.Errorf("without a variant: %v", err)
	}
}

// TestPGNRoundTrip writes games as PGN and reads them back.
func TestPGNRoundTrip(t *testing.T) {
	for _, text := range []string{
		"[Variant \"brandubh-gorrion\"]\n[Attackers \"Bo\"]\n[Defenders \"Ann\"]\n[Date \"2026-04\"]\n" +
			"[Result \"attackers\"]\n[End \"time\"]\n\n1. d6-f6! d5-f5 ( d5-e5 {other} ) 2. d7-e7??\n",
		"[Variant \"brandubh-gorrion\"]\n[Start \"3t3/7/3t3/ttTKTtt/7/3t3/3t3 d\"]\n\n1. c4-c5 d7-c7\n",
		"[Variant \"bagh-chal\"]\n\n1. @c3 a1-a2\n",
	} {
		g := one(t, text, Options{})
		pgn := PGN(g)
		back := one(t, pgn, Options{})
		if !slices.Equal(slices.Sorted(strings.Lines(Text(back))), slices.Sorted(strings.Lines(Text(g)))) {
			t.Errorf("%s\nwritten\n%s\nread back\n%s", Text(g), pgn, Text(back))
		}
	}
}

// TestSite reads a game of hnefatafl.org.
func TestSite(t *testing.T) {
	const text = `{"id":5,"attackers":"ann","defenders":"bo","dim":11,"start":"/3ttttt3/5t5/11/t4T4t/t3TTT3t/` +
		`tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/","moves":"d1-d3 f4-d4 h1-h3 h6-h9","rated":true}`
	g := one(t, text, Options{})
	if g.Variant != siteVariant || g.Tag(tree.TagAttackers) != "ann" || g.Tag(tree.TagID) != "5" ||
		g.Root.Last().Text != "h6-h9" {
		t.Errorf("%s", Text(g))
	}
	if _, err := Read(strings.Replace(text, "h6-h9", "h6-a9", 1), Options{}); err == nil {
		t.Error("a move that is none is read")
	}
}

// TestCompetition reads logs of the Italian Tablut competition.
func TestCompetition(t *testing.T) {
	entry := func(what string) string {
		return "Dec 02, 2020 4:40:12 PM it.unibo.ai.didattica.competition.tablut.domain.GameAshtonTablut " + what + "\n"
	}
	text := entry("<init>") + "FINE: Players:\tAnn\tvs\tBo\n" + entry("checkMove") +
		"FINE: Turn: W Pawn from e3 to g3\n" +
		entry("checkMove") + "FINE: Turn: B Pawn from d1 to d3\n"
	for _, opt := range []Options{{}, {Variant: get(t, "tablut-ashton")}} {
		if got := counts(t, text+text, opt); !slices.Equal(got, []int{2, 2}) {
			t.Errorf("games of %v moves", got)
		}
	}
	g := one(t, text, Options{})
	if g.Variant != competitionVariant || g.Tag(tree.TagDefenders) != "Ann" || g.Tag(tree.TagDate) != "2020-12-02" {
		t.Errorf("%s", Text(g))
	}
	if _, err := Read(strings.Replace(text, "g3", "e5", 1), Options{}); err == nil ||
		!strings.HasPrefix(err.Error(), "line 4, ") {
		t.Errorf("a wrong move: %v", err)
	}
}

// TestMorrisAndBaghChal reads the usual notations of these games.
func TestMorrisAndBaghChal(t *testing.T) {
	morris := Options{Variant: get(t, "morris-9")}
	for _, text := range []string{"1. d6 f4 2. d7 g4 3. d5xg4", "1. 5 14 2. 2 15 3. 8x15"} {
		g := one(t, text, morris)
		if g.Root.Last().Text != "@d5*g4" {
			t.Errorf("%s ends with %s", text, g.Root.Last().Text)
		}
	}
	g := one(t, "1. G33 B1112 2. G31 B1211", Options{Variant: get(t, "bagh-chal")})
	if texts := g.Root.Main().Text + " " + g.Root.Main().Main().Text; texts != "@c3 a5-b5" {
		t.Errorf("read as %s", texts)
	}
}

// TestEncodings: texts of other encodings are converted and say so; no invalid byte is kept.
func TestEncodings(t *testing.T) {
	const text = "[Variant \"brandubh-gorrion\"]\n[Attackers \"Ægir\"]\n\n1. d6-f6 d5-f5\n"
	utf16le := []byte{0xff, 0xfe}
	utf16be := []byte{0xfe, 0xff}
	for _, c := range utf16.Encode([]rune(text)) {
		utf16le = append(utf16le, byte(c), byte(c>>8))
		utf16be = append(utf16be, byte(c>>8), byte(c))
	}
	for _, c := range []struct{ text, encoding string }{
		{text, ""}, {"\ufeff" + text, ""}, {strings.ReplaceAll(text, "\n", "\r\n"), ""},
		{strings.Replace(text, "Æ", "\xc6", 1), "Windows-1252"},
		{string(utf16le), "UTF-16"}, {string(utf16be), "UTF-16"}, {string(utf16le[2:]), "UTF-16"},
	} {
		r := NewReader(strings.NewReader(c.text), Options{})
		g, err := r.Next()
		if err != nil || g.Tag(tree.TagAttackers) != "Ægir" || r.Encoding() != c.encoding {
			t.Errorf("%.30q: %v, %q, encoding %q", c.text, err, g.Tag(tree.TagAttackers), r.Encoding())
		}
	}
}

func TestDate(t *testing.T) {
	for text, want := range map[string]string{
		"2026-04-25": "2026-04-25", "2026-04": "2026-04", "2026": "2026", "2026.04.25": "2026-04-25",
		"2026.??.??": "2026",
		"2026.04.??": "2026-04", "25 April 2026": "2026-04-25", "April 25, 2026": "2026-04-25",
		"25.4.2026": "2026-04-25",
		"2026/4/5":  "2026-04-05", "Dec 02, 2020": "2020-12-02", "2026.4": "2026-04", "????.??.??": "", "4/5/2026": "",
		"2026-13": "", "in spring": "", "2026-02-31": "2026-02-31",
	} {
		if got := Date(text); got != want {
			t.Errorf("Date(%q) = %q, want %q", text, got, want)
		}
	}
}

// TestOpenTaflMover: a game that begins with the other side to move comes back from a record of OpenTafl.
func TestOpenTaflMover(t *testing.T) {
	g := one(t, "[Variant \"brandubh-gorrion\"]\n[Start \"3t3/7/3t3/ttTKTtt/7/3t3/3t3 d\"]\n[Result \"attackers\"]\n"+
		"[End \"time\"]\n\n1. c4-c5 d7-c7\n", Options{})
	text, err := OpenTafl(g)
	if err != nil {
		t.Fatal(err)
	}
	if back := one(t, text, Options{}); Text(back) != Text(g) && back.Outcome != g.Outcome {
		t.Errorf("written\n%s\nread back\n%s", text, Text(back))
	}
	back := one(t, text, Options{})
	if back.Variant != g.Variant || back.Start.Turn() != game.Defenders || back.Root.Last().Text != "d7-c7" {
		t.Errorf("%s\nread back\n%s", text, Text(back))
	}
}

// TestVariantIsAsked: a record that does not say its variant names those that have all its moves, the commonest
// first, and is taken as the only one.
func TestVariantIsAsked(t *testing.T) {
	_, err := Read("h1-h3 f8-i8 h3-h2", Options{})
	unsaid, is := errors.AsType[*Unsaid](err)
	if !is || unsaid.Fit[0].ID != "copenhagen-11x11-tdiamond" {
		t.Errorf("a list: %v", err)
	}
	ap := `{"header":{"game":{"name":"Tafl","variants":["brandnew-11x11-foo"]},` +
		`"players":[{"name":"Ann"},{"name":"Bo"}]},"moves":[["d1-d3","f4-d4"],["h1-h3","f8-h8"]]}`
	if _, err := Read(ap, Options{}); !errors.Is(err, ErrNoVariant) || !strings.Contains(err.Error(), "copenhagen") {
		t.Errorf("Abstract Play: %v", err)
	}
	only := func(id string) (*variant.Variant, error) { return variant.Get(id) }
	if g := one(t, "@c3 a1-a2 @b3", Options{Find: only}); g.Variant != "bagh-chal" {
		t.Errorf("taken as %s", g.Variant)
	}
}
