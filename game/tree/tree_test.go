package tree

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
)

func brandubh(t testing.TB) *Game {
	t.Helper()
	v, err := variant.Get("brandubh-gorrion")
	if err != nil {
		t.Fatal(err)
	}
	return New(v.ID, v.Rules.Start())
}

func texts(t testing.TB, c *Cursor, turns string) *Node {
	t.Helper()
	for text := range strings.FieldsSeq(turns) {
		if _, err := c.Text(text); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
	return c.Node()
}

// picture draws a tree in a line.
func picture(n *Node) string {
	var b strings.Builder
	for _, next := range n.Next() {
		fmt.Fprintf(&b, "(%s%v%s%s)", next.Text, next.Signs, next.Comment, picture(next))
	}
	return b.String()
}

func TestCursor(t *testing.T) {
	g := brandubh(t)
	c := g.Cursor()
	end := texts(t, c, "d6-f6 d5-f5 d7-e7")
	if !end.OnMain() || end.Ply() != 3 {
		t.Errorf("ply %d, on the main line: %v", end.Ply(), end.OnMain())
	}
	c.To(g.Root)
	start := g.Start
	if got, want := c.Line().Hash(), start.Hash(); got != want {
		t.Error("back at the start the position is another")
	}
	side := texts(t, c, "d6-e6")
	if side.OnMain() || len(g.Root.Next()) != 2 {
		t.Error("another first turn is no variation")
	}
	c.To(end)
	if got := notation.Position(&c.Line().Position); !strings.HasSuffix(got, " d") {
		t.Errorf("after three turns: %s", got)
	}
	if _, err := c.Text("d6-d5"); !errors.Is(err, rules.ErrIllegal) {
		t.Errorf("a turn of an empty square: %v", err)
	}
	if c.Node() != end {
		t.Error("a refused turn moved the cursor")
	}
}

// TestNoPlayAfterTheEnd looks that nothing can follow an end.
func TestNoPlayAfterTheEnd(t *testing.T) {
	g := brandubh(t)
	rng := rand.New(rand.NewPCG(1, 1))
	c := g.Cursor()
	for !c.Closed() {
		turns := c.Line().LegalTurns()
		turn := turns[rng.IntN(len(turns))]
		moves := turn.Moves()
		if _, err := c.Play(moves); err != nil {
			t.Fatal(err)
		}
	}
	for _, turn := range c.Line().LegalTurns() {
		if _, err := c.Play([]game.Move{turn.Last}); !errors.Is(err, ErrOver) {
			t.Fatalf("after %v: %v", c.Over(), err)
		}
	}
	if g.Settle() != c.Over() {
		t.Errorf("settled as %v, the board says %v", g.Outcome, c.Over())
	}
}

// TestStudy makes and takes back changes by chance: each way through the changes
// shows each version as it was.
func TestStudy(t *testing.T) {
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 1))
		s := NewStudy(brandubh(t))
		pictures := []string{picture(s.Game().Root)}
		for len(pictures) < 60 {
			nodes := slices.Collect(s.Game().Root.All())
			n, done := nodes[rng.IntN(len(nodes))], len(s.done)
			change(t, s, rng, n)
			if s.CanRedo() {
				t.Fatal("a change can be made again that was never taken back")
			}
			switch len(s.done) - done {
			case 0:
			case 1:
				pictures = append(pictures, picture(s.Game().Root))
			default:
				t.Fatalf("one change is %d", len(s.done)-done)
			}
			standsWell(t, s)
		}
		for i := len(pictures) - 2; i >= 0; i-- {
			s.Undo()
			standsWell(t, s)
			if got := picture(s.Game().Root); got != pictures[i] {
				t.Fatalf("seed %d, version %d:\n%s\nwas\n%s", seed, i, got, pictures[i])
			}
		}
		for i := 1; i < len(pictures); i++ {
			s.Redo()
			standsWell(t, s)
			if got := picture(s.Game().Root); got != pictures[i] {
				t.Fatalf("seed %d, version %d made again:\n%s\nwas\n%s", seed, i, got, pictures[i])
			}
		}
	}
}

