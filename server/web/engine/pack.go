//go:build ignore

// Pack makes engine.wasm.br, review.wasm.br and wasm_exec.js in its own folder: cmd/taflwasm, built for browsers
// without and with the tag review and packed by Brotli, and what Go's toolchain brings along to start them. It makes
// nothing while no source is newer.
package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/andybalholm/brotli"
)

// builds are the builds of cmd/taflwasm. most is how large one may be when packed: people wait for the engine on a
// telephone; a review is loaded when someone asks for it.
var builds = []struct {
	name, tags    string
	quality, most int
}{
	{"engine.wasm", "", brotli.BestCompression, 1 << 20},
	{"review.wasm", "review", 9, 2 << 20},
}

func main() {
	for _, b := range builds {
		if err := pack(b.name, b.tags, b.quality, b.most); err != nil {
			fmt.Fprintln(os.Stderr, "pack:", err)
			os.Exit(1)
		}
	}
}

func pack(name, tags string, quality, most int) error {
	gomod, err := exec.Command("go", "env", "GOMOD", "GOROOT").Output()
	if err != nil {
		return err
	}
	mod, goroot, _ := strings.Cut(strings.TrimSpace(string(gomod)), "\n")
	root := filepath.Dir(mod)
	to := filepath.Join(root, "server", "web", "engine")
	packed := filepath.Join(to, name+".br")
	if made, err := os.Stat(packed); err == nil && made.ModTime().After(newest(root)) {
		return nil
	}
	glue, err := os.ReadFile(filepath.Join(goroot, "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "taflwasm")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	plain := filepath.Join(dir, name)
	// The number of the commit would change the packed size by some hundred bytes from one commit to the next.
	build := exec.Command("go", "build", "-trimpath", "-pgo=off", "-buildvcs=false", "-tags="+tags, "-ldflags=-s -w",
		"-o", plain, "./cmd/taflwasm")
	build.Dir, build.Env, build.Stderr = root, append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0"),
		os.Stderr
	if err := build.Run(); err != nil {
		return err
	}
	data, err := os.ReadFile(plain)
	if err != nil {
		return err
	}
	fmt.Printf("packing %s for browsers; this takes up to half a minute\n", name)
	var b bytes.Buffer
	w := brotli.NewWriterOptions(&b, brotli.WriterOptions{Quality: quality, LGWin: 24})
	if _, err := w.Write(data); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	fmt.Printf("%s: %d bytes, packed %d\n", name, len(data), b.Len())
	if b.Len() > most {
		return fmt.Errorf("%s has %d bytes when packed, more than %d", name, b.Len(), most)
	}
	if err := os.WriteFile(filepath.Join(to, "wasm_exec.js"), glue, 0o644); err != nil {
		return err
	}
	if err := os.WriteFile(packed+".new", b.Bytes(), 0o644); err != nil {
		return err
	}
	return os.Rename(packed+".new", packed)
}

// newest is when the newest source of the engine was changed.
func newest(root string) (at time.Time) {
	for _, dir := range []string{"game", "ai", "cmd/taflwasm", "server/web/engine/pack.go", "go.mod"} {
		_ = filepath.WalkDir(filepath.Join(root, dir), func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || strings.HasSuffix(name, "_test.go") ||
				strings.HasSuffix(name, ".br") {
				return nil
			}
			if info, err := d.Info(); err == nil && info.ModTime().After(at) {
				at = info.ModTime()
			}
			return nil
		})
	}
	return at
}
