//go:build ignore

// Pack makes engine.wasm.br and wasm_exec.js beside itself: cmd/taflwasm, built for browsers and
// packed as small as Brotli can, and what Go's toolchain brings along to start it. It does nothing
// while no source is newer.
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

// most is how large the packed engine may be: what people wait for on a telephone.
const most = 1 << 20

func main() {
	if err := pack(); err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(1)
	}
}

func pack() error {
	gomod, err := exec.Command("go", "env", "GOMOD", "GOROOT").Output()
	if err != nil {
		return err
	}
	mod, goroot, _ := strings.Cut(strings.TrimSpace(string(gomod)), "\n")
	root := filepath.Dir(mod)
	to := filepath.Join(root, "server", "web", "engine")
	packed := filepath.Join(to, "engine.wasm.br")
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
	plain := filepath.Join(dir, "engine.wasm")
	build := exec.Command("go", "build", "-trimpath", "-pgo=off", "-ldflags=-s -w", "-o", plain, "./cmd/taflwasm")
	build.Dir, build.Env, build.Stderr = root, append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0"),
		os.Stderr
	if err := build.Run(); err != nil {
		return err
	}
	data, err := os.ReadFile(plain)
	if err != nil {
		return err
	}
	fmt.Println("packing the engine for browsers; this takes half a minute")
	var b bytes.Buffer
	w := brotli.NewWriterOptions(&b, brotli.WriterOptions{Quality: brotli.BestCompression, LGWin: 24})
	if _, err := w.Write(data); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	fmt.Printf("engine.wasm: %d bytes, packed %d\n", len(data), b.Len())
	if b.Len() > most {
		return fmt.Errorf("the packed engine has %d bytes, more than %d", b.Len(), most)
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
				strings.HasPrefix(filepath.Base(name), "engine.") {
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
