package app_test

import "testing"

// TestTheEndIsAnnouncedOverTheLastPosition asserts that a player who browses when the game ends sees the
// final position, and can browse at once.
func TestTheEndIsAnnouncedOverTheLastPosition(t *testing.T) {
	p := open(t, t.TempDir(), two())
	p.click("d1", "c1")
	p.untilMoves(1)
	p.keys("PageUp")
	if !p.sheet().Review {
		t.Fatal("the start is not looked at")
	}
	p.keys("r")
	p.press("Resign")
	p.until("the announcement", func() bool { return p.dialogID() == "over" })
	if s := p.sheet(); s.Review || s.Current != 1 {
		t.Errorf("announced over ply %d", s.Current)
	}
	p.keys("PageUp")
	p.noDialog()
	if s := p.sheet(); !s.Review || s.Current != 0 {
		t.Errorf("one turn back is ply %d", s.Current)
	}
}
