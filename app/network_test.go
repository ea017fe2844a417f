package app_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tafl3d/app"
	"tafl3d/app/board"
	"tafl3d/app/catalogue"
	"tafl3d/app/remote"
	"tafl3d/app/shell"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/table"
	"tafl3d/net/client"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
	"tafl3d/net/wire/wiretest"
	"tafl3d/panel"
	"tafl3d/scene"
)

// remoteEnd is a scripted network with one game at a local table, in which the test plays the other side.
type remoteEnd struct {
	t        *testing.T
	at       wiretest.Service
	tell     func(wire.Notice)
	status   client.Status
	link     client.Link
	local    *table.Local
	waiting  wire.Waiting
	fault    error
	position wire.Position
	known    bool // the service has an account of this device
	live     []wire.GameBrief
	here     []wire.Player
	queue    []wire.Seek
	rungs    []wire.Rung
	letters  letters
	mu       sync.Mutex // guards what follows
	asked    []string
	services []wire.Found
	lonely   bool // there is no one on the local network
	seeks    []wire.OpenSeek
	sought   wire.Seek
	history  []wire.Step // of our rating: what the games of the test have changed
	cups     cups
	idle     bool // we have no game in progress
	looks    int  // at the lobby
	asks     int  // how it goes in the queue
	follows  bool // the lobby; of the main thread, as what follows
	awaits   bool // the queue
	whole    *wire.Lobby
	goes     *wire.Waiting
}

// Follow, Lobby and Waiting implement a service that reports changes: nothing is reported if whole and goes
// are nil.
func (f *remoteEnd) Follow(lobby, queue bool) { f.follows, f.awaits = lobby, queue }

func (f *remoteEnd) Lobby() (l wire.Lobby, told bool) {
	if f.whole != nil {
		l = *f.whole
	}
	return l, f.whole != nil
}

func (f *remoteEnd) Waiting() (w wire.Waiting, told bool) {
	if f.goes != nil {
		w = *f.goes
	}
	return w, f.goes != nil
}

func (f *remoteEnd) Host(context.Context, remote.Offer, func(wire.Notice)) (remote.Offered, error) {
	return nil, errors.New("no port is free")
}
func (f *remoteEnd) HostAgain(context.Context, func(wire.Notice)) (remote.Offered, error) {
	return nil, errors.New("nothing is laid out")
}
func (f *remoteEnd) OpenVenue(context.Context, remote.VenueOffer) (remote.Venue, error) {
	return nil, errors.New("no port is free")
}
func (f *remoteEnd) Find(context.Context) ([]wire.Found, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.lonely {
		return nil, nil
	}
	return []wire.Found{{Address: "10.0.0.2:7", Name: "Dag", Variant: "brandubh-gorrion", Clock: "none"}}, nil
}
func (f *remoteEnd) FindServices(context.Context) ([]wire.Found, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.services, nil
}
func (f *remoteEnd) Knock(_ context.Context, address string) (remote.Door, error) {
	if address != "10.0.0.2:7" {
		return nil, errors.New("nobody is there")
	}
	return f, nil
}
func (f *remoteEnd) Service(
	_ context.Context, _, name string, guest bool, tell func(wire.Notice),
) (remote.Service, error) {
	if name == "" && !guest && !f.known {
		return nil, errors.New("write a name")
	}
	f.mu.Lock() // a reconnecting player may be requested during sign-in
	f.tell = tell
	f.mu.Unlock()
	return f, f.fault
}
func (f *remoteEnd) At(string) (wire.Asker, error) { return f, nil }
func (f *remoteEnd) Offer() wire.Found {
	return wire.Found{Name: "Dag", Variant: "brandubh-gorrion", Clock: "none", Game: "game-1"}
}
func (f *remoteEnd) Code() string { return "ABCD-2345" }
func (f *remoteEnd) Enter(_ context.Context, _ string, tell func(wire.Notice)) (remote.Host, error) {
	f.tell = tell
	return f, nil
}

func (f *remoteEnd) Join(string) remote.Table              { return remoteTable{f.local, f} }
func (f *remoteEnd) Rematch(context.Context, string) error { return f.ask("rematch") }
func (f *remoteEnd) Link() client.Link                     { return f.link }
func (f *remoteEnd) Close()                                {}
func (f *remoteEnd) Name() string                          { return "Hall" }
func (f *remoteEnd) Address() string                       { return "https://hall.example" }
func (f *remoteEnd) Do(ctx context.Context, method, path string, in, out any) error {
	return f.at.Do(ctx, method, path, in, out)
}
func (f *remoteEnd) Me() wire.Player { return wire.Player{ID: "astrid", Name: "Astrid"} }

