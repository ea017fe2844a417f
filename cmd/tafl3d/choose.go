package main

import (
	"context"
	"errors"

	"github.com/ncruces/zenity"

	"tafl3d/app/shell"
)

// dialogs shows the file dialogs of the system: those of Windows and macOS, elsewhere those of zenity, qarma or
// matedialog.
type dialogs struct{}

// Available implements shell.FileDialog.
func (dialogs) Available() bool { return zenity.IsAvailable() }

// Choose implements shell.FileDialog.
func (dialogs) Choose(ctx context.Context, want shell.WantedFile) (string, error) {
	opt := []zenity.Option{zenity.Context(ctx), zenity.Title(want.Title)}
	if want.Path != "" {
		opt = append(opt, zenity.Filename(want.Path))
	}
	show := zenity.SelectFile
	if want.Save {
		show, opt = zenity.SelectFileSave, append(opt, zenity.ConfirmOverwrite())
	}
	path, err := show(opt...)
	if errors.Is(err, zenity.ErrCanceled) || ctx.Err() != nil {
		return "", context.Canceled
	}
	return path, err
}
