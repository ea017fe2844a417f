package scene

import (
	"testing"
	"time"

	"tafl3d/game"
)

func TestAPieceIsLiftedCarriedAndSetDown(t *testing.T) {
	p := Path{To: Vec{X: 4}, End: time.Second, Lift: 0.2}
	at := func(ms int) Vec { return p.At(time.Duration(ms) * time.Millisecond) }
	if at(0) != (Vec{}) || at(1000) != p.To || at(2000) != p.To {
		t.Error("it does not go from the one to the other")
	}
	if a := at(60); a.X > 0.02 || a.Y <= 0 {
		t.Errorf("it goes before it is lifted: %v", a)
	}
	if a := at(500); a.Y < 0.19 || a.X < 1.5 || a.X > 2.5 {
		t.Errorf("half way it is at %v", a)
	}
	if a := at(930); a.X != 4 || a.Y <= 0 {
		t.Errorf("it is on the board before it is there: %v", a)
	}
	last := at(0)
	for ms := 1; ms <= 1000; ms++ {
		a := at(ms)
		if d := a.Sub(last).Len(); d > 0.02 {
			t.Fatalf("it jumps by %v after %d ms", d, ms)
		}
		last = a
	}
}

func TestATakenManFallsBeforeHeIsCarriedOff(t *testing.T) {
	p := Path{To: Vec{X: 4}, End: time.Second, Lift: 0.9, Fall: -1.4, Lie: -1.5}
	at := func(ms int) time.Duration { return time.Duration(ms) * time.Millisecond }
	if p.Tip(0) != 0 || p.Tip(at(1000)) != -1.5 {
		t.Error("he does not stand at the beginning and lie at the end")
	}
	if a, tip := p.At(at(330)), p.Tip(at(330)); a.X != 0 || tip > -1.3 {
		t.Errorf("he is at %v, tipped by %v, when he should lie on his square", a, tip)
	}
	back := Path{To: Vec{X: 4}, End: time.Second, Lay: 1.5}
	if back.Tip(0) != 1.5 || back.Tip(at(500)) <= 0 || back.Tip(at(500)) >= 1.5 || back.Tip(at(950)) != 0 {
		t.Error("one who comes back does not get up on the way")
	}
	last := p.At(0)
	for ms := 1; ms <= 1000; ms++ {
		a := p.At(at(ms))
		if d := a.Sub(last).Len(); d > 0.03 {
			t.Fatalf("he jumps by %v after %d ms", d, ms)
		}
		last = a
	}
}

func TestAKingWhoHasEscapedIsHeldUp(t *testing.T) {
	s, sq := newGame(t, map[string]game.Piece{"a1": 3, "d4": 1})
	if !s.isKing(3) {
		t.Fatal("piece 3 of the stage is no king")
	}
	s.Show(game.Ended{Outcome: game.Won(game.Attackers, game.KingCaptured)})
	if s.Busy() {
		t.Error("a game that ended otherwise moves the king")
	}
	s.Show(game.Ended{Outcome: game.Won(game.Defenders, game.KingEscaped)})
	high := float32(0)
	drain(t, s, func() { high = max(high, s.place(s.at[sq("a1")]).Y) })
	if high < 0.4 {
		t.Errorf("he is held up %v high", high)
	}
	if on := standing(t, s); on[sq("a1")] != 3 || on[sq("d4")] != 1 {
		t.Errorf("afterwards stands %v", on)
	}
}