// answers sets the answers of the scripted service.
func (f *remoteEnd) answers() {
	wiretest.On(&f.at, wire.GetLobby, func(wire.None, string) (wire.Lobby, error) {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.looks++
		mine := []wire.GameBrief{{Game: "g", Variant: "brandubh-gorrion"}}
		if f.idle {
			mine = nil
		}
		return wire.Lobby{Mine: mine, Seeks: f.seeks, Live: f.live, Here: f.here, Queue: f.queue,
			Bots: f.waiting.Bots}, f.fault
	})
	wiretest.On(&f.at, wire.GetPosition, func(wire.None, string) (wire.Position, error) { return f.position, nil })
	wiretest.On(&f.at, wire.PostTake, func(q wire.Take, _ string) (b wire.Begun, err error) {
		if q.Code != "" {
			return f.accept(q.Code)
		}
		return b, errors.New("that game has been taken")
	})
	wiretest.On(&f.at, wire.PostWithdraw,
		func(q wire.Take, _ string) (wire.None, error) { return wire.None{}, f.ask("withdraw " + q.ID) })
	wiretest.On(&f.at, wire.PostQueue, func(q wire.Seek, _ string) (wire.Waiting, error) {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.sought = q
		return f.waiting, nil
	})
	wiretest.On(&f.at, wire.GetQueue, func(wire.None, string) (wire.Waiting, error) {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.asks++
		return f.waiting, nil
	})
	wiretest.On(&f.at, wire.DeleteQueue, func(wire.None, string) (none wire.None, err error) { return none, nil })
	wiretest.On(&f.at, wire.PostQueueBot, func(q wire.Block, _ string) (wire.Begun, error) {
		return wire.Begun{Game: "g"}, f.ask("play " + q.Name)
	})
	wiretest.On(&f.at, wire.GetLadder,
		func(_ wire.None, pool string) ([]wire.Rung, error) { return f.rungs, f.ask("ladder " + pool) })
	wiretest.On(&f.at, wire.GetPlayer, f.profile)
	wiretest.On(&f.at, wire.PostPairing,
		func(wire.None, string) (wire.Codes, error) { return wire.Codes{Codes: []string{"K7PQ"}}, nil })
	wiretest.On(&f.at, wire.PostRecovery, func(wire.None, string) (wire.Codes, error) {
		return wire.Codes{Codes: []string{"AAAA", "BBBB", "CCCC"}}, nil
	})
	wiretest.On(&f.at, wire.PostBlocks, func(q wire.Block, _ string) (none wire.None, err error) {
		return none, f.ask(fmt.Sprint("block ", q.Name, !q.Off))
	})
	wiretest.On(&f.at, wire.PostReports, func(q wire.Report, _ string) (none wire.None, err error) {
		return none, f.ask("report " + q.Name + ": " + q.Text)
	})
	wiretest.On(&f.at, wire.PostVacation, func(q wire.Rest, _ string) (wire.Vacation, error) {
		return wire.Vacation{Left: 30 - q.Days}, f.ask(fmt.Sprint("rest ", q.Days))
	})
	f.invites()
	f.holds()
}

// profile returns the profile of any player; our own lists the games that changed the rating.
func (f *remoteEnd) profile(_ wire.None, name string) (wire.Profile, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if name == "Astrid" {
		f.asked = append(f.asked, "profile of Astrid")
	}
	him, dag := wire.Player{Name: name}, wire.Player{Name: "Dag"}
	return wire.Profile{Player: him, Ratings: []wire.Rating{{Pool: "hnefatafl blitz", Points: 1540, Games: 3}},
		History: map[string][]wire.Step{"hnefatafl blitz": {{Points: 1500}, {Points: 1520}, {Points: 1540}},
			"ours": f.history},
		Games: []wire.GameBrief{{Game: "past", Variant: "brandubh-gorrion", Attackers: him, Defenders: dag,
			Result: "attackers"}, {Game: "aborted", Variant: "brandubh-gorrion"}}}, nil
}

func (f *remoteEnd) Pair(_ context.Context, _, code string, tell func(wire.Notice)) (remote.Service, error) {
	if code != "K7PQ" {
		return nil, errors.New("the code is wrong")
	}
	f.tell = tell
	return f, f.ask("pair")
}

// remoteTable is the table of a network game.
type remoteTable struct {
	*table.Local
	f *remoteEnd
}

func (r remoteTable) Status() client.Status               { return r.f.status }
func (r remoteTable) Ask(_ game.Side, act wire.Act) error { return r.f.ask(string(act.Kind)) }
func (r remoteTable) Say(text string)                     { _ = r.f.ask("say " + text) }

func (f *remoteEnd) ask(what string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asked = append(f.asked, what)
	return nil
}

func (f *remoteEnd) acts() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.asked)
}

