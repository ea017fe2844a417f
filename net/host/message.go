package host

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"io"
	"time"

	"tafl3d/net/wire"
)

// message is sent between hubs that share games, about a connection at one hub and a game whose home is another hub.
type message struct {
	Kind messageKind `json:"kind"`
	From string      `json:"from"`           // sending hub
	Conn uint64      `json:"conn,omitempty"` // id at the hub of the player; 0 is that hub itself
	Game string      `json:"game"`
	ID   uint64      `json:"id,omitempty"` // of the request, in both directions

	// From the hub of the player to the home hub of the game.
	Player    *wire.Player  `json:"player,omitempty"`
	Language  string        `json:"tongue,omitempty"`
	Lag       time.Duration `json:"lag,omitempty"`
	Positions bool          `json:"stands,omitempty"` // the program wants a Position with each entry
	Brief     bool          `json:"brief,omitempty"`  // with the legal steps as text
	At        wire.Time     `json:"at,omitempty"`     // when the act arrived
	By        wire.Side     `json:"by,omitempty"`     // the side, if the hub itself sends the act
	Act       *wire.Act     `json:"act,omitempty"`

	Frame  json.RawMessage `json:"frame,omitempty"`  // a frame from the connection or for it
	Answer json.RawMessage `json:"answer,omitempty"` // a second frame for it: the answer to request ID
	// Seq is the newest entry that Frame carries, that the game in Answer ends with, or that the connection has; 0 is
	// none.
	Seq   uint64 `json:"seq,omitempty"`
	Whole bool   `json:"whole,omitempty"` // Answer is a Snapshot

	Chat     []wire.Said    `json:"said,omitempty"` // lines of chat from before the move of the game
	Refused  *wire.Refused  `json:"no,omitempty"`
	Status   *GameStatus    `json:"glance,omitempty"`
	Position *wire.Position `json:"position,omitempty"`
}

// messageKind says what a message is for.
type messageKind string

// Kinds of messages. From the hub of the player: a frame to forward; the connection resumes a game after entry Seq;
// it continues in the game at another hub; the connection has ended; a request of the hub itself (act, glance,
// position). Back: frames to deliver; the connection must be closed; the answer to a request of the hub; the bus of a
// hub was interrupted, so resume its games. From the old home hub of a game to the new one: the lines of chat.
const (
	msgForward     messageKind = "ask"
	msgResume      messageKind = "resume"
	msgMoved       messageKind = "moved"
	msgEnded       messageKind = "ended"
	msgAct         messageKind = "act"
	msgStatus      messageKind = "glance"
	msgPosition    messageKind = "position"
	msgDeliver     messageKind = "told"
	msgClosed      messageKind = "closed"
	msgAnswer      messageKind = "answer"
	msgReconnected messageKind = "mended"
	msgChat        messageKind = "said"
)

func hubTopic(hub string) string { return "hub." + hub }

// compressFrom is the size in bytes from which messages are compressed: brokers accept at most 1 MiB.
const compressFrom = 256 << 10

// sendMessage sends a message to another hub. Messages may be lost.
func (h *Hub) sendMessage(to string, m message) {
	m.From = h.members.self
	text, err := json.Marshal(m)
	if err == nil && len(text) > compressFrom {
		text, err = h.compressor.compress(func(w io.Writer) error { _, err := w.Write(text); return err })
	}
	if err != nil {
		h.opt.Log.Error("cannot encode a message to another service", "kind", m.Kind, "game", m.Game, "error", err)
		return
	}
	h.opt.Bus.Post(hubTopic(to), text)
}

