package lobby

import (
	"context"
	"time"

	"tafl3d/net/host"
	"tafl3d/net/wire"
)

// tellEvery is how often who follows the lobby is told of it, at most.
const tellEvery = time.Second

// Follow implements host.Hall.
func (s *Lobby) Follow(c *host.Conn, f wire.Follow) {
	p := &s.followers
	p.mu.Lock()
	defer p.mu.Unlock()
	if !f.Lobby {
		delete(p.all, c)
		return
	}
	if p.all == nil {
		p.all = map[*host.Conn]*follower{}
	}
	p.all[c] = &follower{changes: s.hall.changed()}
	c.Tell(wire.Notice{Kind: wire.NoticeLobby})
}

// changed returns how often the hall has changed.
func (h *hall) changed() uint64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.changes
}

// Tell tells those who follow the lobby that it has changed, until ctx ends.
func (s *Lobby) Tell(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.hall.news:
		}
		s.tellAll()
		select {
		case <-ctx.Done():
			return
		case <-time.After(tellEvery):
		}
	}
}

func (s *Lobby) tellAll() {
	p := &s.followers
	p.mu.Lock()
	defer p.mu.Unlock()
	now := s.hall.changed()
	for c, f := range p.all {
		if f.changes != now {
			f.changes = now
			c.Tell(wire.Notice{Kind: wire.NoticeLobby})
		}
	}
}
