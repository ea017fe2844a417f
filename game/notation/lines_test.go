package notation_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
)

func TestParseLineTurn(t *testing.T) {
	for _, c := range []struct{ id, text, want string }{
		{"fox-geese-13", "d4-d5", ""},
		{"fox-geese-13", " D4-d5 ", ""},
		{"fox-geese-13", "d4-d5#", ""},
		{"fox-geese-13", "", "column 1"},
		{"fox-geese-13", "d4", "column 3"},
		{"fox-geese-13", "d4-", "column 4"},
		{"fox-geese-13", "d4-a1", "column 4"},
		{"fox-geese-13", "d4-d5!", "column 6"},
		{"fox-geese-13", "d4-d5,d5-d6", "column 9: the move ends before this"},
		{"fox-geese-13", "d4xd5", "nothing to leap over"},
		{"fox-geese-13", "c1-c2", "belongs to the opponent"},
		{"fox-geese-13", "a4-a5", "no piece on a4"},
		{"fox-geese-13", "O-O", "castling is not possible now"},
		{"fox-geese-13", "d4-d5=", ""},
		{"bagh-chal", "@c3", ""},
		{"bagh-chal", "G@c3", ""},
		{"bagh-chal", "@a1", "a1 is occupied"},
		{"bagh-chal", "@z9", "column 2"},
		{"bagh-chal", "T@c3", "no such piece in hand"},
		{"bagh-chal", "@", "column 2"},
		{"bagh-chal", "a1-a2", "belongs to the opponent"},
		{"morris-9", "@a1*d1", "the move ends before this"},
		{"maharajah", "e1-f3", ""},
		{"maharajah", "e1-e9", "column 4"},
		{"maharajah", "O-O-O-O", "column 6"},
		{"dablot-mini-v4", "c3-c5,c5-c7", "c7 is occupied"},
		{"dablot-mini-v4", "c3-c5,c5-d6", ""},
		{"dablot-mini", "c3-c5=O", ""},
	} {
		p := start(t, c.id)
		moves, err := notation.ParseTurn(&p, nil, c.text)
		switch {
		case c.want == "" && (err != nil || len(moves) == 0):
			t.Errorf("%s %q: %v", c.id, c.text, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s %q: %v, want %q", c.id, c.text, err, c.want)
		case c.want != "" && !errors.Is(err, notation.ErrSyntax) && !errors.Is(err, rules.ErrIllegal):
			t.Errorf("%s %q: %v is of no kind", c.id, c.text, err)
		}
	}
}

func TestParseLinePosition(t *testing.T) {
	for _, c := range []struct{ id, text, want string }{
		{"bagh-chal", "turn=B; G=c3,d3; T=a1,e1,a5,e5; hand.A.G=18", ""},
		{"bagh-chal", "turn=B;G=c3 ,d3;T=a1;hand.G=18;", ""},
		{"bagh-chal", "turn=C; T=a1", `"C" is not a side`},
		{"bagh-chal", "T=a1,q7", `"q7" is not a point`},
		{"bagh-chal", "T=a1; G=a1", "two pieces on a1"},
		{"bagh-chal", "X=a1", "expected a piece, turn,"},
		{"bagh-chal", "hand.A.G=-1", "impossible number of pieces in hand: -1"},
		{"bagh-chal", "hand.A.G=many", "invalid syntax"},
		{"bagh-chal", "flags=c3:retreated", "no piece on c3"},
		{"asalto-huff", "turn=A; O=c6; S=d5; huff=c6", ""},
		{"asalto-huff", "turn=B; O=c6; S=d5; huff=c6", "no piece of the other side on c6"},
		{"halatafl-old", "W=a1", "no piece may be on a1"},
		{"maharajah", "M=e1", "side A has 0 royal pieces"},
		{"maharajah", "M=e1; k=e8; r=a8; castling=k", "are not on their squares"},
		{"maharajah", "M=e1; k=e8; r=a8; castling=q", ""},
	} {
		v, err := variant.Get(c.id)
		if err != nil {
			t.Fatal(err)
		}
		p, err := notation.ParsePosition(v.Rules, c.text)
		if c.want != "" {
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s %q: %v, want %q", c.id, c.text, err, c.want)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s %q: %v", c.id, c.text, err)
			continue
		}
		text := notation.Position(&p)
		if q, err := notation.ParsePosition(v.Rules, text); err != nil || q.Hash() != p.Hash() ||
			notation.Position(&q) != text {
			t.Errorf("%q leads to %q: %v", c.text, text, err)
		}
	}
}

func FuzzParseLines(f *testing.F) {
	for _, s := range []string{"d4-d5", "d4xd6xf6", "@c3*a7", "!e6,d4-d5", "c3^e5&c5^e3*d4", "c7-c9=O", "O-O-O",
		"turn=B; F=d4; hand.A.G=5; flags=c3:retreated; huff=e6; castling=kq"} {
		f.Add(s, uint8(0))
	}
	all := slices.DeleteFunc(slices.Clone(variant.All()), func(v *variant.Variant) bool { return !v.Rules.Lines() })
	f.Fuzz(func(t *testing.T, text string, which uint8) {
		r := all[int(which)%len(all)].Rules
		p := r.Start()
		if moves, err := notation.ParseTurn(&p, nil, text); err == nil && len(moves) == 0 {
			t.Error("no move and no error")
		}
		q, err := notation.ParsePosition(r, text)
		if err != nil {
			return
		}
		q.Legal(nil, nil)
		q.Judge(nil)
		if again, err := notation.ParsePosition(r, notation.Position(&q)); err != nil || again.Hash() != q.Hash() {
			t.Errorf("%q does not lead back: %v", text, err)
		}
	})
}
