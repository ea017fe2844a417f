package host

import (
	"context"
	"sync"
	"time"

	"tafl3d/net/wire"
)

// lobbyTopic is where services tell each other that the lobby has changed.
const lobbyTopic = "lobby"

// tellEvery is how often followers are told that the lobby has changed, at most.
const tellEvery = time.Second

// following is who wants to hear that the lobby has changed. Its zero value is nobody, told
// nothing.
type following struct {
	mu     sync.Mutex
	conns  map[*Conn]bool
	mine   chan struct{} // has room for one: it has changed here
	others chan struct{} // has room for one: it has changed somewhere
}

// nudge says once that there is something to tell.
func nudge(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default: // nobody tells, or it is about to
	}
}

// follow lets a connection hear of the lobby, at once that it does, or no longer.
func (h *Hub) follow(c *Conn, on bool) {
	f := &h.following
	f.mu.Lock()
	defer f.mu.Unlock()
	if !on {
		delete(f.conns, c)
		return
	}
	if f.mine == nil {
		return // a desktop has no lobby
	}
	f.conns[c] = true
	c.reply(0, wire.Notice{Kind: wire.NoticeLobby})
}

// LobbyChanged says that the lobby has changed here.
func (h *Hub) LobbyChanged() { nudge(h.following.mine) }

// TellLobby tells those who follow the lobby, here and at other services, that it has changed,
// until the hub closes. changed is told first, of what other services have changed too; it must
// not wait.
func (h *Hub) TellLobby(changed func()) error {
	f := &h.following
	f.conns, f.mine, f.others = map[*Conn]bool{}, make(chan struct{}, 1), make(chan struct{}, 1)
	stop, err := h.opt.Bus.Hear(lobbyTopic, func(wire.Body) {
		changed()
		nudge(f.others)
	})
	if err != nil {
		return err
	}
	h.work.Go(func() {
		defer stop()
		paced(h.ctx, f.mine, func() { h.opt.Bus.Tell(lobbyTopic, wire.Notice{Kind: wire.NoticeLobby}) })
	})
	h.work.Go(func() { paced(h.ctx, f.others, h.tellFollowers) })
	return nil
}

// tellFollowers tells those who are connected here.
func (h *Hub) tellFollowers() {
	f := &h.following
	f.mu.Lock()
	defer f.mu.Unlock()
	for c := range f.conns {
		c.reply(0, wire.Notice{Kind: wire.NoticeLobby})
	}
}

// paced does something when c is nudged, and rests after that, until ctx ends.
func paced(ctx context.Context, c <-chan struct{}, do func()) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-c:
		}
		do()
		select {
		case <-ctx.Done():
			return
		case <-time.After(tellEvery):
		}
	}
}
