package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tafl3d/internal/command"
)

// TestCounter: how far a film is comes in any portions, among other lines.
func TestCounter(t *testing.T) {
	var got []string
	c := &counter{told: func(done, of int) { got = append(got, fmt.Sprint(done, "/", of)) }}
	for _, part := range []string{"1 of", " 3\n2 of 3\nhello\n3", " of 3\n"} {
		if n, err := c.Write([]byte(part)); n != len(part) || err != nil {
			t.Error(n, err)
		}
	}
	if strings.Join(got, " ") != "1/3 2/3 3/3" {
		t.Error(got)
	}
}

// TestFilmRefuses: what is missing is said before a window is opened.
func TestFilmRefuses(t *testing.T) {
	bad := filepath.Join(t.TempDir(), "bad.tafl")
	if err := os.WriteFile(bad, []byte("hello"), 0o600); err != nil {
		t.Fatal(err)
	}
	good := filepath.Join(t.TempDir(), "good.tafl")
	if err := os.WriteFile(good, []byte("[Variant \"brandubh-gorrion\"]\n\n1. d6-f6\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for want, args := range map[string][]string{
		"there is no folder": {"film", "-game", good, "-o", filepath.Join(t.TempDir(), "none", "x.gif")},
		"-game FILE":         {"film"}, "no-such": {"film", "-game", "no-such", "-o", "x.gif"},
		"line 1": {"film", "-game", bad, "-o", "x.gif"},
	} {
		var out, errs bytes.Buffer
		if code := start(args, &out, &errs); code == command.OK || !strings.Contains(errs.String(), want) {
			t.Errorf("%q: %d, %q", args, code, errs.String())
		}
	}
}
