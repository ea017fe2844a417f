package journal

import (
	"bytes"
	"context"
	"errors"
	"net"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"tafl3d/internal/await"
)

// lossy is a way to a broker on which what goes there, or what comes back, may get lost.
type lossy struct {
	nats.InProcessConnProvider
	there, back atomic.Pointer[string] // the next packet with that in it is lost; nil is none
	cut         atomic.Bool            // nothing arrives there
}

// InProcessConn implements nats.InProcessConnProvider.
func (l *lossy) InProcessConn() (net.Conn, error) {
	c, err := l.InProcessConnProvider.InProcessConn()
	return &lossyConn{c, l}, err
}

type lossyConn struct {
	net.Conn
	way *lossy
}

func lose(what *atomic.Pointer[string], p []byte) bool {
	text := what.Load()
	return text != nil && bytes.Contains(p, []byte(*text)) && what.CompareAndSwap(text, nil)
}

func (c *lossyConn) Write(p []byte) (int, error) {
	if c.way.cut.Load() || lose(&c.way.there, p) {
		return len(p), nil
	}
	return c.Conn.Write(p)
}

func (c *lossyConn) Read(p []byte) (int, error) {
	for {
		n, err := c.Conn.Read(p)
		if err != nil || !lose(&c.way.back, p[:n]) {
			return n, err
		}
	}
}

// losing starts a broker and connects to it by a way on which things may get lost.
func losing(t *testing.T) (*lossy, *nats.Conn) {
	t.Helper()
	s, err := server.NewServer(&server.Options{JetStream: true, StoreDir: t.TempDir(), DontListen: true, NoSigs: true,
		NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatal("the broker does not start")
	}
	way := &lossy{InProcessConnProvider: s}
	nc, err := nats.Connect("", nats.InProcessServer(way))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	return way, nc
}

// TestLost loses an entry on its way to the broker that leads, as happens when that ends, or the
// broker's answer: it is written again, and stands there once. So it is with a question for a game.
func TestLost(t *testing.T) {
	way, nc := losing(t)
	j := open(t, nc, nil)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	seq := uint64(0)
	for range 2 {
		for _, lost := range []struct {
			what *atomic.Pointer[string]
			text string
		}{{&way.there, "HPUB game."}, {&way.back, `"seq":`}} {
			lost.what.Store(&lost.text)
			seq++
			if err := j.Append(ctx, "g", entry(seq)); err != nil {
				t.Fatalf("entry %d, when %s is lost: %v", seq, lost.text, err)
			}
			if lost.what.Load() != nil {
				t.Errorf("%s is not lost", lost.text)
			}
		}
	}
	question := "STREAM.MSG.GET"
	way.there.Store(&question)
	list, err := j.Read(ctx, "g", 1)
	if err != nil || len(list) != int(seq) {
		t.Errorf("%d entries, %v", len(list), err)
	}
	if way.there.Load() != nil {
		t.Error("no question is lost")
	}
}

// TestRecovers cuts the way to the broker while no game is played, so that the only write fails. When the way is there
// again the journal stops failing although nobody writes.
func TestRecovers(t *testing.T) {
	t.Parallel()
	for _, shared := range []bool{false, true} {
		way, nc := losing(t)
		j, err := Open(t.Context(), Options{Conn: nc, Shared: shared})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(j.Close)
		way.cut.Store(true)
		ctx, cancel := context.WithTimeout(t.Context(), firstAgain)
		err = j.Append(ctx, "g", entry(1))
		cancel()
		if err == nil || j.Failing() == 0 {
			t.Fatalf("shared %t: a write without a broker: %v, failing for %v", shared, err, j.Failing())
		}
		way.cut.Store(false)
		await.Until(t, "the broker is back, and the journal still fails", func() bool { return j.Failing() == 0 })
	}
}

// TestUnanswered loses the answer of a broker of our own to who says nothing of how long he waits: he is told.
func TestUnanswered(t *testing.T) {
	way, nc := losing(t)
	j, err := Open(t.Context(), Options{Conn: nc})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(j.Close)
	answer := `"seq":`
	way.back.Store(&answer)
	told := make(chan error, 1)
	go func() { told <- j.Append(t.Context(), "g", entry(1)) }()
	select {
	case err := <-told:
		if !errors.Is(err, context.DeadlineExceeded) || way.back.Load() != nil {
			t.Errorf("%v", err)
		}
	case <-time.After(4 * unanswered):
		t.Error("he waits for ever")
	}
}
