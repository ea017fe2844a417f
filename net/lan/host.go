package lan

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/coder/websocket"
	"github.com/hashicorp/mdns"

	"tafl3d/game"
	"tafl3d/net/host"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
)

// Offer is the game that a host lays out.
type Offer struct {
	Name  string    // of whoever hosts
	Side  game.Side // that he plays
	Spec  wire.Spec // variant or rules, start, clock; seats and id are filled in
	Addr  string    // to listen on; empty is any port of all interfaces
	Quiet bool      // do not announce it: it is found by its address only
}

// Host is a game that is laid out on this machine. It is to be closed, which ends
// the game.
type Host struct {
	offer  Offer
	code   string
	cert   []byte
	secret string // token of the host himself
	hub    *host.Hub
	listen net.Listener
	web    *http.Server
	call   *mdns.Server // nil: not announced

	mu    sync.Mutex
	guest string // token of whoever sits opposite, empty while nobody does
	names [game.Sides]string
	games int
	again map[string]map[string]bool // who wants to play again, by game
}

const (
	serviceName = "_tafl3d._tcp"
	headerTime  = 10 * time.Second
	lagCap      = time.Second
	hostID      = "host"
	guestID     = "guest"
)

// Open lays out a game. The error says what is wrong with the offer, or that the
// machine lets nobody listen.
func Open(o Offer) (*Host, error) {
	if o.Name = proper(o.Name); o.Name == "" {
		o.Name = "Host"
	}
	o.Spec.Rated, o.Spec.Game = false, "trial"
	if _, err := ledger.Begin(o.Spec, 0); err != nil {
		return nil, err
	}
	cert, err := newCert()
	if err != nil {
		return nil, err
	}
	h := &Host{offer: o, cert: cert.Certificate[0], secret: rand.Text(), again: map[string]map[string]bool{}}
	if h.code, err = codeOf(h.cert); err != nil {
		return nil, err
	}
	if o.Addr == "" {
		o.Addr = ":0"
	}
	if h.listen, err = net.Listen("tcp", o.Addr); err != nil {
		return nil, fmt.Errorf("this machine cannot host a game: %w", err)
	}
	h.hub = host.NewHub(host.Options{
		Journal: &host.Memory{}, Bus: &host.Local{}, Clock: host.Machine{}, Name: o.Name, Login: h.login, LagCap: lagCap,
	})
	h.serve(cert)
	if !o.Quiet {
		h.announce()
	}
	return h, nil
}

// serve opens the door.
func (h *Host) serve(cert tls.Certificate) {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1/socket", func(w http.ResponseWriter, r *http.Request) {
		if ws, err := websocket.Accept(w, r, nil); err == nil { // else Accept has answered
			h.hub.Serve(r.Context(), ws)
		}
	})
	mux.HandleFunc("POST /v1/rematch", h.rematch)
	mux.HandleFunc("GET /v1/offer", func(w http.ResponseWriter, _ *http.Request) { reply(w, h.brief()) })
	h.web = &http.Server{Handler: mux, ReadHeaderTimeout: headerTime, ErrorLog: log.New(nowhere{}, "", 0)}
	secure := tls.NewListener(h.listen, &tls.Config{MinVersion: tls.VersionTLS13, Certificates: []tls.Certificate{cert}, NextProtos: []string{"http/1.1"}})
	go func() { _ = h.web.Serve(secure) }() // ends with Close
}

// nowhere takes the log of a library that would write over whatever the terminal
// shows.
type nowhere struct{}

func (nowhere) Write(p []byte) (int, error) { return len(p), nil }

// announce lets others find the game. Where the network has no multicast it is
// found by its address.
func (h *Host) announce() {
	ips := addresses()
	if len(ips) == 0 {
		return
	}
	b := h.brief()
	txt := []string{"v=1", "name=" + b.Name, "variant=" + b.Variant, "clock=" + b.Clock, "side=" + string(b.Side)}
	zone, err := mdns.NewMDNSService(strings.ToLower(rand.Text()[:8]), serviceName, "", "tafl3d-"+strings.ToLower(rand.Text()[:8])+".local.", h.Port(), ips, txt)
	if err == nil {
		h.call, err = mdns.NewServer(&mdns.Config{Zone: zone, Logger: log.New(nowhere{}, "", 0)})
	}
	if err != nil {
		h.call = nil
	}
}

// brief is what the host tells everybody.
func (h *Host) brief() Found {
	h.mu.Lock()
	defer h.mu.Unlock()
	return Found{Game: gameID(max(h.games, 1)), Name: h.offer.Name, Variant: h.offer.Spec.Variant, Clock: h.offer.Spec.Clock, Side: wire.SideOf(h.offer.Side.Other())}
}