// scripted returns a network without any requests so far.
func scripted(t *testing.T) *remoteEnd {
	t.Helper()
	v := brandubh(t)
	f := &remoteEnd{t: t, link: client.Link{State: client.Connected, Lag: 30 * time.Millisecond},
		waiting: wire.Waiting{In: true, Seconds: 23, Range: 215, Players: 4}}
	f.local = table.Start(t.Context(), table.Options{Match: match.New(v.Rules.Start(), match.Control{})})
	f.answers()
	f.status = client.Status{Variant: v, You: [game.Sides]bool{true, false},
		Presence: [game.Sides]wire.Presence{{Here: true}, {Here: true}},
		Spec: wire.Spec{Clock: "none",
			Seats: [game.Sides]wire.Player{{Name: "Astrid"}, {Name: "Dag", Rating: 1532}}}}
	return f
}

// elsewhere starts the program with a scripted network.
func elsewhere(t *testing.T, setup *board.Setup) (*person, *remoteEnd) {
	t.Helper()
	f := scripted(t)
	dir := t.TempDir()
	p := &person{T: t, view: &view{Scene: scene.New(stage(t))}, ear: &ear{}, engines: &engines{}, dir: dir,
		clock: &clock{}}
	p.opens(f, setup, "")
	return p, f
}

// opens starts the program, with an invitation if link is not empty.
func (p *person) opens(f *remoteEnd, setup *board.Setup, link string) {
	t := p.T
	t.Helper()
	a, err := app.New(t.Context(), app.Options{View: p.view, Ear: p.ear, Engines: p.engines,
		Store: shell.NewFiles(p.dir), Variants: catalogue.NewShelf(filepath.Join(p.dir, "variants")),
		Network: f, Copy: func(text string) { f.letters.copied = text }, Invitation: link, Clock: p.clock, Pace: -1,
		Seed: 1, Setup: setup})
	if err != nil {
		t.Fatal(err)
	}
	p.App, p.remote = a, f
	t.Cleanup(a.Close)
	p.frame()
}

func (p *person) dialogID() string {
	if d := p.Screen().Dialog; d != nil {
		return d.ID
	}
	return ""
}

func (p *person) choose(dialog, id string) {
	p.Helper()
	p.until(dialog, func() bool { return p.dialogID() == dialog })
	p.until(id+" can be pressed", func() bool {
		return slices.ContainsFunc(p.Screen().Dialog.Buttons,
			func(b panel.Button) bool { return b.ID == id && !b.Disabled })
	})
	p.Do(panel.Command{ID: id})
	p.frame()
}

// sitRemote finds the scripted game on the local network and joins it.
func sitRemote(p *person) {
	p.Helper()
	p.choose("title", "net")
	p.choose("net", "join")
	p.choose("join", "knock")
	p.until("the code", func() bool { return p.dialogID() == "code" })
	if d := p.Screen().Dialog; d.Title != "ABCD-2345" {
		p.Error(d.Title)
	}
	p.choose("code", "same")
	p.until("the game", func() bool { return p.Screen().Game != nil && p.dialogID() == "" })
}

// hears waits for a message.
func (p *person) hears(text string) {
	p.Helper()
	p.until(text, func() bool {
		return slices.ContainsFunc(p.Screen().Toasts,
			func(t panel.Toast) bool { return strings.Contains(t.Text, text) })
	})
}

func (p *person) notes() string {
	var all []string
	for _, n := range p.sheet().Notes {
		all = append(all, n.Text)
	}
	return strings.Join(all, "; ")
}

// atService opens the page of the service and enters its address.
func (p *person) atService() {
	p.Helper()
	p.choose("title", "net")
	p.choose("net", "service")
	p.Paste("https://hall.example")
}

// guest opens the lobby of the service as a guest.
func (p *person) guest() {
	p.Helper()
	p.atService()
	p.choose("service", "guest")
}

// TestTwoGamesAreUsual asserts that rated games of unbalanced variants are played as a match of two by
// default, and that this can be changed.
func TestTwoGamesAreUsual(t *testing.T) {
	p, f := elsewhere(t, nil)
	p.guest()
	p.until("the lobby", func() bool { return p.dialogID() == "lobby" })
	p.choose("lobby", "seek")
	if p.field("double").Chosen != 1 {
		t.Error("a rated game is sought as one")
	}
	p.Do(panel.Command{ID: "rated", Arg: 0})
	if p.frame(); p.field("double").Chosen != 0 {
		t.Error("a game that counts for nothing is sought as two")
	}
	p.Do(panel.Command{ID: "rated", Arg: 1})
	p.Do(panel.Command{ID: "double", Arg: 0})
	if p.frame(); p.field("double").Chosen != 0 {
		t.Error("one game cannot be chosen")
	}
	p.Do(panel.Command{ID: "double", Arg: 1})
	p.choose("seek", "look")
	p.until("the queue", func() bool { return p.dialogID() == "waiting" })
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.sought.Rated || !f.sought.Double {
		t.Errorf("%+v", f.sought)
	}
}

