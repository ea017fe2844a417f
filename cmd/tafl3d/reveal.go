package main

import (
	"os/exec"
	"runtime"
)

// reveal opens a folder in the program that the desktop has for that.
func reveal(folder string) error {
	opener := map[string]string{"windows": "explorer", "darwin": "open"}[runtime.GOOS]
	if opener == "" {
		opener = "xdg-open"
	}
	c := exec.Command(opener, folder)
	if err := c.Start(); err != nil {
		return err
	}
	go func() { _ = c.Wait() }() // it may stay open as long as it likes
	return nil
}
