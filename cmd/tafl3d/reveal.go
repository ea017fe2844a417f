package main

import (
	"fmt"
	"os/exec"
	"runtime"
)

// reveal opens a folder in the desktop's file manager and does not wait for it to end.
func reveal(folder string) error {
	opener := map[string]string{"windows": "explorer", "darwin": "open"}[runtime.GOOS]
	if opener == "" {
		opener = "xdg-open"
	}
	if _, err := exec.LookPath(opener); err != nil {
		return fmt.Errorf("cannot open %s: %w", folder, err)
	}
	if runtime.GOOS != "windows" {
		// the shell ends at once, and the system's first process takes its child
		return exec.Command("sh", "-c", `"$0" "$1" </dev/null >/dev/null 2>&1 &`, opener, folder).Run()
	}
	c := exec.Command(opener, folder)
	if err := c.Start(); err != nil {
		return err
	}
	return c.Process.Release()
}
