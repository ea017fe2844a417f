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

// message is what hubs that share games write to each other: for a connection at one in a game
// that lives at another, and back.
type message struct {
	Kind messageKind `json:"kind"`
	From string      `json:"from"`           // hub
	Conn uint64      `json:"conn,omitempty"` // at the hub where the player is; 0 is that hub itself
	Game string      `json:"game"`
	ID   uint64      `json:"id,omitempty"` // of the question that is asked or answered

	// From where the player is to where the game lives.
	Player    *wire.Player  `json:"player,omitempty"`
	Language  string        `json:"tongue,omitempty"`
	Lag       time.Duration `json:"lag,omitempty"`
	Positions bool          `json:"stands,omitempty"` // his program wants to be told how the game stands
	Brief     bool          `json:"brief,omitempty"`  // in short
	At        wire.Time     `json:"at,omitempty"`     // when an act came in
	By        wire.Side     `json:"by,omitempty"`     // whose act it is, where a hub asks for it
	Act       *wire.Act     `json:"act,omitempty"`

	Frame  json.RawMessage `json:"frame,omitempty"`  // what the connection said, or is to hear
	Answer json.RawMessage `json:"answer,omitempty"` // what it is to hear after that, as the answer to ID
	// Seq is the newest entry that Frame tells, that a whole game in Answer ends with, or that a
	// connection knows; 0 is none.
	Seq   uint64 `json:"seq,omitempty"`
	Whole bool   `json:"whole,omitempty"` // Answer is a whole game

	Chat     []wire.Said    `json:"said,omitempty"` // before the game moved
	Refused  *wire.Refused  `json:"no,omitempty"`
	Glance   *Glance        `json:"glance,omitempty"`
	Position *wire.Position `json:"position,omitempty"`
}

// messageKind is what a letter is about.
type messageKind string

// From where the player is: a frame of his; that he goes on in a game after entry Seq; that he
// goes on in it at another hub; that his connection has ended; what a hub itself wants to know or
// have done. Back: what he is to hear; that his connection is to end; an answer to a hub; that a
// hub was cut off, and what it told may be lost. From where a game lived to where it lives now: what
// was said in it.
const (
	msgForward     messageKind = "ask"
	msgResume      messageKind = "resume"
	msgMoved       messageKind = "moved"
	msgEnded       messageKind = "ended"
	msgAct         messageKind = "act"
	msgGlance      messageKind = "glance"
	msgPosition    messageKind = "position"
	msgDeliver     messageKind = "told"
	msgClosed      messageKind = "closed"
	msgAnswer      messageKind = "answer"
	msgReconnected messageKind = "mended"
	msgChat        messageKind = "said"
)

func hubTopic(hub string) string { return "hub." + hub }

// compressFrom is the length from which letters are packed: brokers carry a MiB at most.
const compressFrom = 256 << 10

// sendMessage writes a letter to another hub. It may get lost.
func (h *Hub) sendMessage(to string, m message) {
	m.From = h.members.self
	text, err := json.Marshal(m)
	if err == nil && len(text) > compressFrom {
		text, err = h.compressor.compress(func(w io.Writer) error { _, err := w.Write(text); return err })
	}
	if err != nil {
		h.opt.Log.Error("a letter to another service cannot be written", "kind", m.Kind, "game", m.Game, "error", err)
		return
	}
	h.opt.Bus.Post(hubTopic(to), text)
}

// receiveMessage takes a letter. It does not wait.
func (h *Hub) receiveMessage(text []byte) {
	var m message
	var err error
	if bytes.HasPrefix(text, []byte("{")) {
		err = json.Unmarshal(text, &m)
	} else {
		err = h.compressor.decompress(text, &m)
	}
	if err != nil {
		h.opt.Log.Warn("a letter of another service is not understood", "error", err)
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
	case msgAct, msgGlance, msgPosition:
		h.runTask(func(ctx context.Context) { h.sendMessage(m.From, h.answerMessage(ctx, m)) })
	case msgChat:
		h.runTask(func(ctx context.Context) { h.receiveChat(ctx, m) })
	default:
		h.dispatchToConn(m)
	}
}

// runTask does something beside the caller for somebody at another hub.
func (h *Hub) runTask(f func(context.Context)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closing {
		return
	}
	h.work.Go(func() { f(h.ctx) })
}

// answerMessage does what another hub asks for, in a game that it thinks lives here.
func (h *Hub) answerMessage(ctx context.Context, m message) message {
	ctx, cancel := context.WithTimeout(ctx, answerTimeout)
	defer cancel()
	a := message{Kind: msgAnswer, Game: m.Game, ID: m.ID}
	if m.Kind == msgPosition { // which opens no room
		if m.Player != nil {
			a.Position = h.positionHere(ctx, m.Game, m.Player.ID)
		}
		return a
	}
	err := h.With(ctx, m.Game, func(r *Room) error {
		if m.Kind == msgGlance {
			g, err := r.Glance(ctx)
			a.Glance = &g
			return err
		}
		if m.Act == nil {
			return wire.Badf("no act")
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

// queryHome asks the hub where a game lives. It is false if the game lives here, or has come here
// meanwhile.
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

// Act asks for an act in the name of a side, wherever the game lives, and waits until it is
// durable or refused. The error is as that of a Room, or ErrNoGame.
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

// Glance tells how a game stands, wherever it lives. The error is ErrNoGame if there is none.
func (h *Hub) Glance(ctx context.Context, game string) (g Glance, err error) {
	a, elsewhere, err := h.queryHome(ctx, message{Kind: msgGlance, Game: game})
	if err != nil || elsewhere {
		return *cmp.Or(a.Glance, &Glance{}), err
	}
	err = h.With(ctx, game, func(r *Room) error {
		g, err = r.Glance(ctx)
		return err
	})
	return g, err
}
