package load_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"fmt"
	mrand "math/rand/v2"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/coder/websocket"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/variant"
	"tafl3d/internal/cpu"
	"tafl3d/net/client"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
	"tafl3d/server"
)

// BenchmarkTurn plays at 200 tables at once, from a turn that is sent until both players have seen
// it, with a game's beginning and end for each 80: by desktops, and by programs that know no rules and are told how the
// game stands. The players' share is in it.
func BenchmarkTurn(b *testing.B) {
	b.Run("desktops", func(b *testing.B) { benchmarkTurn(b, false) })
	b.Run("pages", func(b *testing.B) { benchmarkTurn(b, true) })
}

func benchmarkTurn(b *testing.B, pages bool) {
	s, err := server.Start(b.Context(), server.Options{Data: b.TempDir(), Host: "127.0.0.1", BehindProxy: true})
	if err != nil {
		b.Fatal(err)
	}
	web := httptest.NewServer(s.Handler())
	defer func() { web.Close(); _ = s.Close() }()
	acts := course(b, 80)
	var tables []*costly
	for i := range 200 { // nobody may send more than 20 messages a second
		c := &costly{s: s, acts: acts}
		for k := range c.seats {
			c.seats[k] = newLean(b, web.URL, fmt.Sprintf("Player%d.%d", i, k), fmt.Sprintf("10.0.%d.%d", i, k), pages)
		}
		tables = append(tables, c)
	}
	var left atomic.Int64
	left.Store(int64(b.N))
	var work sync.WaitGroup
	b.ReportAllocs()
	b.ResetTimer()
	used := cpu.Used()
	for _, c := range tables {
		work.Go(func() {
			for left.Add(-1) >= 0 {
				if err := c.turn(b.Context()); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	work.Wait()
	b.StopTimer()
	b.ReportMetric(float64((cpu.Used()-used).Microseconds())/float64(b.N)/1000, "core-ms/op")
}

// course returns turns at random that do not end a game.
func course(b *testing.B, turns int) (acts []wire.Act) {
	b.Helper()
	v, err := variant.Get("copenhagen-11x11-tdiamond")
	if err != nil {
		b.Fatal(err)
	}
	rng, l := mrand.New(mrand.NewPCG(1, 1)), v.Rules.Line()
	for len(acts) < turns {
		legal := l.Position.Legal(nil, l.History())
		m := legal[rng.IntN(len(legal))]
		act, ok := ledger.Act(v.Rules, match.Play{Ply: len(acts), Move: m}, len(acts))
		if !ok {
			b.Fatal("no act")
		}
		if _, _, err := l.Play([]game.Move{m}); err != nil {
			b.Fatal(err)
		}
		acts = append(acts, act)
	}
	return acts
}

// costly is a table of the benchmark.
type costly struct {
	s     *server.Server
	acts  []wire.Act
	seats [2]*lean
	game  string
	next  int
}

// turn plays one, and ends and begins games.
func (c *costly) turn(ctx context.Context) error {
	if c.next == len(c.acts) {
		if err := c.do(ctx, 0, wire.Act{Kind: wire.Resign, Ply: c.next}); err != nil {
			return err
		}
		c.game = ""
	}
	if c.game == "" {
		if err := c.begin(ctx); err != nil {
			return err
		}
	}
	c.next++
	return c.do(ctx, (c.next-1)%2, c.acts[c.next-1])
}

func (c *costly) begin(ctx context.Context) error {
	spec, err := c.s.OpenGame(ctx, wire.Spec{Variant: "copenhagen-11x11-tdiamond", Clock: "10m+2s", Rated: true,
		Seats: [2]wire.Player{c.seats[0].Player, c.seats[1].Player}})
	if err != nil {
		return err
	}
	c.game, c.next = spec.Game, 0
	for _, p := range c.seats {
		if err := p.say(ctx, wire.Watch{Game: c.game, From: 1}, "game"); err != nil {
			return err
		}
	}
	return nil
}

// do has a player act, and waits until both have seen it.
func (c *costly) do(ctx context.Context, by int, act wire.Act) error {
	act.Token = fmt.Sprint(c.game, ".", c.next, act.Kind)
	if err := c.seats[by].say(ctx, wire.Do{Game: c.game, Act: act}, "entry"); err != nil {
		return err
	}
	return c.seats[1-by].await(ctx, "entry")
}

// forwarded is the way through a proxy: every player has an address of his own.
type forwarded string

// RoundTrip implements http.RoundTripper.
func (f forwarded) RoundTrip(r *http.Request) (*http.Response, error) {
	r.Header.Set("X-Forwarded-For", string(f))
	return http.DefaultTransport.RoundTrip(r)
}

// lean is a player who reads no more than he must.
type lean struct {
	wire.Player
	ws *websocket.Conn
	id uint64
}

func newLean(b *testing.B, address, name, from string, page bool) *lean {
	b.Helper()
	way := &http.Client{Transport: forwarded(from)}
	_, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		b.Fatal(err)
	}
	p, err := client.NewService(address, key, way)
	if err != nil {
		b.Fatal(err)
	}
	session, err := p.SignUp(b.Context(), name, "bench")
	if err != nil {
		b.Fatal(err)
	}
	ws, _, err := websocket.Dial(b.Context(), p.Socket(), &websocket.DialOptions{HTTPClient: way})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = ws.CloseNow() })
	ws.SetReadLimit(wire.MaxSnap)
	l := &lean{Player: session.Player, ws: ws}
	if err := l.say(b.Context(), wire.Hello{Token: session.Token, Positions: page, Brief: page},
		"welcome"); err != nil {
		b.Fatal(err)
	}
	return l
}

// say sends something and waits for a message of a type.
func (l *lean) say(ctx context.Context, body wire.Body, answer string) error {
	l.id++
	frame, err := wire.Encode(l.id, body)
	if err == nil {
		err = l.ws.Write(ctx, websocket.MessageText, frame)
	}
	if err != nil {
		return err
	}
	return l.await(ctx, answer)
}

// await reads until a message of a type comes.
func (l *lean) await(ctx context.Context, kind string) error {
	for {
		_, frame, err := l.ws.Read(ctx)
		if err != nil {
			return err
		}
		switch {
		case bytes.Contains(frame, []byte(`"type":"`+kind+`"`)):
			return nil
		case bytes.Contains(frame, []byte(`"type":"refused"`)):
			return fmt.Errorf("%s", frame)
		}
	}
}
