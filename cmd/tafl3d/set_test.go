package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tafl3d/app/folders"
	"tafl3d/internal/command"
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

// TestSet makes the set of a player's own variant, and finds that variant by its file too.
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
	folder := filepath.Join(dir, "set")
	var out, errs bytes.Buffer
	code := start([]string{"set", "-variant", "my-game", "-data", data, "-lang", "en", "-size", "15", "-ink", "lines",
		"-o", folder}, &out, &errs)
	if code != command.OK || errs.Len() > 0 {
		t.Fatalf("%d, %s", code, errs.String())
	}
	for _, name := range []string{"board.pdf", "pieces.pdf", "rules.pdf", "set.3mf", "stl/defenders-king.stl"} {
		if info, err := os.Stat(filepath.Join(folder, name)); err != nil || info.Size() < 1000 {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
	if !strings.HasPrefix(out.String(), "1 of ") {
		t.Errorf("told %q", out.String())
	}
	if v, err := anyVariant(file, folders.Open(data).Variants()); err != nil || v.ID != "my-game" {
		t.Errorf("the file is %v, %v", v, err)
	}
}

// TestSetRefuses: a wrong flag gives a message of one line, and no set.
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
		if line := errs.String(); code == command.OK || !strings.Contains(line, tt.says) ||
			strings.Count(line, "\n") != 1 {
			t.Errorf("%q: %d, %q does not say %q", tt.args, code, line, tt.says)
		}
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) != 1 {
		t.Errorf("the folder holds %v, %v", list, err)
	}
}
