package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"tafl3d/net/wire"
	"tafl3d/server/account"
	"tafl3d/server/web"
)

// routes returns the handlers of the service: the WebSocket for games, and requests, which are limited differently.
func (s *Server) routes() http.Handler {
	all := http.NewServeMux()
	all.HandleFunc(wire.GetSocket.Pattern(), s.socket)
	all.Handle(wire.GetExport.Pattern(), s.limit(http.HandlerFunc(s.export))) // takes as long as the player has games
	all.Handle("/", s.limit(s.admit(s.requests())))
	return all
}

// answerWithin is the time limit of a request, well below the 20 s after which a client gives up.
const answerWithin = 12 * time.Second

// timely sets the times in which a request must have arrived and its answer must have been read. They do not apply to a
// WebSocket.
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

// requests returns the handlers of requests.
func (s *Server) requests() *http.ServeMux {
	mux := http.NewServeMux()
	s.accountRequests(mux)
	handle(mux, wire.GetLobby, handler[wire.None, wire.Lobby](withCachedSession(s, s.seeks.Show)))
	handle(mux, wire.GetMine, withCachedSession(s, s.seeks.Mine))
	handle(mux, wire.PostSeeks, withAddress(s, withSession(s, s.seeks.Seek)))
	handle(mux, wire.PostTake, withSession(s, s.seeks.Take))
	handle(mux, wire.PostWithdraw, withSession(s, s.seeks.Withdraw))
	handle(mux, wire.GetInvitation,
		publicGet(s, func(r *http.Request) (wire.OpenSeek, error) {
			return s.seeks.Invitation(r.Context(), r.PathValue("code"))
		}))
	handle(mux, wire.PostRematch, withSession(s, s.seeks.Rematch))
	handle(mux, wire.PostQueue, withSession(s, s.seeks.Enqueue))
	handle(mux, wire.GetQueue, withCachedSession(s, s.seeks.Waiting))
	handle(mux, wire.DeleteQueue, withSession(s, s.seeks.LeaveQueue))
	handle(mux, wire.PostQueueBot, withSession(s, s.seeks.PlayBot))
	handle(mux, wire.GetPlayer, publicGet(s,
		func(r *http.Request) (wire.Profile, error) { return s.games.Profile(r.Context(), r.PathValue("name")) }))
	handle(mux, wire.GetEnded, withSessionAndID(s, s.games.Past))
	handle(mux, wire.GetGame, publicGet(s,
		func(r *http.Request) (wire.GameFull, error) { return s.games.Full(r.Context(), r.PathValue("id")) }))
	handle(mux, wire.GetPosition, publicGet(s, func(r *http.Request) (wire.Position, error) {
		return pages{s}.position(r.Context(), r.PathValue("id"), s.callerID(r))
	}))
	handle(mux, wire.GetConditional, withSessionAndID(s, s.conditional.Get))
	handle(mux, wire.PostConditional, withSessionAndID(s, s.conditional.Set))
	handle(mux, wire.GetLadder, publicGet(s,
		func(r *http.Request) ([]wire.Rung, error) { return s.accounts.Ladder(r.Context(), r.PathValue("pool")) }))
	s.eventRequests(mux)
	site := web.New(s.opt.Name, s.opt.Host, pages{s}, s.log)
	mux.Handle(everyPage, site.WellKnown(s.opt.SecurityContact))
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("ok\n")) })
	mux.HandleFunc("GET /readyz", s.ready)
	return mux
}

// accountRequests adds the requests about the player's own account and relations to others.
func (s *Server) accountRequests(mux *http.ServeMux) {
	handle(mux, wire.PostAccounts, withAddress(s, public(s, s.accounts.SignUp)))
	handle(mux, wire.PostSessions, withAddress(s, public(s, s.accounts.SignIn)))
	handle(mux, wire.PostDevices, withAddress(s, public(s, s.accounts.Join)))
	handle(mux, wire.DeleteSessions, withSession(s, s.accounts.SignOut))
	handle(mux, wire.GetMe, withSession(s, s.accounts.Me))
	handle(mux, wire.PatchMe, withAddress(s, withSession(s, s.accounts.Rename)))
	handle(mux, wire.DeleteMe, withSession(s, s.accounts.DeleteMe))
	handle(mux, wire.PostPairing, withSession(s, s.accounts.Pairing))
	handle(mux, wire.PostRecovery, withSession(s, s.accounts.Recovery))
	handle(mux, wire.PostVacation, withSession(s, s.games.Rest))
	handle(mux, wire.PostRevoke, withSession(s, s.accounts.Revoke))
	handle(mux, wire.PostBots, withAddress(s, withSession(s, s.accounts.MakeBot)))
	handle(mux, wire.PostBlocks, withSession(s, s.seeks.Relations.Block))
	handle(mux, wire.PostFriends, withSession(s, s.seeks.Relations.Befriend))
	handle(mux, wire.GetFriends, withCachedSession(s, s.seeks.Friends))
	handle(mux, wire.PostAccepts, withSession(s, s.seeks.Relations.AcceptFrom))
	handle(mux, wire.PostWarning, withSession(s, s.accounts.ReadWarning))
	handle(mux, wire.GetPush, withSession(s, s.push.List))
	handle(mux, wire.PostPush, withSession(s, s.push.Add))
	handle(mux, wire.PostUnpush, withSession(s, s.push.Remove))
	handle(mux, wire.PostReports, withSession(s, s.seeks.Relations.Report))
}

