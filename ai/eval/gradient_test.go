package eval

import (
	"math"
	"testing"

	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
)

// What random play does not come to: a closed ring, a king in a fort, and one
// who is shut in at the rim.
const (
	ringText = "11/3ttttt3/3t3t3/3t1K1t3/3t3t3/3ttttt3/11/11/11/11/11 a"
	fortText = "3T1KT4/4TT5/11/11/11/5t5/11/11/11/11/11 a"
	penText  = "2tt3tt2/1t4T1tt1/t9t/t10/11/11/t10/Kt8t/t9t/1t7t1/2t4tt2 a"
)

// busy returns weights of which none is nothing.
func busy() *Params {
	p := Defaults()
	for _, s := range p.Sets() {
		for i := range s.Values {
			s.Values[i] += float64(1 + i%7)
		}
	}
	return p
}

// TestSlopes: weights times slopes are what the evaluation says, but for the
// rounding of its fine parts, and every term counts somewhere.
func TestSlopes(t *testing.T) {
	counts := map[string]bool{}
	w := busy()
	for _, v := range variant.Of("tafl") {
		s, e, set := NewGradient(v.Rules), New(NewGeometry(v.Rules, w)), w.For(v.Rules)
		slopes := make([]float64, len(set.Values))
		check := func(p *rules.Position, _ *rules.Delta) {
			if p.MidTurn() {
				return
			}
			s.Of(p, slopes)
			sum := 0.0
			for i, x := range slopes {
				sum += x * set.Values[i]
				counts[set.owner(i)] = counts[set.owner(i)] || x != 0
			}
			if p.Turn() == game.Defenders {
				sum = -sum
			}
			e.Reset(p)
			if got := float64(e.Score(p).Score); math.Abs(got-sum) > 5 {
				t.Fatalf("%s: %s: %.0f, by its slopes %.2f", v.ID, notation.Position(p), got, sum)
			}
		}
		walk(t, v.Rules, 5, check)
		if v.ID == "copenhagen-11x11-tdiamond" {
			for _, text := range []string{ringText, fortText, penText} {
				p, err := notation.ParsePosition(v.Rules, text)
				if err != nil {
					t.Fatal(err)
				}
				check(&p, nil)
			}
		}
	}
	for _, term := range TaflTerms {
		if !counts[term.Name] {
			t.Errorf("%s never counts", term.Name)
		}
	}
}

// owner returns the term that weight i belongs to.
func (s *Set) owner(i int) string {
	for _, t := range s.Terms {
		if i -= t.Len; i < 0 {
			return t.Name
		}
	}
	return ""
}
