package app_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/table"
	"tafl3d/net/wire"
	"tafl3d/net/wire/wiretest"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// letters are the invitations of the scripted service at https://hall.example: the one with code "open" can
// be accepted once.
type letters struct {
	accepted bool
	copied   string // what is on the clipboard
}

const openLink = "https://hall.example/i/open"

// invites adds the routes of invitations and open challenges to the scripted service.
func (f *remoteEnd) invites() {
	wiretest.On(&f.at, wire.GetInvitation, func(_ wire.None, code string) (o wire.OpenSeek, err error) {
		f.mu.Lock()
		defer f.mu.Unlock()
		switch {
		case f.fault != nil:
			return o, f.fault
		case code == "late":
			return o, &wire.Error{Code: wire.TooLate}
		case code != "open":
			return o, &wire.Error{Code: wire.Missing}
		case f.letters.accepted:
			return o, &wire.Error{Code: wire.Taken}
		}
		return wire.OpenSeek{ID: "s", By: wire.Player{Name: "Dag", Rating: 1532},
			Seek: seek(func(q *wire.Seek) { q.Side, q.Rated, q.Double = wire.Defenders, true, true })}, nil
	})
	wiretest.On(&f.at, wire.PostSeeks, func(q wire.Seek, _ string) (wire.OpenSeek, error) {
		f.mu.Lock()
		defer f.mu.Unlock()
		o := wire.OpenSeek{ID: "mine", Seek: q, Mine: true}
		f.seeks = append(f.seeks, o)
		if q.Invite {
			o.Code = "open"
		}
		return o, nil
	})
}

// seek returns an open challenge for a small game.
func seek(change func(q *wire.Seek)) wire.Seek {
	q := wire.Seek{Variants: []string{"brandubh-gorrion"}, Clocks: []string{"5m+3s"}}
	change(&q)
	return q
}

func (f *remoteEnd) accept(code string) (b wire.Begun, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asked = append(f.asked, "accept "+code)
	if f.letters.accepted {
		return b, &wire.Error{Code: wire.Taken}
	}
	f.letters.accepted = true
	return wire.Begun{Game: "g"}, nil
}

// lines returns the text of the top dialog.
func (p *person) lines() string {
	d := p.Screen().Dialog
	if d == nil {
		return ""
	}
	return strings.Join(append(slices.Clone(d.Lines), d.Faults...), "; ")
}

// atLobby opens the lobby as a guest.
func (p *person) atLobby() {
	p.Helper()
	p.guest()
	p.until("the lobby", func() bool { return p.dialogID() == "lobby" })
}

// TestInvite creates an invitation and copies its link and code, also later from the list of open challenges.
func TestInvite(t *testing.T) {
	p, f := elsewhere(t, nil)
	p.atLobby()
	p.choose("lobby", "seek")
	p.Do(panel.Command{ID: "to", Arg: 2})
	p.choose("seek", "look")
	p.until("the link and the code", func() bool {
		return p.dialogID() == "invited" && strings.Contains(p.lines(), openLink+"; open; ")
	})
	p.choose("invited", "copy-link")
	p.hears("Copied")
	if f.letters.copied != openLink {
		t.Errorf("on the clipboard is %q", f.letters.copied)
	}
	p.choose("invited", "copy-code")
	if f.letters.copied != "open" {
		t.Errorf("on the clipboard is %q", f.letters.copied)
	}
	p.choose("invited", "close")
	p.until("the invitation among what is open", func() bool { return len(p.cards("seeks")) == 1 })
	if card := p.cards("seeks")[0]; card.Head != "your invitation" || !strings.HasPrefix(card.Lines[0], "Brandubh") {
		t.Errorf("%+v", card)
	}
	p.picks("seeks", 0)
	p.choose("open-seek", "invited")
	if !strings.Contains(p.lines(), openLink) {
		t.Error(p.lines())
	}
}

