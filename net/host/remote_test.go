package host

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"tafl3d/internal/await"
	"tafl3d/net/wire"
)

// lossyBus is the bus of one hub. It can be cut off, as when the process of the hub is killed, and lose messages.
type lossyBus struct {
	*Local
	dead  atomic.Bool
	lose  atomic.Int64 // loses one message in this many; 0: none
	count atomic.Int64

	mu    sync.Mutex
	stops []func()
}

func (p *lossyBus) Tell(topic string, b wire.Body) {
	if !p.dead.Load() {
		p.Local.Tell(topic, b)
	}
}

func (p *lossyBus) Post(topic string, data []byte) {
	if n := p.lose.Load(); !p.dead.Load() && (n == 0 || p.count.Add(1)%n != 0) {
		p.Local.Post(topic, data)
	}
}

func (p *lossyBus) Hear(topic string, f func(wire.Body)) (func(), error) {
	stop, err := p.Local.Hear(topic, f)
	return p.keep(stop), err
}

func (p *lossyBus) Collect(topic string, f func([]byte)) (func(), error) {
	stop, err := p.Local.Collect(topic, f)
	return p.keep(stop), err
}

func (p *lossyBus) keep(stop func()) func() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stops = append(p.stops, stop)
	return stop
}

// cut disconnects the hub from the bus without a farewell.
func (p *lossyBus) cut() {
	p.dead.Store(true)
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, stop := range p.stops {
		stop()
	}
}

// node is one of several hubs with its own HTTP server.
type node struct {
	*fixture
	bus *lossyBus
}

// cluster is a game between astrid and dag, "g", on several hubs. Its home is the first of the nodes.
type cluster struct {
	t       *testing.T
	journal *flaky
	bus     *Local
}

func (w *cluster) node(name string) *node {
	w.t.Helper()
	n := &node{bus: &lossyBus{Local: w.bus}}
	opt := Options{Journal: w.journal, Bus: n.bus, Clock: Machine{}, Name: name,
		Login: func(_ context.Context, token string) (wire.Player, error) {
			return wire.Player{ID: token, Name: token}, nil
		}}
	n.fixture = &fixture{t: w.t, journal: w.journal, hub: NewHub(opt)}
	if err := n.hub.ShareGames(name); err != nil {
		w.t.Fatal(err)
	}
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n.hub.Serve(context.Background(), w, r, func() {})
	}))
	n.url = "ws" + strings.TrimPrefix(web.URL, "http")
	w.t.Cleanup(func() { n.hub.Close(); web.Close() })
	return n
}

// newCluster opens hubs with these names and puts the home hub of the game first.
func newCluster(t *testing.T, names ...string) (*cluster, []*node) {
	t.Helper()
	w := &cluster{t: t, journal: &flaky{}, bus: &Local{}}
	nodes := make([]*node, len(names))
	var work sync.WaitGroup
	for i, name := range names {
		work.Go(func() { nodes[i] = w.node(name) })
	}
	work.Wait()
	spec := wire.Spec{Game: "g", Variant: "brandubh-gorrion", Clock: "10m",
		Seats: [2]wire.Player{{ID: "astrid", Name: "astrid"}, {ID: "dag", Name: "dag"}}}
	if err := nodes[0].hub.Open(t.Context(), spec); err != nil {
		t.Fatal(err)
	}
	for i, n := range nodes {
		if n.hub.Owns("g") {
			nodes[0], nodes[i] = nodes[i], nodes[0]
		}
	}
	return w, nodes
}

// player is a connected player that records all messages.
type player struct {
	*raw
	mu     sync.Mutex
	known  []wire.Entry
	stands *wire.Position // after the newest entry, if it was sent
	done   map[uint64][]wire.Body
	said   []string
	away   int // number of messages that a player has left
	ended  error
}

// connect connects a player, who watches the game.
func (n *node) connect(name string) *player {
	n.t.Helper()
	return n.connectAs(wire.Hello{Token: name})
}

