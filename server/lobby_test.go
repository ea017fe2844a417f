package server_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"tafl3d/game"
	"tafl3d/internal/await"
	"tafl3d/net/client"
	"tafl3d/net/wire"
	"tafl3d/server"
	"tafl3d/server/store/storetest"
)

// ask sends a request of a person and fails the test if it is refused.
func ask[Out any](t testing.TB, p *person, method, path string, in any) (out Out) {
	t.Helper()
	if err := p.Do(t.Context(), method, path, p.session.Token, in, &out); err != nil {
		t.Fatalf("%s %s: %v", method, path, err)
	}
	return out
}

// refused sends a request that must be refused with a code.
func refused(t *testing.T, p *person, path string, in any, want wire.Code) {
	t.Helper()
	err := p.Do(t.Context(), http.MethodPost, path, p.session.Token, in, nil)
	if codeOf(err) != want {
		t.Errorf("%s %+v: %v, want %s", path, in, err, want)
	}
}

func brandubh(change func(*wire.Seek)) wire.Seek {
	q := wire.Seek{Variants: []string{"brandubh-gorrion"}, Clocks: []string{"5m+3s"}, Rated: true}
	if change != nil {
		change(&q)
	}
	return q
}

func TestSeeks(t *testing.T) {
	s, web := start(t, t.TempDir())
	defer func() { web.Close(); _ = s.Close() }()
	astrid, dag, eve := signUp(t, web.URL, "Astrid"), signUp(t, web.URL, "Dag"), signUp(t, web.URL, "Eve")

	open := ask[wire.OpenSeek](t, astrid, http.MethodPost, "v1/seeks",
		brandubh(func(q *wire.Seek) { q.Side = wire.Defenders }))
	refused(t, astrid, "v1/seeks/take", wire.Take{ID: open.ID}, wire.BadMessage) // her own
	lobby := ask[wire.Lobby](t, dag, http.MethodGet, "v1/lobby", nil)
	if len(lobby.Seeks) != 1 || lobby.Seeks[0].By.Name != "Astrid" || lobby.Seeks[0].Mine || lobby.Seeks[0].ForMe {
		t.Fatalf("%+v", lobby)
	}
	ask[wire.Begun](t, dag, http.MethodPost, "v1/seeks/take", wire.Take{ID: open.ID})
	refused(t, eve, "v1/seeks/take", wire.Take{ID: open.ID}, wire.Missing)
	lobby = ask[wire.Lobby](t, astrid, http.MethodGet, "v1/lobby", nil)
	if len(lobby.Mine) != 1 || len(lobby.Seeks) != 0 || lobby.Mine[0].Defenders.Name != "Astrid" ||
		!lobby.Mine[0].Rated {
		t.Fatalf("%+v", lobby)
	}

	challenge := ask[wire.OpenSeek](t, astrid, http.MethodPost, "v1/seeks",
		brandubh(func(q *wire.Seek) { q.To = "dag" }))
	refused(t, eve, "v1/seeks/take", wire.Take{ID: challenge.ID}, wire.Forbidden)
	if l := ask[wire.Lobby](t, dag, http.MethodGet, "v1/lobby", nil); len(l.Seeks) != 1 || !l.Seeks[0].ForMe {
		t.Errorf("the challenged sees %+v", l.Seeks)
	}
	if l := ask[wire.Lobby](t, eve, http.MethodGet, "v1/lobby", nil); len(l.Seeks) != 0 {
		t.Errorf("others see %+v", l.Seeks)
	}
	_, heard := dial(t, astrid)
	ask[wire.None](t, dag, http.MethodPost, "v1/seeks/withdraw", wire.Take{ID: challenge.ID}) // he declines
	hears(t, heard, wire.Notice{Kind: "declined", Text: "Dag"})

	invite := ask[wire.OpenSeek](t, astrid, http.MethodPost, "v1/seeks",
		brandubh(func(q *wire.Seek) { q.Invite = true }))
	refused(t, eve, "v1/seeks/take", wire.Take{ID: invite.ID}, wire.Forbidden) // by its id
	refused(t, eve, "v1/seeks/take", wire.Take{Code: "wrong"}, wire.Missing)
	ask[wire.Begun](t, eve, http.MethodPost, "v1/seeks/take", wire.Take{Code: invite.Code})

	for name, q := range map[string]wire.Seek{
		"no variant":      {Clocks: []string{"none"}},
		"unknown variant": {Variants: []string{"chess"}, Clocks: []string{"none"}},
		"bad clock":       brandubh(func(q *wire.Seek) { q.Clocks = []string{"fast"} }),
		"bad side":        brandubh(func(q *wire.Seek) { q.Side = "north" }),
		"bad start":       brandubh(func(q *wire.Seek) { q.Start = "8/8" }),
		"bad rules":       brandubh(func(q *wire.Seek) { q.Rules = "size = 1000000" }),
	} {
		t.Log(name)
		refused(t, eve, "v1/seeks", q, wire.BadMessage)
	}
	ask[wire.None](t, eve, http.MethodPost, "v1/me/blocks", wire.Block{Name: "Astrid"})
	refused(t, astrid, "v1/seeks", brandubh(func(q *wire.Seek) { q.To = "Eve" }), wire.Forbidden)
	ask[wire.OpenSeek](t, astrid, http.MethodPost, "v1/seeks", brandubh(nil))
	for who, want := range map[*person]int{astrid: 1, dag: 1, eve: 0} {
		if l := ask[wire.Lobby](t, who, http.MethodGet, "v1/lobby", nil); len(l.Seeks) != want {
			t.Errorf("%s sees %+v", who.session.Player.Name, l.Seeks)
		}
	}
}

