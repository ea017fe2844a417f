package conditional_test

import (
	"context"
	"log/slog"
	"sync"
	"testing"

	"tafl3d/game"
	"tafl3d/internal/await"
	"tafl3d/internal/svctest"
	"tafl3d/net/wire"
	"tafl3d/server/account"
	"tafl3d/server/conditional"
)

// TestSweep replies to a move that was made while no service could: at the start of the next one. Lines of games that
// have ended are dropped.
func TestSweep(t *testing.T) {
	s, ctx := svctest.Open(t), t.Context()
	astrid, _ := s.SignUp(ctx, "Astrid")
	dag, _ := s.SignUp(ctx, "Dag")
	moves := conditional.New(conditional.Options{Store: s.Store, Journal: s.Journal, Hub: s.Hub, Now: s.Clock.Now,
		Log: slog.New(slog.DiscardHandler)})
	var games []wire.Spec
	for range 2 {
		spec, err := s.Games.OpenNew(ctx, wire.Spec{Variant: "brandubh-gorrion", Clock: "0s+1x3d",
			Seats: [game.Sides]wire.Player{account.Player(astrid.Account), account.Player(dag.Account)}})
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, spec)
		do(t, s, spec, wire.Attackers, step(0, "d1", "c1"))
		if _, err := moves.Set(ctx, astrid, spec.Game, wire.Conditional{Ply: 1, Lines: []string{"d3-c3 c1-b1"}}); err !=
			nil {
			t.Fatal(err)
		}
	}
	do(t, s, games[0], wire.Defenders, step(1, "d3", "c3"))
	do(t, s, games[1], wire.Defenders, wire.Act{Kind: wire.Resign, Ply: 1})
	await.Until(t, "the game is in the archive", func() bool {
		_, err := s.Store.Archive.Get(ctx, games[1].Game)
		return err == nil
	})
	running, stop := context.WithCancel(ctx)
	var work sync.WaitGroup
	work.Go(func() { moves.Run(running) })
	defer work.Wait()
	defer stop()
	await.Until(t, "the reply is played", func() bool {
		g, err := s.Hub.GameStatus(ctx, games[0].Game)
		return err == nil && g.Ply == 3
	})
	for _, g := range games {
		await.Until(t, "the lines are dropped", func() bool {
			list, err := s.Store.Conditionals.Of(ctx, g.Game)
			return err == nil && len(list) == 0
		})
	}
}

func do(t *testing.T, s *svctest.Service, spec wire.Spec, by wire.Side, a wire.Act) {
	t.Helper()
	a.Token = "t" + string(a.Kind)
	if err := s.Hub.Act(t.Context(), spec.Game, by, a); err != nil {
		t.Fatal(err)
	}
}

func step(ply int, from, to string) wire.Act {
	return wire.Act{Kind: wire.Play, Ply: ply, Moves: []wire.Move{{From: from, To: to}}}
}
