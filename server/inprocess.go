package server

import (
	"net"
	"sync"

	"github.com/nats-io/nats.go"
)

// inProcess connects to the broker in this process. Its connections are unbuffered pipes: a write waits until the
// broker reads, and the client lets no one else write meanwhile. So inProcess adds a buffer.
type inProcess struct{ nats.InProcessConnProvider }

// InProcessConn implements nats.InProcessConnProvider.
func (i inProcess) InProcessConn() (net.Conn, error) {
	c, err := i.InProcessConnProvider.InProcessConn()
	if err != nil {
		return nil, err
	}
	return newBufferedConn(c), nil
}

// bufferedConn is a connection whose Write does not block until mostUnread bytes are unread.
type bufferedConn struct {
	net.Conn
	mu   sync.Mutex
	turn sync.Cond // signalled on each change
	full []byte    // bytes to write
	err  error     // why no more can be written
}

// mostUnread is several times what all players of a service send at the same time.
const mostUnread = 16 << 20

func newBufferedConn(c net.Conn) *bufferedConn {
	r := &bufferedConn{Conn: c}
	r.turn.L = &r.mu
	go r.pass()
	return r
}

// Write implements net.Conn. Its error is that of an earlier write.
func (r *bufferedConn) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.err == nil && len(r.full) >= mostUnread {
		r.turn.Wait()
	}
	if r.err != nil {
		return 0, r.err
	}
	r.full = append(r.full, p...)
	r.turn.Broadcast()
	return len(p), nil
}

// Close implements net.Conn. Unread bytes are lost.
func (r *bufferedConn) Close() error {
	r.fail(net.ErrClosed)
	return r.Conn.Close()
}

func (r *bufferedConn) fail(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err == nil {
		r.err = err
	}
	r.turn.Broadcast()
}

// pass writes the buffer to the connection until the connection ends.
func (r *bufferedConn) pass() {
	var out []byte
	for {
		r.mu.Lock()
		for r.err == nil && len(r.full) == 0 {
			r.turn.Wait()
		}
		if r.err != nil {
			r.mu.Unlock()
			return
		}
		out, r.full = r.full, out[:0]
		r.turn.Broadcast()
		r.mu.Unlock()
		if _, err := r.Conn.Write(out); err != nil {
			r.fail(err)
			return
		}
	}
}