// dial connects a player and returns what he hears.
func dial(t *testing.T, p *person) (*client.Line, <-chan wire.Notice) {
	t.Helper()
	heard := make(chan wire.Notice, 8)
	line := client.Dial(t.Context(), client.Options{URL: p.Socket(), Token: p.session.Token,
		Notice: func(n wire.Notice) { heard <- n }})
	t.Cleanup(line.Close)
	await.Until(t, "a line does not come up",
		func() bool { state, _ := line.State(); return state == client.Connected })
	return line, heard
}

// hears waits for the next notice.
func hears(t *testing.T, heard <-chan wire.Notice, want wire.Notice) {
	t.Helper()
	select {
	case n := <-heard:
		if n != want {
			t.Errorf("heard %+v, want %+v", n, want)
		}
	case <-time.After(20 * time.Second):
		t.Errorf("nothing is heard, want %+v", want)
	}
}

// TestAway challenges somebody who is not connected, again when he is, and when he has
// gone: the challenger is told when he is away.
func TestAway(t *testing.T) {
	s, web := start(t, t.TempDir())
	defer func() { web.Close(); _ = s.Close() }()
	astrid, dag := signUp(t, web.URL, "Astrid"), signUp(t, web.URL, "Dag")
	challenge := func() wire.Take {
		return wire.Take{ID: ask[wire.OpenSeek](t, astrid, http.MethodPost, "v1/seeks",
			brandubh(func(q *wire.Seek) { q.To = "dag" })).ID}
	}
	away := wire.Notice{Kind: "away", Text: "Dag"}
	_, hers := dial(t, astrid)
	challenge()
	hears(t, hers, away)

	line, his := dial(t, dag)
	if l := ask[wire.Lobby](t, dag, http.MethodGet, "v1/lobby", nil); len(l.Seeks) != 1 || !l.Seeks[0].ForMe {
		t.Errorf("who comes back finds %+v", l.Seeks)
	}
	again := challenge()
	hears(t, his, wire.Notice{Kind: "challenge", Text: "Astrid"})
	ask[wire.None](t, dag, http.MethodPost, "v1/seeks/withdraw", again)
	hears(t, hers, wire.Notice{Kind: "declined", Text: "Dag"}) // and nothing before it

	line.Close()
	await.Until(t, "he seems to be here", func() bool {
		k := challenge()
		select {
		case n := <-hers:
			return n == away
		case <-time.After(300 * time.Millisecond): // the service has not seen him go
			ask[wire.None](t, astrid, http.MethodPost, "v1/seeks/withdraw", k)
			return false
		}
	})
}

