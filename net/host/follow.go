package host

import "tafl3d/net/wire"

// Lobby sends connections the changes that they follow: lobby, queue. It is safe for concurrent use and its methods
// do not block.
type Lobby interface {
	// Follow sets what a connection follows. The hub calls it with the zero value when the connection ends.
	Follow(c *Conn, f wire.Follow)
	// PlayersChanged is called when the set of connected players has changed, at any hub.
	PlayersChanged()
	// HubsChanged is called when another hub has appeared or gone.
	HubsChanged()
}

// noLobby is the lobby of a desktop, which does nothing.
type noLobby struct{}

// Follow implements Lobby.
func (noLobby) Follow(*Conn, wire.Follow) {}

// PlayersChanged implements Lobby.
func (noLobby) PlayersChanged() {}

// HubsChanged implements Lobby.
func (noLobby) HubsChanged() {}

// SetLobby sets the lobby. Call it before the hub serves connections.
func (h *Hub) SetLobby(lobby Lobby) { h.lobby = lobby }

// notifyChan sends without blocking on a channel with a buffer of size 1.
func notifyChan(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default: // a notification is pending already
	}
}

// Player returns the player; its ID is empty for a spectator without an account.
func (c *Conn) Player() wire.Player { return c.player }

// Tell sends the player a message.
func (c *Conn) Tell(b wire.Body) { c.reply(0, b) }

// Pass sends the player a frame that wire.Encode has written.
func (c *Conn) Pass(frame []byte) { c.deliver(update{answer: frame}) }
