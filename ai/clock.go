package ai

import "time"

// Clock is the time that a side has at the start of its turn. The zero value means no clock.
type Clock struct {
	Main      time.Duration
	Increment time.Duration // added after every turn
	Period    time.Duration // byo-yomi after Main is used up; with one period and no Main, the time per turn
	Periods   int
}

// turnsAhead is the number of turns among which an engine divides its main time.
const turnsAhead = 30

// Limits returns the time for the turn: Soft if the best move is stable, Time at most. Both are
// below the time left.
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

// lag returns the reserve for transmission delays.
func lag(left time.Duration) time.Duration {
	return min(max(left/20, 100*time.Millisecond), 500*time.Millisecond, left*2/3)
}