// TestOwnClockOfASeek looks for a game with a time control of the player's own.
func TestOwnClockOfASeek(t *testing.T) {
	p, f := elsewhere(t, nil)
	p.atLobby()
	p.choose("lobby", "seek")
	p.pick("clock", "Custom")
	p.Do(panel.Command{ID: "clock-minutes", Arg: 7 - p.field("clock-minutes").Least})
	p.Do(panel.Command{ID: "clock-increment", Arg: 2})
	p.choose("seek", "look")
	p.until("the queue", func() bool { return p.dialogID() == "waiting" })
	f.mu.Lock()
	defer f.mu.Unlock()
	if clock := f.sought.Clock(); clock != "7m+2s" {
		t.Errorf("the clock is %q", clock)
	}
}

// TestTheNextSeekBeginsWithTheLast creates open challenges: first a clock is proposed, and the next time the
// last settings, also for challenges, ladders, and after a restart. The settings of a new game at the board
// do not change.
func TestTheNextSeekBeginsWithTheLast(t *testing.T) {
	p, f := elsewhere(t, nil)
	chosen := func(id string) string {
		field := p.field(id)
		return field.Options[field.Chosen]
	}
	p.atLobby()
	p.choose("lobby", "seek")
	if got := chosen("clock"); got != "10 min + 5 s per move" {
		t.Errorf("a game with %q is proposed", got)
	}
	p.Do(panel.Command{ID: "clock", Arg: 1})
	p.Do(panel.Command{ID: "variant", Arg: p.field("variant").Chosen + 1})
	p.frame()
	variant, clock := chosen("variant"), chosen("clock")
	p.choose("seek", "look")
	p.until("the queue", func() bool { return p.dialogID() == "waiting" })
	p.choose("waiting", "close")
	again := func(dialog string) {
		p.Helper()
		p.wants(dialog)
		if v, c := chosen("variant"), chosen("clock"); v != variant || c != clock {
			t.Errorf("%s begins with %s, %s, wants %s, %s", dialog, v, c, variant, clock)
		}
		p.close()
	}
	p.choose("lobby", "ladder")
	p.wants("ladder")
	if v, s := chosen("variant"), chosen("speed"); v != variant || s != "blitz" {
		t.Errorf("the ladder begins with %s, %s, wants %s, blitz", v, s, variant)
	}
	p.close()
	p.tab("lobby", 2)
	p.Paste("Dag")
	p.keys("Enter")
	p.choose("player", "challenge")
	again("seek")
	p.Close()
	f.mu.Lock()
	f.waiting = wire.Waiting{}
	f.mu.Unlock()
	p.opens(f, nil, "")
	p.choose("title", "two")
	if got := chosen("clock"); got != "no clock" {
		t.Errorf("a new game at the board has %q", got)
	}
	p.close()
	p.atLobby()
	p.choose("lobby", "seek")
	again("seek")
}

// TestABotInsteadOfWaiting accepts the bot offered to a waiting player, with the usual terms; it is optional.
func TestABotInsteadOfWaiting(t *testing.T) {
	p, f := elsewhere(t, nil)
	f.mu.Lock()
	f.waiting.Bots = []wire.Player{{Name: "Tafl3d-3", Bot: true, Level: 3}}
	f.mu.Unlock()
	p.guest()
	p.until("the lobby", func() bool { return p.dialogID() == "lobby" })
	p.choose("lobby", "seek")
	p.choose("seek", "look")
	p.until("the offer", func() bool { return p.dialogID() == "waiting" && p.has("bot-0") && p.has("stop") })
	for _, b := range p.Screen().Dialog.Buttons {
		if b.ID == "bot-0" && b.Label != "Play Tafl3d-3 (bot, level 3)" {
			t.Errorf("what is offered is called %q", b.Label)
		}
	}
	p.choose("waiting", "bot-0")
	p.until("the game", func() bool { return p.Screen().Game != nil && p.dialogID() == "" })
}

// TestMute hides the chat of the opponent and shows it again.
func TestMute(t *testing.T) {
	p, f := elsewhere(t, nil)
	sitRemote(p)
	f.status.Said = []wire.Said{{By: "Dag", Text: "well met"}}
	shown := func() bool {
		return slices.ContainsFunc(p.Screen().Dialog.Parts,
			func(l panel.Part) bool { return strings.Contains(l.Text, "well met") })
	}
	p.Do(panel.Command{ID: "chat"})
	p.until("his line", func() bool { return p.dialogID() == "chat" && shown() })
	p.choose("chat", "mute")
	p.until("silence", func() bool { return p.dialogID() == "chat" && !shown() })
	p.choose("chat", "mute")
	p.until("his line again", func() bool { return p.dialogID() == "chat" && shown() })
}

