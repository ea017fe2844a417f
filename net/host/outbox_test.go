package host

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"tafl3d/net/wire"
)

// counted counts the packets with entries and acknowledgements that its connections send.
type counted struct {
	net.Listener
	sent atomic.Int64
}

type countedConn struct {
	net.Conn
	sent *atomic.Int64
}

func (c *counted) Accept() (net.Conn, error) {
	conn, err := c.Listener.Accept()
	return &countedConn{conn, &c.sent}, err
}

func (c *countedConn) Write(p []byte) (int, error) {
	for _, b := range []wire.Body{wire.News{}, wire.Done{}} {
		if bytes.Contains(p, fmt.Appendf(nil, `"type":%q`, b.Type())) {
			c.sent.Add(1)
			break
		}
	}
	return c.Conn.Write(p)
}

// TestTogether checks that a player who moves gets the entry and the acknowledgement in one packet.
func TestTogether(t *testing.T) {
	f := open(t, "10m+5s", nil)
	web := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter,
		r *http.Request) {
		f.hub.Serve(context.Background(), w, r, func() {})
	}))
	line := &counted{Listener: web.Listener}
	web.Listener = line
	web.Start()
	defer web.Close()
	f.url = "ws" + strings.TrimPrefix(web.URL, "http")
	a := f.dial("astrid")
	a.ask(wire.Watch{Game: "g", From: 1})
	if b := a.ask(wire.Do{Game: "g", Act: wire.Act{Kind: wire.Draw, Token: "t"}}); b.Type() != "done" {
		t.Fatal(b)
	}
	if n := line.sent.Load(); n != 1 {
		t.Errorf("%d packets", n)
	}
}

// TestOutbox: frames come out unchanged and in order, even if the caller reuses its buffer, and a slow reader gets no
// more than fits.
func TestOutbox(t *testing.T) {
	o := outbox{ready: make(chan struct{}, 1)}
	if o.take() != nil {
		t.Fatal("something waits at first")
	}
	for round := range 3 {
		room := []byte("first")
		o.put(room, []byte("second"))
		copy(room, "wrong")
		o.put([]byte("third"))
		var got []string
		b := o.take()
		err := b.each(func(frame []byte) error { got = append(got, string(frame)); return nil })
		if fmt.Sprint(got) != "[first second third]" || err != nil {
			t.Errorf("round %d: %q, %v", round, got, err)
		}
		b.release()
	}
	full := errors.New("full")
	o.put([]byte("a"), []byte("b"))
	b := o.take()
	if err := b.each(func([]byte) error { return full }); err != full {
		t.Errorf("%v", err)
	}
	for n := range maxQueued {
		if !o.put([]byte{byte(n)}) {
			t.Fatalf("full at %d", n)
		}
	}
	if o.put([]byte("more")) {
		t.Error("more is kept than fits")
	}
	if n := len(o.take().ends); n != maxQueued {
		t.Errorf("%d frames are kept", n)
	}
}
