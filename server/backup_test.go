package server

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestBackupNeedsNothing backs up a service that has its data folder alone, as in a
// container. Where that does not go the operator is told why.
func TestBackupNeedsNothing(t *testing.T) {
	dir := t.TempDir()
	s, err := Start(t.Context(), Options{Data: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	t.Setenv("TMPDIR", filepath.Join(dir, "nowhere"))
	ask := func() (int, string) {
		w := httptest.NewRecorder()
		s.adminRoutes().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/backup", nil))
		return w.Code, w.Body.String()
	}
	status, text := ask()
	if _, err := readParts(strings.NewReader(text)); status != http.StatusOK || err != nil {
		t.Errorf("%d, %v, %.200q", status, err, text)
	}
	s.opt.Data = filepath.Join(dir, "nowhere")
	if status, text = ask(); status != http.StatusInternalServerError || !strings.Contains(text, "no such file") {
		t.Errorf("the operator is told %d: %.200q", status, text)
	}
}

// TestTidy finds what was left of a backup, and what is the operator's own.
func TestTidy(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{copyName + "1", copyName + "2", "backup-3", "games"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name, "tafl.db"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(dir, copyName+"mine.tar")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s := &Server{opt: Options{Data: dir}}
	if err := s.tidy(); err != nil {
		t.Fatal(err)
	}
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	names := ""
	for _, e := range list {
		names += e.Name() + " "
	}
	if names != ".backup-mine.tar backup-3 games " {
		t.Errorf("left are %s", names)
	}
}