// TestPairing adds this device to an account by the code of another device: first with a wrong one, then with
// the right one, which needs no name.
func TestPairing(t *testing.T) {
	p, f := elsewhere(t, nil)
	p.atService()
	p.writes("code", "WRONG")
	p.Do(panel.Command{ID: "sign"})
	p.hears("The code is wrong")
	if p.dialogID() != "service" || len(f.acts()) != 0 {
		t.Errorf("after a wrong code: %s, %v", p.dialogID(), f.acts())
	}
	p.writes("code", "K7PQ")
	p.choose("service", "sign")
	p.until("the lobby of the account", func() bool { return p.dialogID() == "lobby" })
	if !slices.Equal(f.acts(), []string{"pair"}) {
		t.Errorf("asked for %v", f.acts())
	}
}

// TestWatchersBehind shows the delay for spectators.
func TestWatchersBehind(t *testing.T) {
	p, f := elsewhere(t, nil)
	f.status.Spec.Delay = 180
	sitRemote(p)
	if got := p.notes(); !strings.Contains(got, "Spectators see each move 3 min later") {
		t.Errorf("the panel says %q", got)
	}
}

func TestAGameOverTheNetwork(t *testing.T) {
	p, f := elsewhere(t, nil)
	sitRemote(p)
	if s := p.sheet(); s.Seats[1].Name != "Dag" || s.Seats[1].Detail != "1532" || s.Seats[0].Name != "You" ||
		p.notes() != "Connected, 30 ms; Not rated; Dag is online" {
		t.Errorf("%+v, %s", s, p.notes())
	}
	for id, why := range map[string]string{"hint": "No hints", "redo": "cannot be redone"} {
		if b := p.button(id); !b.Disabled || !strings.Contains(b.Why, why) || strings.Contains(b.Label, " ") {
			t.Errorf("%+v", b)
		}
	}
	p.Do(panel.Command{ID: "hint"})
	p.says("No hints")
	p.Do(panel.Command{ID: "abort"})
	p.click("d1", "b1")
	p.untilMoves(1)
	if p.sheet().Status != "Dag to move" {
		t.Error(p.sheet().Status)
	}
	p.click("d3")
	p.says("Dag's turn")
	f.status.Presence[1] = wire.Presence{Until: wire.At(p.clock.Now().Add(90 * time.Second))}
	p.until("he is away",
		func() bool { return strings.Contains(p.notes(), "Dag is away: game aborted in 1:") })
	if err := f.local.Send(game.Defenders,
		match.Play{Ply: 1, Move: game.Move{From: p.square("d3"), To: p.square("b3")}}); err != nil {
		t.Fatal(err)
	}
	p.until("he loses by it", func() bool { return strings.Contains(p.notes(), "Dag is away and loses in 1:") })
	before := len(p.sheet().Notes)
	f.status.Waiting = 2
	p.until("acts wait for an answer", func() bool { return len(p.sheet().Notes) == before+1 })
	f.status.Waiting = 0
	p.until("they are answered", func() bool { return len(p.sheet().Notes) == before })
	f.link = client.Link{State: client.Connecting, Why: errors.New("broken")}
	p.until("the line is broken", func() bool { return strings.Contains(p.notes(), "Reconnecting") })
	f.link = client.Link{State: client.Connected}
	f.status.Asked = ledger.Ask{Kind: wire.Takeback, By: game.Defenders, Plies: 1}
	p.until("he asks", func() bool { return p.dialogID() == "asked" })
	p.choose("asked", "accept")
	f.status.Asked = ledger.Ask{}
	f.status.Said = []wire.Said{{By: "Dag", Text: "hello"}}
	p.hears("Dag: hello")
	p.keys("t")
	p.choose("chat", "say-0")
	if err := f.local.Send(game.Defenders, match.Resign{}); err != nil {
		t.Fatal(err)
	}
	p.choose("over", "rematch")
	p.until("he is asked", func() bool { return slices.Contains(f.acts(), "rematch") })
	if s := p.sheet().Status; s != "You win: Dag resigned" {
		t.Error(s)
	}
	if want := []string{"abort", "accept", "say Hello!", "rematch"}; !slices.Equal(f.acts(), want) {
		t.Errorf("asked %q, want %q", f.acts(), want)
	}
}

func TestTheLocalGameIsKept(t *testing.T) {
	p, f := elsewhere(t, two())
	p.click("d1", "b1")
	p.untilMoves(1)
	p.Do(panel.Command{ID: "menu"})
	p.choose("menu", "title")
	sitRemote(p)
	if p.moves() != 0 {
		t.Fatal("the local game goes on in the other one's place")
	}
	if err := f.local.Send(game.Defenders, match.Resign{}); err != nil {
		t.Fatal(err)
	}
	p.choose("over", "title")
	p.choose("title", "continue")
	p.untilMoves(1)
	if p.sheet().Seats[1].Name != "Player 2" || len(p.sheet().Notes) != 0 {
		t.Errorf("%+v", p.sheet())
	}
}