// TestTakeAnInvitation pastes a link without being signed in, sees the invitation, and joins the game with a
// name.
func TestTakeAnInvitation(t *testing.T) {
	p, f := elsewhere(t, nil)
	p.choose("title", "net")
	p.choose("net", "invitation")
	p.Paste(openLink)
	p.choose("invitation", "look")
	p.until("the invitation", func() bool { return p.dialogID() == "call" })
	if d := p.Screen().Dialog; d.Title != "Dag invites you to a game" {
		t.Error(d.Title)
	}
	for _, want := range []string{"Brandubh", "5 min + 3 s per move", "Your side: attackers", "Rated · Two games",
		"Dag (1532), at hall.example"} {
		if !strings.Contains(p.lines(), want) {
			t.Errorf("%q is missing in %q", want, p.lines())
		}
	}
	p.writes("name", "Astrid")
	p.choose("call", "play")
	p.until("the game", func() bool { return p.Screen().Game != nil && p.dialogID() == "" })
	if want := []string{"accept open"}; !slices.Equal(f.acts(), want) {
		t.Errorf("asked %q", f.acts())
	}
}

// TestInvitationFaults shows for each bad link why it fails, next to the input, where it can be corrected;
// the player is not signed in.
func TestInvitationFaults(t *testing.T) {
	p, f := elsewhere(t, nil)
	p.choose("title", "net")
	p.choose("net", "invitation")
	for text, want := range map[string]string{
		"good day ?":                  "valid invitation link or code",
		"open":                        "This is only a code",
		"https://hall.example/i/late": "has expired",
		"https://hall.example/i/none": "Invitation not found",
	} {
		p.writes("text", text)
		if p.lines() != "" {
			t.Errorf("the fault stays while one writes: %q", p.lines())
		}
		p.choose("invitation", "look")
		p.until(fmt.Sprintf("%q: %s", text, want), func() bool { return strings.Contains(p.lines(), want) })
	}
	if p.dialogID() != "invitation" || len(f.acts()) > 0 {
		t.Errorf("%s, %v", p.dialogID(), f.acts())
	}
}

// TestTheProgramOpensAtAnInvitation starts with a link: a good one opens the game, also if an unfinished game
// exists, which can be resumed later; one that another player has accepted shows this and changes nothing.
func TestTheProgramOpensAtAnInvitation(t *testing.T) {
	p, f := elsewhere(t, two())
	p.click("d1", "b1")
	p.untilMoves(1)
	p.Close()
	p.opens(f, nil, openLink)
	p.until("the invitation", func() bool { return p.dialogID() == "call" })
	f.letters.accepted = true // meanwhile
	p.choose("call", "guest")
	p.hears("already been accepted")
	p.until("the lobby", func() bool { return p.dialogID() == "lobby" && !p.busy() })
	f.letters.accepted = false
	p.choose("lobby", "invitation")
	p.Paste("open")
	p.choose("invitation", "look")
	p.until("the invitation again", func() bool { return p.dialogID() == "call" })
	if p.has("guest") || len(p.Screen().Dialog.Fields) > 0 {
		t.Error("who is signed in is asked for a name")
	}
	p.choose("call", "play")
	p.until("the game", func() bool { return p.Screen().Game != nil && p.dialogID() == "" && p.notes() != "" })
	if err := f.local.Send(game.Defenders, match.Resign{}); err != nil {
		t.Fatal(err)
	}
	p.choose("over", "title")
	p.choose("title", "continue")
	p.untilMoves(1)

	p.Close()
	p.opens(f, nil, "https://hall.example/i/late")
	p.until("the reason",
		func() bool { return p.dialogID() == "invitation" && strings.Contains(p.lines(), "has expired") })
}

// cards returns the cards of a field; nil if the page has no such field.
func (p *person) cards(id string) []panel.Card {
	d := p.Screen().Dialog
	if d == nil {
		return nil
	}
	for _, f := range d.Fields {
		if f.ID == id {
			return f.Cards
		}
	}
	return nil
}

// picks clicks on a card.
func (p *person) picks(id string, i int) {
	p.Helper()
	p.until(fmt.Sprintf("card %d of %s", i, id), func() bool { return len(p.cards(id)) > i })
	p.Do(panel.Command{ID: "open-" + id, Arg: i})
	p.frame()
}

