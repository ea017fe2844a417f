package online_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tafl3d/app"
	"tafl3d/app/remote"
	"tafl3d/internal/apptest"
	"tafl3d/net/client"
	"tafl3d/net/wire"
	"tafl3d/net/wire/wiretest"
)

// network is a scripted service at https://hall.example and a local network.
type network struct {
	remote.Network // nil: what a test does not need is not there
	at             wiretest.Service
	fault          error // of signing in

	mu    sync.Mutex
	lobby wire.Lobby
	queue wire.Waiting
	found []wire.Found
	asked []string
	tell  func(wire.Notice) // to the client that is signed in
}

// note records a request.
func (n *network) note(format string, args ...any) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.asked = append(n.asked, fmt.Sprintf(format, args...))
}

func (n *network) was() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Clone(n.asked)
}

func (n *network) Service(_ context.Context, address, name string, guest bool, tell func(wire.Notice),
) (remote.Service, error) {
	n.mu.Lock()
	n.tell = tell
	n.mu.Unlock()
	n.note("sign in at %s as %q, guest %v", address, name, guest)
	if n.fault != nil {
		return nil, n.fault
	}
	return service{n: n}, nil
}

func (n *network) Pair(_ context.Context, address, code string, _ func(wire.Notice)) (remote.Service, error) {
	n.note("pair at %s by %s", address, code)
	return service{n: n}, nil
}

func (n *network) At(string) (wire.Asker, error) { return &n.at, nil }

func (n *network) FindServices(context.Context) ([]wire.Found, error) { return nil, nil }

func (n *network) Find(context.Context) ([]wire.Found, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.found, nil
}

func (n *network) Knock(_ context.Context, address string) (remote.Door, error) {
	n.note("knock at %s", address)
	return nil, errors.New("no game is hosted there")
}

// service is the service as seen by this device.
type service struct {
	remote.Service
	n *network
}

func (s service) Link() client.Link { return client.Link{State: client.Connected} }
func (s service) Close()            {}
func (s service) Name() string      { return "Hall" }
func (s service) Address() string   { return "https://hall.example" }
func (s service) Me() wire.Player   { return wire.Player{ID: "astrid", Name: "Astrid"} }
func (s service) Do(ctx context.Context, method, path string, in, out any) error {
	return s.n.at.Do(ctx, method, path, in, out)
}

// noted answers a route with f and records its requests.
func noted[In, Out any](n *network, r wire.Route[In, Out], f func(In, string) Out) {
	wiretest.On(&n.at, r, func(in In, id string) (Out, error) {
		n.note("%s %s%+v", r.Pattern(), id, in)
		n.mu.Lock()
		defer n.mu.Unlock()
		return f(in, id), nil
	})
}

func nothing[In any](In, string) wire.None { return wire.None{} }

// opened starts a client with such a network at its title screen.
func opened(t *testing.T) (*apptest.Client, *network) {
	t.Helper()
	n := &network{}
	noted(n, wire.GetLobby, func(wire.None, string) wire.Lobby { return n.lobby })
	noted(n, wire.PostQueue, func(wire.Seek, string) wire.Waiting { n.queue.In = true; return n.queue })
	noted(n, wire.GetQueue, func(wire.None, string) wire.Waiting { return n.queue })
	noted(n, wire.DeleteQueue, nothing[wire.None])
	noted(n, wire.PostSeeks, func(q wire.Seek, _ string) wire.OpenSeek {
		return wire.OpenSeek{ID: "s", Mine: true, Seek: q}
	})
	noted(n, wire.PostBlocks, nothing[wire.Block])
	noted(n, wire.PostReports, nothing[wire.Report])
	noted(n, wire.PostWarning, nothing[wire.Warning])
	noted(n, wire.PostWithdraw, nothing[wire.Take])
	noted(n, wire.PostVacation, func(q wire.Rest, _ string) wire.Vacation {
		return wire.Vacation{Left: 30 - q.Days}
	})
	noted(n, wire.PostRecovery, func(wire.None, string) wire.Codes {
		return wire.Codes{Codes: []string{"AAAA", "BBBB", "CCCC"}}
	})
	noted(n, wire.GetLadder, func(wire.None, string) []wire.Rung {
		return []wire.Rung{{Player: wire.Player{Name: "Eve"}, Rating: wire.Rating{Points: 1900, Games: 20}}}
	})
	noted(n, wire.GetPlayer, func(_ wire.None, name string) wire.Profile {
		ratings := []wire.Rating{{Pool: "tafl blitz", Points: 1540, Games: 3}}
		return wire.Profile{Player: wire.Player{Name: name}, Ratings: ratings}
	})
	c := apptest.Open(t, t.TempDir(), func(o *app.Options) { o.Network = n })
	return c, n
}

