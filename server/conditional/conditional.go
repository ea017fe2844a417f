// Package conditional keeps the conditional moves of players in correspondence games ("if they play this, I play
// that"), and plays them at once when the opponent's move matches.
package conditional

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"tafl3d/game/match"
	"tafl3d/net/host"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
	"tafl3d/server/account"
	"tafl3d/server/store"
)

// Options configures Moves. All fields are required.
type Options struct {
	Store   *store.Store
	Journal host.Journal
	Hub     *host.Hub
	Now     func() time.Time
	Log     *slog.Logger
}

// Moves are the conditional moves of a service. Its methods may be called by many goroutines.
type Moves struct {
	opt   Options
	queue chan job
}

// job is a game to check.
type job struct {
	game string
	// unplayed is called when nothing was played; nil: nothing.
	unplayed func()
}

// Limits of the work.
const (
	mostWaiting = 1000 // games that are not checked yet; the next sweep finds others
	workers     = 4
	sweepEvery  = 30 * time.Second
	// wholeEvery is how many sweeps check all games: those whose newest entries the database does not know yet.
	wholeEvery = 20
	checkTime  = 20 * time.Second // for one game
)

// New returns the conditional moves of a service. Run plays them.
func New(opt Options) *Moves { return &Moves{opt: opt, queue: make(chan job, mostWaiting)} }

// Applies reports whether a game has conditional moves: a correspondence game.
func Applies(spec wire.Spec) bool {
	c, err := match.ParseControl(spec.Clock)
	return err == nil && ledger.Speed(c) == "correspondence"
}

// Moved checks a game after a move. If nothing is played in reply, it calls unplayed later. It never waits.
func (m *Moves) Moved(g *ledger.Game, unplayed func()) {
	if Applies(g.Spec()) {
		m.enqueue(job{g.Spec().Game, unplayed})
	}
}

// Ended drops the conditional moves of a game that has ended. It never waits.
func (m *Moves) Ended(game string) { m.enqueue(job{game: game}) }

func (m *Moves) enqueue(j job) {
	select {
	case m.queue <- j:
	default:
		if j.unplayed != nil {
			j.unplayed()
		}
	}
}

// Run checks games until ctx ends.
func (m *Moves) Run(ctx context.Context) {
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			for {
				select {
				case <-ctx.Done():
					return
				case j := <-m.queue:
					m.do(ctx, j)
				}
			}
		})
	}
	m.sweep(ctx)
	all.Wait()
}

