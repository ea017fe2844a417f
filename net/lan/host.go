package lan

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"sync"

	"tafl3d/game"
	"tafl3d/game/variant"
	"tafl3d/net/host"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
)

// Offer describes the game that a host offers.
type Offer struct {
	Name  string    // of the host
	Side  game.Side // that the host plays
	Spec  wire.Spec // variant or rules, start and clock; seats and id are filled in
	Addr  string    // to listen on; empty: any port of all interfaces
	Quiet bool      // do not announce it; guests need the address
	// Folder stores the game for Resume; empty: the game ends with the program.
	Folder string
}

// Host is a game offered by this machine. The caller must close it, which ends the game.
type Host struct {
	*server
	offer     Offer
	hostToken string // token of the host

	mu         sync.Mutex
	guestToken string // token of the guest; empty before one has joined
	names      [game.Sides]string
	games      int
	rematches  map[string]map[string]bool // tokens that asked for a rematch, by game
}

// Ids of the two players.
const (
	hostID  = "host"
	guestID = "guest"
)

// Open offers a game. The error says what is wrong with the offer, or that this machine cannot listen.
func Open(o Offer) (*Host, error) {
	if o.Name = cleanName(o.Name); o.Name == "" {
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
	if o.Addr == "" {
		o.Addr = anyPort
	}
	h := &Host{offer: o, hostToken: rand.Text(), rematches: map[string]map[string]bool{}}
	if h.server, err = newServer(o.Addr, cert); err != nil {
		return nil, err
	}
	h.open()
	if o.Folder != "" {
		err = os.RemoveAll(o.Folder)
	}
	if err = errors.Join(err, h.save()); err != nil {
		h.Close()
		return nil, err
	}
	return h, nil
}

// open starts the server.
func (h *Host) open() {
	mux := http.NewServeMux()
	mux.HandleFunc(wire.PostRematch.Pattern(), h.rematch)
	mux.HandleFunc(wire.GetOffer.Pattern(), func(w http.ResponseWriter, _ *http.Request) { reply(w, h.found()) })
	o := host.Options{Journal: &host.Memory{}, Bus: &host.Local{}, Clock: host.Machine{}, Name: h.offer.Name,
		Login: h.login, LagCap: lagCap}
	if h.offer.Folder != "" {
		games := OpenLedgers(h.offer.Folder)
		o.Journal, o.Clock = games, games
	}
	h.serve(mux, host.NewHub(o))
	if !h.offer.Quiet {
		h.announce(h.found())
	}
}

// anyPort is the default address: any port of all interfaces.
const anyPort = ":0"

// found returns the public description of the game.
func (h *Host) found() wire.Found {
	h.mu.Lock()
	defer h.mu.Unlock()
	return wire.Found{Game: gameID(max(h.games, 1)), Name: h.offer.Name, Variant: h.offer.Spec.Variant,
		Called: ownVariantName(h.offer.Spec),
		Clock:  h.offer.Spec.Clock, Side: wire.SideOf(h.offer.Side.Other())}
}

// ownVariantName returns the name of a variant that is defined by the game's own rules, empty for one of the
// catalogue.
func ownVariantName(s wire.Spec) string {
	if s.Rules == "" {
		return ""
	}
	v, err := variant.Parse(s.Variant+".toml", []byte(s.Rules), variant.All()...)
	if err != nil {
		return ""
	}
	return cleanName(v.Name)
}

// Link returns the link of the host's own player.
func (h *Host) Link() *Link { return h.link(h.hostToken) }

// login accepts the host and the first guest, whose arrival starts the game.
func (h *Host) login(ctx context.Context, token string) (wire.Player, error) {
	if token == h.hostToken {
		return wire.Player{ID: hostID, Name: h.offer.Name}, nil
	}
	name, _, ok := strings.Cut(token, "\n")
	if name = cleanName(name); !ok || name == "" {
		return wire.Player{}, wire.Refuse(wire.BadToken, "enter a name to join")
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.guestToken != "" && h.guestToken != token {
		return wire.Player{}, wire.Refuse(wire.BadToken, "this place is already taken")
	}
	if h.guestToken == "" {
		h.guestToken = token
		h.names[h.offer.Side], h.names[h.offer.Side.Other()] = h.offer.Name, name
		if err := h.begin(ctx, h.offer.Side); err != nil {
			h.guestToken = ""
			return wire.Player{}, err
		}
	}
	return wire.Player{ID: guestID, Name: h.names[h.offer.Side.Other()]}, nil
}

// begin starts the next game, in which the host plays side. h.mu must be held.
func (h *Host) begin(ctx context.Context, side game.Side) error {
	spec := h.offer.Spec
	spec.Game = gameID(h.games + 1)
	spec.Seats[side] = wire.Player{ID: hostID, Name: h.offer.Name}
	spec.Seats[side.Other()] = wire.Player{ID: guestID, Name: h.names[h.offer.Side.Other()]}
	if err := h.hub.Open(ctx, spec); err != nil {
		return err
	}
	h.games++
	if err := h.save(); err != nil {
		return err
	}
	for _, p := range spec.Seats {
		h.hub.Notify(p.ID, wire.Notice{Kind: wire.NoticeGame, Game: spec.Game})
	}
	return nil
}

// Began returns the id of the newest game, empty before a guest has joined.
func (h *Host) Began() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.games == 0 {
		return ""
	}
	return gameID(h.games)
}

func gameID(n int) string { return fmt.Sprint("game-", n) }

// rematch records a request for another game. When both players have asked, it begins with sides swapped.
func (h *Host) rematch(w http.ResponseWriter, r *http.Request) {
	token := bearer(r)
	var q wire.Begun
	err := json.NewDecoder(http.MaxBytesReader(w, r.Body, wire.MaxFrame)).Decode(&q)
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case token == "" || token != h.hostToken && token != h.guestToken:
		refuse(w, r, http.StatusUnauthorized, wire.Refuse(wire.BadToken, "you are not playing in this game"))
		return
	case err != nil || q.Game != gameID(h.games):
		refuse(w, r, http.StatusNotFound, wire.Refuse(wire.NoSuchGame, "this is not the last game"))
		return
	}
	if h.rematches[q.Game] == nil {
		h.rematches[q.Game] = map[string]bool{}
	}
	h.rematches[q.Game][token] = true
	if len(h.rematches[q.Game]) == game.Sides {
		side := h.offer.Side
		if h.games%2 == 1 {
			side = side.Other()
		}
		if err := h.begin(r.Context(), side); err != nil {
			refuse(w, r, http.StatusServiceUnavailable, wire.Refuse(wire.Unavailable, "%v", err))
			return
		}
	} else {
		other := map[bool]string{true: guestID, false: hostID}[token == h.hostToken]
		h.hub.Notify(other, wire.Notice{Kind: wire.NoticeRematch, Game: q.Game})
	}
	reply(w, wire.None{})
}
