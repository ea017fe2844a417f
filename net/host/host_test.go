package host

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"tafl3d/game"
	"tafl3d/internal/await"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
)

// flaky is a journal whose appends can be made to fail.
type flaky struct {
	Memory
	// fail is 1: nothing is written; 2: the entry is written, and an error is returned; 3: writing is slow; 4: both;
	// 5: as 1, and reading fails too.
	fail atomic.Int32

	mu   sync.Mutex
	held []func() // what followers receive later; nil: at once
}

// hold keeps new entries from followers until release.
func (f *flaky) hold() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.held = []func(){}
}

func (f *flaky) release() {
	f.mu.Lock()
	list := f.held
	f.held = nil
	f.mu.Unlock()
	for _, tell := range list {
		tell()
	}
}

func (f *flaky) Follow(game string, tell func(wire.Entry)) (stop func(), err error) {
	return f.Memory.Follow(game, func(e wire.Entry) {
		f.mu.Lock()
		defer f.mu.Unlock()
		if f.held != nil {
			f.held = append(f.held, func() { tell(e) })
			return
		}
		tell(e)
	})
}

func (f *flaky) Append(ctx context.Context, game string, e wire.Entry) error {
	switch f.fail.Load() {
	case 1, 5:
		return errors.New("the disk is full")
	case 2:
		_ = f.Memory.Append(ctx, game, e)
		return errors.New("the answer was lost")
	case 3:
		time.Sleep(slowly)
	case 4:
		time.Sleep(slowly)
		_ = f.Memory.Append(ctx, game, e)
		return errors.New("the answer was lost")
	}
	return f.Memory.Append(ctx, game, e)
}

func (f *flaky) Read(ctx context.Context, game string, from uint64) ([]wire.Entry, error) {
	if f.fail.Load() == 5 {
		return nil, errors.New("the disk is gone")
	}
	return f.Memory.Read(ctx, game, from)
}

// fixture is a hub with an HTTP server and a game between astrid and dag.
type fixture struct {
	t       *testing.T
	hub     *Hub
	journal *flaky
	url     string
}

func open(t *testing.T, clock string, change func(*Options)) *fixture {
	t.Helper()
	f := &fixture{t: t, journal: &flaky{}}
	opt := Options{Journal: f.journal, Bus: &Local{}, Clock: Machine{}, Name: "test",
		CompressAfter: 2 * time.Millisecond,
		Login: func(_ context.Context, token string) (wire.Player, error) {
			if token == "thief" {
				return wire.Player{}, errors.New("the session is unknown")
			}
			return wire.Player{ID: token, Name: token}, nil
		}}
	if change != nil {
		change(&opt)
	}
	f.hub = NewHub(opt)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f.hub.Serve(context.Background(), w, r, func() {})
	}))
	f.url = "ws" + strings.TrimPrefix(web.URL, "http")
	t.Cleanup(func() { f.hub.Close(); web.Close() })
	spec := wire.Spec{Game: "g", Variant: "brandubh-gorrion", Clock: clock,
		Seats: [2]wire.Player{{ID: "astrid"}, {ID: "dag"}}}
	if err := f.hub.Open(t.Context(), spec); err != nil {
		t.Fatal(err)
	}
	return f
}

// raw is a connection that sends arbitrary messages.
type raw struct {
	t  *testing.T
	ws *websocket.Conn
	id uint64
}

func (f *fixture) dial(token string) *raw { return f.dialFrom(token, "") }

// dialFrom connects with a language.
func (f *fixture) dialFrom(token, language string) *raw {
	f.t.Helper()
	ws, _, err := websocket.Dial(f.t.Context(), f.url,
		&websocket.DialOptions{HTTPHeader: http.Header{"Accept-Language": {language}}})
	if err != nil {
		f.t.Fatal(err)
	}
	ws.SetReadLimit(wire.MaxSnap)
	f.t.Cleanup(func() { _ = ws.CloseNow() })
	r := &raw{t: f.t, ws: ws}
	if token != "-" {
		r.ask(wire.Hello{Token: token})
	}
	return r
}

func (r *raw) write(text string) error {
	return r.ws.Write(r.t.Context(), websocket.MessageText, []byte(text))
}

// answer waits for the answer to a request.
func (r *raw) answer(id uint64) (wire.Body, error) {
	ctx, cancel := context.WithTimeout(r.t.Context(), 20*time.Second)
	defer cancel()
	for {
		_, data, err := r.ws.Read(ctx)
		if err != nil {
			return nil, err
		}
		got, body, err := wire.Decode(data)
		if err != nil {
			return nil, err
		}
		if got == id {
			return body, nil
		}
	}
}

func (r *raw) ask(b wire.Body) wire.Body {
	r.t.Helper()
	r.id++
	frame, err := wire.Encode(r.id, b)
	if err == nil {
		err = r.write(string(frame))
	}
	if err != nil {
		r.t.Fatal(err)
	}
	body, err := r.answer(r.id)
	if err != nil {
		r.t.Fatal(err)
	}
	return body
}

func code(b wire.Body) wire.Code {
	if no, ok := b.(wire.Refused); ok {
		return no.Code
	}
	return wire.Code("accepted: " + b.Type())
}

func move(ply int, from, to, token string) wire.Do {
	return wire.Do{Game: "g", Act: wire.Act{Kind: wire.Play, Ply: ply, Moves: []wire.Move{{From: from, To: to}},
		Token: token}}
}

func (f *fixture) length() int {
	f.t.Helper()
	entries, err := f.journal.Read(f.t.Context(), "g", 1)
	if err != nil {
		f.t.Fatal(err)
	}
	return len(entries)
}

