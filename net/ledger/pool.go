package ledger

import (
	"time"

	"tafl3d/game/match"
	"tafl3d/net/wire"
)

// Pool returns the rating pool of a game: variant family and speed. It is empty for a game with its own rules.
func Pool(spec wire.Spec) string {
	if spec.Rules != "" {
		return ""
	}
	v, err := Variant(spec)
	if err != nil {
		return ""
	}
	c, err := match.ParseControl(spec.Clock)
	if err != nil {
		return ""
	}
	return v.Family + " " + Speed(c)
}

// Speed returns the speed class of a time control, by the time for forty moves.
func Speed(c match.Control) string {
	if !c.On() {
		return "correspondence"
	}
	const turns = 40
	t := c.Main + turns*c.Increment
	if c.Periods > 0 {
		t += turns * c.Period
	}
	switch {
	case t >= 12*time.Hour:
		return "correspondence"
	case t < 8*time.Minute:
		return "blitz"
	case t < 25*time.Minute:
		return "rapid"
	}
	return "classical"
}
