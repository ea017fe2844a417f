package server_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"
	"time"

	"tafl3d/internal/cpu"
	"tafl3d/net/wire"
	"tafl3d/server"
	"tafl3d/server/store"
)

// timeless takes an answer that need not be read in time.
type timeless struct{ *httptest.ResponseRecorder }

func (timeless) SetReadDeadline(time.Time) error  { return nil }
func (timeless) SetWriteDeadline(time.Time) error { return nil }

// benchGames is how many games are under way in the lobby of BenchmarkLobby.
const benchGames = 4000

// BenchmarkLobby looks at a lobby with 100 seeks of 20 players and 4 000 games under way, from
// request to answer.
func BenchmarkLobby(b *testing.B) {
	dir := b.TempDir()
	listGames(b, dir, benchGames)
	s, err := server.Start(b.Context(), server.Options{Data: dir, Host: "127.0.0.1", BehindProxy: true})
	if err != nil {
		b.Fatal(err)
	}
	web := httptest.NewServer(s.Handler())
	defer func() { web.Close(); _ = s.Close() }()
	for i := range 20 {
		p := signUp(b, web.URL, fmt.Sprint("Seeker", i))
		for range 5 {
			if _, err := wire.PostSeeks.Ask(b.Context(), p.In(p.session), brandubh(nil)); err != nil {
				b.Fatal(err)
			}
		}
	}
	reader := signUp(b, web.URL, "Reader")
	h := s.Handler()
	b.ReportAllocs()
	used := cpu.Used()
	for i := 0; b.Loop(); i++ {
		r := httptest.NewRequest(http.MethodGet, "/v1/lobby", nil)
		r.Header.Set("Authorization", "Bearer "+reader.session.Token)
		r.Header.Set("X-Forwarded-For", fmt.Sprintf("10.%d.%d.%d", byte(i>>16), byte(i>>8), byte(i)))
		w := timeless{httptest.NewRecorder()}
		h.ServeHTTP(w, r)
		if w.Code != http.StatusOK {
			b.Fatal(w.Code, w.Body.String())
		}
	}
	b.ReportMetric(float64((cpu.Used()-used).Microseconds())/float64(b.N)/1000, "core-ms/op")
}

// listGames puts games into the list of those under way, in a folder where no service runs.
func listGames(t testing.TB, dir string, n int) {
	t.Helper()
	db, err := store.Open(t.Context(), filepath.Join(dir, "tafl.db"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		spec := wire.Spec{Game: fmt.Sprint("game", i), Variant: "brandubh-gorrion", Clock: "5m+3s",
			Seats: [2]wire.Player{{ID: fmt.Sprint("a", i), Name: fmt.Sprint("Anna", i), Rating: 1500},
				{ID: fmt.Sprint("b", i), Name: fmt.Sprint("Bo", i), Rating: 1600}}}
		text, err := json.Marshal(spec)
		if err != nil {
			t.Fatal(err)
		}
		// no sweep looks at it
		l := store.Live{ID: spec.Game, Spec: string(text), Attackers: spec.Seats[0].ID, Defenders: spec.Seats[1].ID,
			Opened: time.Now().Add(time.Hour).UnixMicro()}
		if err := db.Live.Open(t.Context(), l); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}