// TestPositionOfARoom asks an open room for its position: a player gets it with the legal moves as of the newest
// entry; other players, and requests for a closed room, get none.
func TestPositionOfARoom(t *testing.T) {
	f := open(t, "5m+3s", func(o *Options) { o.CompressAfter = time.Hour })
	if p := f.hub.Position(t.Context(), "h", "astrid"); p != nil {
		t.Errorf("of no room: %+v", p)
	}
	astrid := f.dial("astrid")
	astrid.ask(wire.Watch{Game: "g", From: 1})
	if p := f.hub.Position(t.Context(), "g", "eve"); p != nil {
		t.Errorf("to a stranger: %+v", p)
	}
	if p := f.hub.Position(t.Context(), "g", "astrid"); p == nil || p.Seq != 1 || len(p.Moves) != 40 {
		t.Errorf("at the beginning: %+v", p)
	}
	if got := code(astrid.ask(move(0, "d1", "c1", "t"))); !strings.HasPrefix(string(got), "accepted") {
		t.Fatal(got)
	}
	if p := f.hub.Position(t.Context(), "g", "astrid"); p == nil || p.Seq != 2 || p.Ply != 1 || len(p.Moves) != 0 {
		t.Errorf("to who has moved: %+v", p)
	}
	if p := f.hub.Position(t.Context(), "g", "dag"); p == nil || p.Turn != wire.Defenders || len(p.Moves) == 0 {
		t.Errorf("to who is to move: %+v", p)
	}
}

// TestPositionsAreTold: a client without rules gets the position with each entry, and its legal moves when it is to
// move; at the start, after a reconnection, and never twice in one frame. Other clients get entries only.
func TestPositionsAreTold(t *testing.T) {
	f := open(t, "5m+3s", nil)
	enter := func(hello wire.Hello) (*raw, wire.Snapshot) {
		t.Helper()
		r := f.dial("-")
		r.ask(hello)
		snap, _ := r.ask(wire.Watch{Game: "g", From: 1}).(wire.Snapshot)
		return r, snap
	}
	page := func(name string) (*raw, wire.Snapshot) { return enter(wire.Hello{Token: name, Positions: true}) }
	astrid, snap := page("astrid")
	if p := snap.Position; p == nil || p.Seq != 1 || len(p.Moves) != 40 || p.Runs != "" {
		t.Errorf("at the beginning: %+v", p)
	}
	dag, snap := page("dag")
	if p := snap.Position; p == nil || len(p.Moves) != 0 {
		t.Errorf("to who waits: %+v", p)
	}
	eve, snap := page("eve")
	if snap.Position != nil {
		t.Errorf("to who watches: %+v", snap.Position)
	}
	mover, _ := enter(wire.Hello{Token: "dag", Positions: true, Brief: true})
	waits, _ := enter(wire.Hello{Token: "astrid", Positions: true, Brief: true})
	desk := f.dial("dag")
	if snap, _ := desk.ask(wire.Watch{Game: "g", From: 1}).(wire.Snapshot); snap.Position != nil ||
		len(snap.Entries) != 1 {
		t.Errorf("to a desktop: %+v", snap)
	}
	if got := code(astrid.ask(move(0, "d1", "c1", "t"))); !strings.HasPrefix(string(got), "accepted") {
		t.Fatal(got)
	}
	for _, one := range []struct {
		*raw
		told, plays bool
	}{{dag, true, true}, {eve, false, false}, {desk, false, false}} {
		p := one.entry().Position
		if (p != nil) != one.told || p != nil && (p.Seq != 2 || p.Ply != 1 || (len(p.Moves) > 0) != one.plays ||
			len(p.Last) != 1 || len(p.Pieces) != 49) {
			t.Errorf("after a turn: %+v", p)
		}
	}
	if p := mover.entry().Position; p == nil || p.Seq != 2 || len(p.Moves) > 0 || !strings.HasPrefix(p.Legal, "c4-") &&
		!strings.HasPrefix(p.Legal, "d3-") {
		t.Errorf("in short, after a turn: %+v", p)
	}
	if p := waits.entry().Position; p == nil || p.Seq != 2 || len(p.Moves) > 0 || p.Legal != "" || len(p.Last) != 1 {
		t.Errorf("in short, to who waits after a turn: %+v", p)
	}
	if got := code(dag.ask(move(1, "d3", "c3", "u"))); !strings.HasPrefix(string(got), "accepted") {
		t.Fatal(got)
	}
	if _, snap := page("astrid"); snap.Position == nil || snap.Position.Ply != 2 || len(snap.Position.Moves) == 0 ||
		snap.Position.Seq != uint64(len(snap.Entries)) {
		t.Errorf("to who comes back: %+v", snap.Position)
	}
	if _, snap := enter(wire.Hello{Token: "astrid", Positions: true, Brief: true}); snap.Position == nil ||
		len(snap.Position.Moves) > 0 || !strings.HasPrefix(snap.Position.Legal, "c1-") {
		t.Errorf("in short: %+v", snap.Position)
	}
	if _, snap := enter(wire.Hello{Token: "dag", Positions: true, Brief: true}); snap.Position == nil ||
		len(snap.Position.Moves) > 0 || snap.Position.Legal != "" {
		t.Errorf("in short, to who waits: %+v", snap.Position)
	}
}

// TestSinceOfADozingRoom asks a compressed room for entries: it returns none and stays compressed.
func TestSinceOfADozingRoom(t *testing.T) {
	f := open(t, "5m+3s", nil)
	astrid := f.dial("astrid")
	astrid.ask(wire.Watch{Game: "g", From: 1})
	if got := code(astrid.ask(move(0, "d1", "c1", "t"))); !strings.HasPrefix(string(got), "accepted") {
		t.Fatal(got)
	}
	await.Until(t, "the room does not compress the game", func() bool { return f.hub.CompressedGames() == 1 })
	room := f.hub.readyRoom("g")
	for after := range uint64(4) {
		if list := f.hub.Since(t.Context(), "g", after); len(list) > 0 {
			t.Errorf("after %d: %+v", after, list)
		}
	}
	if f.hub.readyRoom("g") != room || room == nil {
		t.Error("the room broke")
	}
}

// entry waits for the next entry.
func (r *raw) entry() wire.News {
	r.t.Helper()
	for {
		body, err := r.answer(0)
		if err != nil {
			r.t.Fatal(err)
		}
		if n, is := body.(wire.News); is {
			return n
		}
	}
}

