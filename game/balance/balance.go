// Package balance says how fair a game is: results of games that an engine played against itself (package ai/trial
// plays them), the figures of the built-in variants, and those of sites where people play.
package balance

import (
	"slices"

	"tafl3d/game"
)

// Game is the result of one game.
type Game struct {
	Outcome game.Outcome // not over: the game reached the limit of moves
	Moves   int          // of both sides
}

// Figures count the results of games from the same start.
type Figures struct {
	Won        [game.Sides]int // games won by each side
	Draws      int
	Unfinished int       // games that reached the limit of moves
	First      game.Side // the side that moves first
	// Shortest, Median and Longest are lengths in moves of both sides, also of unfinished games.
	Shortest, Median, Longest int
	// Swapped are games in which the other side moved first: all zero if there were none.
	Swapped [game.Sides]int

	lengths []int // in ascending order; nil if the figures were read
}

// Games returns the number of games, without the swapped ones.
func (f *Figures) Games() int {
	return f.Won[game.Attackers] + f.Won[game.Defenders] + f.Draws + f.Unfinished
}

// Percent returns the share of n in all games in percent, rounded.
func (f *Figures) Percent(n int) int {
	games := max(f.Games(), 1)
	return (200*n + games) / (2 * games)
}

// Add counts a game.
func (f *Figures) Add(g Game) {
	switch {
	case !g.Outcome.Over():
		f.Unfinished++
	case g.Outcome.Draw:
		f.Draws++
	default:
		f.Won[g.Outcome.Winner]++
	}
	i, _ := slices.BinarySearch(f.lengths, g.Moves)
	f.lengths = slices.Insert(f.lengths, i, g.Moves)
	n := len(f.lengths)
	f.Shortest, f.Median, f.Longest = f.lengths[0], (f.lengths[(n-1)/2]+f.lengths[n/2])/2, f.lengths[n-1]
}

// AddSwapped counts a game in which the other side moved first.
func (f *Figures) AddSwapped(g Game) {
	if g.Outcome.Over() && !g.Outcome.Draw {
		f.Swapped[g.Outcome.Winner]++
	}
}

// Fault is something that is likely to be wrong with the rules.
type Fault uint8

// The faults, the gravest first.
const (
	Endless       Fault = iota // many games do not end
	FirstWins                  // the side that moves first nearly always wins, whichever it is
	AttackersWin               // the attackers nearly always win
	DefendersWin               // the defenders nearly always win
	MostlyDrawn                // most games are drawn
	OverVeryEarly              // half of the games end before the sixth move
)

// Limits of the faults.
const (
	leastGames   = 10 // fewer say nothing
	endlessShare = 25 // percent of games without an end
	oneSided     = 90 // percent of games that one side wins
	drawnShare   = 60 // percent of drawn games
	earlyMoves   = 6
)

// Faults returns what is likely to be wrong. There is nothing to say before ten games.
func (f *Figures) Faults() (faults []Fault) {
	if f.Games() < leastGames {
		return nil
	}
	if f.Percent(f.Unfinished) >= endlessShare {
		faults = append(faults, Endless)
	}
	if side, is := f.OneSided(); is {
		other := side.Other()
		switch swapped := f.Swapped[side] + f.Swapped[other]; {
		case side == f.First && swapped > 0 && 100*f.Swapped[other] >= oneSided*swapped:
			faults = append(faults, FirstWins)
		case side == game.Attackers:
			faults = append(faults, AttackersWin)
		default:
			faults = append(faults, DefendersWin)
		}
	}
	if f.Percent(f.Draws) >= drawnShare {
		faults = append(faults, MostlyDrawn)
	}
	if f.Median < earlyMoves {
		faults = append(faults, OverVeryEarly)
	}
	return faults
}

// OneSided returns the side that nearly always wins, and whether there is one.
func (f *Figures) OneSided() (game.Side, bool) {
	for side, n := range f.Won {
		if f.Percent(n) >= oneSided {
			return game.Side(side), true
		}
	}
	return game.Attackers, false
}
