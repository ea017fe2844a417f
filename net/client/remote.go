package client

import (
	"context"
	crand "crypto/rand"
	"errors"
	"math/rand/v2"
	"sync"
	"time"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/table"
	"tafl3d/game/variant"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
)

// Remote is the table of a game on a service. It shows only what the service has accepted. Acts without an answer are
// sent again after a reconnection, with the same token.
type Remote struct {
	line   *Line
	id     string
	in     chan message
	out    chan table.Update
	cancel context.CancelFunc
	done   chan struct{}

	mu          sync.Mutex
	watchID     uint64    // id of the last Watch
	watchDue    time.Time // when to send it again; zero after the answer
	watchTries  int       // how often it was refused as unavailable
	game        *ledger.Game
	pending     []pending
	retryTimer  *time.Timer // fires when refused acts must be sent again
	status      Status
	clock       clockOffset
	shownOffset time.Duration // offset with which the clocks were last shown
	chat        []wire.Said
}

var _ table.Table = (*Remote)(nil)

type message struct {
	id   uint64
	body wire.Body
}

// pending is an act that was sent and not yet answered.
type pending struct {
	id     uint64    // of the last request
	due    time.Time // when to send it again
	side   game.Side
	action match.Action // nil for acts that exist only in online games
	act    wire.Act
	tries  int // how often it was refused as unavailable
}

// Status is the state of an online game besides its position.
type Status struct {
	Spec     wire.Spec
	Variant  *variant.Variant // nil until the game has arrived
	Ahead    time.Duration    // how far the local clock is ahead of game time
	Presence [game.Sides]wire.Presence
	Asked    ledger.Ask
	Aborted  bool
	Waiting  int // acts without an answer
	Err      error
	Said     []wire.Said
	You      [game.Sides]bool // the sides that the user plays
}

// Delay is the delay for spectators.
func (s *Status) Delay() time.Duration { return time.Duration(s.Spec.Delay) * time.Second }

// Until is when an absent player loses; zero if never.
func (s *Status) Until(side game.Side) time.Time {
	if at := s.Presence[side].Until; at != 0 {
		return at.Time().Add(s.Ahead)
	}
	return time.Time{}
}

// ErrHere says that an action is not possible in an online game.
var ErrHere = errors.New("not possible in an online game")

// ErrNotSeated says that the user does not play that side.
var ErrNotSeated = errors.New("you do not play on this side")

const (
	maxReceived   = 256
	maxUpdates    = 64
	maxPending    = 16
	resendAfter   = 3 * time.Second        // until an unanswered request is sent again
	checkInterval = time.Second            // how often unanswered requests are checked
	firstRetry    = 200 * time.Millisecond // after a refusal as unavailable; doubled each time
	maxDoublings  = 5                      // limit of the doubling
)

// Join opens the table of a game, for a player or spectator. The first update comes when the game has arrived.
func (l *Line) Join(id string) *Remote {
	ctx, cancel := context.WithCancel(l.ctx)
	r := &Remote{line: l, id: id, in: make(chan message, maxReceived), out: make(chan table.Update, maxUpdates),
		retryTimer: time.NewTimer(resendAfter), cancel: cancel, done: make(chan struct{})}
	l.mu.Lock()
	l.games[id] = r
	connected := l.state == Connected
	l.mu.Unlock()
	if connected {
		r.resume()
	}
	go r.run(ctx)
	return r
}

// Updates implements table.Table.
func (r *Remote) Updates() <-chan table.Update { return r.out }

// Close implements table.Table. The game goes on at the service.
func (r *Remote) Close() {
	r.line.mu.Lock()
	if r.line.games[r.id] == r {
		delete(r.line.games, r.id)
	}
	r.line.mu.Unlock()
	r.line.send(wire.Leave{Game: r.id})
	r.cancel()
	<-r.done
}

// Status returns the current status.
func (r *Remote) Status() Status {
	me := r.line.Player().ID
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.status
	s.Waiting, s.Ahead = len(r.pending), r.clock.ahead
	s.Said = r.chat[:len(r.chat):len(r.chat)]
	if you, seated := s.Spec.Seat(me); seated {
		side, _ := you.Side()
		s.You[side] = true
	}
	return s
}

