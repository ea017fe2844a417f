package app_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"tafl3d/app"
	"tafl3d/game/match"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/game/tree"
	"tafl3d/library/ask"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
	"tafl3d/net/wire/wiretest"
	"tafl3d/panel"
)

// archived returns a game of Astrid, who attacks, against Dag, who resigns after some moves.
func archived(t *testing.T, id string, turns ...string) wire.GameFull {
	t.Helper()
	spec := wire.Spec{Game: id, Variant: "brandubh-gorrion", Clock: "5m+3s",
		Seats: [2]wire.Player{{ID: "astrid", Name: "Astrid"}, {ID: "dag", Name: "Dag"}}}
	first, err := ledger.Begin(spec, 1)
	if err != nil {
		t.Fatal(err)
	}
	entries := []wire.Entry{first}
	g, err := ledger.Fold(entries)
	if err != nil {
		t.Fatal(err)
	}
	do := func(by wire.Side, a wire.Act) {
		a.Token = "t" + string(by) + strings.Repeat("x", len(entries))
		e, _, err := g.Do(by, a, wire.Time(len(entries)))
		if err != nil {
			t.Fatal(err)
		}
		entries = append(entries, e)
	}
	line := rules.NewLine(g.Variant().Rules.Start(), nil)
	for i, text := range turns {
		steps, err := notation.ParseTurn(&line.Position, line.History(), text)
		if err == nil {
			_, _, err = line.Play(steps)
		}
		if err != nil {
			t.Fatal(err)
		}
		var moves []wire.Move
		for _, s := range steps {
			moves = append(moves, ledger.Move(g.Variant().Rules, s))
		}
		do([]wire.Side{wire.Attackers, wire.Defenders}[i%2], wire.Act{Kind: wire.Play, Ply: i, Moves: moves})
	}
	do(wire.Defenders, wire.Act{Kind: wire.Resign})
	brief := wire.GameBrief{Game: id, Variant: spec.Variant, Attackers: spec.Seats[0], Defenders: spec.Seats[1],
		Result: "attackers", Cause: "resigned", Plies: len(turns), Ended: 1767225600}
	return wire.GameFull{GameBrief: brief, Entries: entries}
}

// TestGamesOfAServiceComeByThemselves signs in at a service that fails at first: the remote games appear in
// the library once, and a local game is not downloaded again. The next time nothing is downloaded, and
// deleted games stay deleted.
func TestGamesOfAServiceComeByThemselves(t *testing.T) {
	dir, f := t.TempDir(), scripted(t)
	games := []wire.GameFull{archived(t, "browser", "d6-f6", "d5-f5"), archived(t, "phone", "d6-b6"),
		archived(t, "here", "d1-b1"), {GameBrief: wire.GameBrief{Game: "broken"}}}
	failed := false
	wiretest.On(&f.at, wire.GetEnded, func(_ wire.None, after string) (list wire.Ended, err error) {
		if !failed {
			failed = true
			return list, errors.New("the line is broken")
		}
		list.Next = "all"
		switch after {
		case wire.FirstEnded:
			list.Games, list.Next, list.More = []wire.GameBrief{games[0].GameBrief, games[3].GameBrief}, "one", true
		case "one":
			list.Games = []wire.GameBrief{games[1].GameBrief, games[2].GameBrief}
		case "all":
			list.Games = []wire.GameBrief{games[2].GameBrief} // that of the last hour
		}
		return list, f.ask("ended after " + after)
	})
	wiretest.On(&f.at, wire.GetGame, func(_ wire.None, id string) (wire.GameFull, error) {
		i := slices.IndexFunc(games, func(g wire.GameFull) bool { return g.Game == id })
		return games[i], f.ask("fetch " + id)
	})
	enter := func() *person {
		p := openWith(t, dir, nil, func(o *app.Options) { o.Library, o.Network = shelf(t, dir), f })
		p.choose("title", "net")
		p.choose("net", "service")
		for _, r := range "tafl.example" {
			p.Shell().Type(r)
		}
		p.Do(panel.Command{ID: "guest"})
		p.until("the lobby", func() bool { return p.dialogID() == "lobby" })
		return p
	}
	keep(t, dir, games[2])
	p := enter()
	p.until("the games have come", func() bool { return slices.Contains(f.acts(), "profile of Astrid") })
	if want := []string{"ended after 0", "fetch browser", "ended after one", "fetch phone",
		"profile of Astrid"}; !slices.Equal(f.acts(), want) {
		t.Errorf("%q, want %q", f.acts(), want)
	}
	p.hears("Games from Hall added to the library: 2")
	for p.dialogID() != "title" {
		p.keys("Esc")
	}
	p.keys("Ctrl-l")
	p.untilRows("Astrid/Dag/Attackers/1", "Astrid/Dag/Attackers/2", "You/Dag/Attackers/1")
	p.keys("Enter")
	p.until("the page of the game", func() bool { return p.dialogID() == "library-game" })
	p.Do(panel.Command{ID: "delete"})
	p.Do(panel.Command{ID: "yes"})
	p.untilRows("Astrid/Dag/Attackers/2", "You/Dag/Attackers/1")
	p.Close()

	f.asked = nil
	p = enter()
	p.until("it was asked again", func() bool { return slices.Contains(f.acts(), "profile of Astrid") })
	if want := []string{"ended after all", "profile of Astrid"}; !slices.Equal(f.acts(), want) {
		t.Errorf("%q, want %q", f.acts(), want)
	}
	for p.dialogID() != "title" {
		p.keys("Esc")
	}
	p.keys("Ctrl-l")
	p.untilRows("Astrid/Dag/Attackers/2", "You/Dag/Attackers/1")
}

// keep saves a game of the service "Hall" as a finished game at the board.
func keep(t *testing.T, dir string, full wire.GameFull) {
	t.Helper()
	l, err := shelf(t, dir)()
	if err != nil {
		t.Fatal(err)
	}
	g, err := ledger.Fold(full.Entries)
	if err != nil {
		t.Fatal(err)
	}
	played := tree.Of(match.Header{Variant: full.Variant,
		Seats: [2]match.Seat{{Player: "human"}, {Player: "human", Name: "Dag"}}}, g.State())
	played.SetTag(tree.TagSite, "Hall")
	played.SetTag(tree.TagID, full.Game)
	played.SetTag(tree.TagOwn, "attackers")
	if err := l.Keep(t.Context(), played, ask.Mine); err != nil {
		t.Fatal(err)
	}
}
