package play

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/table"
	"tafl3d/game/variant"
	"tafl3d/tournament"
)

type player func(ctx context.Context, s table.Situation) (game.Move, error)

func (p player) Choose(ctx context.Context, s table.Situation) (game.Move, error) { return p(ctx, s) }

func first(_ context.Context, s table.Situation) (game.Move, error) {
	return s.Position.Legal(nil, s.History)[0], nil
}

func brandubh(t *testing.T, a, d table.Player) Game {
	t.Helper()
	v, err := variant.Get("brandubh-gorrion")
	if err != nil {
		t.Fatal(err)
	}
	due := tournament.Due{Pairing: 3, Leg: 1, Round: 2,
		Game: tournament.Leg{Variant: v.ID, Players: [game.Sides]int{7, 9}}}
	return Game{Due: due, Start: v.Rules.Start(), Seats: [game.Sides]table.Player{a, d}, Grace: 10 * time.Millisecond}
}

func TestPlay(t *testing.T) {
	shown := 0
	g := brandubh(t, player(first), player(first))
	g.MaxPlies = 12
	g.Show = func(events []game.Event, s match.State) {
		if shown++; s.Record.Ply() != shown || len(events) == 0 {
			t.Errorf("ply %d shown as step %d", s.Record.Ply(), shown)
		}
	}
	r := g.Play(t.Context())
	e, is := r.Event.(tournament.Report)
	if !is || e.Pairing != 3 || e.Leg != 1 || e.Plies != shown || e.Plies > 12 || e.Plies != r.State.Record.Ply() ||
		!r.State.Outcome.Over() {
		t.Errorf("%+v, shown %d", r.Event, shown)
	}
}

// TestFailures: whoever does not answer, crashes, gives up or breaks the rules
// loses by forfeit, with the reason.
func TestFailures(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	for what, p := range map[string]player{
		"no answer within 1s": func(context.Context, table.Situation) (game.Move,
			error) {
			<-release
			return game.NoMove, nil
		},
		"it crashed: nil map": func(context.Context, table.Situation) (game.Move, error) { panic("nil map") },
		"out of paper": func(context.Context, table.Situation) (game.Move, error) {
			return game.NoMove, errors.New("out of\x00paper")
		},
		"its move is illegal": func(context.Context, table.Situation) (game.Move,
			error) {
			return game.Move{From: 3, To: 4}, nil
		},
	} {
		g := brandubh(t, player(first), p)
		if g.Hang = time.Minute; strings.Contains(what, "no answer") {
			g.Hang = time.Second
		}
		e, is := g.Play(t.Context()).Event.(tournament.Forfeit)
		if !is || e.Player != 9 || !strings.HasPrefix(e.Note, "turn 2: ") || !strings.Contains(e.Note, what) {
			t.Errorf("%s: %+v", what, e)
		}
	}
}

func TestStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	g := brandubh(t, player(first), player(func(ctx context.Context, s table.Situation) (game.Move, error) {
		cancel()
		<-ctx.Done()
		return game.NoMove, ctx.Err()
	}))
	if r := g.Play(ctx); r.Event != nil {
		t.Errorf("%+v", r.Event)
	}
}

// TestChance: both games of a pairing begin alike, and no two games have the
// same players' chance.
func TestChance(t *testing.T) {
	seen := map[uint64]bool{}
	for pairing := range 20 {
		_, before := Chance(5, tournament.Due{Pairing: pairing})
		for leg := range 2 {
			seats, opening := Chance(5, tournament.Due{Pairing: pairing, Leg: leg})
			if opening != before || seen[seats[0]] || seen[seats[1]] {
				t.Errorf("pairing %d, game %d: %v %d", pairing, leg, seats, opening)
			}
			seen[seats[0]], seen[seats[1]] = true, true
		}
	}
}

// TestNextRound pairs a round, then another, and ends the tournament when the players have all met.
func TestNextRound(t *testing.T) {
	ev, err := tournament.New(tournament.Config{Name: "Cup", Format: tournament.RoundRobin, Rounds: 1, Games: 1,
		Seed: 3, Variants: []tournament.Variant{{ID: "brandubh-gorrion"}}})
	now := time.Unix(1000, 0)
	apply := func(e tournament.Event) error { return ev.Apply(now, e) }
	for _, name := range []string{"Astrid", "Bera", "Egil", "Grim"} {
		err = errors.Join(err, apply(tournament.Enter{Name: name, Kind: "person"}))
	}
	if err = errors.Join(err, apply(tournament.Start{})); err != nil {
		t.Fatal(err)
	}
	for ev.Phase() != tournament.Over {
		if err := NextRound(ev, apply); err != nil && len(ev.Due()) == 0 {
			t.Fatal(err)
		}
		for _, d := range ev.Due() {
			if ev.Round() > 3 {
				t.Fatalf("round %d of three", ev.Round())
			}
			if err := apply(tournament.Report{Pairing: d.Pairing, Leg: d.Leg, Verdict: tournament.Draw,
				Cause: "agreed"}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if got := len(ev.Pairings()); got != 6 {
		t.Errorf("%d pairings of four players, want 6", got)
	}
}

// TestNextRoundEnds ends a Swiss tournament when the players left have met, and no tournament with an open game.
func TestNextRoundEnds(t *testing.T) {
	ev, err := tournament.New(tournament.Config{Name: "Cup", Format: tournament.Swiss, Rounds: 3, Games: 1, Seed: 3,
		Variants: []tournament.Variant{{ID: "brandubh-gorrion"}}})
	now := time.Unix(1000, 0)
	apply := func(e tournament.Event) error { return ev.Apply(now, e) }
	for _, name := range []string{"Astrid", "Bera", "Egil", "Grim"} {
		err = errors.Join(err, apply(tournament.Enter{Name: name, Kind: "person"}))
	}
	err = errors.Join(err, apply(tournament.Start{}), NextRound(ev, apply))
	if err != nil {
		t.Fatal(err)
	}
	if err := NextRound(ev, apply); err == nil || ev.Phase() == tournament.Over {
		t.Errorf("with open games: %v, %s", err, ev.Phase())
	}
	for _, d := range ev.Due() {
		err = errors.Join(err, apply(tournament.Report{Pairing: d.Pairing, Leg: d.Leg, Verdict: tournament.Draw,
			Cause: "agreed"}))
	}
	for _, id := range ev.Pairings()[0].Players { // the other two have met
		err = errors.Join(err, apply(tournament.Withdraw{Player: id}))
	}
	if err = errors.Join(err, NextRound(ev, apply)); err != nil || ev.Phase() != tournament.Over {
		t.Errorf("with two players left who have met: %v, %s", err, ev.Phase())
	}
}