// tab opens a tab.
func (p *person) tab(dialog string, i int) {
	p.Helper()
	p.until(dialog, func() bool { return p.dialogID() == dialog })
	p.Do(panel.Command{ID: "view", Arg: i})
	p.frame()
}

// busy reports whether the top page waits for an answer.
func (p *person) busy() bool {
	return slices.ContainsFunc(p.Screen().Dialog.Buttons, func(b panel.Button) bool { return b.Primary && b.Disabled })
}

// TestLadder selects a speed, reads the ranking, and opens one of its players.
func TestLadder(t *testing.T) {
	p, f := elsewhere(t, nil)
	for i := range 9 {
		f.rungs = append(f.rungs, wire.Rung{Player: wire.Player{Name: fmt.Sprintf("Player%d", i+1)},
			Rating: wire.Rating{Points: 1900 - 10*i, Games: 20 + i}})
	}
	p.atLobby()
	p.choose("lobby", "ladder")
	p.pick("speed", "correspondence")
	p.choose("ladder", "show")
	p.until("the ladder", func() bool { return p.dialogID() == "rungs" })
	if acts := f.acts(); !slices.Equal(acts, []string{"ladder tafl correspondence"}) {
		t.Errorf("asked %q", acts)
	}
	if b := p.Screen().Dialog.Buttons[0]; b.Label != "1.  Player1  1900  (20)" {
		t.Errorf("%+v", b)
	}
	p.choose("rungs", "more")
	if b := p.Screen().Dialog.Buttons[1]; b.Label != "9.  Player9  1820  (28)" {
		t.Errorf("%+v", b)
	}
	p.choose("rungs", "row-1")
	p.until("his profile", func() bool { return p.dialogID() == "player" && p.Screen().Dialog.Title == "Player9" })
	p.keys("Esc")
	p.keys("Esc")
	f.rungs = nil
	p.choose("ladder", "show")
	p.until("an empty ladder says so", func() bool {
		return p.dialogID() == "rungs" && strings.Contains(p.lines(), "This ladder is empty")
	})
}

// TestWatching watches a game of two others from the lobby: it is updated, accepts no input, and shows its
// end; a local game can be resumed afterwards.
func TestWatching(t *testing.T) {
	p, f := elsewhere(t, nil)
	f.live = []wire.GameBrief{{Game: "w", Variant: "brandubh-gorrion", Attackers: wire.Player{Name: "Eve"},
		Defenders: wire.Player{Name: "Dag"}}}
	f.status.Spec.Seats[0].Name, f.status.You = "Eve", [game.Sides]bool{}
	f.position.Pieces = strings.Repeat(".", 49)
	p.atLobby()
	p.tab("lobby", 1)
	p.until("a game to watch", func() bool { return len(p.cards("live")) == 1 && p.cards("live")[0].Board != nil })
	if c := p.cards("live")[0]; c.Head != "Eve" || c.Lines[0] != "against Dag" {
		t.Errorf("%+v", c)
	}
	p.picks("live", 0)
	p.until("the game", func() bool { return p.Screen().Game != nil && p.dialogID() == "" })
	if s := p.sheet(); s.Seats[0].Name != "Eve" || s.Seats[1].Name != "Dag" {
		t.Errorf("%+v", s.Seats)
	}
	p.click("d1", "b1") // a watcher's click moves nothing
	if p.moves() != 0 {
		t.Fatal("who watches has moved")
	}
	for _, id := range []string{"resign", "draw", "undo", "abort"} {
		if slices.ContainsFunc(p.Screen().Bar, func(b panel.Button) bool { return b.ID == id && !b.Disabled }) {
			t.Errorf("who watches may %s", id)
		}
	}
	if err := f.local.Send(game.Attackers,
		match.Play{Move: game.Move{From: p.square("d1"), To: p.square("b1")}}); err != nil {
		t.Fatal(err)
	}
	p.untilMoves(1)
	for _, id := range []string{"undo", "pause"} {
		if b := p.button(id); !b.Disabled || b.Why != "You are only watching this game" {
			t.Errorf("who watches may %s: %+v", id, b)
		}
	}
	f.status.Said = []wire.Said{{By: "Astrid", Text: "a line of mine"}}
	p.frame()
	if slices.ContainsFunc(p.Screen().Toasts,
		func(t panel.Toast) bool { return strings.Contains(t.Text, "a line of mine") }) {
		t.Error("told of what one said oneself")
	}
	if err := f.local.Send(game.Defenders, match.Resign{}); err != nil {
		t.Fatal(err)
	}
	p.until("the end", func() bool { return p.dialogID() == "over" })
	if p.has("rematch") {
		t.Error("who has watched is offered a rematch")
	}
	if s := p.sheet().Status; !strings.Contains(s, "Dag resigned") {
		t.Error(s)
	}
	p.choose("over", "net")
	p.until("the lobby", func() bool { return p.dialogID() == "lobby" })
	if acts := f.acts(); len(acts) > 0 {
		t.Errorf("asked %q", acts)
	}
}

