package app_test

import (
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tafl3d/app"
	"tafl3d/app/board"
	"tafl3d/app/shell"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/table"
	"tafl3d/panel"
	"tafl3d/scene"
	"tafl3d/sound"
)

var (
	_ board.View = (*scene.Scene)(nil)
	_ board.Ear  = (*sound.Sound)(nil)
)

func TestClickAMove(t *testing.T) {
	p := open(t, t.TempDir(), against())
	p.noDialog()
	if s := p.sheet(); s.Status != "Your turn" || s.Seats[0].Name != "You" || s.Seats[1].Name != "The computer" ||
		s.Seats[1].Detail != "level 3, easy" || s.Seats[0].Men != 8 || s.Seats[1].Men != 4 {
		t.Errorf("%+v", s)
	}
	p.click("d1")
	if p.view.marks.Selected != p.square("d1") || len(p.view.marks.Targets) != 4 {
		t.Fatalf("%+v", p.view.marks)
	}
	p.click("b1")
	p.untilMoves(2)
	if p.view.marks.Selected != game.NoSquare || p.sheet().Rows[0].Text[0] != "d1-b1" ||
		p.sheet().Status != "Your turn" {
		t.Errorf("%+v %+v", p.view.marks, p.sheet())
	}
	if m, ok := p.view.events[0].(game.Moved); !ok || m.From != p.square("d1") || m.To != p.square("b1") ||
		p.ear.heard != len(p.view.events) {
		t.Error(p.view.events, p.ear.heard)
	}
	if len(p.view.marks.Last) != 2 || p.view.marks.Last[1] == p.square("b1") {
		t.Error("the last move is not the computer's", p.view.marks.Last)
	}
}

func TestDragAMove(t *testing.T) {
	p := open(t, t.TempDir(), two())
	from, to := p.square("d1"), p.square("c1")
	p.Board().Hand.Press(from, true)
	p.Board().Hand.Drag(0, 0)
	if p.view.carrys != 0 {
		t.Error("a trembling hand drags")
	}
	p.Board().Hand.Drag(0.1, 0.1)
	if p.view.carry != from || p.Screen().Version == 0 || p.view.marks.Selected != from {
		t.Fatal("the piece does not follow", p.view.carry)
	}
	p.Board().Hand.Release(to, true)
	p.untilMoves(1)
	if p.view.carry != game.NoSquare {
		t.Error("the piece is still held")
	}
	p.Board().Hand.Press(p.square("d3"), true) // dropped off the board it stays picked up
	p.Board().Hand.Drag(0, 0)
	p.Board().Hand.Drag(0.5, 0.5)
	p.Board().Hand.Release(game.NoSquare, false)
	if p.frame(); p.moves() != 1 || p.view.marks.Selected != p.square("d3") || p.view.carry != game.NoSquare {
		t.Errorf("%+v", p.view.marks)
	}
	p.click("d3") // a click on the picked-up piece puts it down
	if p.view.marks.Selected != game.NoSquare {
		t.Errorf("%+v", p.view.marks)
	}
	p.click("d3")
	p.Board().Hand.Press(game.NoSquare, false) // and so does one outside the board
	if p.frame(); p.view.marks.Selected != game.NoSquare {
		t.Errorf("%+v", p.view.marks)
	}
}

func TestRefusalsInWords(t *testing.T) {
	p := open(t, t.TempDir(), two())
	for _, c := range []struct{ clicks, says, cause string }{
		{"d1 a1", "A man may not stop on a1, a corner", "a1"},
		{"d1 d5", "d1 to d5: the way is blocked on d2", "d2"},
		{"d1 e2", "straight line", ""},
		{"d3", "belongs to the defenders", ""},
	} {
		p.keys("Esc")
		if p.Screen().Dialog != nil {
			p.keys("Esc")
		}
		before := p.ear.refused
		p.click(strings.Fields(c.clicks)...)
		p.says(c.says)
		if p.ear.refused != before+1 || p.moves() != 0 {
			t.Errorf("%s: refused %d times", c.clicks, p.ear.refused-before)
		}
		if c.cause != "" && (len(p.view.marks.Causes) != 1 || p.view.marks.Causes[0] != p.square(c.cause)) {
			t.Errorf("%s: causes %v", c.clicks, p.view.marks.Causes)
		}
	}
	p.clock.forward(time.Minute)
	if p.frame(); len(p.Screen().Toasts) != 0 {
		t.Error("messages do not pass")
	}
}

