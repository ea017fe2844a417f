package lobby

import (
	"context"
	"time"

	"tafl3d/net/host"
	"tafl3d/net/wire"
	"tafl3d/server/account"
	"tafl3d/server/store"
)

// tellEvery is the shortest time between two messages to a follower of the lobby, turnsEvery how often the followers'
// games are checked for whose turn it is.
const (
	tellEvery  = time.Second
	turnsEvery = 15 * time.Second
)

// Follow implements host.Lobby.
func (s *Lobby) Follow(c *host.Conn, q wire.Follow) {
	q.Changes = q.Changes && q.Lobby && c.Player().ID != ""
	q.Queue = q.Queue && c.Player().ID != ""
	if q == (wire.Follow{}) {
		s.followers.mu.Lock()
		delete(s.followers.all, c)
		s.followers.mu.Unlock()
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), askTime)
	defer cancel()
	var w wire.Waiting
	var lost error
	if q.Queue {
		w, lost = s.Waiting(ctx, account.Caller{Account: store.Account{ID: c.Player().ID, Kind: kindOf(c)}},
			wire.None{})
	}
	if q.Changes {
		s.turns(ctx, c.Player().ID)
	}
	s.begun(c, q)
	if q.Queue && lost == nil {
		c.Tell(w)
	}
}

// kindOf returns the kind of a connection's account, as far as it matters for the queue.
func kindOf(c *host.Conn) store.Kind {
	if c.Player().Bot {
		return store.Bot
	}
	return store.Person
}

// begun registers a connection as follower and sends it the present state of the lobby.
func (s *Lobby) begun(c *host.Conn, q wire.Follow) {
	p := &s.followers
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.all == nil {
		p.all = map[*host.Conn]*follower{}
	}
	f := p.all[c]
	if f == nil {
		f = &follower{}
		p.all[c] = f
	}
	f.wants = q
	if k := s.matchmaker().ticketOf(c.Player().ID, ticketKind(c)); k != nil {
		f.ticket = k.ID
	} else {
		f.done = s.replica.lastOf(c.Player().ID)
	}
	switch {
	case q.Changes:
		f.seen, f.seq = s.look(c.Player().ID), p.round
		c.Tell(wire.LobbyWhole{Seq: f.seq, Lobby: f.seen.lobby()})
	case q.Lobby:
		f.changes = s.replica.changed()
		c.Tell(wire.Notice{Kind: wire.NoticeLobby})
	}
}

// ticketKind returns the kind of ticket that a connection's account has in the queue.
func ticketKind(c *host.Conn) store.SeekKind {
	if c.Player().Bot {
		return store.Offer
	}
	return store.Queue
}

// changed returns the change count of the replica.
func (r *replica) changed() uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.changes
}

// Tell sends changes to those who follow the lobby or the queue, until ctx ends.
func (s *Lobby) Tell(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.replica.news:
		}
		s.tellAll(ctx)
		select {
		case <-ctx.Done():
			return
		case <-time.After(tellEvery):
		}
	}
}

func (s *Lobby) tellAll(ctx context.Context) {
	p := &s.followers
	p.mu.Lock()
	defer p.mu.Unlock()
	p.round++
	changes := s.replica.changed()
	written := map[step][]byte{}
	for c, f := range p.all {
		switch {
		case f.wants.Changes:
			s.tellChange(c, f, written)
		case f.wants.Lobby && f.changes != changes:
			f.changes = changes
			c.Tell(wire.Notice{Kind: wire.NoticeLobby})
		}
		if f.wants.Queue {
			s.tellTicket(ctx, c, f, false)
		}
	}
}

// step is a change from the view last sent to the present one.
type step struct {
	before, now *view
	after       uint64
}

// tellChange sends a follower what has changed in its view. A message that is the same for several followers is encoded
// once.
func (s *Lobby) tellChange(c *host.Conn, f *follower, written map[step][]byte) {
	now := s.look(c.Player().ID)
	if now == f.seen {
		return
	}
	at := step{f.seen, now, f.seq}
	frame, done := written[at]
	if !done {
		if change, any := since(f.seen, now); any {
			change.After, change.Seq = f.seq, s.followers.round
			frame, _ = wire.Encode(0, change) // it can always be encoded
		}
		written[at] = frame
	}
	if f.seen = now; frame != nil {
		f.seq = s.followers.round
		c.Pass(frame)
	}
}

