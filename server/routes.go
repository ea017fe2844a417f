package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"

	"tafl3d/net/wire"
	"tafl3d/server/account"
	"tafl3d/server/web"
)

// routes lists the doors: that for live games, and those for requests, which are
// limited otherwise.
func (s *Server) routes() http.Handler {
	all := http.NewServeMux()
	all.HandleFunc(wire.GetSocket.Pattern(), s.socket)
	all.Handle(wire.GetExport.Pattern(), s.limit(http.HandlerFunc(s.export))) // as long as a player's archive
	all.Handle("/", s.limit(s.admit(s.requests())))
	return all
}

// answerWithin is how long a request may take, well below the 20 s after which a client gives up.
const answerWithin = 12 * time.Second

// timely gives each request the time in which it must have come and its answer must have
// been read. A WebSocket that comes of one is free of both.
func (s *Server) timely(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		line, now := http.NewResponseController(w), time.Now()
		if r.TLS != nil && !wire.ThisMachine(s.opt.Host) || s.opt.BehindProxy &&
			r.Header.Get("X-Forwarded-Proto") == "https" {
			w.Header().Set("Strict-Transport-Security", "max-age=15552000") // half a year
		}
		err := line.SetWriteDeadline(now.Add(s.opt.AnswerTime))
		if r.Body != http.NoBody {
			err = errors.Join(err, line.SetReadDeadline(now.Add(bodyTime)))
		}
		if err != nil {
			s.refuse(w, r, err)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// requests lists the doors for requests.
func (s *Server) requests() *http.ServeMux {
	mux := http.NewServeMux()
	handle(mux, wire.PostAccounts, open(s, s.accounts.SignUp))
	handle(mux, wire.PostSessions, open(s, s.accounts.SignIn))
	handle(mux, wire.PostDevices, open(s, s.accounts.Join))
	handle(mux, wire.DeleteSessions, known(s, s.accounts.SignOut))
	handle(mux, wire.GetMe, known(s, s.accounts.Me))
	handle(mux, wire.PatchMe, known(s, s.accounts.Rename))
	handle(mux, wire.DeleteMe, known(s, s.accounts.DeleteMe))
	handle(mux, wire.PostPairing, known(s, s.accounts.Pairing))
	handle(mux, wire.PostRecovery, known(s, s.accounts.Recovery))
	handle(mux, wire.PostVacation, known(s, s.games.Rest))
	handle(mux, wire.PostRevoke, known(s, s.accounts.Revoke))
	handle(mux, wire.PostBots, known(s, s.accounts.MakeBot))
	handle(mux, wire.PostBlocks, known(s, s.seeks.Block))
	handle(mux, wire.PostReports, known(s, s.seeks.Report))
	handle(mux, wire.GetLobby, door[wire.None, wire.Lobby](looks(s, s.seeks.Show)))
	handle(mux, wire.PostSeeks, known(s, s.seeks.Seek))
	handle(mux, wire.PostTake, known(s, s.seeks.Take))
	handle(mux, wire.PostWithdraw, known(s, s.seeks.Withdraw))
	handle(mux, wire.GetInvitation,
		page(s, func(r *http.Request) (wire.OpenSeek, error) { return s.Invitation(r.Context(), r.PathValue("code")) }))
	handle(mux, wire.PostRematch, known(s, s.seeks.Rematch))
	handle(mux, wire.PostQueue, known(s, s.seeks.Enqueue))
	handle(mux, wire.GetQueue, looks(s, s.seeks.Waiting))
	handle(mux, wire.DeleteQueue, known(s, s.seeks.LeaveQueue))
	handle(mux, wire.PostQueueBot, known(s, s.seeks.PlayBot))
	handle(mux, wire.GetPlayer, page(s,
		func(r *http.Request) (wire.Profile, error) { return s.games.Profile(r.Context(), r.PathValue("name")) }))
	handle(mux, wire.GetEnded, about(s, s.games.Past))
	handle(mux, wire.GetGame, page(s,
		func(r *http.Request) (wire.GameFull, error) { return s.games.Full(r.Context(), r.PathValue("id")) }))
	handle(mux, wire.GetPosition, page(s, func(r *http.Request) (wire.Position, error) {
		return pages{s}.position(r.Context(), r.PathValue("id"), s.looker(r))
	}))
	handle(mux, wire.GetLadder, page(s,
		func(r *http.Request) ([]wire.Rung, error) { return s.accounts.Ladder(r.Context(), r.PathValue("pool")) }))
	handle(mux, wire.GetEvents, page(s,
		func(r *http.Request) ([]wire.EventBrief, error) { return s.events.List(r.Context(), s.looker(r)) }))
	handle(mux, wire.PostEvents, known(s, s.events.Make))
	handle(mux, wire.GetEvent, page(s, func(r *http.Request) (wire.Event, error) {
		return s.events.Show(r.Context(), r.PathValue("id"), s.looker(r))
	}))
	handle(mux, wire.PostJoin, about(s, s.events.Join))
	handle(mux, wire.PostLeave, about(s, s.events.Leave))
	handle(mux, wire.PostOrders, about(s, s.events.Direct))
	mux.Handle(everyPage, web.New(s.opt.Name, s.opt.Host, pages{s}, s.log))
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("ok\n")) })
	mux.HandleFunc("GET /readyz", s.ready)
	return mux
}

