package host

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"tafl3d/net/wire"
)

// Where hubs share games a game lives at one, the one that looks after it (members.go). Who
// comes to another is there by letter: his hub passes on what he says, keeps no game, and passes
// back what he is to hear. When the game moves his hub asks the new one for what he does not know
// yet; what he had asked for is asked there again. What a hub is asked by letter it does, whoever
// looks after the game: so none is sent about, and if two do the journal judges between them.

// Times of what is asked by letter.
const (
	lookEvery  = 100 * time.Millisecond // at questions without an answer
	doubtAfter = 300 * time.Millisecond // without an answer: perhaps the hub has died
	againAfter = 400 * time.Millisecond // it has not, but the letter may be lost; then twice as long each time
	answerTime = patience + time.Second // after which there is none
	renewEvery = 15 * time.Second       // a connection says that it is still in a game
	visitLasts = 3 * renewEvery         // without that
)

// abroad is what a hub knows of connections here in games elsewhere, and the other way round.
type abroad struct {
	mu     sync.Mutex
	last   uint64 // number of a connection, or of a question of the hub itself
	conns  map[uint64]*Conn
	asked  map[asked]*question
	guests map[guestOf]*Conn
}

// asked names a question; conn is 0 for one of the hub itself.
type asked struct{ conn, id uint64 }

// guestOf names a connection at another hub.
type guestOf struct {
	hub  string
	conn uint64
}

// question waits for its answer.
type question struct {
	l           letter
	to          string // hub
	conn        *Conn  // who asks; nil is the hub itself
	body        wire.Body
	first, sent time.Time
	wait        time.Duration // until it is asked again
	doubted     bool          // that the hub lives
	once        bool          // it has an answer only where it is refused, and is not asked again: a line of chat
	answer      chan letter
}

// seat is a connection's place in a game.
type seat struct {
	room *Room  // where the game lives here
	home string // the hub where it lives otherwise
	in   bool   // it has come from there
	last uint64 // newest entry of it that was told
}

// enrol gives a connection its number, until it ends.
func (a *abroad) enrol(c *Conn) (leave func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.last++
	c.number = a.last
	a.conns[c.number] = c
	return func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		delete(a.conns, c.number)
		maps.DeleteFunc(a.asked, func(k asked, _ *question) bool { return k.conn == c.number })
	}
}

func (a *abroad) conn(number uint64) *Conn {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.conns[number]
}

// ask notes a question. One of the hub itself gets a number.
func (a *abroad) ask(q *question, now time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if q.conn == nil {
		a.last++
		q.l.ID = a.last
	}
	q.first, q.sent, q.wait = now, now, againAfter
	a.asked[asked{q.l.Conn, q.l.ID}] = q
}

// settled takes a question out, nil if it is not waiting any more.
func (a *abroad) settled(conn, id uint64) *question {
	a.mu.Lock()
	defer a.mu.Unlock()
	q := a.asked[asked{conn, id}]
	delete(a.asked, asked{conn, id})
	return q
}

// shareSeats takes letters, and looks after what is asked by letter, until the hub closes.
func (h *Hub) shareSeats() error {
	h.abroad.conns, h.abroad.asked, h.abroad.guests = map[uint64]*Conn{}, map[asked]*question{}, map[guestOf]*Conn{}
	stop, err := h.opt.Bus.Collect(hubTopic(h.members.me), h.receive)
	if err != nil {
		return err
	}
	h.work.Go(func() {
		defer stop()
		look, renew := time.NewTicker(lookEvery), time.NewTicker(renewEvery)
		defer look.Stop()
		defer renew.Stop()
		for {
			select {
			case <-h.ctx.Done():
				return
			case <-look.C:
				h.press()
			case <-renew.C:
				h.rehouse(anywhere)
			case <-h.members.shifted:
				h.rehouse(nowhere)
			}
		}
	})
	return nil
}

// Mended says that the bus was cut off and carries again: what was told meanwhile may be lost. So
// questions without an answer are asked again, connections here ask for what they do not know of
// games elsewhere, and other hubs hear that theirs are to ask this one. It does not wait.
func (h *Hub) Mended() {
	h.abroad.mu.Lock()
	for _, q := range h.abroad.asked {
		q.sent = time.Time{}
	}
	h.abroad.mu.Unlock()
	h.press()
	h.rehouse(anywhere)
	for _, other := range h.members.known() {
		h.post(other, letter{Kind: letterMended})
	}
}

// Where a game is, in which a connection is to tell anew that it is there.
func anywhere(home string) bool { return home != "" }
func nowhere(string) bool       { return false }

