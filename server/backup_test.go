package server

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tafl3d/server/operator"
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
	if err := operator.ReadParts(strings.NewReader(text), t.TempDir()); status != http.StatusOK || err != nil {
		t.Errorf("%d, %v, %.200q", status, err, text)
	}
	away := filepath.Join(t.TempDir(), "away")
	if err := os.Rename(dir, away); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = os.Rename(away, dir) }()
	if status, text = ask(); status != http.StatusInternalServerError || !strings.Contains(text, "no such file") {
		t.Errorf("the operator is told %d: %.200q", status, text)
	}
}
