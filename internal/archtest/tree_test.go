package archtest

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestTree holds the tree of docs/design.md to the folders: each with Go files stands in it, and no other that is gone.
func TestTree(t *testing.T) {
	page, err := os.ReadFile("../../docs/design.md")
	if err != nil {
		t.Fatal(err)
	}
	told := tree(string(page))
	err = filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		name := filepath.ToSlash(strings.TrimPrefix(path, filepath.FromSlash("../../")))
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(name, "packaging/") ||
			strings.HasPrefix(d.Name(), ".") && path != "../.."):
			return fs.SkipDir
		}
		if files, _ := filepath.Glob(filepath.Join(path, "*.go")); d.IsDir() && len(files) > 0 && !told[name] {
			t.Errorf("docs/design.md does not tell what %s is", name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name := range told {
		if _, err := os.Stat(filepath.Join("../..", name)); err != nil {
			t.Errorf("docs/design.md tells of %s: %v", name, err)
		}
	}
}

// tree returns the folders that the page tells of.
func tree(page string) map[string]bool {
	_, text, _ := strings.Cut(page, "## The tree\n")
	text, _, _ = strings.Cut(text, "\n## ")
	told, above := map[string]bool{}, []string{}
	for _, m := range regexp.MustCompile(`(?m)^( *)([a-z0-9/]+)/(?: |$)`).FindAllStringSubmatch(text, -1) {
		above = append(above[:len(m[1])/2], m[2])
		told[strings.Join(above, "/")] = true
	}
	return told
}