// rehouse has connections follow the games that have moved, and tell anew that they are in those
// that live where anew says.
func (h *Hub) rehouse(anew func(home string) bool) {
	h.abroad.mu.Lock()
	list := slices.Collect(maps.Values(h.abroad.conns))
	h.abroad.mu.Unlock()
	for _, c := range list {
		var moved []string
		c.mu.Lock()
		for game, s := range c.seats {
			if s.home != h.members.owner(game) || anew(s.home) {
				moved = append(moved, game)
			}
		}
		c.mu.Unlock()
		if len(moved) > 0 {
			h.host(func(ctx context.Context) {
				for _, game := range moved {
					c.follow(ctx, game)
				}
			})
		}
	}
}

// press looks after the questions without an answer: those of one connection in the order in
// which they were asked.
func (h *Hub) press() {
	late, again, doubtful := h.overdue(h.opt.Now())
	for _, q := range again {
		h.post(q.to, q.l)
	}
	for _, list := range late {
		h.host(func(ctx context.Context) {
			for _, q := range list {
				h.helpSelf(ctx, q)
			}
		})
	}
	for hub := range doubtful {
		h.doubt(hub)
	}
}

// overdue returns the questions that have waited too long, by connection, those that are to be
// asked again, and the hubs that may have died. Each list is in the order of asking.
func (h *Hub) overdue(now time.Time) (late [][]*question, again []*question, doubtful map[string]bool) {
	doubtful = map[string]bool{}
	var over []*question
	h.abroad.mu.Lock()
	defer h.abroad.mu.Unlock()
	for key, q := range h.abroad.asked {
		to := h.members.owner(q.l.Game)
		switch {
		case now.Sub(q.first) > answerTime || to == "":
			delete(h.abroad.asked, key)
			if !q.once {
				over = append(over, q)
			}
		case q.once:
		case to != q.to || now.Sub(q.sent) > q.wait:
			q.to, q.sent, q.wait, q.doubted = to, now, 2*q.wait, false
			again = append(again, q)
		case now.Sub(q.sent) > doubtAfter && !q.doubted:
			q.doubted = true
			doubtful[to] = true
		}
	}
	slices.SortFunc(again, inOrder)
	slices.SortFunc(over, inOrder)
	for i, q := range over {
		if i == 0 || q.l.Conn == 0 || q.l.Conn != over[i-1].l.Conn {
			late = append(late, nil)
		}
		late[len(late)-1] = append(late[len(late)-1], q)
	}
	return late, again, doubtful
}

// inOrder compares questions by connection, then by when they were asked.
func inOrder(a, b *question) int {
	return cmp.Or(cmp.Compare(a.l.Conn, b.l.Conn), a.first.Compare(b.first), cmp.Compare(a.l.ID, b.l.ID))
}

// helpSelf ends the wait for an answer: the game has come here, or the time is over.
func (h *Hub) helpSelf(ctx context.Context, q *question) {
	late := h.members.owner(q.l.Game) != ""
	switch {
	case q.conn == nil && late:
		q.answer <- letter{Kind: letterAnswer, No: &wire.Refused{Code: wire.Unavailable, Text: errUnwritten.Error()}}
	case q.conn == nil:
		q.answer <- letter{}
	case late:
		q.conn.refuse(q.l.ID, q.l.Game, errUnwritten)
	default:
		q.conn.route(ctx, q.l.ID, q.body, q.l.At)
	}
}

// doubt finds out whether a hub lives that does not answer, and tells all if it does not: one
// that died is not heard by the bus any more.
func (h *Hub) doubt(hub string) {
	h.host(func(ctx context.Context) {
		ctx, cancel := context.WithTimeout(ctx, doubtAfter)
		defer cancel()
		if lives, err := h.opt.Bus.Heard(ctx, hubTopic(hub)); err == nil && !lives {
			h.opt.Bus.Tell(memberTopic, wire.Notice{Kind: memberGoes, Game: hub})
		}
	})
}

// elsewhere returns the hub where a game lives, empty if that is this one or c is there by
// letter itself.
func (c *Conn) elsewhere(game string) string {
	if c.visit != nil {
		return ""
	}
	return c.hub.members.owner(game)
}

// ask passes on what was said to where a game lives.
func (c *Conn) ask(to, game string, id uint64, b wire.Body, at wire.Time) {
	frame, err := wire.Encode(id, b)
	if err != nil {
		c.refuse(id, game, wire.Badf("%v", err))
		return
	}
	q := &question{l: c.letter(letterAsk, game), to: to, conn: c, body: b}
	q.l.ID, q.l.At, q.l.Frame = id, at, frame
	_, q.once = b.(wire.Say)
	if id != 0 {
		c.hub.abroad.ask(q, c.hub.opt.Now())
	}
	c.hub.post(to, q.l)
}

// letter begins one of a connection.
func (c *Conn) letter(kind letterKind, game string) letter {
	return letter{Kind: kind, Conn: c.number, Game: game, Player: &c.player, Tongue: c.language, Lag: c.lag(),
		Stands: c.positions, Brief: c.brief}
}

