package lan_test

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"net"
	"slices"
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
	"tafl3d/net/wire"
)

// end is one of the two desktops.
type end struct {
	t       *testing.T
	link    *lan.Link
	line    *client.Line
	table   *client.Remote
	notices chan wire.Notice
	state   match.State
}

func sit(t *testing.T, l *lan.Link) *end {
	t.Helper()
	e := &end{t: t, link: l, notices: make(chan wire.Notice, 16)}
	e.line = l.Dial(t.Context(), nil, func(n wire.Notice) { e.notices <- n })
	t.Cleanup(e.line.Close)
	return e
}

// stands waits until the line is in one of some states, and returns it with the error.
func (e *end) stands(states ...client.State) (state client.State, why error) {
	e.t.Helper()
	await.Poll{Interval: 5 * time.Millisecond, State: func() string { return fmt.Sprint(state, " ", why) }}.Until(e.t,
		fmt.Sprintf("the line is not in a state of %v", states), func() bool {
			state, why = e.line.State()
			return slices.Contains(states, state)
		})
	return state, why
}

// join waits for the line and joins a game.
func (e *end) join(id string) {
	e.t.Helper()
	e.stands(client.Connected)
	e.table = e.line.Join(id)
	e.until("the game", func(table.Update) bool { return true })
}

func (e *end) until(what string, ok func(table.Update) bool) {
	e.t.Helper()
	for late := time.After(20 * time.Second); ; {
		select {
		case u := <-e.table.Updates():
			if e.state = u.State; ok(u) {
				return
			}
		case <-late:
			e.t.Fatalf("%s: nothing; %+v", what, e.table.Status())
		}
	}
}

func (e *end) hears(kind wire.NoticeKind) wire.Notice {
	e.t.Helper()
	for late := time.After(20 * time.Second); ; {
		select {
		case n := <-e.notices:
			if n.Kind == kind {
				return n
			}
		case <-late:
			e.t.Fatal("no notice ", kind)
		}
	}
}

func open(t *testing.T) (*lan.Host, string) {
	t.Helper()
	h, err := lan.Open(lan.Offer{Name: "Astrid", Side: game.Defenders,
		Spec: wire.Spec{Variant: "brandubh-gorrion", Clock: "5m+3s"}, Addr: "127.0.0.1:0", Quiet: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.Close)
	return h, at(h)
}

// at is the address of a host on this machine.
func at(h *lan.Host) string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(h.Port())) }

