package app_test

import "testing"

func TestThreatsAreToldIfThePlayerWishesIt(t *testing.T) {
	p := with(t, two(), from(t, "7/6t/7/3K3/7/7/t6 d", nil))
	p.click("d4", "d1")
	p.untilMoves(1)
	if w := p.sheet().Warning; w != "" {
		t.Fatalf("the rules call nothing, and it says %q", w)
	}
	p.keys("Esc")
	p.press("Settings")
	p.chooseOption("threats", "always")
	p.keys("Esc", "Esc", "Esc")
	if s := p.sheet(); s.Warning == "" || len(p.view.marks.Threats) == 0 {
		t.Errorf("it says %q and points %v out", s.Warning, p.view.marks.Threats)
	}
}