// ready reports whether the service can write.
func (s *Server) ready(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
	defer cancel()
	if err := s.store.Ping(ctx); err != nil || !s.nats.IsConnected() || s.journal.Failing() > 0 {
		http.Error(w, "not ready", http.StatusServiceUnavailable)
		return
	}
	if n := s.hub.DamagedGames(); n > 0 {
		fmt.Fprintf(w, "degraded: %d games are damaged and stand still\n", n)
		return
	}
	_, _ = w.Write([]byte("ready\n"))
}

// socket opens a connection for live games.
func (s *Server) socket(w http.ResponseWriter, r *http.Request) {
	leave, ok := s.doors.enter(s.address(r))
	if !ok {
		s.busy(w, r, wire.Refuse(wire.TooMuch, "too many connections from this address"))
		return
	}
	s.hub.Serve(context.Background(), w, r, leave)
}

// door answers requests in which In goes in and Out comes out.
type door[In, Out any] http.HandlerFunc

// handle opens a door at the route that has its types.
func handle[In, Out any](mux *http.ServeMux, at wire.Route[In, Out], d door[In, Out]) {
	mux.HandleFunc(at.Pattern(), d)
}

// open is a door that needs no session.
func open[In, Out any](s *Server, f func(context.Context, In) (Out, error)) door[In, Out] {
	return func(w http.ResponseWriter, r *http.Request) {
		in, err := body[In](w, r)
		if err != nil {
			s.refuse(w, r, err)
			return
		}
		out, err := f(r.Context(), in)
		s.reply(w, r, out, err)
	}
}

// known is a door for who has signed in.
func known[In, Out any](s *Server, f func(context.Context, account.Caller, In) (Out, error)) door[In, Out] {
	return about(s, func(ctx context.Context, who account.Caller, _ string, in In) (Out,
		error) {
		return f(ctx, who, in)
	})
}

// looks is a door for who has signed in, lately seen, and changes nothing that matters.
func looks[In, Out any](s *Server, f func(context.Context, account.Caller, In) (Out, error)) door[In, Out] {
	return through(s, s.accounts.Seen, func(ctx context.Context, who account.Caller, _ string, in In) (Out,
		error) {
		return f(ctx, who, in)
	})
}

// about is a door for who has signed in, to the thing whose id is in the address, or to what
// comes after it.
func about[In, Out any](s *Server, f func(context.Context, account.Caller, string, In) (Out, error)) door[In, Out] {
	return through(s, s.accounts.Caller, f)
}

// through is a door at which prove tells who asks.
func through[In, Out any](s *Server, prove func(ctx context.Context, token string) (account.Caller, error),
	f func(context.Context, account.Caller, string, In) (Out, error)) door[In, Out] {
	return func(w http.ResponseWriter, r *http.Request) {
		who, err := prove(r.Context(), token(r))
		if err != nil {
			s.refuse(w, r, err)
			return
		}
		in, err := body[In](w, r)
		if err != nil {
			s.refuse(w, r, err)
			return
		}
		out, err := f(r.Context(), who, cmp.Or(r.PathValue("id"), r.PathValue("after")), in)
		s.reply(w, r, out, err)
	}
}

// looker returns the account of who asks, if he has signed in.
func (s *Server) looker(r *http.Request) string {
	if who, err := s.accounts.Caller(r.Context(), token(r)); err == nil {
		return who.ID
	}
	return ""
}

// page is a door through which everybody may look.
func page[Out any](s *Server, f func(*http.Request) (Out, error)) door[wire.None, Out] {
	return func(w http.ResponseWriter, r *http.Request) {
		out, err := f(r)
		s.reply(w, r, out, err)
	}
}

// address returns where a request comes from. Behind a proxy that is what the proxy
// says, who writes it after whatever the sender has claimed.
func (s *Server) address(r *http.Request) string {
	from := r.RemoteAddr
	if all := r.Header.Values("X-Forwarded-For"); s.opt.BehindProxy && len(all) > 0 {
		last := all[len(all)-1]
		from = strings.TrimSpace(last[strings.LastIndexByte(last, ',')+1:])
	}
	if host, _, err := net.SplitHostPort(from); err == nil {
		from = host
	}
	return line(from)
}

// limit refuses an address that asks too often.
func (s *Server) limit(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.doors.allow(s.address(r)) {
			s.busy(w, r, wire.Refuse(wire.TooMuch, "too many requests: wait a moment"))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// admit refuses what cannot be done beside the games.
func (s *Server) admit(mux *http.ServeMux) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if late := s.lag.now(s.opt.Now()); late > bears[forPages] { // or whatever is asked is answered
			_, pattern := mux.Handler(r)
			if of := rankOf(pattern, r.URL.Path); of < forAll && late > bears[of] {
				s.metrics.Pressed.WithLabelValues([]string{"pages", "lobby", "games"}[of]).Inc()
				w.Header().Set("Retry-After", comeBack[of])
				s.refuse(w, r, errPressed)
				return
			}
		}
		ctx, cancel := context.WithTimeout(r.Context(), answerWithin)
		defer cancel()
		timed := r.WithContext(ctx)
		mux.ServeHTTP(w, timed)
		r.Pattern = timed.Pattern // by which figures and traces name the request
	})
}
