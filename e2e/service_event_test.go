package e2e

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"tafl3d/ai"
	"tafl3d/app/remote"
	"tafl3d/game"
	"tafl3d/game/table"
	"tafl3d/internal/longtest"
	"tafl3d/net/client"
	"tafl3d/net/wire"
	"tafl3d/tournament"
)

// TestLongEventAtAService runs a tournament at a service from the window: a round robin of the user, two
// remote players and an engine. The user plays by clicks, resigns, acts as director, and views the tournament
// during and after it.
func TestLongEventAtAService(t *testing.T) {
	t.Parallel()
	longtest.Only(t, "plays a tournament at a service")
	h := serve(t)
	h.run(t, "bots", "-data", h.data, "-service", h.url, "-keys", t.TempDir(), "-levels", "1")
	w := newWitness(t, h.url)
	astrid := newGuest(t, "Astrid")
	astrid.signsIn(h.url)
	astrid.readsNews(h.url)
	astrid.makesEvent()
	astrid.presses("join", 0)
	rivals := []*rival{newRival(t, h.url, "Dag", 1), newRival(t, h.url, "Egil", 2)}
	for _, r := range rivals {
		r.enters(astrid.event().ID)
	}
	astrid.hears()
	astrid.keep("e2e-far-3-entered")
	astrid.presses("start", 0)
	for round := 1; round <= 3; round++ {
		astrid.playsRound(w, round, rivals)
	}
	e := astrid.seesTheEnd()
	astrid.seesThePages(e)
	checkArchive(t, w, e)
	astrid.key("ctrl+q")
	astrid.prog.ended()
}

// readsNews gives the model the tournaments at the service, as the user sees them, and opens the lobby in the
// model.
func (g *guest) readsNews(url string) {
	g.t.Helper()
	text, err := os.ReadFile(filepath.Join(g.data, "device.key"))
	must(g.t, err == nil, "%v", err)
	seed, err := hex.DecodeString(strings.TrimSpace(string(text)))
	must(g.t, err == nil, "%v", err)
	service, err := client.NewService(url, ed25519.NewKeyFromSeed(seed), nil)
	must(g.t, err == nil, "%v", err)
	session, err := service.SignIn(g.t.Context())
	must(g.t, err == nil, "%v", err)
	g.news = service.In(session)
	g.arrives()
}

// arrives opens the lobby in the model.
func (g *guest) arrives() {
	g.t.Helper()
	g.imagines()
	g.does("net", 0)
	g.does("service", 0)
	g.does("sign", 0)
	g.comes("lobby")
}

// event returns the only tournament at the service.
func (g *guest) event() wire.Event {
	g.t.Helper()
	list, err := wire.GetEvents.Ask(g.t.Context(), g.news, wire.None{})
	must(g.t, err == nil && len(list) == 1, "%d events, %v", len(list), err)
	e, err := wire.GetEvent.Ask(g.t.Context(), g.news, wire.None{}, list[0].ID)
	must(g.t, err == nil, "%v", err)
	return e
}

// until waits until the tournament satisfies wanted.
func (g *guest) until(what string, wanted func(wire.Event) bool) (e wire.Event) {
	g.t.Helper()
	g.keepsLooking(bout, 2*pause, func() bool {
		e = g.event()
		return wanted(e)
	}, inVain(what))
	return e
}

// makesEvent creates a round robin of single games.
func (g *guest) makesEvent() {
	g.t.Helper()
	g.presses("events", 0)
	g.comes("remote-events")
	g.keep("e2e-far-1-none")
	g.presses("new", 0)
	for at := slices.Index(tournament.Formats, tournament.Swiss); at > slices.Index(tournament.Formats,
		tournament.RoundRobin); at-- {
		g.presses("format", at-1)
	}
	g.presses("legs", 0)
	g.park()
	g.still()
	g.keep("e2e-far-2-new")
	g.presses("create", 0)
	g.comes("remote-event")
	spec := g.event().Spec
	must(g.t, spec.Format == string(tournament.RoundRobin) && spec.Games == 1 && spec.Variants[0] == brandubh &&
		spec.Engines == wire.FillEngines, "made %+v", spec)
}

// number returns the user's number in the tournament.
func (g *guest) number(e wire.Event) int {
	g.t.Helper()
	i := slices.IndexFunc(e.Entrants, func(p wire.EventPlayer) bool { return p.Player.Name == g.name })
	must(g.t, i >= 0, "%s has not entered", g.name)
	return e.Entrants[i].Number
}

// bouts returns the user's games in the order of their rounds.
func (g *guest) bouts(e wire.Event) (list []eventGame) {
	me := g.number(e)
	for _, p := range e.Pairings {
		for leg, one := range p.Games {
			if one.Attackers == me || one.Defenders == me {
				list = append(list, eventGame{p, leg, one})
			}
		}
	}
	return list
}

