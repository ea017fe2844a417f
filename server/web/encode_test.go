package web

import (
	"compress/gzip"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
)

// TestAcceptedEncoding chooses the encoding of an answer by what a request says, as RFC 9110 has it.
func TestAcceptedEncoding(t *testing.T) {
	for header, want := range map[string]string{
		"": "", "br": "br", "gzip": "gzip", "gzip, br": "br", "BR": "br", "gzip, deflate, br, zstd": "br",
		"br;q=0": "", "br;q=0, gzip": "gzip", "br; q=0.0 , gzip;q=0.1": "gzip", "br;q=0.1, gzip;q=0.9": "gzip",
		"brx": "", "xbr": "", "gzipx": "", "brotli": "",
		"*": "br", "*;q=0": "", "br;q=0, *": "gzip", "*;q=0, gzip": "gzip",
		"identity": "", "identity;q=1, br;q=0.5": "", "identity;q=0, br": "br",
		"br;q=much": "", "br;q=2": "", "br;q=NaN": "",
		"br;level=4;q=0": "", ",,": "", "identity; q=0.5, gzip; q=0.5": "gzip",
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		if header != "" {
			r.Header.Set("Accept-Encoding", header)
		}
		if got := accepted(r); got != want {
			t.Errorf("%q: %q, want %q", header, got, want)
		}
	}
}

// TestCompressed asks for a page and for static files in each encoding: all are smaller, and the same when unpacked.
func TestCompressed(t *testing.T) {
	site := New("Testing", "localhost", nil, slog.New(slog.DiscardHandler))
	ask := func(path, encoding string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		if encoding != "" {
			r.Header.Set("Accept-Encoding", encoding)
		}
		w := httptest.NewRecorder()
		site.ServeHTTP(w, r)
		return w
	}
	of := "/static/" + stamp
	for _, path := range []string{"/computer/brandubh-gorrion", of + "/style.css", of + "/board.js"} {
		plain := ask(path, "")
		tags := map[string]bool{plain.Header().Get("ETag"): true}
		for encoding, open := range map[string]func(io.Reader) (io.Reader, error){
			"br":   func(r io.Reader) (io.Reader, error) { return brotli.NewReader(r), nil },
			"gzip": func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) },
		} {
			w := ask(path, encoding)
			if got := w.Header().Get("Content-Encoding"); got != encoding || w.Body.Len() >= plain.Body.Len()/2 {
				t.Errorf("%s in %s: %q, %d bytes of %d", path, encoding, got, w.Body.Len(), plain.Body.Len())
				continue
			}
			if vary := strings.Join(w.Header().Values("Vary"), ","); !strings.Contains(vary, "Accept-Encoding") {
				t.Errorf("%s: Vary %q", path, vary)
			}
			tag := w.Header().Get("ETag")
			if tags[tag] {
				t.Errorf("%s: two encodings have the tag %s", path, tag)
			}
			tags[tag] = true
			unpacked, err := open(w.Body)
			if err != nil {
				t.Fatal(err)
			}
			if text, err := io.ReadAll(unpacked); err != nil || string(text) != plain.Body.String() {
				t.Errorf("%s in %s is not what it is plain: %v", path, encoding, err)
			}
		}
	}
}