// TestTheNextOfAMatch ends the first game of a match: the second starts automatically, and the result of the
// first is shown nevertheless.
func TestTheNextOfAMatch(t *testing.T) {
	p, f := elsewhere(t, nil)
	sitRemote(p)
	if err := f.local.Send(game.Defenders, match.Resign{}); err != nil {
		t.Fatal(err)
	}
	p.until("the end", func() bool { return p.dialogID() == "over" })
	f.local = table.Start(t.Context(), table.Options{Match: match.New(brandubh(t).Rules.Start(), match.Control{})})
	f.status.You = [game.Sides]bool{false, true}
	f.tell(wire.Notice{Kind: wire.NoticeGame, Game: "game-2"})
	p.until("the way to it", func() bool { return p.dialogID() == "over" && p.has("next") })
	if p.sheet().Seats[0].Name != "You" {
		t.Error("the end was taken away before it could be read")
	}
	p.clock.forward(6 * time.Second)
	p.until("the second game", func() bool { return p.dialogID() == "" && p.sheet().Seats[1].Name == "You" })
	if err := f.local.Send(game.Attackers, match.Resign{}); err != nil {
		t.Fatal(err)
	}
	p.until("the end of the second", func() bool { return p.dialogID() == "over" })
	p.clock.forward(time.Minute)
	p.until("the messages are gone", func() bool { return len(p.Screen().Toasts) == 0 })
	f.local = table.Start(t.Context(), table.Options{Match: match.New(brandubh(t).Rules.Start(), match.Control{})})
	f.tell(wire.Notice{Kind: wire.NoticeGame, Game: "game-3"})
	p.until("another game, later", func() bool { return p.dialogID() == "" })
	if len(p.Screen().Toasts) > 0 {
		t.Errorf("told once more: %+v", p.Screen().Toasts)
	}
	if err := f.local.Send(game.Attackers, match.Resign{}); err != nil {
		t.Fatal(err)
	}
	p.until("the end of the third", func() bool { return p.dialogID() == "over" })
	f.local = table.Start(t.Context(), table.Options{Match: match.New(brandubh(t).Rules.Start(), match.Control{})})
	f.tell(wire.Notice{Kind: wire.NoticeGame, Game: "game-4"})
	p.until("the way to the fourth", func() bool { return p.dialogID() == "over" && p.has("next") })
	p.choose("over", "next")
	p.until("the fourth game", func() bool { return p.dialogID() == "" })
}

