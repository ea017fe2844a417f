package web

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"

	webpage "tafl3d/tournament/page"
)

//go:embed static
var static embed.FS

// readStatic reads a file of static. The style ends with that of tables where there is little room.
func readStatic(file string) ([]byte, error) {
	data, err := static.ReadFile("static/" + file)
	if file == "style.css" {
		data = append(data, webpage.Narrow...)
	}
	return data, err
}

// stamp is a word that changes with what is in static, so that browsers may keep it for
// good.
var stamp = func() string {
	h := sha256.New()
	h.Write([]byte(webpage.Narrow))
	for _, files := range []embed.FS{static, engine} {
		_ = fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				data, _ := files.ReadFile(name) // embedded: it is there
				h.Write(data)
			}
			return err
		})
	}
	return hex.EncodeToString(h.Sum(nil)[:6])
}()

var types = map[string]string{".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
	".svg": "image/svg+xml"}

func serveStatic(w http.ResponseWriter, r *http.Request) {
	file := r.PathValue("file")
	if engineFiles[file].name != "" {
		serveEngine(w, r)
		return
	}
	data, err := readStatic(file)
	kind := types[path.Ext(file)]
	if err != nil || kind == "" {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Add("Vary", "Accept-Encoding")
	if encoding := accepted(r); encoding != "" {
		w.Header().Set("Content-Encoding", encoding)
		data = packed()[encoding][file]
	}
	send(w, r, http.StatusOK, data, cacheOf(r))
}

// packed returns the files of static, by encoding and name, as small as they can be made: a line of a telephone takes
// longer for them than anything else.
var packed = sync.OnceValue(func() map[string]map[string][]byte {
	all := map[string]map[string][]byte{}
	names, _ := static.ReadDir("static")
	for _, encoding := range encodings {
		all[encoding] = map[string][]byte{}
		for _, d := range names {
			data, _ := readStatic(d.Name()) // embedded: it is there
			small, err := packSmall(encoding, data)
			if err != nil {
				panic("web: " + d.Name() + ": " + err.Error())
			}
			all[encoding][d.Name()] = small
		}
	}
	return all
})

// cacheOf is how long a file may be kept: for good, under the address that changes with it.
func cacheOf(r *http.Request) string {
	if r.PathValue("hash") != stamp {
		return "no-cache"
	}
	return "public, max-age=31536000, immutable"
}

// engine holds what cmd/taflwasm becomes: engine/pack.go makes it, as `make build` does. Without it
// all else works.
//
//go:generate go run engine/pack.go
//go:embed engine
var engine embed.FS

// engineFiles are the files there, by what pages call them, with the type of each.
var engineFiles = map[string]struct{ name, kind string }{
	"engine.wasm":  {"engine/engine.wasm.br", "application/wasm"},
	"wasm_exec.js": {"engine/wasm_exec.js", types[".js"]},
}

// HasEngine reports whether this build lets visitors play the computer.
func HasEngine() bool {
	_, err := fs.Stat(engine, engineFiles["engine.wasm"].name)
	return err == nil
}

// serveEngine answers with a file of the engine: packed, or unpacked to who does not say that he
// can unpack it.
func serveEngine(w http.ResponseWriter, r *http.Request) {
	file := engineFiles[r.PathValue("file")]
	data, err := engine.ReadFile(file.name)
	if errors.Is(err, fs.ErrNotExist) {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	if strings.HasSuffix(file.name, ".br") {
		h.Add("Vary", "Accept-Encoding")
		encoding := accepted(r)
		if encoding != "" {
			h.Set("Content-Encoding", encoding)
		}
		data, err = repacked(data, err, encoding)
	}
	if err != nil {
		http.Error(w, "the engine cannot be read", http.StatusInternalServerError)
		return
	}
	h.Set("Content-Type", file.kind)
	send(w, r, http.StatusOK, data, cacheOf(r))
}

// zippedEngine is the engine for browsers that know gzip alone: it is packed once.
var zippedEngine = sync.OnceValues(func() ([]byte, error) {
	data, err := engine.ReadFile(engineFiles["engine.wasm"].name)
	if err != nil {
		return nil, err
	}
	plain, err := io.ReadAll(brotli.NewReader(bytes.NewReader(data)))
	if err != nil {
		return nil, err
	}
	return packSmall("gzip", plain)
})

// repacked returns the engine, which was read in Brotli, in an encoding.
func repacked(data []byte, err error, encoding string) ([]byte, error) {
	switch {
	case err != nil || encoding == "br":
		return data, err
	case encoding == "gzip":
		return zippedEngine()
	}
	return io.ReadAll(brotli.NewReader(bytes.NewReader(data)))
}

// serviceWorker keeps the page of the computer for when there is no line. It stands where its pages
// stand, since it may serve no others.
func (s *Site) serviceWorker(w http.ResponseWriter, r *http.Request) {
	data, err := static.ReadFile("static/offline.js")
	if err != nil {
		s.fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", types[".js"])
	w.Header().Set("Service-Worker-Allowed", "/computer")
	send(w, r, http.StatusOK, append([]byte("const version = \""+stamp+"\";\n"), data...), "no-cache")
}

// engineWorker is the script of the worker in which the computer thinks. A service worker serves a worker by the
// address of its script, so it stands where the pages stand.
func (s *Site) engineWorker(w http.ResponseWriter, r *http.Request) {
	data, err := static.ReadFile("static/engine.js")
	if err != nil {
		s.fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", types[".js"])
	send(w, r, http.StatusOK, data, "no-cache")
}
