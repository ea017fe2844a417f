package record

import (
	"bufio"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/tree"
	"tafl3d/game/variant"
)

// one reads the single game of a text.
func one(t testing.TB, text string, opt Options) *tree.Game {
	t.Helper()
	games, err := Read(text, opt)
	if err != nil || len(games) != 1 {
		t.Fatalf("%d games, %v", len(games), err)
	}
	return games[0]
}

func get(t testing.TB, id string) *variant.Variant {
	t.Helper()
	v, err := variant.Get(id)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// written is a game as a person writes one.
const written = `[Variant "brandubh-gorrion"]
[Attackers "Åse \"the\" fox"]
[Event "House cup"]

{A short one.}
1. d6-f6! {A comment
with [brackets], \{braces\} and (more).} d5-f5?! ( d5-e5 [arrow red e4 e6] [square green a1] ( d3-g3 ) ) 2. d7-e7??
[clock 4m58s 5m] [eval -120 9] [sign defenders-winning] [later "notes" of another program]
`

func TestRoundTrip(t *testing.T) {
	g := one(t, written, Options{})
	main := g.Root.Main()
	switch {
	case g.Tag(tree.TagAttackers) != `Åse "the" fox`:
		t.Errorf("the attackers are %q", g.Tag(tree.TagAttackers))
	case main.Comment != "A comment\nwith [brackets], {braces} and (more).":
		t.Errorf("comment %q", main.Comment)
	case len(main.Next()) != 3 || len(main.Next()[1].Marks) != 2:
		t.Errorf("%d lines after the first turn", len(main.Next()))
	case len(main.Signs) != 1 || main.Signs[0] != tree.Good:
		t.Errorf("signs %v", main.Signs)
	}
	last := main.Main().Main()
	if last.Left == nil || last.Eval == nil || last.Eval.Score != -120 || len(last.Signs) != 2 || len(last.Other) != 1 {
		t.Errorf("the last turn: %+v", last)
	}
	text := Text(g)
	if again := Text(one(t, text, Options{})); again != text {
		t.Errorf("written again:\n%s\nbefore:\n%s", again, text)
	}
	for line := range strings.Lines(text) {
		if len(line) > 3*lineWidth {
			t.Errorf("a line of %d bytes", len(line))
		}
	}
}

// TestEveryVariant writes games by chance of every variant, with notes everywhere,
// and reads them back.
func TestEveryVariant(t *testing.T) {
	for _, v := range variant.All() {
		rng := rand.New(rand.NewPCG(7, 7))
		s := tree.NewStudy(tree.New(v.ID, v.Rules.Start()))
		for range 40 {
			if rng.IntN(4) == 0 {
				s.Back()
			}
			play(t, s, rng)
			switch n := s.Node(); rng.IntN(6) {
			case 0:
				s.Comment(n, "{ \\ }\n[Variant \"x\"] ( 1. ")
			case 1:
				s.Sign(n, tree.Signs[rng.IntN(len(tree.Signs))])
			case 2:
				s.Mark(n, tree.Mark{Colour: tree.Blue, From: 0, To: game.Square(rng.IntN(4))})
			}
		}
		s.Game().Settle()
		text := Text(s.Game())
		g := one(t, text, Options{})
		if again := Text(g); again != text {
			t.Fatalf("%s: written again:\n%s\nbefore:\n%s", v.ID, again, text)
		}
	}
}

// play plays a turn by chance, if there is one.
func play(t testing.TB, s *tree.Study, rng *rand.Rand) {
	turns := s.Line().LegalTurns()
	if s.Closed() || len(turns) == 0 {
		return
	}
	turn := turns[rng.IntN(len(turns))]
	moves := turn.Moves()
	if _, err := s.Play(moves); err != nil {
		t.Fatalf("%v: %v", moves, err)
	}
}

// TestOwnRules keeps rules of the player's own in the file.
func TestOwnRules(t *testing.T) {
	base := get(t, "brandubh-gorrion")
	set := base.Rules.Ruleset()
	if err := set.Set("king.capture", "enclosed"); err != nil {
		t.Fatal(err)
	}
	own := *base
	own.ID, own.Name = "my-brandubh", `My "Brandubh"`
	text := string(variant.Encode(&own, nil))
	text = strings.Replace(text, "custodial", "enclosed", 1)
	v, err := variant.Parse("my-brandubh.toml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	g := tree.New(v.ID, v.Rules.Start())
	g.Own = text
	got := one(t, Text(g), Options{})
	if got.Own != text || got.Rules().Ruleset().KingCapture != v.Rules.Ruleset().KingCapture {
		t.Errorf("the rules came back as\n%s", got.Own)
	}
}

// TestBadGames reads a file with good and bad games: the good ones come, and each
// bad one says where and what.
func TestBadGames(t *testing.T) {
	good := "[Variant \"brandubh-gorrion\"]\n\n1. d6-f6\n\n"
	for _, c := range []struct{ text, want string }{
		{"[Variant \"brandubh-gorrion\"]\n\n1. d6-d5", "line 7, column 4"},
		{"[Variant \"brandubh-gorrion\"]\n1. d6-f6 { no end", "line 6, column 10: this comment has no }"},
		{"[Variant \"brandubh-gorrion\"]\n1. d6-f6 )", "column 10"},
		{"[Variant \"brandubh-gorrion\"]\n1. d6-f6 d5-z5",
			"line 6, column 13: invalid notation: \"z5\" is not a square"},
		{"[Variant \"brandubh-gorrion\"]\n1. d6-f6 ( d6-e6", "missing )"},
		{"[Variant \"brandubh-gorrion\"]\n( d6-e6 )", "a variation follows"},
		{"[Variant \"brandub-gorrion\"]\n", "brandubh-gorrion"},
		{"[Variant \"brandubh-gorrion\"]\n[Event \"a\"]\n[Event \"b\"]\n", "twice"},
		{"[Variant brandubh]\n", `in "quotes"`},
		{"[Variant \"brandubh-gorrion\"]\n[Start \"7/7 d\"]\n", "start position"},
		{"[Variant \"brandubh-gorrion\"]\n[Result \"sea\"]\n", "no game ends with"},
		{"[Variant \"brandubh-gorrion\"]\n1. d6-f6 [arrow red a1]", "arrow needs 3 words"},
		{"[Variant \"brandubh-gorrion\"]\n1. d6-f6 [sign nonsense]", "unknown annotation"},
		{"[Variant \"brandubh-gorrion\"]\n1. d6-f6 [clock 1m]", "clock needs 2 words"},
	} {
		games, err := Read(good+c.text+"\n\n"+good, Options{})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.text, err, c.want)
		}
		if n := len(games); n < 1 || n > 2 {
			t.Errorf("%s: %d games", c.text, n)
		}
	}
}

