package host

import (
	"context"
	"time"

	"golang.org/x/time/rate"

	"tafl3d/net/wire"
	"tafl3d/tongue"
)

// remoteConn is what makes a Conn one by letter: a connection of another hub, in games that live
// here. It has no socket.
type remoteConn struct {
	hub    string
	number uint64 // of the connection there
	inbox  chan message
	ctx    context.Context // ends when a room sends it away
}

// update is what a connection is to hear of a game. Its frames stay those of who tells.
type update struct {
	game   string
	seq    uint64 // newest entry that it tells; 0 is none
	frame  []byte // nil is nothing
	id     uint64 // of the question that answer answers
	answer []byte // nil is none
	whole  bool   // answer is a whole game
}

// deliver lets a connection hear something of a game, here or at its hub.
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

// maxInbox is how many letters of one connection may wait.
const maxInbox = 64

// dispatchToConn takes a letter of a connection at another hub.
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
	default: // it is asked again
	}
}

func (h *Hub) newRemoteConn(m message) *Conn {
	v := &remoteConn{hub: m.From, number: m.Conn, inbox: make(chan message, maxInbox)}
	c := &Conn{hub: h, remote: v, player: *m.Player, speaker: tongue.Accepted(m.Language), positions: m.Positions,
		brief: m.Brief, subs: map[string]*subscription{}, chat: rate.NewLimiter(chatRate, chatBurst)}
	v.ctx, c.cancel = context.WithCancel(h.ctx)
	return c
}

// serveRemote is the life of a connection by letter.
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

// handleMessage does what a letter asks for.
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
