package server_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"tafl3d/internal/cpu"
	"tafl3d/net/wire"
	"tafl3d/server"
)

// timeless takes an answer that need not be read in time.
type timeless struct{ *httptest.ResponseRecorder }

func (timeless) SetReadDeadline(time.Time) error  { return nil }
func (timeless) SetWriteDeadline(time.Time) error { return nil }

// BenchmarkLobby looks at a lobby with 100 seeks of 20 players, from request to answer.
func BenchmarkLobby(b *testing.B) {
	s, err := server.Start(b.Context(), server.Options{Data: b.TempDir(), Host: "127.0.0.1", BehindProxy: true})
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
