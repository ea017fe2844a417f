package client

import "tafl3d/net/wire"

// subscriptions is the state of the lobby and the queue that a line follows. Its zero value follows nothing.
type subscriptions struct {
	request      wire.Follow
	lobby        wire.Lobby
	seq          uint64
	lobbyValid   bool // lobby is complete
	waiting      wire.Waiting
	waitingValid bool // waiting is current
}

// Follow sets whether the line follows the lobby and the queue. Options.Notice then gets a notice of kind lobby or
// queue after each change, and Lobby or Waiting returns the new state. Older services send less, or nothing.
func (l *Line) Follow(lobby, queue bool) {
	wants := wire.Follow{Lobby: lobby, Changes: lobby, Queue: queue}
	l.mu.Lock()
	fresh, connected := l.follows.request != wants, l.state == Connected
	if l.follows.request.Lobby != lobby {
		l.follows.lobbyValid = false
	}
	if l.follows.request.Queue != queue {
		l.follows.waitingValid = false
	}
	l.follows.request = wants
	l.mu.Unlock()
	if fresh && connected {
		l.send(wants)
	}
}

// Lobby returns the lobby; ok is false if it is not known now.
func (l *Line) Lobby() (lobby wire.Lobby, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.follows.lobby, l.follows.lobbyValid && l.state == Connected
}

// Waiting returns the newest state of the player in the queue; ok is false if it is not known now.
func (l *Line) Waiting() (w wire.Waiting, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.follows.waiting, l.follows.waitingValid && l.state == Connected
}

// receive applies a message about lobby or queue. If a change was missed, it requests the whole lobby.
func (l *Line) receive(b wire.Body) {
	l.mu.Lock()
	f := &l.follows
	kind, again := wire.NoticeLobby, false
	switch b := b.(type) {
	case wire.LobbyWhole:
		f.lobby, f.seq, f.lobbyValid = b.Lobby, b.Seq, f.request.Lobby
	case wire.LobbyChange:
		if f.lobbyValid {
			fits := b.After == f.seq
			if fits {
				f.lobby, fits = f.lobby.Change(b)
			}
			f.seq, f.lobbyValid, again = b.Seq, fits, !fits
		}
	case wire.Waiting:
		f.waiting, f.waitingValid, kind = b, f.request.Queue, wire.NoticeQueue
	}
	wants := f.request
	l.mu.Unlock()
	if again {
		l.send(wants)
		return
	}
	l.opt.Notice(wire.Notice{Kind: kind})
}