// since returns the difference of two views, and whether there is any.
func since(before, now *view) (wire.LobbyChange, bool) {
	c := wire.LobbyChange{
		Seeks: patch(before.seeks, now.seeks), Live: patch(before.live, now.live), Mine: patch(before.mine, now.mine),
		Queue: patch(before.queue, now.queue), Here: patch(before.here, now.here), Bots: patch(before.bots, now.bots),
		Waiting: now.waiting,
	}
	same := c.Seeks == nil && c.Live == nil && c.Mine == nil && c.Queue == nil && c.Here == nil && c.Bots == nil &&
		before.waiting == now.waiting
	return c, !same
}

// patch returns the difference of two lists, nil if there is none. Equal items have equal pointers.
func patch[T any](before, now []*T) *wire.Patch[T] {
	least := min(len(before), len(now))
	from := 0
	for from < least && before[from] == now[from] {
		from++
	}
	if from == len(before) && from == len(now) {
		return nil
	}
	place := make(map[*T]int, len(before)-from)
	for i, one := range before[from:] {
		place[one] = from + i
	}
	p := &wire.Patch[T]{}
	next := from // first item of before that is not dealt with yet
	for i, one := range now[from:] {
		at, known := place[one]
		if !known || at < next { // new, or moved forward: then it is removed from its old place
			p.New = append(p.New, wire.Place[T]{At: from + i, One: *one})
			continue
		}
		for ; next < at; next++ {
			p.Gone = append(p.Gone, next)
		}
		next++
	}
	for ; next < len(before); next++ {
		p.Gone = append(p.Gone, next)
	}
	return p
}

// tellTicket tells a player that they wait or no longer wait, if that differs from the last message. With again it
// repeats the message while they wait, and renews their ticket.
func (s *Lobby) tellTicket(ctx context.Context, c *host.Conn, f *follower, again bool) {
	who := c.Player().ID
	if k := s.matchmaker().ticketOf(who, ticketKind(c)); k != nil {
		if again || f.ticket != k.ID {
			f.ticket = k.ID
			s.keeps(k, lasts(k.Kind))
			w, _ := s.matchmaker().status(ctx, k) // without bots if they cannot be listed
			c.Tell(w)
		}
		return
	}
	// perhaps paired before the first message
	if last := s.replica.lastOf(who); last != "" && last != f.done {
		f.done, f.ticket = last, ""
		c.Tell(s.replica.paired(last, who))
	}
}

// lastOf returns the latest ticket of an account that waits or has waited recently, empty if there is none.
func (r *replica) lastOf(who string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.last[who]
}

// paired returns the game that came from a ticket.
func (r *replica) paired(ticket, who string) (w wire.Waiting) {
	r.mu.Lock()
	defer r.mu.Unlock()
	g := r.games[r.came[ticket]]
	if g == nil {
		return w
	}
	w.Game = g.brief.Game
	other := g.brief.Attackers
	if other.ID == who {
		other = g.brief.Defenders
	}
	w.With = &other
	return w
}

// Attend renews the tickets of waiting players who follow the queue and sends them their state, and checks whose turn
// it is in the games of those who follow the lobby, until ctx ends.
func (s *Lobby) Attend(ctx context.Context) {
	tick := time.NewTicker(keepEvery * renewEvery)
	defer tick.Stop()
	for n := 1; ; n++ {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		s.tellTickets(ctx)
		if n%int(turnsEvery/(keepEvery*renewEvery)) == 0 {
			for _, who := range s.followers.players() {
				s.turns(ctx, who)
			}
		}
	}
}

func (s *Lobby) tellTickets(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	s.followers.mu.Lock()
	defer s.followers.mu.Unlock()
	for c, f := range s.followers.all {
		if f.wants.Queue {
			s.tellTicket(ctx, c, f, true)
		}
	}
}

// players returns the accounts that follow changes of the lobby.
func (p *followers) players() (list []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for c, f := range p.all {
		if f.wants.Changes {
			list = append(list, c.Player().ID)
		}
	}
	return list
}
