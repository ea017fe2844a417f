package server

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"tafl3d/internal/await"
	"tafl3d/net/wire"
	"tafl3d/server/account"
	"tafl3d/server/store"
)

// send opens a connection and sends a request on it, whose answer is not read.
func send(t *testing.T, web *httptest.Server, request string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", web.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	if _, err := io.WriteString(c, request); err != nil {
		t.Fatal(err)
	}
	return c
}

// TestSlowReader asks and reads nothing, and asks with a body that does not come: neither
// holds anything up for longer than it may.
func TestSlowReader(t *testing.T) {
	t.Parallel()
	s := &Server{opt: Options{AnswerTime: 300 * time.Millisecond}}
	ended := make(chan error, 1)
	web := httptest.NewServer(s.timely(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength > 0 {
			_, err := io.ReadAll(r.Body)
			ended <- err
			return
		}
		_, err := w.Write(make([]byte, 64<<20)) // more than lies between the two ends
		ended <- err
	})))
	t.Cleanup(web.Close) // after the connections
	for _, request := range []string{"GET / HTTP/1.1\r\nHost: a\r\n\r\n",
		"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n"} {
		send(t, web, request)
		if err := await.Next(t, ended, "who does not go on is waited for"); err == nil {
			t.Errorf("%.15q: nothing is amiss", request)
		}
	}
}

// TestLongExport reads what is kept of a player more slowly than any other answer may be.
func TestLongExport(t *testing.T) {
	t.Parallel()
	const each = time.Second
	s, err := Start(t.Context(), Options{Data: t.TempDir(), AnswerTime: each})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	if err := s.store.Accounts.Create(t.Context(), store.Account{ID: "a", Name: "Astrid", Key: "astrid",
		Kind: store.Person}, store.Device{Key: "k", Account: "a"}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.store.Sessions.Open(t.Context(), account.Digest("token"), "a", "k", time.Now().Add(time.Hour),
		1); err != nil {
		t.Fatal(err)
	}
	const games, size = 8, 4 << 20
	for i := range games {
		entries, err := json.Marshal([]wire.Entry{{Seq: 1, Spec: &wire.Spec{Rules: strings.Repeat("#", size)}}})
		if err != nil {
			t.Fatal(err)
		}
		g := store.Game{ID: fmt.Sprint(i), Attackers: "a", Defenders: "a", Ended: int64(i), Entries: string(entries)}
		if _, err := s.store.Archive.Add(t.Context(), g); err != nil {
			t.Fatal(err)
		}
	}
	web := httptest.NewServer(s.Handler())
	defer web.Close()
	c := send(t, web, "GET /v1/me/export HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer token\r\n\r\n")
	began := time.Now()
	answer, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	read := int64(0)
	for err == nil {
		time.Sleep(each / 20) // real time: a reader this slow
		var n int64
		n, err = io.CopyN(io.Discard, answer.Body, 1<<20)
		read += n
	}
	if took := time.Since(began); err != io.EOF || read < games*size || took < each {
		t.Errorf("%d bytes in %v: %v", read, took, err)
	}
}

// TestLineIsNoAnswer keeps a WebSocket for longer than an answer may take.
func TestLineIsNoAnswer(t *testing.T) {
	const each = 200 * time.Millisecond
	s, err := Start(t.Context(), Options{Data: t.TempDir(), AnswerTime: each})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	web := httptest.NewServer(s.Handler())
	defer web.Close()
	r, err := knock(web.URL + "/v1/socket")
	if err != nil {
		t.Fatal(err)
	}
	line, ok := r.Body.(io.ReadWriteCloser)
	if !ok {
		t.Fatal(r.Status)
	}
	defer func() { _ = line.Close() }()
	// real time: deadlines of the operating system have no other clock
	time.Sleep(2 * each)
	if _, err := line.Write([]byte{0x89, 0x80, 0, 0, 0, 0}); err != nil { // a ping
		t.Fatal(err)
	}
	pong := make([]byte, 2)
	if _, err := io.ReadFull(line, pong); err != nil || pong[0] != 0x8a {
		t.Errorf("%x, %v", pong, err)
	}
}