func TestTheOtherSidesTurn(t *testing.T) {
	p := open(t, t.TempDir(), against())
	p.engines.mu.Lock()
	p.engines.choose = func(ctx context.Context, _ table.Situation) (game.Move, error) {
		<-ctx.Done()
		return game.Move{}, ctx.Err()
	}
	p.engines.mu.Unlock()
	p.click("d1", "b1")
	p.until("the computer thinks", func() bool { return p.sheet().Thinking })
	if p.sheet().Status != "Level 3 is thinking" {
		t.Error(p.sheet().Status)
	}
	p.click("d3") // a defender: the player's pieces can have a premove
	p.says("the computer's turn")
	p.keys("Ctrl-z") // takes the move back and stops the thinking
	p.untilMoves(0)
	if p.sheet().Thinking || p.sheet().Status != "Your turn" {
		t.Errorf("%+v", p.sheet())
	}
}

func TestUndoRedo(t *testing.T) {
	p := open(t, t.TempDir(), against())
	if !p.button("undo").Disabled || !p.button("redo").Disabled {
		t.Error("undo or redo at the start")
	}
	p.click("d1", "b1")
	p.untilMoves(2)
	p.click("d2", "c2")
	p.untilMoves(4)
	p.Do(panel.Command{ID: "undo"}) // the computer's reply and the player's move
	p.untilMoves(2)
	p.keys("Ctrl-z")
	p.untilMoves(0)
	if p.sheet().Status != "Your turn" {
		t.Error(p.sheet().Status)
	}
	p.keys("Ctrl-z")
	p.keys("Ctrl-Shift-z")
	p.untilMoves(2)
	p.keys("Ctrl-y")
	p.untilMoves(4)
	p.stays("the computer moves although it is not its turn",
		func() bool { return p.moves() == 4 && p.sheet().Rows[1].Text[0] == "d2-c2" })
}

func TestHint(t *testing.T) {
	p := open(t, t.TempDir(), against())
	p.engines.hold = make(chan struct{})
	p.engines.advice.Move = game.Move{From: p.square("d1"), To: p.square("c1")}
	p.keys("h")
	if p.sheet().Status != "Looking for a hint" || !p.button("hint").On {
		t.Error(p.sheet().Status)
	}
	p.keys("h") // again: give up
	if p.sheet().Status != "Your turn" {
		t.Error(p.sheet().Status)
	}
	p.keys("h")
	close(p.engines.hold)
	want := [2]game.Square{p.square("d1"), p.square("c1")}
	p.until("a hint", func() bool { return p.view.marks.Hint == want })
	p.click("d1", "c1")
	p.untilMoves(2)
	if p.view.marks.Hint[0] != game.NoSquare {
		t.Error("the hint stays")
	}
}

func TestAHintTooLateIsNotShown(t *testing.T) {
	p := open(t, t.TempDir(), two())
	p.engines.hold = make(chan struct{})
	p.keys("h")
	p.click("d1", "c1")
	p.untilMoves(1)
	close(p.engines.hold)
	p.stays("a hint for the position before",
		func() bool { return p.view.marks.Hint[0] == game.NoSquare && !p.sheet().Thinking })
}

// TestNothingByHabit: Enter after R or D neither resigns nor offers a draw.
func TestNothingByHabit(t *testing.T) {
	for _, key := range []string{"r", "d"} {
		p := open(t, t.TempDir(), two())
		p.click("d1", "b1")
		p.untilMoves(1)
		p.keys(key)
		p.wants("confirm")
		p.keys("Enter")
		p.noDialog()
		p.click("d3", "c3") // what was sent before this would have come before it
		p.untilMoves(2)
		if s := p.sheet(); s.Over || s.Status != "Attackers to move" {
			t.Errorf("%s: over %v, %q", key, s.Over, s.Status)
		}
	}
}

