package server_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/table"
	"tafl3d/internal/await"
	"tafl3d/net/client"
	"tafl3d/net/wire"
	"tafl3d/server"
	"tafl3d/server/store/storetest"
)

// cup makes an event; path is where it is.
func (p *person) cup(t testing.TB, q wire.EventSpec) (path string) {
	t.Helper()
	var b wire.EventBrief
	p.must(t, http.MethodPost, "v1/events", q, &b)
	return "v1/events/" + b.ID
}

func (p *person) must(t testing.TB, method, path string, in, out any) {
	t.Helper()
	if err := p.Do(t.Context(), method, path, p.session.Token, in, out); err != nil {
		t.Fatal(err)
	}
}

// refused asks for something that is refused with a code.
func (p *person) refused(t testing.TB, code wire.Code, method, path string, in any) {
	t.Helper()
	err := p.Do(t.Context(), method, path, p.session.Token, in, nil)
	if e, ok := errors.AsType[*wire.Error](err); !ok || e.Code != code {
		t.Errorf("%s %s %+v: %v, want %s", method, path, in, err, code)
	}
}

// sees waits until an event is as ok says.
func (p *person) sees(t testing.TB, path, what string, ok func(wire.Event) bool) (e wire.Event) {
	t.Helper()
	// more often is refused
	await.Poll{Timeout: 90 * time.Second, Interval: 100 * time.Millisecond, State: func() string {
		return fmt.Sprintf("%+v", e)
	}}.Until(t, what+": never", func() bool {
		e = wire.Event{}
		p.must(t, http.MethodGet, path, nil, &e)
		return ok(e)
	})
	return e
}

var small = wire.EventSpec{Name: "Cup", Format: "round-robin", Variants: []string{"brandubh-gorrion"},
	Clock: "5m+3s", Games: 1}

// TestEventDoors joins, leaves, joins again and is refused what makes no sense.
func TestEventDoors(t *testing.T) {
	s, web := start(t, t.TempDir())
	defer func() { web.Close(); _ = s.Close() }()
	astrid, dag := signUp(t, web.URL, "Astrid"), signUp(t, web.URL, "Dag")
	for name, q := range map[string]func(*wire.EventSpec){
		"no clock":    func(q *wire.EventSpec) { q.Clock = "none" },
		"no format":   func(q *wire.EventSpec) { q.Format = "riot" },
		"no variant":  func(q *wire.EventSpec) { q.Variants = []string{"chess"} },
		"the past":    func(q *wire.EventSpec) { q.Starts = 1000 },
		"three games": func(q *wire.EventSpec) { q.Games = 3 },
		"engines":     func(q *wire.EventSpec) { q.Engines = "all" },
	} {
		spec := small
		q(&spec)
		t.Run(name, func(t *testing.T) { astrid.refused(t, wire.BadMessage, http.MethodPost, "v1/events", spec) })
	}
	path := astrid.cup(t, small)
	astrid.refused(t, wire.Forbidden, http.MethodPost, path+"/orders", wire.Order{Do: "start"})
	dag.must(t, http.MethodPost, path+"/join", nil, nil)
	dag.must(t, http.MethodPost, path+"/join", nil, nil)
	dag.must(t, http.MethodPost, path+"/leave", nil, nil)
	dag.must(t, http.MethodPost, path+"/join", nil, nil)
	dag.refused(t, wire.Forbidden, http.MethodPost, path+"/orders", wire.Order{Do: "start"})
	dag.refused(t, wire.Missing, http.MethodPost, "v1/events/none/join", nil)
	astrid.must(t, http.MethodPost, path+"/join", nil, nil)
	astrid.refused(t, wire.BadMessage, http.MethodPost, path+"/orders", wire.Order{Do: "dance"})
	var list []wire.EventBrief
	dag.must(t, http.MethodGet, "v1/events", nil, &list)
	if len(list) != 1 || list[0].Players != 2 || !list[0].Joined || list[0].Yours || list[0].Director.Name != "Astrid" {
		t.Errorf("%+v", list)
	}
	astrid.must(t, http.MethodPost, path+"/orders", wire.Order{Do: "start"}, nil)
	astrid.refused(t, wire.TooLate, http.MethodPost, path+"/orders", wire.Order{Do: "start"})
	guest := signUp(t, web.URL, "")
	guest.refused(t, wire.TooLate, http.MethodPost, path+"/join", nil)
	guest.refused(t, wire.Forbidden, http.MethodPost, "v1/events", small)
}

