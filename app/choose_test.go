package app_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tafl3d/app"
	"tafl3d/app/shell"
	"tafl3d/panel"
)

// fileDialog is a file dialog of the system that a test operates.
type fileDialog struct {
	none   bool                  // this computer has none
	asked  chan shell.WantedFile // each request
	answer chan any              // a path or an error
	ended  chan error            // why the dialog ended without an answer
}

func newFileDialog() *fileDialog {
	return &fileDialog{asked: make(chan shell.WantedFile, 1), answer: make(chan any), ended: make(chan error, 1)}
}

// Available implements shell.FileDialog.
func (d *fileDialog) Available() bool { return !d.none }

// Choose implements shell.FileDialog.
func (d *fileDialog) Choose(ctx context.Context, want shell.WantedFile) (string, error) {
	d.asked <- want
	select {
	case a := <-d.answer:
		if err, is := a.(error); is {
			return "", err
		}
		return a.(string), nil
	case <-ctx.Done():
		d.ended <- ctx.Err()
		return "", context.Canceled
	}
}

// withDialogs starts the program with a library, a file on the disk and a file dialog.
func withDialogs(t *testing.T, dir string) (*person, *fileDialog) {
	t.Helper()
	d := newFileDialog()
	return openWith(t, dir, nil, func(o *app.Options) {
		o.Library, o.Files = shelf(t, dir), d
		o.Disk = disk{"/home/x/one.tafl": studied}
	}), d
}

// hasButton reports whether the open page has a button.
func (p *person) hasButton(id string) bool {
	return slices.ContainsFunc(p.dialog().Buttons, func(b panel.Button) bool { return b.ID == id })
}

// TestChooseFilesOfTheLibrary imports a chosen file, and exports into a file that exists, which the dialog has asked
// about. Meanwhile the page can be used.
func TestChooseFilesOfTheLibrary(t *testing.T) {
	dir := t.TempDir()
	file, to := filepath.Join(dir, "the games.tafl"), filepath.Join(dir, "out.tafl")
	if err := errors.Join(os.WriteFile(file, []byte(many(3)), 0o600), os.WriteFile(to, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	p, d := withDialogs(t, dir)
	p.Do(panel.Command{ID: "library"})
	p.Do(panel.Command{ID: "import"})
	p.Do(panel.Command{ID: "choose"})
	if want := <-d.asked; want.Save || want.Title != "Import games" {
		t.Errorf("the dialog asks for %+v", want)
	}
	p.Do(panel.Command{ID: "choose"})
	if !strings.Contains(p.toast(), "A file dialog is open") {
		t.Errorf("a second dialog: %q", p.toast())
	}
	p.keys("Tab")
	p.write("Thing")
	d.answer <- file
	p.until("the path is entered", func() bool { return p.field("path").Text == file })
	if got := p.field("collection").Text; got != "Thing" {
		t.Errorf("the collection is %q", got)
	}
	p.keys("Enter")
	p.until("the import is done", func() bool {
		return p.dialog().Cancel == "close" && strings.Contains(p.dialog().Lines[0], "imported: 3")
	})
	p.keys("Enter")
	p.until("the list", func() bool { return len(p.rows()) == 3 })

	p.Do(panel.Command{ID: "export"})
	p.Do(panel.Command{ID: "choose"})
	if want := <-d.asked; !want.Save || filepath.Base(want.Path) != "games.tafl" {
		t.Errorf("the dialog asks for %+v", want)
	}
	d.answer <- to
	p.until("the path is entered", func() bool { return p.field("path").Text == to })
	p.keys("Enter")
	p.until("the file is there", func() bool { return strings.Contains(p.toast(), "out.tafl: 3") })
}

// TestChooseEndsWithThePage: the dialog closes with the page that asked, and with the program. A dialog that fails
// says so.
func TestChooseEndsWithThePage(t *testing.T) {
	p, d := withDialogs(t, t.TempDir())
	p.Do(panel.Command{ID: "library"})
	p.Do(panel.Command{ID: "import"})
	p.Do(panel.Command{ID: "choose"})
	<-d.asked
	p.keys("Esc")
	if err := <-d.ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	p.Do(panel.Command{ID: "import"})
	p.Do(panel.Command{ID: "choose"})
	<-d.asked
	d.answer <- errors.New("no display")
	p.until("the error is shown", func() bool { return strings.Contains(p.toast(), "Type the path instead") })
	p.Do(panel.Command{ID: "choose"})
	<-d.asked
	d.answer <- context.Canceled
	p.until("another dialog can be opened", func() bool {
		p.Do(panel.Command{ID: "choose"})
		return len(d.asked) == 1
	})
	p.Close()
	if err := <-d.ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestChooseAGameToStudy opens a file of games from the start page of studies.
func TestChooseAGameToStudy(t *testing.T) {
	p, d := withDialogs(t, t.TempDir())
	p.Do(panel.Command{ID: "study"})
	p.Do(panel.Command{ID: "open"})
	<-d.asked
	d.answer <- "/home/x/one.tafl"
	p.until("the game is studied", func() bool { return p.Board().Game() != nil && p.sheet().Tree })
}

// TestChooseAnEngine enters the chosen program as a command, quoted if its path has blanks.
func TestChooseAnEngine(t *testing.T) {
	p, d := withDialogs(t, t.TempDir())
	p.Do(panel.Command{ID: "settings"})
	for _, c := range []struct{ path, want string }{
		{"/opt/engine", "/opt/engine"}, {"/my engines/e", `"/my engines/e"`}, {`/a "b"/e`, `'/a "b"/e'`},
	} {
		p.Do(panel.Command{ID: "programs"})
		p.wants("programs")
		p.Do(panel.Command{ID: "choose"})
		<-d.asked
		d.answer <- c.path
		p.until("the command is entered", func() bool { return p.field("command").Text == c.want })
		p.keys("Esc")
	}
}

// TestNoFileDialog: without dialogs the pages offer none, and the path is typed.
func TestNoFileDialog(t *testing.T) {
	p, d := withDialogs(t, t.TempDir())
	d.none = true
	p.Do(panel.Command{ID: "study"})
	if p.hasButton("open") {
		t.Error("the page of studies offers a dialog")
	}
	p.keys("Esc")
	p.Do(panel.Command{ID: "library"})
	p.Do(panel.Command{ID: "import"})
	if p.hasButton("choose") || !strings.Contains(p.dialog().Lines[0], "Enter the path") {
		t.Errorf("the import offers a dialog: %q", p.dialog().Lines)
	}
}