// TestARematchAtOnce requests a rematch: when it is accepted both players join it at once, because its clocks
// run.
func TestARematchAtOnce(t *testing.T) {
	p, f := elsewhere(t, nil)
	sitRemote(p)
	if err := f.local.Send(game.Defenders, match.Resign{}); err != nil {
		t.Fatal(err)
	}
	p.choose("over", "rematch")
	p.hears("Rematch offer sent")
	f.local = table.Start(t.Context(), table.Options{Match: match.New(brandubh(t).Rules.Start(), match.Control{})})
	f.status.You = [game.Sides]bool{false, true}
	f.tell(wire.Notice{Kind: wire.NoticeGame, Game: "game-2"})
	p.until("the rematch", func() bool {
		if p.dialogID() == "over" && p.has("next") {
			t.Fatal("it is kept back until the end before has been read")
		}
		return p.dialogID() == "" && p.sheet().Seats[1].Name == "You"
	})
}

// TestTermsOfAGame checks the texts about the rating and about a draw offer.
func TestTermsOfAGame(t *testing.T) {
	p, f := elsewhere(t, nil)
	f.status.Spec.Rated, f.status.Spec.Double, f.status.Spec.First = true, true, "game-0"
	sitRemote(p)
	noted := func(text string) bool {
		return slices.ContainsFunc(p.sheet().Notes, func(n panel.Note) bool { return n.Text == text })
	}
	if !noted("Rated, game 2 of 2") {
		t.Errorf("notes %+v", p.sheet().Notes)
	}
	p.keys("d", "Up", "Enter")
	p.until("the offer stands", func() bool { return noted("You offer a draw") })
	if err := f.local.Send(game.Defenders, match.DeclineDraw{}); err != nil {
		t.Fatal(err)
	}
	p.until("it stands no more", func() bool { return !noted("You offer a draw") })
}

// TestNoGamesInProgress: the view of one's own games says that there are none.
func TestNoGamesInProgress(t *testing.T) {
	p, f := elsewhere(t, nil)
	f.idle = true
	p.guest()
	p.tab("lobby", 3)
	p.until("it says that there are none", func() bool {
		return slices.ContainsFunc(p.dialog().Charts,
			func(c panel.Chart) bool { return c.Head == "You have no games in progress." })
	})
}

// TestCountsAreTranslated checks the lobby with a game in German.
func TestCountsAreTranslated(t *testing.T) {
	english(t)
	p, _ := elsewhere(t, nil)
	p.guest()
	lists := func(label string) {
		t.Helper()
		p.until(label, func() bool {
			d := p.Screen().Dialog
			return d != nil && d.ID == "lobby" && slices.Contains(d.Fields[0].Options, label)
		})
	}
	lists("Your games (1)")
	if err := tongue.Use("de"); err != nil {
		t.Fatal(err)
	}
	p.Do(panel.Command{ID: "account"}) // and back, because a visible page is not rebuilt
	p.close()
	lists("Deine Partien (1)")
}

