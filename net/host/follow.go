package host

import "tafl3d/net/wire"

// Lobby tells those who are connected what they follow: a lobby, a queue. It is safe for use by
// many goroutines, and its methods do not wait.
type Lobby interface {
	// Follow says what a connection wants to be told from now on: nothing of the zero value, and
	// when it has ended.
	Follow(c *Conn, f wire.Follow)
	// PlayersChanged says that others are connected now, to whichever hub.
	PlayersChanged()
	// HubsChanged says that other hubs have come or gone.
	HubsChanged()
}

// noLobby is the lobby of a desktop, which has none.
type noLobby struct{}

// Follow implements Lobby.
func (noLobby) Follow(*Conn, wire.Follow) {}

// PlayersChanged implements Lobby.
func (noLobby) PlayersChanged() {}

// HubsChanged implements Lobby.
func (noLobby) HubsChanged() {}

// SetLobby gives the hub a lobby, before anybody is connected.
func (h *Hub) SetLobby(lobby Lobby) { h.lobby = lobby }

// notifyChan says once that there is something to tell.
func notifyChan(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default: // nobody tells, or it is about to
	}
}

// Player returns who is connected; without an id it is somebody who only watches.
func (c *Conn) Player() wire.Player { return c.player }

// Tell sends the player a message.
func (c *Conn) Tell(b wire.Body) { c.reply(0, b) }

// Pass sends the player a message as wire.Encode has written it.
func (c *Conn) Pass(frame []byte) { c.deliver(update{answer: frame}) }