// sweep checks games that have changed without a call of Moved here, until ctx ends: while no service ran, or at a
// service that ended before it could reply.
func (m *Moves) sweep(ctx context.Context) {
	tick := time.NewTicker(sweepEvery)
	defer tick.Stop()
	for n := 0; ; n++ {
		games, err := m.opt.Store.Conditionals.Unseen(ctx, n < 2 || n%wholeEvery == 0)
		for _, id := range games {
			if m.opt.Hub.Owns(id) {
				m.do(ctx, job{game: id})
			}
		}
		if n > 0 { // until then the list of games in progress may be incomplete
			err = errors.Join(err, m.opt.Store.Conditionals.DropEnded(ctx))
		}
		if err != nil && ctx.Err() == nil {
			m.opt.Log.Warn("cannot check the conditional moves", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// do checks the conditional moves of both players of a game.
func (m *Moves) do(ctx context.Context, j job) {
	in, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	all, err := m.opt.Store.Conditionals.Of(in, j.game)
	played := false
	for _, c := range all {
		done, fault := m.reply(in, c)
		played, err = played || done, errors.Join(err, fault)
	}
	if err != nil && ctx.Err() == nil {
		m.opt.Log.Warn("cannot check the conditional moves of a game", "game", j.game, "error", err)
	}
	if !played && j.unplayed != nil {
		j.unplayed()
	}
}

// reply plays the move of a player if it is due, and drops conditional moves that no longer apply.
func (m *Moves) reply(ctx context.Context, c store.Conditional) (played bool, err error) {
	s, err := m.check(ctx, c)
	switch {
	case err != nil:
		return false, err
	case len(s.lines) == 0:
		return false, m.opt.Store.Conditionals.Drop(ctx, c)
	case len(s.reply) > 0:
		err = m.opt.Hub.Act(ctx, c.Game, wire.SideOf(s.game.Turn()), wire.Act{Kind: wire.Play, Ply: s.game.Ply(),
			Moves: s.reply, Token: fmt.Sprint("conditional", s.game.Seq())})
		if e, refused := errors.AsType[*wire.Error](err); refused && e.Code != wire.Unavailable {
			err = nil // the player was faster, or the game is paused: the next entry decides
		} else if err != nil {
			return false, err // the next sweep tries again
		} else {
			played = true
		}
	}
	if played && !slices.ContainsFunc(s.lines, func(l line) bool { return len(l) > 1 }) {
		return played, m.opt.Store.Conditionals.Drop(ctx, c) // nothing is left
	}
	return played, errors.Join(err, m.opt.Store.Conditionals.Check(ctx, c, s.game.Seq()))
}

// check returns what has become of conditional moves; they no longer apply if their game has left the journal.
func (m *Moves) check(ctx context.Context, c store.Conditional) (state, error) {
	entries, err := m.opt.Journal.Read(ctx, c.Game, 1)
	if errors.Is(err, host.ErrNoGame) {
		return state{}, nil
	}
	if err != nil {
		return state{}, err
	}
	return check(entries, c)
}

// Get returns the caller's conditional moves in a game, from the present position on.
func (m *Moves) Get(ctx context.Context, who account.Caller, id string, _ wire.None) (q wire.Conditional, err error) {
	g, err := m.game(ctx, who, id)
	if err != nil {
		return q, err
	}
	q.Ply, q.Lines = g.Ply(), []string{}
	c, err := m.opt.Store.Conditionals.Get(ctx, id, who.ID)
	if errors.Is(err, store.ErrNone) {
		return q, nil
	}
	if err != nil {
		return q, err
	}
	s, err := m.check(ctx, c)
	if err != nil {
		return q, err
	}
	if len(s.lines) == 0 {
		return q, m.opt.Store.Conditionals.Drop(ctx, c)
	}
	return wire.Conditional{Ply: s.game.Ply(), Lines: written(s.lines)}, nil
}

// Of returns all conditional moves of an account by game, as they were set.
func (m *Moves) Of(ctx context.Context, who account.Caller) (map[string]wire.Conditional, error) {
	list, err := m.opt.Store.Conditionals.OfAccount(ctx, who.ID)
	all := map[string]wire.Conditional{}
	for _, c := range list {
		all[c.Game] = wire.Conditional{Ply: c.Ply, Lines: strings.Split(c.Lines, "\n")}
	}
	return all, err
}

// Set stores the caller's conditional moves in a game instead of older ones; without lines it removes them. It returns
// them in the notation of the program.
func (m *Moves) Set(
	ctx context.Context, who account.Caller, id string, q wire.Conditional,
) (set wire.Conditional, err error) {
	g, err := m.game(ctx, who, id)
	if err != nil {
		return set, err
	}
	set = wire.Conditional{Ply: g.Ply(), Lines: []string{}}
	if len(q.Lines) == 0 {
		return set, m.opt.Store.Conditionals.Remove(ctx, id, who.ID)
	}
	if err := maySet(g, who.ID, q.Ply); err != nil {
		return set, err
	}
	lines, err := parse(g, q.Lines)
	if err != nil {
		return set, err
	}
	if set.Lines = written(lines); len(lines) == 0 {
		return set, m.opt.Store.Conditionals.Remove(ctx, id, who.ID)
	}
	err = m.opt.Store.Conditionals.Put(ctx, store.Conditional{Game: id, Account: who.ID, Ply: g.Ply(),
		Seq: int64(g.Seq()), Seen: int64(g.Seq()), Made: m.opt.Now().UnixMicro(), Lines: strings.Join(set.Lines, "\n")})
	if err == nil {
		m.enqueue(job{game: id}) // the opponent may have moved meanwhile
	}
	return set, err
}

// maySet returns an error if a player cannot set conditional moves now.
func maySet(g *ledger.Game, player string, ply int) error {
	side, _ := g.Spec().Seat(player)
	switch {
	case !Applies(g.Spec()):
		return wire.Refuse(wire.Forbidden, "conditional moves are for correspondence games")
	case g.Over():
		return wire.Refuse(wire.Over, "%v", match.ErrOver)
	case wire.SideOf(g.Turn()) == side:
		return wire.Refuse(wire.NotYourTurn, "it is your turn: make your move first")
	case g.Ply() != ply || len(g.Peek().Steps) > 0:
		return wire.Refuse(wire.Stale, "the game has gone on: look at the new position and try again")
	}
	return nil
}

// game returns a game in progress that the caller plays.
func (m *Moves) game(ctx context.Context, who account.Caller, id string) (*ledger.Game, error) {
	entries, err := m.opt.Journal.Read(ctx, id, 1)
	if errors.Is(err, host.ErrNoGame) {
		return nil, wire.Refuse(wire.Missing, "there is no game in progress with this id")
	}
	if err != nil {
		return nil, err
	}
	g, err := ledger.Fold(entries)
	if err != nil {
		return nil, host.ErrDamaged
	}
	if _, plays := g.Spec().Seat(who.ID); !plays {
		return nil, wire.Refuse(wire.NotSeated, "you are not playing in this game")
	}
	return g, nil
}
