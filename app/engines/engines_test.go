package engines

import (
	"context"
	"errors"
	"os"
	"strconv"
	"testing"

	"tafl3d/ai"
	"tafl3d/ai/protocol"
	"tafl3d/app/board"
	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/record"
	"tafl3d/game/rules"
	"tafl3d/game/table"
	"tafl3d/game/variant"
	"tafl3d/library/ask"
)

func TestTheLinesOfAStudyAreToldBestFirst(t *testing.T) {
	var lines []board.StudyLine
	for _, chance := range []float64{0.44, 0.57, 0.51} {
		lines = ranked(lines, board.StudyLine{Chance: chance})
	}
	for i, want := range []float64{0.57, 0.51, 0.44} {
		if lines[i].Chance != want {
			t.Errorf("line %d is worth %g, want %g", i, lines[i].Chance, want)
		}
	}
}

// TestAnalyse has the engine look three turns ahead: it ends by itself, its lines begin with
// different turns, and where it has proved the end the chance says so.
func TestAnalyse(t *testing.T) {
	e := New()
	defer e.Close()
	v, err := variant.Get("brandubh-gorrion")
	if err != nil {
		t.Fatal(err)
	}
	var found board.Study
	err = e.Analyse(t.Context(), v.ID, table.Situation{Position: v.Rules.Start()}, board.Wanted{Lines: 4, Depth: 3},
		func(s board.Study) { found = s })
	if err != nil || found.Depth != 3 || len(found.Lines) != 4 {
		t.Fatalf("%v: %d lines, %d turns ahead", err, len(found.Lines), found.Depth)
	}
	seen := map[game.Move]bool{}
	for i, l := range found.Lines {
		if l.Chance <= 0 || l.Chance >= 1 || i > 0 && l.Chance > found.Lines[i-1].Chance || len(l.Steps) == 0 ||
			seen[l.Steps[0]] {
			t.Errorf("line %d: %+v", i, l)
			continue
		}
		seen[l.Steps[0]] = true
	}
	won, err := notation.ParsePosition(v.Rules, "7/7/7/3K3/7/7/t6 d")
	if err != nil {
		t.Fatal(err)
	}
	err = e.Analyse(t.Context(), v.ID, table.Situation{Position: won}, board.Wanted{Lines: 1, Depth: 4},
		func(s board.Study) { found = s })
	if l := found.Lines[0]; err != nil || l.Chance != 1 || !l.Wins || l.Ends == 0 {
		t.Errorf("a king who cannot be stopped: %+v", l)
	}
}

// TestAnalyseByAnother has another program think in the place of ours: its lines come in as ours
// do, one that fails is said to have failed, and none is left behind.
func TestAnalyseByAnother(t *testing.T) {
	t.Setenv("TAFL3D_TEST_ENGINE", "1")
	e := New()
	v, err := variant.Get("brandubh-gorrion")
	if err != nil {
		t.Fatal(err)
	}
	want := board.Wanted{Lines: 2, Depth: 2, Program: board.Program{Name: "Thor", Command: strconv.Quote(os.Args[0])}}
	var found board.Study
	for _, rows := range []string{"7/7/7/3K3/7/7/t6 d", "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a"} {
		p, err := notation.ParsePosition(v.Rules, rows)
		if err != nil {
			t.Fatal(err)
		}
		if err := e.Analyse(t.Context(), v.ID, table.Situation{Position: p}, want,
			func(s board.Study) { found = s }); err != nil {
			t.Fatal(err)
		}
		_, own, err := ai.New(ai.Limits{Depth: want.Depth}).Think(t.Context(), p, nil, ai.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		chance := ai.WinChance(v.ID, own.Score, p.Turn())
		if l := found.Lines[0]; len(found.Lines) != 2 || l.Wins != (p.Turn() == game.Defenders) || l.Chance != chance {
			t.Errorf("%s: %+v, want a chance of %v", rows, found, chance)
		}
	}
	want.Program.Command = "/nonexistent/engine"
	if err := e.Analyse(t.Context(), v.ID, table.Situation{Position: v.Rules.Start()}, want,
		func(board.Study) {}); !errors.Is(err, protocol.ErrStart) {
		t.Errorf("there is no such program: %v", err)
	}
	if e.Close(); e.guest.engine != nil {
		t.Error("a program is left")
	}
}

// TestUsual reviews a game whose first move is bad but usual in the player's library: it is not marked.
func TestUsual(t *testing.T) {
	e := New()
	defer e.Close()
	games, err := record.Read("[Variant \"brandubh-gorrion\"]\n\nd6-f6\n", record.Options{})
	if err != nil {
		t.Fatal(err)
	}
	first := games[0].Root.Main().Turn
	for _, c := range []struct {
		with, others int
		usual        bool
	}{{2, 8, true}, {2, 38, true}, {2, 39, false}, {1, 9, false}, {2, 7, false}, {0, 20, false}} {
		moves := []ask.Move{{Steps: first, Games: c.with}, {Games: c.others}}
		if got := usual(moves, first); got != c.usual {
			t.Errorf("%d of %d games: %v", c.with, c.with+c.others, got)
		}
	}
	asked := 0
	e.Explore = func(_ context.Context, variant string, p *rules.Position, _ string) ([]ask.Move, error) {
		if asked++; variant != games[0].Variant || p.Turn() != game.Attackers {
			t.Errorf("the library is asked for %s, %v to move", variant, p.Turn())
		}
		return []ask.Move{{Steps: first, Games: 20}}, nil
	}
	if _, err := e.Prepare(games[0])(t.Context(), func(int, int) {}); err != nil || asked != 1 {
		t.Errorf("the library was asked %d times, %v", asked, err)
	}
}

// TestMain lets the test program be another engine where the environment says so.
func TestMain(m *testing.M) {
	if os.Getenv("TAFL3D_TEST_ENGINE") == "" {
		os.Exit(m.Run())
	}
	e := protocol.Engine{Name: "Thor", Find: func(id string) (*rules.Rules, error) {
		v, err := variant.Get(id)
		if err != nil {
			return nil, err
		}
		return v.Rules, nil
	}}
	if err := e.ServeUCI(context.Background(), os.Stdin, os.Stdout); err != nil {
		os.Exit(1)
	}
}
