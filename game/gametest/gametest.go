// Package gametest provides tests for variants: the conformance suite for every variant file, and access to the
// shared test vectors.
package gametest

import (
	"os"
	"path/filepath"
	"testing"
)

// Shared returns the path of a shared file or folder, such as "vectors/human". It looks in $TAFL3D_SHARED, then in a
// folder "shared" next to the project's root. If neither exists, the test is skipped.
func Shared(t testing.TB, path string) string {
	t.Helper()
	dirs := []string{filepath.Join(root(t), "..", "shared")}
	if env := os.Getenv("TAFL3D_SHARED"); env != "" {
		dirs = []string{env}
	}
	for _, dir := range dirs {
		full := filepath.Join(dir, filepath.FromSlash(path))
		if _, err := os.Stat(full); err == nil {
			t.Logf("using %s", full)
			return full
		}
	}
	t.Skipf("skipped: no %s in %v; set TAFL3D_SHARED to the folder that holds spec and vectors", path, dirs)
	return ""
}

// root returns the folder with go.mod.
func root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			t.Fatal("no go.mod above the test")
		}
		dir = up
	}
}
