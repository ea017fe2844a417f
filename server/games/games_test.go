package games_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"tafl3d/game"
	"tafl3d/internal/await"
	"tafl3d/internal/svctest"
	"tafl3d/net/host"
	"tafl3d/net/wire"
	"tafl3d/server/account"
	"tafl3d/server/games"
	"tafl3d/server/store"
)

// table is a service at which Astrid plays the attackers against Dag.
type table struct {
	*svctest.Service
	t      *testing.T
	astrid account.Caller
	dag    account.Caller
}

func open(t *testing.T) *table {
	t.Helper()
	s := &table{Service: svctest.Open(t), t: t}
	s.astrid, _ = s.SignUp(t.Context(), "Astrid")
	s.dag, _ = s.SignUp(t.Context(), "Dag")
	return s
}

// begins opens a game that change changes.
func (s *table) begins(change func(*wire.Spec)) wire.Spec {
	s.t.Helper()
	spec := wire.Spec{Variant: "brandubh-gorrion", Clock: "5m+3s"}
	spec.Seats = [game.Sides]wire.Player{account.Player(s.astrid.Account), account.Player(s.dag.Account)}
	change(&spec)
	spec, err := s.Games.OpenNew(s.t.Context(), spec)
	if err != nil {
		s.t.Fatal(err)
	}
	return spec
}

func (s *table) does(spec wire.Spec, by wire.Side, a wire.Act) {
	s.t.Helper()
	a.Token = fmt.Sprint(a.Kind, a.Ply, by)
	if err := s.Hub.Act(s.t.Context(), spec.Game, by, a); err != nil {
		s.t.Fatalf("%s: %v", a.Kind, err)
	}
}

func step(ply int, from, to string) wire.Act {
	return wire.Act{Kind: wire.Play, Ply: ply, Moves: []wire.Move{{From: from, To: to}}}
}

// archived waits until a game is in the archive.
func (s *table) archived(id string) (g store.Game) {
	s.t.Helper()
	await.Until(s.t, "the game is not archived", func() bool {
		var err error
		g, err = s.Store.Archive.Get(s.t.Context(), id)
		return err == nil
	})
	return g
}

// TestAGameAndItsEnd: a game is listed while it is played; when it is over it goes into the archive with
// its moves, and is told with the names that the players have now.
func TestAGameAndItsEnd(t *testing.T) {
	s := open(t)
	ctx := t.Context()
	spec := s.begins(func(*wire.Spec) {})
	list, err := s.Store.Live.Of(ctx, s.astrid.ID)
	if err != nil || len(list) != 1 || list[0].ID != spec.Game {
		t.Fatalf("%+v, %v", list, err)
	}
	b, err := games.Shown(list[0])
	if err != nil || b.Game != spec.Game || b.Attackers.ID != s.astrid.ID || b.Defenders.ID != s.dag.ID {
		t.Errorf("%+v, %v", b, err)
	}
	if turn := s.Games.Turn(ctx, spec.Game); turn != wire.Attackers {
		t.Errorf("it is the turn of %q", turn)
	}
	s.does(spec, wire.Attackers, step(0, "d1", "c1"))
	if turn := s.Games.Turn(ctx, spec.Game); turn != wire.Defenders {
		t.Errorf("it is the turn of %q", turn)
	}
	s.does(spec, wire.Defenders, step(1, "d3", "c3"))
	s.does(spec, wire.Defenders, wire.Act{Kind: wire.Resign, Ply: 2})
	if g := s.archived(spec.Game); g.Result != "attackers" || g.Plies != 2 || g.Attackers != s.astrid.ID {
		t.Errorf("%+v", g)
	}
	if turn := s.Games.Turn(ctx, spec.Game); turn != "" {
		t.Errorf("in a game that is over it is the turn of %q", turn)
	}
	if _, err := s.Accounts.Rename(ctx, s.dag, wire.Rename{Name: "Dagfinn"}); err != nil {
		t.Fatal(err)
	}
	full, err := s.Games.Full(ctx, spec.Game)
	if err != nil || full.Defenders.Name != "Dagfinn" || len(full.Entries) != 4 ||
		full.Entries[0].Spec.Seats[1].Name != "Dagfinn" {
		t.Errorf("%+v, %v", full, err)
	}
	await.Until(t, "the game is in the profile", func() bool {
		p, err := s.Games.Profile(ctx, "astrid")
		return err == nil && len(p.Games) == 1 && p.Games[0].Game == spec.Game
	})
	await.Until(t, "the game is listed for ever", func() bool {
		list, err := s.Store.Live.Of(ctx, s.astrid.ID)
		return err == nil && len(list) == 0
	})
}

// TestPast: games that are over come a page after the other, in the order in which they ended; the last page
// leads to those of the last hour again.
func TestPast(t *testing.T) {
	s := open(t)
	ctx := t.Context()
	var want []string
	for range 3 {
		spec := s.begins(func(*wire.Spec) {})
		s.does(spec, wire.Attackers, step(0, "d1", "c1"))
		s.does(spec, wire.Defenders, step(1, "d3", "c3"))
		s.does(spec, wire.Attackers, wire.Act{Kind: wire.Resign, Ply: 2})
		s.archived(spec.Game)
		want = append(want, spec.Game)
	}
	all, err := s.Games.Past(ctx, s.astrid, wire.FirstEnded, wire.None{})
	if err != nil || all.More || len(all.Games) != 3 {
		t.Fatalf("%+v, %v", all, err)
	}
	for i, g := range all.Games {
		if g.Game != want[i] || g.Result != "defenders" {
			t.Errorf("game %d is %+v", i, g)
		}
	}
	rest, err := s.Games.Past(ctx, s.astrid, all.Next, wire.None{})
	if err != nil || len(rest.Games) != 3 {
		t.Errorf("those of the last hour are not told again: %+v, %v", rest, err)
	}
	for _, after := range []string{"", "x", "-1-a"} {
		if _, err := s.Games.Past(ctx, s.astrid, after, wire.None{}); err == nil {
			t.Errorf("after %q something is listed", after)
		}
	}
}

