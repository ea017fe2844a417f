package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestNewer: only what is newer is told, and what is no version is a fault.
func TestNewer(t *testing.T) {
	text := ""
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/tafl/version.txt" || text == "" {
			http.NotFound(w, r)
			return
		}
		fmt.Fprint(w, text)
	}))
	defer s.Close()
	for _, c := range []struct{ text, release, want string }{
		{"1.2.0\n", "1.1.9", "1.2.0"},
		{"1.2.0\r\nmore\n", "1.2.0~20261124.1a2b3c4d", "1.2.0"},
		{"1.10.0", "1.9.0", "1.10.0"},
		{"1.2.0\n", "1.2.0", ""},
		{"1.2.0\n", "1.3.0~20261124.1a2b3c4d", ""},
	} {
		text = c.text
		if got, err := newerAt(t.Context(), s.URL+"/tafl", c.release); got != c.want || err != nil {
			t.Errorf("%q for %s: %q, %v", c.text, c.release, got, err)
		}
	}
	for _, text = range []string{"", "<html>", strings.Repeat("9", 1000)} {
		if got, err := newerAt(t.Context(), s.URL+"/tafl", "1.0.0"); got != "" || err == nil {
			t.Errorf("%.10q gives %q", text, got)
		}
	}
	if newer() != nil {
		t.Error("a program that nobody gave out asks for a newer one")
	}
}
