package app_test

import (
	"context"
	"strings"
	"testing"

	"tafl3d/app/board"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/notation"
	"tafl3d/game/ruleset"
	"tafl3d/game/table"
)

// pressing is a game in which the king makes a threat with every step and an attacker parries it. first moves
// first.
func pressing(t *testing.T, first game.Side) *match.Match {
	board := map[game.Side]string{game.Attackers: "7/2T4/1t1t3/7/2Kt3/2T4/7 a",
		game.Defenders: "7/2T4/3t3/7/1tKt3/2T4/7 d"}[first]
	return from(t, board, func(s *ruleset.Ruleset) {
		s.Escape, s.KingCapture, s.Repetition = ruleset.EscapeEdge, ruleset.KingEnclosed, ruleset.RepeatAggressorClaim
		s.Corner.Squares = "none"
	})
}

// cycle returns moves that repeat the position.
func cycle(first game.Side) []string {
	if first == game.Attackers {
		return []string{"b5 b3", "c3 c5", "b3 b5", "c5 c3"}
	}
	return []string{"c3 c5", "b3 b5", "c5 c3", "b5 b3"}
}

// repeat plays until the position has occurred three times; the computer makes its own moves.
func (p *person) repeat(first game.Side, both bool) {
	p.Helper()
	for i := range 8 {
		if both || i%2 == 0 {
			p.click(strings.Fields(cycle(first)[i%4])...)
		}
		p.until("the move is made", func() bool { return p.moves() > i })
	}
}

// follow lets the computer make its moves of the cycle that first starts.
func (p *person) follow(first game.Side) {
	p.engines.mu.Lock()
	defer p.engines.mu.Unlock()
	p.engines.choose = func(_ context.Context, s table.Situation) (game.Move, error) {
		text := strings.ReplaceAll(cycle(first)[(s.History.Len()-1)%4], " ", "-")
		if s.Position.Turn() == game.Defenders {
			text = "K" + text
		}
		ms, err := notation.ParseTurn(&s.Position, s.History, text)
		if err != nil {
			return game.NoMove, err
		}
		return ms[0], nil
	}
}

func TestDisputeBetweenTwo(t *testing.T) {
	for button, status := range map[string]string{
		"A draw":          "A draw: the position was repeated too often, and no claim was granted",
		"Attackers claim": "Attackers win: the defenders forced the repetition",
	} {
		p := with(t, two(), pressing(t, game.Defenders))
		p.repeat(game.Defenders, true)
		p.until("the question", func() bool { return p.Screen().Dialog != nil })
		p.wants("dispute")
		if d := p.dialog(); d.Title != "The position has occurred for the third time" ||
			!strings.Contains(d.Lines[1], "only the defenders made a threat") {
			t.Errorf("%+v", d)
		}
		if len(p.view.marks.Captors) != 4 {
			t.Error("what goes to and fro is not marked:", p.view.marks.Captors)
		}
		p.keys("Esc") // one may look at the board first
		p.noDialog()
		p.click("c3")
		p.says("press C to claim")
		p.keys("c")
		p.press(button)
		if button != "A draw" {
			p.until("the other is asked", func() bool { d := p.Screen().Dialog; return d != nil && d.ID == "claim" })
			p.press("They are right")
		}
		p.until("the end", func() bool { return p.sheet().Over })
		if p.sheet().Status != status {
			t.Error(p.sheet().Status)
		}
		p.Close()
	}
}

func TestComputerAnswersAClaim(t *testing.T) {
	p := with(t, &board.Setup{Variant: "brandubh-gorrion", Levels: [game.Sides]int{game.Defenders: 3}},
		pressing(t, game.Attackers))
	p.follow(game.Attackers)
	p.repeat(game.Attackers, false)
	p.until("the question", func() bool { return p.Screen().Dialog != nil })
	p.press("Claim it")
	p.until("the end", func() bool { return p.sheet().Over })
	if s := p.sheet().Status; s != "You win: the computer forced the repetition" {
		t.Error(s)
	}
}

func TestComputerClaims(t *testing.T) {
	for button, status := range map[string]string{
		"They are right": "The computer wins: you forced the repetition",
		"A draw":         "A draw: the position was repeated too often, and no claim was granted",
	} {
		p := with(t, &board.Setup{Variant: "brandubh-gorrion", Levels: [game.Sides]int{game.Attackers: 3}},
			pressing(t, game.Defenders))
		p.follow(game.Defenders)
		p.repeat(game.Defenders, false)
		p.until("the claim", func() bool { return p.Screen().Dialog != nil })
		p.wants("claim")
		p.press(button)
		p.until("the end", func() bool { return p.sheet().Over })
		if s := p.sheet().Status; s != status {
			t.Error(s)
		}
		p.Close()
	}
}

// TestDisputeIsSaved asserts that an open question is asked again after a restart.
func TestDisputeIsSaved(t *testing.T) {
	p := with(t, two(), pressing(t, game.Defenders))
	p.repeat(game.Defenders, true)
	p.until("the question", func() bool { return p.Screen().Dialog != nil })
	p.press("Undo move")
	p.untilMoves(7)
	p.noDialog()
	p.keys("Ctrl-y")
	p.until("the question again", func() bool { return p.Screen().Dialog != nil })
	p.wants("dispute")
}

func TestBlockadeClaims(t *testing.T) {
	shut := "3t3/2t1t2/1t3t1/1t1K1t1/1t3t1/2t1t2/3tT2 a"
	inside := strings.Replace(shut, "3tT2", "3t3", 1)
	for _, tt := range []struct {
		board string
		score int
		grant bool
	}{{inside, -400, true}, {inside, 0, false}, {shut, -400, false}} {
		p := with(t, against(), from(t, tt.board, func(*ruleset.Ruleset) {}))
		p.engines.advice.Score = -tt.score // for the attackers, who are to move
		p.keys("c")
		p.wants("confirm")
		p.press("Claim")
		if !tt.grant {
			p.until("the refusal", func() bool { return strings.Contains(p.toast(), "rejected") })
			if b := p.Screen().Game; b.Over {
				t.Errorf("%s: it was granted", tt.board)
			}
		} else {
			p.until("the end", func() bool { return p.sheet().Over })
			if s := p.sheet().Status; !strings.Contains(s, "You win: the barrier") {
				t.Error(s)
			}
		}
		p.Close()
	}
	p := with(t, two(), from(t, inside, func(*ruleset.Ruleset) {}))
	p.keys("c")
	p.press("Claim")
	p.until("the other is asked", func() bool { return p.Screen().Dialog != nil })
	p.press("Play on")
	p.until("the refusal", func() bool { return strings.Contains(p.toast(), "rejected") })
	p.Close()
	q := open(t, t.TempDir(), two())
	q.keys("c")
	q.noDialog()
}
