package lan_test

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/table"
	"tafl3d/internal/await"
	"tafl3d/net/client"
	"tafl3d/net/lan"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
)

// fair is an event that accepts everyone but Loki, and its host.
type fair struct {
	*lan.Venue
	address string
	entered chan lan.JoinRequest
	over    chan *ledger.Game
}

func hold(t *testing.T, dir string, door []byte, clock ...string) *fair {
	t.Helper()
	f := &fair{entered: make(chan lan.JoinRequest, 16), over: make(chan *ledger.Game, 16)}
	var err error
	f.Venue, err = lan.OpenVenue(lan.Event{
		ID: "cup", Name: "House cup", Host: "Astrid", Variant: "brandubh-gorrion", Clock: append(clock, "1m")[0],
		Addr: "127.0.0.1:0", Quiet: true, Identity: door, Games: lan.OpenLedgers(dir),
		OnJoin: func(_ context.Context, v lan.JoinRequest) error {
			if v.Name == "Loki" {
				return errors.New("not you")
			}
			f.entered <- v
			return nil
		},
		OnGameOver: func(_ context.Context, g *ledger.Game) error { f.over <- g; return nil },
		Record:     func(id string) ([]byte, error) { return nil, os.ErrNotExist },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.Venue.Close)
	f.address = net.JoinHostPort("127.0.0.1", strconv.Itoa(f.Port()))
	return f
}

func between(guest string) wire.Spec {
	return wire.Spec{Game: "pairing0001-game1", Variant: "brandubh-gorrion", Clock: "1m", Event: "cup",
		Seats: [2]wire.Player{{ID: guest, Name: "Dag"}, {ID: lan.HostID, Name: "Astrid"}}}
}

// TestVenue tests the requests of a guest to an event.
func TestVenue(t *testing.T) {
	f := hold(t, t.TempDir(), nil)
	key := device(t)
	dag := enter(t, f.address, "Dag", key)
	if a, b := dag.Guest(), enter(t, f.address, "Dag the Red", key).Guest(); a != b ||
		a == enter(t, f.address, "Dag", device(t)).Guest() {
		t.Error("a guest is his device, whatever his name")
	}
	d, err := lan.Probe(t.Context(), f.address)
	if err != nil || d.Offer.Event != "House cup" || d.Offer.ID != "cup" || d.Offer.Name != "Astrid" {
		t.Fatalf("%+v, %v", d.Offer, err)
	}
	do := func(l *lan.Link, method, path string, in, out any) string {
		if err := l.Do(t.Context(), method, path, in, out); err != nil {
			return err.Error()
		}
		return ""
	}
	var e wire.Event
	if got := do(dag, "GET", "/v1/events/cup", nil, &e); !strings.Contains(got, "is opening") {
		t.Error(got)
	}
	if err := f.Show(wire.Event{EventBrief: wire.EventBrief{ID: "cup", Players: 3}}); err != nil {
		t.Fatal(err)
	}
	if got := do(dag, "GET", "/v1/events/cup", nil, &e); got != "" || e.Players != 3 {
		t.Error(got, e)
	}
	if got := do(dag, "POST", "/v1/events/cup/join", nil, nil); got != "" {
		t.Error(got)
	}
	if v := await.Next(t, f.entered, "a visit does not come"); v.Guest != dag.Guest() || v.Name != "Dag" || !v.In {
		t.Errorf("%+v", v)
	}
	for _, tt := range []struct{ who, method, path, want string }{
		{"Loki", "POST", "/v1/events/cup/join", "not you"},
		{"Egil", "POST", "/v1/events/cup/orders", "only the host can direct"},
		{"Egil", "GET", "/v1/records/..%2f..%2fdoor", "no record"},
		{"Egil", "GET", "/v1/events/other", "404"},
	} {
		if got := do(enter(t, f.address, tt.who, device(t)), tt.method, tt.path, nil,
			nil); !strings.Contains(got, tt.want) {
			t.Errorf("%s %s: %q, not %q", tt.who, tt.path, got, tt.want)
		}
	}
	if got := do(dag, "POST", "/v1/events/cup/orders", strings.Repeat("x", wire.MaxFrame), nil); got == "" {
		t.Error("a guest may send as much as he likes")
	}
	got := ""
	for range 100 {
		if got = do(dag, "GET", "/v1/events/cup", nil, nil); got != "" {
			break
		}
	}
	if !strings.Contains(got, "too many requests") {
		t.Errorf("a guest may ask as often as he likes: %q", got)
	}
}

// TestVenueWithTimeOdds refuses a program that does not know the clock of the games, with the reason.
func TestVenueWithTimeOdds(t *testing.T) {
	f := hold(t, t.TempDir(), nil, "10m+5s/5m+3s")
	dag := enter(t, f.address, "Dag", device(t))
	_, err := wire.PostJoin.Ask(t.Context(), dag, wire.JoinEvent{}, "cup")
	if e, is := errors.AsType[*wire.Error](err); !is || e.Code != wire.NeedsOdds {
		t.Errorf("without a word about time odds: %v", err)
	}
	if err := dag.Do(t.Context(), "POST", "/v1/events/cup/join", nil, nil); err == nil {
		t.Error("an older program joins games whose clock it does not know")
	}
	if err := dag.Do(t.Context(), "POST", "/v1/events/cup/leave", nil, nil); err != nil {
		t.Errorf("leaving: %v", err)
	}
	await.Next(t, f.entered, "no one leaves")
	if _, err := (wire.JoinEvent{}).Ask(t.Context(), dag, "cup"); err != nil {
		t.Error(err)
	}
	if v := await.Next(t, f.entered, "no one joins"); !v.In {
		t.Errorf("%+v", v)
	}
}

// TestVenueOfAnotherDay begins a game, reopens the event later with the same identity, and continues: same code, same
// moves, and without charging the time in between. An incomplete last line is dropped.
func TestVenueOfAnotherDay(t *testing.T) {
	dir, key := t.TempDir(), device(t)
	f := hold(t, dir, nil)
	link := enter(t, f.address, "Dag", key)
	if err := f.Begin(t.Context(), between(link.Guest())); err != nil {
		t.Fatal(err)
	}
	guest := sit(t, link)
	guest.join("pairing0001-game1")
	if !f.Here(link.Guest()) {
		t.Error("the guest is here")
	}
	began := time.Now()
	first := guest.state.Position.Legal(nil, guest.state.History)[0]
	if err := guest.table.Send(game.Attackers, match.Play{Move: first}); err != nil {
		t.Fatal(err)
	}
	guest.until("the move", func(u table.Update) bool { return u.State.Record.Ply() == 1 })
	if err := guest.table.Ask(game.Attackers, wire.Act{Kind: wire.Abort}); err == nil {
		guest.until("a refusal", func(u table.Update) bool { return u.Err != nil })
	}
	door, err := f.Identity()
	if err != nil {
		t.Fatal(err)
	}
	code := f.Code()
	guest.line.Close()
	await.Until(t, "the guest is still said to be here", func() bool { return !f.Here(link.Guest()) })
	f.Venue.Close()
	file := filepath.Join(dir, "pairing0001-game1.jsonl")
	w, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
	if err == nil {
		_, err = w.WriteString(`{"seq":3,"at":17`)
	}
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	const gone = 3 * time.Second
	time.Sleep(gone) // real time: the clock of the game must not count it

	f = hold(t, dir, door)
	if f.Code() != code {
		t.Error("the code is another one")
	}
	again := enter(t, f.address, "Dag", key)
	if again.Guest() != link.Guest() {
		t.Error("the guest is somebody else")
	}
	if err := f.Begin(t.Context(), between(again.Guest())); err != nil {
		t.Fatal(err)
	}
	guest = sit(t, again)
	guest.join("pairing0001-game1")
	if guest.state.Record.Ply() != 1 {
		t.Fatalf("%d turns", guest.state.Record.Ply())
	}
	host := sit(t, f.Link(lan.HostID))
	host.join("pairing0001-game1")
	answer := host.state.Position.Legal(nil, host.state.History)[0]
	if err := host.table.Send(game.Defenders, match.Play{Ply: 1, Move: answer}); err != nil {
		t.Fatal(err)
	}
	host.until("the answer", func(u table.Update) bool { return u.State.Record.Ply() == 2 })
	if left := host.state.Clock.Face(game.Defenders, time.Now()).Main; left < time.Minute-(time.Since(began)-gone) {
		t.Errorf("the clock of the defenders shows %v, %v after the turn before: it ran while the event was closed",
			left, time.Since(began))
	}
	if err := guest.table.Send(game.Attackers, match.Resign{}); err != nil {
		t.Fatal(err)
	}
	if g := await.Next(t, f.over, "the end of the game does not come"); g.Outcome().Result() != "defenders" {
		t.Error(g.Outcome())
	}
	if _, err := lan.OpenVenue(lan.Event{ID: "cup", Identity: []byte("{}"), Addr: "127.0.0.1:0",
		Quiet: true}); !errors.Is(err, lan.ErrIdentity) {
		t.Errorf("a damaged entrance: %v", err)
	}
}

// TestVenueBounds limits the connections of a guest and requests games whose names are paths.
func TestVenueBounds(t *testing.T) {
	f := hold(t, t.TempDir(), nil)
	link := enter(t, f.address, "Dag", device(t))
	refused := false
	for range 6 {
		if s, why := sit(t, link).stands(client.Connected, client.Refused); s == client.Refused {
			refused = strings.Contains(why.Error(), "too many connections")
		}
	}
	if !refused {
		t.Error("a guest may connect as often as he likes")
	}
	e := sit(t, f.Link(lan.HostID))
	e.stands(client.Connected)
	r := e.line.Join("../../cup")
	await.Until(t, "no refusal", func() bool { return r.Status().Err != nil })
	if err := f.Begin(t.Context(), wire.Spec{Game: "../evil", Variant: "brandubh-gorrion", Clock: "none"}); err == nil {
		t.Error("a game with a path for a name")
	}
}
