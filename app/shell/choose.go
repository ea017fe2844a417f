package shell

import (
	"context"
	"errors"

	"tafl3d/app/words"
	"tafl3d/tongue"
)

// TextChooseFile is the label of the button that shows a file dialog.
const TextChooseFile = "Choose a file"

// FileDialog shows the file dialogs of the system.
type FileDialog interface {
	// Available reports whether this computer has file dialogs.
	Available() bool
	// Choose waits until the player has chosen a file and returns its path, or context.Canceled if the player closed
	// the dialog. It closes the dialog and returns when ctx ends. It is called on a background goroutine.
	Choose(ctx context.Context, want WantedFile) (path string, err error)
}

// WantedFile describes the file that a dialog asks for.
type WantedFile struct {
	Title string // in the language of the player
	Save  bool   // a file to write; the dialog asks before an existing one is chosen
	Path  string // a file or folder to start with; empty: the choice of the system
}

// Chooses reports whether this computer has file dialogs.
func (s *Shell) Chooses() bool { return s.opt.Files != nil && s.opt.Files.Available() }

// Choose shows a file dialog and calls then with the chosen path if the page in front is still open. The dialog closes
// with that page. The window stays usable in the meantime; only one dialog is open at a time.
func (s *Shell) Choose(want WantedFile, then func(path string)) {
	if !s.Chooses() {
		return
	}
	if s.choosing != nil {
		s.Refuse("A file dialog is open. Use it or close it first.")
		return
	}
	ctx, cancel := context.WithCancel(s.ctx)
	now := &choosing{s.Front(), cancel}
	s.choosing = now
	want.Title = tongue.Text(want.Title)
	s.Go(func() {
		defer cancel()
		path, err := s.opt.Files.Choose(ctx, want)
		s.Post(func() {
			open := s.choosing == now
			if open {
				s.choosing = nil
			}
			switch {
			case !open, errors.Is(err, context.Canceled):
			case err != nil:
				s.Refuse(tongue.Textf("Could not show a file dialog: %s. Type the path instead.", words.Plain(err)))
			case path != "":
				then(path)
			}
			s.Touch()
		})
	})
}

// endChoice closes the file dialog of a page that is no longer open.
func (s *Shell) endChoice() {
	now := s.choosing
	if now != nil && !s.Has(func(p Page) bool { return p == now.page }) {
		s.choosing = nil
		now.cancel()
	}
}