// connectAs connects a player with the options of its Hello.
func (n *node) connectAs(hello wire.Hello) *player {
	n.t.Helper()
	p := &player{raw: n.dial("-"), done: map[uint64][]wire.Body{}}
	p.ask(hello)
	n.t.Cleanup(func() { _ = p.ws.Close(websocket.StatusNormalClosure, "") })
	go p.listen()
	p.await(p.say(wire.Watch{Game: "g", From: 1}))
	return p
}

func (p *player) listen() {
	for {
		_, data, err := p.ws.Read(p.t.Context())
		p.mu.Lock()
		if err != nil {
			p.ended = err
			p.mu.Unlock()
			return
		}
		id, body, _ := wire.Decode(data)
		switch b := body.(type) {
		case wire.Snapshot:
			p.known, p.stands = b.Entries, b.Position
		case wire.News:
			p.known, p.stands = append(p.known, b.Entry), b.Position
		case wire.Said:
			p.said = append(p.said, b.Text)
		case wire.Presence:
			if !b.Here {
				p.away++
			}
		}
		if id != 0 {
			p.done[id] = append(p.done[id], body)
		}
		p.mu.Unlock()
	}
}

func (p *player) say(b wire.Body) uint64 {
	p.t.Helper()
	p.id++
	frame, err := wire.Encode(p.id, b)
	if err == nil {
		err = p.write(string(frame))
	}
	if err != nil {
		p.t.Fatal(err)
	}
	return p.id
}

func (p *player) await(id uint64) wire.Body {
	p.t.Helper()
	var got []wire.Body
	await.Until(p.t, "a question has no answer", func() bool {
		p.mu.Lock()
		defer p.mu.Unlock()
		got = p.done[id]
		return len(got) > 0 || p.ended != nil
	})
	if len(got) == 0 {
		p.t.Fatal(p.ended)
	}
	return got[0]
}

// waitFor waits until the player has this many entries, and checks that each came once.
func (p *player) waitFor(n int) {
	p.t.Helper()
	await.Until(p.t, fmt.Sprint("a player does not hear of entry ", n), func() bool {
		p.mu.Lock()
		defer p.mu.Unlock()
		return len(p.known) >= n
	})
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, e := range p.known {
		if e.Seq != uint64(i+1) {
			p.t.Fatalf("entry %d comes after %d", e.Seq, i)
		}
	}
	if len(p.known) != n {
		p.t.Errorf("a player knows %d entries, not %d", len(p.known), n)
	}
}

// turn is one of 22 moves that repeat no position more often than the rules allow.
func turn(ply int) wire.Do {
	if ply%2 == 1 {
		return move(ply, []string{"d3", "c3"}[ply/2%2], []string{"c3", "d3"}[ply/2%2], fmt.Sprint("t", ply))
	}
	return move(ply, []string{"d1", "c1", "b1"}[ply/2%3], []string{"c1", "b1", "d1"}[ply/2%3], fmt.Sprint("t", ply))
}

// turns plays moves from a ply on and checks that each is acknowledged once.
func turns(astrid, dag *player, from, to int) {
	for ply := from; ply < to; ply++ {
		who := []*player{astrid, dag}[ply%2]
		id := who.say(turn(ply))
		if got := who.await(id); code(got) != "accepted: done" {
			who.t.Fatalf("turn %d: %+v", ply, got)
		}
		astrid.waitFor(ply + 2)
		dag.waitFor(ply + 2)
		who.mu.Lock()
		if n := len(who.done[id]); n != 1 {
			who.t.Errorf("turn %d is acknowledged %d times", ply, n)
		}
		who.mu.Unlock()
	}
}

// assertOneHome asserts that the game has one home hub.
func assertOneHome(t *testing.T, home *node, others ...*node) {
	t.Helper()
	await.Until(t, "a game lives at several", func() bool {
		n := home.hub.Rooms() - 1
		for _, o := range others {
			n += o.hub.Rooms()
		}
		return n == 0
	})
}