func TestResign(t *testing.T) {
	p := open(t, t.TempDir(), against())
	p.keys("r")
	p.wants("confirm")
	p.press("No")
	p.noDialog()
	p.Do(panel.Command{ID: "resign"})
	p.view.busy = true // the picture is not ready: no announcement yet
	p.press("Resign")
	p.until("the end", func() bool { return p.sheet().Over })
	p.noDialog()
	if wake := p.Frame(p.clock.Now()); wake.IsZero() || wake.Sub(p.clock.Now()) > time.Second {
		t.Error("nobody will wake the announcement", wake)
	}
	p.view.busy = false
	p.frame()
	p.wants("over")
	if d := p.dialog(); d.Title != "The computer wins" || d.Lines[0] != "You resigned. The game lasted 0 moves." {
		t.Errorf("%+v", d)
	}
	if p.sheet().Status != "The computer wins: you resigned" {
		t.Error(p.sheet().Status)
	}
	p.press("Swap sides")
	p.noDialog()
	p.until("the computer begins", func() bool { return p.moves() == 1 })
	if p.sheet().Seats[1].Name != "You" || p.sheet().Near != game.Defenders || *p.ear.side != game.Defenders {
		t.Errorf("%+v", p.sheet().Seats)
	}
}

func TestDrawAgainstTheComputer(t *testing.T) {
	for _, c := range []struct {
		score int // of the attackers, whose turn it is: the computer sees the opposite
		over  bool
	}{{100, true}, {0, false}, {-300, false}} {
		p := open(t, t.TempDir(), against())
		p.engines.advice.Score = c.score
		p.keys("d", "Up", "Enter")
		if c.over {
			p.until("the draw", func() bool { return p.sheet().Over })
			p.until("its announcement", func() bool { return p.Screen().Dialog != nil })
			if d := p.dialog(); d.Title != "A draw" || d.Lines[0] != "Both sides agreed. The game lasted 0 moves." {
				t.Errorf("%+v", d)
			}
			continue
		}
		p.until("an answer", func() bool { return p.toast() == "The computer declines the draw" })
		if p.sheet().Over {
			t.Error("a draw at", c.score)
		}
		p.keys("d", "Up", "Enter")
		p.until("a refusal", func() bool { return p.toast() == "You have already offered a draw" })
	}
}

func TestDrawBetweenTwo(t *testing.T) {
	p := open(t, t.TempDir(), two())
	p.keys("d", "Up", "Enter")
	p.until("the offer", func() bool { return p.Screen().Dialog != nil })
	if p.wants("offer"); p.dialog().Lines[0] != "The attackers offer a draw." {
		t.Error(p.dialog().Lines)
	}
	p.press("Decline")
	p.until("an answer", func() bool { return p.toast() == "The defenders decline the draw" })
	p.click("d1", "b1")
	p.untilMoves(1)
	p.keys("d", "Up", "Enter")
	p.until("the offer", func() bool { return p.Screen().Dialog != nil })
	p.press("Accept")
	p.until("the draw", func() bool { return p.sheet().Over })
}

func TestPause(t *testing.T) {
	setup := two()
	setup.Control, _ = match.ParseControl("1m+0s")
	p := open(t, t.TempDir(), setup)
	p.clock.stop()
	p.click("d1", "b1")
	p.untilMoves(1)
	if c := p.sheet().Seats[1].Clock; !c.On || !c.Running || c.Figures != "1:00" {
		t.Errorf("%+v", c)
	}
	if wake := p.Frame(p.clock.Now()); wake.IsZero() || wake.Sub(p.clock.Now()) > time.Second {
		t.Error("the clock would stand still on the screen")
	}
	p.keys("p")
	p.until("the pause", func() bool { return p.sheet().Paused })
	p.clock.forward(time.Hour)
	p.frame()
	if c := p.sheet().Seats[1].Clock; c.Running || !strings.HasPrefix(c.Figures, "1:00") ||
		p.sheet().Status != "Paused" || p.button("pause").Label != "Continue" {
		t.Errorf("%+v", c)
	}
	p.click("d3")
	p.says("paused")
	p.keys("p")
	p.until("it goes on", func() bool { return !p.sheet().Paused })
	p.clock.forward(52 * time.Second)
	p.frame()
	if c := p.sheet().Seats[1].Clock; !c.Low || !strings.HasPrefix(c.Figures, "0:0") ||
		!strings.Contains(c.Figures, ".") {
		t.Errorf("%+v", c)
	}
	p.clock.forward(time.Minute)
	p.click("d3", "c3") // too late
	p.until("the end", func() bool { return p.sheet().Over })
	if p.sheet().Status != "Attackers win: the defenders ran out of time" {
		t.Error(p.sheet().Status)
	}
}