// TestLists reads lines as the tafl sites write them.
func TestLists(t *testing.T) {
	opt := Options{Variant: get(t, "brandubh-gorrion")}
	for text, want := range map[string]string{
		"d6-f6 d5-f5 d7-e7":                                                "",
		"1. d6-f6 d5-f5 2. d7-e7 resigned":                                 "attackers",
		"d6-f6 d5-f5 d7-e7,0,0,White":                                      "defenders",
		"d6-f6 d5-f5 d7-e7,0,0,Ongoing":                                    "",
		"brandubh-gorrion: d6-f6 d5-f5 d7-e7 draw":                         "draw",
		`{"variant":"brandubh-gorrion","moves":["d6-f6","d5-f5","d7-e7"]}`: "",
	} {
		g := one(t, text, opt)
		n := 0
		for range g.Root.Line() {
			n++
		}
		if n != 3 || g.Outcome.Result() != want {
			t.Errorf("%s: %d turns, result %q", text, n, g.Outcome.Result())
		}
	}
	_, err := Read("d6-f6 d5-f5 d7-e7", Options{})
	if !errors.Is(err, ErrNoVariant) || !strings.Contains(err.Error(), "brandubh-gorrion") {
		t.Errorf("without a variant: %v", err)
	}
}

func TestSaved(t *testing.T) {
	v := get(t, "brandubh-gorrion")
	m := match.New(v.Rules.Start(), match.Control{})
	data, err := match.Encode(match.Header{Variant: v.ID, Seats: [game.Sides]match.Seat{{Player: "human", Name: "A"},
		{Player: "computer", Level: 2}}}, m.State())
	if err != nil {
		t.Fatal(err)
	}
	g := one(t, string(data), Options{})
	if g.Tag(tree.TagAttackers) != "A" || g.Tag(tree.TagDefendersLevel) != "2" {
		t.Errorf("tags %v", g.Tags)
	}
}

