package host

import (
	"bufio"
	"bytes"
	"net"
	"net/http"
	"sync"
)

// outbox is what waits to be sent over a connection. It keeps what it is given in room that it has only while
// something waits.
type outbox struct {
	mu    sync.Mutex
	waits *batch        // nil if nothing does
	wake  chan struct{} // has room for one
}

// batch is frames, one behind another.
type batch struct {
	text []byte
	ends []int // where each ends
}

// batches serve again.
var batches = sync.Pool{New: func() any { return new(batch) }}

// maxBatch is the most room, in bytes, that is kept for others: the game that somebody is told whole may be larger.
const maxBatch = 16 << 10

// put adds frames that go out together; they stay the caller's. It is false if too many wait.
func (o *outbox) put(frames ...[]byte) bool {
	o.mu.Lock()
	if o.waits == nil {
		o.waits = batches.Get().(*batch)
	}
	b := o.waits
	full := len(b.ends)+len(frames) > maxOut
	if !full {
		for _, frame := range frames {
			b.text = append(b.text, frame...)
			b.ends = append(b.ends, len(b.text))
		}
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

// take returns what waits, which is to be given back; nil if nothing does.
func (o *outbox) take() *batch {
	o.mu.Lock()
	defer o.mu.Unlock()
	b := o.waits
	o.waits = nil
	return b
}

// each calls write for one frame after another, until it fails.
func (b *batch) each(write func(frame []byte) error) error {
	begin := 0
	for _, end := range b.ends {
		if err := write(b.text[begin:end:end]); err != nil {
			return err
		}
		begin = end
	}
	return nil
}

// giveBack ends the use of a batch.
func (b *batch) giveBack() {
	if cap(b.text) > maxBatch {
		return
	}
	b.text, b.ends = b.text[:0], b.ends[:0]
	batches.Put(b)
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