// TestLobbyLooksLikeOne finds everything in the lobby without further pages: common clocks, which start a
// search at once, games of others, bots by level, players online and by name, and the player's games; the
// selection is restored the next time.
func TestLobbyLooksLikeOne(t *testing.T) {
	p, f := elsewhere(t, nil)
	dag := wire.Player{ID: "dag", Name: "Dag", Rating: 1532}
	f.position = wire.Position{Ply: 6, Pieces: strings.Repeat(".", 49)}
	f.seeks = []wire.OpenSeek{{ID: "s", By: dag, Seek: seek(func(q *wire.Seek) { q.Side = wire.Attackers })}}
	f.mu.Lock()
	f.waiting.Bots = []wire.Player{{Name: "Tafl3d-1", Bot: true, Level: 1}, {Name: "Tafl3d-7", Bot: true, Level: 7}}
	f.mu.Unlock()
	f.here = []wire.Player{{ID: "astrid", Name: "Astrid"}, dag, {ID: "eve", Name: "Eve"}}
	p.atLobby()
	p.until("a game and two bots", func() bool { return len(p.cards("seeks")) == 1 && len(p.cards("bots")) == 2 })
	if c := p.cards("seeks")[0]; c.Head != "Dag (1532)" || !strings.Contains(c.Lines[0], "5 min + 3 s") ||
		!strings.Contains(c.Lines[1], "Your side: defenders · Not rated") {
		t.Errorf("%+v", c)
	}
	if c := p.cards("bots")[1]; c.Head != "Tafl3d-7" || c.Lines[0] != "bot, level 7, tough" {
		t.Errorf("%+v", c)
	}
	p.Do(panel.Command{ID: "rated", Arg: 0})
	p.picks("quick", 1)
	p.until("the queue", func() bool { return p.dialogID() == "waiting" })
	f.mu.Lock()
	if q := f.sought; q.Rated || q.Double || q.Clock() != "5m+3s" {
		t.Errorf("%+v", q)
	}
	f.mu.Unlock()
	p.close()

	p.tab("lobby", 2)
	p.until("who is here", func() bool { return len(p.cards("here")) == 3 })
	if c := p.cards("here"); c[0].Lines[0] != "you" || !strings.HasPrefix(c[1].Lines[0], "offering Brandubh") ||
		c[2].Lines[0] != "online" {
		t.Errorf("%+v", c)
	}
	p.Paste("ev")
	p.until("she alone", func() bool { return len(p.cards("here")) == 1 && p.cards("here")[0].Head == "Eve" })
	p.keys("Enter")
	p.until("her profile", func() bool { return p.dialogID() == "player" && p.dialog().Title == "Eve" })
	p.close()

	p.tab("lobby", 3)
	p.until("one's games", func() bool {
		return len(p.cards("mine")) == 1 && p.cards("mine")[0].Board != nil && len(p.cards("past")) == 2
	})
	if ch := p.dialog().Charts; len(ch) != 1 || len(ch[0].Curve) != 3 ||
		!strings.HasSuffix(ch[0].Head, ", blitz: 1540, games: 3") || len(p.dialog().Lines) != 1 {
		t.Errorf("%+v, %q", ch, p.dialog().Lines) // nothing over the tabs that moves them
	}
	if c := p.cards("mine")[0]; c.Lines[2] != "Move 7" {
		t.Errorf("%+v", c)
	}
	p.tab("lobby", 0)
	f.mu.Lock()
	f.waiting = wire.Waiting{Bots: f.waiting.Bots}
	f.mu.Unlock()
	p.picks("bots", 1)
	if d := p.dialog(); d.ID != "bot" || !strings.Contains(p.lines(), "never rated") {
		t.Errorf("%+v", d)
	}
	p.choose("bot", "play")
	p.until("the game", func() bool { return p.Screen().Game != nil && p.dialogID() == "" })
	if !slices.Contains(f.acts(), "play Tafl3d-7") {
		t.Errorf("asked %q", f.acts())
	}
	p.Close()
	p.opens(f, nil, "")
	p.atLobby()
	if p.field("rated").Chosen != 0 {
		t.Error("it is forgotten that one plays unrated")
	}
}

// TestTheLobbyByKeyboard selects a clock among the cards and searches for a game, with keys alone.
func TestTheLobbyByKeyboard(t *testing.T) {
	p, f := elsewhere(t, nil)
	p.atLobby()
	for range 3 {
		p.keys("Tab")
	}
	p.keys("Right")
	p.keys("Right")
	p.keys("Enter")
	p.until("the queue", func() bool { return p.dialogID() == "waiting" })
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.sought.Clock() != "10m+5s" {
		t.Errorf("%+v", f.sought)
	}
}

// TestServicesAreAList signs in at a service by its address, and the next time by its card, which has its
// name; the link of the service is copied, and starting the program with it opens the page with the address.
func TestServicesAreAList(t *testing.T) {
	p, f := elsewhere(t, nil)
	f.mu.Lock()
	f.idle = true // otherwise the next start may go to the game before the test presses a button
	f.mu.Unlock()
	p.atService()
	p.choose("service", "guest")
	p.choose("lobby", "account")
	p.choose("account", "link")
	if f.letters.copied != "https://hall.example/" {
		t.Errorf("on the clipboard is %q", f.letters.copied)
	}
	p.choose("account", "out")
	f.known = true
	p.Close()
	p.opens(f, nil, "")
	p.choose("title", "net")
	p.choose("net", "service")
	if c := p.cards("known"); len(c) != 1 || c[0].Head != "Hall" || c[0].Lines[0] != "hall.example" {
		t.Errorf("%+v", c)
	}
	p.keys("Enter")
	p.until("the lobby", func() bool { return p.dialogID() == "lobby" })
	p.Close()
	p.opens(f, nil, "tafl3d:https://other.example")
	if p.wants("service"); p.field("address").Text != "tafl3d:https://other.example" {
		t.Errorf("%+v", p.field("address"))
	}
}

