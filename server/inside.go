package server

import (
	"net"
	"sync"

	"github.com/nats-io/nats.go"
)

// inside leads to the broker in this process. Its connections are pipes without room:
// whoever writes waits until the broker has got around to reading, and the client
// lets nobody else write meanwhile. So what is written goes through a buffer.
type inside struct{ nats.InProcessConnProvider }

// InProcessConn implements nats.InProcessConnProvider.
func (i inside) InProcessConn() (net.Conn, error) {
	c, err := i.InProcessConnProvider.InProcessConn()
	if err != nil {
		return nil, err
	}
	return newRoomy(c), nil
}

// roomy is a connection whose Write does not wait for the other end until mostUnread
// bytes have not been read.
type roomy struct {
	net.Conn
	mu   sync.Mutex
	turn sync.Cond // something has changed
	full []byte    // to be written
	err  error     // why nothing can be written any more
}

// mostUnread is several times what all players of a service send at once.
const mostUnread = 16 << 20

func newRoomy(c net.Conn) *roomy {
	r := &roomy{Conn: c}
	r.turn.L = &r.mu
	go r.pass()
	return r
}

// Write implements net.Conn. An error is that of an earlier write.
func (r *roomy) Write(p []byte) (int, error) {
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

// Close implements net.Conn. What has not been read is lost.
func (r *roomy) Close() error {
	r.fail(net.ErrClosed)
	return r.Conn.Close()
}

func (r *roomy) fail(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err == nil {
		r.err = err
	}
	r.turn.Broadcast()
}

// pass hands on what was written, until the connection ends.
func (r *roomy) pass() {
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