// TestAbroad: a game has its home at one of three hubs and its players are connected to the others. Moves, chat,
// refusals in their languages and presence work as with one hub, and the other hubs open no room.
func TestAbroad(t *testing.T) {
	t.Parallel()
	_, nodes := newCluster(t, "a", "b", "c")
	astrid, dag, eve := nodes[1].connect("astrid"), nodes[2].connect("dag"), nodes[1].connect("eve")
	turns(astrid, dag, 0, 3)
	eve.waitFor(4)
	if got := astrid.await(astrid.say(move(7, "d1", "c1", "x"))); code(got) != wire.Stale {
		t.Errorf("a wrong ply: %+v", got)
	}
	if got := eve.await(eve.say(move(3, "c3", "d3", "x"))); code(got) != wire.NotSeated {
		t.Errorf("a move of who watches: %+v", got)
	}
	if got := eve.await(eve.say(wire.Watch{Game: "h", From: 1})); code(got) != wire.NoSuchGame {
		t.Errorf("no such game: %+v", got)
	}
	german := nodes[2].dialFrom("astrid", "de")
	if no, is := german.ask(move(3, "d1", "b2", "t")).(wire.Refused); !is || no.Code != wire.NotYourTurn ||
		no.Text == "it is not your turn" {
		t.Errorf("%+v", no)
	}
	dag.say(wire.Say{Game: "g", Text: "god tur"})
	await.Until(t, "chat is not heard", func() bool {
		astrid.mu.Lock()
		defer astrid.mu.Unlock()
		return len(astrid.said) == 1
	})
	if pong, _ := dag.await(dag.say(wire.Ping{Nonce: 3, Game: "g"})).(wire.Pong); pong.Now == 0 {
		t.Error("who plays elsewhere is not told the time of the game")
	}
	g, err := nodes[1].hub.GameStatus(t.Context(), "g")
	if err != nil || g.Ply != 3 || !g.Here[0] || !g.Here[1] {
		t.Errorf("%+v, %v", g, err)
	}
	if p := nodes[2].hub.Position(t.Context(), "g", "dag"); p == nil || p.Ply != 3 || len(p.Moves) == 0 {
		t.Errorf("%+v", p)
	}
	if p := nodes[2].hub.Position(t.Context(), "g", "eve"); p != nil {
		t.Errorf("to who watches: %+v", p)
	}
	if _, err := nodes[1].hub.GameStatus(t.Context(), "h"); !errors.Is(err, ErrNoGame) {
		t.Errorf("no game elsewhere: %v", err)
	}
	assertOneHome(t, nodes[0], nodes[1:]...)
	_ = dag.ws.Close(websocket.StatusNormalClosure, "")
	await.Until(t, "who has gone is still there", func() bool {
		g, err := nodes[1].hub.GameStatus(t.Context(), "g")
		return err == nil && g.Here[0] && !g.Here[1]
	})
	if err := nodes[1].hub.Act(t.Context(), "g", wire.Service, wire.Act{Kind: wire.Abort, Token: "event"}); err != nil {
		t.Error(err)
	}
	astrid.waitFor(5)
}

// TestSaidOnce: a line of chat from a connection to another hub arrives once and is not repeated, even after the time
// of a retry. A forbidden line is refused.
func TestSaidOnce(t *testing.T) {
	t.Parallel()
	_, nodes := newCluster(t, "a", "b", "c")
	astrid, dag := nodes[1].connect("astrid"), nodes[2].connect("dag")
	said := dag.say(wire.Say{Game: "g", Text: "god tur"})
	if no, is := dag.await(dag.say(wire.Say{Game: "g", Text: " "})).(wire.Refused); !is || no.Code != wire.TooMuch {
		t.Errorf("an empty line: %+v", no)
	}
	heard := func(p *player) int {
		p.mu.Lock()
		defer p.mu.Unlock()
		if len(p.done[said]) > 0 {
			t.Fatalf("%q is answered %v", p.said, p.done[said])
		}
		return len(p.said)
	}
	await.Until(t, "the line is not heard", func() bool { return heard(astrid) > 0 && heard(dag) > 0 })
	await.Stays(t, answerTimeout+time.Second, "the line is heard again",
		func() bool { return heard(astrid) == 1 && heard(dag) == 1 })
}

