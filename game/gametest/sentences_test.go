package gametest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
)

// sentence is one sentence of docs/rules/tafl.md, drawn:
// what becomes of a position was worked out from the text alone.
type sentence struct {
	name, variant, set string // the name begins with the section; set: "key=value; key=value"
	first              string
	before             string
	play               string // turns with their captures, divided by semicolons
	end                string // "attackers:king-captured" after the last
	from, to           string // the squares that the piece on from may go to, if given
}

const (
	noMoveRing = `
		. t . . . . .
		. . . . . t .
		. . . . t T t
		. . . . . t .
		t T t . . . .
		t K t . . . .
		. t . . . . .`
	fortWithGap = `
		. . . . . . .
		. . . . . t .
		. . . . . . .
		. . . . . . .
		. . . T . . .
		. . T . T . .
		. T . K T . .`
	lastAttacker = `
		. . . . . . .
		. . T . T . .
		T . . . . . .
		. . . K . . .
		. t T . . . .
		. . . . . . .
		. . . . . . .`
	roomInThrone = `
		. . . . . . . . t
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . K . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .`
	besideThrone = `
		. . . . . . . . t
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . K . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . T . . . . .
		. . . . . . . . .`
)

var sentences = []sentence{
	{name: "1.5 E3 before E4: no attackers are left, and the placing stands the first time",
		variant: "brandubh-gorrion", set: "drawFort=1", first: "defenders",
		before: lastAttacker, play: "a5-a3xb3", end: "defenders:attackers-gone"},
	{name: "1.5 without E3 the draw fort decides", variant: "brandubh-gorrion", set: "drawFort=1; attackersGone=off",
		first:  "defenders",
		before: lastAttacker, play: "a5-a3xb3", end: "attackers:draw-fort"},
	{name: "1.5 E4 before E5: the ring stands when the position comes back", variant: "linnaean-9x9-tcross-w",
		set: "repetition=draw; repetition.count=2", first: "attackers",
		before: RingOfMen, play: "d7-d8; Ke5-e4; d8-d7; Ke4-e5", end: "draw:repetition"},
	{name: "1.5 without E4 it wins", variant: "linnaean-9x9-tcross-w", set: "repetition=off", first: "attackers",
		before: RingOfMen, play: "d7-d8; Ke5-e4; d8-d7; Ke4-e5", end: "attackers:encirclement"},
	{name: "1.5 E4 before E6: the fort stands when the position comes back", variant: "brandubh-gorrion",
		set: "exitFort=survive; king.capture=enclosed; repetition=draw; repetition.count=2", first: "defenders",
		before: FortOnRim, play: "e1-f1; f6-f5; f1-e1; f5-f6", end: "draw:repetition"},
	{name: "1.5 without E4 it wins", variant: "brandubh-gorrion",
		set: "exitFort=survive; king.capture=enclosed; repetition=off", first: "defenders",
		before: FortOnRim, play: "e1-f1; f6-f5; f1-e1; f5-f6", end: "defenders:exit-fort"},
	{name: "1.5 E5 before E8: all are shut in and cannot move", variant: "brandubh-gorrion",
		set: "encirclement=all; encirclement.when=immediate", first: "attackers",
		before: noMoveRing, play: "b7-b4", end: "attackers:encirclement"},
	{name: "1.8 two pockets are no region", variant: "brandubh-gorrion",
		set: "encirclement=region; encirclement.when=immediate", first: "attackers",
		before: noMoveRing, play: "b7-b4", end: "attackers:no-move"},
	{name: "1.8 the same ring is looked at after the defenders' turn only", variant: "brandubh-gorrion",
		set: "encirclement=all", first: "attackers",
		before: noMoveRing, play: "b7-b4", end: "attackers:no-move"},

	{name: "1.6 C3 from a corner square along the left edge", variant: "linnaean-9x9-tcross-w", set: "shieldwall=on", first: "attackers", play: "e1-a1xa2xa3", before: `
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . K . .
		. . . . . . . . .
		t . . . . . . . .
		T t . . . . . . .
		T t . . . . . . .
		. . . . t . . . .`},
	{name: "1.6 C3 from a corner square along the bottom edge", variant: "linnaean-9x9-tcross-w", set: "shieldwall=on", first: "attackers", play: "a5-a1xb1xc1", before: `
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . K . .
		t . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. t t . . . . . .
		. T T t . . . . .`},
	{name: "1.6 C3 any move completes a wall that ends at a corner", variant: "brandubh-gorrion",
		set: "shieldwall=on; shieldwall.trigger=any; shieldwall.corner=on", first: "attackers", play: "c5-c2xb1xc1",
		before: cornerWall},
	{name: "1.6 C3 only a bracket does", variant: "brandubh-gorrion",
		set: "shieldwall=on; shieldwall.trigger=flank; shieldwall.corner=on", first: "attackers", play: "c5-c2",
		before: cornerWall},
	{name: "1.6 C3 a corner that is no bracket", variant: "brandubh-gorrion",
		set: "shieldwall=on; shieldwall.trigger=any; shieldwall.corner=off", first: "attackers", play: "c5-c2",
		before: cornerWall},
	{name: "1.6 C4 two attackers beside the king are too few", variant: "brandubh-gorrion", set: "linnaeus10=on",
		first: "attackers", play: "f7-f4",
		before: strings.Replace(tenthRule, ". . t K T . .", ". . T K T . .", 1)},
	{name: "1.6 C4 three take his man", variant: "brandubh-gorrion", set: "linnaeus10=on", first: "attackers",
		play: "f7-f4xe4", before: tenthRule},
	{name: "1.6 C4 who stood beyond his man before takes nothing", variant: "brandubh-gorrion", set: "linnaeus10=on",
		first: "attackers", play: "f7-f6",
		before: strings.Replace(tenthRule, ". . t K T . .", ". . t K T t .", 1)},
	{name: "1.6 C5 between four he falls, though no two of them take him", variant: "linnaean-9x9-tcross-w",
		set: "immobilise=men", first: "attackers", play: "b5-b2xa2", before: shutIn},
	{name: "1.6 C5 a friend beside him keeps him alive", variant: "linnaean-9x9-tcross-w", set: "immobilise=men",
		first: "attackers", play: "b5-b2",
		before: strings.Replace(shutIn, "t t . . . . . . .", "T t . . . . . . .", 1)},
	{name: "1.6 C5 men are safe where it is for the king", variant: "linnaean-9x9-tcross-w", set: "immobilise=king",
		first: "attackers", play: "b5-b2", before: shutIn},
	{name: "1.6 C7 a king who cannot hold does not kill a group", variant: "linnaean-9x9-tcross-w",
		set: "group=on; custodial=off; king.power=unarmed", first: "defenders", play: "c6-a6", before: besideKing},
	{name: "1.6 C7 nor one who can only strike", variant: "linnaean-9x9-tcross-w",
		set: "group=on; custodial=off; king.power=hammer", first: "defenders", play: "c6-a6", before: besideKing},
	{name: "1.6 C7 one who holds does", variant: "linnaean-9x9-tcross-w",
		set: "group=on; custodial=off; king.power=anvil", first: "defenders", play: "c6-a6xa5", before: besideKing},
	{name: "1.6 C8 running through is free", variant: "linnaean-9x9-tcross-w", set: "custodial.passive=men",
		first: "defenders", play: "c8-c6", before: gap},
	{name: "1.6 C8 resting is not", variant: "linnaean-9x9-tcross-w", set: "custodial.passive=men", first: "defenders",
		play: "c8-c7(c7)", before: gap},

	{name: "1.8 two attackers can break this fort", variant: "brandubh-gorrion",
		set: "exitFort=unbreakable; king.capture=enclosed", first: "attackers", play: "f6-f5",
		before: strings.Replace(fortWithGap, ". . . . . t .", "t . . . . t .", 1)},
	{name: "1.8 the last attacker cannot", variant: "brandubh-gorrion",
		set: "exitFort=unbreakable; king.capture=enclosed", first: "attackers", play: "f6-f5", before: fortWithGap,
		end: "defenders:exit-fort"},
	{name: "1.8 but against a hostile square he can", variant: "brandubh-gorrion",
		set: "exitFort=unbreakable; king.capture=enclosed; throne=c3", first: "attackers", play: "f6-f5",
		before: fortWithGap},

	{name: "1.8 draw fort: the placing is listed twice", variant: "brandubh-gorrion", set: "drawFort=2; repetition=off",
		first: "defenders", play: "a3-a4; g5-g6; a4-a3", end: "attackers:draw-fort", before: drawForts},
	{name: "1.8 draw fort: four men are needed", variant: "brandubh-gorrion", set: "drawFort=2; repetition=off",
		first: "defenders", play: "a3-a4; g5-g6; a4-a3",
		before: strings.Replace(drawForts, ". T . . . T .", ". T . . . . .", 1)},
	{name: "1.8 draw fort: a capture begins the count anew", variant: "brandubh-gorrion",
		set: "drawFort=2; repetition=off", first: "defenders", play: "b1-b2xc2; g5-g6; b2-b1", before: drawForts},
	{name: "1.8 draw fort: from there it counts", variant: "brandubh-gorrion", set: "drawFort=2; repetition=off",
		first: "defenders", play: "b1-b2xc2; g5-g6; b2-b1; g6-g5; a3-a4; g5-g6; a4-a3", end: "attackers:draw-fort",
		before: drawForts},
	{name: "1.8 no capture for two moves", variant: "brandubh-gorrion", set: "noCapture=2; repetition=off",
		first: "attackers", play: "g5-g6; a3-a4; g6-g5; a4-a3", end: "draw:no-capture", before: drawForts},
	{name: "1.8 a capture begins that count anew", variant: "brandubh-gorrion", set: "noCapture=2; repetition=off",
		first: "attackers", play: "g5-g6; a3-a4; g6-g5; b1-b2xc2; g5-g6; a4-a3; g6-g5", before: drawForts},
	{name: "1.8 and then it ends", variant: "brandubh-gorrion", set: "noCapture=2; repetition=off", first: "attackers",
		play: "g5-g6; a3-a4; g6-g5; b1-b2xc2; g5-g6; a4-a3; g6-g5; a3-a4", end: "draw:no-capture", before: drawForts},

	{name: "1.4.1 the king shifts inside a throne of several squares", variant: "linnaean-9x9-tcross-w",
		set: "throne=e5 e6 e7; throne.enter=nobody", first: "defenders", before: roomInThrone,
		from: "e5", to: "a5 b5 c5 d5 f5 g5 h5 i5 e1 e2 e3 e4 e6 e7 e8 e9"},
	{name: "1.4.1 from outside he may not enter it, but cross it", variant: "linnaean-9x9-tcross-w",
		set: "throne=e5 e6 e7; throne.enter=nobody", first: "defenders", before: besideThrone,
		from: "d5", to: "a5 b5 c5 f5 g5 h5 i5 d3 d4 d6 d7 d8 d9"},
	{name: "1.4.1 nor cross it where that is closed", variant: "linnaean-9x9-tcross-w",
		set: "throne=e5 e6 e7; throne.enter=nobody; throne.pass=attackers", first: "defenders", before: besideThrone,
		from: "d5", to: "a5 b5 c5 d3 d4 d6 d7 d8 d9"},
	{name: "1.4.2 in his own camp he may move about, but not come back into it", variant: "linnaean-9x9-tcross-w",
		set: "camps=a5 b5 d5", first: "attackers", before: inCamp,
		from: "a5", to: "b5 c5 a1 a2 a3 a4 a6 a7 a8 a9"},
	{name: "1.4.2 nor move about in it where that is closed", variant: "linnaean-9x9-tcross-w",
		set: "camps=a5 b5 d5; camp.inside=off", first: "attackers", before: inCamp,
		from: "a5", to: "a1 a2 a3 a4 a6 a7 a8 a9"},
	{name: "1.4.3 a man is leapt over", variant: "brandubh-gorrion", set: "jump.man=leap-any", first: "defenders",
		before: strings.Replace(besideTheKing, ". T K . . . .", ". T T . . K .", 1),
		from:   "b3", to: "a3 d3 b1 b2 b4 b5 b6 b7"},
	{name: "1.4.3 the king is not", variant: "brandubh-gorrion", set: "jump.man=leap-any", first: "defenders",
		before: besideTheKing,
		from:   "b3", to: "a3 b1 b2 b4 b5 b6 b7"},
}

