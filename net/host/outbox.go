package host

import (
	"bufio"
	"bytes"
	"net"
	"net/http"
	"sync"
)

// outbox is what waits to be sent over a connection.
type outbox struct {
	mu     sync.Mutex
	frames [][]byte
	wake   chan struct{} // has room for one
}

// put adds frames that go out together. It is false if too many wait.
func (o *outbox) put(frames ...[]byte) bool {
	o.mu.Lock()
	full := len(o.frames)+len(frames) > maxOut
	if !full {
		o.frames = append(o.frames, frames...)
	}
	o.mu.Unlock()
	if full {
		return false
	}
	select {
	case o.wake <- struct{}{}:
	default:
	}
	return true
}

// take appends what waits to list.
func (o *outbox) take(list [][]byte) [][]byte {
	o.mu.Lock()
	defer o.mu.Unlock()
	list = append(list, o.frames...)
	clear(o.frames)
	o.frames = o.frames[:0]
	return list
}

// cork is a connection that can hold back what is written, to send it at once.
type cork struct {
	net.Conn
	mu   sync.Mutex
	full *bytes.Buffer // what is held back; nil if nothing is
}

// fulls are buffers of corks: one belongs to a connection only while it writes.
var fulls = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// Write implements net.Conn.
func (c *cork) Write(p []byte) (int, error) {
	c.mu.Lock()
	if c.full == nil {
		c.mu.Unlock()
		return c.Conn.Write(p)
	}
	defer c.mu.Unlock()
	return c.full.Write(p)
}

// hold keeps back what is written from now on.
func (c *cork) hold() {
	c.mu.Lock()
	c.full = fulls.Get().(*bytes.Buffer)
	c.mu.Unlock()
}

// release sends what was held back.
func (c *cork) release() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	full := c.full
	c.full = nil
	_, err := c.Conn.Write(full.Bytes())
	full.Reset()
	fulls.Put(full)
	return err
}

// The buffers of a connection. Those of a web server, 4 KiB each way, would be most of what a
// silent connection costs; frames are shorter, but for a game that is told whole.
const (
	readRoom  = 512
	writeRoom = 1 << 10
	frameHead = 14 // the most that a frame has before what it holds
)

// corked lets a WebSocket be opened over a cork.
type corked struct {
	http.ResponseWriter
	cork *cork
}

// Hijack implements http.Hijacker.
func (c *corked) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(c.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	c.cork.Conn = conn
	small := bufio.NewReadWriter(rw.Reader, bufio.NewWriterSize(c.cork, writeRoom))
	if rw.Reader.Buffered() == 0 {
		small.Reader = bufio.NewReaderSize(conn, readRoom)
	}
	return c.cork, small, nil
}
