package rules_test

import (
	"fmt"
	"reflect"
	"testing"

	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
	"tafl3d/game/variant"
)

// TestLineNoAllocation walks a few turns deep in a game of every kind.
func TestLineNoAllocation(t *testing.T) {
	for _, id := range []string{"fox-geese-13", "ravspel", "asalto-huff", "bagh-chal", "dablot-mini-v4",
		"dablot-mini-v5", "halatafl-old", "morris-9", "maharajah"} {
		p := start(t, id)
		if n := testing.AllocsPerRun(2, func() { rules.Perft(&p, 2) }); n > 2 {
			t.Errorf("%s: %v allocations in a perft of two turns, want those of its start", id, n)
		}
	}
}

// TestSetLine sets rules by the longer and shorter names of the specification.
func TestSetLine(t *testing.T) {
	for _, c := range []struct{ id, key, value, full, want string }{
		{"fox-geese-13", "G.step.lines", "o", "G.step.lines", "o"},
		{"fox-geese-13", "end.minPieces.A", "6", "minPieces.A", "6"},
		{"fox-geese-13", "minPieces", "2", "minPieces.B", "2"},
		{"fox-geese-13", "compelled", "[F]", "capture.compelled", "[F]"},
		{"fox-geese-13", "leap.chain", "mandatory", "F.leap.chain", "mandatory"},
		{"fox-geese-13", "foxStart", "d7", "setup.F", "d7"},
		{"fox-geese-13", "first", "attackers", "first", "A"},
		{"ravspel", "foxStart", "inner", "setup.F", "c5 e5"},
		{"fox-geese-15", "behind", "draw", "behind.result", "draw"},
		{"asalto", "enforce", "huff", "capture.enforce", "huff"},
		{"asalto", "S.step.filter", "approach(paddock, strict)", "S.step.filter", "strict"},
		{"bagh-chal", "hand.A.G", "10", "hands.A.G", "10"},
		{"bagh-chal", "superko", "true", "superko.afterHandEmpty", "on"},
		{"bagh-chal", "draw.repetition", "off", "repetition", "0"},
		{"dablot-mini", "actions", "3", "turn.actions", "3"},
		{"morris-9", "mill.protectMills", "never", "mill.protectMills", "never"},
		{"morris-9", "fly", "off", "fly", "0"},
		{"halatafl-winther", "noMove", "lose", "noMove.B", "lose"},
		{"maharajah", "stalemate", "lose", "noMove.A", "lose"},
		{"maharajah", "promotion", "on", "promotion", "q r b n"},
		{"maharajah", "promotion", "Q,R,B,N", "promotion", "Q,R,B,N"},
		{"fox-geese-1800s", "foxStart", "fixed", "hands.B.F", "0"},
		{"fox-geese-1800s", "foxStart", "any", "prephase", "F"},
		{"fox-hounds", "behind.line", "B", "behind.runner", "A"},
		{"fox-hounds", "end.reachRow.side", "B", "behind.runner", "B"},
		{"dablot-mini-v2b", "S.promote.to", "none", "S.promote", "none"},
		{"bagh-chal", "chain", "optional", "T.leap.chain", "optional"},
		{"asalto", "filter", "strict", "S.step.filter", "strict"},
		{"bagh-chal", "mustDropFirst", "off", "mustDropFirst", "off"},
		{"halatafl-old", "scriptedOpening", "true", "scriptedOpening", "on"},
	} {
		v, err := variant.Get(c.id)
		if err != nil {
			t.Fatal(err)
		}
		set, before := v.Rules.Ruleset(), v.Rules.Ruleset()
		copied := set
		if err := set.Set(c.key, c.value); err != nil {
			t.Errorf("%s %s: %v", c.id, c.key, err)
			continue
		}
		if got := ruleset.ToggleOf(&set, c.full).Get(&set); got != c.want {
			t.Errorf("%s: %s=%s makes %s %q, want %q", c.id, c.key, c.value, c.full, got, c.want)
		}
		if _, err := rules.Compile(set); err != nil {
			t.Errorf("%s %s: %v", c.id, c.key, err)
		}
		if !reflect.DeepEqual(copied, before) {
			t.Errorf("%s %s changed a copy of the ruleset", c.id, c.key)
		}
	}
}

// TestLongestLook asks for the longest of more captures than could be tried in
// a lifetime.
func TestLongestLook(t *testing.T) {
	p0 := start(t, "dablot-full")
	set := p0.Rules().Ruleset()
	for key, value := range map[string]string{"compelled": "all", "longest": "on", "S.leap.chain": "mandatory"} {
		if err := set.Set(key, value); err != nil {
			t.Fatal(err)
		}
	}
	r, err := rules.Compile(set)
	if err != nil {
		t.Fatal(err)
	}
	p, err := notation.ParsePosition(r, "turn=A; S=a1; K=a13; k=k11; "+
		"s=b2,d2,f2,h2,j2,b4,d4,f4,h4,j4,b6,d6,f6,h6,j6,b8,d8,f8,h8,j8,b10,d10,f10,h10,j10,"+
		"c1,g1,k1,a3,e3,i3,c5,g5,k5,a7,e7,i7,c9,g9,k9,a11,e11,i11")
	if err != nil {
		t.Fatal(err)
	}
	if n := len(p.Legal(nil, nil)); n == 0 {
		t.Error("nobody can capture")
	}
}

func BenchmarkLines(b *testing.B) {
	for _, c := range []struct {
		id    string
		depth int
	}{{"fox-geese-13", 5}, {"ravspel", 5}, {"bagh-chal", 4}, {"main-tapal-empat", 3}, {"pulijudam", 4}, {"len-choa", 6},
		{"dablot-full", 4}, {"dablot-mini-v4", 2}, {"dablot-mini-v5", 4}, {"halatafl-winther", 10}, {"halatafl-old", 5},
		{"morris-9", 4}, {"maharajah", 4}} {
		b.Run(fmt.Sprintf("%s/depth=%d", c.id, c.depth), func(b *testing.B) {
			p := start(b, c.id)
			n := int64(0)
			for b.Loop() {
				n += rules.Perft(&p, c.depth)
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}
