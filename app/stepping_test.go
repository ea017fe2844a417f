package app_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"tafl3d/game"
	"tafl3d/game/table"
	"tafl3d/panel"
	"tafl3d/scene"
)

// drags draws with the right button from one square to another.
func (p *person) drags(from, to string, colour int) (drawn bool) {
	p.Helper()
	drawn = p.Draw(p.square(from), true, true, colour)
	drawn = p.Draw(p.square(to), true, false, colour) && drawn
	p.frame()
	return drawn
}

// TestStepping: in a game the arrows move the cursor and the right button orbits. While browsing, the arrows
// step through the moves and the right button draws.
func TestStepping(t *testing.T) {
	p := open(t, t.TempDir(), two())
	p.click("d1", "e1")
	p.untilMoves(1)
	p.keys("Left", "Left")
	if p.sheet().Current != 1 || p.view.marks.Cursor == game.NoSquare {
		t.Error("the arrows do not move the cursor in a game")
	}
	if p.drags("a4", "b4", 0) || p.Draws() {
		t.Error("the right button draws in a game")
	}
	p.click("g7") // away with the cursor
	p.keys("PageUp", "Right")
	if s := p.sheet(); s.Review || s.Current != 1 {
		t.Errorf("right does not step to the newest move: %+v", s.Current)
	}
	p.keys("PageUp")
	if !p.drags("a4", "c4", 0) || !p.drags("e5", "e5", 2) || !p.Draws() {
		t.Error("the right button does not draw in a review")
	}
	want := []scene.Drawn{{Colour: 0, From: p.square("a4"), To: p.square("c4")}, {Colour: 2, From: p.square("e5"),
		To: p.square("e5")}}
	if got := p.view.marks.Drawn; !slices.Equal(got, want) {
		t.Errorf("%+v is drawn", got)
	}
	p.drags("a4", "c4", 0)
	p.drags("e5", "e5", 1)
	want = []scene.Drawn{{Colour: 1, From: p.square("e5"), To: p.square("e5")}}
	if got := p.view.marks.Drawn; !slices.Equal(got, want) {
		t.Errorf("%+v is drawn", got)
	}
	p.keys("Right")
	if got := p.view.marks.Drawn; len(got) != 0 {
		t.Errorf("%+v stays with another position", got)
	}
}

// TestSteppingInAStudy steps by the arrows unless the cursor is visible. Esc hides it first.
func TestSteppingInAStudy(t *testing.T) {
	p := open(t, t.TempDir(), two())
	p.click("d1", "e1")
	p.untilMoves(1)
	p.does("study", 0)
	p.keys("Left")
	if p.sheet().Current != 0 {
		t.Error("left does not step")
	}
	p.keys("Up", "Left")
	if p.sheet().Current != 0 || p.view.marks.Cursor == game.NoSquare {
		t.Error("the cursor does not move")
	}
	p.keys("Esc", "Right")
	p.noDialog()
	if p.sheet().Current == 0 || p.view.marks.Cursor != game.NoSquare {
		t.Error("right does not step behind Esc")
	}
}

// TestPremoveAgainstTheComputer: a premove is played when the computer has moved.
func TestPremoveAgainstTheComputer(t *testing.T) {
	p := open(t, t.TempDir(), against())
	hold := make(chan struct{})
	p.engines.mu.Lock()
	p.engines.choose = func(ctx context.Context, s table.Situation) (game.Move, error) {
		select {
		case <-hold:
		case <-ctx.Done():
		}
		return s.Position.Legal(nil, s.History)[0], nil
	}
	p.engines.mu.Unlock()
	p.click("d1", "e1")
	p.untilMoves(1)
	p.click("a4", "a5")
	if !strings.Contains(p.notes(), "Premove: a4 to a5") {
		t.Error(p.notes())
	}
	close(hold)
	p.until("the moves are made", func() bool { return p.moves() > 2 })
	if got := p.sheet().Rows[1].Text[0]; got != "a4-a5" {
		t.Errorf("%q was made", got)
	}
	if strings.Contains(p.notes(), "Ready") {
		t.Error(p.notes())
	}
}

// TestAClickInTheGalleryBegins: the icon on a card starts that game with the last settings.
func TestAClickInTheGalleryBegins(t *testing.T) {
	p := open(t, t.TempDir(), nil)
	p.press("Browse games")
	p.wants("gallery")
	p.write("tablut 9x9 gorrion")
	f := p.field("game")
	p.Do(panel.Command{ID: f.Cards[0].Start, Arg: 0})
	p.frame()
	p.noDialog()
	if s := p.sheet(); !strings.Contains(s.Variant, "Tablut 9x9 (Gorrion)") {
		t.Error(s.Variant)
	}
}

// TestOwnClock starts a game with a custom clock.
func TestOwnClock(t *testing.T) {
	p := open(t, t.TempDir(), nil)
	p.press("Two players")
	p.set("clock", "Custom")
	p.set("clock-minutes", "7")
	p.set("clock-increment", "4")
	p.press("Start")
	if c := p.sheet().Seats[0].Clock; c.Figures != "7:00" {
		t.Errorf("%+v", c)
	}
}