// eventGame is a game of a tournament with its place.
type eventGame struct {
	pairing wire.EventPairing
	leg     int
	wire.EventGame
}

// playsRound plays a round: the service starts the games, and the window opens the user's game automatically.
// The rest of the round waits until the user has viewed it.
func (g *guest) playsRound(w *witness, round int, rivals []*rival) {
	g.t.Helper()
	mine := func(e wire.Event) bool {
		return slices.ContainsFunc(g.bouts(e), func(b eventGame) bool { return b.pairing.Round == round && b.Due })
	}
	e := g.until("a seat", mine)
	for _, r := range rivals {
		r.held.close()
	}
	must(g.t, len(e.Entrants) == 4, "%d entrants: no engine fills the number up", len(e.Entrants))
	b := g.bouts(e)[round-1]
	w.watches(b.Game)
	side := game.Attackers
	if b.Defenders == g.number(e) {
		side = game.Defenders
	}
	p := newPerson(g.display, side, brandubh, g.data)
	p.sits()
	for n := 0; n < 3 && w.waitsFor(side); n++ {
		w.plays(p)
		if n == 1 && round == 1 {
			g.goesAndComesBack(p)
		}
	}
	g.resigns(w, round)
	g.until("the result", func(e wire.Event) bool { return g.bouts(e)[round-1].Verdict != "" })
	g.key("Return") // to the tournament
	g.hears()
	g.keep("e2e-far-5-round-" + strconv.Itoa(round))
	if round == 2 {
		g.directs()
	}
	for _, r := range rivals {
		r.held.open()
	}
}

// directs pauses and resumes the tournament as director, and ends the other game of the round as drawn.
func (g *guest) directs() {
	g.t.Helper()
	g.reopens()
	due := func(e wire.Event) (list []eventGame) {
		for _, p := range e.Pairings {
			for leg, one := range p.Games {
				if one.Due {
					list = append(list, eventGame{p, leg, one})
				}
			}
		}
		return list
	}
	open := due(g.event())
	must(g.t, len(open) == 1, "%d games are open while the round waits", len(open))
	g.presses("direct", 0)
	g.comes("director")
	g.park()
	g.still()
	g.keep("e2e-far-5-director")
	g.presses("pause", 0)
	g.until("the pause", func(e wire.Event) bool { return e.Phase == string(tournament.Paused) })
	g.hears()
	g.keep("e2e-far-5-paused")
	g.presses("resume", 0)
	g.until("the event to go on", func(e wire.Event) bool { return e.Phase == string(tournament.Running) })
	g.hears()
	g.presses("drawn", 0)
	g.presses("yes", 0)
	ruled := func(e wire.Event) bool {
		return slices.ContainsFunc(e.Pairings, func(p wire.EventPairing) bool {
			return p.Pairing == open[0].pairing.Pairing && p.Games[open[0].leg].Verdict == string(tournament.Draw)
		})
	}
	g.until("the game to be drawn by the director", ruled)
	g.hears()
	g.keep("e2e-far-5-ruled") // the next round has started, with a game of the director
}

// goesAndComesBack opens the tournament during a game and returns by the button.
func (g *guest) goesAndComesBack(p *person) {
	g.t.Helper()
	g.turnsTo("the event", "g")
	g.hears()
	g.reopens()
	g.keep("e2e-far-4-playing")
	g.presses("mine", 0)
	p.sits()
}

// waitsFor waits until a side is to move. It returns false once the game is over.
func (w *witness) waitsFor(side game.Side) bool {
	w.t.Helper()
	for !w.state.Outcome.Over() && w.state.Position.Turn() != side {
		must(w.t, w.learns(patience), "the other one does not answer")
	}
	return !w.state.Outcome.Over()
}

// resigns resigns unless the game is over.
func (g *guest) resigns(w *witness, round int) {
	g.t.Helper()
	if !w.state.Outcome.Over() {
		g.still()
		g.key("r")
		g.still()
		g.do("key", "--delay", "60", "Up", "Return") // No is the first button
	}
	for !w.state.Outcome.Over() {
		must(g.t, w.learns(patience), "the game goes on after I have resigned")
	}
	g.park()
	g.still()
	g.keep("e2e-far-5-over-" + strconv.Itoa(round))
}

// seesTheEnd waits for the end of the tournament and opens it again from the board.
func (g *guest) seesTheEnd() wire.Event {
	g.t.Helper()
	e := g.until("the end of the event", func(e wire.Event) bool { return e.Phase == string(tournament.Over) })
	g.hears()
	g.reopens()
	return e
}

