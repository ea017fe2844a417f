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

// letters are the invitations of the scripted service at https://hall.example: that of
// code "open" may be accepted, once.
type letters struct {
	accepted bool
	copied   string // what is on the clipboard
}

const openLink = "https://hall.example/i/open"

// invites has the scripted service answer what is asked of invitations and seeks.
func (f *far) invites() {
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
		return wire.OpenSeek{ID: "s", By: wire.Player{Name: "Dag", Rating: 1532}, Seek: seek(func(q *wire.Seek) { q.Side, q.Rated, q.Double = wire.Defenders, true, true })}, nil
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

// seek is a seek for a small game.
func seek(change func(q *wire.Seek)) wire.Seek {
	q := wire.Seek{Variants: []string{"brandubh-gorrion"}, Clocks: []string{"5m+3s"}}
	change(&q)
	return q
}

func (f *far) accept(code string) (b wire.Begun, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asked = append(f.asked, "accept "+code)
	if f.letters.accepted {
		return b, &wire.Error{Code: wire.Taken}
	}
	f.letters.accepted = true
	return wire.Begun{Game: "g"}, nil
}

// lines are what the dialog in front says.
func (p *person) lines() string {
	d := p.Screen().Dialog
	if d == nil {
		return ""
	}
	return strings.Join(append(slices.Clone(d.Lines), d.Faults...), "; ")
}

// atLobby goes to the lobby as a guest.
func (p *person) atLobby() {
	p.Helper()
	p.guest()
	p.until("the lobby", func() bool { return p.dialogID() == "lobby" })
}

// TestInvite makes an invitation and copies its link and its code, also later, from the
// list of games that are laid out.
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
	p.hears("It is copied")
	if f.letters.copied != openLink {
		t.Errorf("on the clipboard is %q", f.letters.copied)
	}
	p.choose("invited", "copy-code")
	if f.letters.copied != "open" {
		t.Errorf("on the clipboard is %q", f.letters.copied)
	}
	p.choose("invited", "close")
	p.choose("lobby", "seeks")
	if label := p.Screen().Dialog.Buttons[0].Label; !strings.HasPrefix(label, "your invitation: Brandubh") {
		t.Error(label)
	}
	p.choose("seeks", "row-0")
	p.choose("open-seek", "invited")
	if !strings.Contains(p.lines(), openLink) {
		t.Error(p.lines())
	}
}