func TestWatchedGame(t *testing.T) {
	p := open(t, t.TempDir(), watched())
	p.until("the end", func() bool { return p.sheet().Over })
	p.until("its announcement", func() bool { return p.Screen().Dialog != nil })
	p.wants("over")
	if len(p.engines.levels) != 2 || p.engines.levels[0] != 2 || p.engines.levels[1] != 5 {
		t.Error(p.engines.levels)
	}
	n := p.moves()
	p.keys("Home")
	if s := p.sheet(); !s.Review || s.Current != 0 || s.Seats[0].Men != 8 || len(s.Seats[0].Taken) != 0 {
		t.Errorf("%+v", s)
	}
	p.keys("PageDown", "PageDown")
	p.keys("PageUp")
	if s := p.sheet(); s.Current != 1 {
		t.Error(s.Current)
	}
	p.Do(panel.Command{ID: "goto", Arg: n - 1})
	if s := p.sheet(); s.Current != n-1 || !s.Review {
		t.Error(s.Current)
	}
	p.keys("End")
	if s := p.sheet(); s.Review || s.Current != n {
		t.Error(s.Current)
	}
	p.keys("Ctrl-z") // back into the game: the computers wait
	p.until("paused", func() bool { return p.sheet().Paused && p.moves() == n-1 })
	p.keys("p")
	p.until("the end again", func() bool { return p.sheet().Over })
	if !p.button("resign").Disabled || !p.button("draw").Disabled {
		t.Error("a spectator may resign")
	}
}

func TestReviewDuringAGame(t *testing.T) {
	p := open(t, t.TempDir(), two())
	p.click("d1", "b1")
	p.untilMoves(1)
	p.click("d3", "c3")
	p.untilMoves(2)
	p.keys("Home")
	if !p.sheet().Review || !strings.Contains(p.sheet().Status, "Start") {
		t.Error(p.sheet().Status)
	}
	p.click("d1")
	p.says("Earlier position")
	p.keys("Ctrl-z")
	p.untilMoves(1)
	if s := p.sheet(); s.Review || s.Current != 1 {
		t.Errorf("%+v", s)
	}
}

func TestAutosaveAndResume(t *testing.T) {
	dir := t.TempDir()
	p := open(t, dir, against())
	p.click("d1", "b1")
	p.untilMoves(2)
	rows := p.sheet().Rows
	p.Close()
	if !strings.Contains(p.saved(), `"d1-b1"`) {
		t.Fatal("not saved:", p.saved())
	}
	q := open(t, dir, nil)
	q.wants("resume")
	if d := q.dialog(); len(d.Lines) != 2 ||
		!strings.Contains(d.Lines[1], "you as the attackers against level 3, after 2 moves") {
		t.Error(d.Lines)
	}
	gone := 0
	for _, m := range q.view.Actors() {
		if !m.Taken && m.Piece == 1 && m.At.Z > 2.5 && m.At.X == 0 {
			gone++
		}
	}
	if gone != 0 {
		t.Error("behind the question the man still stands on d1")
	}
	q.keys("Esc") // not now; the title screen still offers it
	q.wants("title")
	q.press("Continue")
	q.noDialog()
	q.until("the game", func() bool { return q.moves() == 2 })
	if s := q.sheet(); s.Rows[0] != rows[0] || s.Status != "Your turn" || s.Seats[1].Detail != "level 3, easy" {
		t.Errorf("%+v", s)
	}
	q.click("d2", "c2")
	q.untilMoves(4)
	q.keys("Ctrl-z", "Ctrl-z")
	q.untilMoves(0)
	q.keys("r")
	q.press("Resign")
	q.until("the end", func() bool { return q.sheet().Over })
	q.Close()
	open(t, dir, nil).wants("title") // a finished game is not offered again
}

// The last move is saved even if the window closes at once.
func TestNothingIsLostOnClosing(t *testing.T) {
	dir := t.TempDir()
	p := open(t, dir, two())
	p.click("d1", "b1")
	p.Close()
	if !strings.Contains(p.saved(), `"d1-b1"`) {
		t.Error("lost:", p.saved())
	}
}

