package board

import (
	"slices"
	"strconv"
	"strings"
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

// Fields returns the fields that change a clock; list has the common ones. With a custom clock the defenders can have
// another time than the attackers.
func (c *ClockChoice) Fields(list []string, clock *string) []panel.Field {
	attackers, defenders, _ := strings.Cut(*clock, "/")
	list = slices.DeleteFunc(slices.Clone(list), func(text string) bool { return strings.Contains(text, "/") })
	if defenders != "" {
		list, c.own = shell.With(list, attackers), true
	}
	join := func() {
		if !c.own {
			defenders = ""
		}
		*clock = withOdds(attackers, defenders)
	}
	fields := c.timeFields(list, &attackers, join)
	if !c.own {
		return fields
	}
	others := slices.DeleteFunc(shell.With(slices.Clone(list), defenders),
		func(text string) bool { return text == "" || text == "none" })
	return append(fields, panel.Field{ID: "clock-odds", Label: "Defenders' clock",
		Options: append([]string{"the same"}, words.Controls(others)...), Chosen: slices.Index(others, defenders) + 1,
		Set: func(n int) {
			defenders = append([]string{""}, others...)[n]
			join()
		}})
}

// withOdds returns the clock that gives each side a time of its own; the defenders' may be empty for the same.
func withOdds(attackers, defenders string) string {
	if defenders == "" || attackers == "none" {
		return attackers
	}
	a, errA := match.ParseControl(attackers)
	d, errD := match.ParseControl(defenders)
	if errA != nil || errD != nil {
		return attackers
	}
	return match.Uneven(a, d).String()
}

// timeFields returns the fields that change the time of one side. join is called after each change.
func (c *ClockChoice) timeFields(list []string, clock *string, join func()) []panel.Field {
	now := ownOf(*clock)
	field := panel.Field{ID: "clock", Label: words.Clock, Options: append(words.Controls(list),
		tongue.Text(textOwnClock)), Chosen: slices.Index(list, *clock), Set: func(n int) {
		*clock = append(slices.Clone(list), now.String())[n]
		c.own = n == len(list)
		join()
	}}
	if !c.own {
		return []panel.Field{field}
	}
	field.Chosen = len(list)
	number := func(id, label string, least, most, value int, set func(n int)) panel.Field {
		f := numberField(id, label, least, most, value)
		f.Set = func(n int) {
			set(min(max(n+least, least), most))
			*clock = now.String()
			join()
		}
		return f
	}
	least := 1
	if now.Periods > 0 {
		least = 0
	}
	fields := []panel.Field{field,
		number("clock-minutes", textMinutes, least, mostMinutes, int(now.Main/time.Minute),
			func(n int) { now.Main = time.Duration(n) * time.Minute }),
		number("clock-increment", textIncrement, 0, mostIncrement, int(now.Increment/time.Second),
			func(n int) { now.Increment = time.Duration(n) * time.Second }),
		number("clock-periods", textPeriods, 0, mostPeriods, now.Periods,
			func(n int) { now = withPeriods(now, n) })}
	fields[2].Disabled = now.Periods > 0
	if now.Periods > 0 {
		fields = append(fields, number("clock-period", textPeriod, 1, mostPeriod, int(now.Period/time.Second),
			func(n int) { now.Period = time.Duration(n) * time.Second }))
	}
	return fields
}

// numberField returns a number field from least to most.
func numberField(id, label string, least, most, now int) panel.Field {
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