// place returns a copy of the connection's place in a game.
func (c *Conn) place(game string) (s seat, in bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s, in := c.seats[game]; in {
		return *s, true
	}
	return seat{}, false
}

// sit gives the connection a place in a game. It is false if the connection has ended.
func (c *Conn) sit(game string, s seat) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.seats != nil {
		c.seats[game] = &s
	}
	return c.seats != nil
}

// rise takes the connection's place in a game away.
func (c *Conn) rise(game string) (s seat, in bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	old, in := c.seats[game]
	if !in {
		return s, false
	}
	delete(c.seats, game)
	return *old, true
}

// depart takes a connection out of a game that it goes on in elsewhere, and returns up to which
// entry it has been told. c.moving is locked.
func (c *Conn) depart(ctx context.Context, game string) (told uint64) {
	s, in := c.rise(game)
	switch {
	case !in:
		return 0
	case s.room == nil:
		c.hub.post(s.home, c.letter(letterMoved, game))
		return s.last
	}
	known := make(chan uint64, 1)
	if s.room.send(ctx, leave{c, known}) == nil {
		select {
		case told = <-known:
			return told
		case <-s.room.gone:
		case <-ctx.Done():
		}
	}
	c.close() // it comes back and asks
	return 0
}

// follow lets a connection follow a game to where it lives now, or tell anew that it is in it
// there.
func (c *Conn) follow(ctx context.Context, game string) {
	c.moving.Lock()
	defer c.moving.Unlock()
	s, in := c.place(game)
	if !in || s.room == nil && !s.in { // whose question for the game goes on
		return
	}
	to := c.elsewhere(game)
	if to != s.home {
		s.last = c.depart(ctx, game)
	}
	switch {
	case to != "":
		if to == s.home || c.sit(game, seat{home: to, in: true, last: s.last}) {
			c.resume(to, game, s.last)
		}
	case s.home != "":
		c.goOn(ctx, game, s.last)
	}
}

// goOn lets a connection go on here in a game of which it knows the entries up to one. c.moving
// is locked.
func (c *Conn) goOn(ctx context.Context, game string, after uint64) {
	if c.enter(ctx, game, join{who: c, from: after + 1, resume: true}) != nil {
		c.close() // it comes back and asks
	}
}

// resume asks for what is told of a game after an entry.
func (c *Conn) resume(home, game string, after uint64) {
	l := c.letter(letterResume, game)
	l.Seq = after
	c.hub.post(home, l)
}

// take passes on what comes from where a game lives.
func (c *Conn) take(l letter) {
	var q *question
	if l.ID != 0 {
		q = c.hub.abroad.settled(c.number, l.ID)
	}
	known, missing := c.admits(l)
	if known {
		c.send(l.Frame)
	}
	switch s, in := c.place(l.Game); {
	case missing && in:
		c.resume(s.home, l.Game, s.last)
	case !in && l.Frame != nil: // that it has left was lost
		c.ask(l.From, l.Game, 0, wire.Leave{Game: l.Game}, 0)
	}
	if l.Answer == nil || l.ID != 0 && q == nil { // it was answered before
		return
	}
	c.seated(q, l)
	c.send(l.Answer)
}

// admits reports whether a frame of a game elsewhere is to be told: it is new, and next in order.
// Otherwise some before it may be missing.
func (c *Conn) admits(l letter) (known, missing bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s, in := c.seats[l.Game]
	switch {
	case l.Frame == nil || !in || s.room != nil || !s.in:
		return false, false
	case l.Seq == 0:
		return s.home == l.From, false
	case l.Seq != s.last+1:
		return false, l.Seq > s.last
	}
	s.last = l.Seq
	return true, false
}

// seated takes in an answer, if it is that to the question for a game.
func (c *Conn) seated(q *question, l letter) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s := c.seats[l.Game]; l.Whole && s != nil && s.room == nil {
		s.in, s.last = true, l.Seq
	}
	if q == nil || l.Whole {
		return
	}
	w, _ := q.body.(wire.Watch)
	if s := c.seats[w.Game]; s != nil && s.room == nil && !s.in {
		delete(c.seats, w.Game)
	}
}

// bye ends a connection's part in all games.
func (c *Conn) bye(ctx context.Context) {
	c.moving.Lock()
	defer c.moving.Unlock()
	c.mu.Lock()
	list := c.seats
	c.seats = nil
	c.mu.Unlock()
	homes := map[string]bool{}
	for _, s := range list {
		if s.room != nil {
			_ = s.room.send(ctx, leave{c, nil}) // a room that has closed needs no goodbye
		} else {
			homes[s.home] = true
		}
	}
	for home := range homes {
		c.hub.post(home, letter{Kind: letterEnded, Conn: c.number})
	}
}
