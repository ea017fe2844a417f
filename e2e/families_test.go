package e2e

import (
	"context"
	"slices"
	"testing"
	"time"

	"tafl3d/ai"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
	"tafl3d/internal/longtest"
)

// mostTurns is the largest number of moves of a game, so that the test ends. With the levels of playsOn
// and these seeds the longest game takes 80 moves and all games together 335.
const mostTurns = 200

// animated are the families whose games use animation.
var animated = []string{"tafl", "morris"}

// TestAGameOfEveryFamilyByMouse plays a game of each family with the mouse alone: those with animation to their
// end, the others, which have it off, for six moves.
func TestAGameOfEveryFamilyByMouse(t *testing.T) {
	t.Parallel()
	playFamilies(t, func(family string) int {
		if slices.Contains(animated, family) {
			return mostTurns
		}
		return 6
	})
}

// TestLongAGameOfEveryFamilyByMouse plays them all to their end.
func TestLongAGameOfEveryFamilyByMouse(t *testing.T) {
	t.Parallel()
	longtest.Only(t, "plays games of all families to their end")
	playFamilies(t, func(string) int { return mostTurns })
}

// playFamilies plays a game of each family with the mouse, for at most so many moves.
func playFamilies(t *testing.T, turns func(family string) int) {
	t.Helper()
	if testing.Short() {
		t.Skip("opens windows; not in a short run")
	}
	build(t) // once for all parallel games
	for _, v := range oneOfEach() {
		t.Run(v.ID, func(t *testing.T) {
			t.Parallel()
			d := newDisplay(t)
			data := t.TempDir()
			if !slices.Contains(animated, v.Family) {
				chooses(t, data, `"pace":3`)
			}
			prog := d.run("-data", data, "-variant", v.ID, "-side", "both", "-mute", "-quality", "low",
				"-size", "800x600")
			p := newPerson(d, game.Attackers, v.ID, data)
			p.resized(800, 600)
			before := d.still()
			d.key("f")
			d.seesChange("the flat view", before, width*height/30)
			p.flat(true)
			p.playsOn(v, turns(v.Family))
			d.key("ctrl+q")
			prog.ended()
		})
	}
}

// oneOfEach returns the variant with the smallest board of each family.
func oneOfEach() (list []*variant.Variant) {
	at := map[string]int{}
	for _, v := range variant.All() {
		i, known := at[v.Family]
		switch {
		case !known:
			at[v.Family] = len(list)
			list = append(list, v)
		case v.Rules.Board().Squares() < list[i].Rules.Board().Squares():
			list[i] = v
		}
	}
	return list
}

// playsOn plays both sides for so many moves or to the end of the game, and checks each move. With mostTurns the
// game must end.
func (p *person) playsOn(v *variant.Variant, turns int) {
	p.t.Helper()
	start := v.Rules.Start()
	line := rules.NewLine(start, rules.NewHistory(&start))
	sides := [game.Sides]ai.Engine{ai.Level(1, 3), ai.Level(5, 3)}
	n := 0
	for ; !line.Judge().Over() && n < turns; n++ {
		ply := n
		var steps []game.Move
		for begun := true; begun || line.MidTurn(); begun = false {
			m, _, err := sides[line.Turn()].Think(context.Background(), line.Position, line.History(), ai.Limits{})
			if err != nil {
				p.t.Fatal(err)
			}
			p.points(m, steps)
			steps = append(steps, m)
			if _, err := line.Try(m); err != nil {
				p.t.Fatal(err)
			}
			time.Sleep(60 * time.Millisecond) // the pace of a user
		}
		s := p.await("turn to be played", func(m *match.Match, _ *match.State) bool { return m.Ply() > ply })
		must(p.t, s.Position.Hash() == line.Position.Hash(), "turn %d: %s was played, which is another position", n+1,
			s.Record.Turn(ply+1).Text)
	}
	must(p.t, line.Judge().Over() || turns < mostTurns, "%d turns, and it is not over", n)
	p.t.Logf("%d turns; over: %v", n, line.Judge())
}

// points makes a step with the mouse, after the previous steps of the same move.
func (p *person) points(m game.Move, before []game.Move) {
	p.t.Helper()
	switch m.Op {
	case game.Drop:
		p.click(p.at(m.To))
	case game.Remove:
		p.click(p.at(m.From))
	case game.End:
		now, _ := p.read()
		for _, step := range before {
			_, err := now.Do(now.Side(), match.Play{Ply: now.Ply(), Move: step}, time.Now())
			must(p.t, err == nil, "%v", err)
		}
		p.pressIn(now, "end-turn")
	default:
		p.clicks(m)
	}
}
