package main

import (
	"context"
	"time"

	"tafl3d/ai"
	"tafl3d/ai/contest"
	"tafl3d/ai/player"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/tournament"
	"tafl3d/tournament/play"
)

// finished is the result of a game. Without an event Ctrl-C stopped it, and there is no result.
type finished struct {
	board boardID
	play.Result
}

// seated is an engine that plays in an event. It thinks with one thread.
type seated struct{ player.Player }

func seat(e ai.Engine) seated { return seated{player.Player{Engine: e, Cores: 1}} }

// close ends an external engine.
func (e seated) close() {
	if c, is := e.Engine.(interface{ Close() }); is {
		c.Close()
	}
}

// game plays one game. An engine that fails forfeits it.
func (h *eventRun) game(ctx context.Context, d tournament.Due) finished {
	seeds, opening := play.Chance(h.event.Seed, d)
	g := play.Game{Due: d, Start: h.variants[d.Game.Variant].Rules.Start(), Control: h.control,
		Luck: seat(ai.Random(opening)), Opening: h.event.Opening, MaxPlies: h.event.MaxPlies,
		Hang: time.Duration(h.event.Hang), Grace: h.grace}
	for side, id := range d.Game.Players {
		make, err := contest.Names{Variant: d.Game.Variant, Hash: h.hash}.Parse(h.event.Entrants[id-1].Engine)
		if err != nil {
			m := match.New(g.Start, g.Control)
			return finished{boardID{d.Pairing, d.Leg}, play.Result{Event: play.Failed(d, game.Side(side), err),
				State: m.State()}}
		}
		e := seat(make(seeds[side]))
		defer e.close()
		g.Seats[side] = e
	}
	return finished{boardID{d.Pairing, d.Leg}, g.Play(ctx)}
}