// TestTakeAnInvitation pastes a link at a place where nobody is signed in, sees who
// invites to what, and comes to the game with a name of his own.
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
	for _, want := range []string{"Brandubh", "5 min + 3 s a turn", "Your side: attackers", "Rated · Two games", "Dag (1532), at hall.example"} {
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

// TestInvitationFaults says of each link that leads nowhere why, where it was written,
// and lets it be mended there; nobody is signed in by it.
func TestInvitationFaults(t *testing.T) {
	p, f := elsewhere(t, nil)
	p.choose("title", "net")
	p.choose("net", "invitation")
	for text, want := range map[string]string{
		"good day ?":                  "neither the link nor the code",
		"open":                        "This is a code alone",
		"https://hall.example/i/late": "has run out",
		"https://hall.example/i/none": "There is no such invitation",
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

// TestTheProgramOpensAtAnInvitation starts with a link: a good one leads to the game, also
// where a game was left, which is gone on with later; one that somebody else was
// quicker with says so and does no harm.
func TestTheProgramOpensAtAnInvitation(t *testing.T) {
	p, f := elsewhere(t, two())
	p.click("d1", "b1")
	p.untilMoves(1)
	p.Close()
	p.opens(f, nil, openLink)
	p.until("the invitation", func() bool { return p.dialogID() == "call" })
	f.letters.accepted = true // while he reads
	p.choose("call", "guest")
	p.hears("accepted already")
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
	p.until("the reason", func() bool { return p.dialogID() == "invitation" && strings.Contains(p.lines(), "has run out") })
}

// busy reports whether the button in front waits for an answer.
func (p *person) busy() bool {
	return slices.ContainsFunc(p.Screen().Dialog.Buttons, func(b panel.Button) bool { return b.Primary && b.Disabled })
}

// TestLadder chooses a game and a clock, reads who is best at it, and looks at one of
// them.
func TestLadder(t *testing.T) {
	p, f := elsewhere(t, nil)
	for i := range 9 {
		f.rungs = append(f.rungs, wire.Rung{Player: wire.Player{Name: fmt.Sprintf("Player%d", i+1)}, Rating: wire.Rating{Points: 1900 - 10*i, Games: 20 + i}})
	}
	p.atLobby()
	p.choose("lobby", "ladder")
	clocks := p.field("clock")
	p.Do(panel.Command{ID: "clock", Arg: len(clocks.Options) - 1})
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
		return p.dialogID() == "rungs" && strings.Contains(p.lines(), "Nobody is on this ladder yet")
	})
}

// TestWatching goes to a game of two others from the lobby: it is followed, nothing can be
// done in it, and its end is told; a local game is gone on with afterwards.
func TestWatching(t *testing.T) {
	p, f := elsewhere(t, nil)
	f.live = []wire.GameBrief{{Game: "w", Variant: "brandubh-gorrion", Attackers: wire.Player{Name: "Eve"}, Defenders: wire.Player{Name: "Dag"}}}
	f.standing.Spec.Seats[0].Name, f.standing.You = "Eve", [game.Sides]bool{}
	p.atLobby()
	p.until("a game to watch", func() bool {
		return slices.ContainsFunc(p.Screen().Dialog.Buttons, func(b panel.Button) bool { return b.ID == "live" && !b.Disabled })
	})
	p.choose("lobby", "live")
	if b := p.Screen().Dialog.Buttons[0]; !strings.Contains(b.Label, "Eve against Dag") {
		t.Errorf("%+v", b)
	}
	p.choose("live", "row-0")
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
	if err := f.local.Send(game.Attackers, match.Play{Move: game.Move{From: p.square("d1"), To: p.square("b1")}}); err != nil {
		t.Fatal(err)
	}
	p.untilMoves(1)
	for _, id := range []string{"undo", "pause"} {
		if b := p.button(id); !b.Disabled || b.Label != "You only look on in this game" {
			t.Errorf("who watches may %s: %+v", id, b)
		}
	}
	f.standing.Said = []wire.Said{{By: "Astrid", Text: "a line of mine"}}
	p.frame()
	if slices.ContainsFunc(p.Screen().Toasts, func(t panel.Toast) bool { return strings.Contains(t.Text, "a line of mine") }) {
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

// TestTheNextOfAMatch ends the first game of a match: the second begins by itself, and
// how the first ended is told all the same.
func TestTheNextOfAMatch(t *testing.T) {
	p, f := elsewhere(t, nil)
	sitFar(p)
	if err := f.local.Send(game.Defenders, match.Resign{}); err != nil {
		t.Fatal(err)
	}
	p.until("the end", func() bool { return p.dialogID() == "over" })
	f.local = table.Start(t.Context(), table.Options{Match: match.New(brandubh(t).Rules.Start(), match.Control{})})
	f.standing.You = [game.Sides]bool{false, true}
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

// TestARematchAtOnce asks for another game: when it is granted the players go to it at
// once, as its clocks run.
func TestARematchAtOnce(t *testing.T) {
	p, f := elsewhere(t, nil)
	sitFar(p)
	if err := f.local.Send(game.Defenders, match.Resign{}); err != nil {
		t.Fatal(err)
	}
	p.choose("over", "rematch")
	p.hears("The other player is asked")
	f.local = table.Start(t.Context(), table.Options{Match: match.New(brandubh(t).Rules.Start(), match.Control{})})
	f.standing.You = [game.Sides]bool{false, true}
	f.tell(wire.Notice{Kind: wire.NoticeGame, Game: "game-2"})
	p.until("the rematch", func() bool {
		if p.dialogID() == "over" && p.has("next") {
			t.Fatal("it is kept back until the end before has been read")
		}
		return p.dialogID() == "" && p.sheet().Seats[1].Name == "You"
	})
}

// TestTermsOfAGame looks for what a game counts for, and for a draw that is on offer.
func TestTermsOfAGame(t *testing.T) {
	p, f := elsewhere(t, nil)
	f.standing.Spec.Rated, f.standing.Spec.Double, f.standing.Spec.First = true, true, "game-0"
	sitFar(p)
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

// TestCountsAreTranslated reads the lobby in German, with a game in it.
func TestCountsAreTranslated(t *testing.T) {
	english(t)
	p, _ := elsewhere(t, nil)
	p.guest()
	lists := func(label string) {
		t.Helper()
		p.until(label, func() bool {
			d := p.Screen().Dialog
			return d != nil && slices.ContainsFunc(d.Buttons, func(b panel.Button) bool { return b.Label == label })
		})
	}
	lists("Your games (1)")
	if err := tongue.Use("de"); err != nil {
		t.Fatal(err)
	}
	p.Do(panel.Command{ID: "people"}) // and back, as what is shown already is not put together anew
	p.close()
	lists("Deine Spiele (1)")
}
