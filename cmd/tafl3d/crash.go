package main

import (
	"fmt"
	"os"
	"time"

	"tafl3d/app/shell"
)

// crashed writes a crash report to a file in dir and returns the message for the player. No moves
// are lost: the game is saved after every move.
func crashed(dir string, v any, stack []byte) string {
	if c, is := v.(*shell.Crash); is { // from a worker goroutine
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
			"tafl3d crashed (%v) and could not write a crash report (%v); your game is saved up to the last move",
			v, err)
	}
	return fmt.Sprintf("tafl3d crashed: %v; the crash report is in %s; your game is saved up to the last move", v,
		f.Name())
}