// TestRefusalsInWords asserts that a refusal is in the language of the connection, with the reason by the rules, and
// in English without a language.
func TestRefusalsInWords(t *testing.T) {
	f := open(t, "5m+3s", nil)
	for _, tt := range []struct {
		language string
		ask      wire.Body
		want     string
	}{
		{"", wire.Watch{Game: "h", From: 1}, "game not found"},
		{"fi", wire.Watch{Game: "h", From: 1}, "game not found"},
		{"da", wire.Watch{Game: "h", From: 1}, "partiet findes ikke"},
		{"sv-SE,en;q=0.5", wire.Watch{Game: "h", From: 1}, "partiet hittades inte"},
		{"", move(0, "d1", "b2", "t"), "d1 to b2: pieces move in a straight line along a rank or file"},
		{"de", move(0, "d1", "b2", "t"), "d1 nach b2: Figuren ziehen gerade auf einer Reihe oder Linie"},
		{"de", wire.Do{Game: "g", Act: wire.Act{Kind: wire.Decline, Of: "pause", Token: "u"}},
			"darum hat die andere Seite nicht gebeten"},
		{"nb", wire.Say{Game: "g", Text: "hi"}, "du trenger et navn for å chatte her"},
		{"is", wire.Done{}, "ógild beiðni: unexpected message done"},
	} {
		by := "astrid"
		if _, speaks := tt.ask.(wire.Say); speaks {
			by = "eve" // a player of the game may chat without watching it
		}
		no, is := f.dialFrom(by, tt.language).ask(tt.ask).(wire.Refused)
		if !is || no.Text != tt.want {
			t.Errorf("%q: %+v, want %q", tt.language, no, tt.want)
		}
	}
}

// TestHostile sends invalid messages. Each is refused with its code, and the game does not change.
func TestHostile(t *testing.T) {
	f := open(t, "none", nil)
	astrid, dag, eve, nobody := f.dial("astrid"), f.dial("dag"), f.dial("eve"), f.dial("")
	act := func(change func(*wire.Act)) wire.Do {
		d := move(0, "d1", "c1", "x")
		change(&d.Act)
		return d
	}
	for _, tt := range []struct {
		name string
		who  *raw
		say  wire.Body
		want wire.Code
	}{
		{"a move of the other side", dag, move(0, "d1", "c1", "x"), wire.NotYourTurn},
		{"a move of a spectator", eve, move(0, "d1", "c1", "x"), wire.NotSeated},
		{"a move without an account", nobody, move(0, "d1", "c1", "x"), wire.NotSeated},
		{"no token", astrid, move(0, "d1", "c1", ""), wire.BadMessage},
		{"a huge token", astrid, move(0, "d1", "c1", strings.Repeat("x", 65)), wire.BadMessage},
		{"a wrong ply", astrid, move(7, "d1", "c1", "x"), wire.Stale},
		{"another's piece", astrid, move(0, "d3", "c3", "x"), wire.Illegal},
		{"no such game", astrid, wire.Do{Game: "h", Act: wire.Act{Token: "x"}}, wire.NoSuchGame},
		{"no such game to watch", astrid, wire.Watch{Game: "../../etc"}, wire.NoSuchGame},
		{"a flag", dag, act(func(a *wire.Act) { a.Kind = wire.Flag }), wire.BadMessage},
		{"a forfeit", dag, act(func(a *wire.Act) { a.Kind, a.Of = wire.Forfeit, "attackers" }), wire.BadMessage},
		{"a new beginning", dag, act(func(a *wire.Act) { a.Kind = wire.Open }), wire.BadMessage},
		{"a thousand steps", astrid, act(func(a *wire.Act) { a.Moves = make([]wire.Move, 1000) }), wire.BadMessage},
		{"a server's message", eve, wire.Done{Game: "g", Seq: 1}, wire.BadMessage},
		{"chat from outside", eve, wire.Say{Game: "g", Text: "hei"}, wire.NotSeated},
	} {
		if got := code(tt.who.ask(tt.say)); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
	for _, text := range []string{"", "{", `{"v":9}`, `[]`, strings.Repeat("[", 10000),
		`{"v":1,"type":"do","body":7}`} {
		if err := eve.write(text); err != nil {
			t.Fatalf("%.20q ends the connection: %v", text, err)
		}
	}
	if got := eve.ask(wire.Ping{Nonce: 5}); got != (wire.Pong{Nonce: 5}) {
		t.Errorf("after nonsense: %v", got)
	}
	if n := f.length(); n != 1 {
		t.Errorf("the game has %d entries", n)
	}
}

// TestThrownOut tests what ends a connection.
func TestThrownOut(t *testing.T) {
	f := open(t, "none", nil)
	for name, do := range map[string]func(r *raw){
		"no hello":  func(r *raw) { _ = r.write(`{"v":1,"type":"ping"}`) },
		"too large": func(r *raw) { _ = r.write(strings.Repeat("x", wire.MaxFrame+1)) },
		"a flood": func(r *raw) {
			for range 500 {
				if r.write(`{"v":1,"type":"ping"}`) != nil {
					return
				}
			}
		},
	} {
		token := "eve"
		if name == "no hello" {
			token = "-"
		}
		r := f.dial(token)
		do(r)
		if _, err := r.answer(999); err == nil || errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: %v", name, err)
		}
	}
	thief := f.dial("-")
	if got := code(thief.ask(wire.Hello{Token: "thief"})); got != wire.BadToken {
		t.Errorf("a thief: %s", got)
	}
}

// TestFault causes a panic in a connection: only that connection ends.
func TestFault(t *testing.T) {
	var log await.Text
	f := open(t, "none", func(o *Options) {
		o.Answered = func(_ wire.Kind, code wire.Code, _ time.Duration) {
			if code == wire.NotSeated {
				panic("a fault of ours")
			}
		}
		o.Log = slog.New(slog.NewTextHandler(&log, nil))
	})
	astrid, eve := f.dial("astrid"), f.dial("eve")
	_ = eve.write(`{"v":1,"type":"do","id":2,"body":{"game":"g","act":{"kind":"resign","ply":0,"token":"t"}}}`)
	if _, err := eve.answer(2); err == nil || errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("the connection goes on: %v", err)
	}
	await.Until(t, "the connection is still counted", func() bool { return f.hub.Conns() == 1 })
	if !strings.Contains(log.String(), "a fault of ours") {
		t.Errorf("the log tells nothing of it: %s", log.String())
	}
	if got := code(astrid.ask(move(0, "d1", "b1", "one"))); got != "accepted: done" {
		t.Errorf("another connection: %s", got)
	}
}

