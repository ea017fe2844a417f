// Package gametest is what every variant is tested with: the conformance suite
// that a variant file gets for free, and the door to the shared vectors.
package gametest

import (
	"os"
	"path/filepath"
	"testing"
)

// Shared returns the path of a shared file or folder, such as "vectors/human".
// It looks in $TAFL3D_SHARED, then in a folder "shared" beside the project's
// root. The test says what it uses, and is skipped where there is neither.
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

// root returns the folder of go.mod.
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
