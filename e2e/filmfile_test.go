package e2e

import (
	"image/gif"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFilmAsAFile draws a small film from the command line over an old one. Without -force the old film stays. With
// -force the new film replaces the whole file, and another link to the old file keeps its content.
func TestFilmAsAFile(t *testing.T) {
	t.Parallel()
	d := newDisplay(t)
	dir := t.TempDir()
	in, out, old := filepath.Join(dir, "game.tafl"), filepath.Join(dir, "game.gif"), filepath.Join(dir, "old.gif")
	must(t, os.WriteFile(in, []byte("[Variant \"brandubh-gorrion\"]\n\n1. d6-f6\n"), 0o600) == nil, "no file")
	must(t, os.WriteFile(out, []byte("old"), 0o600) == nil && os.Link(out, old) == nil, "no old film")
	film := func(more ...string) (string, error) {
		args := append([]string{"film", "-game", in, "-o", out, "-size", "320x240", "-quality", "low"}, more...)
		cmd := command(t, args...)
		cmd.Env = append(cmd.Env, "DISPLAY="+d.name)
		said, err := cmd.CombinedOutput()
		return string(said), err
	}
	said, err := film()
	must(t, err != nil && strings.Contains(said, "add -force"), "replaced without -force: %v, said %q", err, said)
	kept, err := os.ReadFile(out)
	must(t, err == nil && string(kept) == "old", "the refused film left %d bytes, %v", len(kept), err)
	said, err = film("-force")
	must(t, err == nil && said == "1 of 1\n", "the film: %v, said %q", err, said)
	f, err := os.Open(out)
	must(t, err == nil, "%v", err)
	defer f.Close()
	all, err := gif.DecodeAll(f)
	must(t, err == nil && all.Config.Width == 320 && len(all.Image) > 2, "it cannot be seen: %v", err)
	was, err := os.ReadFile(old)
	must(t, err == nil && string(was) == "old", "the old one has %d bytes, %v", len(was), err)
	list, err := os.ReadDir(dir)
	must(t, err == nil && len(list) == 3, "%d files are left, %v", len(list), err)
}
