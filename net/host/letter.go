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

// letter is what hubs that share games write to each other: for a connection at one in a game
// that lives at another, and back.
type letter struct {
	Kind letterKind `json:"kind"`
	From string     `json:"from"`           // hub
	Conn uint64     `json:"conn,omitempty"` // at the hub where the player is; 0 is that hub itself
	Game string     `json:"game"`
	ID   uint64     `json:"id,omitempty"` // of the question that is asked or answered

	// From where the player is to where the game lives.
	Player *wire.Player  `json:"player,omitempty"`
	Tongue string        `json:"tongue,omitempty"`
	Lag    time.Duration `json:"lag,omitempty"`
	Stands bool          `json:"stands,omitempty"` // his program wants to be told how the game stands
	Brief  bool          `json:"brief,omitempty"`  // in short
	At     wire.Time     `json:"at,omitempty"`     // when an act came in
	By     wire.Side     `json:"by,omitempty"`     // whose act it is, where a hub asks for it
	Act    *wire.Act     `json:"act,omitempty"`

	Frame  json.RawMessage `json:"frame,omitempty"`  // what the connection said, or is to hear
	Answer json.RawMessage `json:"answer,omitempty"` // what it is to hear after that, as the answer to ID
	// Seq is the newest entry that Frame tells, that a whole game in Answer ends with, or that a
	// connection knows; 0 is none.
	Seq   uint64 `json:"seq,omitempty"`
	Whole bool   `json:"whole,omitempty"` // Answer is a whole game

	Said     []wire.Said    `json:"said,omitempty"` // before the game moved
	No       *wire.Refused  `json:"no,omitempty"`
	Glance   *Glance        `json:"glance,omitempty"`
	Position *wire.Position `json:"position,omitempty"`
}

// letterKind is what a letter is about.
type letterKind string

// From where the player is: a frame of his; that he goes on in a game after entry Seq; that he
// goes on in it at another hub; that his connection has ended; what a hub itself wants to know or
// have done. Back: what he is to hear; that his connection is to end; an answer to a hub; that a
// hub was cut off, and what it told may be lost. From where a game lived to where it lives now: what
// was said in it.
const (
	letterAsk      letterKind = "ask"
	letterResume   letterKind = "resume"
	letterMoved    letterKind = "moved"
	letterEnded    letterKind = "ended"
	letterAct      letterKind = "act"
	letterGlance   letterKind = "glance"
	letterPosition letterKind = "position"
	letterTold     letterKind = "told"
	letterClosed   letterKind = "closed"
	letterAnswer   letterKind = "answer"
	letterMended   letterKind = "mended"
	letterSaid     letterKind = "said"
)

func hubTopic(hub string) string { return "hub." + hub }

// longLetter is the length from which letters are packed: brokers carry a MiB at most.
const longLetter = 256 << 10

// post writes a letter to another hub. It may get lost.
func (h *Hub) post(to string, l letter) {
	l.From = h.members.me
	text, err := json.Marshal(l)
	if err == nil && len(text) > longLetter {
		text, err = h.pack.squeeze(func(w io.Writer) error { _, err := w.Write(text); return err })
	}
	if err != nil {
		h.opt.Log.Error("a letter to another service cannot be written", "kind", l.Kind, "game", l.Game, "error", err)
		return
	}
	h.opt.Bus.Post(hubTopic(to), text)
}

// receive takes a letter. It does not wait.
func (h *Hub) receive(text []byte) {
	var l letter
	var err error
	if bytes.HasPrefix(text, []byte("{")) {
		err = json.Unmarshal(text, &l)
	} else {
		err = h.pack.open(text, &l)
	}
	if err != nil {
		h.opt.Log.Warn("a letter of another service is not understood", "error", err)
		return
	}
	switch l.Kind {
	case letterTold:
		if c := h.abroad.conn(l.Conn); c != nil {
			c.take(l)
		}
	case letterClosed:
		if c := h.abroad.conn(l.Conn); c != nil {
			c.close()
		}
	case letterAnswer:
		if q := h.abroad.settled(0, l.ID); q != nil {
			q.answer <- l
		}
	case letterMended:
		h.host(func(context.Context) { h.rehouse(func(home string) bool { return home == l.From }) })
	case letterAct, letterGlance, letterPosition:
		h.host(func(ctx context.Context) { h.post(l.From, h.answer(ctx, l)) })
	case letterSaid:
		h.host(func(ctx context.Context) { h.remember(ctx, l) })
	default:
		h.welcome(l)
	}
}

// host does something beside the caller for somebody at another hub.
func (h *Hub) host(f func(context.Context)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.shut {
		return
	}
	h.work.Go(func() { f(h.ctx) })
}

// answer does what another hub asks for, in a game that it thinks lives here.
func (h *Hub) answer(ctx context.Context, l letter) letter {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	a := letter{Kind: letterAnswer, Game: l.Game, ID: l.ID}
	if l.Kind == letterPosition { // which opens no room
		if l.Player != nil {
			a.Position = h.positionHere(ctx, l.Game, l.Player.ID)
		}
		return a
	}
	err := h.With(ctx, l.Game, func(r *Room) error {
		if l.Kind == letterGlance {
			g, err := r.Glance(ctx)
			a.Glance = &g
			return err
		}
		if l.Act == nil {
			return wire.Badf("no act")
		}
		_, err := r.Act(ctx, l.By, *l.Act, l.At)
		return err
	})
	if err != nil {
		no := refusal(err)
		a.No = &wire.Refused{Game: l.Game, Code: no.Code, Text: no.Error()}
	}
	return a
}

// query asks the hub where a game lives. It is false if the game lives here, or has come here
// meanwhile.
func (h *Hub) query(ctx context.Context, l letter) (letter, bool, error) {
	to := h.members.owner(l.Game)
	if to == "" {
		return letter{}, false, nil
	}
	q := &question{l: l, to: to, answer: make(chan letter, 1)}
	h.abroad.ask(q, h.opt.Now())
	defer h.abroad.settled(0, q.l.ID)
	h.post(to, q.l)
	select {
	case a := <-q.answer:
		switch {
		case a.No == nil:
			return a, a.Kind == letterAnswer, nil
		case a.No.Code == wire.NoSuchGame:
			return a, true, ErrNoGame
		}
		return a, true, wire.Refuse(a.No.Code, "%s", wire.Name(a.No.Text))
	case <-h.ctx.Done():
		return letter{}, true, ErrShut
	case <-ctx.Done():
		return letter{}, true, ctx.Err()
	}
}

// Act asks for an act in the name of a side, wherever the game lives, and waits until it is
// durable or refused. The error is as that of a Room, or ErrNoGame.
func (h *Hub) Act(ctx context.Context, game string, by wire.Side, a wire.Act) error {
	at := h.opt.Clock.Now(game)
	_, elsewhere, err := h.query(ctx, letter{Kind: letterAct, Game: game, By: by, Act: &a, At: at})
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
	a, elsewhere, err := h.query(ctx, letter{Kind: letterGlance, Game: game})
	if err != nil || elsewhere {
		return *cmp.Or(a.Glance, &Glance{}), err
	}
	err = h.With(ctx, game, func(r *Room) error {
		g, err = r.Glance(ctx)
		return err
	})
	return g, err
}
