package server_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"tafl3d/internal/cpu"
	"tafl3d/net/client"
	"tafl3d/net/wire"
	"tafl3d/server"
)

// BenchmarkWaiting has 190 players wait in the queue, whom nothing pairs, beside 100 open seeks, and
// measures what share of a core the service takes: where they ask every other second how it goes, as
// older programs do, and where they are told on the socket.
func BenchmarkWaiting(b *testing.B) {
	const waiting, seekers, lasts = 190, 20, 20 * time.Second
	s, err := server.Start(b.Context(), server.Options{Data: b.TempDir(), Host: "127.0.0.1", BehindProxy: true})
	if err != nil {
		b.Fatal(err)
	}
	web := httptest.NewServer(s.Handler())
	defer func() { web.CloseClientConnections(); web.Close(); _ = s.Close() }()
	var people []*person
	for i := range waiting + seekers {
		people = append(people, signUp(b, web.URL, fmt.Sprint("Player", i)))
		time.Sleep(60 * time.Millisecond) // more often is refused
	}
	q := brandubh(func(q *wire.Seek) { q.Side = wire.Attackers })
	for _, p := range people[waiting:] {
		for range 5 {
			if _, err := wire.PostSeeks.Ask(b.Context(), p.In(p.session), q); err != nil {
				b.Fatal(err)
			}
			time.Sleep(40 * time.Millisecond) // more often is refused
		}
	}
	h := s.Handler()
	request := func(i int, method string, body string) {
		r := httptest.NewRequest(method, "/v1/queue", nil)
		if body != "" {
			r = httptest.NewRequest(method, "/v1/queue", strings.NewReader(body))
		}
		r.Header.Set("Authorization", "Bearer "+people[i].session.Token)
		r.Header.Set("X-Forwarded-For", fmt.Sprintf("10.1.%d.%d", byte(i>>8), byte(i)))
		w := timeless{httptest.NewRecorder()}
		h.ServeHTTP(w, r)
		if w.Code != http.StatusOK {
			b.Error(w.Code, w.Body.String())
		}
	}
	for i := range waiting {
		request(i, http.MethodPost,
			`{"variants":["brandubh-gorrion","fetlar-11x11"],"clocks":["5m+3s"],"side":"attackers","rated":true}`)
	}
	share := func(b *testing.B) {
		used, began := cpu.Used(), time.Now()
		time.Sleep(lasts) // the time that is measured
		b.ReportMetric(100*float64(cpu.Used()-used)/float64(time.Since(began)), "%core")
	}
	b.Run("asked", func(b *testing.B) {
		ctx, cancel := context.WithCancel(b.Context())
		defer cancel()
		done := make(chan bool)
		go func() {
			defer close(done)
			tick := time.NewTicker(2 * time.Second / waiting)
			defer tick.Stop()
			for i := 0; ; i++ {
				select {
				case <-ctx.Done():
					return
				case <-tick.C:
					request(i%waiting, http.MethodGet, "")
				}
			}
		}()
		share(b)
		cancel()
		<-done
	})
	following(b, people[:waiting], share)
}

// following has all of them told.
func following(b *testing.B, people []*person, share func(*testing.B)) {
	b.Run("told", func(b *testing.B) {
		for _, p := range people {
			l := client.Dial(b.Context(), client.Options{URL: p.Socket(), Token: p.session.Token})
			defer l.Close()
			l.Follow(false, true)
		}
		time.Sleep(8 * time.Second) // the first pings are not part of the figure
		share(b)
	})
}
