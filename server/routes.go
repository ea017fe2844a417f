package server

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"tafl3d/net/host"
	"tafl3d/net/wire"
	"tafl3d/server/account"
	"tafl3d/server/store"
	"tafl3d/server/web"
	"tafl3d/tongue"
)

// maxBody is how large a request may be, and bodyTime how long it may take to come.
const (
	maxBody  = 64 << 10
	bodyTime = 5 * time.Second
)

// routes lists the doors: that for live games, and those for requests, which are
// limited otherwise.
func (s *Server) routes() http.Handler {
	all := http.NewServeMux()
	all.HandleFunc(wire.GetSocket.Pattern(), s.socket)
	all.Handle("/", s.limit(s.admit(s.requests())))
	return all
}

// timely gives each request the time in which it must have come and its answer must have
// been read. A WebSocket that comes of one is free of both.
func (s *Server) timely(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		line, now := http.NewResponseController(w), time.Now()
		if r.TLS != nil && !wire.ThisMachine(s.opt.Host) || s.opt.BehindProxy && r.Header.Get("X-Forwarded-Proto") == "https" {
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

// unhurried is an answer that may be long: each part of it has the time of an answer.
type unhurried struct {
	http.ResponseWriter
	each time.Duration
}

// Write implements io.Writer.
func (u unhurried) Write(part []byte) (int, error) {
	if err := http.NewResponseController(u.ResponseWriter).SetWriteDeadline(time.Now().Add(u.each)); err != nil {
		return 0, err
	}
	return u.ResponseWriter.Write(part)
}

// requests lists the doors for requests.
func (s *Server) requests() *http.ServeMux {
	mux := http.NewServeMux()
	handle(mux, wire.PostAccounts, open(s, s.accounts.SignUp))
	handle(mux, wire.PostSessions, open(s, s.accounts.SignIn))
	handle(mux, wire.PostDevices, open(s, s.accounts.Join))
	handle(mux, wire.DeleteSessions, known(s, s.accounts.SignOut))
	handle(mux, wire.GetMe, known(s, s.accounts.Me))
	mux.HandleFunc(wire.GetExport.Pattern(), s.export)
	handle(mux, wire.PatchMe, known(s, s.accounts.Rename))
	handle(mux, wire.DeleteMe, known(s, s.accounts.DeleteMe))
	handle(mux, wire.PostPairing, known(s, s.accounts.Pairing))
	handle(mux, wire.PostRecovery, known(s, s.accounts.Recovery))
	handle(mux, wire.PostVacation, known(s, s.games.Rest))
	handle(mux, wire.PostRevoke, known(s, s.accounts.Revoke))
	handle(mux, wire.PostBots, known(s, s.accounts.MakeBot))
	handle(mux, wire.PostBlocks, known(s, s.seeks.Block))
	handle(mux, wire.PostReports, known(s, s.seeks.Report))
	handle(mux, wire.GetLobby, known(s, s.seeks.Show))
	handle(mux, wire.PostSeeks, known(s, s.seeks.Seek))
	handle(mux, wire.PostTake, known(s, s.seeks.Take))
	handle(mux, wire.PostWithdraw, known(s, s.seeks.Withdraw))
	handle(mux, wire.GetInvitation, page(s, func(r *http.Request) (wire.OpenSeek, error) { return s.Invitation(r.Context(), r.PathValue("code")) }))
	handle(mux, wire.PostRematch, known(s, s.seeks.Rematch))
	handle(mux, wire.PostQueue, known(s, s.seeks.Enqueue))
	handle(mux, wire.GetQueue, known(s, s.seeks.Waiting))
	handle(mux, wire.DeleteQueue, known(s, s.seeks.LeaveQueue))
	handle(mux, wire.PostQueueBot, known(s, s.seeks.PlayBot))
	handle(mux, wire.GetPlayer, page(s, func(r *http.Request) (wire.Profile, error) { return s.games.Profile(r.Context(), r.PathValue("name")) }))
	handle(mux, wire.GetEnded, about(s, s.games.Past))
	handle(mux, wire.GetGame, page(s, func(r *http.Request) (wire.GameFull, error) { return s.games.Full(r.Context(), r.PathValue("id")) }))
	handle(mux, wire.GetPosition, page(s, func(r *http.Request) (wire.Position, error) {
		return pages{s}.position(r.Context(), r.PathValue("id"), s.looker(r))
	}))
	handle(mux, wire.GetLadder, page(s, func(r *http.Request) ([]wire.Rung, error) { return s.accounts.Ladder(r.Context(), r.PathValue("pool")) }))
	handle(mux, wire.GetEvents, page(s, func(r *http.Request) ([]wire.EventBrief, error) { return s.events.List(r.Context(), s.looker(r)) }))
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
	return about(s, func(ctx context.Context, who account.Caller, _ string, in In) (Out, error) { return f(ctx, who, in) })
}

// about is a door for who has signed in, to the thing whose id is in the address, or to what
// comes after it.
func about[In, Out any](s *Server, f func(context.Context, account.Caller, string, In) (Out, error)) door[In, Out] {
	return func(w http.ResponseWriter, r *http.Request) {
		who, err := s.accounts.Caller(r.Context(), token(r))
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

// token returns the token of the session that a request was made in.
func token(r *http.Request) string {
	text, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	return text
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

// body reads what was sent; an empty one is a zero value.
func body[In any](w http.ResponseWriter, r *http.Request) (in In, err error) {
	if r.Method == http.MethodGet || r.ContentLength == 0 {
		return in, nil
	}
	d := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody))
	d.DisallowUnknownFields()
	if err := d.Decode(&in); err != nil {
		return in, wire.Badf("%v", err)
	}
	return in, nil
}

func (s *Server) reply(w http.ResponseWriter, r *http.Request, out any, err error) {
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	answer(w, http.StatusOK, out)
}

func answer(w http.ResponseWriter, status int, out any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(out) // whoever has left does not read it
}

// busy refuses an address that asks too much.
func (s *Server) busy(w http.ResponseWriter, r *http.Request, why error) {
	w.Header().Set("Retry-After", again)
	s.refuse(w, r, why)
}

// again is after how many seconds who was refused for the load may come again.
const again = "2"

// statuses of HTTP, by code.
var statuses = map[wire.Code]int{
	wire.BadMessage: http.StatusBadRequest, wire.BadToken: http.StatusUnauthorized, wire.Forbidden: http.StatusForbidden,
	wire.NoSuchGame: http.StatusNotFound, wire.Missing: http.StatusNotFound, wire.Taken: http.StatusConflict,
	wire.TooMuch: http.StatusTooManyRequests, wire.Unavailable: http.StatusServiceUnavailable,
}

// refuse answers with an error, in the language of who asks. One that is not meant for players is written to
// the log and not told.
func (s *Server) refuse(w http.ResponseWriter, r *http.Request, err error) {
	e, ok := errors.AsType[*wire.Error](err)
	switch {
	case ok:
	case errors.Is(err, store.ErrTaken):
		e = wire.Refuse(wire.Taken, "that name is taken, or looks like one that is; or this device has an account already")
	case errors.Is(err, store.ErrNone), errors.Is(err, host.ErrNoGame):
		e = wire.Refuse(wire.Missing, "there is no such thing")
	default:
		s.log.Error("a request failed", "error", err)
		e = wire.Refuse(wire.Unavailable, "the service cannot do that just now")
	}
	status, ok := statuses[e.Code]
	if !ok {
		status = http.StatusConflict
	}
	if e.Code == wire.Unavailable && w.Header().Get("Retry-After") == "" {
		w.Header().Set("Retry-After", again)
	}
	say := tongue.Accepted(r.Header.Get("Accept-Language"))
	answer(w, status, wire.Refused{Code: e.Code, Text: say.Error(e)})
}

// doors counts who comes from where. Its zero value lets everybody in.
type doors struct {
	mu    sync.Mutex
	from  map[string]*visitor
	swept time.Time
}

// visitor is an address.
type visitor struct {
	rate    *rate.Limiter // of requests
	entries *rate.Limiter // of connections
	conns   int
	seen    time.Time
}

// What an address may ask for: many players may share one. As many as may be
// connected may come in one moment: when a service is back, a whole hall returns while
// its clocks are about to run.
const (
	requestRate = 30 // a second
	requestPeak = 120
	maxConns    = 8192
	entryRate   = 30 // a second
	entryPeak   = maxConns
	forgetAfter = 10 * time.Minute
)

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

// lineBits are how many bits of an IPv6 address tell whose line it is: one who has a line
// has all addresses that begin with them.
const lineBits = 64

// line returns what all addresses of one line have in common.
func line(address string) string {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return address
	}
	if ip = ip.Unmap().WithZone(""); ip.Is4() {
		return ip.String()
	}
	return netip.PrefixFrom(ip, lineBits).Masked().String()
}

func (d *doors) visitor(from string) *visitor {
	now := time.Now()
	if d.from == nil {
		d.from = map[string]*visitor{}
	}
	if now.Sub(d.swept) > forgetAfter {
		d.swept = now
		for k, v := range d.from {
			if v.conns == 0 && now.Sub(v.seen) > forgetAfter {
				delete(d.from, k)
			}
		}
	}
	v := d.from[from]
	if v == nil {
		v = &visitor{rate: rate.NewLimiter(requestRate, requestPeak), entries: rate.NewLimiter(entryRate, entryPeak)}
		d.from[from] = v
	}
	v.seen = now
	return v
}

// enter counts a connection in; it is false if there are too many, or too many have come.
func (d *doors) enter(from string) (leave func(), ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	v := d.visitor(from)
	if v.conns >= maxConns || !v.entries.Allow() {
		return nil, false
	}
	v.conns++
	return func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		v.conns--
	}, true
}

// allow counts a request; it is false if there are too many.
func (d *doors) allow(from string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.visitor(from).rate.Allow()
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
