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

// readStatic reads a file of static. The style sheet is extended by the rules for tables on narrow screens.
func readStatic(file string) ([]byte, error) {
	data, err := static.ReadFile("static/" + file)
	if file == "style.css" {
		data = append(data, webpage.Narrow...)
	}
	return data, err
}

// Style returns the style sheet of the pages, for other pages of the service.
func Style() []byte {
	data, _ := readStatic("style.css") // embedded, no error
	return data
}

// stamp is a hash of all static files, so that browsers can cache them forever.
var stamp = func() string {
	h := sha256.New()
	h.Write([]byte(webpage.Narrow))
	for _, files := range []embed.FS{static, engine, art} {
		_ = fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				data, _ := files.ReadFile(name) // embedded, no error
				h.Write(data)
			}
			return err
		})
	}
	return hex.EncodeToString(h.Sum(nil)[:6])
}()

var types = map[string]string{".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
	".svg": "image/svg+xml", ".png": "image/png"}

// staticAddress returns the address of a file of static, at which browsers cache it forever.
func staticAddress(file string) string { return "/static/" + stamp + "/" + file }

func serveStatic(w http.ResponseWriter, r *http.Request) {
	file := r.PathValue("file")
	if engineFiles[file].name != "" {
		serveEngine(w, r)
		return
	}
	if name := artFiles[file]; name != "" {
		data, _ := art.ReadFile(name) // embedded, no error
		w.Header().Set("Content-Type", "image/webp")
		send(w, r, http.StatusOK, data, cacheOf(r))
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

// packed are the files of static by encoding and name, compressed as small as possible for slow connections.
var packed = sync.OnceValue(func() map[string]map[string][]byte {
	all := map[string]map[string][]byte{}
	names, _ := static.ReadDir("static")
	for _, encoding := range encodings {
		all[encoding] = map[string][]byte{}
		for _, d := range names {
			data, _ := readStatic(d.Name()) // embedded, no error
			small, err := packSmall(encoding, data)
			if err != nil {
				panic("web: " + d.Name() + ": " + err.Error())
			}
			all[encoding][d.Name()] = small
		}
	}
	return all
})

// cacheOf returns the Cache-Control of a file: forever at the address with its hash.
func cacheOf(r *http.Request) string {
	if r.PathValue("hash") != stamp {
		return "no-cache"
	}
	return "public, max-age=31536000, immutable"
}

// engine contains the compiled cmd/taflwasm. engine/pack.go makes it, as `make build` does; it may be missing.
//
//go:generate go run engine/pack.go
//go:embed engine
var engine embed.FS

// engineFiles are the files in engine by the names that pages use, with their types.
var engineFiles = map[string]struct{ name, kind string }{
	"engine.wasm":  {"engine/engine.wasm.br", "application/wasm"},
	"review.wasm":  {"engine/review.wasm.br", "application/wasm"},
	"wasm_exec.js": {"engine/wasm_exec.js", types[".js"]},
}

// HasEngine reports whether this build contains the engine for browsers.
func HasEngine() bool { return built("engine.wasm") }

// built reports whether this build contains a file of the engine.
func built(file string) bool {
	_, err := fs.Stat(engine, engineFiles[file].name)
	return err == nil
}

// serveEngine sends a file of the engine, uncompressed to clients that accept no encoding.
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
		data, err = repacked(r.PathValue("file"), data, err, encoding)
	}
	if err != nil {
		http.Error(w, "the engine cannot be read", http.StatusInternalServerError)
		return
	}
	h.Set("Content-Type", file.kind)
	send(w, r, http.StatusOK, data, cacheOf(r))
}

// zipped are the programs for browsers that accept gzip only, compressed once.
var zipped = map[string]func() ([]byte, error){
	"engine.wasm": sync.OnceValues(func() ([]byte, error) { return zip("engine.wasm") }),
	"review.wasm": sync.OnceValues(func() ([]byte, error) { return zip("review.wasm") }),
}

func zip(file string) ([]byte, error) {
	data, err := engine.ReadFile(engineFiles[file].name)
	if err != nil {
		return nil, err
	}
	plain, err := io.ReadAll(brotli.NewReader(bytes.NewReader(data)))
	if err != nil {
		return nil, err
	}
	return packSmall("gzip", plain)
}

// repacked returns a program, read as Brotli in data, in another encoding.
func repacked(file string, data []byte, err error, encoding string) ([]byte, error) {
	switch {
	case err != nil || encoding == "br":
		return data, err
	case encoding == "gzip":
		return zipped[file]()
	}
	return io.ReadAll(brotli.NewReader(bytes.NewReader(data)))
}

// offline shows the page that the service worker shows instead of others while there is no connection.
func (s *Site) offline(w http.ResponseWriter, r *http.Request) {
	s.show(w, r, "offline", http.StatusOK, page{Title: printerFor(w, r).Text("No connection")})
}

// serviceWorker sends the service worker that keeps pages available offline. Its path limits the pages that it may
// serve: older pages registered it for those of the computer.
func (s *Site) serviceWorker(w http.ResponseWriter, r *http.Request) {
	data, err := static.ReadFile("static/offline.js")
	if err != nil {
		s.fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", types[".js"])
	send(w, r, http.StatusOK, append([]byte("const version = \""+stamp+"\";\n"), data...), "no-cache")
}

// engineWorker sends the script of the worker that runs the engine. A service worker serves workers by the path of
// their scripts, so it is next to the pages.
func (s *Site) engineWorker(w http.ResponseWriter, r *http.Request) {
	data, err := static.ReadFile("static/engine.js")
	if err != nil {
		s.fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", types[".js"])
	send(w, r, http.StatusOK, data, "no-cache")
}