// atLobby opens the lobby as a guest.
func atLobby(t *testing.T, lobby wire.Lobby) (*apptest.Client, *network) {
	t.Helper()
	c, n := opened(t)
	n.lobby = lobby
	c.Press("title", "net")
	c.Press("net", "service")
	c.Write("address", "hall.example")
	c.Press("service", "guest")
	c.At("lobby")
	return c, n
}

// asks waits for a request that contains the given words, and returns it.
func asks(c *apptest.Client, n *network, words ...string) string {
	c.T.Helper()
	found := ""
	c.Until(fmt.Sprintf("a request with %q", words), func() bool {
		i := slices.IndexFunc(n.was(), func(one string) bool {
			return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(one, w) })
		})
		if i >= 0 {
			found = n.was()[i]
		}
		return i >= 0
	})
	return found
}

// TestSignIn: a guest gives no name; a name is sent as typed; a code signs in to its account; if the service
// refuses, the page shows the error and stays open.
func TestSignIn(t *testing.T) {
	c, n := opened(t)
	n.fault = errors.New("the name is taken")
	c.Press("title", "net")
	c.Press("net", "service")
	c.Write("address", "hall.example")
	c.Write("name", "Astrid")
	c.Press("service", "sign")
	asks(c, n, "sign in", "hall.example", `as "Astrid", guest false`)
	c.Until("the fault", c.Says("name is taken"))
	c.Write("code", "K7PQ")
	c.Press("service", "sign")
	asks(c, n, "pair", "hall.example", "by K7PQ")
	c.At("lobby")
	c.Press("lobby", "account")
	c.Press("account", "out")
	c.Until("to be signed out", func() bool { return c.Page() != "lobby" && c.Page() != "account" })
	n.fault = nil
	for c.Page() != "net" && c.Page() != "title" {
		c.Key("Esc")
	}
	if c.Page() == "title" {
		c.Press("title", "net")
	}
	c.Press("net", "service")
	if known := c.Cards("known"); len(known) != 1 || known[0].Lines[0] != "hall.example" {
		t.Errorf("where one was before: %+v", known)
	}
	c.Press("service", "forget")
	if known := c.Cards("known"); len(known) != 0 {
		t.Errorf("a service that was removed is listed: %+v", known)
	}
}

// TestLobby: each view of the lobby lists and counts the data of the service.
func TestLobby(t *testing.T) {
	dag, eve := wire.Player{ID: "dag", Name: "Dag", Rating: 1532}, wire.Player{ID: "eve", Name: "Eve"}
	brandubh := wire.Seek{Variants: []string{"brandubh-gorrion"}, Clocks: []string{"5m+3s"}, Rated: true}
	c, n := atLobby(t, wire.Lobby{
		Seeks: []wire.OpenSeek{{ID: "a", By: dag, Seek: brandubh}, {ID: "b", By: eve, ForMe: true, Seek: brandubh}},
		Queue: []wire.Seek{brandubh},
		Live:  []wire.GameBrief{{Game: "w", Variant: "brandubh-gorrion", Attackers: eve, Defenders: dag}},
		Here:  []wire.Player{dag, eve, {ID: "astrid", Name: "Astrid"}}, Waiting: 2,
	})
	c.Until("the open games", func() bool { return len(c.Cards("seeks")) == 3 })
	cards := c.Cards("seeks")
	if cards[0].Sign != "" || cards[1].Sign != "accept" || cards[2].Sign != "play" {
		t.Errorf("a game, a challenge and somebody who waits: %+v", cards)
	}
	if head := cards[0].Head; !strings.Contains(head, "Dag") || !strings.Contains(cards[0].Lines[0], "Brandubh") {
		t.Errorf("%+v", cards[0])
	}
	if !strings.Contains(c.Lines(), "Astrid") || !strings.Contains(c.Lines(), "2") {
		t.Errorf("the lobby says %q", c.Lines())
	}
	c.Do("view", 1)
	if live := c.Cards("live"); len(live) != 1 || live[0].Head != "Eve" || !strings.Contains(live[0].Lines[0], "Dag") {
		t.Errorf("%+v", live)
	}
	c.Do("view", 2)
	doing := map[string]string{}
	for _, card := range c.Cards("here") {
		doing[strings.Fields(card.Head)[0]] = card.Lines[0]
	}
	if len(doing) != 3 || doing["Astrid"] == doing["Dag"] || !strings.Contains(doing["Eve"], "Brandubh") {
		t.Errorf("what they do: %v", doing)
	}
	c.Write("name", "da")
	if here := c.Cards("here"); len(here) != 1 || !strings.HasPrefix(here[0].Head, "Dag") {
		t.Errorf("who is called so: %+v", here)
	}
	c.Do("find", 0)
	c.At("player")
	asks(c, n, "Dag")
	c.Key("Esc")
	c.Do("view", 99) // one beyond the last is the last
	if f := c.Field("view"); f.Chosen != 3 {
		t.Errorf("view %d", f.Chosen)
	}
}