// TestPositionsFromAbroad: a client without rules at another hub gets positions, also after the game has moved; a
// client with rules gets none.
func TestPositionsFromAbroad(t *testing.T) {
	t.Parallel()
	for _, brief := range []bool{false, true} {
		_, nodes := newCluster(t, "a", "b", "c")
		astrid, dag := nodes[1].connectAs(wire.Hello{Token: "astrid", Positions: true, Brief: brief}),
			nodes[1].connect("dag")
		stands := func(ply int) {
			t.Helper()
			astrid.mu.Lock()
			defer astrid.mu.Unlock()
			turn := ply%2 == 0
			if p := astrid.stands; p == nil || p.Ply != ply || p.Seq != uint64(ply+1) ||
				(len(p.Moves) > 0) != (turn && !brief) || (p.Legal != "") != (turn && brief) {
				t.Errorf("turn %d: %+v", ply, p)
			}
			dag.mu.Lock()
			defer dag.mu.Unlock()
			if dag.stands != nil {
				t.Errorf("turn %d, to a desktop: %+v", ply, dag.stands)
			}
		}
		stands(0)
		turns(astrid, dag, 0, 3)
		stands(3)
		nodes[0].hub.Close()
		turns(astrid, dag, 3, 6)
		stands(6)
	}
}

// stopHome stops the home hub of the game in order and returns the other hubs.
func stopHome(_ *cluster, nodes []*node) []*node { nodes[0].hub.Close(); return nodes[1:] }

// addHome adds a hub that becomes the home of the game, and returns it with the others.
func addHome(w *cluster, nodes []*node) []*node {
	name := "n"
	for weight(name, "g") <= max(weight("a", "g"), weight("b", "g"), weight("c", "g")) {
		name += "n"
	}
	return append([]*node{w.node(name)}, nodes...)
}

// TestMoves: the home hub of a game stops, is killed, or is replaced by a new hub. The players at other hubs play on:
// no entry comes twice, no player is reported as gone, and the game has one home again.
func TestMoves(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(w *cluster, nodes []*node) []*node{
		"goes":   stopHome,
		"killed": func(_ *cluster, nodes []*node) []*node { nodes[0].bus.cut(); return nodes[1:] },
		"comes":  addHome,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, nodes := newCluster(t, "a", "b", "c")
			astrid, dag := nodes[1].connect("astrid"), nodes[2].connect("dag")
			turns(astrid, dag, 0, 4)
			nodes = change(w, nodes)
			turns(astrid, dag, 4, 12)
			home := 0
			await.Until(t, "the game lives nowhere", func() bool {
				for i, n := range nodes {
					if n.hub.Owns("g") && n.hub.Rooms() == 1 {
						home = i
						return true
					}
				}
				return false
			})
			nodes[0], nodes[home] = nodes[home], nodes[0]
			assertOneHome(t, nodes[0], nodes[1:]...)
			turns(astrid, dag, 12, 16)
			if n := astrid.away + dag.away; n > 0 {
				t.Errorf("somebody is said to be gone %d times", n)
			}
		})
	}
}

// TestChatMoves: chat from before a game moved, because its home stopped or a new hub took it over, is sent to later
// connections, each line once and in order.
func TestChatMoves(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(w *cluster, nodes []*node) []*node{"goes": stopHome, "comes": addHome} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, nodes := newCluster(t, "a", "b", "c")
			astrid, dag := nodes[1].connect("astrid"), nodes[2].connect("dag")
			say := func(p *player, texts ...string) {
				t.Helper()
				for _, text := range texts {
					p.say(wire.Say{Game: "g", Text: text})
					await.Until(t, text+" is not heard", func() bool {
						astrid.mu.Lock()
						defer astrid.mu.Unlock()
						return slices.Contains(astrid.said, text)
					})
				}
			}
			say(astrid, "one", "two")
			say(dag, "three")
			nodes = change(w, nodes)
			turns(astrid, dag, 0, 2)
			eve := nodes[0].connect("eve")
			await.Until(t, "the lines do not come along", func() bool { return len(heard(eve)) == 3 })
			say(dag, "four")
			for _, n := range nodes {
				if got := fmt.Sprint(heard(n.connect("knut"))); got != "[one two three four]" {
					t.Errorf("who comes later is told %s", got)
				}
			}
		})
	}
}

// heard returns the chat in a Snapshot of the game.
func heard(p *player) (lines []string) {
	snap, _ := p.await(p.say(wire.Watch{Game: "g", From: 1})).(wire.Snapshot)
	for _, s := range snap.Said {
		lines = append(lines, s.Text)
	}
	return lines
}

