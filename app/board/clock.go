package board

import (
	"slices"
	"strconv"
	"time"

	"tafl3d/app/shell"
	"tafl3d/app/words"
	"tafl3d/game/match"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// ClockChoice selects a time control: one of a list, or a custom one of minutes, increment and periods. The
// zero value selects from the list.
type ClockChoice struct{ own bool }

// Limits of a custom clock.
const (
	mostMinutes   = 180
	mostIncrement = 120 // in seconds
	mostPeriods   = 20
	mostPeriod    = 300 // in seconds
)

// usualOwn is the default custom clock.
var usualOwn = match.Control{Main: 10 * time.Minute, Increment: 5 * time.Second}

// Texts of the fields of a clock.
const (
	textOwnClock  = "Custom"
	textMinutes   = "Minutes"
	textIncrement = "Increment in seconds"
	textPeriods   = "Number of periods"
	textPeriod    = "Seconds per period"
)

// Fields returns the fields for a clock; list has the common ones.
func (c *ClockChoice) Fields(list []string, clock string) []panel.Field {
	field := panel.Field{ID: "clock", Label: words.Clock, Options: append(words.Controls(list),
		tongue.Text(textOwnClock)), Chosen: slices.Index(list, clock)}
	if !c.own {
		return []panel.Field{field}
	}
	field.Chosen = len(list)
	now := ownOf(clock)
	least := 1
	if now.Periods > 0 {
		least = 0
	}
	fields := []panel.Field{field,
		number("clock-minutes", textMinutes, least, mostMinutes, int(now.Main/time.Minute)),
		number("clock-increment", textIncrement, 0, mostIncrement, int(now.Increment/time.Second)),
		number("clock-periods", textPeriods, 0, mostPeriods, now.Periods)}
	fields[2].Disabled = now.Periods > 0
	if now.Periods > 0 {
		fields = append(fields, number("clock-period", textPeriod, 1, mostPeriod, int(now.Period/time.Second)))
	}
	return fields
}

// number returns a number field from least to most.
func number(id, label string, least, most, now int) panel.Field {
	f := panel.Field{ID: id, Label: label, Number: true, Least: least, Chosen: min(max(now, least), most) - least}
	for n := least; n <= most; n++ {
		f.Options = append(f.Options, strconv.Itoa(n))
	}
	return f
}

// ownOf parses a clock as a custom one.
func ownOf(clock string) match.Control {
	c, err := match.ParseControl(clock)
	if err != nil || !c.On() || c.PerTurn() {
		return usualOwn
	}
	c.Main = min(c.Main.Truncate(time.Minute), mostMinutes*time.Minute)
	return c
}

// Do executes a command of the fields. It returns the selected clock, and whether it handled the command.
func (c *ClockChoice) Do(cmd panel.Command, list []string, clock string) (string, bool) {
	now := ownOf(clock)
	n := max(cmd.Arg, 0)
	switch cmd.ID {
	case "clock":
		if c.own = n >= len(list); !c.own {
			return shell.Pick(list, n), true
		}
	case "clock-minutes":
		if now.Periods == 0 {
			n++
		}
		now.Main = time.Duration(min(n, mostMinutes)) * time.Minute
	case "clock-increment":
		now.Increment = time.Duration(min(n, mostIncrement)) * time.Second
	case "clock-periods":
		now = withPeriods(now, min(n, mostPeriods))
	case "clock-period":
		now.Period = time.Duration(min(n+1, mostPeriod)) * time.Second
	default:
		return clock, false
	}
	return now.String(), true
}

// withPeriods returns a control with n periods instead of an increment, or with none.
func withPeriods(c match.Control, n int) match.Control {
	switch {
	case n == 0:
		c.Periods, c.Period, c.Main = 0, 0, max(c.Main, time.Minute)
	case c.Period == 0:
		c.Periods, c.Period, c.Increment = n, 30*time.Second, 0
	default:
		c.Periods = n
	}
	return c
}