// receiveMessage dispatches a message from another hub. It does not block.
func (h *Hub) receiveMessage(text []byte) {
	var m message
	var err error
	if bytes.HasPrefix(text, []byte("{")) {
		err = json.Unmarshal(text, &m)
	} else {
		err = h.compressor.decompress(text, &m)
	}
	if err != nil {
		h.opt.Log.Warn("cannot decode a message from another service", "error", err)
		return
	}
	switch m.Kind {
	case msgDeliver:
		if c := h.remote.conn(m.Conn); c != nil {
			c.receive(m)
		}
	case msgClosed:
		if c := h.remote.conn(m.Conn); c != nil {
			c.close()
		}
	case msgAnswer:
		if q := h.remote.remove(0, m.ID); q != nil {
			q.answer <- m
		}
	case msgReconnected:
		h.runTask(func(context.Context) { h.followMoved(func(home string) bool { return home == m.From }) })
	case msgAct, msgStatus, msgPosition:
		h.runTask(func(ctx context.Context) { h.sendMessage(m.From, h.answerMessage(ctx, m)) })
	case msgChat:
		h.runTask(func(ctx context.Context) { h.receiveChat(ctx, m) })
	default:
		h.dispatchToConn(m)
	}
}

// runTask runs f in a goroutine of the hub; it does nothing once the hub is closing.
func (h *Hub) runTask(f func(context.Context)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closing {
		return
	}
	h.work.Go(func() { f(h.ctx) })
}

// answerMessage carries out a request of another hub, in a game that the other hub believes to be at home here.
func (h *Hub) answerMessage(ctx context.Context, m message) message {
	ctx, cancel := context.WithTimeout(ctx, answerTimeout)
	defer cancel()
	a := message{Kind: msgAnswer, Game: m.Game, ID: m.ID}
	if m.Kind == msgPosition { // does not open the room
		if m.Player != nil {
			a.Position = h.positionHere(ctx, m.Game, m.Player.ID)
		}
		return a
	}
	err := h.With(ctx, m.Game, func(r *Room) error {
		if m.Kind == msgStatus {
			g, err := r.Status(ctx)
			a.Status = &g
			return err
		}
		if m.Act == nil {
			return wire.Badf("the act is missing")
		}
		_, err := r.Act(ctx, m.By, *m.Act, m.At)
		return err
	})
	if err != nil {
		no := wireError(err)
		a.Refused = &wire.Refused{Game: m.Game, Code: no.Code, Text: no.Error()}
	}
	return a
}

// queryHome sends a request to the home hub of a game and waits for the answer. It is false if the game is at home
// here, or has moved here meanwhile.
func (h *Hub) queryHome(ctx context.Context, m message) (message, bool, error) {
	to := h.members.owner(m.Game)
	if to == "" {
		return message{}, false, nil
	}
	q := &pendingRequest{msg: m, to: to, answer: make(chan message, 1)}
	h.remote.add(q, h.opt.Now())
	defer h.remote.remove(0, q.msg.ID)
	h.sendMessage(to, q.msg)
	select {
	case a := <-q.answer:
		switch {
		case a.Refused == nil:
			return a, a.Kind == msgAnswer, nil
		case a.Refused.Code == wire.NoSuchGame:
			return a, true, ErrNoGame
		}
		return a, true, wire.Refuse(a.Refused.Code, "%s", wire.Name(a.Refused.Text))
	case <-h.ctx.Done():
		return message{}, true, ErrClosing
	case <-ctx.Done():
		return message{}, true, ctx.Err()
	}
}

// Act performs an act in the name of a side, wherever the home of the game is, and waits until it is durable or
// refused. The error is that of Room.Act, or ErrNoGame.
func (h *Hub) Act(ctx context.Context, game string, by wire.Side, a wire.Act) error {
	at := h.opt.Clock.Now(game)
	_, elsewhere, err := h.queryHome(ctx, message{Kind: msgAct, Game: game, By: by, Act: &a, At: at})
	if err != nil || elsewhere {
		return err
	}
	return h.With(ctx, game, func(r *Room) error {
		_, err := r.Act(ctx, by, a, at)
		return err
	})
}

// GameStatus summarizes a game, wherever its home is. The error is ErrNoGame if there is no such game.
func (h *Hub) GameStatus(ctx context.Context, game string) (g GameStatus, err error) {
	a, elsewhere, err := h.queryHome(ctx, message{Kind: msgStatus, Game: game})
	if err != nil || elsewhere {
		return *cmp.Or(a.Status, &GameStatus{}), err
	}
	err = h.With(ctx, game, func(r *Room) error {
		g, err = r.Status(ctx)
		return err
	})
	return g, err
}
