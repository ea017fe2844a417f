package client

import "tafl3d/net/wire"

// subscriptions is what a line is told of the lobby and the queue. Its zero value is nothing.
type subscriptions struct {
	request      wire.Follow
	lobby        wire.Lobby
	seq          uint64
	lobbyValid   bool // lobby is as it is
	waiting      wire.Waiting
	waitingValid bool // waiting is as it is
}

// Follow says what the line is to be told from now on: Lobby is the lobby with all its changes. Each
// time a Notice says that there is something, of kind lobby or queue, which Lobby or Waiting then
// returns. An older service tells less, or nothing.
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

// Lobby returns the lobby as it is; ok is false where the service does not tell.
func (l *Line) Lobby() (lobby wire.Lobby, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.follows.lobby, l.follows.lobbyValid && l.state == Connected
}

// Waiting returns how it goes in the queue, as it was told last; ok is false where the service does
// not tell.
func (l *Line) Waiting() (w wire.Waiting, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.follows.waiting, l.follows.waitingValid && l.state == Connected
}

// receive takes in what is told of lobby and queue. Who has missed a change asks for the whole.
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
