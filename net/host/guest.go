package host

import (
	"context"
	"time"

	"golang.org/x/time/rate"

	"tafl3d/net/wire"
	"tafl3d/tongue"
)

// remoteConn holds the fields of a Conn that represents a connection of another hub, which takes part in games here.
// It has no socket.
type remoteConn struct {
	hub    string
	number uint64 // of the connection there
	inbox  chan message
	ctx    context.Context // canceled when a room closes the connection
}

// update is one or two frames for a connection. The frames remain owned by the sender and may be reused after deliver
// returns.
type update struct {
	game   string
	seq    uint64 // newest entry in frame or answer; 0 is none
	frame  []byte // nil: none
	id     uint64 // of the request that answer belongs to
	answer []byte // nil: none
	whole  bool   // answer is a Snapshot
}

// deliver sends an update to a connection, here or by its hub.
func (c *Conn) deliver(u update) {
	if v := c.remote; v != nil {
		c.hub.sendMessage(v.hub, message{Kind: msgDeliver, Conn: v.number, Game: u.game, Seq: u.seq,
			Frame: u.frame, ID: u.id,
			Answer: u.answer, Whole: u.whole})
		return
	}
	switch {
	case u.answer == nil:
		c.send(u.frame)
	case u.frame == nil:
		c.send(u.answer)
	default:
		c.send(u.frame, u.answer)
	}
}

// maxInbox is the maximum number of queued messages of a remote connection.
const maxInbox = 64

// dispatchToConn queues a message for the connection that represents one at another hub, and creates it for a
// forwarded frame or a resume.
func (h *Hub) dispatchToConn(m message) {
	key := remoteKey{m.From, m.Conn}
	h.remote.mu.Lock()
	c := h.remote.visitors[key]
	if c == nil && m.Player != nil && (m.Kind == msgForward || m.Kind == msgResume) {
		c = h.newRemoteConn(m)
		h.remote.visitors[key] = c
		h.runTask(func(ctx context.Context) { c.serveRemote(ctx, key) })
	}
	h.remote.mu.Unlock()
	if c == nil {
		return
	}
	select {
	case c.remote.inbox <- m:
	default: // dropped: the other hub repeats it
	}
}

func (h *Hub) newRemoteConn(m message) *Conn {
	v := &remoteConn{hub: m.From, number: m.Conn, inbox: make(chan message, maxInbox)}
	c := &Conn{hub: h, remote: v, player: *m.Player, speaker: tongue.Accepted(m.Language), positions: m.Positions,
		brief: m.Brief, subs: map[string]*subscription{}, chat: rate.NewLimiter(chatRate, chatBurst)}
	v.ctx, c.cancel = context.WithCancel(h.ctx)
	return c
}

// serveRemote handles the messages of a remote connection until it ends or is silent for remoteConnTimeout.
func (c *Conn) serveRemote(ctx context.Context, key remoteKey) {
	defer c.cancel()
	defer c.leaveAll(ctx)
	defer func() {
		c.hub.remote.mu.Lock()
		delete(c.hub.remote.visitors, key)
		c.hub.remote.mu.Unlock()
	}()
	silent := time.NewTimer(remoteConnTimeout)
	defer silent.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-silent.C:
			return
		case <-c.remote.ctx.Done():
			if ctx.Err() == nil {
				c.hub.sendMessage(c.remote.hub, message{Kind: msgClosed, Conn: c.remote.number})
			}
			return
		case m := <-c.remote.inbox:
			silent.Reset(remoteConnTimeout)
			if m.Kind == msgEnded {
				return
			}
			c.handleMessage(ctx, m)
		}
	}
}

// handleMessage carries out a message of a remote connection.
func (c *Conn) handleMessage(ctx context.Context, m message) {
	c.rtt.Store(int64(m.Lag))
	switch m.Kind {
	case msgForward:
		id, body, err := wire.Decode(m.Frame)
		if err != nil || body == nil {
			c.refuse(id, m.Game, wire.Badf("%v", err))
			return
		}
		c.route(ctx, id, body, m.At)
	case msgResume:
		c.moveMu.Lock()
		defer c.moveMu.Unlock()
		c.resumeHere(ctx, m.Game, m.Seq)
	case msgMoved:
		c.moveMu.Lock()
		defer c.moveMu.Unlock()
		if s, in := c.unsubscribe(m.Game); in {
			_ = s.room.send(ctx, leave{c, make(chan uint64, 1)})
		}
	}
}