// change makes a change by chance.
func change(t *testing.T, s *Study, rng *rand.Rand, n *Node) {
	switch rng.IntN(9) {
	case 0, 1, 2:
		s.To(n)
		turns := s.Line().LegalTurns()
		if s.Closed() || len(turns) == 0 {
			return
		}
		turn := turns[rng.IntN(len(turns))]
		moves := turn.Moves()
		if _, err := s.Play(moves); err != nil {
			t.Fatal(err)
		}
	case 3:
		s.Comment(n, fmt.Sprint("said ", rng.IntN(5)))
	case 4:
		s.Sign(n, Signs[rng.IntN(len(Signs))])
	case 5:
		s.Promote(n)
	case 6:
		if rng.IntN(4) == 0 {
			s.Delete(n)
		}
	case 7:
		s.Mark(n, Mark{Colour(rng.IntN(Colours)), 3, game.Square(rng.IntN(5))})
	case 8: // often it cannot be played there
		nodes := slices.Collect(s.Game().Root.All())
		_ = s.Paste(nodes[rng.IntN(len(nodes))], n)
	}
}

// standsWell looks that the cursor stands on a node of the game, at its position.
func standsWell(t *testing.T, s *Study) {
	t.Helper()
	top := s.Node()
	for ; top.Parent() != nil; top = top.Parent() {
		if !slices.Contains(top.Parent().Next(), top) {
			t.Fatal("the cursor stands on a turn that was taken away")
		}
	}
	if top != s.Game().Root {
		t.Fatal("the cursor stands on a turn that was taken away")
	}
	c := s.Game().Cursor()
	c.To(s.Node())
	if c.Line().Hash() != s.Line().Hash() {
		t.Fatal("the cursor shows another position")
	}
}

// TestPasteRefused looks that a line that cannot be played changes nothing.
func TestPasteRefused(t *testing.T) {
	s := NewStudy(brandubh(t))
	texts(t, &s.Cursor, "d6-f6 d5-f5")
	other := brandubh(t)
	texts(t, other.Cursor(), "d6-e6 d5-e5 e6-f6")
	before := picture(s.Game().Root)
	if err := s.Paste(s.Node(), other.Root.Main()); err == nil || picture(s.Game().Root) != before {
		t.Errorf("error %v; %s", err, picture(s.Game().Root))
	}
	if err := s.Paste(s.Game().Root, other.Root.Main()); err != nil {
		t.Fatal(err)
	}
	if len(s.Game().Root.Next()) != 2 || s.Node().Text != "d6-e6" {
		t.Errorf("pasted: %s, at %q", picture(s.Game().Root), s.Node().Text)
	}
	s.Undo()
	if picture(s.Game().Root) != before {
		t.Error("a paste was not taken back whole")
	}
}

// TestOf turns a played game with a turn taken back into a tree.
func TestOf(t *testing.T) {
	g := brandubh(t)
	m := match.New(g.Start, match.Control{Main: time.Minute})
	now := time.Unix(0, 0)
	m.Begin(now)
	do := func(text string) {
		p := m.State().Position
		moves, err := notation.ParseTurn(&p, m.State().History, text)
		if err != nil {
			t.Fatal(err)
		}
		for _, mv := range moves {
			if _, err := m.Do(p.Turn(), match.Play{Ply: m.State().Record.Ply(), Move: mv}, now); err != nil {
				t.Fatal(err)
			}
		}
	}
	do("d6-f6")
	do("d5-f5")
	if _, err := m.Do(game.Defenders, match.Undo{Plies: 1}, now); err != nil {
		t.Fatal(err)
	}
	do("d5-e5")
	h := match.Header{Variant: g.Variant, Seats: [game.Sides]match.Seat{{Player: "human", Name: "Astrid"},
		{Player: "computer", Level: 3}}}
	got := Of(h, m.State())
	if want := "(d6-f6[](d5-e5[])(d5-f5[]))"; picture(got.Root) != want {
		t.Errorf("%s, want %s", picture(got.Root), want)
	}
	if got.Tag(TagAttackers) != "Astrid" || got.Tag(TagDefendersLevel) != "3" || got.Root.Main().Left == nil {
		t.Errorf("tags %v", got.Tags)
	}
}
