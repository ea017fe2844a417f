package tongue

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Decimal formats a number with at most two decimals and the language's decimal separator.
func (say *Speaker) Decimal(v float64) string {
	text := strconv.FormatFloat(v, 'f', 2, 64)
	text = strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	if say.id != English {
		text = strings.Replace(text, ".", ",", 1)
	}
	return text
}

// Time formats a date and time in the zone of t. It names the zone only if it is UTC.
func (say *Speaker) Time(t time.Time) string {
	text := t.Format(say.Text("2 Jan 2006, 15:04"))
	if t.Location() == time.UTC {
		text += " UTC"
	}
	return text
}

// Span formats a duration in the largest unit of which it is a multiple.
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

// Clock describes a time control: "5 min + 3 s a turn", "10 min, then 3 × 30 s". Without any time the text is "no
// clock".
func (say *Speaker) Clock(main, increment, period time.Duration, periods int) string {
	switch {
	case main == 0 && increment == 0 && periods == 0:
		return say.Text("no clock")
	case periods == 1 && main == 0 && increment == 0:
		return say.Textf("%s per move", say.Span(period))
	case periods > 0:
		return say.Textf("%s, then %d × %s", say.Span(main), periods, say.Span(period))
	case increment == 0:
		return say.Textf("%s for the game", say.Span(main))
	}
	return say.Textf("%s + %s per move", say.Span(main), say.Span(increment))
}

// Worded is an error that can be translated.
type Worded interface {
	error
	Words() (format string, args []any)
}

// Error returns the message of an error in the reader's language. Worded errors are translated, including those among
// their arguments.
func (say *Speaker) Error(err error) string {
	if w, is := errors.AsType[Worded](err); is {
		return say.Worded(w, say.Error)
	}
	return say.Text(err.Error())
}

// Worded translates an error; inner converts the errors among its arguments.
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
