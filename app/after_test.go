package app_test

import (
	"bytes"
	"context"
	"image/gif"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tafl3d/app"
	"tafl3d/app/shell"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/table"
	"tafl3d/panel"
	"tafl3d/scene"
)

// album keeps pictures in a folder.
type album struct{ *shell.Files }

func (a album) Where(name string) string { return filepath.Join(a.Dir, name) }

// lost starts a game with an album and loses it after two moves.
func lost(t *testing.T, dir string, level int) *person {
	setup := against()
	setup.Levels[1] = level
	p := openWith(t, dir, setup, func(o *app.Options) {
		o.Pictures = album{shell.NewFiles(filepath.Join(dir, "pictures"))}
		o.Reveal =
			func(folder string) error { return os.WriteFile(filepath.Join(dir, "revealed"), []byte(folder), 0o600) }
		o.Copy = func(text string) { _ = os.WriteFile(filepath.Join(dir, "copied"), []byte(text), 0o600) }
	})
	p.click("d1", "b1")
	p.untilMoves(2)
	p.resigns()
	return p
}

// resigns resigns and waits for the result page.
func (p *person) resigns() {
	p.Helper()
	p.keys("r")
	p.press("Resign")
	p.until("the end", func() bool { return p.dialogID() == "over" })
}

// TestPlaysThroughByItself replays a finished game at the selected pace and stops when the player browses.
func TestPlaysThroughByItself(t *testing.T) {
	p := lost(t, t.TempDir(), 3)
	p.clock.stop()
	p.press("Replay the game")
	p.noDialog()
	for _, want := range []int{0, 1, 2} {
		if s := p.sheet(); s.Current != want {
			t.Fatalf("it shows turn %d, want %d", s.Current, want)
		}
		if wake := p.Frame(p.clock.Now()); want < 2 && (wake.IsZero() || wake.Sub(p.clock.Now()) > 2*time.Second) {
			t.Error("nobody wakes the next turn", wake)
		}
		p.clock.forward(1600 * time.Millisecond)
		p.frame()
	}
	if p.button("pause").On {
		t.Error("it goes on behind the end")
	}
	p.keys("p", "Shift-p") // again, from the start, faster
	p.says("Fast")
	if p.sheet().Current != 0 || !p.button("pause").On || p.button("pause").Label != "Pause" {
		t.Errorf("%+v", p.button("pause"))
	}
	p.clock.forward(800 * time.Millisecond)
	if p.frame(); p.sheet().Current != 1 {
		t.Error("it is not faster", p.sheet().Current)
	}
	p.keys("Home")
	p.clock.forward(time.Minute)
	if p.frame(); p.button("pause").On || p.sheet().Current != 0 {
		t.Error("it goes on though the player looks elsewhere")
	}
}

// A game is shared as text, picture and animation; each file is named to the player.
func TestKeepAndShare(t *testing.T) {
	dir := t.TempDir()
	p := lost(t, dir, 3)
	p.press("Save and share")
	p.wants("share")
	p.write("My first")
	p.press("Copy the moves as text")
	if text := p.file("copied"); !strings.Contains(text, "My first") || !strings.Contains(text, "d1-b1") {
		t.Errorf("%q", text)
	}
	for _, label := range []string{"Save a picture (PNG)", "Save the last moves (GIF)"} {
		p.press(label)
		p.until("it is saved",
			func() bool { return p.dialogID() == "share" && strings.HasPrefix(p.toast(), "Saved: ") })
		p.clock.forward(time.Minute)
		p.frame()
	}
	picture := p.file(p.only("pictures/*.png"))
	if img, err := png.Decode(strings.NewReader(picture)); err != nil || img.Bounds().Dx() < 600 {
		t.Error(err)
	}
	if film, err := gif.DecodeAll(strings.NewReader(p.file(p.only("pictures/*.gif")))); err != nil ||
		len(film.Image) != 3 {
		t.Error(err)
	}
	p.press("Open folder")
	if p.file("revealed") != filepath.Join(dir, "pictures")+"/" &&
		p.file("revealed") != filepath.Join(dir, "pictures") {
		t.Error(p.file("revealed"))
	}
	p.Close()
	if !bytes.Contains([]byte(p.file(p.only("games/*.json"))), []byte(`"name": "My first"`)) {
		t.Error("the name is not kept")
	}
}