// TestBlockedIsNotHeard lets somebody who watches talk until a player blocks him, and again
// when the player lets him.
func TestBlockedIsNotHeard(t *testing.T) {
	h := newFixture(t)
	eve := signUp(t, h.url, "Eve")
	spec := opened(t, h.Server, wire.Spec{Variant: "brandubh-gorrion", Clock: "none",
		Seats: [2]wire.Player{h.astrid.session.Player, h.dag.session.Player}})
	his, hers := h.dag.sit(t, spec.Game), eve.sit(t, spec.Game)
	until(t, his, "the board", anything)
	until(t, hers, "the board", anything)
	said := func(text string) func() bool {
		return func() bool {
			return slices.ContainsFunc(his.Status().Said, func(s wire.Said) bool { return s.Text == text })
		}
	}
	hers.Say("one")
	await.Until(t, "he does not hear who may speak", said("one"))
	ask[wire.None](t, h.dag, http.MethodPost, "v1/me/blocks", wire.Block{Name: "Eve"})
	hers.Say("two")
	await.Until(t, "she is not refused", func() bool { return codeOf(hers.Status().Err) == wire.Forbidden })
	ask[wire.None](t, h.dag, http.MethodPost, "v1/me/blocks", wire.Block{Name: "Eve", Off: true})
	hers.Say("three")
	await.Until(t, "he does not hear whom he lets speak again", said("three"))
	if said("two")() {
		t.Error("he hears whom he has blocked")
	}
}

// TestQueue pairs two who wait, as a match of two games with sides swapped; a bot is
// offered to a third.
func TestQueue(t *testing.T) {
	t.Parallel()
	s, web := start(t, t.TempDir())
	defer func() { web.Close(); _ = s.Close() }()
	astrid, dag := signUp(t, web.URL, "Astrid"), signUp(t, web.URL, "Dag")
	double := brandubh(func(q *wire.Seek) { q.Double = true })
	w := ask[wire.Waiting](t, astrid, http.MethodPost, "v1/queue", double)
	if !w.In || w.Range < 100 || w.Players != 1 {
		t.Errorf("%+v", w)
	}
	ask[wire.Waiting](t, dag, http.MethodPost, "v1/queue", double)
	first := underWay(t, astrid)
	if w := ask[wire.Waiting](t, astrid, http.MethodGet, "v1/queue", nil); w.In {
		t.Error("she waits still")
	}
	resign := astrid.sit(t, first.Game)
	told(t, resign)
	side := map[bool]wire.Side{true: wire.Attackers, false: wire.Defenders}[first.Attackers.Name == "Astrid"]
	seat, _ := side.Side()
	if err := resign.Ask(seat, wire.Act{Kind: wire.Resign}); err != nil {
		t.Fatal(err)
	}
	var second wire.GameBrief
	await.Poll{Interval: 100 * time.Millisecond}.Until(t, "there is no second game",
		func() bool { second = underWay(t, astrid); return second.Game != first.Game })
	if second.Attackers.Name != first.Defenders.Name {
		t.Errorf("the sides are not swapped: %+v", second)
	}
	again := ask[wire.OpenSeek](t, dag, http.MethodPost, "v1/rematch", wire.Begun{Game: first.Game})
	if again.Seek.To != "Astrid" || again.Seek.Side == "" {
		t.Errorf("%+v", again)
	}
}

