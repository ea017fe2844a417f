package client

import "tafl3d/net/wire"

// hall is what a line is told of the lobby and the queue. Its zero value is nothing.
type hall struct {
	wants   wire.Follow
	lobby   wire.Lobby
	seq     uint64
	whole   bool // lobby is as it is
	waiting wire.Waiting
	told    bool // waiting is as it is
}

// Follow says what the line is to be told from now on: Lobby is the lobby with all its changes. Each
// time a Notice says that there is something, of kind lobby or queue, which Lobby or Waiting then
// returns. An older service tells less, or nothing.
func (l *Line) Follow(lobby, queue bool) {
	wants := wire.Follow{Lobby: lobby, Changes: lobby, Queue: queue}
	l.mu.Lock()
	fresh, connected := l.hall.wants != wants, l.state == Connected
	if l.hall.wants.Lobby != lobby {
		l.hall.whole = false
	}
	if l.hall.wants.Queue != queue {
		l.hall.told = false
	}
	l.hall.wants = wants
	l.mu.Unlock()
	if fresh && connected {
		l.send(wants)
	}
}

// Lobby returns the lobby as it is; ok is false where the service does not tell.
func (l *Line) Lobby() (lobby wire.Lobby, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.hall.lobby, l.hall.whole && l.state == Connected
}

// Waiting returns how it goes in the queue, as it was told last; ok is false where the service does
// not tell.
func (l *Line) Waiting() (w wire.Waiting, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.hall.waiting, l.hall.told && l.state == Connected
}

// hear takes in what is told of lobby and queue. Who has missed a change asks for the whole.
func (l *Line) hear(b wire.Body) {
	l.mu.Lock()
	h := &l.hall
	kind, again := wire.NoticeLobby, false
	switch b := b.(type) {
	case wire.LobbyWhole:
		h.lobby, h.seq, h.whole = b.Lobby, b.Seq, h.wants.Lobby
	case wire.LobbyChange:
		if h.whole {
			fits := b.After == h.seq
			if fits {
				h.lobby, fits = h.lobby.Change(b)
			}
			h.seq, h.whole, again = b.Seq, fits, !fits
		}
	case wire.Waiting:
		h.waiting, h.told, kind = b, h.wants.Queue, wire.NoticeQueue
	}
	wants := h.wants
	l.mu.Unlock()
	if again {
		l.send(wants)
		return
	}
	l.opt.Notice(wire.Notice{Kind: kind})
}
