package main

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"tafl3d/internal/await"
)

// TestReveal opens a folder with a program that stays open: nothing in this process waits for it.
func TestReveal(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("xdg-open is used on Linux")
	}
	folder, bin := t.TempDir(), t.TempDir()
	t.Setenv("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	t.Setenv("SHOWN", filepath.Join(bin, "shown"))
	t.Setenv("STOP", filepath.Join(bin, "stop"))
	script := "#!/bin/sh\necho \"$1\" > \"$SHOWN.new\" && mv \"$SHOWN.new\" \"$SHOWN\"\n" +
		"while [ ! -e \"$STOP\" ]; do sleep 0.1; done\necho > \"$STOP.seen\"\n"
	if err := os.WriteFile(filepath.Join(bin, "xdg-open"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := reveal(folder); err != nil {
		t.Fatal(err)
	}
	if left := await.Running("tafl3d/cmd/tafl3d.reveal"); left != "" {
		t.Errorf("a goroutine waits for the other program:\n%s", left)
	}
	await.Until(t, "the folder is not shown", func() bool {
		shown, _ := os.ReadFile(os.Getenv("SHOWN"))
		return string(shown) == folder+"\n"
	})
	if err := os.WriteFile(os.Getenv("STOP"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	await.Until(t, "the other program does not end", func() bool {
		_, err := os.Stat(os.Getenv("STOP") + ".seen")
		return err == nil
	})
	t.Setenv("PATH", t.TempDir())
	if reveal(folder) == nil {
		t.Error("no error without a program that shows folders")
	}
}
