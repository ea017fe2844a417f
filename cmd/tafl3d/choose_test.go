package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"tafl3d/app/shell"
	"tafl3d/internal/await"
)

// TestChooseAFile asks a stand-in for the system's dialog program: it gets title and path, its answer is returned, and
// it ends with the context.
func TestChooseAFile(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("a program shows the dialogs on Linux")
	}
	bin := t.TempDir()
	t.Setenv("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	t.Setenv("ASKED", filepath.Join(bin, "asked"))
	script := func(lines string) {
		t.Helper()
		text := "#!/bin/sh\necho \"$*\" > \"$ASKED.new\" && mv \"$ASKED.new\" \"$ASKED\"\n" + lines + "\n"
		file := filepath.Join(bin, "new")
		if err := os.WriteFile(file, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(file, filepath.Join(bin, "qarma")); err != nil { // asked before zenity
			t.Fatal(err)
		}
	}
	script("echo '/home/x/my games.tafl'")
	if !(dialogs{}).Available() {
		t.Fatal("the dialog program is not found")
	}
	want := shell.WantedFile{Title: "Export games", Save: true, Path: "/home/x/games.tafl"}
	if path, err := (dialogs{}).Choose(t.Context(), want); err != nil || path != "/home/x/my games.tafl" {
		t.Errorf("%q, %v", path, err)
	}
	asked, err := os.ReadFile(os.Getenv("ASKED"))
	if err != nil || !strings.Contains(string(asked), "--save") || !strings.Contains(string(asked), "Export games") ||
		!strings.Contains(string(asked), "--filename /home/x/games.tafl") {
		t.Errorf("asked with %q, %v", asked, err)
	}
	script("exit 1")
	if path, err := (dialogs{}).Choose(t.Context(), want); !errors.Is(err, context.Canceled) || path != "" {
		t.Errorf("closed: %q, %v", path, err)
	}
	if err := os.Remove(os.Getenv("ASKED")); err != nil {
		t.Fatal(err)
	}
	script("exec sleep 600")
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		_, err := dialogs{}.Choose(ctx, want)
		done <- err
	}()
	await.Until(t, "the dialog opens", func() bool { _, err := os.Stat(os.Getenv("ASKED")); return err == nil })
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