// TestFilmOfTheCarvedBoard renders the shown line as a 3D animation; the page shows the progress and can
// cancel it.
func TestFilmOfTheCarvedBoard(t *testing.T) {
	dir, game, called := t.TempDir(), "", 0
	p := openWith(t, dir, nil, func(o *app.Options) {
		o.Pictures = album{shell.NewFiles(filepath.Join(dir, "pictures"))}
		o.Carved = func(ctx context.Context, text string, _ bool, _ scene.Style,
			told func(done, of int)) ([]byte, error) {
			called++
			game = text
			told(2, 5)
			if called == 1 {
				<-ctx.Done()
			}
			return []byte("GIF"), ctx.Err()
		}
	})
	p.Paste(studied)
	p.keys("PageDown", "PageDown", "Ctrl-PageDown") // to the variation
	p.keys("F10")
	p.press("Save and share")
	p.press("Save a 3D animation (GIF)")
	p.until("it is told how far it is",
		func() bool { return strings.Contains(strings.Join(p.dialog().Lines, ""), "Frame 2 of 5") })
	p.press("Cancel")
	p.until("it has ended", func() bool { return p.dialogID() == "share" })
	if p.count("pictures/*") != 0 {
		t.Error("a film that was called off is kept")
	}
	p.clock.forward(time.Minute)
	p.press("Save a 3D animation (GIF)")
	p.until("it is saved", func() bool { return p.dialogID() == "share" && strings.HasPrefix(p.toast(), "Saved: ") })
	if !strings.Contains(game, "1. d6-f6 d5-e5\n") && !strings.Contains(game, "1. d6-f6 d5-e5 2. d7-e7") {
		t.Errorf("drawn is\n%s", game)
	}
}

// After each game the results recommend another level, or none.
func TestLevelIsAdvised(t *testing.T) {
	dir := t.TempDir()
	p := lost(t, dir, 3)
	if l := p.dialog().Lines; !strings.Contains(l[1], "your first game here") || p.has("level") {
		t.Error(l)
	}
	p.press("Play again")
	p.until("the first game is written", func() bool { return p.count("games/*.json") == 1 })
	p.clock.forward(time.Minute) // games of the same second share a file
	p.click("d1", "b1")
	p.untilMoves(2)
	p.resigns()
	if l := p.dialog().Lines; strings.Join(l[1:], " ") !=
		"Level 3, easy: 0 won, 0 drawn, 2 lost recently. This may be more fun: level 2, novice." {
		t.Error(l)
	}
	p.press("Level 2, novice")
	p.noDialog()
	p.click("d1", "b1")
	p.untilMoves(2)
	p.engines.mu.Lock()
	p.engines.choose = func(context.Context, table.Situation) (game.Move,
		error) {
		return game.Move{}, context.Canceled
	}
	p.engines.mu.Unlock()
	if p.engines.levels[len(p.engines.levels)-1] != 2 {
		t.Error(p.engines.levels)
	}
	p.Board().Send(game.Defenders, match.Resign{}) // the computer gives up
	p.until("the end", func() bool { return p.dialogID() == "over" })
	if l := p.dialog().Lines; !strings.Contains(l[1], "Level 2, novice: your first game here") {
		t.Error(l)
	}
	p.press("Level 3, easy")
	p.noDialog()
}

// TestShareAPart shares a diagram, the moves as a file and parts of the shown line of a study; each file is
// named to the player.
func TestShareAPart(t *testing.T) {
	dir := t.TempDir()
	copied := ""
	p := openWith(t, dir, nil, func(o *app.Options) {
		o.Pictures = album{shell.NewFiles(filepath.Join(dir, "pictures"))}
		o.Copy = func(text string) { copied = text }
	})
	p.Paste(studied)
	p.Do(panel.Command{ID: "goto", Arg: 3}) // in the variation
	p.keys("o")
	p.Do(panel.Command{ID: "share"})
	p.wants("share")
	p.press("Copy the position")
	if copied != "3t3/5t1/4T2/ttTKTtt/3T3/3t3/3t3 a" {
		t.Errorf("the position is %q", copied)
	}
	for label, check := range map[string]func(text string) bool{
		"Save a drawing (SVG)":     func(text string) bool { return strings.HasPrefix(text, "<svg") },
		"Save the moves as a file": func(text string) bool { return strings.Contains(text, "( 1... d5-e5") },
		"Save a printable page": func(text string) bool {
			return strings.HasPrefix(text, "<!DOCTYPE html>") && strings.Contains(text, "(2. d5-e5") &&
				strings.Contains(text, `class="board"`)
		},
		"Save the moves up to here (GIF)": func(text string) bool {
			film, err := gif.DecodeAll(strings.NewReader(text))
			return err == nil && len(film.Image) == 3
		},
		"Save the moves from here (GIF)": func(text string) bool {
			film, err := gif.DecodeAll(strings.NewReader(text))
			return err == nil && len(film.Image) == 2
		},
		"Save the whole game (GIF)": func(text string) bool {
			film, err := gif.DecodeAll(strings.NewReader(text))
			return err == nil && len(film.Image) == 4
		},
	} {
		p.clock.forward(time.Minute) // what is saved in one second shares a name
		p.frame()
		p.press(label)
		p.until("it is saved",
			func() bool { return p.dialogID() == "share" && strings.HasPrefix(p.toast(), "Saved: ") })
		name := strings.TrimPrefix(p.toast(), "Saved: ")
		if text, err := os.ReadFile(name); err != nil || !check(string(text)) {
			t.Errorf("%s: %s, %v", label, name, err)
		}
	}
}
