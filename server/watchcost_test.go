package server_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"tafl3d/internal/await"
	"tafl3d/internal/cpu"
	"tafl3d/net/wire"
	"tafl3d/server"
)

// watcher looks on at a game: at a desktop, which is told entries, or at a page, which asks for the position that
// comes of each.
type watcher struct {
	ws  *websocket.Conn
	seq atomic.Uint64
}

// watches connects somebody from an address of his own.
func watches(b testing.TB, h http.Handler, url, game string, n int, page bool) *watcher {
	b.Helper()
	from := fmt.Sprintf("10.1.%d.%d", byte(n>>8), byte(n))
	ws, _, err := websocket.Dial(b.Context(), "ws"+strings.TrimPrefix(url, "http")+wire.GetSocket.Path,
		&websocket.DialOptions{HTTPHeader: http.Header{"X-Forwarded-For": {from}}})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = ws.CloseNow() })
	ws.SetReadLimit(wire.MaxSnap)
	w := &watcher{ws: ws}
	for i, body := range []wire.Body{wire.Hello{}, wire.Watch{Game: game, From: 1}} {
		frame, err := wire.Encode(uint64(i+1), body)
		if err != nil {
			b.Fatal(err)
		}
		if err := ws.Write(b.Context(), websocket.MessageText, frame); err != nil {
			b.Fatal(err)
		}
	}
	go w.follow(b.Context(), func(seq uint64) {
		if page {
			r := httptest.NewRequestWithContext(b.Context(), http.MethodGet,
				fmt.Sprintf("/games/%s/frames?seq=%d&from=%d", game, seq, seq-2), nil)
			r.Header.Set("X-Forwarded-For", from)
			// the pace of pages
			for film := (struct{ Seq uint64 }{}); film.Seq < seq; time.Sleep(300 * time.Millisecond) {
				w := httptest.NewRecorder()
				h.ServeHTTP(timeless{w}, r)
				begin, _, _ := bytes.Cut(w.Body.Bytes(), []byte(",")) // {"seq":5
				if json.Unmarshal(append(begin, '}'), &film) != nil || film.Seq >= seq {
					break
				}
			}
		}
	})
	return w
}

// follow reads what is told, and asks for each entry.
func (w *watcher) follow(ctx context.Context, ask func(seq uint64)) {
	for {
		_, frame, err := w.ws.Read(ctx)
		if err != nil {
			return
		}
		var m struct {
			Type string
			Body struct {
				Entry   struct{ Seq uint64 }
				Entries []struct{ Seq uint64 }
			}
		}
		if json.Unmarshal(frame, &m) != nil {
			continue
		}
		seq := m.Body.Entry.Seq
		if n := len(m.Body.Entries); n > 0 { // what was there before
			seq = m.Body.Entries[n-1].Seq
		}
		if seq > 0 {
			ask(seq)
			w.seq.Store(seq)
		}
	}
}

// BenchmarkWatched plays turns before watchers at desktops and at pages: what a turn takes of a core, the players and
// the watchers with it.
func BenchmarkWatched(b *testing.B) {
	for _, n := range []int{0, 1, 10, 100} {
		for _, page := range []bool{false, true} {
			if n == 0 && page {
				continue
			}
			b.Run(fmt.Sprintf("%d/page=%v", n, page), func(b *testing.B) { watched(b, n, page) })
		}
	}
}

// watched plays games of 60 turns.
func watched(b *testing.B, n int, page bool) {
	s, err := server.Start(b.Context(), server.Options{Data: b.TempDir(), Host: "127.0.0.1", BehindProxy: true})
	if err != nil {
		b.Fatal(err)
	}
	web := httptest.NewServer(s.Handler())
	defer func() { web.Close(); _ = s.Close() }()
	h := &fixture{Server: s, url: web.URL, astrid: signUp(b, web.URL, "Astrid"), dag: signUp(b, web.URL, "Dag")}
	g := h.open(b, "copenhagen-11x11-tdiamond", false)
	g.play(b, 30)
	var all []*watcher
	handler := s.Handler()
	for i := range n {
		all = append(all, watches(b, handler, web.URL, g.id, i, page))
	}
	g.play(b, 1)
	there := func() {
		for _, w := range all {
			await.Until(b, "a turn is not seen", func() bool { return w.seq.Load() >= uint64(g.state.Record.Ply())+1 })
		}
	}
	there()
	used, turns := cpu.Used(), 0
	for b.Loop() {
		time.Sleep(300 * time.Millisecond) // turns are not played faster, and a film may be as old as that
		if g.state.Record.Ply() > 90 || g.state.Outcome.Over() {
			break
		}
		g.play(b, 1)
		there()
		turns++
	}
	if turns > 0 {
		b.ReportMetric(float64((cpu.Used()-used).Microseconds())/float64(turns)/1000, "core-ms/turn")
	}
}
