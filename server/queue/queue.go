// Package queue decides who plays whom of those who wait for a game. It is a pure
// function of their tickets and the time.
package queue

import (
	"cmp"
	"math"
	"slices"
	"time"

	"tafl3d/game"
	"tafl3d/matching"
)

// Wish is the side that somebody wants.
type Wish uint8

// The wishes.
const (
	Either Wish = iota
	WantsAttackers
	WantsDefenders
)

// Ticket is somebody who waits.
type Ticket struct {
	ID       string
	Player   string
	Since    time.Time
	Points   float64  // of his rating
	Variants []string // that he will play, in the order of his liking
	Clocks   []string // that he will play by, in the order of his liking
	Rated    bool
	Double   bool // a match of two games, each player having each side once
	Wish     Wish // of a single game
	Tilt     int  // games that he has had as attackers less those as defenders
	Blocks   []string
}

// Pair is a game that is to begin.
type Pair struct {
	Tickets [game.Sides]Ticket // attackers, defenders; of the first game of a match of two
	Variant string
	Clock   string
}

// How far apart two ratings may be: little at first, more with every second of
// waiting, anything in the end. Somebody who waits alone shall not wait for ever.
const (
	narrow  = 100.0
	widens  = 5.0 // points a second
	anybody = 3 * time.Minute
)

// Range returns how far from his own the rating of an opponent may be: infinite
// after three minutes.
func (t Ticket) Range(now time.Time) float64 {
	waited := now.Sub(t.Since)
	if waited >= anybody {
		return math.Inf(1)
	}
	return narrow + widens*max(waited.Seconds(), 0)
}

// window is how many tickets of neighbouring ratings are weighed against each
// other at once.
const window = 64

// Match pairs the tickets for which there is an opponent, as well as can be: as
// many as possible, the nearest ratings, who waits longest first. Who is not in
// the answer waits on. The tickets may come in any order; the answer does not
// depend on it.
func Match(tickets []Ticket, now time.Time) []Pair {
	waiting := slices.SortedFunc(slices.Values(tickets), func(a, b Ticket) int {
		return cmp.Or(cmp.Compare(a.Points, b.Points), cmp.Compare(a.ID, b.ID))
	})
	pairs, rest := sweep(waiting, now)
	for _, v := range variants(rest) {
		var some, others []Ticket
		for _, t := range rest {
			if slices.Contains(t.Variants, v) {
				some = append(some, t)
			} else {
				others = append(others, t)
			}
		}
		more, left := sweep(some, now)
		pairs = append(pairs, more...)
		rest = append(left, others...)
		slices.SortFunc(rest,
			func(a, b Ticket) int { return cmp.Or(cmp.Compare(a.Points, b.Points), cmp.Compare(a.ID, b.ID)) })
	}
	return pairs
}

// variants lists what is waited for, what most wait for first.
func variants(tickets []Ticket) []string {
	count := map[string]int{}
	for _, t := range tickets {
		for _, v := range t.Variants {
			count[v]++
		}
	}
	var list []string
	for v, n := range count {
		if n > 1 {
			list = append(list, v)
		}
	}
	slices.SortFunc(list, func(a, b string) int { return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a, b)) })
	return list
}

// sweep goes through tickets that are sorted by rating, a window at a time. Those
// that find nobody in one are in the next as well.
func sweep(tickets []Ticket, now time.Time) (pairs []Pair, rest []Ticket) {
	var held []Ticket
	for len(tickets) > 0 || len(held) > 1 {
		if over := len(held) - window/2; over > 0 {
			rest, held = append(rest, held[:over]...), held[over:]
		}
		n := min(window-len(held), len(tickets))
		some := append(held, tickets[:n]...)
		tickets = tickets[n:]
		var more []Pair
		more, held = best(some, now)
		pairs = append(pairs, more...)
		if n == 0 {
			break
		}
	}
	return pairs, append(rest, held...)
}

// best pairs a few tickets.
func best(tickets []Ticket, now time.Time) (pairs []Pair, rest []Ticket) {
	mates := matching.Heaviest(len(tickets), func(i, j int) int64 { return weight(&tickets[i], &tickets[j], now) })
	for i, j := range mates {
		switch {
		case j < 0:
			rest = append(rest, tickets[i])
		case i < j:
			pairs = append(pairs, seat(tickets[i], tickets[j]))
		}
	}
	return pairs, rest
}

// The parts of a weight: being paired at all outweighs everything else.
const (
	paired = 1 << 20
	wait   = 4 // for each second of waiting
)

// weight says how good a game between two would be; 0 if there can be none.
func weight(a, b *Ticket, now time.Time) int64 {
	gap := math.Abs(a.Points - b.Points)
	if gap > min(a.Range(now), b.Range(now)) || !agree(a, b) {
		return 0
	}
	waited := max(now.Sub(a.Since), 0) + max(now.Sub(b.Since), 0)
	bonus := min(wait*int64(waited.Seconds()), paired/4)
	return paired + bonus - min(int64(gap), paired/4)
}

// agree reports whether two would play the same game.
func agree(a, b *Ticket) bool {
	switch {
	case a.Player == b.Player, a.Rated != b.Rated, a.Double != b.Double:
		return false
	case !a.Double && a.Wish != Either && a.Wish == b.Wish:
		return false
	case slices.Contains(a.Blocks, b.Player), slices.Contains(b.Blocks, a.Player):
		return false
	}
	return common(a.Variants, b.Variants) != "" && common(a.Clocks, b.Clocks) != ""
}

// common returns what both like best together: the least sum of places in their
// lists.
func common(a, b []string) (choice string) {
	least := math.MaxInt
	for i, x := range a {
		if j := slices.Index(b, x); j >= 0 && i+j < least {
			choice, least = x, i+j
		}
	}
	return choice
}

// seat gives the sides: as wished, else to whoever has had it less often.
func seat(a, b Ticket) Pair {
	if a.Wish == WantsDefenders || b.Wish == WantsAttackers || a.Wish == b.Wish && a.Tilt > b.Tilt {
		a, b = b, a
	}
	return Pair{Tickets: [game.Sides]Ticket{a, b}, Variant: common(a.Variants, b.Variants),
		Clock: common(a.Clocks, b.Clocks)}
}