const (
	tenthRule = `
		. . . . . t .
		. . . . . . .
		. . . t . . .
		. . t K T . .
		. . . t . . .
		. . . . . . .
		. . . . . . .`
	shutIn = `
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. t . . K . . . .
		. . . . . . . . .
		t . . . . . . . .
		T . . . . . . . .
		t t . . . . . . .`
	inCamp = `
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		t . . . K . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .`
	besideTheKing = `
		. . . . . . t
		. . . . . . .
		. . . . . . .
		. . . . . . .
		. T K . . . .
		. . . . . . .
		. . . . . . .`
	cornerWall = `
		. . . . . . .
		. . . . . . .
		. . t . . . .
		. . . K . . .
		. . . . . . .
		. t . . . . .
		. T T t . . .`
	besideKing = `
		. . . . . . . . t
		. . . . . . . . .
		. . . . . . . . .
		. . T . . . . . .
		t K . . . . . . .
		T . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .`
	gap = `
		. . . . . . . . t
		. . T . . . . . .
		. t . t . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . K .
		. . . . . . . . .`
	drawForts = `
		. . . . . . .
		. . . . . . .
		. . . . . . t
		. . . K . . .
		T . . . . . .
		. . t T . . .
		. T . . . T .`
)

func TestSentences(t *testing.T) {
	for _, s := range sentences {
		t.Run(s.name, s.run)
	}
}

