package ai

import (
	"context"
	"testing"

	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
)

// TestEveryVariant: every variant of the catalogue is played by two low levels
// to its end, or for many turns, and no move is refused.
func TestEveryVariant(t *testing.T) {
	turns := 120
	if testing.Short() {
		turns = 16
	}
	for _, v := range variant.All() {
		t.Run(v.ID, func(t *testing.T) {
			t.Parallel()
			seats := [game.Sides]Engine{Level(2, 1), Level(1, 2)}
			p := v.Rules.Start()
			h := rules.NewHistory(&p)
			for range turns {
				if playTurn(t, seats[p.Turn()], &p, h).Over() {
					return
				}
			}
		})
	}
}

// shortGames are the games of the catalogue that may end before their sixth move, each with its reason.
var shortGames = map[string]string{
	"halatafl-old": "a leap to the centre leaves the other side without a move, and the source does not say what then",
}

// TestNoGameEndsAtOnce lets the engine play the first ten moves of every game of the catalogue: none
// ends before move 6 unless shortGames says why.
func TestNoGameEndsAtOnce(t *testing.T) {
	for _, v := range variant.All() {
		t.Run(v.ID, func(t *testing.T) {
			t.Parallel()
			seats := [game.Sides]Engine{Level(6, 1), Level(6, 2)}
			p := v.Rules.Start()
			h := rules.NewHistory(&p)
			for n := 1; n <= 10; n++ {
				if !playTurn(t, seats[p.Turn()], &p, h).Over() {
					continue
				}
				if n < 6 && shortGames[v.ID] == "" {
					t.Errorf("over after %d moves: %+v", n, p.Judge(h))
				}
				return
			}
		})
	}
}

// playTurn lets an engine make a whole turn and returns how the game stands.
func playTurn(t *testing.T, e Engine, p *rules.Position, h *rules.History) game.Outcome {
	t.Helper()
	for first := true; first || p.MidTurn(); first = false {
		m, _, err := e.Think(context.Background(), *p, h, Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Try(m, h); err != nil {
			t.Fatal(err)
		}
	}
	h.Push(p)
	return p.Judge(h)
}
