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
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
	"tafl3d/server/account"
	"tafl3d/server/conditional"
	"tafl3d/server/doctor"
	"tafl3d/server/event"
	"tafl3d/server/explorer"
	"tafl3d/server/games"
	"tafl3d/server/lobby"
	"tafl3d/server/moderation"
	"tafl3d/server/operator"
	"tafl3d/server/push"
	"tafl3d/server/store"
)

// Start starts a service. Games in progress continue.
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
	if err := s.store.Accounts.FillLooks(ctx, account.Looks); err != nil { // the next start tries again
		s.log.Warn("cannot store what older names look like", "error", err)
	}
	if s.broker != nil {
		s.startPart(ctx, "watch", s.watch)
	}
	if s.broker == nil { // other services may serve the same players
		if err := errors.Join(s.hub.ShareOnline(s.seeks.Me), s.hub.ShareGames(s.seeks.Me)); err != nil {
			return nil, errors.Join(err, s.Close())
		}
		s.journal.Mended(s.hub.BusReconnected)
	}
	if s.opt.Data != "" {
		s.startPart(ctx, "disk", s.watchDisk)
	}
	s.startPart(ctx, "lobby", s.seeks.Keep)
	s.startPart(ctx, "followers", s.seeks.Tell)
	s.startPart(ctx, "waiters", s.seeks.Attend)
	s.startPart(ctx, "games", s.games.Sweep)
	s.startPart(ctx, "archive", s.games.Clear)
	s.startPart(ctx, "lengths", s.games.Grow)
	s.startPart(ctx, "months", s.months)
	s.startPart(ctx, "queue", s.seeks.PairAll)
	s.startPart(ctx, "events", s.events.Run)
	s.startPart(ctx, "explorer", s.explorer.Run)
	s.startPart(ctx, "moderation", s.moderators.Sweep)
	s.startPart(ctx, "push", s.push.Run)
	s.startPart(ctx, "conditional", s.conditional.Run)
	return s, nil
}

