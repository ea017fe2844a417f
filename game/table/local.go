package table

import (
	"context"
	"fmt"
	"sync"
	"time"

	"tafl3d/game"
	"tafl3d/game/match"
)

// Clock is the source of time of a table.
type Clock interface {
	Now() time.Time
	// After returns a channel that receives a value after d.
	After(d time.Duration) <-chan time.Time
}

// Options configures a local table. Only Match is required; the table takes ownership of it.
type Options struct {
	Match   *match.Match
	Players [game.Sides]Player // nil: the side plays through Send
	Clock   Clock              // nil: the system clock
	Wake    func()             // called after each update was put into the channel; must not block
}

// Local is a match played in this process.
type Local struct {
	opt    Options
	ask    chan request
	out    chan Update
	cancel context.CancelFunc
	done   chan struct{}  // closed when the table has ended
	minds  sync.WaitGroup // the goroutines of players
}

var _ Table = (*Local)(nil)

// request is an action that waits for the match, or an error of a player.
type request struct {
	side game.Side
	act  match.Action
	err  error
}

// Capacities of the channels. They are small: a person asks for one thing at a time, and the table waits for a slow
// reader of updates.
const (
	maxAsk = 16
	maxOut = 64
)

// Start starts a table. It ends with ctx or with Close.
func Start(ctx context.Context, opt Options) *Local {
	if opt.Clock == nil {
		opt.Clock = systemClock{}
	}
	if opt.Wake == nil {
		opt.Wake = func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	l := &Local{opt: opt, ask: make(chan request, maxAsk), out: make(chan Update, maxOut), cancel: cancel,
		done: make(chan struct{})}
	go l.run(ctx)
	return l
}

// Send implements Table.
func (l *Local) Send(side game.Side, a match.Action) error {
	select {
	case l.ask <- request{side: side, act: a}:
		return nil
	default:
		return ErrBusy
	}
}

// Updates implements Table.
func (l *Local) Updates() <-chan Update { return l.out }

// Close implements Table. Actions sent before are still carried out, and their updates can be read afterwards. The
// contexts of players are cancelled; use Wait to wait for them.
func (l *Local) Close() {
	l.cancel()
	<-l.done
}

// Wait waits, after Close, until no player is thinking. A player that ignores its context delays it.
func (l *Local) Wait() { l.minds.Wait() }

// host is the goroutine of a table with the data that only it uses.
type host struct {
	*Local
	match    *match.Match
	seq      int
	thinking choice
}

// choice is one running choice of a player.
type choice struct {
	about  subject
	answer <-chan request
	stop   context.CancelFunc
}

// subject identifies what a player is choosing. It does not change with a mere offer, so that players need not start
// again.
type subject struct {
	idle   bool // no player at the table is to choose
	halted bool // the game is paused or over
	turns  int  // number of changes of the position so far
}

func (l *Local) run(ctx context.Context) {
	h := &host{Local: l, match: l.opt.Match, thinking: choice{about: subject{turns: -1}, stop: func() {}}}
	defer close(l.done)
	defer close(l.out)
	defer func() { h.thinking.stop() }()
	h.match.Begin(l.opt.Clock.Now())
	h.accept(ctx, Update{})
	moved := 0
	for {
		h.think(ctx, moved)
		r, ok := h.next(ctx)
		if !ok {
			h.finish(ctx)
			return
		}
		if h.handle(ctx, r) {
			moved++
		}
	}
}

// next waits for the next action. It returns false when the table closes.
func (h *host) next(ctx context.Context) (request, bool) {
	var flag <-chan time.Time
	if d, ok := h.match.Deadline(); ok {
		flag = h.opt.Clock.After(d.Sub(h.opt.Clock.Now()))
	}
	select {
	case <-ctx.Done():
		return request{}, false
	case r := <-h.ask:
		return r, true
	case r := <-h.thinking.answer:
		h.thinking.answer = nil
		return r, r.err == nil || ctx.Err() == nil // a player stopped by the closing table has not failed
	case <-flag:
		return request{side: h.match.Side(), act: match.Flag{}}, true
	}
}

// finish carries out the actions sent before the table closed.
func (h *host) finish(ctx context.Context) {
	h.thinking.stop()
	for {
		select {
		case r := <-h.ask:
			h.handle(ctx, r)
		default:
			return
		}
	}
}

// handle carries out one request and reports whether the player must start thinking again.
func (h *host) handle(ctx context.Context, r request) bool {
	if r.err != nil {
		return h.failed(ctx, r)
	}
	now := h.opt.Clock.Now()
	events, err := h.match.Do(r.side, r.act, now)
	_, flag := r.act.(match.Flag)
	switch {
	case err == nil:
		h.accept(ctx, Update{Side: r.side, Action: r.act, Events: events})
		return changes(r.act, events)
	case flag: // the timer fired early
		return false
	}
	h.emit(ctx, Update{Seq: h.seq, Side: r.side, Action: r.act, Err: err})
	return false
}

// changes reports whether an accepted action changed what there is to choose.
func changes(a match.Action, events []game.Event) bool {
	switch a.(type) {
	case match.OfferDraw, match.DeclineDraw, match.Claim, match.DenyClaim, match.WaiveClaim:
		return len(events) > 0
	}
	return true
}

// failed pauses the game after an error of a player and sends the error.
func (h *host) failed(ctx context.Context, r request) bool {
	h.emit(ctx, Update{Seq: h.seq, Side: r.side, Err: &PlayerError{r.side, r.err}})
	events, err := h.match.Do(r.side, match.Pause{}, h.opt.Clock.Now())
	if err != nil { // the game has ended in the meantime
		return false
	}
	h.accept(ctx, Update{Side: r.side, Action: match.Pause{}, Events: events})
	return true
}

// accept numbers an update and sends it.
func (h *host) accept(ctx context.Context, u Update) {
	h.seq++
	u.Seq = h.seq
	h.emit(ctx, u)
}

func (h *host) emit(ctx context.Context, u Update) {
	u.State = h.match.State()
	select {
	case h.out <- u: // even if the table is closing
		h.opt.Wake()
		return
	default:
	}
	select {
	case h.out <- u:
		h.opt.Wake()
	case <-ctx.Done():
	}
}

// think lets the player to move choose, unless it is already doing so. A player that is choosing for another subject
// is stopped. Its channel is no longer read, so a late answer is never played.
func (h *host) think(ctx context.Context, moved int) {
	p := h.opt.Players[h.match.Side()]
	halted := h.match.Paused() || h.match.Disputed() || h.match.Outcome().Over()
	about := subject{idle: p == nil || halted, halted: halted, turns: moved}
	if about == h.thinking.about {
		return
	}
	h.thinking.stop()
	h.thinking = choice{about: about, stop: func() {}}
	if about.halted {
		return
	}
	ctx, h.thinking.stop = context.WithCancel(ctx)
	side, state := h.match.Side(), h.match.State()
	s := Situation{Position: state.Position, History: state.History, Clock: state.Clock, Now: h.opt.Clock.Now(),
		Played: state.Played()}
	if about.idle {
		if w, ok := h.opt.Players[side.Other()].(Ponderer); ok {
			h.minds.Go(func() { ponder(ctx, w, s) })
		}
		return
	}
	answer := make(chan request, 1) // buffered, so that a late player never blocks
	h.thinking.answer = answer
	ply := h.match.Ply()
	h.minds.Go(func() { answer <- choose(ctx, p, s, side, ply) })
}

// ponder lets p think during the opponent's turn. Its panics are ignored, because pondering is optional.
func ponder(ctx context.Context, p Ponderer, s Situation) {
	defer func() { _ = recover() }()
	p.Ponder(ctx, s)
}

// choose asks p and checks its answer on a copy, so that an illegal move is reported as the player's error and not as
// a refused action.
func choose(ctx context.Context, p Player, s Situation, side game.Side, ply int) (r request) {
	r.side = side
	pos, history := s.Position, s.History.Clone()
	defer func() {
		if v := recover(); v != nil {
			r.err = fmt.Errorf("it panicked: %v", v)
		}
	}()
	mv, err := p.Choose(ctx, s)
	if err == nil {
		_, err = pos.Try(mv, history)
	}
	r.err = err
	r.act = match.Play{Ply: ply, Move: mv}
	return r
}

// systemClock is the system clock.
type systemClock struct{}

func (systemClock) Now() time.Time                         { return time.Now() }
func (systemClock) After(d time.Duration) <-chan time.Time { return time.After(d) }
