package lan

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"

	"golang.org/x/time/rate"

	"tafl3d/net/host"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
)

// Event configures a tournament that a desktop opens to the local network.
type Event struct {
	ID, Name, Host string
	Variant, Clock string // of its games, for the announcement
	Addr           string // to listen on; empty: the port of the last time, or any
	Quiet          bool   // do not announce it
	Identity       []byte // result of Venue.Identity of the last time; nil: first time
	Games          *Ledgers
	// OnJoin is called when a guest asks to join or leave; the guest gets its error. It must stop when ctx ends.
	OnJoin func(ctx context.Context, v JoinRequest) error
	// OnGameOver is called with every game that has ended, at least once, and again until it returns nil.
	OnGameOver func(ctx context.Context, g *ledger.Game) error
	// Record returns the saved record of a game.
	Record func(game string) ([]byte, error)
}

func (e Event) gameOver(ctx context.Context, g *ledger.Game, _ []wire.Entry) error {
	return e.OnGameOver(ctx, g)
}

// JoinRequest is the request of a guest to join or leave the tournament.
type JoinRequest struct {
	Guest string // id of the guest, the same in every session of their device
	Name  string
	In    bool
}

// Venue is a tournament that is open to the local network, with its notices and games. The caller must close it; the
// games go on when it is opened again.
type Venue struct {
	*server
	options      Event
	localPlayers map[string]wire.Player // players at this machine, by token
	localTokens  map[string]string      // their tokens, by id
	limiter      addressLimiter

	mu    sync.Mutex
	event []byte                              // a wire.Event as JSON
	conns map[string]map[context.Context]bool // connections, by guest id
}

// EnginesID is the player id of the engines of this machine.
const EnginesID = "engines"

// HostID is the player id of the people at this machine.
const HostID = hostID

// Limits of a guest.
const (
	maxGuestConns = 4 // connections
	askRate       = 10
	askBurst      = 40
	maxAddresses  = 256 // addresses with their own limit
)

// OpenVenue opens a tournament to the local network.
func OpenVenue(o Event) (*Venue, error) {
	if o.Host = cleanName(o.Host); o.Host == "" {
		o.Host = "Host"
	}
	cert, port, err := readIdentity(o.Identity)
	if err != nil {
		return nil, err
	}
	v := &Venue{options: o, localPlayers: map[string]wire.Player{}, localTokens: map[string]string{},
		conns: map[string]map[context.Context]bool{}}
	for _, id := range []string{HostID, EnginesID} {
		v.localTokens[id] = rand.Text()
		v.localPlayers[v.localTokens[id]] = wire.Player{ID: id, Name: o.Host, Bot: id == EnginesID}
	}
	if o.Addr != "" {
		v.server, err = newServer(o.Addr, cert)
	} else {
		v.server, err = serverAtPort(port, cert)
	}
	if err != nil {
		return nil, err
	}
	v.serve(v.routes(), host.NewHub(host.Options{
		Journal: o.Games, Bus: &host.Local{}, Clock: o.Games, Name: o.Host, Login: v.login, Finished: o.gameOver,
		LagCap: lagCap,
	}))
	if !o.Quiet {
		v.announce(v.found())
	}
	return v, nil
}

// identity is the saved port and certificate, by which guests recognize the host.
type identity struct {
	Port int    `json:"port"`
	PEM  string `json:"keys"` // certificate and private key
}

// serverAtPort listens at a port, or at any if port is 0 or taken.
func serverAtPort(port int, cert tls.Certificate) (*server, error) {
	e, err := newServer(fmt.Sprint(":", port), cert)
	if err != nil && port != 0 {
		return newServer(anyPort, cert)
	}
	return e, err
}

// Identity returns the identity of the host for Event.Identity of the next session. It contains the private key.
func (v *Venue) Identity() ([]byte, error) { return v.identity() }

func (e *server) identity() ([]byte, error) {
	var b bytes.Buffer
	key, err := keyOf(e.cert)
	if err == nil {
		err = errors.Join(pem.Encode(&b, &pem.Block{Type: "CERTIFICATE", Bytes: e.cert.Certificate[0]}),
			pem.Encode(&b, &pem.Block{Type: "PRIVATE KEY", Bytes: key}))
	}
	if err != nil {
		return nil, err
	}
	return json.Marshal(identity{e.Port(), b.String()})
}