// TestNoShow lets one come and one not: who is not there loses, is told so, and the game
// is broken off. A player may not abort it, a renamed one has his new name.
func TestNoShow(t *testing.T) {
	t.Parallel()
	s, web := start(t, t.TempDir())
	defer func() { web.Close(); _ = s.Close() }()
	astrid, dag := signUp(t, web.URL, "Astrid"), signUp(t, web.URL, "Dag")
	q := small
	q.Wait = 10 // enough to sit down on a slow machine
	path := astrid.cup(t, q)
	for _, p := range []*person{astrid, dag} {
		p.must(t, http.MethodPost, path+"/join", nil, nil)
	}
	astrid.must(t, http.MethodPost, path+"/orders", wire.Order{Do: "start"}, nil)
	e := astrid.sees(t, path, "the game",
		func(e wire.Event) bool { return len(e.Pairings) == 1 && e.Pairings[0].Games[0].Due })
	g := e.Pairings[0].Games[0]
	waits := map[bool]*person{true: astrid, false: dag}[g.Defenders == 1]
	side := game.Defenders
	r := waits.sit(t, g.Game)
	until(t, r, "the board", func(table.Update) bool { return true })
	if err := r.Ask(side, wire.Act{Kind: wire.Abort}); err != nil {
		t.Fatal(err)
	}
	until(t, r, "no abort", func(u table.Update) bool { return u.Err != nil })
	e = astrid.sees(t, path, "the end", func(e wire.Event) bool { return e.Phase == "over" })
	if g := e.Pairings[0].Games[0]; g.Verdict != "defenders" || !g.Forfeit || g.Note != "no show" {
		t.Errorf("%+v", g)
	}
	until(t, r, "aborted", func(table.Update) bool { return r.Status().Aborted })
	dag.must(t, http.MethodPatch, "v1/me", wire.Rename{Name: "Dagny"}, nil)
	var full wire.GameFull
	// the archive comes after the word of the end
	await.Until(t, "the game is not in the archive", func() bool {
		return astrid.Do(t.Context(), http.MethodGet, "v1/games/"+g.Game, "", nil, &full) == nil && full.Game != ""
	})
	if full.Result != "" || full.Rated {
		t.Errorf("%+v", full.GameBrief)
	}
}

// TestPlayOff plays a knock-out whose match ends one all: a play-off follows at the service as at
// home, and its games count.
func TestPlayOff(t *testing.T) {
	t.Parallel()
	s, web := start(t, t.TempDir())
	defer func() { web.Close(); _ = s.Close() }()
	astrid, dag := signUp(t, web.URL, "Astrid"), signUp(t, web.URL, "Dag")
	q := small
	q.Format, q.Games, q.PlayOff = "knock-out", 2, 1
	path := astrid.cup(t, q)
	ctx, cancel := context.WithCancel(t.Context())
	var both sync.WaitGroup
	defer both.Wait()
	defer cancel()
	for i, p := range []*person{astrid, dag} {
		p.must(t, http.MethodPost, path+"/join", nil, nil)
		both.Go(func() { p.brief(ctx, t, i) })
	}
	astrid.must(t, http.MethodPost, path+"/orders", wire.Order{Do: "start"}, nil)
	e := astrid.sees(t, path, "the end", func(e wire.Event) bool { return e.Phase == "over" })
	if p := e.Pairings[0]; len(p.Games) != 4 || p.Winner == 0 || p.Why == "" {
		t.Errorf("a level match has %d games, winner %d, why %q", len(p.Games), p.Winner, p.Why)
	}
}