// TestSlow sends a message byte by byte: the connection is ended like a silent one, without leaks.
func TestSlow(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("waits for as long as a connection may be silent")
	}
	f := open(t, "none", nil)
	c, err := net.Dial("tcp", strings.TrimPrefix(f.url, "ws://"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	hello := `{"v":1,"type":"hello","id":1,"body":{}}`
	opening := "GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: " +
		"13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
	frame := append([]byte(opening), 0x81, 0x80|byte(len(hello)), 0, 0, 0, 0)
	frame = append(append(frame, hello...), 0x81, 0x80|126, 0x70, 0, 0, 0, 0, 0) // then one of 28672 bytes
	if _, err := c.Write(frame); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	go func() {
		for {
			if _, err := c.Write([]byte(" ")); err != nil {
				return
			}
			time.Sleep(200 * time.Millisecond) // the pace of this writer
		}
	}()
	_ = c.SetReadDeadline(began.Add(time.Minute))
	text, err := io.ReadAll(c)
	if !strings.Contains(string(text), "welcome") || errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("after %v: %v, %s", time.Since(began), err, text)
	}
	await.Until(t, "the connection is still served", func() bool { return f.hub.Conns() == 0 })
	if n := f.length(); n != 1 {
		t.Errorf("%d entries", n)
	}
}

// TestDisk lets the journal fail: an act is refused and may be sent again; one that was written despite an error is
// accepted.
func TestDisk(t *testing.T) {
	f := open(t, "none", nil)
	astrid := f.dial("astrid")
	f.journal.fail.Store(1)
	if got := code(astrid.ask(move(0, "d1", "c1", "x"))); got != wire.Unavailable {
		t.Errorf("a full disk: %s", got)
	}
	if n := f.length(); n != 1 {
		t.Fatalf("%d entries", n)
	}
	f.journal.fail.Store(2)
	if got := astrid.ask(move(0, "d1", "c1", "x")); got != (wire.Done{Game: "g", Seq: 2}) {
		t.Errorf("written, with an error: %+v", got)
	}
	f.journal.fail.Store(0)
	if got := astrid.ask(move(0, "d1", "c1", "x")); got != (wire.Done{Game: "g", Seq: 2}) {
		t.Errorf("sent again: %+v", got)
	}
	if n := f.length(); n != 2 {
		t.Errorf("%d entries", n)
	}
}

// TestDiskIsGone lets the journal neither write nor read: the game returns to the state in memory, so that another
// move is possible once the disk is back.
func TestDiskIsGone(t *testing.T) {
	f := open(t, "none", func(o *Options) { o.CompressAfter = time.Hour }) // a compressed room restores its entries
	err := f.hub.With(t.Context(), "g", func(r *Room) error {
		f.journal.fail.Store(5)
		first := move(0, "d1", "c1", "x")
		var refused *wire.Error
		if _, err := r.Act(t.Context(), wire.Attackers, first.Act, wire.At(time.Now())); !errors.As(err, &refused) ||
			refused.Code != wire.Unavailable {
			t.Errorf("a disk that is gone: %v", err)
		}
		f.journal.fail.Store(0)
		seq, err := r.Act(t.Context(), wire.Attackers, move(0, "d1", "b1", "y").Act, wire.At(time.Now()))
		if seq != 2 {
			t.Errorf("another move afterwards is entry %d", seq)
		}
		return err
	})
	if n := f.length(); n != 2 || err != nil {
		t.Errorf("%d entries, %v", n, err)
	}
}

// slowly is how long a slow write takes, and how long tests let clocks run. It is real time: tests compare what a
// clock was charged with the duration of the test.
const slowly = 600 * time.Millisecond

// TestOwed delays the writing of a move and makes the next one fail at first: neither is charged to a player.
func TestOwed(t *testing.T) {
	t.Parallel()
	f := open(t, "1m+0s", nil)
	astrid, dag := f.dial("astrid"), f.dial("dag")
	f.journal.fail.Store(3)
	began := time.Now()
	astrid.ask(move(0, "d1", "c1", "x"))
	f.journal.fail.Store(1)
	if got := code(dag.ask(move(1, "d3", "c3", "y"))); got != wire.Unavailable {
		t.Fatal(got)
	}
	time.Sleep(slowly)
	f.journal.fail.Store(0)
	dag.ask(move(1, "d3", "c3", "y"))
	own := time.Since(began) - 2*slowly // without the slow write and the wait
	f.journal.fail.Store(1)
	astrid.ask(move(2, "c1", "c2", "z"))
	f.journal.fail.Store(0)
	time.Sleep(slowly)
	astrid.ask(move(2, "c1", "d1", "z")) // another move: the player has thought again
	entries, err := f.journal.Read(t.Context(), "g", 1)
	if err != nil || len(entries) != 4 {
		t.Fatalf("%d entries, %v", len(entries), err)
	}
	if charged := entries[2].At.Time().Sub(entries[1].At.Time()); charged > own+slowly/2 {
		t.Errorf("charged %v for what the service took; everything else took %v", charged, own)
	}
	if charged := entries[3].At.Time().Sub(entries[2].At.Time()); charged < slowly {
		t.Errorf("charged %v for a turn that was thought over for %v", charged, slowly)
	}
}

// TestOwedAfterAll loses the answer to a slow write: the move counts, and the opponent is charged from when they
// learned of it.
func TestOwedAfterAll(t *testing.T) {
	t.Parallel()
	f := open(t, "1m+0s", nil)
	astrid, dag := f.dial("astrid"), f.dial("dag")
	f.journal.fail.Store(4)
	began := time.Now()
	if got := code(astrid.ask(move(0, "d1", "c1", "x"))); got != "accepted: done" {
		t.Fatal(got)
	}
	f.journal.fail.Store(0)
	dag.ask(move(1, "d3", "c3", "y"))
	own := time.Since(began) - slowly // without the slow write
	entries, err := f.journal.Read(t.Context(), "g", 1)
	if err != nil || len(entries) != 3 {
		t.Fatalf("%d entries, %v", len(entries), err)
	}
	if charged := entries[2].At.Time().Sub(entries[1].At.Time()); charged > own+slowly/2 {
		t.Errorf("charged %v for what the service took; everything else took %v", charged, own)
	}
}