// TestServicesNearby lists the services on the local network, fills in the address of the selected one, and
// removes a known one from the list.
func TestServicesNearby(t *testing.T) {
	p, f := elsewhere(t, nil)
	p.atService()
	p.choose("service", "guest")
	p.choose("lobby", "account")
	p.choose("account", "out")
	f.mu.Lock()
	f.services = []wire.Found{{Name: "The Club", Address: "https://club.example:7350"},
		{Name: "The Inn", Address: "https://inn.example"}}
	f.mu.Unlock()
	if p.dialogID() != "net" {
		p.choose("title", "net")
	}
	p.choose("net", "service")
	p.until("the services nearby", func() bool { p.clock.forward(time.Second); return len(p.cards("nearby")) == 2 })
	if c := p.cards("nearby")[0]; c.Head != "The Club" || c.Lines[0] != "club.example:7350" {
		t.Errorf("%+v", c)
	}
	p.picks("nearby", 1)
	if got := p.field("address").Text; got != "https://inn.example" {
		t.Errorf("the address is %q", got)
	}
	if len(p.cards("known")) != 1 {
		t.Fatalf("%+v", p.cards("known"))
	}
	p.choose("service", "forget")
	if p.wants("service"); len(p.cards("known")) != 0 {
		t.Errorf("it is still there: %+v", p.cards("known"))
	}
	if p.Close(); strings.Contains(p.file("settings.json"), "hall.example") {
		t.Errorf("the service is still remembered: %s", p.file("settings.json"))
	}
}

// TestGalleryOfASeek opens the gallery from the page of a challenge and returns with the selected game.
func TestGalleryOfASeek(t *testing.T) {
	p, _ := elsewhere(t, nil)
	p.atLobby()
	p.choose("lobby", "seek")
	p.Do(panel.Command{ID: "gallery"})
	p.until("the gallery", func() bool { return p.dialogID() == "gallery" })
	p.keys("Esc")
	p.until("the seek", func() bool { return p.dialogID() == "seek" })
}

// polls checks that a service is asked every two seconds, counted by requests.
func (p *person) polls(requests func() int) {
	p.Helper()
	for range 3 {
		before := requests()
		p.clock.forward(2500 * time.Millisecond)
		p.until("the service is asked again", func() bool { return requests() > before })
	}
}

// counts returns the number of requests while the clock advances by d.
func (p *person) counts(requests func() int, d time.Duration) int {
	before := requests()
	for range int(d / (500 * time.Millisecond)) {
		p.clock.forward(500 * time.Millisecond)
		p.frame()
		time.Sleep(5 * time.Millisecond) // requests are sent in the background
		p.frame()
	}
	return requests() - before
}

// TestLobbyIsFollowed uses a service that reports changes of the lobby: it is then asked at once, and no
// longer every two seconds; leaving the lobby ends the subscription.
func TestLobbyIsFollowed(t *testing.T) {
	p, f := elsewhere(t, nil)
	p.atLobby()
	looks := func() int { f.mu.Lock(); defer f.mu.Unlock(); return f.looks }
	p.until("the lobby is followed", func() bool { return f.follows && looks() > 0 && !p.busy() })
	p.polls(looks) // of an older service, which tells nothing
	before := looks()
	f.tell(wire.Notice{Kind: wire.NoticeLobby})
	p.until("it is asked for", func() bool { return looks() > before && !p.busy() })
	if n := p.counts(looks, 12*time.Second); n > 1 {
		t.Errorf("a service that tells is asked %d times in 12 seconds", n)
	}
	p.choose("lobby", "seek")
	p.until("it is followed no more", func() bool { return !f.follows })
}