// open returns the position drawn.
func (s *sentence) open(t *testing.T) rules.Position {
	v, err := variant.Get(s.variant)
	if err != nil {
		t.Fatal(err)
	}
	set := Changed(t, v.Rules.Ruleset(), s.set)
	set.Rows = Rows(s.before)
	if err := set.Set("first", s.first); err != nil {
		t.Fatal(err)
	}
	r, err := rules.Compile(set)
	if err != nil {
		t.Fatal(err)
	}
	return r.Start()
}

func (s sentence) run(t *testing.T) {
	p := s.open(t)
	h := rules.NewHistory(&p)
	if s.from != "" {
		s.checkReach(t, &p)
	}
	var o game.Outcome
	for text := range strings.SplitSeq(s.play, ";") {
		text = strings.TrimSpace(text)
		if text == "" {
			continue
		}
		if o.Over() {
			t.Fatalf("over before %s: %s", text, endText(o))
		}
		bare, _, _ := strings.Cut(text, "x")
		bare, _, _ = strings.Cut(bare, "(")
		steps, next, err := playText(&p, h, bare)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if got := notation.Turn(p.Rules(), steps); got != text {
			t.Errorf("%s is played, want %s", got, text)
		}
		o = next
	}
	if got := endText(o); got != s.end {
		t.Errorf("ends as %q, want %q", got, s.end)
	}
}