// TestInviteAnEngine: of two engines that offer games the director enters the one that is named.
func TestInviteAnEngine(t *testing.T) {
	t.Parallel()
	s, web := start(t, t.TempDir())
	defer func() { web.Close(); _ = s.Close() }()
	astrid := signUp(t, web.URL, "Astrid")
	for _, name := range []string{"First", "Second"} {
		bot := &person{Service: device(t, web.URL)}
		proof := wire.Prove(bot.Key(), "127.0.0.1", time.Now().Unix(), "nonce of "+name)
		astrid.must(t, http.MethodPost, "v1/me/bots", wire.SignUp{Name: name, Proof: proof}, nil)
		var err error
		if bot.session, err = bot.SignIn(t.Context()); err != nil {
			t.Fatal(err)
		}
		bot.must(t, http.MethodPost, "v1/queue", wire.Seek{Variants: small.Variants, Clocks: []string{"5m+3s"}}, nil)
	}
	q := small
	q.Engines, q.Starts = wire.FillEngines, time.Now().Add(time.Hour).Unix()
	path := astrid.cup(t, q)
	astrid.must(t, http.MethodPost, path+"/orders", wire.Order{Do: "invite", Name: "Second"}, nil)
	var e wire.Event
	astrid.must(t, http.MethodGet, path, nil, &e)
	if len(e.Entrants) != 1 || e.Entrants[0].Player.Name != "Second" {
		t.Errorf("%+v", e.Entrants)
	}
}

// TestEngineFills starts an event of one at its time: an engine that offers itself makes
// the number even. The director pauses, adjudicates and sees the second game begin.
func TestEngineFills(t *testing.T) {
	t.Parallel()
	s, web := start(t, t.TempDir())
	defer func() { web.Close(); _ = s.Close() }()
	astrid := signUp(t, web.URL, "Astrid")
	bot := &person{Service: device(t, web.URL)}
	proof := wire.Prove(bot.Key(), "127.0.0.1", time.Now().Unix(), "nonce of the bot")
	astrid.must(t, http.MethodPost, "v1/me/bots", wire.SignUp{Name: "Robot", Proof: proof}, nil)
	var err error
	if bot.session, err = bot.SignIn(t.Context()); err != nil {
		t.Fatal(err)
	}
	bot.must(t, http.MethodPost, "v1/queue", wire.Seek{Variants: small.Variants, Clocks: []string{"5m+3s"}}, nil)
	q := small
	q.Format, q.Rounds = "swiss", 1 // a round robin that one leaves so early counts for nobody
	q.Games, q.Engines, q.Starts = 2, wire.FillEngines, time.Now().Add(4*time.Second).Unix()
	path := astrid.cup(t, q)
	bot.refused(t, wire.Forbidden, http.MethodPost, path+"/join", nil)
	astrid.must(t, http.MethodPost, path+"/join", nil, nil)
	e := astrid.sees(t, path, "the start",
		func(e wire.Event) bool { return len(e.Pairings) == 1 && e.Pairings[0].Games[0].Due })
	if len(e.Entrants) != 2 || e.Entrants[1].Player.Name != "Robot" || !e.Entrants[1].Player.Bot {
		t.Fatalf("%+v", e.Entrants)
	}
	games := e.Pairings[0].Games
	r := bot.sit(t, games[0].Game)
	until(t, r, "the board", func(table.Update) bool { return true })
	astrid.must(t, http.MethodPost, path+"/orders", wire.Order{Do: "pause"}, nil)
	astrid.must(t, http.MethodPost, path+"/orders", wire.Order{Do: "adjudicate", Pairing: 1, Leg: 0, Verdict: "draw",
		Note: "a test"}, nil)
	until(t, r, "aborted", func(table.Update) bool { return r.Status().Aborted })
	second := bot.sit(t, games[1].Game)
	select {
	case u := <-second.Updates():
		if u.Err == nil {
			t.Error("the second game has begun in the pause")
		}
	case <-time.After(3 * time.Second):
	}
	astrid.must(t, http.MethodPost, path+"/orders", wire.Order{Do: "resume"}, nil)
	astrid.sees(t, path, "the second game", func(e wire.Event) bool {
		var l wire.Lobby
		astrid.must(t, http.MethodGet, "v1/lobby", nil, &l)
		return len(l.Mine) == 1 && l.Mine[0].Game == games[1].Game
	})
	astrid.must(t, http.MethodPost, path+"/leave", nil, nil)
	e = astrid.sees(t, path, "the end", func(e wire.Event) bool { return e.Phase == "over" })
	if rows := e.Standings; rows[0].Name != "Robot" || rows[0].Points != 1.5 {
		t.Errorf("%+v", rows)
	}
	if g := e.Pairings[0].Games[0]; g.Verdict != "draw" || g.Note != "a test" {
		t.Errorf("%+v", g)
	}
}

