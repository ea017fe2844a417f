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
	mu      sync.Mutex
	pending *batch        // nil if nothing does
	ready   chan struct{} // has room for one
}

// batch is frames, one behind another.
type batch struct {
	text []byte
	ends []int // where each ends
}

// batchPool serve again.
var batchPool = sync.Pool{New: func() any { return new(batch) }}

// maxPooledBatch is the most room, in bytes, that is kept for others: the game that somebody is told whole may be
// larger.
const maxPooledBatch = 16 << 10

// put adds frames that go out together; they stay the caller's. It is false if too many wait.
func (o *outbox) put(frames ...[]byte) bool {
	o.mu.Lock()
	if o.pending == nil {
		o.pending = batchPool.Get().(*batch)
	}
	b := o.pending
	full := len(b.ends)+len(frames) > maxQueued
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
	case o.ready <- struct{}{}:
	default:
	}
	return true
}

// take returns what waits, which is to be given back; nil if nothing does.
func (o *outbox) take() *batch {
	o.mu.Lock()
	defer o.mu.Unlock()
	b := o.pending
	o.pending = nil
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

// release ends the use of a batch.
func (b *batch) release() {
	if cap(b.text) > maxPooledBatch {
		return
	}
	b.text, b.ends = b.text[:0], b.ends[:0]
	batchPool.Put(b)
}

// cork is a connection that can hold back what is written, to send it at once.
type cork struct {
	net.Conn
	mu  sync.Mutex
	buf *bytes.Buffer // what is held back; nil if nothing is
}

// corkBuffers are buffers of corks: one belongs to a connection only while it writes.
var corkBuffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// Write implements net.Conn.
func (c *cork) Write(p []byte) (int, error) {
	c.mu.Lock()
	if c.buf == nil {
		c.mu.Unlock()
		return c.Conn.Write(p)
	}
	defer c.mu.Unlock()
	return c.buf.Write(p)
}

// hold keeps back what is written from now on.
func (c *cork) hold() {
	c.mu.Lock()
	c.buf = corkBuffers.Get().(*bytes.Buffer)
	c.mu.Unlock()
}

// release sends what was held back.
func (c *cork) release() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	full := c.buf
	c.buf = nil
	_, err := c.Conn.Write(full.Bytes())
	full.Reset()
	corkBuffers.Put(full)
	return err
}

// The buffers of a connection. Those of a web server, 4 KiB each way, would be most of what a
// silent connection costs; frames are shorter, but for a game that is told whole.
const (
	readBufferSize  = 512
	writeBufferSize = 1 << 10
	maxFrameHeader  = 14 // the most that a frame has before what it holds
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
	small := bufio.NewReadWriter(rw.Reader, bufio.NewWriterSize(c.cork, writeBufferSize))
	if rw.Reader.Buffered() == 0 {
		small.Reader = bufio.NewReaderSize(conn, readBufferSize)
	}
	return c.cork, small, nil
}