// months creates the tables of the archive for the coming months.
func (s *Server) months(ctx context.Context) {
	for {
		if err := s.store.MakeMonths(ctx, s.opt.Now()); err != nil && ctx.Err() == nil {
			s.log.Warn(
				"cannot create the monthly tables of the archive; games are stored in the common table until then",
				"error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(monthsEvery):
		}
	}
}

// diskEvery is how often the free disk space is checked.
const diskEvery = 2 * time.Second

// watchDisk logs when the disk of the data folder is full, and when it has space again.
func (s *Server) watchDisk(ctx context.Context) {
	tick := time.NewTicker(diskEvery)
	defer tick.Stop()
	for was := false; ; {
		free, full := doctor.DiskFull(s.opt.Data)
		switch {
		case full && !was:
			s.log.Error("the disk is full: free some space, and the service continues",
				"folder", s.opt.Data, "free_bytes", free)
		case was && !full:
			s.log.Info("the disk has space again", "folder", s.opt.Data, "free_bytes", free)
		}
		was = full
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// monthsEvery is how often the tables are created.
const monthsEvery = 24 * time.Hour

// openRooms makes the parts of the service and connects them.
func (s *Server) openRooms() {
	o := s.opt
	s.games = games.New(games.Options{
		Store: s.store, Journal: s.journal, Now: o.Now, Log: s.log,
		Ended: func(g store.Game) {
			s.metrics.Ended.WithLabelValues(g.Cause).Inc()
			s.explorer.Ended(g)
			s.conditional.Ended(g.ID)
		},
		Played: func(id string) { s.events.Nudge(id) },
	})
	s.explorer = explorer.New(explorer.Options{Store: s.store, Data: o.Data, Now: o.Now, Log: s.log})
	s.accounts = account.New(account.Options{
		Store: s.store, Now: o.Now, Log: s.log, Host: o.Host, Name: o.Name, NoGuests: o.NoGuests,
		NewAccounts:        s.newAccounts(),
		RevalidateSessions: s.revalidateSessions,
		Gone:               s.games.EndDeserted,
	})
	s.moderators = moderation.New(moderation.Options{Store: s.store, Accounts: s.accounts,
		Notify: func(player string, n wire.Notice) { s.hub.Notify(player, n) }, Now: o.Now, Log: s.log})
	s.push = push.New(push.Options{Store: s.store, Now: o.Now, Log: s.log, Host: o.Host, Contact: o.SecurityContact,
		Client: o.Push,
		Done:   func(r push.Result) { s.metrics.Pushes.WithLabelValues(string(r)).Inc() }})
	bus, me := s.bus()
	s.hub = host.NewHub(host.Options{
		Journal: games.Remembering{Journal: s.journal, Games: s.games}, Bus: bus, Clock: s.journal, Name: o.Name,
		LagCap: lagCap,
		Login:  s.accounts.Login, Grace: s.grace, Finished: s.games.Archive,
		Moved:    func(g *ledger.Game) { s.conditional.Moved(g, s.push.Notice(g)) },
		MaySpeak: s.games.MaySpeak, Pending: s.accounts.Pending,
		Answered: s.answered, Log: o.Log,
		Origin:  s.ownOrigin,
		Crashed: func(string, any, []byte) { s.metrics.Faults.WithLabelValues("game").Inc() }, Fit: s.canRunGames,
	})
	s.games.Hub, s.games.Accounts = s.hub, s.accounts
	s.conditional = conditional.New(conditional.Options{Store: s.store, Journal: s.journal, Hub: s.hub, Now: o.Now,
		Log: s.log})
	s.seeks = lobby.New(lobby.Options{Store: s.store, Hub: s.hub, Bus: bus, Me: me, Accounts: s.accounts,
		Games: s.games, Now: o.Now, Log: s.log})
	s.hub.SetLobby(s.seeks)
	s.events = event.New(event.Options{
		Store: s.store, Journal: s.journal, Hub: s.hub, Accounts: s.accounts, Games: s.games, Lobby: s.seeks,
		Now: o.Now, Log: s.log,
	})
}

// startPart runs a part of the service until ctx ends. If it panics, this is logged and only that part is restarted
// after a moment.
func (s *Server) startPart(ctx context.Context, part string, run func(context.Context)) {
	s.work.Go(func() {
		for s.panics(ctx, part, run) {
			select {
			case <-ctx.Done():
			case <-time.After(restartPause):
			}
		}
	})
}

// panics runs a part of the service and reports whether it panicked.
func (s *Server) panics(ctx context.Context, part string, run func(context.Context)) (panicked bool) {
	defer func() {
		if fault := recover(); fault != nil {
			panicked = ctx.Err() == nil
			s.log.Error("a part of the service panicked", "part", part, "fault", fault, "stack", string(debug.Stack()))
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

// ownOrigin reports whether a page comes from this service, by the configured host name. The request's own Host header
// proves nothing, since another site's page can send any.
func (s *Server) ownOrigin(origin *url.URL) bool {
	name := origin.Hostname()
	return strings.EqualFold(name, s.opt.Host) || wire.ThisMachine(name) && wire.ThisMachine(s.opt.Host)
}

// canRunGames reports whether the service can run games: write acts and archive games.
func (s *Server) canRunGames() bool {
	ctx, cancel := context.WithTimeout(context.Background(), fitTime)
	defer cancel()
	return s.journal.Failing() == 0 && s.store.Ping(ctx) == nil
}

// fitTime is how long the database may take to answer for that.
const fitTime = 500 * time.Millisecond

// restartPause is the pause before a failed part of the service is restarted.
const restartPause = time.Second

// lagCap is the most that a clock is credited for the network delay of a move.
const lagCap = 300 * time.Millisecond

// Handler returns the HTTP handler of the service.
func (s *Server) Handler() http.Handler {
	if s.opt.Traces != nil {
		return s.opt.Traces.Requests(s.timely(s.routes()))
	}
	return s.timely(s.routes())
}
