package board

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/variant"
	"tafl3d/tongue"
)

// quietEnds are results without squares that explain them.
var quietEnds = []game.Cause{game.Resigned, game.Time, game.Agreed, game.Abandoned, game.Adjudicated, game.NoCapture,
	game.QuietTurns}

// mostMoves limits the length of a random game.
const mostMoves = 400

// TestTheBoardShowsWhyItEnded plays random games of every variant and asserts that each end has a text and,
// if squares caused it, marks on the board.
func TestTheBoardShowsWhyItEnded(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 2))
	seen := map[game.Cause]int{}
	for _, v := range variant.All() {
		for range 3 {
			g := chanceGame(t, v, chance)
			o := g.State.Outcome
			if !o.Over() {
				continue
			}
			seen[o.Cause]++
			if why := TextCause(g, o); len(why) < 8 {
				t.Errorf("%s: %s is said as %q", v.ID, o.Cause, why)
			}
			if len(g.endedAt()) == 0 && !slices.Contains(quietEnds, o.Cause) {
				t.Errorf("%s: the board does not show the end by %s", v.ID, o.Cause)
			}
		}
	}
	if len(seen) < 8 {
		t.Errorf("only these ends were met: %v", seen)
	}
	t.Logf("%v", seen)
}

// chanceGame plays a random game.
func chanceGame(t *testing.T, v *variant.Variant, chance *rand.Rand) *Game {
	t.Helper()
	m := match.New(v.Rules.Start(), match.Control{})
	for n := 0; n < mostMoves && !m.Outcome().Over(); n++ {
		s := m.State()
		moves := s.Position.Legal(nil, s.History)
		if len(moves) == 0 {
			break
		}
		if _, err := m.Do(m.Side(), match.Play{Ply: m.Ply(), Move: moves[chance.IntN(len(moves))]},
			time.Time{}); err != nil {
			break // a claim is due
		}
	}
	g := &Game{Variant: v, Setup: Setup{Variant: v.ID}}
	g.Take(m.State())
	g.Shown = g.At(m.Ply())
	return g
}

// TestWhoLostIsASentence asserts that resignation and its result are described in whole sentences for the
// player, the computer, a group and a single piece.
func TestWhoLostIsASentence(t *testing.T) {
	defer func() { _ = tongue.Use(tongue.English) }()
	two, computer := Setup{}, Setup{Levels: [game.Sides]int{game.Attackers: 3}}
	tests := []struct {
		language, variant string
		setup             Setup
		winner            game.Side
		cause             game.Cause
		want              string
	}{
		{"en", "brandubh-gorrion", two, game.Defenders, game.Resigned, "Defenders win: the attackers resigned."},
		{"de", "brandubh-gorrion", two, game.Defenders, game.Resigned,
			"Verteidiger gewinnen: die Angreifer haben aufgegeben."},
		{"de", "brandubh-gorrion", computer, game.Attackers, game.Time, "Der Computer gewinnt: deine Zeit ist um."},
		{"de", "fox-geese-13", two, game.Attackers, game.Resigned, "Gänse gewinnen: der Fuchs hat aufgegeben."},
		{"da", "fox-geese-13", two, game.Attackers, game.Time, "Gæssene vinder: ræven har brugt sin tid."},
		{"da", "fox-geese-13", two, game.Defenders, game.Time, "Ræven vinder: gæssene har brugt deres tid."},
	}
	for _, x := range tests {
		if err := tongue.Use(x.language); err != nil {
			t.Fatal(err)
		}
		v, err := variant.Get(x.variant)
		if err != nil {
			t.Fatal(err)
		}
		g := &Game{Variant: v, Setup: x.setup}
		if got := TextEnd(g, game.Outcome{Winner: x.winner, Cause: x.cause}) + "."; got != x.want {
			t.Errorf("%s: %q, want %q", x.language, got, x.want)
		}
	}
	g := &Game{Variant: variant.All()[0], Setup: computer}
	for _, l := range tongue.Languages()[1:] {
		if err := tongue.Use(l.ID); err != nil {
			t.Fatal(err)
		}
		if line := TextResignLine(g, game.Attackers); !strings.HasPrefix(line, tongue.Text(words.Computer)) {
			t.Errorf("%s: the computer has a capital within %q", l.ID, line)
		}
	}
}