func TestALostServiceStopsNothing(t *testing.T) {
	p, f := elsewhere(t, nil)
	p.choose("title", "net")
	p.choose("net", "service")
	p.Do(panel.Command{ID: "sign"})
	p.says("Enter the address")
	p.Paste("https://hall.example")
	f.fault = errors.New("cannot reach the service")
	p.choose("service", "guest")
	p.hears("Cannot reach")
	f.fault = nil
	p.choose("service", "guest")
	p.until("the lobby has my game", func() bool {
		d := p.Screen().Dialog
		return d != nil && d.ID == "lobby" && slices.Contains(d.Fields[0].Options, "Your games (1)")
	})
	p.choose("lobby", "seek")
	p.choose("seek", "look")
	p.until("the queue", func() bool { return p.dialogID() == "waiting" })
	if lines := p.Screen().Dialog.Lines; lines[0] != "You have waited 23 s: 4 players waiting." ||
		!strings.Contains(lines[1], "within 215 points") {
		t.Error(lines)
	}
	f.tell(wire.Notice{Kind: wire.NoticeGame, Game: "g"})
	p.until("the game begins by itself", func() bool { return p.Screen().Game != nil && p.dialogID() == "" })
	f.status.Aborted = true
	p.until("it is called off", func() bool { return p.dialogID() == "over" })
	for _, id := range []string{"pause", "draw", "resign"} {
		if !p.button(id).Disabled {
			t.Errorf("%s is there in a game that was called off", id)
		}
	}
}

// TestPremove prepares moves while the opponent thinks: one is played at once when it is legal, an illegal
// one is dropped with a notice, one is taken back.
func TestPremove(t *testing.T) {
	p, f := elsewhere(t, nil)
	sitRemote(p)
	reply := func(from, to string) {
		t.Helper()
		n := p.moves()
		m := game.Move{From: p.square(from), To: p.square(to)}
		if err := f.local.Send(game.Defenders, match.Play{Ply: n, Move: m}); err != nil {
			t.Fatal(err)
		}
		p.until("the reply", func() bool { return p.moves() > n })
	}
	p.click("d1", "b1")
	p.untilMoves(1)
	p.click("b1", "b2")
	if !strings.Contains(p.notes(), "Premove: b1 to b2") ||
		p.view.marks.Hint != [2]game.Square{p.square("b1"), p.square("b2")} {
		t.Fatal(p.notes(), p.view.marks.Hint)
	}
	reply("d3", "c3")
	p.untilMoves(3)
	if strings.Contains(p.notes(), "Ready") {
		t.Error(p.notes())
	}
	p.click("a4", "e3") // an impossible move
	reply("c3", "c2")
	p.says("no longer legal")
	if p.moves() != 4 || p.sheet().Status != "Your turn" {
		t.Error(p.moves(), p.sheet().Status)
	}
	p.click("b2", "b3")
	p.untilMoves(5)
	p.click("b3", "b4")
	p.keys("Esc")
	if strings.Contains(p.notes(), "Ready") || p.dialogID() != "" {
		t.Error(p.notes(), p.dialogID())
	}
	reply("c2", "c3")
	if p.moves() != 6 {
		t.Error(p.moves())
	}
}

// TestOffersForceNothing presses Enter when bots or a draw are offered unexpectedly: this accepts neither.
func TestOffersForceNothing(t *testing.T) {
	p, f := elsewhere(t, nil)
	p.guest()
	p.choose("lobby", "seek")
	p.choose("seek", "look")
	p.until("the queue", func() bool { return p.dialogID() == "waiting" })
	f.mu.Lock()
	f.waiting.Bots = []wire.Player{{Name: "Tafl3d-3", Bot: true}}
	f.mu.Unlock()
	p.until("the offer", func() bool { return p.dialogID() == "waiting" && p.has("bot-0") })
	if d := p.Screen().Dialog; d.Buttons[d.Focus].ID != "close" {
		t.Errorf("the keyboard is on %+v", d.Buttons[d.Focus])
	}
	p.keys("Enter")
	p.until("the lobby", func() bool { return p.dialogID() == "lobby" })
	f.tell(wire.Notice{Kind: wire.NoticeGame, Game: "g"})
	p.until("the game", func() bool { return p.Screen().Game != nil && p.dialogID() == "" })
	if err := f.local.Send(game.Defenders, match.OfferDraw{}); err != nil {
		t.Fatal(err)
	}
	p.until("the draw", func() bool { return p.dialogID() == "offer" })
	p.keys("Enter")
	p.hears("decline the draw")
}

