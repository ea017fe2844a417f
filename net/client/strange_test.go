package client_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"tafl3d/internal/await"
	"tafl3d/net/client"
	"tafl3d/net/wire"
)

// TestStrangeMessages sends unknown messages and messages that are not for a client: both are logged a few times
// only, and the line goes on.
func TestStrangeMessages(t *testing.T) {
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ws, err := websocket.Accept(w, r, nil)
		if err != nil {
			return
		}
		defer ws.CloseNow()
		say := func(frame []byte) { _ = ws.Write(r.Context(), websocket.MessageText, frame) }
		tell := func(b wire.Body) {
			if frame, err := wire.Encode(0, b); err == nil {
				say(frame)
			}
		}
		if _, _, err := ws.Read(r.Context()); err != nil {
			return
		}
		tell(wire.Welcome{Service: "test"})
		tell(wire.Hello{})
		for range 100 {
			say([]byte(`{"v":1,"type":"weather","body":{}}`))
		}
		tell(wire.Notice{Kind: wire.NoticeGame, Game: "g"})
		<-r.Context().Done()
	}))
	defer web.Close()
	var log await.Text
	told := make(chan wire.Notice, 1)
	l := client.Dial(t.Context(), client.Options{
		URL: "ws" + strings.TrimPrefix(web.URL, "http"), Log: slog.New(slog.NewTextHandler(&log, nil)),
		Notice: func(n wire.Notice) { told <- n },
	})
	defer l.Close()
	await.Next(t, told, "the line does not go on")
	for _, want := range []string{"unexpected message hello", "weather"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("%q is not logged: %s", want, log.String())
		}
	}
	if n := strings.Count(log.String(), "weather"); n > 10 {
		t.Errorf("the log is filled with %d lines", n)
	}
}
