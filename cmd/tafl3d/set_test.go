package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// ownGame is a variant as players write them.
const ownGame = `id = "my-game"
name = "My game"
extends = "brandubh-gorrion"
group = "Small boards"
summary = "Mine."
description = "Mine."
certainty = "firm"
sources = "ours"
`

// TestSet makes the set of a player's own variant, once by its ID and once by its file.
func TestSet(t *testing.T) {
	dir := t.TempDir()
	data := filepath.Join(dir, "data")
	file := filepath.Join(data, "variants", "my-game.toml")
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(ownGame), 0o644); err != nil {
		t.Fatal(err)
	}
	for i, name := range []string{"my-game", file} {
		folder := filepath.Join(dir, []string{"by id", "by file"}[i])
		var out, errs bytes.Buffer
		code := start([]string{"set", "-variant", name, "-data", data, "-lang", "en", "-size", "20", "-ink", "lines",
			"-o", folder}, &out, &errs)
		if code != exitFine || errs.Len() > 0 {
			t.Fatalf("%s: %d, %s", name, code, errs.String())
		}
		if pdf, err := os.ReadFile(filepath.Join(folder, "board.pdf")); err != nil ||
			!bytes.HasPrefix(pdf, []byte("%PDF")) {
			t.Errorf("%s: the board begins %.8q, %v", name, pdf, err)
		}
		if !strings.HasPrefix(out.String(), "1 of ") {
			t.Errorf("%s: told %q", name, out.String())
		}
	}
}

// TestSetRefuses: a wrong flag is told in one line, and nothing is made.
func TestSetRefuses(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "set")
	full := filepath.Join(dir, "full")
	if err := os.MkdirAll(filepath.Join(full, "mine"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		args []string
		says string
	}{
		{[]string{"-o", folder}, "-variant ID"},
		{[]string{"-variant", "brandubh-gorrion"}, "-o FOLDER"},
		{[]string{"-variant", "brandub-gorrion", "-o", folder}, "did you mean brandubh-gorrion"},
		{[]string{"-variant", "qqqqqqqqqqqqqqqqqqqq", "-o", folder}, "tafl variants lists them"},
		{[]string{"-variant", filepath.Join(dir, "none.toml"), "-o", folder}, "no such file"},
		{[]string{"-variant", "asalto", "-size", "5", "-o", folder}, "-size 5: from 15 to 120"},
		{[]string{"-variant", "asalto", "-size", "large", "-o", folder}, "-size needs a number"},
		{[]string{"-variant", "asalto", "-bed", "20", "-o", folder}, "-bed 20: from 100 to 1000"},
		{[]string{"-variant", "asalto", "-paper", "a3", "-o", folder}, "use a4 or letter"},
		{[]string{"-variant", "asalto", "-ink", "red", "-o", folder}, "use colour or lines"},
		{[]string{"-variant", "asalto", "-lang", "xx", "-o", folder}, "use en, da, de, is, nb or sv"},
		{[]string{"-variant", "asalto", "-o", full}, "not empty"},
	} {
		var out, errs bytes.Buffer
		code := start(append([]string{"set", "-data", dir}, tt.args...), &out, &errs)
		if line := errs.String(); code != exitFault || !strings.Contains(line, tt.says) ||
			strings.Count(line, "\n") != 1 {
			t.Errorf("%q: %d, %q does not say %q", tt.args, code, line, tt.says)
		}
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) != 1 {
		t.Errorf("the folder holds %v, %v", list, err)
	}
}
