package tongue

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Decimal writes a number to at most two places, with the language's decimal sign.
func (say *Speaker) Decimal(v float64) string {
	text := strconv.FormatFloat(v, 'f', 2, 64)
	text = strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	if say.id != English {
		text = strings.Replace(text, ".", ",", 1)
	}
	return text
}

// Time writes a day and the time of day in the zone of t, which is named if it is UTC.
func (say *Speaker) Time(t time.Time) string {
	text := t.Format(say.Text("2 Jan 2006, 15:04"))
	if t.Location() == time.UTC {
		text += " UTC"
	}
	return text
}

// Span writes a length of time in the largest unit that it is whole in.
func (say *Speaker) Span(d time.Duration) string {
	const day = 24 * time.Hour
	switch {
	case d >= day && d%day == 0:
		return say.Textf("%d days", int(d/day))
	case d >= time.Minute && d%time.Minute == 0:
		return say.Textf("%d min", int(d/time.Minute))
	}
	return say.Textf("%g s", d.Seconds())
}

// Clock describes a time control as people say it: "5 min + 3 s a turn", "10 min,
// then 3 × 30 s". Without any time there is none.
func (say *Speaker) Clock(main, increment, period time.Duration, periods int) string {
	switch {
	case main == 0 && increment == 0 && periods == 0:
		return say.Text("no clock")
	case periods == 1 && main == 0 && increment == 0:
		return say.Textf("%s a turn", say.Span(period))
	case periods > 0:
		return say.Textf("%s, then %d × %s", say.Span(main), periods, say.Span(period))
	case increment == 0:
		return say.Textf("%s for the game", say.Span(main))
	}
	return say.Textf("%s + %s a turn", say.Span(main), say.Span(increment))
}

// Worded is an error that can be put together in any language.
type Worded interface {
	error
	Words() (format string, args []any)
}

// Error says an error: one that gives its words, and such among its arguments, in the reader's
// language.
func (say *Speaker) Error(err error) string {
	if w, is := errors.AsType[Worded](err); is {
		return say.Worded(w, say.Error)
	}
	return say.Text(err.Error())
}

// Worded puts an error together; inner says the errors among its arguments.
func (say *Speaker) Worded(err Worded, inner func(error) string) string {
	format, args := err.Words()
	if len(args) == 0 {
		return say.Text(format)
	}
	args = slices.Clone(args)
	for i, a := range args {
		if in, is := a.(error); is {
			args[i] = Name(inner(in))
		}
	}
	return say.Textf(format, args...)
}
