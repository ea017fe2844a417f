package board

import (
	"time"

	"tafl3d/app/remote"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/rules"
	"tafl3d/game/table"
	"tafl3d/game/variant"
	"tafl3d/net/client"
	"tafl3d/net/wire"
	"tafl3d/tournament"
)

// Remote is the state of a network game: its host and the latest reports.
type Remote struct {
	Host   remote.Host
	ID     string
	Remote remote.Table
	Status client.Status
	Link   client.Link
	Heard  int // number of chat lines shown
	Muted  bool
	Asked  bool         // asked the opponent for a rematch
	Away   bool         // the opponent is offline and cannot answer
	Unread bool         // there are new chat lines
	Former bool         // it was over when the player opened it
	Ended  time.Time    // time of the end, as observed here; zero before
	Change RatingChange // our rating change; zero until the service reports it
}

// premove is a step prepared while the opponent thinks. The opponent does not see it. The zero value means
// none.
type premove struct {
	Set      bool
	from, to game.Square
}

// RatingChange is a rating before and after a game.
type RatingChange struct {
	Was, Is int  // Was of the first game in a pool is the initial rating
	Not     bool // the service has not rated the game
}

// Contest is a tournament game at the board.
type Contest struct {
	Due            tournament.Due
	Names, Details [game.Sides]string
	Play           bool // played here, not watched
	Scored         bool
	Ends           []func() // end the engines that play
}

// Leave ends the engines.
func (b *Contest) Leave() {
	for _, end := range b.Ends {
		end()
	}
	b.Ends = nil
}

// Setup describes a new game.
type Setup struct {
	Variant string             // id
	Own     *variant.Variant   // custom rules instead of Variant
	Start   *game.Setup        // instead of the start position of the rules
	Levels  [game.Sides]int    // level of the computer; 0: human
	Who     [game.Sides]string // name of the style or external engine of the computer; empty: none
	Remote  [game.Sides]string // names of remote players; empty: none
	Control match.Control

	Branch  bool                     // continues a study, which stores the moves
	Contest *Contest                 // the tournament game
	Guests  [game.Sides]table.Player // replace the computer of a level
}

// Here reports whether a local human plays side.
func (s *Setup) Here(side game.Side) bool { return s.Levels[side] == 0 && s.Remote[side] == "" }

// Alone returns the side of the only local human.
func (s *Setup) Alone() (game.Side, bool) {
	if s.Here(game.Attackers) == s.Here(game.Defenders) {
		return 0, false
	}
	if s.Here(game.Attackers) {
		return game.Attackers, true
	}
	return game.Defenders, true
}

// Watched reports whether no local human plays.
func (s *Setup) Watched() bool { return !s.Here(game.Attackers) && !s.Here(game.Defenders) }

// Game is the game at the board.
type Game struct {
	Variant  *variant.Variant
	Setup    Setup
	Table    table.Table
	State    match.State    // latest state from the table
	legal    []game.Move    // legal steps
	Shown    shown          // displayed position
	review   bool           // Shown is an earlier position
	threats  rules.Warnings // announced threats
	aware    rules.Warnings // all threats
	File     string         // file name; empty before the first move
	Name     string         // given by the player; empty: none
	Contest  *Contest       // the tournament game; nil: none
	asked    bool           // the computer is considering a draw offer
	Ending   bool           // the game is over; the result is not yet announced
	rest     func()         // waits until the local players stop thinking; nil for remote ones
	ends     []func()       // end the players
	Analysis analysis
	Studied  Studied // in a study, not a game; nil otherwise
	Remote   *Remote // network game; nil: local
	premove  premove // that the player has ready
}

// Take stores the latest state.
func (g *Game) Take(s match.State) {
	g.State = s
	g.legal = g.State.Position.Legal(nil, s.History)
	g.threats, g.aware = g.State.Position.Announced(), g.State.Position.Warnings()
}

// Header returns the header of the saved game.
func (g *Game) Header() match.Header {
	h := match.Header{Variant: g.Variant.ID, Name: g.Name}
	for side, level := range g.Setup.Levels {
		h.Seats[side] = match.Seat{Player: "human"}
		if level > 0 {
			h.Seats[side] = match.Seat{Player: "computer", Level: level, Name: g.Setup.Who[side]}
		}
		if g.Contest != nil {
			h.Seats[side].Name = g.Contest.Names[side]
		}
	}
	return h
}

// situation returns the current position for an adviser.
func (g *Game) situation(now time.Time) table.Situation {
	return table.Situation{Position: g.State.Position, History: g.State.History.Clone(), Clock: g.State.Clock, Now: now}
}

// Speaker returns the side for which the local player acts.
func (g *Game) Speaker() game.Side {
	if side, alone := g.Setup.Alone(); alone {
		return side
	}
	return g.State.Position.Turn()
}

// Begun reports whether both sides have moved.
func (g *Game) Begun() bool { return g.State.Record.Ply() >= game.Sides }

// Going reports whether the game is in progress, neither over nor aborted.
func (g *Game) Going() bool {
	return !g.State.Outcome.Over() && (g.Remote == nil || !g.Remote.Status.Aborted)
}

// Opponent returns the side of the remote opponent of the only local human; g may be nil.
func (g *Game) Opponent() (game.Side, bool) {
	if g == nil || g.Remote == nil {
		return 0, false
	}
	side, alone := g.Setup.Alone()
	return side.Other(), alone
}

// Against reports whether the opponent has that name; g may be nil.
func (g *Game) Against(name string) bool {
	side, ok := g.Opponent()
	return ok && g.Remote.Status.Spec.Seats[side].Name == name
}

// Own reports whether the local player wrote a chat line.
func (g *Game) Own(s wire.Said) bool {
	if side, alone := g.Setup.Alone(); alone {
		return s.By == g.Remote.Status.Spec.Seats[side].Name
	}
	at, is := g.Remote.Host.(remote.Service)
	return is && s.By == at.Me().Name
}

// shown is a displayed position with the details for the panels.
type shown struct {
	Ply      int
	position rules.Position
	taken    [game.Sides][]game.Kind // by each side, in order
	last     [2]game.Square          // of the last step
}

// play applies steps.
func (v *shown) play(steps []rules.Delta) {
	kinds := v.position.Rules().Kinds()
	for i := range steps {
		d := steps[i]
		for j := range d.Captures() {
			_, p, _ := d.Captured(j)
			by := kinds[p].Side.Other()
			v.taken[by] = append(v.taken[by], kinds[p])
		}
		m := d.Move()
		if m.Op != game.End {
			v.last = [2]game.Square{m.From, m.To}
		}
		v.position.Play(m, &d)
	}
}

// At returns the position at ply; at the latest ply, including the unfinished move.
func (g *Game) At(ply int) shown {
	r := g.State.Record
	v := shown{Ply: ply, position: g.State.Start, last: [2]game.Square{game.NoSquare, game.NoSquare}}
	for i := 1; i <= ply; i++ {
		v.play(r.Turn(i).Steps)
	}
	if ply == r.Ply() {
		v.play(g.State.Steps)
	}
	return v
}