// TestBothWantARematch: when both have asked for another game, it begins, with sides swapped, and nothing is left open.
func TestBothWantARematch(t *testing.T) {
	t.Parallel()
	s, web := start(t, t.TempDir())
	defer func() { web.Close(); _ = s.Close() }()
	astrid, dag := signUp(t, web.URL, "Astrid"), signUp(t, web.URL, "Dag")
	open := ask[wire.OpenSeek](t, astrid, http.MethodPost, "v1/seeks",
		brandubh(func(q *wire.Seek) { q.To = "Dag"; q.Side = wire.Attackers }))
	first := ask[wire.Begun](t, dag, http.MethodPost, "v1/seeks/take", wire.Take{ID: open.ID})
	seat := astrid.sit(t, first.Game)
	told(t, seat)
	if err := seat.Ask(game.Attackers, wire.Act{Kind: wire.Resign}); err != nil {
		t.Fatal(err)
	}
	for !told(t, seat).State.Outcome.Over() {
	}
	challenge := ask[wire.OpenSeek](t, astrid, http.MethodPost, "v1/rematch", first)
	taken := ask[wire.OpenSeek](t, dag, http.MethodPost, "v1/rematch", first)
	if taken.ID != challenge.ID || !taken.ForMe || taken.By.Name != "Astrid" {
		t.Errorf("%+v, not %+v", taken, challenge)
	}
	second := underWay(t, dag)
	if second.Game == first.Game || second.Attackers.Name != "Dag" || second.Defenders.Name != "Astrid" {
		t.Errorf("%+v", second)
	}
	if l := ask[wire.Lobby](t, astrid, http.MethodGet, "v1/lobby", nil); len(l.Seeks) != 0 {
		t.Errorf("left open: %+v", l.Seeks)
	}
}

// underWay waits until a player has one game under way.
func underWay(t *testing.T, p *person) wire.GameBrief {
	t.Helper()
	var l wire.Lobby
	await.Poll{Interval: 100 * time.Millisecond}.Until(t, "no game begins", func() bool {
		l = ask[wire.Lobby](t, p, http.MethodGet, "v1/lobby", nil)
		return len(l.Mine) == 1
	})
	return l.Mine[0]
}

// TestBotIsOffered offers a bot, with the level that it says it has, to who has waited for
// a while.
func TestBotIsOffered(t *testing.T) {
	var ahead atomic.Int64
	s, err := server.Start(t.Context(), server.Options{Data: t.TempDir(), Host: "127.0.0.1",
		Now: func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }})
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(s.Handler())
	defer func() { web.Close(); _ = s.Close() }()
	astrid, dag := signUp(t, web.URL, "Astrid"), signUp(t, web.URL, "Dag")
	key := device(t, web.URL).Key()
	bot := ask[wire.Player](t, astrid, http.MethodPost, "v1/me/bots",
		wire.SignUp{Proof: wire.Prove(key, "127.0.0.1", time.Now().Unix(), "b"), Name: "Bosi"})
	if !bot.Bot {
		t.Fatalf("%+v", bot)
	}
	bosi := again(t, &person{Service: withKey(t, web.URL, key)}, web.URL)
	refused(t, bosi, "v1/queue", brandubh(func(q *wire.Seek) { q.Level = 101 }), wire.BadMessage)
	if w := ask[wire.Waiting](t, bosi, http.MethodPost, "v1/queue",
		brandubh(func(q *wire.Seek) { q.Level = 3 })); !w.In {
		t.Fatalf("%+v", w)
	}
	if w := ask[wire.Waiting](t, dag, http.MethodPost, "v1/queue", brandubh(nil)); len(w.Bots) != 0 {
		t.Errorf("at once: %+v", w.Bots)
	}
	if l := ask[wire.Lobby](t, dag, http.MethodGet, "v1/lobby", nil); len(l.Bots) != 1 || l.Bots[0].Level != 3 ||
		!l.Bots[0].Bot {
		t.Errorf("the lobby shows the bots %+v", l.Bots)
	}
	if l := ask[wire.Lobby](t, astrid, http.MethodGet, "v1/lobby", nil); l.Waiting != 1 || len(l.Queue) != 1 ||
		l.Queue[0].Clock() != "5m+3s" {
		t.Errorf("others see in the queue %+v", l.Queue)
	}
	if l := ask[wire.Lobby](t, dag, http.MethodGet, "v1/lobby", nil); len(l.Queue) != 0 {
		t.Errorf("who waits sees in the queue %+v", l.Queue)
	}
	ahead.Store(int64(8 * time.Second))
	ask[wire.Waiting](t, dag, http.MethodGet, "v1/queue", nil) // his place is kept
	ahead.Store(int64(16 * time.Second))
	if w := ask[wire.Waiting](t, dag, http.MethodGet, "v1/queue", nil); len(w.Bots) != 1 ||
		w.Bots[0] != (wire.Player{ID: bot.ID, Name: "Bosi", Bot: true, Level: 3}) {
		t.Errorf("after a while: %+v", w)
	}
	refused(t, dag, "v1/queue/bot", wire.Block{Name: "Astrid"}, wire.Missing)
	ask[wire.Begun](t, dag, http.MethodPost, "v1/queue/bot", wire.Block{Name: "Bosi"})
	if g := underWay(t, dag); g.Rated {
		t.Errorf("a game with a bot is rated: %+v", g)
	}
}