// TestFromHome: a player connected to the home hub plays on when the game moves to another hub.
func TestFromHome(t *testing.T) {
	t.Parallel()
	w, nodes := newCluster(t, "a", "b")
	astrid, dag := nodes[0].connect("astrid"), nodes[0].connect("dag")
	turns(astrid, dag, 0, 4)
	name := "n"
	for weight(name, "g") <= max(weight("a", "g"), weight("b", "g")) {
		name += "n"
	}
	guest := w.node(name)
	turns(astrid, dag, 4, 8)
	assertOneHome(t, guest, nodes...)
	turns(astrid, dag, 8, 12)
	guest.hub.Close()
	turns(astrid, dag, 12, 16)
	assertOneHome(t, nodes[0], nodes[1])
	turns(astrid, dag, 16, 20)
}

// TestLostLetters: every fifth message between hubs is lost. All entries still arrive and all acts are performed,
// each once.
func TestLostLetters(t *testing.T) {
	t.Parallel()
	_, nodes := newCluster(t, "a", "b", "c")
	astrid, dag := nodes[1].connect("astrid"), nodes[2].connect("dag")
	for _, n := range nodes {
		n.bus.lose.Store(5)
	}
	for ply := range 12 {
		who := []*player{astrid, dag}[ply%2]
		if got := who.await(who.say(turn(ply))); code(got) != "accepted: done" {
			t.Fatalf("turn %d: %+v", ply, got)
		}
	}
	for _, n := range nodes {
		n.bus.lose.Store(0)
	}
	turns(astrid, dag, 12, 14)
	nodes[2].bus.lose.Store(1) // all messages
	dag.say(wire.Leave{Game: "g"})
	dag.await(dag.say(wire.Ping{Nonce: 1})) // the message is lost
	nodes[2].bus.lose.Store(0)
	if got := astrid.await(astrid.say(turn(14))); code(got) != "accepted: done" {
		t.Fatalf("%+v", got)
	}
	await.Until(t, "who has left is still there", func() bool {
		g, err := nodes[0].hub.GameStatus(t.Context(), "g")
		return err == nil && g.Here[0] && !g.Here[1]
	})
}

// TestOnlyTwoWrite: two hubs that both believe to be the home of a game each accept an act with the same number: the
// journal accepts one.
func TestOnlyTwoWrite(t *testing.T) {
	t.Parallel()
	_, nodes := newCluster(t, "a", "b")
	for _, n := range nodes { // they no longer receive each other's heartbeats
		n.bus.cut()
	}
	await.Until(t, "who is silent keeps its games",
		func() bool { return nodes[0].hub.Owns("g") && nodes[1].hub.Owns("g") })
	codes := map[wire.Code]int{}
	var mu sync.Mutex
	var work sync.WaitGroup
	for i, n := range nodes {
		work.Go(func() {
			r := n.dial("astrid")
			got := code(r.ask(move(0, "d1", []string{"c1", "b1"}[i], fmt.Sprint("t", i))))
			mu.Lock()
			defer mu.Unlock()
			codes[got]++
		})
	}
	work.Wait()
	if codes["accepted: done"] != 1 || nodes[0].length() != 2 {
		t.Errorf("%v, %d entries", codes, nodes[0].length())
	}
}

// TestLongLetter: a message longer than brokers carry is compressed.
func TestLongLetter(t *testing.T) {
	t.Parallel()
	_, nodes := newCluster(t, "a", "b")
	got := make(chan []byte, 1)
	stop, err := nodes[0].bus.Local.Collect(hubTopic("x"), func(text []byte) { got <- text })
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	long := []byte(`"` + strings.Repeat("tafl ", 1<<20) + `"`)
	nodes[0].hub.sendMessage("x", message{Kind: msgDeliver, Answer: long})
	text := await.Next(t, got, "no message")
	var l message
	if err := nodes[1].hub.compressor.decompress(text, &l); err != nil || len(text) > compressFrom ||
		len(l.Answer) != len(long) {
		t.Errorf("%d bytes of %d: %v", len(text), len(long), err)
	}
}