// TestLobbyIsTold uses a service that sends its lobby: it is shown at once, and not requested any more.
func TestLobbyIsTold(t *testing.T) {
	p, f := elsewhere(t, nil)
	f.whole = &wire.Lobby{}
	p.atLobby()
	looks := func() int { f.mu.Lock(); defer f.mu.Unlock(); return f.looks }
	p.until("the lobby is followed", func() bool { return f.follows })
	f.tell(wire.Notice{Kind: wire.NoticeLobby})
	p.until("nobody looks for a game", func() bool { return len(p.cards("seeks")) == 0 && !p.busy() })
	before := looks()
	f.whole = &wire.Lobby{Seeks: []wire.OpenSeek{{ID: "s", By: wire.Player{Name: "Dag"},
		Seek: seek(func(*wire.Seek) {})}}}
	f.tell(wire.Notice{Kind: wire.NoticeLobby})
	p.until("the seek is there", func() bool { return len(p.cards("seeks")) == 1 })
	for range 60 {
		p.clock.forward(500 * time.Millisecond)
		p.frame()
	}
	if n := looks() - before; n > 0 {
		t.Errorf("a service that tells is asked %d times", n)
	}
	f.whole = nil // the line breaks
	p.clock.forward(20 * time.Second)
	p.until("it is asked", func() bool { return looks() > before })
}

// TestQueueIsFollowed waits in the queue of a service that reports its state, which is never asked, and of
// one that does not, which is asked repeatedly.
func TestQueueIsFollowed(t *testing.T) {
	p, f := elsewhere(t, nil)
	f.waiting = wire.Waiting{In: true, Range: 100, Players: 1}
	p.atLobby()
	asks := func() int { f.mu.Lock(); defer f.mu.Unlock(); return f.asks }
	p.picks("quick", 0)
	p.until("the queue", func() bool { return p.dialogID() == "waiting" && f.awaits && asks() > 0 })
	p.polls(asks) // of an older service, which tells nothing
	f.goes = &wire.Waiting{In: true, Seconds: 20, Range: 200, Players: 3}
	f.tell(wire.Notice{Kind: wire.NoticeQueue})
	p.until("it is told", func() bool {
		return strings.Contains(p.lines(), "You have waited 20 s: 3 players waiting") &&
			strings.Contains(p.lines(), "within 200 points")
	})
	p.counts(asks, 2*time.Second) // answers to older requests come
	if n := p.counts(asks, 12*time.Second); n > 0 {
		t.Errorf("a service that tells is asked %d times in 12 seconds", n)
	}
	if !strings.Contains(p.lines(), "You have waited 34 s") {
		t.Errorf("the seconds stand still: %s", p.lines())
	}
	f.goes = &wire.Waiting{Game: "g", With: &wire.Player{Name: "Dag"}}
	f.tell(wire.Notice{Kind: wire.NoticeQueue})
	p.until("nobody waits any more", func() bool { return p.dialogID() == "lobby" && !f.awaits })
}

// TestTakeWhatOthersWaitFor joins the queue for the game that another player waits for, by its card.
func TestTakeWhatOthersWaitFor(t *testing.T) {
	p, f := elsewhere(t, nil)
	f.queue = []wire.Seek{seek(func(q *wire.Seek) { q.Side, q.Rated, q.Double = wire.Attackers, true, true })}
	p.atLobby()
	p.until("what is waited for", func() bool { return len(p.cards("seeks")) == 1 })
	if c := p.cards("seeks")[0]; c.Head != "Someone is waiting" || !strings.Contains(c.Lines[0], "5 min + 3 s") {
		t.Errorf("%+v", c)
	}
	p.picks("seeks", 0)
	p.until("the queue", func() bool { return p.dialogID() == "waiting" })
	f.mu.Lock()
	defer f.mu.Unlock()
	if q := f.sought; q.Clock() != "5m+3s" || !q.Rated || !q.Double || q.Side != "" {
		t.Errorf("%+v", q)
	}
}
