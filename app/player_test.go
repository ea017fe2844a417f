package app_test

import (
	"slices"
	"strings"
	"testing"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/table"
	"tafl3d/net/wire"
	"tafl3d/panel"
)

// TestPlayersElsewhere opens a player of a service, blocks and reports them, creates codes, takes a vacation,
// and is challenged.
func TestPlayersElsewhere(t *testing.T) {
	p, f := elsewhere(t, nil)
	p.guest()

	p.tab("lobby", 2)
	p.Paste("Dag")
	p.keys("Enter")
	p.until("his profile", func() bool { return p.dialogID() == "player" })
	if d := p.Screen().Dialog; d.Title != "Dag" || len(d.Charts) != 2 ||
		!slices.Equal(d.Charts[0].Curve, []float64{1500, 1520, 1540}) || !p.cell("Dag") {
		t.Errorf("%+v", p.Screen().Dialog)
	}
	p.choose("player", "block")
	p.until("he is blocked", func() bool { return slices.Contains(f.acts(), "block Dagtrue") })
	p.until("what was asked is done", func() bool { return !p.Screen().Dialog.Buttons[2].Disabled })
	p.choose("player", "report")
	p.Paste("he swears")
	p.choose("report", "send")
	p.until("it is reported",
		func() bool { return slices.Contains(f.acts(), "report Dag: he swears") && p.dialogID() == "player" })
	p.close()

	p.choose("lobby", "account")
	p.choose("account", "device")
	p.until("the code",
		func() bool { return p.dialogID() == "codes" && slices.Contains(p.Screen().Dialog.Lines, "K7PQ") })
	p.close()
	p.choose("account", "recovery")
	p.until("the codes",
		func() bool { return p.dialogID() == "codes" && slices.Contains(p.Screen().Dialog.Lines, "CCCC") })
	p.close()
	p.Do(panel.Command{ID: "days", Arg: 2})
	p.choose("account", "rest")
	p.until("the vacation", func() bool { return slices.Contains(f.acts(), "rest 7") })
	p.close()

	f.mu.Lock()
	f.seeks = []wire.OpenSeek{{ID: "c", By: wire.Player{Name: "Dag"},
		Seek: seek(func(q *wire.Seek) { q.Side, q.Delay = wire.Attackers, 60 }), ForMe: true}}
	f.mu.Unlock()
	f.tell(wire.Notice{Kind: wire.NoticeChallenge, Text: "Dag"})
	p.until("the challenge", func() bool { return p.dialogID() == "open-seek" && p.has("take") && p.has("withdraw") })
	if got := p.Screen().Dialog.Title; got != "Dag challenges you" {
		t.Errorf("a challenge is called %q", got)
	}
	if lines := p.lines(); !strings.Contains(lines, "Your side: defenders") || !strings.Contains(lines, "Not rated") ||
		!strings.Contains(lines, "Spectators see each move 1 min later") {
		t.Errorf("a challenge says %q", lines)
	}
	p.keys("Enter") // meant for another page
	p.until("it is put aside", func() bool { return p.dialogID() != "open-seek" })
	if acts := f.acts(); slices.Contains(acts, "withdraw c") {
		t.Errorf("Enter declined the challenge: %q", acts)
	}
}

// close closes the dialog on top.
func (p *person) close() {
	p.Do(panel.Command{ID: "close"})
	p.frame()
}

// TestAFormerGame browses a finished game from the list of a player's latest games and from the profile, also
// if it is already at the board; an aborted game cannot be opened.
func TestAFormerGame(t *testing.T) {
	p, f := elsewhere(t, nil)
	m := match.New(brandubh(t).Rules.Start(), match.Control{})
	for side, act := range []match.Action{match.Play{Move: game.Move{From: p.square("d1"), To: p.square("b1")}},
		match.Resign{}} {
		if _, err := m.Do(game.Side(side), act, p.clock.Now()); err != nil {
			t.Fatal(err)
		}
	}
	f.local = table.Start(t.Context(), table.Options{Match: m})
	over := func() {
		p.until("how it ended", func() bool { return p.dialogID() == "over" && p.Screen().Dialog.Title == "You win" })
		p.keys("Enter") // which plays it through
		p.noDialog()
		if slices.Contains(f.acts(), "rematch") {
			t.Error("who pressed Enter has asked for another game")
		}
		if s := p.sheet(); p.moves() != 1 || s.Current != 0 || !s.Review {
			t.Errorf("it is not shown from its start: %+v", s)
		}
	}
	profile := func() {
		p.tab("lobby", 2)
		p.Paste("Astrid")
		p.keys("Enter")
		p.until("the profile", func() bool { return p.dialogID() == "player" })
	}
	p.guest()
	profile()
	p.choose("player", "games")
	if b := p.dialog().Buttons; !strings.HasSuffix(b[0].Label, "Astrid against Dag, attackers") || b[0].Disabled ||
		!b[1].Disabled {
		t.Errorf("%+v", b)
	}
	p.choose("past", "row-0")
	over()
	p.Do(panel.Command{ID: "menu"})
	p.choose("menu", "net")
	profile()
	rows := p.dialog().Charts[1].Table.Rows
	if rows[1][0].Do != (panel.Command{}) {
		t.Errorf("%+v", rows[1])
	}
	p.Do(rows[0][0].Do)
	over()
}