func device(t *testing.T) ed25519.PrivateKey {
	t.Helper()
	_, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// enter connects with the code that the host shows.
func enter(t *testing.T, address, name string, key ed25519.PrivateKey) *lan.Link {
	t.Helper()
	d, err := lan.Probe(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	l, err := d.Connect(d.Code(), name, key)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestTwoEnds plays between two desktops over loopback: a game that is resigned after the guest's program has
// restarted, and the rematch with sides swapped.
func TestTwoEnds(t *testing.T) {
	h, address := open(t)
	host, key := sit(t, h.Link()), device(t)
	d, err := lan.Probe(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	if d.Code() != h.Code() || len(d.Code()) != 14 || d.Offer.Name != "Astrid" || d.Offer.Side != wire.Attackers ||
		d.Offer.Variant != "brandubh-gorrion" {
		t.Fatalf("%s and %s, %+v", d.Code(), h.Code(), d.Offer)
	}
	l, err := d.Connect(strings.ToLower(d.Code()), "Dag", key)
	if err != nil {
		t.Fatal(err)
	}
	guest := sit(t, l)
	id := host.hears("game").Game
	host.join(id)
	guest.join(id)
	if s := guest.table.Status().Spec; s.Seats[game.Attackers].Name != "Dag" ||
		s.Seats[game.Defenders].Name != "Astrid" {
		t.Errorf("%+v", s.Seats)
	}
	first := guest.state.Position.Legal(nil, guest.state.History)[0]
	if err := guest.table.Send(game.Attackers, match.Play{Move: first}); err != nil {
		t.Fatal(err)
	}
	host.until("the guest's move", func(u table.Update) bool { return u.State.Record.Ply() == 1 })
	guest.line.Close() // the program dies and restarts
	guest = sit(t, enter(t, address, "Dag", key))
	guest.join(id)
	if guest.state.Record.Ply() != 1 {
		t.Error("the guest does not find his game")
	}
	if err := host.table.Send(game.Defenders, match.Resign{}); err != nil {
		t.Fatal(err)
	}
	guest.until("the end", func(u table.Update) bool { return u.State.Outcome.Over() })
	if err := host.link.Rematch(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	guest.hears("rematch")
	if err := guest.link.Rematch(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	again := guest.hears("game").Game
	guest.join(again)
	if s := guest.table.Status().Spec; s.Seats[game.Defenders].Name != "Dag" || again == id {
		t.Errorf("%s: %+v", again, s.Seats)
	}
	if err := guest.link.Rematch(t.Context(), id); err == nil {
		t.Error("a rematch of a game long past")
	}
}

// TestStrangers: a wrong code, a second guest and an attacker in between are refused.
func TestStrangers(t *testing.T) {
	h, address := open(t)
	d, err := lan.Probe(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	for _, code := range []string{"", "AAAA-AAAA-AAAA", h.Code()[:13], h.Code()[:9], h.Code() + "A"} {
		if _, err := d.Connect(code, "Dag", device(t)); !errors.Is(err, lan.ErrCode) {
			t.Errorf("%q: %v", code, err)
		}
	}
	guest := sit(t, enter(t, address, "Dag", device(t)))
	guest.join("game-1")
	second := sit(t, enter(t, address, "Egil", device(t)))
	if _, why := second.stands(client.Refused); !strings.Contains(why.Error(), "already taken") {
		t.Error(why)
	}
	if err := second.link.Rematch(t.Context(), "game-1"); err == nil {
		t.Error("a stranger asks for a rematch")
	}
}

// TestInBetween replaces the host whose code was confirmed by another: the guest's program sends it nothing.
func TestInBetween(t *testing.T) {
	h, address := open(t)
	l := enter(t, address, "Dag", device(t))
	code := h.Code()
	h.Close()
	other, err := lan.Open(lan.Offer{Name: "Loki", Spec: wire.Spec{Variant: "brandubh-gorrion", Clock: "none"},
		Addr: address, Quiet: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(other.Close)
	if other.Code() == code {
		t.Fatal("two certificates have one code")
	}
	if err := l.Rematch(t.Context(), "game-1"); !errors.Is(err, lan.ErrCode) {
		t.Errorf("the guest asked a stranger: %v", err)
	}
}

// TestFaults tests invalid offers and addresses.
func TestFaults(t *testing.T) {
	for _, spec := range []wire.Spec{{Variant: "no-such", Clock: "none"},
		{Variant: "brandubh-gorrion", Clock: "soon"}} {
		if _, err := lan.Open(lan.Offer{Name: "A", Spec: spec, Addr: "127.0.0.1:0", Quiet: true}); err == nil {
			t.Errorf("%+v is laid out", spec)
		}
	}
	for _, address := range []string{"", "somewhere", "127.0.0.1:1"} {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		if _, err := lan.Probe(ctx, address); err == nil {
			t.Errorf("%q opens", address)
		}
		cancel()
	}
}

// TestFind finds an announced game, if the machine has a network with multicast.
func TestFind(t *testing.T) {
	h, err := lan.Open(lan.Offer{Name: "Astrid", Spec: wire.Spec{Variant: "brandubh-gorrion", Clock: "none"}})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	if len(h.Addresses()) == 0 {
		t.Skip("this machine has no address on a network")
	}
	list, err := lan.Find(t.Context())
	if err != nil {
		t.Skip("no multicast here: ", err)
	}
	for _, f := range list {
		if strings.HasSuffix(f.Address, ":"+strconv.Itoa(h.Port())) && f.Name == "Astrid" &&
			f.Variant == "brandubh-gorrion" {
			return
		}
	}
	t.Skipf("the network carries no multicast: %d others found", len(list))
}