// addresses returns where this machine can be reached from the local network.
func addresses() (ips []net.IP) {
	all, err := net.InterfaceAddrs()
	if err != nil {
		return nil
	}
	for _, a := range all {
		if n, ok := a.(*net.IPNet); ok && !n.IP.IsLoopback() && !n.IP.IsLinkLocalUnicast() {
			ips = append(ips, n.IP)
		}
	}
	return ips
}

// Code returns the code that both players see.
func (h *Host) Code() string { return h.code }

// Port returns where the host listens.
func (h *Host) Port() int { return h.listen.Addr().(*net.TCPAddr).Port }

// Addresses returns what a guest can type: address:port, the likeliest first.
func (h *Host) Addresses() (list []string) {
	for _, ip := range addresses() {
		list = append(list, net.JoinHostPort(ip.String(), fmt.Sprint(h.Port())))
	}
	return list
}

// Link returns the host's own end.
func (h *Host) Link() *Link {
	address := net.JoinHostPort("127.0.0.1", fmt.Sprint(h.Port()))
	return &Link{address: address, token: h.secret, http: pinned(h.cert)}
}

// Close ends the game and waits for all who serve it.
func (h *Host) Close() {
	if h.call != nil {
		_ = h.call.Shutdown()
	}
	_ = h.web.Close()
	h.hub.Close()
}

// login seats the host, and the first guest who comes. The game begins with him.
func (h *Host) login(ctx context.Context, token string) (wire.Player, error) {
	if token == h.secret {
		return wire.Player{ID: hostID, Name: h.offer.Name}, nil
	}
	name, _, ok := strings.Cut(token, "\n")
	if name = proper(name); !ok || name == "" {
		return wire.Player{}, errors.New("who are you?")
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.guest != "" && h.guest != token {
		return wire.Player{}, errors.New("somebody sits there already")
	}
	if h.guest == "" {
		h.guest = token
		h.names[h.offer.Side], h.names[h.offer.Side.Other()] = h.offer.Name, name
		if err := h.begin(ctx, h.offer.Side); err != nil {
			h.guest = ""
			return wire.Player{}, err
		}
	}
	return wire.Player{ID: guestID, Name: h.names[h.offer.Side.Other()]}, nil
}

// begin opens the next game, in which the host plays side. mu is held.
func (h *Host) begin(ctx context.Context, side game.Side) error {
	spec := h.offer.Spec
	spec.Game = gameID(h.games + 1)
	spec.Seats[side] = wire.Player{ID: hostID, Name: h.offer.Name}
	spec.Seats[side.Other()] = wire.Player{ID: guestID, Name: h.names[h.offer.Side.Other()]}
	if err := h.hub.Open(ctx, spec); err != nil {
		return err
	}
	h.games++
	for _, p := range spec.Seats {
		h.hub.Notify(p.ID, wire.Notice{Kind: "game", Game: spec.Game})
	}
	return nil
}

// bearer returns the token of a request, in which a name may have any letters.
func bearer(r *http.Request) string {
	text, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	token, err := hex.DecodeString(text)
	if err != nil {
		return ""
	}
	return string(token)
}

func gameID(n int) string { return fmt.Sprint("game-", n) }

// rematch takes down who wants to play again. When both do, the next game begins
// with sides swapped.
func (h *Host) rematch(w http.ResponseWriter, r *http.Request) {
	token := bearer(r)
	var q wire.Begun
	err := json.NewDecoder(http.MaxBytesReader(w, r.Body, wire.MaxFrame)).Decode(&q)
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case token == "" || token != h.secret && token != h.guest:
		refuse(w, http.StatusUnauthorized, wire.BadToken, "you do not play here")
		return
	case err != nil || q.Game != gameID(h.games):
		refuse(w, http.StatusNotFound, wire.NoSuchGame, "that is not the last game")
		return
	}
	if h.again[q.Game] == nil {
		h.again[q.Game] = map[string]bool{}
	}
	h.again[q.Game][token] = true
	if len(h.again[q.Game]) == game.Sides {
		side := h.offer.Side
		if h.games%2 == 1 {
			side = side.Other()
		}
		if err := h.begin(r.Context(), side); err != nil {
			refuse(w, http.StatusServiceUnavailable, wire.Unavailable, err.Error())
			return
		}
	} else {
		other := map[bool]string{true: guestID, false: hostID}[token == h.secret]
		h.hub.Notify(other, wire.Notice{Kind: "rematch", Game: q.Game})
	}
	reply(w, wire.None{})
}

func reply(w http.ResponseWriter, body any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(body) // whoever has left does not read it
}

func refuse(w http.ResponseWriter, status int, code wire.Code, text string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	reply(w, wire.Refused{Code: code, Text: text})
}

// proper makes a name of what somebody calls himself: printable and not too long.
func proper(name string) string {
	name = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, strings.TrimSpace(name))
	letters := []rune(name)
	return string(letters[:min(len(letters), wire.MaxName)])
}