// TestMended: a hub is cut off from the others for a moment. When it is back, lost entries and requests are repeated
// at once, without waiting for a timeout.
func TestMended(t *testing.T) {
	t.Parallel()
	_, nodes := newCluster(t, "a", "b")
	home, guest := nodes[0], nodes[1]
	astrid, dag := home.connect("astrid"), guest.connect("dag")
	turns(astrid, dag, 0, 2)
	home.bus.lose.Store(1) // all messages
	if got := astrid.await(astrid.say(turn(2))); code(got) != "accepted: done" {
		t.Fatalf("%+v", got)
	}
	home.bus.lose.Store(0)
	home.hub.BusReconnected()
	dag.waitFor(4)
	guest.bus.lose.Store(1)
	id := dag.say(turn(3))
	dag.await(dag.say(wire.Ping{Nonce: 1})) // the move is lost
	guest.bus.lose.Store(0)
	guest.hub.BusReconnected()
	if got := dag.await(id); code(got) != "accepted: done" {
		t.Fatalf("%+v", got)
	}
	astrid.waitFor(5)
	turns(astrid, dag, 4, 8)
}

// TestOverdueInOrder: requests of one connection are repeated, or performed here, in their order.
func TestOverdueInOrder(t *testing.T) {
	t.Parallel()
	_, nodes := newCluster(t, "a", "b")
	h := nodes[1].hub
	now := h.opt.Now()
	const each = 40
	for n := range uint64(each) {
		for conn := range uint64(3) {
			q := &pendingRequest{msg: message{Conn: 100 + conn, ID: each - n, Game: "g"}, to: "a", conn: &Conn{}}
			h.remote.add(q, now.Add(time.Duration(n)*time.Microsecond))
		}
	}
	inTurn := func(list []*pendingRequest) bool {
		return slices.IsSortedFunc(list, func(a, b *pendingRequest) int { return a.first.Compare(b.first) })
	}
	_, again, _ := h.overdueRequests(now.Add(2 * firstRetry))
	if len(again) != 3*each {
		t.Fatalf("%d are asked again", len(again))
	}
	for i := range 3 {
		if !inTurn(again[i*each : (i+1)*each]) {
			t.Error("asked again in another order")
		}
	}
	late, _, _ := h.overdueRequests(now.Add(2 * answerTimeout))
	if len(late) != 3 {
		t.Fatalf("%d connections", len(late))
	}
	for _, list := range late {
		if len(list) != each || !inTurn(list) {
			t.Error("done in another order")
		}
	}
}

// TestLateRefusal: a request for a game is repeated because it takes long. The first is refused in the end, after which
// the second succeeds. The connection must be in the game then.
func TestLateRefusal(t *testing.T) {
	t.Parallel()
	_, nodes := newCluster(t, "a", "b")
	guest := nodes[1]
	guest.bus.lose.Store(1) // the requests stay open
	dag := &player{raw: guest.dial("dag"), done: map[uint64][]wire.Body{}}
	dag.say(wire.Watch{Game: "g", From: 1})
	dag.say(wire.Watch{Game: "g", From: 1})
	var open []*pendingRequest
	await.Until(t, "the hub has no two requests", func() bool {
		guest.hub.remote.mu.Lock()
		defer guest.hub.remote.mu.Unlock()
		open = slices.Collect(maps.Values(guest.hub.remote.pending))
		return len(open) == 2
	})
	slices.SortFunc(open, func(p, q *pendingRequest) int { return cmp.Compare(p.msg.ID, q.msg.ID) })
	c := open[0].conn
	c.receive(message{Kind: msgDeliver, From: nodes[0].hub.members.self, Conn: c.id, Game: "g", ID: open[0].msg.ID,
		Answer: []byte(`{}`)})
	c.receive(message{Kind: msgDeliver, From: nodes[0].hub.members.self, Conn: c.id, Game: "g", ID: open[1].msg.ID,
		Answer: []byte(`{}`), Whole: true, Seq: 1})
	if s, in := c.subscriptionTo("g"); !in || !s.confirmed || s.lastSeq != 1 {
		t.Errorf("in the game: %v, %+v", in, s)
	}
}
