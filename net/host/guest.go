package host

import (
	"context"
	"time"

	"golang.org/x/time/rate"

	"tafl3d/net/wire"
	"tafl3d/tongue"
)

// visit is what makes a Conn one by letter: a connection of another hub, in games that live
// here. It has no socket.
type visit struct {
	hub    string
	number uint64 // of the connection there
	inbox  chan letter
	life   context.Context // ends when a room sends it away
}

// word is what a connection is to hear of a game. Its frames stay those of who tells.
type word struct {
	game   string
	seq    uint64 // newest entry that it tells; 0 is none
	frame  []byte // nil is nothing
	id     uint64 // of the question that answer answers
	answer []byte // nil is none
	whole  bool   // answer is a whole game
}

// tell lets a connection hear something of a game, here or at its hub.
func (c *Conn) tell(w word) {
	if v := c.visit; v != nil {
		c.hub.post(v.hub, letter{Kind: letterTold, Conn: v.number, Game: w.game, Seq: w.seq, Frame: w.frame, ID: w.id,
			Answer: w.answer, Whole: w.whole})
		return
	}
	switch {
	case w.answer == nil:
		c.send(w.frame)
	case w.frame == nil:
		c.send(w.answer)
	default:
		c.send(w.frame, w.answer)
	}
}

// maxVisit is how many letters of one connection may wait.
const maxVisit = 64

// welcome takes a letter of a connection at another hub.
func (h *Hub) welcome(l letter) {
	key := guestOf{l.From, l.Conn}
	h.abroad.mu.Lock()
	c := h.abroad.guests[key]
	if c == nil && l.Player != nil && (l.Kind == letterAsk || l.Kind == letterResume) {
		c = h.guest(l)
		h.abroad.guests[key] = c
		h.host(func(ctx context.Context) { c.stay(ctx, key) })
	}
	h.abroad.mu.Unlock()
	if c == nil {
		return
	}
	select {
	case c.visit.inbox <- l:
	default: // it is asked again
	}
}

func (h *Hub) guest(l letter) *Conn {
	v := &visit{hub: l.From, number: l.Conn, inbox: make(chan letter, maxVisit)}
	c := &Conn{hub: h, visit: v, player: *l.Player, tongue: tongue.Accepted(l.Tongue), positions: l.Stands,
		brief: l.Brief, seats: map[string]*seat{}, chat: rate.NewLimiter(chatRate, chatPeak)}
	v.life, c.cancel = context.WithCancel(h.ctx)
	return c
}

// stay is the life of a connection by letter.
func (c *Conn) stay(ctx context.Context, key guestOf) {
	defer c.cancel()
	defer c.bye(ctx)
	defer func() {
		c.hub.abroad.mu.Lock()
		delete(c.hub.abroad.guests, key)
		c.hub.abroad.mu.Unlock()
	}()
	silent := time.NewTimer(visitLasts)
	defer silent.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-silent.C:
			return
		case <-c.visit.life.Done():
			if ctx.Err() == nil {
				c.hub.post(c.visit.hub, letter{Kind: letterClosed, Conn: c.visit.number})
			}
			return
		case l := <-c.visit.inbox:
			silent.Reset(visitLasts)
			if l.Kind == letterEnded {
				return
			}
			c.hear(ctx, l)
		}
	}
}

// hear does what a letter asks for.
func (c *Conn) hear(ctx context.Context, l letter) {
	c.rtt.Store(int64(l.Lag))
	switch l.Kind {
	case letterAsk:
		id, body, err := wire.Decode(l.Frame)
		if err != nil || body == nil {
			c.refuse(id, l.Game, wire.Badf("%v", err))
			return
		}
		c.route(ctx, id, body, l.At)
	case letterResume:
		c.moving.Lock()
		defer c.moving.Unlock()
		c.goOn(ctx, l.Game, l.Seq)
	case letterMoved:
		c.moving.Lock()
		defer c.moving.Unlock()
		if s, in := c.rise(l.Game); in {
			_ = s.room.send(ctx, leave{c, make(chan uint64, 1)})
		}
	}
}
