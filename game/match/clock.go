package match

import (
	"time"

	"tafl3d/game"
)

// Left is the remaining time of a side at the beginning of its move.
type Left struct {
	Main    time.Duration
	Periods int // byo-yomi periods not yet used up
}

// Clock is the state of a game clock. It is a value; copies are independent.
type Clock struct {
	control Control
	left    [game.Sides]Left
	side    game.Side     // the side whose time is running
	spent   time.Duration // on the current move, before since
	since   time.Time     // start of the running period; zero while the clock is stopped
}

// Face is the display of a clock for one side.
type Face struct {
	On      bool // the game has a clock
	Running bool
	Low     bool
	Main    time.Duration // remaining main time
	Period  time.Duration // remaining time of the current byo-yomi period, once Main is used up
	Periods int           // periods left, including the current one
}

func newClock(c Control) Clock {
	k := Clock{control: c}
	for side := range k.left {
		own := c.For(game.Side(side))
		k.left[side] = Left{Main: own.Main, Periods: own.Periods}
	}
	return k
}

// Control returns the time control of the clock.
func (c *Clock) Control() Control { return c.control }

// Running reports whether the clock is running.
func (c *Clock) Running() bool { return !c.since.IsZero() }

// Shift converts the clock for a reader whose system time is ahead by d.
func (c Clock) Shift(d time.Duration) Clock {
	if c.Running() {
		c.since = c.since.Add(d)
	}
	return c
}

// elapsed returns the time used for the current move.
func (c *Clock) elapsed(now time.Time) time.Duration {
	if !c.Running() || now.Before(c.since) {
		return c.spent
	}
	return c.spent + now.Sub(c.since)
}

// start starts the clock for side.
func (c *Clock) start(side game.Side, now time.Time) {
	if c.control.On() && !c.Running() {
		c.side, c.since = side, now
	}
}

// stop stops the clock; start resumes it.
func (c *Clock) stop(now time.Time) {
	c.spent = c.elapsed(now)
	c.since = time.Time{}
}

// charge charges side for the move it has just completed and stops the clock. A move made while the clock is stopped,
// such as the first of a game, costs no time and gets no increment.
func (c *Clock) charge(side game.Side, now time.Time) {
	if c.Running() {
		c.left[side] = c.after(side, c.elapsed(now))
		c.left[side].Main += c.control.For(side).Increment
	}
	c.spent, c.since = 0, time.Time{}
}

// after returns the remaining time of side after it uses d, in whole periods for byo-yomi.
func (c *Clock) after(side game.Side, d time.Duration) Left {
	l := c.left[side]
	if d <= l.Main {
		l.Main -= d
		return l
	}
	d -= l.Main
	l.Main = 0
	if period := c.control.For(side).Period; period > 0 {
		l.Periods -= int(d / period)
	}
	return l
}

// set restores earlier remaining times, for moves taken back.
func (c *Clock) set(left [game.Sides]Left) {
	c.left, c.spent, c.since = left, 0, time.Time{}
}

// total returns all remaining time of side.
func (c *Clock) total(side game.Side) time.Duration {
	l := c.left[side]
	return l.Main + time.Duration(l.Periods)*c.control.For(side).Period
}

// Deadline returns when the time of the running side runs out. It returns false while the clock is stopped.
func (c *Clock) Deadline() (time.Time, bool) {
	if !c.Running() {
		return time.Time{}, false
	}
	return c.since.Add(c.total(c.side) - c.spent), true
}

// Fallen reports whether the time of the running side has run out by now.
func (c *Clock) Fallen(now time.Time) bool {
	d, ok := c.Deadline()
	return ok && !now.Before(d)
}

// Face returns the display of the clock for side.
func (c *Clock) Face(side game.Side, now time.Time) Face {
	f := Face{On: c.control.On(), Running: c.Running() && side == c.side}
	if !f.On {
		return f
	}
	d := time.Duration(0)
	if side == c.side {
		d = min(c.elapsed(now), c.total(side))
	}
	l, own := c.after(side, d), c.control.For(side)
	f.Main, f.Periods = l.Main, l.Periods
	if over := d - c.left[side].Main; l.Main == 0 && l.Periods > 0 {
		f.Period = own.Period - max(over, 0)%own.Period
	}
	f.Low = f.low(own)
	return f
}

// low reports whether little time is left: the last tenth of the main time, limited to between ten seconds and a
// minute; in byo-yomi the last ten seconds of a period.
func (f Face) low(c Control) bool {
	const short = 10 * time.Second
	if c.Periods > 0 {
		return f.Main == 0 && f.Period <= short
	}
	return f.Main <= min(max(c.Main/10, short), time.Minute)
}
