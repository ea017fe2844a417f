package app_test

import (
	"slices"
	"testing"

	"tafl3d/app/board"
	"tafl3d/game"
	"tafl3d/panel"
)

// held returns the focused button of the toolbar; empty if none.
func (p *person) held() string {
	for _, b := range p.Screen().Bar {
		if b.Focus {
			return b.ID
		}
	}
	return ""
}

// Tab visits every enabled button of the toolbar after the last piece, and then the board; Shift+Tab goes
// back.
func TestTabComesToTheBar(t *testing.T) {
	p := open(t, t.TempDir(), two())
	for _, key := range []string{"Tab", "Shift-Tab"} {
		met := map[string]bool{}
		pieces := map[game.Square]bool{}
		for range 60 {
			p.keys(key)
			met[p.held()] = true
			pieces[p.view.marks.Cursor] = true
		}
		for _, b := range p.Screen().Bar {
			if met[b.ID] == b.Disabled {
				t.Errorf("%s comes to %q: %v, and it is disabled: %v", key, b.Label, met[b.ID], b.Disabled)
			}
		}
		if len(pieces) != 9 { // eight men that may move, and none while the keyboard is on the bar
			t.Errorf("%s comes to %v", key, pieces)
		}
	}
	for p.held() != "flat" {
		p.keys("Tab")
	}
	p.keys("Enter")
	if !p.view.Camera().Flat() || p.held() != "flat" {
		t.Error("the button is not pressed, or the keyboard has left it")
	}
	p.keys("Right", "Left", "Space")
	if p.view.Camera().Flat() {
		t.Error("Space does not press it")
	}
	p.keys("Esc")
	if p.held() != "" || p.view.marks.Cursor == game.NoSquare {
		t.Error("Escape does not come back to the board")
	}
	p.keys("Tab", "Enter", "Tab", "Enter")
	p.untilMoves(1)
}

// The page for the appearance is next to the board that it changes.
func TestLooksStandBesideTheBoard(t *testing.T) {
	p := open(t, t.TempDir(), two())
	p.keys("Ctrl-s")
	p.press("Board and graphics")
	if d := p.dialog(); d.ID != "look" || d.Kind != panel.Beside {
		t.Errorf("%+v", d)
	}
	p.click("d1", "b1") // the board is not played on meanwhile
	p.frame()
	if p.moves() != 0 {
		t.Error("a piece has moved")
	}
	p.keys("Esc")
	p.wants("settings")
}

// TestTheBarStandsStill asserts that the toolbar reserves a place for ending a move from the start of games
// with multi-part moves, and not in others, so that no button changes its place.
func TestTheBarStandsStill(t *testing.T) {
	for id, want := range map[string]bool{"dablot-mini": true, "tyr-11x11-tyr": true, "morris-9": false,
		"brandubh-gorrion": false} {
		p := open(t, t.TempDir(), &board.Setup{Variant: id})
		has := slices.ContainsFunc(p.Screen().Bar, func(b panel.Button) bool { return b.ID == "end-turn" })
		if has != want {
			t.Errorf("%s: a button for the end of the turn: %v", id, has)
		}
		p.Close()
	}
}