// ErrIdentity says that the saved identity is damaged.
var ErrIdentity = errors.New("cannot read the saved certificate and port of the event")

// readIdentity reads a saved identity, or makes a new one from nil.
func readIdentity(data []byte) (cert tls.Certificate, port int, err error) {
	if data == nil {
		cert, err = newCert()
		return cert, 0, err
	}
	var d identity
	if err = json.Unmarshal(data, &d); err == nil {
		cert, err = tls.X509KeyPair([]byte(d.PEM), []byte(d.PEM))
	}
	if err == nil && (d.Port < 0 || d.Port > 65535) {
		err = fmt.Errorf("port %d is not between 0 and 65535", d.Port)
	}
	if err != nil {
		return cert, 0, fmt.Errorf("%w: %w", ErrIdentity, err)
	}
	return cert, d.Port, nil
}

func (v *Venue) found() wire.Found {
	o := &v.options
	return wire.Found{Name: o.Host, Event: cleanName(o.Name), ID: o.ID, Variant: o.Variant, Clock: o.Clock}
}

// routes returns the requests that the venue answers, except for games.
func (v *Venue) routes() *http.ServeMux {
	mux := http.NewServeMux()
	here := v.options.ID
	mux.HandleFunc(wire.GetOffer.Pattern(),
		v.limited(func(w http.ResponseWriter, _ *http.Request) { reply(w, v.found()) }))
	mux.HandleFunc(wire.GetEvent.Pattern(here), v.limited(v.show))
	mux.HandleFunc(wire.PostJoin.Pattern(here),
		v.limited(func(w http.ResponseWriter, r *http.Request) { v.join(w, r, true) }))
	mux.HandleFunc(wire.PostLeave.Pattern(here),
		v.limited(func(w http.ResponseWriter, r *http.Request) { v.join(w, r, false) }))
	mux.HandleFunc(wire.PostOrders.Pattern(here), v.limited(func(w http.ResponseWriter, r *http.Request) {
		refuse(w, r, http.StatusForbidden,
			wire.Refuse(wire.Forbidden, "only the host can direct the tournament, at the host's computer"))
	}))
	mux.HandleFunc(wire.GetRecord.Pattern(), v.limited(v.record))
	return mux
}

// addressLimiter limits the requests of each address.
type addressLimiter struct {
	mu     sync.Mutex
	limits map[string]*rate.Limiter
}

func (c *addressLimiter) allow(address string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.limits[address] == nil {
		if len(c.limits) >= maxAddresses || c.limits == nil {
			c.limits = map[string]*rate.Limiter{}
		}
		c.limits[address] = rate.NewLimiter(askRate, askBurst)
	}
	return c.limits[address].Allow()
}

// limited wraps f: it refuses addresses that ask too often, and long bodies.
func (v *Venue) limited(f http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		from, _, _ := net.SplitHostPort(r.RemoteAddr)
		if !v.limiter.allow(from) {
			refuse(w, r, http.StatusTooManyRequests, wire.Refuse(wire.TooMuch, "too many requests: wait a moment"))
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, wire.MaxFrame)
		f(w, r)
	}
}

// show answers with the event that Show has set.
func (v *Venue) show(w http.ResponseWriter, r *http.Request) {
	v.mu.Lock()
	board := v.event
	v.mu.Unlock()
	if board == nil {
		refuse(w, r, http.StatusServiceUnavailable,
			wire.Refuse(wire.Unavailable, "the tournament is opening: try again in a moment"))
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(board) // an error means that the client has gone
}

// Show sets the event that guests see from now on.
func (v *Venue) Show(e wire.Event) error {
	data, err := json.Marshal(e)
	if err != nil {
		return err
	}
	v.mu.Lock()
	v.event = data
	v.mu.Unlock()
	return nil
}

// join handles a request to join or leave.
func (v *Venue) join(w http.ResponseWriter, r *http.Request, in bool) {
	p, err := guestOf(bearer(r))
	if err != nil {
		refuse(w, r, http.StatusUnauthorized, wire.Refuse(wire.BadToken, "%v", err))
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), headerTime)
	defer cancel()
	if why := v.knowsClock(r); in && why != nil {
		refuse(w, r, http.StatusConflict, why)
		return
	}
	if err := v.options.OnJoin(ctx, JoinRequest{p.ID, p.Name, in}); err != nil {
		refuse(w, r, http.StatusConflict, wire.Refuse(wire.Forbidden, "%v", err))
		return
	}
	reply(w, wire.None{})
}

