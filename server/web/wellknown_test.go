package web

import (
	"encoding/json"
	"image/png"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// askFor asks a site for a path.
func askFor(s *Site, path string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	return w
}

// TestWellKnown reads the files that other programs ask for, and each icon of the manifest.
func TestWellKnown(t *testing.T) {
	s := New("House of tafl", "tafl.example", nil, slog.New(slog.DiscardHandler)).WellKnown("mailto:me@tafl.example")
	if w := askFor(s, "/robots.txt"); w.Code != http.StatusOK ||
		!strings.Contains(w.Body.String(), "Disallow: /v1/\n") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	w := askFor(s, "/.well-known/security.txt")
	lines := strings.Split(w.Body.String(), "\n")
	if w.Code != http.StatusOK || len(lines) != 4 || lines[0] != "Contact: mailto:me@tafl.example" ||
		lines[2] != "Canonical: https://tafl.example/.well-known/security.txt" {
		t.Fatalf("%d %q", w.Code, lines)
	}
	ends, err := time.Parse(time.RFC3339, strings.TrimPrefix(lines[1], "Expires: "))
	if left := time.Until(ends); err != nil || left < 80*24*time.Hour || left > 365*24*time.Hour {
		t.Errorf("%s: %v, %v", lines[1], left, err)
	}
	w = askFor(s, "/manifest.webmanifest")
	var m struct {
		Name  string
		Start string `json:"start_url"`
		Icons []manifestIcon
	}
	if err := json.Unmarshal(w.Body.Bytes(), &m); err != nil || m.Name != "House of tafl" || m.Start != "/play" ||
		w.Header().Get("Content-Type") != "application/manifest+json" || len(m.Icons) != 4 {
		t.Fatalf("%+v, %v", m, err)
	}
	for _, i := range m.Icons {
		w := askFor(s, i.Src)
		if w.Code != http.StatusOK || w.Header().Get("Content-Type") != i.Type {
			t.Errorf("%s: %d %s", i.Src, w.Code, w.Header().Get("Content-Type"))
		}
		if width, _, _ := strings.Cut(i.Sizes, "x"); i.Type == "image/png" {
			img, err := png.DecodeConfig(w.Body)
			if err != nil || img.Width != img.Height || i.Sizes != width+"x"+width || len(width) != 3 {
				t.Errorf("%s is %d by %d, %v", i.Src, img.Width, img.Height, err)
			}
		}
	}
	for _, path := range []string{"/apple-touch-icon.png", "/favicon.ico"} {
		if w := askFor(s, path); w.Code != http.StatusOK || w.Header().Get("Content-Type") != "image/png" {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
}
