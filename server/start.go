package server

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"runtime/debug"
	"strings"
	"time"

	"tafl3d/net/host"
	"tafl3d/net/wire"
	"tafl3d/server/account"
	"tafl3d/server/doctor"
	"tafl3d/server/event"
	"tafl3d/server/explorer"
	"tafl3d/server/games"
	"tafl3d/server/lobby"
	"tafl3d/server/operator"
	"tafl3d/server/store"
)

// Start starts a service. Games that were under way go on.
func Start(ctx context.Context, opt Options) (*Server, error) {
	opt = opt.filled()
	s := &Server{opt: opt, log: opt.Log, exports: make(chan struct{}, exportsAtOnce), broken: make(chan struct{})}
	ctx, s.cancel = context.WithCancel(context.WithoutCancel(ctx))
	for _, step := range []func(context.Context) error{
		s.lockData, s.protectData, s.openStore, s.openBroker, s.openJournal,
	} {
		if err := step(ctx); err != nil {
			return nil, errors.Join(err, s.Close())
		}
	}
	s.metrics = operator.NewMetrics(operator.Gauges{
		Rooms: func() int { return s.hub.Rooms() }, Dozing: func() int { return s.hub.CompressedGames() },
		Aside: func() int { return s.hub.Quarantined() }, Damaged: func() int { return s.hub.DamagedGames() },
		Conns:   func() int { return s.hub.Conns() },
		Folds:   func() int64 { return s.hub.Folds() },
		Waiting: func() int { return s.seeks.Waits() },
		Failing: func() time.Duration { return s.journal.Failing() },
		Free:    func() (uint64, error) { return doctor.FreeSpace(s.opt.Data) },
	})
	s.openRooms()
	if err := s.seeks.Open(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if err := s.store.FillLooks(ctx, account.Looks); err != nil { // it is done by the next start
		s.log.Warn("what older names look like cannot be noted", "error", err)
	}
	if s.broker != nil {
		s.beside(ctx, "watch", s.watch)
	}
	if s.broker == nil { // other services may serve the same players
		if err := errors.Join(s.hub.ShareOnline(s.seeks.Me), s.hub.ShareGames(s.seeks.Me)); err != nil {
			return nil, errors.Join(err, s.Close())
		}
		s.journal.Mended(s.hub.BusReconnected)
	}
	if s.opt.Data != "" {
		s.beside(ctx, "disk", s.watchDisk)
	}
	s.beside(ctx, "lobby", s.seeks.Keep)
	s.beside(ctx, "followers", s.seeks.Tell)
	s.beside(ctx, "waiters", s.seeks.Attend)
	s.beside(ctx, "games", s.games.Sweep)
	s.beside(ctx, "archive", s.games.Clear)
	s.beside(ctx, "lengths", s.games.Grow)
	s.beside(ctx, "months", s.months)
	s.beside(ctx, "queue", s.seeks.PairAll)
	s.beside(ctx, "events", s.events.Run)
	s.beside(ctx, "explorer", s.explorer.Run)
	return s, nil
}

// months has the archive lie by month, with the next ones ready.
func (s *Server) months(ctx context.Context) {
	for {
		if err := s.store.MakeMonths(ctx, s.opt.Now()); err != nil && ctx.Err() == nil {
			s.log.Warn("the months of the archive cannot be made; games that end lie with the rest until they are",
				"error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(monthsEvery):
		}
	}
}

// diskEvery is how often the room on the disk is looked at.
const diskEvery = 2 * time.Second

// watchDisk tells the log when the disk of the data folder is full, and when there is room again.
func (s *Server) watchDisk(ctx context.Context) {
	tick := time.NewTicker(diskEvery)
	defer tick.Stop()
	for was := false; ; {
		free, full := doctor.DiskFull(s.opt.Data)
		switch {
		case full && !was:
			s.log.Error("the disk is full: make room, and the service goes on",
				"folder", s.opt.Data, "free_bytes", free)
		case was && !full:
			s.log.Info("the disk has room again", "folder", s.opt.Data, "free_bytes", free)
		}
		was = full
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// monthsEvery is how often that is looked at.
const monthsEvery = 24 * time.Hour

// openRooms makes the rooms of the service, each with those that it speaks to.
func (s *Server) openRooms() {
	o := s.opt
	s.games = games.New(games.Options{
		Store: s.store, Journal: s.journal, Now: o.Now, Log: s.log,
		Ended: func(g store.Game) {
			s.metrics.Ended.WithLabelValues(g.Cause).Inc()
			s.explorer.Ended(g)
		},
		Played: func(id string) { s.events.Nudge(id) },
	})
	s.explorer = explorer.New(explorer.Options{Store: s.store, Data: o.Data, Now: o.Now, Log: s.log})
	s.accounts = account.New(account.Options{
		Store: s.store, Now: o.Now, Log: s.log, Host: o.Host, Name: o.Name, NoGuests: o.NoGuests, Doubt: s.doubt,
		Gone: s.games.EndDeserted,
	})
	bus, me := s.bus()
	s.hub = host.NewHub(host.Options{
		Journal: games.Remembering{Journal: s.journal, Games: s.games}, Bus: bus, Clock: s.journal, Name: o.Name,
		LagCap: lagCap,
		Login:  s.accounts.Login, Grace: s.grace, Finished: s.games.Archive, MaySpeak: s.games.MaySpeak,
		Answered: s.answered, Log: o.Log,
		Origin:  s.ours,
		Crashed: func(string, any, []byte) { s.metrics.Faults.WithLabelValues("game").Inc() }, Fit: s.fit,
	})
	s.games.Hub, s.games.Accounts = s.hub, s.accounts
	s.seeks = lobby.New(lobby.Options{Store: s.store, Hub: s.hub, Bus: bus, Me: me, Accounts: s.accounts,
		Games: s.games, Now: o.Now, Log: s.log})
	s.hub.SetLobby(s.seeks)
	s.events = event.New(event.Options{
		Store: s.store, Journal: s.journal, Hub: s.hub, Accounts: s.accounts, Games: s.games, Lobby: s.seeks,
		Now: o.Now, Log: s.log,
	})
}

// beside runs a part of the service until ctx ends. A fault of ours in it is told, and it
// begins anew after a moment: it takes nothing else with it.
func (s *Server) beside(ctx context.Context, part string, run func(context.Context)) {
	s.work.Go(func() {
		for s.breaks(ctx, part, run) {
			select {
			case <-ctx.Done():
			case <-time.After(anew):
			}
		}
	})
}

// breaks runs a part of the service, and reports whether it broke.
func (s *Server) breaks(ctx context.Context, part string, run func(context.Context)) (broke bool) {
	defer func() {
		if fault := recover(); fault != nil {
			broke = ctx.Err() == nil
			s.log.Error("a part of the service broke", "part", part, "fault", fault, "stack", string(debug.Stack()))
			s.metrics.Faults.WithLabelValues(part).Inc()
		}
	}()
	run(ctx)
	return false
}

// answered counts an act.
func (s *Server) answered(kind wire.Kind, code wire.Code, took time.Duration) {
	s.metrics.Answered(kind, code, took)
	if s.opt.Traces != nil {
		s.opt.Traces.Act(kind, code, took)
	}
	if code == "" || code == wire.Unavailable { // it was to be written
		s.lag.took(took, s.opt.Now())
	}
}

// ours reports whether a page comes from this service, by the name that players reach it by: what a request calls the
// service says nothing, since a page of another site can have the browser call it anything.
func (s *Server) ours(origin *url.URL) bool {
	name := origin.Hostname()
	return strings.EqualFold(name, s.opt.Host) || wire.ThisMachine(name) && wire.ThisMachine(s.opt.Host)
}

// fit reports whether the service can look after games: take turns and put ends into the archive.
func (s *Server) fit() bool {
	ctx, cancel := context.WithTimeout(context.Background(), fitTime)
	defer cancel()
	return s.journal.Failing() == 0 && s.store.Ping(ctx) == nil
}

// fitTime is how long the database may take to show that a service can look after games.
const fitTime = 500 * time.Millisecond

// anew is how long a part of the service that broke rests.
const anew = time.Second

// lagCap is the most that a clock is credited for the lag of a turn.
const lagCap = 300 * time.Millisecond

// Handler returns the doors of the service.
func (s *Server) Handler() http.Handler {
	if s.opt.Traces != nil {
		return s.opt.Traces.Requests(s.timely(s.routes()))
	}
	return s.timely(s.routes())
}
