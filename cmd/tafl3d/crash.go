package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"tafl3d/app/shell"
)

// crashed writes a note about a panic to a file in dir and returns the line
// that tells of it. Whatever was played is saved: that happens after every move.
func crashed(dir string, v any, stack []byte) string {
	if c, is := v.(*shell.Crash); is { // of a worker beside the main thread
		v, stack = c.Value, c.Stack
	}
	note := fmt.Sprintf("%s\n%s\n\n%v\n\n%s", time.Now().Format(time.RFC3339), version(), v, stack)
	f, err := os.CreateTemp(dir, "crash-"+time.Now().Format("20060102-150405")+"-*.txt")
	if err == nil {
		_, err = f.WriteString(note)
		_ = f.Close()
	}
	if err != nil {
		return fmt.Sprintf(
			"something broke (%v), and no note about it could be written (%v); your game is saved up to the last move",
			v, err)
	}
	return fmt.Sprintf("something broke: %v; a note is in %s; your game is saved up to the last move", v, f.Name())
}

// crashFolder is where notes go: beside the games, or the place for passing
// files if that cannot be made.
func crashFolder() string {
	dir := filepath.Join(dataHome(), "crashes")
	if os.MkdirAll(dir, 0o700) != nil {
		return os.TempDir()
	}
	return dir
}
