package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// script writes a program that keeps its arguments and its input.
func script(t *testing.T, rest string) (name, kept string) {
	t.Helper()
	dir := t.TempDir()
	name, kept = filepath.Join(dir, "say"), filepath.Join(dir, "said")
	if err := os.WriteFile(name, []byte("#!/bin/sh\nprintf '%s|' \"$@\" >"+kept+"\n"+rest), 0o755); err != nil {
		t.Fatal(err)
	}
	return name, kept
}

func TestSpeak(t *testing.T) {
	text := "man f2 to f5; rm -rf \"$HOME\" `id`"
	name, kept := script(t, "cat >>"+"$0.in\n")
	if err := speak(t.Context(), []string{name, "-v", "{}"}, text); err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile(kept); string(got) != "-v|"+text+"|" {
		t.Errorf("as an argument: %q", got)
	}
	if err := speak(t.Context(), []string{name, "-v"}, text); err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile(name + ".in"); !strings.HasSuffix(string(got), text+"\n") {
		t.Errorf("on the input: %q", got)
	}
}

func TestSpeakFails(t *testing.T) {
	name, _ := script(t, "exit 3\n")
	if err := speak(t.Context(), []string{name}, "x"); err == nil {
		t.Error("a failure is none")
	}
	if err := speak(t.Context(), []string{filepath.Join(t.TempDir(), "none")}, "x"); err == nil {
		t.Error("a missing command is no failure")
	}
}

// TestSpeakEndsWithTheProgram asserts that nobody waits for a command that does
// not end.
func TestSpeakEndsWithTheProgram(t *testing.T) {
	name, _ := script(t, "sleep 60\n")
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	if err := speak(ctx, []string{name}, "x"); err != nil {
		t.Errorf("the end of the program is a fault: %v", err)
	}
}