// TestWhoIsHere shows in the lobby who is connected, by name, until he leaves, but nobody
// whom the reader has blocked.
func TestWhoIsHere(t *testing.T) {
	t.Parallel()
	s, web := start(t, t.TempDir())
	defer func() { web.Close(); _ = s.Close() }()
	astrid, dag, eve := signUp(t, web.URL, "Astrid"), signUp(t, web.URL, "Dag"), signUp(t, web.URL, "Eve")
	here := func(who *person) (names []string) {
		for _, p := range ask[wire.Lobby](t, who, http.MethodGet, "v1/lobby", nil).Here {
			names = append(names, p.Name)
		}
		return names
	}
	dial(t, eve)
	follower, heard := dial(t, astrid)
	follower.Follow(true, false)
	for quiet := time.After(3 * time.Second); quiet != nil; { // she is told of herself, too
		select {
		case <-heard:
		case <-quiet:
			quiet = nil
		}
	}
	line, _ := dial(t, dag)
	hears(t, heard, wire.Notice{Kind: wire.NoticeLobby})
	// the word may have been of her
	await.Until(t, "not everybody is here",
		func() bool { return slices.Equal(here(dag), []string{"Astrid", "Dag", "Eve"}) })
	ask[wire.None](t, dag, http.MethodPost, "v1/me/blocks", wire.Block{Name: "Eve"})
	if got := here(dag); !slices.Equal(got, []string{"Astrid", "Dag"}) {
		t.Errorf("%q are here for who has blocked Eve", got)
	}
	line.Close()
	await.Until(t, "who has left stays", func() bool { return slices.Equal(here(astrid), []string{"Astrid", "Eve"}) })
}

// TestLobbyChanges follows the lobby with all its changes at one of two services while seeks are
// opened, taken and withdrawn and people come, go and block each other at both: what a line has made
// of the changes is at each pause what the service answers who asks for the lobby.
func TestLobbyChanges(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	doors := twoDoorsOver(t, dir)
	var people []*person
	for i := range 6 {
		people = append(people, signUp(t, doors[i%2].URL, fmt.Sprint("Player", i)))
	}
	seasoned(t, dir, people...)
	lines := make([]*client.Line, 2)
	for i, p := range people[:2] {
		lines[i] = listen(t, p)
		lines[i].Follow(true, false)
	}
	agrees := func(what string) {
		t.Helper()
		for i, l := range lines {
			var told, asked wire.Lobby
			same := func() bool {
				var ok bool
				told, ok = l.Lobby()
				asked = ask[wire.Lobby](t, people[i], http.MethodGet, "v1/lobby", nil)
				told.Mine = slices.Clone(told.Mine) // the line goes on with its own
				for k := range told.Mine {          // whose turn it is is told later
					told.Mine[k].Turn, asked.Mine[k%max(len(asked.Mine), 1)].Turn = "", ""
				}
				return ok && reflect.DeepEqual(told, asked)
			}
			await.Poll{Interval: 200 * time.Millisecond, State: func() string {
				return fmt.Sprintf("%s is told\n%+v\nand is answered\n%+v", people[i].session.Player.Name, told, asked)
			}}.Until(t, what, same)
		}
	}
	agrees("at first")
	rng := rand.New(rand.NewPCG(1, 2))
	var open []wire.OpenSeek
	for round := range 6 {
		for i, p := range people {
			open = append(open, ask[wire.OpenSeek](t, p, http.MethodPost, "v1/seeks", brandubh(func(q *wire.Seek) {
				if rng.IntN(3) == 0 {
					q.To = people[(i+1+rng.IntN(5))%6].session.Player.Name
				}
			})))
		}
		agrees(fmt.Sprint("opened ", round))
		for _, o := range open {
			switch by := people[slices.IndexFunc(people,
				func(p *person) bool { return p.session.Player.ID == o.By.ID })]; rng.IntN(3) {
			case 0:
				_ = by.Do(t.Context(), http.MethodPost, "v1/seeks/withdraw", by.session.Token, wire.Take{ID: o.ID}, nil)
			case 1:
				p := people[rng.IntN(6)]
				_ = p.Do(t.Context(), http.MethodPost, "v1/seeks/take", p.session.Token, wire.Take{ID: o.ID}, nil)
			}
		}
		open = nil
		agrees(fmt.Sprint("taken ", round))
		come := listen(t, people[2+round%4])
		if round == 3 {
			ask[wire.None](t, people[0], http.MethodPost, "v1/me/blocks",
				wire.Block{Name: people[3].session.Player.Name})
			ask[wire.Waiting](t, people[4], http.MethodPost, "v1/queue", brandubh(nil))
		}
		agrees(fmt.Sprint("come ", round))
		if round%2 == 0 {
			come.Close()
		}
	}
	agrees("in the end")
}