// Send implements table.Table: it sends an action of side.
func (r *Remote) Send(side game.Side, a match.Action) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.game == nil {
		return table.ErrBusy
	}
	act, ok := ledger.Act(r.game.Variant().Rules, a, r.game.Ply())
	if !ok {
		return ErrHere
	}
	return r.sendAction(side, a, act)
}

// Ask sends an act that exists only in online games: a request, its answer, or an abort. Ply and Token are filled in.
func (r *Remote) Ask(side game.Side, act wire.Act) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.game == nil {
		return table.ErrBusy
	}
	act.Ply = r.game.Ply()
	return r.sendAction(side, nil, act)
}

func (r *Remote) sendAction(side game.Side, a match.Action, act wire.Act) error {
	if s, ok := r.game.Spec().Seat(r.line.Player().ID); !ok || s != wire.SideOf(side) {
		return ErrNotSeated
	}
	if len(r.pending) >= maxPending {
		return table.ErrBusy
	}
	act.Token = crand.Text()
	p := pending{side: side, action: a, act: act}
	r.sendAct(&p)
	r.pending = append(r.pending, p)
	return nil
}

// Say sends a line of chat.
func (r *Remote) Say(text string) { r.line.send(wire.Say{Game: r.id, Text: text}) }

// resume requests the missing entries. Unanswered acts are sent again when these have arrived.
func (r *Remote) resume() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.watch(time.Now())
}

// watch requests the missing entries, and sets the time to do so again.
func (r *Remote) watch(now time.Time) {
	from := uint64(1)
	if r.game != nil {
		from = r.game.Seq() + 1
	}
	r.watchID, r.watchDue = r.line.send(wire.Watch{Game: r.id, From: from}), now.Add(resendAfter)
}

func (r *Remote) run(ctx context.Context) {
	defer close(r.done)
	defer close(r.out)
	tick := time.NewTicker(checkInterval)
	defer tick.Stop()
	defer r.retryTimer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-tick.C:
			r.resend(now)
		case now := <-r.retryTimer.C:
			r.resend(now)
		case m := <-r.in:
			for _, u := range r.receive(m) {
				select {
				case r.out <- u:
				case <-ctx.Done():
					return
				}
			}
			r.line.opt.Wake()
		}
	}
}

// retryAt returns when to retry after another refusal as unavailable.
func (r *Remote) retryAt(tries *int) time.Time {
	wait := min(firstRetry<<*tries, resendAfter)
	wait = wait/2 + rand.N(wait/2)
	*tries = min(*tries+1, maxDoublings)
	at := time.Now().Add(wait)
	r.retryTimer.Reset(wait)
	return at
}

// resend sends requests again that are overdue.
func (r *Remote) resend(now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.watchDue.IsZero() && !now.Before(r.watchDue) {
		r.watch(now)
	}
	for i := range r.pending {
		if p := &r.pending[i]; !now.Before(p.due) {
			r.sendAct(p)
		}
	}
}

// sendAct sends an act, at first or again.
func (r *Remote) sendAct(p *pending) {
	p.id = r.line.send(wire.Do{Game: r.id, Act: p.act})
	p.due = time.Now().Add(resendAfter)
}

// receive applies a message and returns the resulting updates.
func (r *Remote) receive(m message) []table.Update {
	lag, now := r.line.Lag(), time.Now()
	r.mu.Lock()
	defer r.mu.Unlock()
	var updates []table.Update
	switch b := m.body.(type) {
	case wire.Pong:
		r.clock.measure(b.Now, now, now.Sub(time.Unix(0, int64(b.Nonce))))
		if b.Now == 0 && r.game != nil && r.watchDue.IsZero() { // the service takes this connection for not watching
			r.watch(now)
		}
	case wire.Snapshot: // the service may have been down, and game time stopped
		r.clock = clockOffset{}
		r.clock.measure(b.Now, now, lag)
		r.watchDue, r.watchTries = time.Time{}, 0
		updates = r.catchUp(b)
	case wire.News:
		r.clock.measure(b.Now, now, lag)
		updates = r.fold([]wire.Entry{b.Entry})
	case wire.Done:
		r.removeRequest(m.id)
	case wire.Refused:
		updates = r.refused(m.id, b)
	case wire.Presence:
		r.setPresence(b)
	case wire.Said:
		r.chat = append(r.chat, b)
	}
	if len(updates) == 0 && r.game != nil && (r.clock.ahead-r.shownOffset).Abs() > shownTolerance {
		updates = []table.Update{{Seq: int(r.game.Seq()), State: r.game.State()}}
	}
	for i := range updates {
		updates[i].State.Clock = updates[i].State.Clock.Shift(r.clock.ahead)
		r.shownOffset = r.clock.ahead
	}
	return updates
}