// TestOwedElsewhere writes a move late and then opens the room at another service: there, too, the opponent is not
// charged for the delay.
func TestOwedElsewhere(t *testing.T) {
	t.Parallel()
	f := open(t, "1m+0s", nil)
	turn := func(by wire.Side, a wire.Act, at time.Time) {
		t.Helper()
		hub := NewHub(Options{Journal: f.journal, Bus: &Local{}, Clock: Machine{}})
		defer hub.Close()
		err := hub.With(t.Context(), "g", func(r *Room) error {
			_, err := r.Act(t.Context(), by, a, wire.At(at))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	const late = 500 * time.Millisecond
	began := time.Now()
	turn(wire.Attackers, move(0, "d1", "c1", "x").Act, time.Now())
	prompt := time.Since(began) < 100*time.Millisecond // holds unless the machine was stopped
	turn(wire.Defenders, move(1, "d3", "c3", "y").Act, time.Now())
	time.Sleep(late) // real time, which the clock of the game counts
	began = time.Now()
	turn(wire.Attackers, move(2, "c1", "d1", "z").Act, time.Now().Add(-late))
	turn(wire.Defenders, move(3, "c3", "d3", "w").Act, time.Now())
	own := time.Since(began)
	entries, err := f.journal.Read(t.Context(), "g", 1)
	if err != nil || len(entries) != 5 {
		t.Fatalf("%d entries, %v", len(entries), err)
	}
	if entries[1].Late != 0 && prompt || entries[3].Late == 0 {
		t.Errorf("the turns are %d and %d late", entries[1].Late, entries[3].Late)
	}
	if charged := entries[4].At.Time().Sub(entries[3].At.Time()); charged > own+late/2 {
		t.Errorf("charged %v for what was written late; everything else took %v", charged, own)
	}
}

// lagging is a clock that advances late.
type lagging struct {
	Machine
	behind atomic.Bool
	since  wire.Time
}

func (l *lagging) Now(game string) wire.Time {
	if l.behind.Load() {
		return l.since
	}
	return l.Machine.Now(game)
}

func (l *lagging) Mark(game string) (then func() wire.Time) {
	mark := l.Machine.Mark(game)
	return func() wire.Time { return min(mark(), l.Now(game)) }
}

// TestCutOff cuts off a service while a move is made at another one. The move arrives before the time does; the
// opponent is charged from when they learned of it.
func TestCutOff(t *testing.T) {
	clock := &lagging{since: wire.At(time.Now())}
	f := open(t, "1m+0s", func(o *Options) { o.Clock = clock })
	other := NewHub(Options{Journal: f.journal, Bus: &Local{}, Clock: Machine{}})
	t.Cleanup(other.Close)
	dag := f.dial("dag")
	dag.ask(wire.Watch{Game: "g", From: 1})
	clock.behind.Store(true)
	f.journal.hold()
	made := time.Now()
	err := other.With(t.Context(), "g", func(r *Room) error {
		_, err := r.Act(t.Context(), wire.Attackers, move(0, "d1", "c1", "x").Act, wire.At(made))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(slowly)
	f.journal.release()
	// below the limit for chat
	await.Poll{Interval: 100 * time.Millisecond}.Until(t, "the turn made elsewhere does not come", func() bool {
		snap, is := dag.ask(wire.Watch{Game: "g", From: 2}).(wire.Snapshot)
		return is && len(snap.Entries) > 0
	})
	clock.behind.Store(false)
	dag.ask(move(1, "d3", "c3", "y"))
	own := time.Since(made) - slowly
	entries, err := f.journal.Read(t.Context(), "g", 3)
	if err != nil || len(entries) != 1 {
		t.Fatal(entries, err)
	}
	if charged := entries[0].At.Time().Sub(made); charged > own+slowly/2 {
		t.Errorf("charged %v for what he could not know; everything else took %v", charged, own)
	}
}

// TestFlag lets the clock of an absent player run out.
func TestFlag(t *testing.T) {
	f := open(t, "100ms+0s", nil)
	astrid := f.dial("astrid")
	astrid.ask(wire.Watch{Game: "g", From: 1})
	astrid.ask(move(0, "d1", "c1", "x"))
	f.waitFor("the flag to fall", wire.Flag)
}

// TestAbsence lets a player stay away: the game is aborted before both have moved, and lost after that.
func TestAbsence(t *testing.T) {
	t.Parallel()
	for moves, want := range map[int]wire.Kind{1: wire.Abort, 2: wire.Forfeit} {
		f := open(t, "5m+0s", func(o *Options) { o.Grace = func(wire.Spec) time.Duration { return time.Second } })
		astrid, dag := f.dial("astrid"), f.dial("dag")
		astrid.ask(wire.Watch{Game: "g", From: 1})
		dag.ask(wire.Watch{Game: "g", From: 1})
		astrid.ask(move(0, "d1", "c1", "x"))
		if moves == 2 {
			dag.ask(move(1, "d3", "c3", "y"))
		}
		_ = dag.ws.Close(websocket.StatusNormalClosure, "")
		f.waitFor("the absent one to lose", want)
	}
}

// TestCallingOff aborts a game while the opponent is present, and while absent, each time claiming absence: the entry
// has the truth.
func TestCallingOff(t *testing.T) {
	for _, there := range []bool{true, false} {
		f := open(t, "none", nil)
		astrid := f.dial("astrid")
		astrid.ask(wire.Watch{Game: "g", From: 1})
		want := "defenders"
		if there {
			dag := f.dial("dag")
			dag.ask(wire.Watch{Game: "g", From: 1})
			want = ""
		}
		astrid.ask(wire.Do{Game: "g", Act: wire.Act{Kind: wire.Abort, Of: "defenders", Token: "t"}})
		entries, err := f.journal.Read(t.Context(), "g", 2)
		if err != nil || len(entries) != 1 || entries[0].Act.Kind != wire.Abort || entries[0].Act.Of != want {
			t.Errorf("there %v: %+v, %v", there, entries, err)
		}
	}
}

func (f *fixture) waitFor(what string, kind wire.Kind) {
	f.t.Helper()
	var last wire.Entry
	await.Poll{Interval: 5 * time.Millisecond}.Until(f.t, "waited in vain for "+what, func() bool {
		entries, err := f.journal.Read(f.t.Context(), "g", 1)
		if err != nil {
			f.t.Fatal(err)
		}
		last = entries[len(entries)-1]
		return last.Act.Kind == kind
	})
	if last.By != wire.Service {
		f.t.Errorf("%v", last)
	}
}

// TestNothingIsLeft opens and closes many rooms and connections: no goroutine is left.
func TestNothingIsLeft(t *testing.T) {
	before := runtime.NumGoroutine()
	t.Run("use", func(t *testing.T) {
		f := open(t, "5m+3s", nil)
		for i := range 20 {
			spec := wire.Spec{Game: fmt.Sprint("h", i), Variant: "brandubh-gorrion", Clock: "1m+0s",
				Seats: [2]wire.Player{{ID: "astrid"}, {ID: "dag"}}}
			if err := f.hub.Open(t.Context(), spec); err != nil {
				t.Fatal(err)
			}
			r := f.dial("astrid")
			r.ask(wire.Watch{Game: spec.Game, From: 1})
		}
		if f.hub.Rooms() != 20 {
			t.Errorf("%d rooms", f.hub.Rooms())
		}
	})
	await.Poll{State: func() string { return fmt.Sprint(runtime.NumGoroutine()) }}.Until(t,
		fmt.Sprintf("of %d goroutines more are left", before),
		func() bool { return runtime.NumGoroutine() <= before+3 })
}

// TestDelay sends a move to the players at once, and to spectators after the delay.
func TestDelay(t *testing.T) {
	t.Parallel()
	f := open(t, "none", nil)
	spec := wire.Spec{Game: "slow", Variant: "brandubh-gorrion", Clock: "none", Delay: 1,
		Seats: [2]wire.Player{{ID: "astrid"}, {ID: "dag"}}}
	if err := f.hub.Open(t.Context(), spec); err != nil {
		t.Fatal(err)
	}
	astrid, dag, eve := f.dial("astrid"), f.dial("dag"), f.dial("eve")
	for _, r := range []*raw{astrid, dag, eve} {
		r.ask(wire.Watch{Game: "slow", From: 1})
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	began := time.Now()
	d := move(0, "d1", "c1", "x")
	d.Game = "slow"
	astrid.ask(d)
	told := func(r *raw) time.Duration {
		for {
			_, data, err := r.ws.Read(ctx)
			if err != nil {
				t.Fatal(err)
			}
			if _, b, _ := wire.Decode(data); b != nil && b.Type() == (wire.News{}).Type() {
				return time.Since(began)
			}
		}
	}
	told(dag)
	if snap, ok := f.dial("knut").ask(wire.Watch{Game: "slow", From: 1}).(wire.Snapshot); !ok ||
		len(snap.Entries) != 1 && time.Since(began) < time.Second {
		t.Errorf("who comes to watch sees %d entries", len(snap.Entries))
	}
	if after := told(eve); after < time.Second {
		t.Errorf("who watches was told after %v", after)
	}
}

// slowEar is a bus whose Hear takes a while.
type slowEar struct{ Local }

func (b *slowEar) Hear(topic string, f func(wire.Body)) (stop func(), err error) {
	time.Sleep(100 * time.Millisecond) // the pace of this bus
	return b.Local.Hear(topic, f)
}

// TestDoze: an idle game is compressed, with both players connected and a running clock, and is restored for a move,
// a reconnection or a look; its clock runs out in time.
func TestDoze(t *testing.T) {
	t.Parallel()
	f := open(t, "3s", nil)
	doze := func() {
		t.Helper()
		await.Until(t, "the room does not compress the game", func() bool { return f.hub.CompressedGames() == 1 })
	}
	astrid, dag := f.dial("astrid"), f.dial("dag")
	astrid.ask(wire.Watch{Game: "g"})
	before, ok := dag.ask(wire.Watch{Game: "g"}).(wire.Snapshot)
	if !ok {
		t.Fatal("dag is not let in")
	}
	doze()
	first := move(0, "d6", "c6", "t0")
	for range 2 { // the second is the same act again
		if c := code(astrid.ask(first)); c != "accepted: done" {
			t.Error(c)
		}
		doze()
	}
	if c := code(astrid.ask(move(1, "c6", "d6", "t1"))); c != wire.NotYourTurn {
		t.Error(c)
	}
	doze()
	again, ok := f.dial("dag").ask(wire.Watch{Game: "g"}).(wire.Snapshot)
	if !ok || len(again.Entries) != 2 || !reflect.DeepEqual(again.Entries[:1], before.Entries) {
		t.Errorf("%+v, before %+v", again, before)
	}
	doze()
	if err := f.hub.With(t.Context(), "g", func(r *Room) error {
		g, err := r.Status(t.Context())
		if g.Ply != 1 || g.Turn != game.Defenders || g.Over || !g.Here[game.Attackers] {
			t.Errorf("%+v", g)
		}
		return err
	}); err != nil {
		t.Error(err)
	}
	await.Until(t, "the flag does not fall", func() bool { return f.length() == 3 })
	doze()
	f.hub.Close()
	if n := f.hub.CompressedGames(); n != 0 {
		t.Errorf("%d doze in no room", n)
	}
}

// TestFoldedIsSmall: a long game is small while compressed, and is restored completely.
func TestFoldedIsSmall(t *testing.T) {
	e, err := ledger.Begin(wire.Spec{Game: "g", Variant: "brandubh-gorrion", Clock: "5m+3s",
		Seats: [2]wire.Player{{ID: "a"}, {ID: "d"}}}, 1)
	if err != nil {
		t.Fatal(err)
	}
	all := []wire.Entry{e}
	for i := range 100 {
		move := wire.Act{Kind: wire.Play, Ply: i, Moves: []wire.Move{{From: "d6", To: "c6"}},
			Token: fmt.Sprintf("%026x", i*i*7919)}
		all = append(all, wire.Entry{Seq: uint64(i) + 2, At: wire.Time(i) * 1234567, By: wire.Attackers, Act: move,
			Hash: fmt.Sprintf("%016x", uint64(i)*0x9e3779b97f4a7c15)})
	}
	var p compressor
	packed, err := p.packEntries(all)
	if err != nil || len(packed) > 8<<10 {
		t.Errorf("100 turns take %d bytes, %v", len(packed), err)
	}
	if again, err := p.unpackEntries(packed); err != nil || !reflect.DeepEqual(again, all) {
		t.Errorf("%v, %v", again, err)
	}
	if _, err := p.unpackEntries(packed[:len(packed)/2]); err == nil {
		t.Error("half a game is a game")
	}
}

// TestWelcome sends a notice right after the welcome: the player gets it.
func TestWelcome(t *testing.T) {
	bus := &slowEar{}
	f := open(t, "none", func(o *Options) { o.Bus = bus })
	astrid := f.dial("astrid")
	bus.Tell(playerTopic("astrid"), wire.Notice{Kind: "declined", Text: "Dag"})
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	for {
		_, data, err := astrid.ws.Read(ctx)
		if err != nil {
			t.Fatal("the notice has not arrived: ", err)
		}
		if _, b, _ := wire.Decode(data); b == (wire.Notice{Kind: "declined", Text: "Dag"}) {
			return
		}
	}
}

// TestLagOfABeginning checks that a slow first answer, as when many connect at once, does not count as the lag.
func TestLagOfABeginning(t *testing.T) {
	f := open(t, "10m+5s", func(o *Options) { o.LagCap = time.Second })
	a := f.dial("astrid")
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	const slow = 600 * time.Millisecond
	for answered := 0; answered < 5; {
		_, data, err := a.ws.Read(ctx)
		if err != nil {
			t.Fatal(err)
		}
		_, b, _ := wire.Decode(data)
		p, ok := b.(wire.Ping)
		if !ok {
			continue
		}
		if answered == 0 {
			time.Sleep(slow) // real time, which the hub measures
		}
		answered++
		if pong, err := wire.Encode(0, wire.Pong{Nonce: p.Nonce}); err != nil || a.write(string(pong)) != nil {
			t.Fatal(err)
		}
	}
	asked := time.Now()
	a.ask(wire.Do{Game: "g", Act: wire.Act{Kind: wire.Draw, Token: "t"}})
	entries, err := f.journal.Read(t.Context(), "g", 2)
	if err != nil || len(entries) != 1 {
		t.Fatal(entries, err)
	}
	if credit := asked.Sub(entries[0].At.Time()); credit > slow*3/4 {
		t.Errorf("credited %v", credit)
	}
}

// TestFloodOfChat sends more chat than anyone can read, from one spectator and then from many. The players get a
// little of it, and each other's lines.
func TestFloodOfChat(t *testing.T) {
	f := open(t, "none", nil)
	dag := f.dial("dag")
	dag.ask(wire.Watch{Game: "g", From: 1})
	refused := 0
	for i := range 20 {
		eve := f.dial(fmt.Sprint("eve", i))
		eve.ask(wire.Watch{Game: "g", From: 1})
		for n := range 15 {
			eve.id++
			frame, err := wire.Encode(eve.id, wire.Say{Game: "g", Text: fmt.Sprint(i, " ", n)})
			if err == nil {
				err = eve.write(string(frame))
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		for got := wire.Body(nil); got != (wire.Pong{Nonce: 1}); {
			eve.id++
			frame, _ := wire.Encode(eve.id, wire.Ping{Nonce: 1})
			if err := eve.write(string(frame)); err != nil {
				t.Fatal(err)
			}
			for got = nil; got == nil; {
				_, data, err := eve.ws.Read(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				if _, got, err = wire.Decode(data); err != nil {
					t.Fatal(err)
				}
				if code(got) == wire.TooMuch {
					refused++
				}
				if _, pong := got.(wire.Pong); !pong {
					got = nil
				}
			}
		}
	}
	astrid := f.dial("astrid")
	astrid.ask(wire.Watch{Game: "g", From: 1})
	frame, err := wire.Encode(99, wire.Say{Game: "g", Text: "good\u202e luck\n\x00!"})
	if err == nil {
		err = astrid.write(string(frame))
	}
	if err != nil {
		t.Fatal(err)
	}
	heard := 0
	for {
		_, data, err := dag.ws.Read(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if _, b, _ := wire.Decode(data); b != nil {
			said, ok := b.(wire.Said)
			if ok && said.By == "astrid" {
				if said.Text != "good luck !" {
					t.Errorf("%q", said.Text)
				}
				break
			}
			if ok {
				heard++
			}
		}
	}
	if heard == 0 || heard > 60 || refused < 240 {
		t.Errorf("dag has heard %d lines of 300, and %d were refused", heard, refused)
	}
}

// TestChatOfManyConnections sends chat of one player over 30 connections at once: no more gets through than over one.
func TestChatOfManyConnections(t *testing.T) {
	f := open(t, "none", nil)
	dag := f.dial("dag")
	dag.ask(wire.Watch{Game: "g", From: 1})
	began := time.Now()
	for range 30 {
		astrid := f.dial("astrid")
		astrid.ask(wire.Watch{Game: "g", From: 1})
		frame, err := wire.Encode(99, wire.Say{Game: "g", Text: "hey"})
		if err == nil {
			err = astrid.write(string(frame))
		}
		if err != nil {
			t.Fatal(err)
		}
		astrid.ask(wire.Ping{Nonce: 1})
	}
	most := chatBurst + chatRate*int(time.Since(began)/time.Second+1)
	frame, _ := wire.Encode(100, wire.Ping{Nonce: 2})
	if err := dag.write(string(frame)); err != nil {
		t.Fatal(err)
	}
	heard := 0
	for ponged := false; !ponged; {
		_, data, err := dag.ws.Read(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		_, b, _ := wire.Decode(data)
		if _, said := b.(wire.Said); said {
			heard++
		}
		_, ponged = b.(wire.Pong)
	}
	if heard == 0 || heard > most {
		t.Errorf("of 30 lines of one player %d are heard, at most %d may be", heard, most)
	}
}

// TestPlayerSpeaksFromOutside sends chat of a player whose connection is in no room, as while the game moves between
// services: it gets through. A line of another account is refused.
func TestPlayerSpeaksFromOutside(t *testing.T) {
	f := open(t, "none", nil)
	dag := f.dial("dag")
	dag.ask(wire.Watch{Game: "g", From: 1})
	eve := f.dial("eve")
	if got := eve.ask(wire.Say{Game: "g", Text: "hey"}); code(got) != wire.NotSeated {
		t.Errorf("a stranger: %+v", got)
	}
	frame, _ := wire.Encode(99, wire.Say{Game: "g", Text: "god tur"})
	if err := f.dial("astrid").write(string(frame)); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), await.Patience)
	defer cancel()
	for {
		_, data, err := dag.ws.Read(ctx)
		if err != nil {
			t.Fatalf("the player is not heard: %v", err)
		}
		if _, b, _ := wire.Decode(data); b != nil {
			if said, ok := b.(wire.Said); ok && said.Text == "god tur" {
				return
			}
		}
	}
}

// TestInvalidText sends a text frame that is not valid UTF-8: the connection ends with the code for that.
func TestInvalidText(t *testing.T) {
	f := open(t, "none", nil)
	r := f.dial("astrid")
	if err := r.write("{\"v\":1,\"type\":\"ping\",\"id\":7,\"body\":{\"nonce\":1,\"game\":\"\xff\"}}"); err != nil {
		t.Fatal(err)
	}
	for {
		if _, _, err := r.ws.Read(t.Context()); err != nil {
			if got := websocket.CloseStatus(err); got != websocket.StatusInvalidFramePayloadData {
				t.Errorf("it ends with %d: %v", got, err)
			}
			return
		}
	}
}

// TestStrangeOnBus sends a room an unexpected message on the bus: it is logged and not forwarded.
func TestStrangeOnBus(t *testing.T) {
	var log await.Text
	f := open(t, "none", func(o *Options) { o.Log = slog.New(slog.NewTextHandler(&log, nil)) })
	r := f.dial("astrid")
	r.ask(wire.Watch{Game: "g", From: 1})
	f.hub.opt.Bus.Tell(gameTopic("g"), wire.Welcome{})
	await.Until(t, "the unexpected message is not logged",
		func() bool { return strings.Contains(log.String(), "type=welcome") })
	if answer, ok := r.ask(wire.Ping{Nonce: 7}).(wire.Pong); !ok || answer.Nonce != 7 {
		t.Errorf("the connection hears %+v", answer)
	}
}

// TestBehind: a room that has missed an entry of another hub reads the journal before it refuses a move as stale.
func TestBehind(t *testing.T) {
	f := open(t, "1m+0s", nil)
	err := f.hub.With(t.Context(), "g", func(r *Room) error {
		if _, err := r.Act(t.Context(), wire.Attackers, move(0, "d1", "c1", "x").Act, wire.At(time.Now())); err != nil {
			return err
		}
		f.journal.hold()
		peer := NewHub(Options{Journal: &f.journal.Memory, Bus: &Local{}, Clock: Machine{}})
		defer peer.Close()
		if err := peer.With(t.Context(), "g", func(r *Room) error {
			_, err := r.Act(t.Context(), wire.Defenders, move(1, "d3", "c3", "y").Act, wire.At(time.Now()))
			return err
		}); err != nil {
			return err
		}
		_, err := r.Act(t.Context(), wire.Attackers, move(2, "c1", "d1", "z").Act, wire.At(time.Now()))
		return err
	})
	if err != nil {
		t.Error(err)
	}
	f.journal.release()
}

// TestExamplesOfMessages sends the messages shown in docs/protocol.md and checks the answers.
func TestExamplesOfMessages(t *testing.T) {
	text, err := os.ReadFile("../../docs/protocol.md")
	if err != nil {
		t.Fatal(err)
	}
	f := open(t, "5m+3s", nil)
	lines, sent := map[string]*raw{}, 0
	for line := range strings.Lines(strings.ReplaceAll(string(text), "\"act\":\n    ", "\"act\":")) {
		who, rest, ok := strings.Cut(line, "-> {")
		if !ok {
			continue
		}
		frame, want, answered := strings.Cut("{"+strings.TrimSpace(rest), " <- ")
		who = strings.TrimSpace(who)
		if lines[who] == nil {
			lines[who] = f.dial("-")
		}
		id, _, err := wire.Decode([]byte(frame))
		if err == nil {
			err = lines[who].write(frame)
		}
		if err != nil {
			t.Fatalf("%s: %v", frame, err)
		}
		if sent++; !answered {
			continue
		}
		body, err := lines[who].answer(id)
		if err != nil {
			t.Fatalf("%s: %v", frame, err)
		}
		got := body.Type()
		if got == "refused" {
			got += " " + string(code(body))
		}
		if got != want {
			t.Errorf("%s: %s (%+v), want %s", frame, got, body, want)
		}
	}
	if sent < 20 {
		t.Errorf("%d examples", sent)
	}
}

// TestAbsenceIsAnnounced: a player is told until when the other may stay away.
func TestAbsenceIsAnnounced(t *testing.T) {
	t.Parallel()
	const grace = time.Hour
	f := open(t, "5m+0s", func(o *Options) { o.Grace = func(wire.Spec) time.Duration { return grace } })
	astrid, dag := f.dial("astrid"), f.dial("dag")
	astrid.ask(wire.Watch{Game: "g", From: 1})
	dag.ask(wire.Watch{Game: "g", From: 1})
	began := time.Now()
	_ = dag.ws.Close(websocket.StatusNormalClosure, "")
	ctx, cancel := context.WithTimeout(t.Context(), await.Patience)
	defer cancel()
	for {
		_, data, err := astrid.ws.Read(ctx)
		if err != nil {
			t.Fatal("no word of the absence: ", err)
		}
		_, b, _ := wire.Decode(data)
		p, is := b.(wire.Presence)
		if !is || p.Side != wire.Defenders || p.Here {
			continue
		}
		if until := p.Until.Time(); until.Before(began.Add(grace-time.Second)) || until.After(time.Now().Add(grace)) {
			t.Errorf("the absent player may stay away until %v, %v from now", until, time.Until(until))
		}
		return
	}
}
