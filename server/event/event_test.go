package event_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"tafl3d/internal/await"
	"tafl3d/internal/svctest"
	"tafl3d/net/wire"
	"tafl3d/server/account"
)

// cup is a service at which Astrid directs an event.
type cup struct {
	*svctest.Service
	t       *testing.T
	astrid  account.Caller
	players []account.Caller
	id      string
}

// plan is an event that change changes.
func plan(change func(*wire.EventSpec)) wire.EventSpec {
	q := wire.EventSpec{Name: "Cup", Format: "round-robin", Clock: "5m+3s", Games: 1}
	q.Variants = []string{"brandubh-gorrion"}
	change(&q)
	return q
}

// open makes an event and lets n players enter.
func open(t *testing.T, n int, change func(*wire.EventSpec)) *cup {
	t.Helper()
	c := &cup{Service: svctest.Open(t), t: t}
	c.astrid, _ = c.SignUp(t.Context(), "Astrid")
	b, err := c.Events.Make(t.Context(), c.astrid, plan(change))
	if err != nil {
		t.Fatal(err)
	}
	c.id = b.ID
	for i := range n {
		who, _ := c.SignUp(t.Context(), fmt.Sprintf("Player%c", 'a'+i))
		c.players = append(c.players, who)
		if _, err := c.Events.Join(t.Context(), who, c.id, wire.JoinEvent{}); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

// runs brings events forward until the test ends.
func (c *cup) runs() {
	ctx, cancel := context.WithCancel(c.t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		c.Events.Run(ctx)
	}()
	c.t.Cleanup(func() { cancel(); <-done })
}

func (c *cup) orders(o wire.Order) error {
	_, err := c.Events.Direct(c.t.Context(), c.astrid, c.id, o)
	return err
}

func (c *cup) must(o wire.Order) {
	c.t.Helper()
	if err := c.orders(o); err != nil {
		c.t.Fatalf("%+v: %v", o, err)
	}
}

func (c *cup) shows() wire.Event {
	c.t.Helper()
	e, err := c.Events.Show(c.t.Context(), c.id, c.astrid.ID)
	if err != nil {
		c.t.Fatal(err)
	}
	return e
}

// under returns the games under way.
func (c *cup) under() (games []wire.EventGame) {
	c.t.Helper()
	for _, p := range c.shows().Pairings {
		for _, g := range p.Games {
			if g.Due && g.Game != "" {
				games = append(games, g)
			}
		}
	}
	return games
}

func refused(t *testing.T, what string, err error, code wire.Code) {
	t.Helper()
	if e, is := errors.AsType[*wire.Error](err); !is || e.Code != code {
		t.Errorf("%s: %v, want %s", what, err, code)
	}
}

// TestPlans: an event that cannot be played is refused, and no one has more than five that are not over.
func TestPlans(t *testing.T) {
	c := open(t, 0, func(*wire.EventSpec) {})
	ctx := t.Context()
	makes := func(change func(*wire.EventSpec)) error {
		_, err := c.Events.Make(ctx, c.astrid, plan(change))
		return err
	}
	now := c.Clock.Now()
	for what, change := range map[string]func(*wire.EventSpec){
		"no clock":     func(q *wire.EventSpec) { q.Clock = "none" },
		"odd clock":    func(q *wire.EventSpec) { q.Clock = "never" },
		"no format":    func(q *wire.EventSpec) { q.Format = "chaos" },
		"no game":      func(q *wire.EventSpec) { q.Variants = nil },
		"odd game":     func(q *wire.EventSpec) { q.Variants = []string{"none"} },
		"long rest":    func(q *wire.EventSpec) { q.Rest = 7*24*3600 + 1 },
		"no rest":      func(q *wire.EventSpec) { q.Rest = -1 },
		"odd engines":  func(q *wire.EventSpec) { q.Engines = "some" },
		"begins early": func(q *wire.EventSpec) { q.Starts = now.Add(-time.Hour).Unix() },
		"begins late":  func(q *wire.EventSpec) { q.Starts = now.Add(401 * 24 * time.Hour).Unix() },
	} {
		refused(t, what, makes(change), wire.BadMessage)
	}
	for i := range 4 {
		if err := makes(func(q *wire.EventSpec) { q.Rest = 7 * 24 * 3600 }); err != nil {
			t.Fatalf("event %d: %v", i+2, err)
		}
	}
	refused(t, "the sixth", makes(func(*wire.EventSpec) {}), wire.TooMuch)
	guest, err := c.Accounts.SignUp(ctx, wire.SignUp{Proof: c.Proof(c.Key()), Guest: true})
	if err != nil {
		t.Fatal(err)
	}
	who, err := c.Accounts.Caller(ctx, guest.Token)
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Events.Make(ctx, who, plan(func(*wire.EventSpec) {}))
	refused(t, "a guest's", err, wire.Forbidden)
}

// TestEntrants: a player enters once, can leave, and is told of whether they are in; the director alone
// gives orders.
func TestEntrants(t *testing.T) {
	c := open(t, 2, func(*wire.EventSpec) {})
	ctx := t.Context()
	a := c.players[0]
	b, err := c.Events.Join(ctx, a, c.id, wire.JoinEvent{}) // the answer may have been lost
	if err != nil || b.Players != 2 || !b.Joined || b.Yours {
		t.Errorf("%+v, %v", b, err)
	}
	if b, err = c.Events.Leave(ctx, a, c.id, wire.None{}); err != nil || b.Players != 1 {
		t.Errorf("%+v, %v", b, err)
	}
	if _, err = c.Events.Direct(ctx, a, c.id, wire.Order{Do: "start"}); err == nil {
		t.Error("a player starts the event")
	}
	refused(t, "an order that there is not", c.orders(wire.Order{Do: "dance"}), wire.BadMessage)
	if err := c.orders(wire.Order{Do: "start"}); err == nil {
		t.Error("an event of one player starts")
	}
	refused(t, "a bot where there are no engines", c.orders(wire.Order{Do: "invite", Name: "Playerb"}), wire.Forbidden)
	list, err := c.Events.List(ctx, c.astrid.ID)
	if err != nil || len(list) != 1 || !list[0].Yours || list[0].Joined || list[0].Phase != "entry" {
		t.Errorf("%+v, %v", list, err)
	}
	if _, err := c.Events.Show(ctx, "none", ""); err == nil {
		t.Error("an event that there is not is shown")
	}
}

// TestPlayed: an event that was started seats its games; what ends in them is its result, each round
// follows the one before, and at last the event is over.
func TestPlayed(t *testing.T) {
	c := open(t, 3, func(*wire.EventSpec) {})
	ctx := t.Context()
	c.must(wire.Order{Do: "start"})
	c.runs()
	played := map[string]bool{}
	await.Until(t, "the event does not end", func() bool {
		for _, g := range c.under() {
			if !played[g.Game] {
				played[g.Game] = true
				act := wire.Act{Kind: wire.Resign, Token: "r"}
				if err := c.Hub.Act(ctx, g.Game, wire.Defenders, act); err != nil {
					t.Fatal(err)
				}
			}
		}
		return c.shows().Phase == "over"
	})
	e := c.shows()
	if len(played) != 3 || e.Round != e.Rounds {
		t.Errorf("%d games, round %d of %d", len(played), e.Round, e.Rounds)
	}
	for _, p := range e.Pairings {
		for _, g := range p.Games {
			if g.Verdict != "attackers" || !played[g.Game] {
				t.Errorf("%+v", g)
			}
		}
	}
	table, err := c.Events.CrossTable(ctx, c.id)
	if err != nil || len(table.Rows) != 3 {
		t.Errorf("%+v, %v", table, err)
	}
}

// TestDirector: the director takes a player out, whose open games are lost and end; pauses and resumes,
// and ends the event.
func TestDirector(t *testing.T) {
	c := open(t, 4, func(*wire.EventSpec) {})
	c.must(wire.Order{Do: "start"})
	c.runs()
	await.Until(t, "the games do not begin", func() bool { return len(c.under()) == 2 })
	c.must(wire.Order{Do: "pause"})
	if p := c.shows().Phase; p != "paused" {
		t.Errorf("the event is %s", p)
	}
	c.must(wire.Order{Do: "resume"})
	g := c.under()[0]
	c.must(wire.Order{Do: "withdraw", Player: g.Attackers})
	await.Until(t, "the game of a player who is out goes on", func() bool {
		return !slices.ContainsFunc(c.under(), func(other wire.EventGame) bool { return other.Game == g.Game })
	})
	await.Until(t, "that game is under way", func() bool {
		at, err := c.Hub.GameStatus(t.Context(), g.Game)
		return err != nil || at.Over
	})
	c.must(wire.Order{Do: "end", Note: "rain"})
	if p := c.shows().Phase; p != "over" {
		t.Errorf("the event is %s", p)
	}
	if err := c.orders(wire.Order{Do: "resume"}); err == nil {
		t.Error("an event that is over is resumed")
	}
}

// TestStartsByTheClock: an event starts at its time, and one to which too few have come ends.
func TestStartsByTheClock(t *testing.T) {
	var at int64
	c := open(t, 2, func(q *wire.EventSpec) {
		q.Starts = time.Now().Add(time.Hour).Unix()
		at = q.Starts
	})
	b, err := c.Events.Make(t.Context(), c.astrid, plan(func(q *wire.EventSpec) { q.Starts = at }))
	if err != nil {
		t.Fatal(err)
	}
	c.runs()
	c.Events.Nudge(c.id)
	if p := c.shows().Phase; p != "entry" {
		t.Errorf("before its time the event is %s", p)
	}
	c.Clock.Forward(time.Hour + time.Second)
	c.Events.Nudge(c.id)
	c.Events.Nudge(b.ID)
	await.Until(t, "the event does not start", func() bool { return c.shows().Phase == "running" })
	await.Until(t, "the event without players goes on", func() bool {
		e, err := c.Events.Show(t.Context(), b.ID, "")
		return err == nil && e.Phase == "over"
	})
}

// TestGone: a player whose account is gone is taken out when they would have to play.
func TestGone(t *testing.T) {
	c := open(t, 2, func(*wire.EventSpec) {})
	if err := c.Accounts.Delete(t.Context(), c.players[0].ID); err != nil {
		t.Fatal(err)
	}
	c.must(wire.Order{Do: "start"})
	c.runs()
	await.Until(t, "the event waits for a player who is gone", func() bool { return c.shows().Phase == "over" })
	for _, p := range c.shows().Pairings {
		for _, g := range p.Games {
			if g.Verdict == "" {
				t.Errorf("%+v", g)
			}
		}
	}
}