// TestQuickGame: a card of the lobby searches for a game with its clock and the selected variant and terms; a
// waiting player is matched with the same game; the search can be cancelled.
func TestQuickGame(t *testing.T) {
	waits := wire.Seek{Variants: []string{"tablut"}, Clocks: []string{"10m+5s"}, Rated: true}
	c, n := atLobby(t, wire.Lobby{Queue: []wire.Seek{waits}})
	first := c.Chosen("variant")
	c.Do("variant", c.Field("variant").Chosen+1)
	if c.Chosen("variant") == first {
		t.Fatal("no other game can be chosen in the lobby")
	}
	c.Do("rated", 0)
	c.PickCard("quick", 2)
	c.At("waiting")
	asks(c, n, wire.PostQueue.Pattern(), "Clocks:["+wire.UsualClocks[2]+"]", "Rated:false", "Double:false")
	c.Press("waiting", "stop")
	asks(c, n, wire.DeleteQueue.Pattern())
	c.At("lobby")
	c.Until("the game that somebody waits for", func() bool { c.Do("open-seeks", 0); return c.Page() == "waiting" })
	asks(c, n, wire.PostQueue.Pattern(), "Variants:[tablut]", "Clocks:[10m+5s]", "Rated:true")
	c.Press("waiting", "close")
	c.At("lobby")
	if !c.Has("waiting") {
		t.Error("the lobby does not lead back to the queue")
	}
}

// TestSeek: the request has the selected variant, clock, side, terms, delay and opponent.
func TestSeek(t *testing.T) {
	c, n := atLobby(t, wire.Lobby{})
	c.Press("lobby", "seek")
	c.Do("rated", 0)
	c.Do("double", 1)
	c.Do("delay", 2)
	c.Do("to", 3)
	c.Write("name", "Dag")
	c.Press("seek", "look")
	asks(c, n, wire.PostSeeks.Pattern(), "To:Dag", "Rated:false", "Double:true", "Delay:180", "Invite:false")
	c.At("lobby")
	c.Press("lobby", "seek")
	if f := c.Field("to"); f.Chosen == 3 {
		t.Error("somebody is challenged again by default")
	}
	if c.Field("rated").Chosen != 0 || c.Field("double").Chosen != 1 || c.Field("delay").Chosen != 2 {
		t.Error("the terms of the last time are forgotten")
	}
	c.Do("to", 2)
	c.Press("seek", "look")
	asks(c, n, wire.PostSeeks.Pattern(), "To: ", "Invite:true")
}