// reopens opens the tournament again in the window and in the model, so that both have a newly opened page.
func (g *guest) reopens() {
	g.t.Helper()
	g.turnsTo("the board", "Escape")
	g.turnsTo("the event", "g")
	g.arrives()
	g.does("events", 0)
	g.comes("remote-events")
	g.does("open", 0)
	g.comes("remote-event")
}

// seesThePages opens every page of the tournament, and replays games from two of them.
func (g *guest) seesThePages(e wire.Event) {
	g.t.Helper()
	g.keep("e2e-far-6-rounds")
	g.presses("round", 1)
	g.keep("e2e-far-6-round-2")
	g.presses("view", 2)
	g.keep("e2e-far-6-standings")
	g.presses("player", 1)
	g.park()
	g.still()
	g.keep("e2e-far-6-figures")
	g.presses("view", 1)
	g.park()
	g.still()
	g.keep("e2e-far-6-cross")
	g.replays(g.bouts(e)[0], "e2e-far-7-replay-cross")
	g.presses("view", 0)
	g.replays(g.bouts(e)[1], "e2e-far-7-replay-round")
}

// replays replays one of the user's games from the open page to its last move, and returns.
func (g *guest) replays(b eventGame, name string) {
	g.t.Helper()
	page := g.still()
	g.presses("game", b.pairing.Pairing<<8|b.leg)
	g.park()
	begin := g.seesChange("the game again", page, width*height/5)
	g.keep(name)
	g.key("End")
	g.seesChange("its last move", begin, 500)
	g.keep(name + "-end")
	g.turnsTo("the event", "g")
	g.does("close", 0)
	g.does("open", 0)
	g.hears()
}

// checkArchive checks that the archive has every game once for each of its players, with the same result as
// the tournament, and that the points add up.
func checkArchive(t *testing.T, w *witness, e wire.Event) {
	t.Helper()
	found := map[string]int{}
	for _, p := range e.Entrants {
		var profile wire.Profile
		err := w.service.Do(t.Context(), http.MethodGet, "v1/players/"+p.Player.Name, "", nil, &profile)
		must(t, err == nil && len(profile.Games) == len(e.Entrants)-1, "%s: %d games in the archive, %v", p.Player.Name,
			len(profile.Games), err)
		for _, one := range profile.Games {
			found[one.Game]++
		}
	}
	points, games := map[int]float64{}, 0
	for _, p := range e.Pairings {
		for _, one := range p.Games {
			var full wire.GameFull
			err := w.service.Do(t.Context(), http.MethodGet, "v1/games/"+one.Game, "", nil, &full)
			must(t, err == nil && found[one.Game] == 2, "game %s is with %d players in the archive, %v", one.Game,
				found[one.Game], err)
			verdict, cause := played(one)
			// the tournament does not count the moves of aborted games
			counted := full.Plies == one.Plies || one.Forfeit && one.Plies == 0
			if full.Result != verdict || full.Cause != cause || !counted {
				t.Fatalf("the archive has %+v, the event %+v", full.GameBrief, one)
			}
			must(t, full.Attackers.Name == nameIn(e, one.Attackers) && full.Defenders.Name == nameIn(e, one.Defenders),
				"%+v, %+v", full.GameBrief, one)
			games++
			scores(points, one)
		}
	}
	n := len(e.Entrants)
	must(t, games == n*(n-1)/2 && len(found) == games, "%d games in the event, %d in the archive", games, len(found))
	for _, r := range e.Standings {
		must(t, r.Points == points[r.Number], "%s has %v points, his games give %v", r.Name, r.Points, points[r.Number])
	}
	t.Logf("%d games, each once in the archive", games)
}

// played returns the result of a game on the board: a game decided by the director is aborted there.
func played(one wire.EventGame) (verdict, cause string) {
	if one.Forfeit {
		return "", ""
	}
	return one.Verdict, one.Cause
}

func nameIn(e wire.Event, number int) string { return e.Entrants[number-1].Player.Name }

// scores adds the points of a game.
func scores(points map[int]float64, one wire.EventGame) {
	switch tournament.Verdict(one.Verdict) {
	case tournament.Attackers:
		points[one.Attackers]++
	case tournament.Defenders:
		points[one.Defenders]++
	case tournament.Draw:
		points[one.Attackers] += 0.5
		points[one.Defenders] += 0.5
	}
}

// rival is a remote player who joins the tournament and plays quickly.
type rival struct {
	t       *testing.T
	service *client.Service
	session wire.Session
	level   ai.Engine
	held    gate // closed while they wait, unless they play against the user
}

