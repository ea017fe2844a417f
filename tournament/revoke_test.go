package tournament

import (
	"errors"
	"testing"
)

// TestRevoke takes decisions back, the last one first: then the game has the result that it had before, and is open in
// the end.
func TestRevoke(t *testing.T) {
	h := open(t, Config{Format: Swiss, Rounds: 2, Games: 1}, 4, 1)
	h.must(Start{})
	h.must(Pair{})
	due := h.ev.Due()
	game := func() Leg {
		p, err := h.ev.Pairing(due[0].Pairing)
		if err != nil {
			t.Fatal(err)
		}
		return p.Legs[0]
	}
	back := Revoke{Pairing: due[0].Pairing}
	if err := h.do(back); !errors.Is(err, ErrResult) {
		t.Errorf("an open game: %v", err)
	}
	h.must(Forfeit{Pairing: due[0].Pairing, Player: due[0].Game.Players[0]})
	forfeited := game()
	h.must(Adjudicate{Pairing: due[0].Pairing, Verdict: Draw})
	h.must(Report{due[1].Pairing, 0, Attackers, "king-captured", 30})
	if err := h.do(Revoke{Pairing: due[1].Pairing}); !errors.Is(err, ErrResult) {
		t.Errorf("a game decided on the board: %v", err)
	}
	h.must(back)
	if game() != forfeited {
		t.Errorf("%+v, was %+v", game(), forfeited)
	}
	h.must(back)
	if l := game(); l != due[0].Game || len(h.ev.Due()) != 1 || h.ev.CanPair(h.at) == nil {
		t.Errorf("%+v, %d games open", l, len(h.ev.Due()))
	}
	if err := h.do(back); !errors.Is(err, ErrResult) {
		t.Errorf("once more: %v", err)
	}
	h.must(Report{due[0].Pairing, 0, Defenders, "escape", 40})
	h.must(Adjudicate{Pairing: due[0].Pairing, Verdict: Draw})
	h.must(Pair{})
	if err := h.do(back); !errors.Is(err, ErrLate) {
		t.Errorf("after the next round was paired: %v", err)
	}
}

// TestRevokeReopens takes back the last decision of a finished tournament, of which a player has withdrawn since.
func TestRevokeReopens(t *testing.T) {
	h := open(t, Config{Format: RoundRobin, Rounds: 1, Games: 1}, 2, 1)
	h.must(Start{})
	h.must(Pair{})
	d := h.ev.Due()[0]
	h.must(Adjudicate{Pairing: d.Pairing, Verdict: Draw})
	if h.ev.Phase() != Over {
		t.Fatal(h.ev.Phase())
	}
	h.must(Revoke{Pairing: d.Pairing})
	if h.ev.Phase() != Running || len(h.ev.Due()) != 1 {
		t.Errorf("%s, %d open", h.ev.Phase(), len(h.ev.Due()))
	}
	h.must(Adjudicate{Pairing: d.Pairing, Verdict: Draw})
	h.must(Revoke{Pairing: d.Pairing})
	h.must(Withdraw{d.Game.Players[0]})
	if err := h.do(Revoke{Pairing: d.Pairing}); err == nil {
		t.Error("a forfeit of a player who has left is taken back")
	}
}