// TestLadder: the selected game and speed determine the requested ladder, which says both.
func TestLadder(t *testing.T) {
	c, n := atLobby(t, wire.Lobby{})
	c.Press("lobby", "ladder")
	c.Do("speed", 0)
	c.Press("ladder", "show")
	blitz := asks(c, n, wire.GetLadder.Pattern())
	c.At("rungs")
	if title := c.Dialog().Title; title != "Ladder: Tafl, blitz" {
		t.Errorf("the ladder is called %q", title)
	}
	if b := c.Dialog().Buttons[0]; !strings.Contains(b.Label, "Eve") || !strings.Contains(b.Label, "1900") {
		t.Errorf("%+v", b)
	}
	c.Key("Esc")
	c.At("ladder")
	c.Choose("speed", "correspondence")
	c.Press("ladder", "show")
	c.At("rungs")
	c.Until("another ladder", func() bool {
		return slices.ContainsFunc(n.was(), func(one string) bool {
			return strings.HasPrefix(one, wire.GetLadder.Pattern()) && one != blitz
		})
	})
	c.Do("row-0", 0)
	c.At("player")
	if d := c.Dialog(); d.Title != "Eve" || len(d.Charts) != 1 || !strings.Contains(d.Charts[0].Head, "1540") {
		t.Errorf("%s: %+v", d.Title, d.Charts)
	}
}

// TestPlayer: another player can be challenged, blocked and reported; the local player cannot.
func TestPlayer(t *testing.T) {
	c, n := atLobby(t, wire.Lobby{Here: []wire.Player{{ID: "dag", Name: "Dag"}}})
	c.Do("view", 2)
	c.PickCard("here", 0)
	c.Press("player", "block")
	asks(c, n, wire.PostBlocks.Pattern(), "Name:Dag", "Off:false")
	c.Press("player", "block")
	asks(c, n, wire.PostBlocks.Pattern(), "Name:Dag", "Off:true")
	c.Press("player", "report")
	c.Do("send", 0) // says nothing yet
	c.Write("text", "rude")
	c.Press("report", "send")
	asks(c, n, wire.PostReports.Pattern(), "Name:Dag", "Text:rude")
	if i := slices.IndexFunc(n.was(), func(one string) bool { return strings.Contains(one, "Text: ") }); i >= 0 {
		t.Error("an empty report was sent")
	}
	c.Press("player", "challenge")
	c.At("seek")
	if f := c.Field("name"); f.Text != "Dag" || c.Field("to").Chosen != 3 {
		t.Errorf("challenged is %q", f.Text)
	}
	c.Key("Esc")
	c.Key("Esc")
	c.Press("lobby", "account")
	c.Press("account", "profile")
	c.At("player")
	if c.Has("challenge") || c.Has("block") || c.Has("report") {
		t.Error("one can challenge, block or report oneself")
	}
}

// TestAccount: all recovery codes are shown; a vacation has the selected number of days.
func TestAccount(t *testing.T) {
	c, n := atLobby(t, wire.Lobby{})
	c.Press("lobby", "account")
	c.Press("account", "recovery")
	c.At("codes")
	for _, code := range []string{"AAAA", "BBBB", "CCCC"} {
		if !strings.Contains(c.Lines(), code) {
			t.Errorf("%s is missing in %q", code, c.Lines())
		}
	}
	c.Key("Esc")
	c.Do("days", 2)
	c.Press("account", "rest")
	asks(c, n, wire.PostVacation.Pattern(), "Days:7")
	c.Until("the days that are left", c.Says("23"))
	c.Press("account", "link")
	if c.Copied != "https://hall.example/" {
		t.Errorf("copied is %q", c.Copied)
	}
}

// TestLobbyIsRead: the visible lobby is requested repeatedly, and changes are shown.
func TestLobbyIsRead(t *testing.T) {
	c, n := atLobby(t, wire.Lobby{})
	if len(c.Cards("seeks")) != 0 {
		t.Fatal("there is a game already")
	}
	n.mu.Lock()
	own := wire.Seek{Variants: []string{"brandubh-gorrion"}, Clocks: []string{"5m+3s"}}
	n.lobby.Seeks = []wire.OpenSeek{{ID: "mine", Mine: true, Seek: own}}
	n.mu.Unlock()
	c.Until("the game that came", func() bool { c.Clock.Forward(time.Second); return len(c.Cards("seeks")) == 1 })
	c.PickCard("seeks", 0)
	c.Press("open-seek", "withdraw")
	asks(c, n, wire.PostWithdraw.Pattern(), "ID:mine")
}

