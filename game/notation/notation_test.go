package notation_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
	"tafl3d/game/variant"
)

func start(t testing.TB, id string) rules.Position {
	t.Helper()
	v, err := variant.Get(id)
	if err != nil {
		t.Fatal(err)
	}
	return v.Rules.Start()
}

func TestParseTurn(t *testing.T) {
	p := start(t, "copenhagen-11x11-tdiamond")
	for text, want := range map[string]string{
		"h1-h3":       "",
		"H1-H3":       "",
		"  h1-h3 ":    "",
		"Th1-h3":      "",
		"":            "column 1",
		"h1":          "column 3",
		"h1-":         "column 4",
		"h1-z3":       "column 4",
		"h1-h3!":      "column 6",
		"h1-h3xf4":    "it captures nothing",
		"Kh1-h3":      "is a man",
		"h1-h3 h3-h4": "the move ends before",
		"h1-a1":       "blocked on g1",
		"f6-f9":       "opponent",
		"a1-a2":       "no piece",
		"d1-a1":       "may not stop on a1",
	} {
		moves, err := notation.ParseTurn(&p, nil, text)
		switch {
		case want == "" && (err != nil || len(moves) != 1):
			t.Errorf("%q: %v", text, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%q: %v, want %q", text, err, want)
		case want != "" && !errors.Is(err, notation.ErrSyntax) && !errors.Is(err, rules.ErrIllegal):
			t.Errorf("%q: %v is of no kind", text, err)
		}
	}
}

// TestParseCaptures reads lists of captures, which may be missing but not wrong.
func TestParseCaptures(t *testing.T) {
	v, _ := variant.Get("tyr-11x11-tyr")
	p, err := notation.ParsePosition(v.Rules, "11/11/4tK1t3/11/2t8/2N8/11/2t8/11/11/1T9 a")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"h9-g9":       "",
		"h9-g9xf9":    "",
		"h9-g9xKf9":   "",
		"H9-G9XKF9":   "",
		"h9-g9xNf9":   "column 1: h9-g9xNf9: the piece on f9 is a king",
		"h9-g9xe9":    "it captures f9",
		"c4-c5xNc6":   "",
		"c4-c5xKc6":   "is a knight",
		"c4-c5xc6xc6": "",
		"c4-c5xc6xc7": "it captures c6",
	} {
		_, err := notation.ParseTurn(&p, nil, text)
		if (want == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

func TestParsePosition(t *testing.T) {
	v, _ := variant.Get("brandubh-gorrion")
	for text, want := range map[string]string{
		"3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a": "",
		"3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3":   "",
		"3t3/3t3/3T3/ttTKTtt/3T3/3t3 a":     "6 rows",
		"3t3/3t3/3T3/ttTKTtt/3T3/3t3/4t3 a": "row 7",
		"3t3/3t3/3X3/ttTKTtt/3T3/3t3/3t3 a": "row 3",
		"3t3/3t3/3T3/ttT1Ttt/3T3/3t3/3t3 a": "0 kings",
		"3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 x": "side to move",
		"99999999999999999999 a":            "rank 1",
	} {
		p, err := notation.ParsePosition(v.Rules, text)
		if want == "" {
			if err != nil || p.Turn() != game.Attackers {
				t.Errorf("%q: %v", text, err)
			}
		} else if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// TestOpenTaflRules writes the rules of every variant, and of variants with
// random toggles, and reads them again.
func TestOpenTaflRules(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, v := range variant.All() {
		if v.Family != "tafl" {
			continue
		}
		roundTrip(t, v.Rules)
		for range 20 {
			set := v.Rules.Ruleset()
			for _, g := range ruleset.Toggles() {
				if n := len(g.Values); n > 0 && rng.IntN(4) == 0 {
					g.Set(&set, g.Values[rng.IntN(n)])
				}
			}
			if r, err := rules.Compile(set); err == nil {
				roundTrip(t, r)
			}
		}
	}
}

func roundTrip(t *testing.T, r *rules.Rules) {
	t.Helper()
	text := notation.OpenTaflRules(r, "A name")
	set, name, err := notation.ParseOpenTaflRules(text)
	if err != nil || name != "A name" {
		t.Fatalf("%s: %v, name %q", text, err, name)
	}
	back, err := rules.Compile(set)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	want := r.Ruleset()
	for _, g := range ruleset.Toggles() {
		if g.Get(&set) != g.Get(&want) {
			t.Errorf("%s: %s is %q, want %q", text, g.Key, g.Get(&set), g.Get(&want))
		}
	}
	a, b := r.Start(), back.Start()
	if a.Hash() != b.Hash() {
		t.Errorf("%s: another start position", text)
	}
}

// TestOpenTaflBuiltIn reads rules strings as OpenTafl writes them.
func TestOpenTaflBuiltIn(t *testing.T) {
	for text, want := range map[string][2]string{
		"dim:11 name:Copenhagen atkf:y tfr:w sw:s efe:y " +
			"start:/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/": {"shieldwall", "on"},
		"dim:9 name:Tablut esc:e atkf:y ks:c nj:n cor: cenp:tcnkTCNK cens: cenh: cenhe:tcnkTCNK linc:y " +
			"start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/": {"throne.enter", "nobody"},
		"dim:9 name:Foteviken_Tablut esc:e atkf:y nj:n cor: afor:a4,a5,a6,b5,d1,e1,f1,e2,i4,i5,i6,h5,d9,e9,f9,e8, " +
			"cenp:tcnkTCNK aforp:tcnkTCNK cens: cenh: cenhe:K aforh:K cenre: aforre: " +
			"start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/": {"camps",
			"a4 a5 a6 b5 / d1 e1 f1 e2 / i4 i5 i6 h5 / d9 e9 f9 e8"},
		"dim:7 name:Magpie surf:n atkf:y ks:m spd:-1,-1,-1,-1,-1,-1,-1,-1,-1,1,-1,-1, " +
			"start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/": {"steps.king", "1"},
		"dim:19 name:Alea_Evangelii atkf:y tfr:w cor:a1,a2,b1,b2,a18,b18,a19,b19,r1,r2,s1,s2,r18,r19,s18,s19, " +
			"cenp:tcnkTCNK cens: cenh: cenhe:tcnkTCNK " +
			"start:/2t2t7t2t2/19/t4t7t4t/7t1t1t7/6t1T1T1t6/t1t2t7t2t1t/4t4T4t4/3t4T1T4t3/4T2T1T1T2T4/3t2T1TKT1T2t3/4T2T1T1T2T4/3t4T1T4t3/4t4T4t4/t1t2t7t2t1t/6t1T1T1t6/7t1t1t7/t4t7t4t/19/2t2t7t2t2/": {"repetition", "mover-loses"},
	} {
		set, _, err := notation.ParseOpenTaflRules(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := ruleset.ToggleFor(want[0]).Get(&set); got != want[1] {
			t.Errorf("%s: %s is %q, want %q", text, want[0], got, want[1])
		}
	}
	for text, want := range map[string]string{
		"dim:7 start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3g3/":            "guards",
		"dim:7 foo:1 start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/":      "column 7: foo",
		"dim:7 esc:q start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/":      "column 7: esc",
		"dim:9 start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/":            "7 rows",
		"dim:7 x-chain:no start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/": "x-chain",
		"nonsense": "no colon",
	} {
		if _, _, err := notation.ParseOpenTaflRules(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// TestOpenTaflGame plays the worked game of OpenTafl (docs/rules/notation.md, 3) and
// writes it again.
func TestOpenTaflGame(t *testing.T) {
	p := start(t, "brandubh-gorrion")
	for _, text := range strings.Fields("f4-f5 d5-e5 d6-d5xe5 e4-e5 d5-d6 d3-f3 d6-d5xe5 Kd4-e4 b4-b3 Ke4-e1 " +
		"g4-g2 Ke1-g1--") {
		moves, err := notation.ParseOpenTaflTurn(&p, nil, text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if got := notation.OpenTaflTurn(p, moves); strings.TrimRight(got, "+-") != strings.TrimRight(text, "+-") ||
			strings.HasSuffix(text, "--") != strings.HasSuffix(got, "--") {
			t.Errorf("%s is written as %s", text, got)
		}
		for _, m := range moves {
			if _, err := p.Try(m, nil); err != nil {
				t.Fatal(err)
			}
		}
		back, err := notation.ParseOpenTaflPosition(p.Rules(), notation.OpenTaflPosition(&p), p.Turn())
		if p.King() != game.NoSquare && (err != nil || back.Hash() != p.Hash()) {
			t.Errorf("%s does not lead back: %v", notation.OpenTaflPosition(&p), err)
		}
	}
	if p.Judge(nil) != game.Won(game.Defenders, game.KingEscaped) {
		t.Errorf("ends as %v", p.Judge(nil))
	}
}

func TestParseMoves(t *testing.T) {
	p := start(t, "copenhagen-11x11-tdiamond")
	turns, end, err := notation.ParseMoves(&p, "1. h1-h3 f8-i8 2. f10-i10 d6-d3 timeout")
	if err != nil || len(turns) != 4 || end != "timeout" {
		t.Errorf("%d turns, %q, %v", len(turns), end, err)
	}
	if turns, end, err := notation.ParseMoves(&p, "1. h1-h3 ---"); err != nil || len(turns) != 1 || end != "resign" {
		t.Errorf("%d turns, %q, %v", len(turns), end, err)
	}
	if turns, _, err := notation.ParseMoves(&p, "1.h1-h3 f8-i8 2...f10-i10"); err != nil || len(turns) != 3 {
		t.Errorf("%d turns, %v", len(turns), err)
	}
	if _, _, err := notation.ParseMoves(&p, "1. h1-h3 h3-h4"); err == nil ||
		!strings.Contains(err.Error(), "move 2, column 10") {
		t.Errorf("%v", err)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"h1-h3", "Kf6^f4xf5xg4 Kf4-a4xCa5", "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a",
		"dim:7 name:x start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/", "1. h1-h3 d6-d9 timeout", "e7-e7(e7)"} {
		f.Add(s)
	}
	v, err := variant.Get("copenhagen-11x11-tdiamond")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p := v.Rules.Start()
		if moves, err := notation.ParseTurn(&p, nil, text); err == nil && len(moves) == 0 {
			t.Error("no move and no error")
		}
		notation.ParseOpenTaflTurn(&p, nil, text)
		notation.ParseMoves(&p, text)
		if q, err := notation.ParsePosition(v.Rules, text); err == nil {
			if again, err := notation.ParsePosition(v.Rules, notation.Position(&q)); err != nil ||
				again.Hash() != q.Hash() {
				t.Errorf("%q does not lead back", text)
			}
		}
		if set, name, err := notation.ParseOpenTaflRules(text); err == nil {
			r, err := rules.Compile(set)
			if err != nil {
				t.Errorf("%q is read but does not compile: %v", text, err)
				return
			}
			if _, _, err := notation.ParseOpenTaflRules(notation.OpenTaflRules(r, name)); err != nil {
				t.Errorf("%q does not lead back: %v", text, err)
			}
		}
	})
}
