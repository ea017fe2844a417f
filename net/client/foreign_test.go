package client

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
)

// TestForeign signs in where something else than a service answers.
func TestForeign(t *testing.T) {
	for name, says := range map[string]http.HandlerFunc{
		"a page":    func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<html>It works!") },
		"nothing":   func(http.ResponseWriter, *http.Request) {},
		"not found": http.NotFound,
	} {
		web := httptest.NewServer(says)
		defer web.Close()
		s, err := NewService(web.URL, make([]byte, 64), nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = s.Enter(t.Context(), "Astrid", false); !errors.Is(Explain(err), ErrForeign) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestDown signs in where a proxy answers for a service that is down: the address is right.
func TestDown(t *testing.T) {
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter,
		_ *http.Request) {
		http.Error(w, "bad gateway", http.StatusBadGateway)
	}))
	defer web.Close()
	s, err := NewService(web.URL, make([]byte, 64), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err = s.Enter(t.Context(), "Astrid", false); err == nil || errors.Is(Explain(err), ErrForeign) {
		t.Error(err)
	}
}