// eventRequests adds the requests about tournaments.
func (s *Server) eventRequests(mux *http.ServeMux) {
	handle(mux, wire.GetEvents, publicGet(s,
		func(r *http.Request) ([]wire.EventBrief, error) { return s.events.List(r.Context(), s.callerID(r)) }))
	handle(mux, wire.PostEvents, withSession(s, s.events.Make))
	handle(mux, wire.GetEvent, publicGet(s, func(r *http.Request) (wire.Event, error) {
		return s.events.Show(r.Context(), r.PathValue("id"), s.callerID(r))
	}))
	handle(mux, wire.PostJoin, withSessionAndID(s, s.events.Join))
	handle(mux, wire.PostLeave, withSessionAndID(s, s.events.Leave))
	handle(mux, wire.PostOrders, withSessionAndID(s, s.events.Direct))
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
		fmt.Fprintf(w, "degraded: %d games are damaged and stopped\n", n)
		return
	}
	_, _ = w.Write([]byte("ready\n"))
}

// socket opens a connection for games.
func (s *Server) socket(w http.ResponseWriter, r *http.Request) {
	leave, ok := s.limits.enter(s.address(r))
	if !ok {
		s.busy(w, r, wire.Refuse(wire.TooMuch, "too many connections from this address"))
		return
	}
	s.hub.Serve(context.Background(), w, r, leave)
}

// handler answers requests with a body of type In by answers of type Out.
type handler[In, Out any] http.HandlerFunc

// handle registers a handler for the route with its types.
func handle[In, Out any](mux *http.ServeMux, at wire.Route[In, Out], h handler[In, Out]) {
	mux.HandleFunc(at.Pattern(), h)
}

// public returns a handler that needs no session.
func public[In, Out any](s *Server, f func(context.Context, In) (Out, error)) handler[In, Out] {
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

// withSession returns a handler that needs a session.
func withSession[In, Out any](s *Server, f func(context.Context, account.Caller, In) (Out, error)) handler[In, Out] {
	return withSessionAndID(s, func(ctx context.Context, who account.Caller, _ string, in In) (Out,
		error) {
		return f(ctx, who, in)
	})
}

// withCachedSession returns a handler that needs a session, which may be cached. It is for requests that change nothing
// important.
func withCachedSession[In, Out any](
	s *Server, f func(context.Context, account.Caller, In) (Out, error),
) handler[In, Out] {
	return authenticate(s, s.accounts.Seen, func(ctx context.Context, who account.Caller, _ string, in In) (Out,
		error) {
		return f(ctx, who, in)
	})
}

// withSessionAndID returns a handler that needs a session and passes on the id, or the position in a list, in the path.
func withSessionAndID[In, Out any](
	s *Server, f func(context.Context, account.Caller, string, In) (Out, error),
) handler[In, Out] {
	return authenticate(s, s.accounts.Caller, f)
}

// authenticate returns a handler that authenticates the caller with prove.
func authenticate[In, Out any](s *Server, prove func(ctx context.Context, token string) (account.Caller, error),
	f func(context.Context, account.Caller, string, In) (Out, error)) handler[In, Out] {
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

// callerID returns the id of the caller's account, empty without a session.
func (s *Server) callerID(r *http.Request) string {
	if who, err := s.accounts.Caller(r.Context(), token(r)); err == nil {
		return who.ID
	}
	return ""
}

// publicGet returns a handler of a public request without a body.
func publicGet[Out any](s *Server, f func(*http.Request) (Out, error)) handler[wire.None, Out] {
	return func(w http.ResponseWriter, r *http.Request) {
		out, err := f(r)
		s.reply(w, r, out, err)
	}
}

// address returns the sender's address, as a key for limits.
func (s *Server) address(r *http.Request) string { return line(s.origin(r)) }

// origin returns the sender's address. Behind a proxy it is the last entry of X-Forwarded-For, which the proxy writes.
func (s *Server) origin(r *http.Request) string {
	from := r.RemoteAddr
	if all := r.Header.Values("X-Forwarded-For"); s.opt.BehindProxy && len(all) > 0 {
		last := all[len(all)-1]
		from = strings.TrimSpace(last[strings.LastIndexByte(last, ',')+1:])
	}
	if host, _, err := net.SplitHostPort(from); err == nil {
		from = host
	}
	return from
}

// limitedAddress returns the sender's address. ok is false for a program on this machine, which is the
// operator's.
func (s *Server) limitedAddress(r *http.Request) (from netip.Addr, ok bool) {
	from, err := netip.ParseAddr(s.origin(r))
	return from, err == nil && !from.Unmap().IsLoopback()
}

// withAddress returns a handler that receives the sender's address and program.
func withAddress[In, Out any](s *Server, h handler[In, Out]) handler[In, Out] {
	return func(w http.ResponseWriter, r *http.Request) {
		if from, ok := s.limitedAddress(r); ok {
			r = r.WithContext(account.WithProgram(account.WithAddress(r.Context(), from), r.UserAgent()))
		}
		h(w, r)
	}
}

// limit refuses requests of an address that asks too often.
func (s *Server) limit(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.limits.allow(s.address(r)) {
			s.busy(w, r, wire.Refuse(wire.TooMuch, "too many requests: wait a moment"))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// admit refuses less important requests while acts take too long.
func (s *Server) admit(mux *http.ServeMux) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if late := s.lag.now(s.opt.Now()); late > maxLag[forPages] { // otherwise all requests are answered
			_, pattern := mux.Handler(r)
			if of := rankOf(pattern, r.URL.Path); of < forAll && late > maxLag[of] {
				s.metrics.Pressed.WithLabelValues([]string{"pages", "lobby", "games"}[of]).Inc()
				w.Header().Set("Retry-After", retryAfter[of])
				s.refuse(w, r, errOverloaded)
				return
			}
		}
		ctx, cancel := context.WithTimeout(r.Context(), answerWithin)
		defer cancel()
		timed := r.WithContext(ctx)
		mux.ServeHTTP(w, timed)
		r.Pattern = timed.Pattern // metrics and traces name the request by it
	})
}
