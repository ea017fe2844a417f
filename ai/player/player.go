// Package player adapts engines to game tables.
package player

import (
	"cmp"
	"context"

	"tafl3d/ai"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/table"
)

// Player is an engine as a table.Player.
type Player struct {
	Engine ai.Engine
	Cores  int // cores it asks for; 0 means one
}

// Choose implements table.Player: the engine thinks as long as its level and the clock allow.
func (p Player) Choose(ctx context.Context, s table.Situation) (game.Move, error) {
	l := Limits(s)
	l.Threads = p.Cores
	m, _, err := p.Engine.Think(ctx, s.Position, s.History, l)
	if ctx.Err() != nil {
		return m, ctx.Err()
	}
	return m, err
}

// Ponder implements table.Ponderer.
func (p Player) Ponder(ctx context.Context, s table.Situation) {
	if e, ok := p.Engine.(ai.Ponderer); ok {
		e.Ponder(ctx, s.Position, s.History, ai.Limits{Threads: p.Cores})
	}
}

// Limits returns the thinking limits for a situation.
func Limits(s table.Situation) ai.Limits {
	control := s.Clock.Control()
	return clock(control.For(s.Position.Turn()), s.Clock.Face(s.Position.Turn(), s.Now)).Limits()
}

// clock converts the clock for an engine.
func clock(c match.Control, f match.Face) ai.Clock {
	if !f.On {
		return ai.Clock{}
	}
	return ai.Clock{Main: f.Main, Increment: c.Increment, Period: cmp.Or(f.Period, c.Period), Periods: f.Periods}
}