// TestAnswerLater closes a request with Esc and opens it again by its key.
func TestAnswerLater(t *testing.T) {
	p, f := elsewhere(t, nil)
	sitRemote(p)
	f.status.Asked = ledger.Ask{Kind: wire.Pause, By: game.Defenders}
	p.until("he asks", func() bool { return p.dialogID() == "asked" })
	p.keys("Esc")
	p.until("the board", func() bool { return p.dialogID() == "" })
	p.keys(strings.ToLower(p.button("answer").Key))
	p.until("the question again", func() bool { return p.dialogID() == "asked" })
}

// TestUnread marks the chat until new lines have been seen.
func TestUnread(t *testing.T) {
	p, f := elsewhere(t, nil)
	sitRemote(p)
	if p.button("chat").On {
		t.Error("nothing was said")
	}
	f.status.Said = []wire.Said{{By: "Dag", Text: "well met"}}
	p.until("the mark", func() bool { return p.button("chat").On })
	p.Do(panel.Command{ID: "chat"})
	p.choose("chat", "close")
	if p.button("chat").On {
		t.Error("it has been read")
	}
	f.status.Said = append(f.status.Said, wire.Said{By: "Astrid", Text: "thank you"})
	p.frame()
	if p.button("chat").On {
		t.Error("it was I who spoke")
	}
}

// TestRematch requests a rematch: once, and again after the opponent has declined, which is reported.
func TestRematch(t *testing.T) {
	p, f := elsewhere(t, nil)
	sitRemote(p)
	if err := f.local.Send(game.Defenders, match.Resign{}); err != nil {
		t.Fatal(err)
	}
	p.choose("over", "rematch")
	waits := func() bool {
		return p.dialogID() == "over" && strings.Contains(p.lines(), "Rematch offer sent")
	}
	p.until("the other is asked", waits)
	p.Do(panel.Command{ID: "rematch"})
	f.tell(wire.Notice{Kind: wire.NoticeDeclined, Text: "Eve"}) // another player
	p.hears("Eve declined your challenge")
	if !waits() {
		t.Error(p.lines())
	}
	f.tell(wire.Notice{Kind: wire.NoticeDeclined, Text: "Dag"})
	p.hears("Dag declined your challenge")
	if waits() {
		t.Error(p.lines())
	}
	p.choose("over", "rematch")
	p.until("he is asked again", waits)
	f.tell(wire.Notice{Kind: wire.NoticeAway, Text: "Eve"})
	p.hears("Eve is offline: your challenge waits")
	if !waits() {
		t.Error(p.lines())
	}
	f.tell(wire.Notice{Kind: wire.NoticeAway, Text: "Dag"})
	p.hears("Dag is offline: your challenge waits")
	if waits() || !strings.Contains(p.lines(), "Dag is offline: your challenge waits") {
		t.Error(p.lines())
	}
	if want := []string{"rematch", "rematch"}; !slices.Equal(f.acts(), want) {
		t.Errorf("asked %q", f.acts())
	}
}

// TestRating ends rated games: the rating change appears on the result page as soon as the service has rated
// the game, or as a notice if the page was closed.
func TestRating(t *testing.T) {
	p, f := elsewhere(t, nil)
	rates := func(game string, was, is int) {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.history = []wire.Step{{Game: "before", Points: was}, {Game: game, Points: is}}
	}
	asked := func() bool { return slices.Contains(f.acts(), "profile of Astrid") }
	f.status.Spec.Rated = true
	sitRemote(p)
	if err := f.local.Send(game.Defenders, match.Resign{}); err != nil {
		t.Fatal(err)
	}
	p.until("the end", func() bool { return p.dialogID() == "over" && asked() })
	if strings.Contains(p.lines(), "rating") {
		t.Errorf("told before it was known: %s", p.lines())
	}
	rates("game-1", 1500, 1517)
	p.until("the rating", func() bool { return strings.Contains(p.lines(), "Your rating: 1500 → 1517 (+17)") })
	if len(p.Screen().Toasts) > 0 {
		t.Errorf("told twice: %+v", p.Screen().Toasts)
	}

	next := func(id string) {
		f.local = table.Start(t.Context(), table.Options{Match: match.New(brandubh(t).Rules.Start(), match.Control{})})
		f.tell(wire.Notice{Kind: wire.NoticeGame, Game: id})
		p.until("the way to the next game", func() bool { return p.dialogID() == "over" && p.has("next") })
		p.choose("over", "next")
		p.until("the next game", func() bool { return p.dialogID() == "" })
	}
	next("game-2")
	if err := f.local.Send(game.Attackers, match.Resign{}); err != nil {
		t.Fatal(err)
	}
	p.until("the end of the second", func() bool { return p.dialogID() == "over" })
	f.status.Spec.Rated = false
	next("game-3")
	rates("game-2", 1517, 1501)
	p.hears("Your rating: 1517 → 1501 (-16)")
	n := len(f.acts())
	if err := f.local.Send(game.Attackers, match.Resign{}); err != nil {
		t.Fatal(err)
	}
	p.until("the end of an unrated game", func() bool { return p.dialogID() == "over" })
	if len(f.acts()) != n || strings.Contains(p.lines(), "rating") {
		t.Errorf("%s; asked %q", p.lines(), f.acts())
	}
}

