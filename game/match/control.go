package match

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"tafl3d/game"
)

// Control is a time control. Its zero value means no clock.
//
// With Periods it is byo-yomi: when Main has run out, each move has Period, and a move that takes longer uses up one
// of the Periods. Otherwise Increment is added after each move.
type Control struct {
	Main      time.Duration
	Increment time.Duration
	Period    time.Duration
	Periods   int
	// Odds is the time of the defenders if it differs; the other fields are then that of the attackers. Zero: no odds.
	Odds Odds
}

// Odds is the time of the defenders in a game with time odds.
type Odds struct {
	Main      time.Duration
	Increment time.Duration
	Period    time.Duration
	Periods   int
}

// For returns the control of one side.
func (c Control) For(side game.Side) Control {
	if o := c.Odds; side == game.Defenders && o != (Odds{}) {
		return Control{Main: o.Main, Increment: o.Increment, Period: o.Period, Periods: o.Periods}
	}
	c.Odds = Odds{}
	return c
}

// Uneven returns the control that gives the attackers one time and the defenders another.
func Uneven(attackers, defenders Control) Control {
	c, d := attackers.For(game.Attackers), defenders.For(game.Attackers)
	if c != d {
		c.Odds = Odds{Main: d.Main, Increment: d.Increment, Period: d.Period, Periods: d.Periods}
	}
	return c
}

// PerTurn reports whether each move has a fixed time and there is no other time.
func (c Control) PerTurn() bool {
	return c.Main == 0 && c.Increment == 0 && c.Periods == 1 && c.Odds == Odds{}
}

// Limits of a control.
const (
	maxMain    = 14 * day
	maxPeriods = 99
)

// On reports whether there is a clock.
func (c Control) On() bool { return c != Control{} }

// String returns the control in the format of ParseControl: "none", "5m+3s", "10m+3x30s", "0s+1x3d" for three days per
// move, or "10m+5s/5m+3s" with time odds.
func (c Control) String() string {
	switch {
	case c.Odds != Odds{}:
		return c.For(game.Attackers).String() + "/" + c.For(game.Defenders).String()
	case !c.On():
		return "none"
	case c.Periods > 0:
		return fmt.Sprintf("%s+%dx%s", span(c.Main), c.Periods, span(c.Period))
	}
	return span(c.Main) + "+" + span(c.Increment)
}

// ParseControl parses "none", a main time with an increment ("5m+3s"), or a main time with byo-yomi periods
// ("10m+3x30s"). With time odds it is the time of the attackers, a slash, and that of the defenders.
func ParseControl(text string) (Control, error) {
	if text == "none" {
		return Control{}, nil
	}
	attackers, defenders, odds := strings.Cut(text, "/")
	c, err := parseControl(attackers)
	if err == nil && odds {
		var d Control
		d, err = parseControl(defenders)
		c = Uneven(c, d)
	}
	if err != nil {
		return Control{}, game.Faultf("clock %q: %s; use none, 5m+3s or 10m+3x30s", text, err)
	}
	return c, nil
}

// parseControl parses the time of one side.
func parseControl(text string) (c Control, err error) {
	if c, err = parseTime(text); err == nil {
		err = c.check()
	}
	return c, err
}

func parseTime(text string) (c Control, err error) {
	main, rest, _ := strings.Cut(text, "+")
	if c.Main, err = parseSpan(main); err != nil || rest == "" {
		return c, err
	}
	n, period, byo := strings.Cut(rest, "x")
	if !byo {
		c.Increment, err = parseSpan(rest)
		return c, err
	}
	if c.Periods, err = strconv.Atoi(n); err != nil || c.Periods < 1 {
		return c, game.Faultf("%q is not a number of periods", n)
	}
	c.Period, err = parseSpan(period)
	return c, err
}

// check returns an error if c is invalid.
func (c Control) check() error {
	switch {
	case c.Main < 0 || c.Increment < 0 || c.Period < 0 || c.Periods < 0:
		return game.Faultf("a negative time")
	case c.Main > maxMain || c.Increment > maxMain || c.Period > maxMain || c.Periods > maxPeriods:
		return game.Faultf("too much time")
	case c.Periods > 0 && c.Period == 0 || c.Periods == 0 && c.Period > 0:
		return game.Faultf("periods need a length and a number")
	case c.Main == 0 && c.Periods == 0:
		return game.Faultf("no thinking time")
	}
	return nil
}

const day = 24 * time.Hour

// span formats a duration without trailing zero units: "5m", not "5m0s". It uses d for whole days.
func span(d time.Duration) string {
	if d > 0 && d%day == 0 {
		return strconv.Itoa(int(d/day)) + "d"
	}
	s := d.String()
	for _, zero := range []string{"m0s", "h0m"} {
		if strings.HasSuffix(s, zero) {
			s = s[:len(s)-2]
		}
	}
	return s
}

func parseSpan(text string) (time.Duration, error) {
	if days, whole := strings.CutSuffix(text, "d"); whole {
		n, err := strconv.ParseUint(days, 10, 8)
		if err != nil {
			return 0, game.Faultf("%q is not a number of days", text)
		}
		return time.Duration(n) * day, nil
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		return 0, game.Faultf("%q is not a time", text)
	}
	return d, nil
}