func newRival(t *testing.T, url, name string, seed uint64) *rival {
	t.Helper()
	r := &rival{t: t, level: ai.Level(1, seed)}
	r.service, r.session = signUp(t, url, name)
	r.held.close()
	return r
}

// enters joins the tournament and plays its games until the test ends.
func (r *rival) enters(event string) {
	r.t.Helper()
	err := r.service.Do(r.t.Context(), http.MethodPost, "v1/events/"+event+"/join", r.session.Token, nil, nil)
	must(r.t, err == nil, "%v", err)
	done := make(chan struct{})
	ctx, stop := context.WithCancel(r.t.Context())
	go func() {
		defer close(done)
		r.plays(ctx)
	}()
	r.t.Cleanup(func() { stop(); <-done })
}

// plays plays the games one after the other.
func (r *rival) plays(ctx context.Context) {
	line := client.Dial(ctx, client.Options{URL: r.service.Socket(), Token: r.session.Token})
	defer line.Close()
	for ctx.Err() == nil {
		var l wire.Lobby
		if err := r.service.Do(ctx, http.MethodGet, "v1/lobby", r.session.Token, nil, &l); err == nil &&
			len(l.Mine) > 0 {
			r.sits(ctx, line, l.Mine[0])
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
}

// sits plays a game to its end.
func (r *rival) sits(ctx context.Context, line *client.Line, g wire.GameBrief) {
	seats := [game.Sides]wire.Player{g.Attackers, g.Defenders}
	seat, _ := wire.Spec{Seats: seats}.Seat(r.session.Player.ID)
	side, _ := seat.Side()
	there := line.Join(g.Game)
	defer there.Close()
	p := courteous{thinker{r.level}, &r.held, seats[side.Other()].Name == "Astrid"}
	if err := client.Seat(ctx, there, side, p); err != nil && ctx.Err() == nil {
		r.t.Errorf("%s: %v", r.session.Player.Name, err)
	}
}

// gate blocks players until it is opened once, even if it is closed again at once.
type gate struct {
	mu   sync.Mutex
	shut chan struct{} // closed when the gate opens; nil while it is open
}

func (g *gate) close() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.shut == nil {
		g.shut = make(chan struct{})
	}
}

func (g *gate) open() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.shut != nil {
		close(g.shut)
		g.shut = nil
	}
}

// wait returns when the gate opens or ctx ends.
func (g *gate) wait(ctx context.Context) {
	g.mu.Lock()
	shut := g.shut
	g.mu.Unlock()
	if shut == nil {
		return
	}
	select {
	case <-shut:
	case <-ctx.Done():
	}
}

// courteous is an engine that can be paused, except in games against the user.
type courteous struct {
	thinker
	held    *gate
	awaited bool
}

// Choose implements table.Player.
func (c courteous) Choose(ctx context.Context, s table.Situation) (game.Move, error) {
	if !c.awaited {
		c.held.wait(ctx)
	}
	return c.thinker.Choose(ctx, s)
}

// Do implements wire.Asker: it does not repeat requests of the window, and asks the real service about
// tournaments.
func (s sham) Do(ctx context.Context, method, path string, in, out any) error {
	switch asked := method + " " + path; {
	case asked == wire.GetLobby.Pattern():
		seek := wire.OpenSeek{ID: "s", By: wire.Player{Name: "Astrid"},
			Seek: wire.Seek{Variants: []string{brandubh}, Clocks: []string{"none"}}}
		*out.(*wire.Lobby) = wire.Lobby{Seeks: []wire.OpenSeek{seek}}
		return nil
	case asked == wire.PostTake.Pattern():
		return errors.New("it only looks")
	case asked == wire.PostEvents.Pattern():
		return s.made(ctx, out.(*wire.EventBrief))
	case method == http.MethodGet && strings.HasPrefix(path, wire.GetEvents.Path):
		return s.news.Do(ctx, method, path, in, out)
	}
	return nil
}

// made waits for the tournament that the window creates.
func (s sham) made(ctx context.Context, b *wire.EventBrief) error {
	for ; ctx.Err() == nil; time.Sleep(pause) {
		all, err := wire.GetEvents.Ask(ctx, s.news, wire.None{})
		if err != nil {
			return err
		}
		if len(all) > 0 {
			*b = all[0]
			return nil
		}
	}
	return ctx.Err()
}

// Replay implements remote.Holder.
func (s sham) Replay(context.Context, string) ([]byte, error) {
	return nil, errors.New("it only looks")
}

// Join implements remote.Host.
func (s sham) Join(string) remote.Table { return silent{} }

// silent is a game without updates.
type silent struct{ remote.Table }

func (silent) Updates() <-chan table.Update { return nil }

func (silent) Status() client.Status { return client.Status{} }

func (silent) Close() {}
