package app_test

import (
	"slices"
	"testing"

	"tafl3d/app/board"
	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
)

// During a move a click on the piece that may continue keeps it selected and does not end the move. The key
// ends it.
func TestAClickDoesNotEndAChain(t *testing.T) {
	v, err := variant.Get("dablot-mini")
	if err != nil {
		t.Fatal(err)
	}
	for seed := range 30 {
		if clicksInAChain(t, v, seed) {
			return
		}
	}
	t.Error("no turn could go on")
}

// clicksInAChain plays by clicks until a move may continue, and then clicks the piece. It returns false if no
// move of the game did.
func clicksInAChain(t *testing.T, v *variant.Variant, seed int) bool {
	p := open(t, t.TempDir(), &board.Setup{Variant: v.ID})
	defer p.Close()
	at := func(sq game.Square) string { return v.Rules.Board().Name(sq) }
	start := v.Rules.Start()
	line := rules.NewLine(start, rules.NewHistory(&start))
	stood := [][]game.Piece{start.Setup().Pieces} // after each turn
	for n := 0; n < 60 && !line.Judge().Over(); {
		moves := line.Legal(nil)
		m := moves[(n*(2*seed+1)+seed)%len(moves)]
		for _, other := range moves {
			if other.Op == game.Leap {
				m = other
			}
		}
		if _, err := line.Try(m); err != nil {
			t.Fatal(err)
		}
		if m.Op != game.End {
			p.click(at(m.From), at(m.To))
		}
		if !line.MidTurn() {
			n++
			p.untilMoves(n)
			stood = append(stood, line.Setup().Pieces)
			continue
		}
		p.until("the chain", func() bool { return p.view.marks.Selected == m.To })
		p.click(at(m.To)) // which is held already
		if p.frame(); p.view.marks.Selected != m.To || p.moves() != n {
			t.Fatalf("after a click on the piece that goes on %v is held, and %d turns are played",
				p.view.marks.Selected, p.moves())
		}
		if n > 0 { // the position before the turn can be looked at
			p.Board().Browse(-1)
			if p.frame(); !slices.Equal(p.view.setup.Pieces, stood[n-1]) {
				t.Errorf("the position after %d turns is not shown", n-1)
			}
			p.Board().GoTo(board.All)
			p.until("the chain again", func() bool { return p.view.marks.Selected == m.To })
		}
		p.says("end the turn")
		p.keys("e")
		p.untilMoves(n + 1)
		return true
	}
	return false
}