// TestDoubleGame: the first game of a match of two is followed by one with the sides swapped; one that
// was aborted is not.
func TestDoubleGame(t *testing.T) {
	s := open(t)
	ctx := t.Context()
	aborted := s.begins(func(q *wire.Spec) { q.Double = true })
	s.does(aborted, wire.Attackers, wire.Act{Kind: wire.Abort})
	await.Until(t, "the aborted game goes on", func() bool {
		list, err := s.Store.Live.Of(ctx, s.dag.ID)
		return err == nil && len(list) == 0
	})
	first := s.begins(func(q *wire.Spec) { q.Double = true })
	s.does(first, wire.Attackers, step(0, "d1", "c1"))
	s.does(first, wire.Defenders, step(1, "d3", "c3"))
	s.does(first, wire.Attackers, wire.Act{Kind: wire.Resign, Ply: 2})
	await.Until(t, "the second game does not begin", func() bool {
		list, err := s.Store.Live.Of(ctx, s.dag.ID)
		return err == nil && len(list) == 1 && list[0].Attackers == s.dag.ID && list[0].Defenders == s.astrid.ID
	})
}

// TestConflict: a game that was opened before is what it was then.
func TestConflict(t *testing.T) {
	s := open(t)
	spec := s.begins(func(*wire.Spec) {})
	again := spec
	again.Clock = "1m+0s"
	got, err := s.Games.Open(t.Context(), again)
	if !errors.Is(err, host.ErrConflict) || got.Clock != spec.Clock {
		t.Errorf("%+v, %v", got, err)
	}
	again.Game, again.Variant = account.ID(), "no-such-variant"
	if _, err := s.Games.Open(t.Context(), again); err == nil {
		t.Error("a game of no variant begins")
	}
}

// TestDeserted: a game of a player whose account is gone is lost; one that has hardly begun is aborted.
func TestDeserted(t *testing.T) {
	s := open(t)
	ctx := t.Context()
	timeless := func(q *wire.Spec) { q.Clock = "none" }
	played, fresh := s.begins(timeless), s.begins(timeless)
	s.does(played, wire.Attackers, step(0, "d1", "c1"))
	s.does(played, wire.Defenders, step(1, "d3", "c3"))
	s.does(fresh, wire.Attackers, step(0, "d1", "c1"))
	if err := s.Accounts.Delete(ctx, s.dag.ID); err != nil {
		t.Fatal(err)
	}
	if g := s.archived(played.Game); g.Result != "attackers" {
		t.Errorf("%+v", g)
	}
	if g := s.archived(fresh.Game); g.Result != "" {
		t.Errorf("a game of one move ends with %+v", g)
	}
}

// TestVacation: a vacation stops the clocks of correspondence games, for both, and no others; it has the
// days that are left.
func TestVacation(t *testing.T) {
	s := open(t)
	ctx := t.Context()
	slow, quick := s.begins(func(q *wire.Spec) { q.Clock = "0s+1x1d" }), s.begins(func(*wire.Spec) {})
	acts := func(spec wire.Spec) (kinds []wire.Kind) {
		t.Helper()
		entries, err := s.Journal.Read(ctx, spec.Game, 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries[1:] {
			kinds = append(kinds, e.Act.Kind)
		}
		return kinds
	}
	v, err := s.Games.Rest(ctx, s.dag, wire.Rest{Days: 10})
	if err != nil || v.Left != 20 {
		t.Fatalf("%+v, %v", v, err)
	}
	if got := acts(slow); !slices.Equal(got, []wire.Kind{wire.Pause}) {
		t.Errorf("in the correspondence game: %v", got)
	}
	if _, err := s.Games.Rest(ctx, s.dag, wire.Rest{Days: 31}); err == nil {
		t.Error("a vacation of 31 days")
	}
	s.Clock.Forward(2 * 24 * time.Hour)
	if v, err = s.Games.Rest(ctx, s.dag, wire.Rest{}); err != nil || v.Left != 28 {
		t.Errorf("after two days: %+v, %v", v, err)
	}
	if got := acts(slow); !slices.Equal(got, []wire.Kind{wire.Pause, wire.Resume}) {
		t.Errorf("in the correspondence game, after it: %v", got)
	}
	if got := acts(quick); len(got) != 0 {
		t.Errorf("in the other game: %v", got)
	}
}

// TestMaySpeak: whom a player of a game has blocked is not heard there.
func TestMaySpeak(t *testing.T) {
	s := open(t)
	ctx := t.Context()
	spec := s.begins(func(*wire.Spec) {})
	eve, _ := s.SignUp(ctx, "Eve")
	by := account.Player(eve.Account)
	if err := s.Games.MaySpeak(ctx, by, spec); err != nil {
		t.Error(err)
	}
	if _, err := s.Lobby.Relations.Block(ctx, s.dag, wire.Block{Name: "Eve"}); err != nil {
		t.Fatal(err)
	}
	if err := s.Games.MaySpeak(ctx, by, spec); err == nil {
		t.Error("a player who is blocked is heard")
	}
	if err := s.Games.MaySpeak(ctx, account.Player(s.astrid.Account), spec); err != nil {
		t.Error(err)
	}
}