// knowsClock refuses the request to join of a program that does not know the clock of the games. Older programs send no
// body.
func (v *Venue) knowsClock(r *http.Request) *wire.Error {
	var q wire.JoinEvent
	if err := json.NewDecoder(r.Body).Decode(&q); err != nil && !errors.Is(err, io.EOF) {
		return wire.Refuse(wire.BadMessage, "invalid request: %s", wire.Name(err.Error()))
	}
	return q.Check(v.options.Clock)
}

// record answers with the record of a finished game.
func (v *Venue) record(w http.ResponseWriter, r *http.Request) {
	data, err := v.options.Record(r.PathValue("game"))
	if err != nil {
		refuse(w, r, http.StatusNotFound, wire.Refuse(wire.NoSuchGame, "no record of that game"))
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(data)
}

// guestOf returns the player of a token. The id depends only on the key in it, not on the name.
func guestOf(token string) (wire.Player, error) {
	name, key, ok := strings.Cut(token, "\n")
	if name = cleanName(name); !ok || name == "" || len(key) != 2*sha256.Size {
		return wire.Player{}, wire.Refuse(wire.BadToken, "enter a name to join")
	}
	sum := sha256.Sum256([]byte("tafl3d guest\n" + key))
	return wire.Player{ID: GuestRef + hex.EncodeToString(sum[:12]), Name: name}, nil
}

// GuestRef is the prefix of the ids of guests.
const GuestRef = "guest:"

// login accepts the players at this machine, and guests, who may watch every game.
func (v *Venue) login(ctx context.Context, token string) (wire.Player, error) {
	if p, ours := v.localPlayers[token]; ours {
		return p, nil
	}
	p, err := guestOf(token)
	if err != nil {
		return p, err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	own, lines := connContext(ctx), v.conns[p.ID]
	switch {
	case lines[own]: // a repeated check of the same connection
		return p, nil
	case len(lines) >= maxGuestConns:
		return p, wire.Refuse(wire.BadToken, "you already have too many connections here")
	case lines == nil:
		lines = map[context.Context]bool{}
		v.conns[p.ID] = lines
	}
	lines[own] = true
	context.AfterFunc(own, func() { v.disconnected(p.ID, own) })
	return p, nil
}

// disconnected removes a connection of a guest that has ended.
func (v *Venue) disconnected(guest string, own context.Context) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if delete(v.conns[guest], own); len(v.conns[guest]) == 0 {
		delete(v.conns, guest)
	}
}

// Here reports whether a guest is connected.
func (v *Venue) Here(guest string) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return len(v.conns[guest]) > 0
}

// Link returns a link from this desktop to its own hub, for HostID or EnginesID.
func (v *Venue) Link(id string) *Link { return v.link(v.localTokens[id]) }

// Begin begins or continues a game and notifies its players.
func (v *Venue) Begin(ctx context.Context, spec wire.Spec) error {
	if err := v.hub.Open(ctx, spec); err != nil && !errors.Is(err, host.ErrConflict) {
		return err
	}
	err := v.hub.With(ctx, spec.Game, func(*host.Room) error { return nil })
	for _, p := range spec.Seats {
		v.hub.Notify(p.ID, wire.Notice{Kind: wire.NoticeGame, Game: spec.Game})
	}
	return err
}

// BreakOff aborts a game that the tournament has decided otherwise.
func (v *Venue) BreakOff(ctx context.Context, game string) error {
	err := v.hub.With(ctx, game, func(r *host.Room) error {
		_, err := r.Act(ctx, wire.Service, wire.Act{Kind: wire.Abort, Token: "event"}, v.options.Games.Now(game))
		return err
	})
	if e, ok := errors.AsType[*wire.Error](err); ok && e.Code == wire.Over {
		return nil
	}
	return err
}
