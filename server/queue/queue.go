// Package queue pairs players who wait for a game. It is a pure function of their tickets and the time.
package queue

import (
	"cmp"
	"math"
	"slices"
	"time"

	"tafl3d/game"
	"tafl3d/matching"
)

// Wish is the side that a player wants.
type Wish uint8

// The wishes.
const (
	Either Wish = iota
	WantsAttackers
	WantsDefenders
)

// Ticket is a player who waits for a game.
type Ticket struct {
	ID       string
	Player   string
	Since    time.Time
	Points   float64  // of the player's rating
	Variants []string // accepted, preferred ones first
	Clocks   []string // accepted time controls, preferred ones first
	Rated    bool
	Double   bool // a match of two games; each player has each side once
	Wish     Wish // of a single game
	Tilt     int  // earlier games as attackers minus those as defenders
	Blocks   []string
}

// Pair is a game to begin.
type Pair struct {
	Tickets [game.Sides]Ticket // attackers, defenders; in a match of two those of the first game
	Variant string
	Clock   string
}

// The allowed difference of two ratings grows with the time waited and is unlimited after anybody, so that no one waits
// forever.
const (
	narrow  = 100.0
	widens  = 5.0 // points per second
	anybody = 3 * time.Minute
)

// Range returns the largest allowed rating difference to an opponent: infinite after three minutes.
func (t Ticket) Range(now time.Time) float64 {
	waited := now.Sub(t.Since)
	if waited >= anybody {
		return math.Inf(1)
	}
	return narrow + widens*max(waited.Seconds(), 0)
}

// window is how many tickets of neighbouring ratings are weighed against each other at the same time.
const window = 64

// Match pairs as many tickets as possible, with close ratings and long waits first. Tickets that are not in the result
// keep waiting. The result does not depend on the order of the tickets.
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

// variants lists the variants that several tickets accept, the most wanted first.
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

// sweep pairs tickets, sorted by rating, one window at a time. Unpaired tickets of a window take part in the next.
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

// best pairs the tickets of a window.
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

// The parts of a weight: a pairing outweighs everything else.
const (
	paired = 1 << 20
	wait   = 4 // per second of waiting
)

// weight returns how good a game between two tickets would be; 0 if they cannot play.
func weight(a, b *Ticket, now time.Time) int64 {
	gap := math.Abs(a.Points - b.Points)
	if gap > min(a.Range(now), b.Range(now)) || !agree(a, b) {
		return 0
	}
	waited := max(now.Sub(a.Since), 0) + max(now.Sub(b.Since), 0)
	bonus := min(wait*int64(waited.Seconds()), paired/4)
	return paired + bonus - min(int64(gap), paired/4)
}

// agree reports whether two tickets accept a common game.
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

// common returns the choice that both prefer: the one with the least sum of ranks in their lists.
func common(a, b []string) (choice string) {
	least := math.MaxInt
	for i, x := range a {
		if j := slices.Index(b, x); j >= 0 && i+j < least {
			choice, least = x, i+j
		}
	}
	return choice
}

// seat assigns the sides: as wished, otherwise to the player who has had that side less often.
func seat(a, b Ticket) Pair {
	if a.Wish == WantsDefenders || b.Wish == WantsAttackers || a.Wish == b.Wish && a.Tilt > b.Tilt {
		a, b = b, a
	}
	return Pair{Tickets: [game.Sides]Ticket{a, b}, Variant: common(a.Variants, b.Variants),
		Clock: common(a.Clocks, b.Clocks)}
}