func TestBrokenJSON(t *testing.T) {
	for text, want := range map[string]string{
		`{"format":"tafl3d game",`:                                 "line 1, column 24: invalid JSON",
		`{"variant":"brandubh-gorrion","moves":["d6-d5"]}`:         "move 1",
		`{"variant":"brandubh-gorrion"}`:                           "expected a saved game",
		`{"header":{"game":{"name":"Chess"}},"moves":[["e2-e4"]]}`: "Chess",
	} {
		if _, err := Read(text, Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

func TestAbstractPlay(t *testing.T) {
	text := `{"header":{"game":{"name":"Tafl","variants":["magpie-7x7-cross"]},"site":{"name":"Abstract Play","gameid":"x1"},
"date-end":"2026-03-01T10:00:00Z","players":[{"name":"Eva","result":0},{"name":"Bo","result":1}]},
"moves":[["d6-f6",{"move":"d5-f5"}],["d7-e7",null]]}`
	g := one(t, text, Options{})
	if g.Variant != "magpie-7x7-cross" || g.Tag(tree.TagDefenders) != "Bo" || g.Outcome.Result() != "defenders" ||
		g.Tag(tree.TagDate) != "2026-03-01" || g.Tag(tree.TagID) != "x1" {
		t.Errorf("%s, %v, %v", g.Variant, g.Tags, g.Outcome)
	}
}

// TestPeople reads the games of people that are at hand and writes them again.
func TestPeople(t *testing.T) {
	shared := os.Getenv("TAFL3D_SHARED")
	if shared == "" {
		shared = "../../../shared"
	}
	for name, id := range map[string]string{"brandubh.csv": "brandubh-gorrion", "copenhagen.csv": "copenhagen-2015"} {
		f, err := os.Open(filepath.Join(shared, "vectors", "human", name))
		if err != nil {
			t.Skipf("no games of people here: %v", err)
		}
		defer f.Close()
		r := NewReader(bufio.NewReader(f), Options{Variant: get(t, id)})
		n := 0
		for {
			g, err := r.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if n++; n%20 == 0 {
				if text := Text(g); Text(one(t, text, Options{})) != text {
					t.Errorf("%s: game %d is written otherwise the second time", name, n)
				}
			}
		}
		t.Logf("%s: %d games", name, n)
	}
}

func FuzzRoundTrip(f *testing.F) {
	f.Add(written)
	f.Add("[Variant \"fox-geese-13\"]\n[Name\n|two\n|lines\n]\n\n{x}")
	f.Add("[date:2015.05.04]\n[rules:dim:7 start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/]\n\n1. d6-f6 " +
		"d5-f5\n[a|b]\n1a.1.1a. d6-e6\n")
	f.Add("d6-f6 d5-f5,1,0,White")
	f.Add("1. d6-f6 d5-f5\n2. d7e7 resigned\n1. d6xf6 0-1")
	f.Add("[White \"Ann\"]\n[Date \"2026.04.25\"]\n[Result \"1-0\"]\n\n" +
		"1. d6-f6 $1 d5-f5 {x} ( d5-e5 ) ; y\n2. d7-e7 $6 1-0\n")
	f.Add("[Attackers \"\xc6gir\"]\n\n1. d6–f6, d5-f5")
	f.Add(`{"attackers":"a","defenders":"b","dim":7,"start":"/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/","moves":"d6-f6 d5-f5"}`)
	f.Add("x it.unibo.ai.didattica.competition.tablut.domain.X <init>\nFINE: Turn: W Pawn from d5 to f5\n")
	opt := Options{Variant: get(f, "brandubh-gorrion")}
	f.Fuzz(func(t *testing.T, text string) {
		games, _ := Read(text, opt)
		for _, g := range games {
			first := Text(g)
			again, err := Read(first, Options{})
			if err != nil || len(again) != 1 {
				t.Fatalf("%d games, %v:\n%s", len(again), err, first)
			}
			if second := Text(again[0]); second != first {
				t.Fatalf("first:\n%s\nsecond:\n%s", first, second)
			}
			pgn := PGN(g)
			if again, err := Read(pgn, Options{}); err != nil || len(again) != 1 {
				t.Fatalf("%d games, %v:\n%s", len(again), err, pgn)
			}
		}
	})
}

// TestForeignColours: a mark in a colour that is not ours is read in one of ours.
func TestForeignColours(t *testing.T) {
	games, err := Read("[Variant \"brandubh-gorrion\"]\n\n1. d6-f6 [arrow pink a1 a2]\n", Options{})
	if err != nil || len(games) != 1 || len(games[0].Root.Main().Marks) != 1 {
		t.Errorf("%d games, %v", len(games), err)
	}
}
