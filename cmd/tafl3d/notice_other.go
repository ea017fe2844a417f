//go:build !windows

package main

import (
	"os"
	"os/exec"
	"runtime"
)

// attach does nothing: programs on this system keep the terminal they were started from.
func attach() {}

// seen reports whether output to f reaches a person or a file. Desktops start programs with the
// null device or a socket of the system's journal.
func seen(f *os.File) bool {
	i, err := f.Stat()
	if err != nil || i.Mode()&os.ModeSocket != 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(i, null)
}

// box shows a text in a dialog of the desktop, if it has a program for that.
func box(title, text string) {
	tools := [][]string{
		{"zenity", "--error", "--no-markup", "--title=" + title, "--text=" + text},
		{"kdialog", "--title", title, "--error", text},
		{"xmessage", "-center", title + ": " + text},
	}
	if runtime.GOOS == "darwin" {
		tools = [][]string{{"osascript", "-e", "on run a", "-e", "display alert (item 1 of a) message (item 2 of a)",
			"-e", "end run", title, text}}
	}
	for _, t := range tools {
		if exec.Command(t[0], t[1:]...).Run() == nil { // each waits until the user closes the dialog
			return
		}
	}
}