// TestFoldedSeeks: a challenge with others of its account behind it shows how many, its page lists them, and each can
// be
// accepted.
func TestFoldedSeeks(t *testing.T) {
	dag := wire.Player{ID: "dag", Name: "Dag"}
	seek := func(id, variant string) wire.OpenSeek {
		return wire.OpenSeek{ID: id, By: dag, Seek: wire.Seek{Variants: []string{variant}, Clocks: []string{"5m+3s"}}}
	}
	one := seek("a", "brandubh-gorrion")
	one.More = []wire.OpenSeek{seek("b", "fetlar-11x11"), seek("c", "bagh-chal")}
	c, n := atLobby(t, wire.Lobby{Seeks: []wire.OpenSeek{one}})
	wiretest.On(&n.at, wire.PostTake, func(q wire.Take, _ string) (wire.Begun, error) {
		n.note("take %s", q.ID)
		return wire.Begun{}, errors.New("it is gone")
	})
	c.Until("the challenge", func() bool { return len(c.Cards("seeks")) == 1 })
	if head := c.Cards("seeks")[0].Head; head != "Dag +2" {
		t.Errorf("%q", head)
	}
	c.PickCard("seeks", 0)
	c.At("open-seek")
	more := c.Cards("more")
	if len(more) != 2 || more[0].Head != "Dag" || !strings.Contains(more[0].Lines[0], "Fetlar") {
		t.Fatalf("%+v", more)
	}
	c.PickCard("more", 0)
	if more := c.Cards("more"); !strings.Contains(c.Dialog().Title, "Fetlar") || len(more) != 2 ||
		!strings.Contains(more[0].Lines[0], "Brandubh") {
		t.Errorf("%+v", c.Dialog())
	}
	c.Press("open-seek", "take")
	asks(c, n, "take b")
}

// TestWarning: a warning of a moderator is a banner until the player says that they have read it.
func TestWarning(t *testing.T) {
	c, n := atLobby(t, wire.Lobby{})
	banner := func() string {
		if b := c.App.Screen().Banner; b != nil {
			return b.Text
		}
		return ""
	}
	for range 2 { // again after each new connection
		n.tell(wire.Notice{Kind: wire.NoticeWarning, Text: "Be polite."})
	}
	c.Until("the banner", func() bool { return banner() == "Warning from the operator" })
	c.Do("to-waiting", 0)
	c.At("warning")
	if !strings.Contains(c.Lines(), "Be polite.") || banner() != "" {
		t.Errorf("%+v, banner %q", c.Dialog(), banner())
	}
	c.Press("warning", "close")
	c.Until("the banner", func() bool { return banner() != "" }) // it is not read
	c.Do("to-waiting", 0)
	c.Press("warning", "read")
	asks(c, n, "/warning", "Be polite.")
	c.At("lobby")
	c.Until("no banner", func() bool { return banner() == "" })
}

// TestLocalNetwork: found games are listed, the address of the first is proposed until another is selected,
// and an absent host is reported.
func TestLocalNetwork(t *testing.T) {
	c, n := opened(t)
	n.found = []wire.Found{
		{Address: "10.0.0.2:7", Name: "Dag", Variant: "brandubh-gorrion", Clock: "none"},
		{Address: "10.0.0.3:7", Name: "Eve", Variant: "brandubh-gorrion", Clock: "5m+3s"},
	}
	c.Press("title", "net")
	c.Press("net", "join")
	c.Until("the games", func() bool { return len(c.Cards("found")) == 2 })
	if f := c.Field("address"); f.Text != "10.0.0.2:7" {
		t.Errorf("proposed is %q", f.Text)
	}
	c.Do("found", 1)
	if f := c.Field("address"); f.Text != "10.0.0.3:7" {
		t.Errorf("chosen is %q", f.Text)
	}
	c.Press("join", "knock")
	asks(c, n, "knock at 10.0.0.3:7")
	c.Until("the fault", c.Says("game is hosted there"))
	if c.Page() != "join" {
		t.Errorf("the page is %q", c.Page())
	}
	n.mu.Lock()
	n.found = n.found[:1]
	n.mu.Unlock()
	c.Until("the game that went to be gone", func() bool {
		c.Clock.Forward(time.Second)
		return len(c.Cards("found")) == 1
	})
}
