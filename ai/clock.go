package ai

import "time"

// Clock is the time that a side has when its turn begins. The zero value is no
// clock.
type Clock struct {
	Main      time.Duration
	Increment time.Duration // comes back after every turn
	Period    time.Duration // of byo-yomi, once Main is used up; with one period and no Main, the time for a turn
	Periods   int
}

// turnsAhead is over how many turns an engine spreads its main time.
const turnsAhead = 30

// Limits returns how long to think about the turn: Soft where nothing is in
// doubt, Time at the most. Both are below what is left.
func (c Clock) Limits() Limits {
	if c == (Clock{}) {
		return Limits{}
	}
	left, soft := c.Main, c.Main/turnsAhead+c.Increment*4/5
	if c.Periods > 0 {
		left += c.Period
		soft += c.Period / 2
	}
	hard := min(4*soft, left-lag(left))
	if c.Main > 0 {
		hard = min(hard, max(c.Main/4+c.Increment+c.Period, soft))
	}
	return Limits{Time: hard, Soft: min(soft, hard)}
}

// lag is what is kept for the way to the clock and back.
func lag(left time.Duration) time.Duration {
	return min(max(left/20, 100*time.Millisecond), 500*time.Millisecond, left*2/3)
}