func TestDamagedAutosave(t *testing.T) {
	dir := t.TempDir()
	for n, bad := range []string{"{", `{"format":"tafl3d game","version":1}`} {
		if err := os.WriteFile(filepath.Join(dir, "game.json"), []byte(bad), 0o600); err != nil {
			t.Fatal(err)
		}
		p := open(t, dir, nil)
		p.wants("title")
		p.says("Cannot read the saved game")
		aside := []string{"game.damaged-1.json", "game.damaged-2.json"}[n]
		p.says(aside)
		if p.file(aside) != bad || p.file("game.json") != "" {
			t.Error("it was not put aside")
		}
		p.Close()
	}
}

func TestSettings(t *testing.T) {
	dir := t.TempDir()
	p := open(t, dir, against())
	p.keys("m")
	p.says("Sound off")
	p.keys("Ctrl-s")
	p.wants("settings")
	p.keys("Down", "Right") // reduced motion
	if p.field("calm").Chosen != 1 || !p.field("pace").Disabled || !p.ear.muted {
		t.Errorf("%+v", p.dialog())
	}
	p.Do(panel.Command{ID: "targets", Arg: 0})
	p.keys("Esc")
	p.click("d1")
	if len(p.view.marks.Targets) != 0 {
		t.Error("targets are shown")
	}
	p.keys("F11")
	if !p.FullScreen() {
		t.Error("not the full screen")
	}
	p.Close()
	q := open(t, dir, nil)
	q.press("Settings")
	q.wants("settings")
	if q.field("calm").Chosen != 1 || q.field("sound").Chosen != 0 || !q.ear.muted || !q.FullScreen() {
		t.Errorf("%+v", q.dialog())
	}
}

func TestAutoFlip(t *testing.T) {
	p := open(t, t.TempDir(), two())
	p.keys("Ctrl-s")
	p.Do(panel.Command{ID: "autoflip", Arg: 1})
	p.keys("Esc")
	for n, click := range [][]string{{"d1", "b1"}, {"d3", "c3"}} {
		p.click(click...)
		p.untilMoves(n + 1)
		if want := n == 0; p.view.Camera().Flipped() != want || (p.sheet().Near == game.Defenders) != want {
			t.Errorf("after %v: flipped %v, near sit the %v", click, p.view.Camera().Flipped(), p.sheet().Near)
		}
	}
}

func TestCheckSettings(t *testing.T) {
	dir := t.TempDir()
	f := shell.NewFiles(dir)
	if err := app.CheckSettings(f); err != nil {
		t.Error(err)
	}
	for text, says := range map[string]string{"{\n\"pace\": 1,\n\"sound\": 3}": "line 3", "{": "line 1",
		`{"pace": -1}`: "pace", `{"net": {"clock": "fast"}}`: "net: ", `{"pace": 2}`: ""} {
		if err := f.Save("settings.json", []byte(text)); err != nil {
			t.Fatal(err)
		}
		if err := app.CheckSettings(f); (err == nil) != (says == "") || err != nil &&
			!strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, should say %q", text, err, says)
		}
	}
}

func TestUnreadableSettings(t *testing.T) {
	for _, bad := range []string{"no", `{"pace":9}`,
		`{"new":{"levels":[0,1],"variant":"brandubh-gorrion","clock":"none"}}`} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "settings.json"), []byte(bad), 0o600); err != nil {
			t.Fatal(err)
		}
		p := open(t, dir, nil)
		p.says("Cannot read the settings")
		if p.file("settings.damaged-1.json") != bad {
			t.Error("not put aside")
		}
	}
}

func TestFiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "folder")
	f := shell.NewFiles(dir)
	if _, err := f.Load("a.json"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	for _, text := range []string{"one", "two, longer", "3"} {
		if err := f.Save("a.json", []byte(text)); err != nil {
			t.Fatal(err)
		}
		if got, err := f.Load("a.json"); err != nil || string(got) != text {
			t.Errorf("%q, %v", got, err)
		}
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Error("something else lies there:", left)
	}
	if _, err := f.Aside("b.json"); err == nil {
		t.Error("a file that is not there was put aside")
	}
	// A name that cannot be written, such as that of a folder, causes no damage.
	if err := os.Mkdir(filepath.Join(dir, "c.json"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := f.Save("c.json", nil); err == nil {
		t.Error("a folder was written over")
	}
	if left, _ := os.ReadDir(dir); len(left) != 2 {
		t.Error("something else lies there:", left)
	}
	if err := shell.NewFiles(filepath.Join(dir, "a.json")).Save("x", nil); err == nil {
		t.Error("a file is no folder")
	}
}

// failing is a store on a full disk.
type failing struct{ *shell.Files }

func (failing) Save(string, []byte) error { return errors.New("disk full") }

func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	p := open(t, dir, two())
	a, err := app.New(t.Context(), app.Options{View: p.view, Store: failing{shell.NewFiles(dir)}, Setup: two()})
	if err != nil {
		t.Fatal(err)
	}
	p.App = a
	defer a.Close()
	p.click("d1", "b1")
	p.until("the message", func() bool { return strings.Contains(p.toast(), "disk full") })
}

func TestNewGameByKeyboard(t *testing.T) {
	dir := t.TempDir()
	p := open(t, dir, nil)
	p.wants("title")
	p.keys("Esc")
	p.wants("title") // there is nothing behind it
	p.keys("Enter")
	p.wants("new")
	for range p.field("variant").Options { // all around
		p.keys("Right")
	}
	p.newBrandubh()
	// past who the computer is
	p.keys("Right", "Left", "Down", "Down", "Right", "Down", "Right", "Right", "Down", "Down", "Right", "Right")
	if p.field("side").Chosen != 1 || p.field("level").Chosen != 4 || p.field("clock").Chosen != 2 {
		t.Errorf("%+v", p.dialog())
	}
	p.keys("Enter")
	p.noDialog()
	p.until("the computer begins", func() bool { return p.moves() == 1 })
	s := p.sheet()
	if s.Variant != brandubh(t).Name || s.Seats[0].Detail != "level 5, steady" || s.Near != game.Defenders ||
		!s.Seats[1].Clock.Running {
		t.Errorf("%+v", s)
	}
	p.keys("Ctrl-n") // the next one begins with the same choices
	if p.field("side").Chosen != 1 || p.field("level").Chosen != 4 {
		t.Errorf("%+v", p.dialog())
	}
	p.keys("Down", "Right", "Right")
	if p.field("mode").Chosen != 2 || p.field("level2").Label != "Defenders" {
		t.Errorf("%+v", p.dialog())
	}
	p.keys("Enter")
	p.wants("confirm") // the game under way
	p.keys("Up", "Enter")
	p.until("they play", func() bool { return p.moves() > 2 })
	if p.sheet().Seats[0].Name != "The computer" {
		t.Errorf("%+v", p.sheet().Seats)
	}
}

// A whole game of two humans without the mouse: the cursor moves to every square.
func TestAWholeGameByKeyboard(t *testing.T) {
	p := open(t, t.TempDir(), nil)
	p.keys("Down", "Enter", "Enter") // two players, start
	p.until("the game", func() bool { return p.Screen().Game != nil && p.sheet().Status == "Attackers to move" })
	r, rnd := newReplica(t), rand.New(rand.NewPCG(3, 3))
	n := 0
	for ; n < 300 && !p.sheet().Over; n++ {
		if n == 6 {
			p.keys("v") // from the other side the arrows follow the eye
			p.view.Camera().Skip()
		}
		ms := r.pos.Legal(nil, r.hist)
		m := ms[rnd.IntN(len(ms))]
		p.walk(m.From)
		p.keys("Enter")
		p.walk(m.To)
		p.keys("Enter")
		p.until("the move", func() bool { return p.sheet().Over || p.moves() == n+1 })
		r.play(m)
	}
	if !p.sheet().Over || p.sheet().Status == "" {
		t.Fatal("no end after", n)
	}
	p.until("its announcement", func() bool { return p.Screen().Dialog != nil })
	p.keys("Enter") // once more
	p.noDialog()
	p.until("a new game", func() bool { return p.moves() == 0 })
}

// walk moves the cursor to sq with the arrow keys.
func (p *person) walk(to game.Square) {
	p.Helper()
	b := brandubh(p.T).Rules.Board()
	tf, tr := b.FileRank(to)
	for range 100 {
		at := p.view.marks.Cursor
		if at == game.NoSquare {
			p.keys("Right")
			continue
		}
		f, r := b.FileRank(at)
		if p.view.Camera().Flipped() {
			f, r, tf, tr = -f, -r, -abs(tf), -abs(tr)
		}
		switch {
		case f < tf:
			p.keys("Right")
		case f > tf:
			p.keys("Left")
		case r < tr:
			p.keys("Up")
		case r > tr:
			p.keys("Down")
		default:
			return
		}
	}
	p.Fatal("the cursor does not get there")
}

func abs(n int) int { return max(n, -n) }

func TestTabGoesThroughWhatMayMove(t *testing.T) {
	p := open(t, t.TempDir(), two())
	p.keys("Tab")
	if p.view.marks.Cursor != p.square("d1") {
		t.Error(p.view.marks.Cursor)
	}
	p.keys("Tab", "Shift-Tab", "Enter", "Tab")
	if p.view.marks.Selected != p.square("d1") || p.view.marks.Cursor != p.square("e1") {
		t.Errorf("%+v", p.view.marks)
	}
	p.keys("Shift-Tab", "Enter")
	p.untilMoves(1)
	if p.sheet().Rows[0].Text[0] != "d1-c1" {
		t.Error(p.sheet().Rows)
	}
}

// TestTheCursorLeavesTheBoardToAPage opens a page over a game that is played by keys.
func TestTheCursorLeavesTheBoardToAPage(t *testing.T) {
	p := open(t, t.TempDir(), two())
	for _, c := range []struct {
		key  string
		want game.Square
	}{{"Tab", p.square("d1")}, {"F1", game.NoSquare}, {"Esc", p.square("d1")}} {
		p.keys(c.key)
		if got := p.view.marks.Cursor; got != c.want {
			t.Errorf("after %s the cursor is on %d, want %d", c.key, got, c.want)
		}
	}
}

func TestHelpListsEveryKey(t *testing.T) {
	p := open(t, t.TempDir(), two())
	p.keys("F1")
	p.wants("help")
	all := ""
	for _, l := range p.dialog().Keys {
		if l.Keys == "" || l.Does == "" {
			t.Errorf("%+v", l)
		}
		all += l.Keys + " " + l.Does + "\n"
	}
	for _, want := range []string{"Ctrl+Z", "← → ↑ ↓", "Shift+← → ↑ ↓", "+ −", "Page Up or Page Down", "Enter or Space",
		"F1", "F11", "Ctrl+Shift+Z", "H "} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is missing in\n%s", want, all)
		}
	}
	p.keys("F1")
	p.noDialog()
	p.keys("Esc")
	p.wants("menu")
	p.press("Title page")
	p.wants("title")
	p.until("the game waits", func() bool { return p.sheet().Paused })
	p.press("Continue")
	p.noDialog()
	p.until("it goes on", func() bool { return !p.sheet().Paused })
	p.keys("Ctrl-q")
	if !p.Shell().Quit() {
		t.Error("it does not quit")
	}
}

