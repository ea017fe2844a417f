package protocol

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"testing"
)

// TestInquire: programs say of themselves what they play, if they do.
func TestInquire(t *testing.T) {
	a, err := Inquire(t.Context(), Program{Argv: []string{os.Args[0], engine, "good"}})
	if err != nil || a.Name == "" || !a.Any || len(a.Variants) != 0 {
		t.Errorf("ours: %+v, %v", a, err)
	}
	if runtime.GOOS == "windows" {
		t.Skip("the others are scripts for a shell")
	}
	for lines, want := range map[string]About{
		`echo id name Old Rook 2`: {Name: "Old Rook 2"},
		`echo option name UCI_Variant type combo default a-b var a-b var c-d`: {Variants: []string{"a-b", "c-d"}},
		`echo option name variant type combo default a-b var a-b var c-d`:     {Variants: []string{"a-b", "c-d"}},
		`echo option name Variant type string default`:                        {Any: true},
	} {
		file := filepath.Join(t.TempDir(), "engine")
		if err := os.WriteFile(file, []byte("#!/bin/sh\nread w\n"+lines+"\necho uciok\nread w\n"), 0o700); err != nil {
			t.Fatal(err)
		}
		if a, err := Inquire(t.Context(), Program{Argv: []string{file}}); err != nil || !reflect.DeepEqual(a, want) {
			t.Errorf("%s: %+v, %v", lines, a, err)
		}
	}
	if _, err := Inquire(t.Context(), Program{Argv: []string{"true"}}); !errors.Is(err, ErrEnded) {
		t.Errorf("a program that is no engine: %v", err)
	}
}