// listen connects a player whose line keeps what it is told.
func listen(t *testing.T, p *person) *client.Line {
	t.Helper()
	line := client.Dial(t.Context(), client.Options{URL: p.Socket(), Token: p.session.Token})
	t.Cleanup(line.Close)
	await.Until(t, "a line does not come up",
		func() bool { state, _ := line.State(); return state == client.Connected })
	return line
}

// twoDoors are two services that share broker and database.
func twoDoors(t *testing.T) []*httptest.Server { return twoDoorsOver(t, t.TempDir()) }

// twoDoorsOver is twoDoors with the folder of the database.
func twoDoorsOver(t *testing.T, dir string) (doors []*httptest.Server) {
	t.Helper()
	url := server.SharedBroker(t)
	for range 2 {
		s, err := server.Start(t.Context(), server.Options{
			Data: dir, Database: storetest.Address(t, dir), NATS: url, Host: "127.0.0.1",
		})
		if err != nil {
			t.Fatal(err)
		}
		web := httptest.NewServer(s.Handler())
		t.Cleanup(func() { web.CloseClientConnections(); web.Close(); _ = s.Close() })
		doors = append(doors, web)
	}
	return doors
}

// TestQueueIsTold waits in the queue at two services: both who wait are told at once that they do,
// again and again how it goes, and in the end which game has begun against whom. Nobody asks, and
// nobody loses his place. A bot that offers itself keeps it, too.
func TestQueueIsTold(t *testing.T) {
	t.Parallel()
	doors := twoDoors(t)
	astrid, dag := signUp(t, doors[0].URL, "Astrid"), signUp(t, doors[1].URL, "Dag")
	hers := listen(t, astrid)
	his := listen(t, dag)
	hers.Follow(false, true)
	his.Follow(true, true)
	goes := func(l *client.Line, what string, is func(w wire.Waiting) bool) (w wire.Waiting) {
		t.Helper()
		await.Until(t, what, func() (told bool) { w, told = l.Waiting(); return told && is(w) })
		return w
	}
	goes(hers, "who does not wait is told nothing", func(w wire.Waiting) bool { return !w.In })
	unrated := brandubh(func(q *wire.Seek) { q.Rated = false })
	ask[wire.Waiting](t, astrid, http.MethodPost, "v1/queue", brandubh(nil))
	ask[wire.Waiting](t, dag, http.MethodPost, "v1/queue", unrated) // they do not agree
	goes(hers, "she is not told", func(w wire.Waiting) bool { return w.In && w.Range >= 100 })
	goes(his, "he is not told", func(w wire.Waiting) bool { return w.In && w.Players == 2 })
	if w := goes(hers, "she is not told again", func(w wire.Waiting) bool { return w.Seconds >= 23 }); !w.In ||
		w.Range < 200 || w.Players != 2 {
		t.Errorf("longer than a place lasts: %+v", w)
	}
	ask[wire.None](t, dag, http.MethodDelete, "v1/queue", nil)
	if w := goes(his, "he is not told that he has left", func(w wire.Waiting) bool { return !w.In }); w.Game != "" ||
		w.With != nil {
		t.Errorf("%+v", w)
	}
	ask[wire.Waiting](t, dag, http.MethodPost, "v1/queue", brandubh(nil))
	one := goes(hers, "she is not told of the game", func(w wire.Waiting) bool { return !w.In })
	other := goes(his, "he is not told of the game", func(w wire.Waiting) bool { return !w.In && w.Game != "" })
	if one.Game == "" || one.Game != other.Game || one.With == nil || one.With.Name != "Dag" || other.With == nil ||
		other.With.Name != "Astrid" {
		t.Errorf("%+v, %+v", one, other)
	}
	if g := underWay(t, astrid); g.Game != one.Game {
		t.Errorf("she plays %+v", g)
	}
}