func TestFailingComputer(t *testing.T) {
	p := open(t, t.TempDir(), against())
	p.engines.choose = func(context.Context, table.Situation) (game.Move,
		error) {
		return game.Move{}, errors.New("no idea")
	}
	p.click("d1", "b1")
	p.until("the pause", func() bool { return p.sheet().Paused })
	p.says("no idea")
	p.engines.mu.Lock()
	p.engines.choose = nil
	p.engines.mu.Unlock()
	p.keys("p")
	p.untilMoves(2)
}

func TestNoWorkWhenIdle(t *testing.T) {
	p := open(t, t.TempDir(), two())
	p.until("it is calm", func() bool { return len(p.Screen().Toasts) == 0 })
	version := p.Screen().Version
	if wake := p.Frame(p.clock.Now()); !wake.IsZero() || p.Screen().Version != version {
		t.Error("an idle game asks for frames", wake)
	}
}

func TestWithoutComputer(t *testing.T) {
	v := &view{Scene: scene.New(stage(t))}
	if _, err := app.New(t.Context(), app.Options{View: v, Setup: against()}); err == nil {
		t.Error("a game against nobody")
	}
	if _, err := app.New(t.Context(), app.Options{View: v, Engines: &engines{},
		Setup: &board.Setup{Variant: "brandub"}}); err == nil || !strings.Contains(err.Error(), "brandubh-gorrion") {
		t.Error(err)
	}
}
