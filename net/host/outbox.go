package host

import (
	"bufio"
	"net"
	"net/http"
	"sync"
)

// outbox queues frames for a connection. It holds a buffer only while frames are queued.
type outbox struct {
	mu      sync.Mutex
	pending *batch        // nil if empty
	ready   chan struct{} // signals new frames; has a buffer of one
}

// batch is a sequence of frames in one buffer.
type batch struct {
	text []byte
	ends []int // end offset of each frame
}

// batchPool holds unused batches.
var batchPool = sync.Pool{New: func() any { return new(batch) }}

// maxPooledBatch is the largest buffer, in bytes, that returns to the pool: a Snapshot may be larger.
const maxPooledBatch = 16 << 10

// put queues copies of frames that are sent together. It is false if too many are queued.
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

// take returns the queued frames, nil if there are none. The caller releases them.
func (o *outbox) take() *batch {
	o.mu.Lock()
	defer o.mu.Unlock()
	b := o.pending
	o.pending = nil
	return b
}

// each calls write for each frame until it fails.
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

// release returns a batch to the pool.
func (b *batch) release() {
	if cap(b.text) > maxPooledBatch {
		return
	}
	b.text, b.ends = b.text[:0], b.ends[:0]
	batchPool.Put(b)
}

// Buffer sizes in bytes. Those of net/http, 4 KiB each way, would be most of the memory of an idle connection; all
// frames but Snapshots fit into these.
const (
	readBufferSize  = 512
	writeBufferSize = 1 << 10
)

// smallBuffers is a ResponseWriter whose hijacked connection has buffers of these sizes.
type smallBuffers struct{ http.ResponseWriter }

// Hijack implements http.Hijacker.
func (w smallBuffers) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(w.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	small := bufio.NewReadWriter(rw.Reader, bufio.NewWriterSize(conn, writeBufferSize))
	if rw.Reader.Buffered() == 0 {
		small.Reader = bufio.NewReaderSize(conn, readBufferSize)
	}
	return conn, small, nil
}