// shownTolerance is the error of the shown clocks from which they are updated.
const shownTolerance = 500 * time.Millisecond

// catchUp applies a snapshot and sends unanswered acts again.
func (r *Remote) catchUp(b wire.Snapshot) []table.Update {
	for _, p := range b.Presence {
		r.setPresence(p)
	}
	if b.Said != nil {
		r.chat = b.Said
	}
	updates := r.fold(b.Entries)
	for i := range r.pending {
		r.sendAct(&r.pending[i])
	}
	return updates
}

func (r *Remote) setPresence(p wire.Presence) {
	if side, ok := p.Side.Side(); ok {
		r.status.Presence[side] = p
	}
}

// fold applies entries to the game and skips known ones. The first call gives a single update.
func (r *Remote) fold(entries []wire.Entry) (updates []table.Update) {
	if r.game == nil {
		g, err := ledger.Fold(entries)
		if err != nil {
			r.status.Err = err
			return nil
		}
		r.game = g
		r.status.Spec, r.status.Variant = g.Spec(), g.Variant()
		r.updateStatus()
		return []table.Update{{Seq: int(g.Seq()), State: g.State()}}
	}
	for _, e := range entries {
		if e.Seq <= r.game.Seq() {
			continue
		}
		events, err := r.game.Apply(e)
		if err != nil { // a gap or a different result: request the whole game
			r.game = nil
			r.watch(time.Now())
			return updates
		}
		side, _ := e.By.Side()
		r.removeToken(e)
		updates = append(updates, table.Update{Seq: int(e.Seq), Side: side, Action: r.game.Last(), Events: events,
			State: r.game.State()})
	}
	r.updateStatus()
	return updates
}

// updateStatus updates the status from the game.
func (r *Remote) updateStatus() {
	r.status.Asked, r.status.Aborted, r.status.Err = r.game.Asked(), r.game.Aborted(), nil
}

// removeToken removes the act that has become entry e.
func (r *Remote) removeToken(e wire.Entry) {
	for i, p := range r.pending {
		if p.act.Token == e.Act.Token && wire.SideOf(p.side) == e.By {
			r.pending = append(r.pending[:i:i], r.pending[i+1:]...)
			return
		}
	}
}

// removeRequest removes and returns the act with the id of a request.
func (r *Remote) removeRequest(id uint64) (p pending, ok bool) {
	for i, p := range r.pending {
		if p.id == id {
			r.pending = append(r.pending[:i:i], r.pending[i+1:]...)
			return p, true
		}
	}
	return pending{}, false
}

// refused handles a refused request. Requests refused as unavailable are sent again; other refusals are reported.
func (r *Remote) refused(id uint64, b wire.Refused) []table.Update {
	switch {
	case b.Code == wire.Unavailable && id == r.watchID:
		r.watchDue = r.retryAt(&r.watchTries)
		return nil
	case b.Code == wire.Unavailable:
		for i := range r.pending {
			if p := &r.pending[i]; p.id == id {
				p.due = r.retryAt(&p.tries)
			}
		}
		return nil
	case id == r.watchID:
		r.watchDue = time.Time{}
	}
	why := &wire.Error{Code: b.Code, Text: b.Text}
	p, ok := r.removeRequest(id)
	if !ok || r.game == nil {
		r.status.Err = why
		return nil
	}
	return []table.Update{{Seq: int(r.game.Seq()), Side: p.side, Action: p.action, State: r.game.State(), Err: why}}
}
