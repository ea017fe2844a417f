package match

import (
	"time"

	"tafl3d/game"
)

// Left is the time that a side has left when its turn begins.
type Left struct {
	Main    time.Duration
	Periods int // byo-yomi periods not yet used up
}

// Clock is a game clock at a moment. It is a value: a copy goes on telling the
// time that it told when it was copied.
type Clock struct {
	control Control
	left    [game.Sides]Left
	side    game.Side     // whose time is counted
	spent   time.Duration // of the turn under way, before since
	since   time.Time     // when the clock was set going; zero while it stands
}

// Face is what a clock shows of one side.
type Face struct {
	On      bool // there is a clock at all
	Running bool
	Low     bool
	Main    time.Duration // left of the main time
	Period  time.Duration // left of the running byo-yomi period, once Main is used up
	Periods int           // periods left, the running one included
}

func newClock(c Control) Clock {
	l := Left{Main: c.Main, Periods: c.Periods}
	return Clock{control: c, left: [game.Sides]Left{l, l}}
}

// Control returns what the clock was set to.
func (c *Clock) Control() Control { return c.control }

// Running reports whether the clock is going.
func (c *Clock) Running() bool { return !c.since.IsZero() }

// Shift returns the clock as one sees it whose time is ahead of the clock's by d.
func (c Clock) Shift(d time.Duration) Clock {
	if c.Running() {
		c.since = c.since.Add(d)
	}
	return c
}

// elapsed returns how long the turn under way has taken.
func (c *Clock) elapsed(now time.Time) time.Duration {
	if !c.Running() || now.Before(c.since) {
		return c.spent
	}
	return c.spent + now.Sub(c.since)
}

// start sets the clock going for side.
func (c *Clock) start(side game.Side, now time.Time) {
	if c.control.On() && !c.Running() {
		c.side, c.since = side, now
	}
}

// stop halts the clock; start goes on from there.
func (c *Clock) stop(now time.Time) {
	c.spent = c.elapsed(now)
	c.since = time.Time{}
}

// turned books the turn that side has just completed and halts the clock. A
// turn made while the clock stood, such as the first of a game, is free and
// earns nothing.
func (c *Clock) turned(side game.Side, now time.Time) {
	if c.Running() {
		c.left[side] = c.after(side, c.elapsed(now))
		c.left[side].Main += c.control.Increment
	}
	c.spent, c.since = 0, time.Time{}
}

// after returns what side has left after d, whole periods counted.
func (c *Clock) after(side game.Side, d time.Duration) Left {
	l := c.left[side]
	if d <= l.Main {
		l.Main -= d
		return l
	}
	d -= l.Main
	l.Main = 0
	if c.control.Period > 0 {
		l.Periods -= int(d / c.control.Period)
	}
	return l
}

// set puts the hands to what they showed before, for a turn taken back.
func (c *Clock) set(left [game.Sides]Left) {
	c.left, c.spent, c.since = left, 0, time.Time{}
}

// total returns all the time of side.
func (c *Clock) total(side game.Side) time.Duration {
	l := c.left[side]
	return l.Main + time.Duration(l.Periods)*c.control.Period
}

// Deadline returns when the flag of the running side falls. It is false while
// the clock stands.
func (c *Clock) Deadline() (time.Time, bool) {
	if !c.Running() {
		return time.Time{}, false
	}
	return c.since.Add(c.total(c.side) - c.spent), true
}

// Fallen reports whether the flag of the running side has fallen by now.
func (c *Clock) Fallen(now time.Time) bool {
	d, ok := c.Deadline()
	return ok && !now.Before(d)
}

// Face returns what the clock shows of side.
func (c *Clock) Face(side game.Side, now time.Time) Face {
	f := Face{On: c.control.On(), Running: c.Running() && side == c.side}
	if !f.On {
		return f
	}
	d := time.Duration(0)
	if side == c.side {
		d = min(c.elapsed(now), c.total(side))
	}
	l := c.after(side, d)
	f.Main, f.Periods = l.Main, l.Periods
	if over := d - c.left[side].Main; l.Main == 0 && l.Periods > 0 {
		f.Period = c.control.Period - max(over, 0)%c.control.Period
	}
	f.Low = f.low(c.control)
	return f
}

// low reports whether time is short: the last tenth of the main time, but no
// less than ten seconds and no more than a minute; in byo-yomi the last ten
// seconds of a period.
func (f Face) low(c Control) bool {
	const short = 10 * time.Second
	if c.Periods > 0 {
		return f.Main == 0 && f.Period <= short
	}
	return f.Main <= min(max(c.Main/10, short), time.Minute)
}
