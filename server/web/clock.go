package web

import (
	"fmt"
	"time"

	"tafl3d/game/match"
)

// clockWords writes a time control as people say it: "5 min + 3 s a turn".
func clockWords(text string) string {
	c, err := match.ParseControl(text)
	switch {
	case err != nil:
		return text
	case !c.On():
		return "no clock"
	case c.Periods == 1 && c.Main == 0:
		return durationWords(c.Period) + " a turn"
	case c.Periods > 0:
		return fmt.Sprintf("%s, then %d × %s", durationWords(c.Main), c.Periods, durationWords(c.Period))
	case c.Increment == 0:
		return durationWords(c.Main) + " for the game"
	}
	return durationWords(c.Main) + " + " + durationWords(c.Increment) + " a turn"
}

// durationWords writes a time in the largest unit that it is whole in.
func durationWords(d time.Duration) string {
	const day = 24 * time.Hour
	switch {
	case d == day:
		return "1 day"
	case d >= day && d%day == 0:
		return fmt.Sprintf("%d days", d/day)
	case d >= time.Minute && d%time.Minute == 0:
		return fmt.Sprintf("%d min", d/time.Minute)
	}
	return fmt.Sprintf("%g s", d.Seconds())
}