// TestTheChatStandsBesideTheBoard moves a piece while the chat is open: the seats with their clocks stay, the
// chat grows, and keys type.
func TestTheChatStandsBesideTheBoard(t *testing.T) {
	p, f := elsewhere(t, nil)
	sitRemote(p)
	p.Do(panel.Command{ID: "chat"})
	p.wants("chat")
	if d := p.dialog(); d.Kind != panel.Beside || p.Screen().Game == nil {
		t.Fatalf("kind %d, game %v", d.Kind, p.Screen().Game)
	}
	p.click("d1", "b1")
	p.untilMoves(1)
	p.Shell().Type('h')
	p.keys("Enter")
	if acts := f.acts(); !slices.Contains(acts, "say h") {
		t.Errorf("asked %q", acts)
	}
	if p.wants("chat"); p.sheet().Rows[0].Text[0] == "" {
		t.Error("the turn is not shown")
	}
	if err := f.local.Send(game.Defenders, match.Resign{}); err != nil {
		t.Fatal(err)
	}
	p.until("the end over the chat", func() bool { return p.dialogID() == "over" })
}

// TestLeavingBeforeTheFirstMove resigns before both have moved: the game is aborted without consequences.
func TestLeavingBeforeTheFirstMove(t *testing.T) {
	p, f := elsewhere(t, nil)
	sitRemote(p)
	p.keys("r")
	p.wants("confirm")
	if d := p.dialog(); d.Title != "Abort the game?" {
		t.Errorf("%+v", d)
	}
	p.choose("confirm", "yes")
	if acts := f.acts(); !slices.Equal(acts, []string{"abort"}) {
		t.Errorf("asked %q", acts)
	}
}

// TestJoinGoesOnSearching waits on the page until a game is offered, enters a name meanwhile, and joins by a
// click on the new entry.
func TestJoinGoesOnSearching(t *testing.T) {
	p, f := elsewhere(t, nil)
	f.lonely = true
	p.choose("title", "net")
	p.choose("net", "join")
	p.keys("Tab")
	p.Paste("Astrid")
	for range 3 {
		p.clock.forward(2 * time.Second)
		p.frame()
	}
	if p.has("look") || len(p.cards("found")) != 0 {
		t.Errorf("%+v", p.dialog())
	}
	f.mu.Lock()
	f.lonely = false
	f.mu.Unlock()
	p.until("a game", func() bool { p.clock.forward(2 * time.Second); return len(p.cards("found")) == 1 })
	if p.Shell().Type('!'); p.field("name").Text != "Astrid!" || p.field("address").Text != "10.0.0.2:7" {
		t.Errorf("%+v", p.dialog().Fields)
	}
	p.picks("found", 0)
	p.until("the code", func() bool { return p.dialogID() == "code" })
	p.keys("Enter", "Space") // by habit: that answers nothing
	p.wants("code")
	p.says("Choose a button")
	p.keys("Right", "Left", "Tab", "Enter") // to the first button and round to it
	p.until("it is answered", func() bool { return p.dialogID() != "code" })
}

// TestTheLocalNetworkStays opens the local network while signed in: below the lobby, and by its button.
func TestTheLocalNetworkStays(t *testing.T) {
	p, _ := elsewhere(t, nil)
	p.atLobby()
	p.choose("lobby", "lan")
	p.choose("net", "join")
	p.until("the page", func() bool { return p.dialogID() == "join" })
	p.close()
	p.choose("net", "lobby")
	p.wants("lobby")
	p.keys("Esc")
	p.keys("Esc")
	p.choose("title", "net")
	p.wants("lobby")
	p.keys("Esc")
	p.wants("net")
}

// TestNoticesInOrder sends pairs of notices from a service: they are shown in order.
func TestNoticesInOrder(t *testing.T) {
	p, f := elsewhere(t, nil)
	sitRemote(p)
	for n := range 200 {
		first, second := fmt.Sprintf("A%d", n), fmt.Sprintf("B%d", n)
		f.tell(wire.Notice{Kind: wire.NoticeAway, Text: first})
		f.tell(wire.Notice{Kind: wire.NoticeAway, Text: second})
		at := func(name string) int {
			begins := func(s panel.Toast) bool { return strings.HasPrefix(s.Text, name+" ") }
			return slices.IndexFunc(p.Screen().Toasts, begins)
		}
		p.until("both notices", func() bool { return at(first) >= 0 && at(second) >= 0 })
		if at(first) > at(second) {
			t.Fatalf("pair %d came in the wrong order", n)
		}
	}
}