// checkReach compares where the piece on s.from may go.
func (s *sentence) checkReach(t *testing.T, p *rules.Position) {
	var to []string
	for _, m := range p.Legal(nil, nil) {
		if b := p.Rules().Board(); b.Name(m.From) == s.from {
			to = append(to, b.Name(m.To))
		}
	}
	want := strings.Fields(s.to)
	slices.Sort(to)
	slices.Sort(want)
	if !slices.Equal(to, want) {
		t.Errorf("%s may go to %v, want %v", s.from, to, want)
	}
}

// TestOtherStarts compares with the counts that the specification of the other
// games, 6, quotes from Ludii for starts that no game of the catalogue has.
func TestOtherStarts(t *testing.T) {
	const free = "foxStart=any; F.leap.chain=none"
	for _, c := range []struct {
		variant, set string
		want         []int64
	}{
		{"pulijudam", "first=B", []int64{6, 120, 1022, 19452, 166874}},
		{"fox-geese-13", free, []int64{20, 247, 955, 15601, 70746}},
		{"fox-geese-13", free + "; setup.G=c1 d1 e1 c2 d2 e2 a3 b3 c3 d3 e3 f3 g3 a4 g4",
			[]int64{18, 255, 977, 16959, 77198}},
		{"fox-geese-13", free + "; setup.G=c1 d1 e1 c2 d2 e2 a3 b3 c3 d3 e3 f3 g3 a4 g4 a5 g5",
			[]int64{16, 255, 983, 17799, 82574}},
		{"hat-diviyan", "setup.T=none; hands.B.T=1; first=B", []int64{10, 90, 258, 2082, 5836, 41908}},
		{"len-choa", "hands.A.L=5", []int64{9, 27, 219, 661, 4737, 12867}},
		{"fox-hounds", "first=A", []int64{7, 14, 86, 344, 2088, 6264}},
	} {
		t.Run(fmt.Sprint(c.variant, " ", c.want[0]), func(t *testing.T) {
			r := (&mechanic{variant: c.variant, set: c.set}).rules(t)
			p := r.Start()
			for i, n := range c.want {
				if got := rules.Perft(&p, i+1); got != n {
					t.Errorf("depth %d: %d, want %d", i+1, got, n)
				}
			}
		})
	}
}
