package server

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"tafl3d/net/wire"
)

// TestPressed: a service whose turns take long refuses pages first, then the lobby, then new games,
// each with how long to wait; what belongs to games under way it never refuses. When turns are
// quick again everybody is answered.
func TestPressed(t *testing.T) {
	t.Parallel()
	now, later := hands(time.Now())
	s, err := Start(t.Context(), Options{Data: t.TempDir(), Now: now})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	web := httptest.NewServer(s.Handler())
	defer web.Close()
	ask := func(method, path string) (status int, again string) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, web.URL+path, strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		a, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = a.Body.Close()
		return a.StatusCode, a.Header.Get("Retry-After")
	}
	doors := []struct{ method, path string }{
		forPages: {http.MethodGet, "/v1/events"}, forLobby: {http.MethodGet, "/v1/lobby"},
		forGames: {http.MethodPost, "/v1/seeks"},
		forAll:   {http.MethodGet, "/v1/me"},
	}
	press := func(acts int, took time.Duration, code wire.Code) {
		later(time.Second)
		for range acts {
			s.answered(wire.Play, code, took)
		}
		later(time.Second)
	}
	for _, tt := range []struct {
		acts int
		took time.Duration
		code wire.Code
		from rank // what is answered
	}{
		{manyActs, time.Millisecond, "", forPages}, {manyActs, 60 * time.Millisecond, "", forLobby},
		{manyActs, 110 * time.Millisecond, "", forGames},
		// few: it is something else
		{manyActs, 300 * time.Millisecond, "", forAll}, {manyActs - 1, 300 * time.Millisecond, "", forPages},
		{manyActs, time.Second, wire.Unavailable, forAll}, {manyActs, time.Second, wire.Illegal, forPages},
	} {
		press(tt.acts, tt.took, tt.code)
		for of, d := range doors {
			status, again := ask(d.method, d.path)
			if refused := status == http.StatusServiceUnavailable; refused != (rank(of) < tt.from) ||
				refused != (again != "") {
				t.Errorf("%d acts took %v: %s %s is answered with %d, again after %q", tt.acts, tt.took, d.method,
					d.path, status, again)
			}
		}
	}
	press(manyActs, time.Second, "")
	for path, want := range map[string]int{"/": http.StatusServiceUnavailable,
		"/players": http.StatusServiceUnavailable, "/play": http.StatusOK, "/healthz": http.StatusOK} {
		if status, _ := ask(http.MethodGet, path); status != want {
			t.Errorf("%s: %d, want %d", path, status, want)
		}
	}
	later(3 * time.Second)
	if status, _ := ask(http.MethodGet, "/v1/events"); status != http.StatusOK {
		t.Errorf("when nobody plays any more: %d", status)
	}
}
