package board

import (
	"time"

	"tafl3d/app/remote"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/rules"
	"tafl3d/game/table"
	"tafl3d/game/variant"
	"tafl3d/net/wire"
	"tafl3d/tournament"
)

// Remote is what a game over the network has besides: the host that keeps it and
// what it told last.
type Remote struct {
	Host     remote.Host
	ID       string
	Remote   remote.Table
	Standing remote.Standing
	Link     remote.Link
	Heard    int // lines of chat that were shown
	Muted    bool
	Asked    bool         // the other for another game after it
	Away     bool         // the other is not connected to hear that he is asked
	Unread   bool         // somebody has spoken since the chat was open
	Former   bool         // it was over when one came to it
	Ended    time.Time    // when the end came here; zero before
	Change   RatingChange // of our rating by the game; zero until the service has told it
}

// premove is a step that the player has ready while the other one thinks. The other
// end does not know of it. Its zero value is none.
type premove struct {
	Set      bool
	from, to game.Square
}

// RatingChange is a rating before a game and after it.
type RatingChange struct {
	Was, Is int  // the first game in a pool is from what newcomers begin with
	Not     bool // the service has not rated the game
}

// Contest is a game of an event at the table.
type Contest struct {
	Due            tournament.Due
	Names, Details [game.Sides]string
	Play           bool // it is played here, not watched or looked at
	Scored         bool
	Ends           []func() // of the engines that sit there
}

// Leave ends the engines.
func (b *Contest) Leave() {
	for _, end := range b.Ends {
		end()
	}
	b.Ends = nil
}

// Setup is what a game is begun with.
type Setup struct {
	Variant string             // id
	Own     *variant.Variant   // in the place of Variant, rules that are in no catalogue
	Start   *game.Setup        // in the place of the start that the rules have
	Levels  [game.Sides]int    // of the computer; 0 is a human
	Who     [game.Sides]string // the manner of the computer, or the program in its place, by name; empty is neither
	Remote  [game.Sides]string // names of people who play elsewhere; empty is nobody
	Control match.Control

	Branch  bool                     // it goes on from a study, which keeps it
	Contest *Contest                 // the game of an event that this is
	Guests  [game.Sides]table.Player // in the place of the computer of a level
}

// Here reports whether somebody at this screen plays side.
func (s *Setup) Here(side game.Side) bool { return s.Levels[side] == 0 && s.Remote[side] == "" }

// Alone returns the side of the only human here, if there is exactly one.
func (s *Setup) Alone() (game.Side, bool) {
	if s.Here(game.Attackers) == s.Here(game.Defenders) {
		return 0, false
	}
	if s.Here(game.Attackers) {
		return game.Attackers, true
	}
	return game.Defenders, true
}

// Watched reports whether nobody here plays.
func (s *Setup) Watched() bool { return !s.Here(game.Attackers) && !s.Here(game.Defenders) }

// Game is the game at the table.
type Game struct {
	Variant  *variant.Variant
	Setup    Setup
	Table    table.Table
	State    match.State    // the newest that the table told
	legal    []game.Move    // the steps there are to choose from
	Shown    shown          // what the board shows
	review   bool           // which is not the newest position
	threats  rules.Warnings // those that the table tells
	aware    rules.Warnings // all that there are
	File     string         // the name under which it is saved, empty before the first move
	Name     string         // that the player gave it, empty for none
	Contest  *Contest       // the game of an event that this is, nil outside one
	asked    bool           // the computer is considering a draw
	Ending   bool           // the end has come and is to be announced
	rest     func()         // waits until its players think no more; nil where they are not ours
	ends     []func()       // of players that have something to end
	Analysis analysis
	Studied  Studied // where a game is studied, not played; nil otherwise
	Remote   *Remote // what a game over the network has besides; nil in a local one
	premove  premove // that the player has ready
}

// Take makes s the newest state.
func (g *Game) Take(s match.State) {
	g.State = s
	g.legal = g.State.Position.Legal(nil, s.History)
	g.threats, g.aware = g.State.Position.Announced(), g.State.Position.Warnings()
}

// Header is what is kept of the game beside its moves.
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

// situation returns the present position for an adviser.
func (g *Game) situation(now time.Time) table.Situation {
	return table.Situation{Position: g.State.Position, History: g.State.History.Clone(), Clock: g.State.Clock, Now: now}
}

// Speaker returns the side in whose name whoever sits here asks for something.
func (g *Game) Speaker() game.Side {
	if side, alone := g.Setup.Alone(); alone {
		return side
	}
	return g.State.Position.Turn()
}

// Begun reports whether both sides have moved.
func (g *Game) Begun() bool { return g.State.Record.Ply() >= game.Sides }

// Going reports whether the game is being played, neither over nor called off.
func (g *Game) Going() bool {
	return !g.State.Outcome.Over() && (g.Remote == nil || !g.Remote.Standing.Aborted)
}

// Opponent returns the side that somebody elsewhere plays against the only
// human here; g may be nil.
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
	return ok && g.Remote.Standing.Spec.Seats[side].Name == name
}

// Own reports whether a line of chat is ours.
func (g *Game) Own(s wire.Said) bool {
	if side, alone := g.Setup.Alone(); alone {
		return s.By == g.Remote.Standing.Spec.Seats[side].Name
	}
	at, is := g.Remote.Host.(remote.Service)
	return is && s.By == at.Me().Name
}

// shown is a position of the game with what the panels tell about it.
type shown struct {
	Ply      int
	position rules.Position
	taken    [game.Sides][]game.Kind // by each side, in order
	last     [2]game.Square          // of the last step
}

// play adds steps.
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

// At returns what the game looked like at ply; at the newest ply with the begun
// turn.
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