// TestEventReplicas runs a Swiss over three services that share broker and database.
// Each of them wants to bring it forward; no round is paired twice, no game begins or
// counts twice.
func TestEventReplicas(t *testing.T) {
	t.Parallel()
	const players, rounds = 8, 3
	url, dir := server.SharedBroker(t), t.TempDir()
	var doors []*httptest.Server
	for range 3 {
		s, err := server.Start(t.Context(), server.Options{
			Data: dir, Database: storetest.Address(t, dir), NATS: url, Host: "127.0.0.1", Log: warnings(),
		})
		if err != nil {
			t.Fatal(err)
		}
		web := httptest.NewServer(s.Handler())
		defer func() { web.CloseClientConnections(); web.Close(); _ = s.Close() }()
		doors = append(doors, web)
	}
	var people []*person
	for i := range players {
		people = append(people, signUp(t, doors[i%3].URL, fmt.Sprint("Player", i)))
	}
	q := small
	q.Format, q.Rounds = "swiss", rounds
	path := people[0].cup(t, q)
	for _, p := range people {
		p.must(t, http.MethodPost, path+"/join", nil, nil)
	}
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Minute)
	var work sync.WaitGroup
	for i, p := range people {
		work.Go(func() { p.brief(ctx, t, i) })
	}
	people[0].must(t, http.MethodPost, path+"/orders", wire.Order{Do: "start"}, nil)
	e := people[1].sees(t, path, "the end", func(e wire.Event) bool { return e.Phase == "over" })
	stop()
	work.Wait()
	points := 0.0
	for _, r := range e.Standings {
		points += r.Points
	}
	if len(e.Pairings) != rounds*players/2 || points != float64(len(e.Pairings)) {
		t.Errorf("%d pairings, %v points", len(e.Pairings), points)
	}
	archived := map[string]bool{}
	for _, p := range people {
		var me wire.Profile
		// it comes after the word of the end
		await.Until(t, p.session.Player.Name+" does not have all games in the archive", func() bool {
			me = wire.Profile{}
			p.must(t, http.MethodGet, "v1/players/"+p.session.Player.Name, nil, &me)
			return len(me.Games) >= rounds
		})
		if len(me.Games) != rounds {
			t.Errorf("%s has %d games in the archive", p.session.Player.Name, len(me.Games))
		}
		for _, g := range me.Games {
			archived[g.Game] = true
		}
	}
	for _, p := range e.Pairings {
		if len(p.Games) != 1 || !archived[p.Games[0].Game] {
			t.Errorf("not in the archive: %+v", p)
		}
		delete(archived, p.Games[0].Game)
	}
	if len(archived) > 0 {
		t.Errorf("games of no pairing: %v", archived)
	}
}

// brief plays a turn in each of its games, and resigns as the defenders.
func (p *person) brief(ctx context.Context, t *testing.T, i int) {
	l := client.Dial(ctx, client.Options{URL: p.Socket(), Token: p.session.Token})
	defer l.Close()
	seen := map[string]bool{}
	for ctx.Err() == nil {
		var lobby wire.Lobby
		_ = p.Do(ctx, http.MethodGet, "v1/lobby", p.session.Token, nil, &lobby)
		for _, g := range lobby.Mine {
			if seen[g.Game] {
				continue
			}
			seen[g.Game] = true
			side := game.Attackers
			if g.Defenders.ID == p.session.Player.ID {
				side = game.Defenders
			}
			if err := turnAndEnd(ctx, l.Join(g.Game), side); err != nil && ctx.Err() == nil {
				t.Errorf("player %d in %s: %v", i, g.Game, err)
			}
		}
		select {
		case <-ctx.Done():
		case <-time.After(400 * time.Millisecond):
		}
	}
}

// turnAndEnd plays one turn; the defenders resign after theirs.
func turnAndEnd(ctx context.Context, r *client.Remote, side game.Side) error {
	defer r.Close()
	played := false
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case u := <-r.Updates():
			s := u.State
			switch {
			case u.Err != nil:
				return u.Err
			case s.Outcome.Over():
				return nil
			case s.Position.Turn() == side && !played:
				played = true
				if err := r.Send(side, match.Play{Ply: s.Record.Ply(),
					Move: s.Position.Legal(nil, s.History)[0]}); err != nil {
					return err
				}
			case side == game.Defenders && played:
				if err := r.Send(side, match.Resign{}); err != nil {
					return err
				}
			}
		}
	}
}