// TestOldFollower: who asks only to hear that the lobby has changed hears that, and no more.
func TestOldFollower(t *testing.T) {
	t.Parallel()
	s, web := start(t, t.TempDir())
	defer func() { web.Close(); _ = s.Close() }()
	astrid, dag := signUp(t, web.URL, "Astrid"), signUp(t, web.URL, "Dag")
	ws, _, err := websocket.Dial(t.Context(), astrid.Socket(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = ws.CloseNow() }()
	say := func(b wire.Body) {
		frame, err := wire.Encode(1, b)
		if err == nil {
			err = ws.Write(t.Context(), websocket.MessageText, frame)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	hears := func() (n wire.Notice) {
		t.Helper()
		for {
			_, data, err := ws.Read(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			switch _, b, err := wire.Decode(data); b := b.(type) {
			case wire.Notice:
				return b
			case wire.Welcome, wire.Ping:
			default:
				t.Fatalf("%+v, %v", b, err)
			}
		}
	}
	say(wire.Hello{Token: astrid.session.Token})
	say(wire.Follow{Lobby: true})
	if n := hears(); n.Kind != wire.NoticeLobby {
		t.Errorf("%+v", n)
	}
	for range 2 {
		ask[wire.OpenSeek](t, dag, http.MethodPost, "v1/seeks", brandubh(nil))
		if n := hears(); n.Kind != wire.NoticeLobby {
			t.Errorf("%+v", n)
		}
	}
}

// TestLobbyIsTold follows the lobby at one service while a seek is opened at another: the word
// comes within a moment, the seek is there when it is asked for, and who does not follow any
// more hears nothing.
func TestLobbyIsTold(t *testing.T) {
	t.Parallel()
	doors := twoDoors(t)
	astrid, dag := signUp(t, doors[0].URL, "Astrid"), signUp(t, doors[1].URL, "Dag")
	heard := make(chan wire.Notice, 8)
	l := client.Dial(t.Context(), client.Options{URL: astrid.Socket(), Token: astrid.session.Token,
		Notice: func(n wire.Notice) { heard <- n }})
	defer l.Close()
	await.Until(t, "a line does not come up", func() bool { state, _ := l.State(); return state == client.Connected })
	l.Follow(true, false)
	hears(t, heard, wire.Notice{Kind: wire.NoticeLobby})
	seeks := func() int {
		return len(ask[wire.Lobby](t, astrid, http.MethodGet, "v1/lobby", nil).Seeks)
	}
	if n := seeks(); n != 0 {
		t.Fatalf("%d seeks in a new lobby", n)
	}
	open := ask[wire.OpenSeek](t, dag, http.MethodPost, "v1/seeks", brandubh(nil))
	hears(t, heard, wire.Notice{Kind: wire.NoticeLobby})
	// the first word may have been of who came
	await.Until(t, "the seek is not there", func() bool { return seeks() == 1 })
	l.Follow(false, false)
	await.Until(t, "it is told for ever", func() bool { // a word may be on its way
		for len(heard) > 0 {
			<-heard
		}
		_ = ask[wire.None](t, dag, http.MethodPost, "v1/seeks/withdraw", wire.Take{ID: open.ID})
		open = ask[wire.OpenSeek](t, dag, http.MethodPost, "v1/seeks", brandubh(nil))
		time.Sleep(2500 * time.Millisecond) // no event tells of silence: a word comes within two seconds
		return len(heard) == 0
	})
}
