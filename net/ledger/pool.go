package ledger

import (
	"time"

	"tafl3d/game/match"
	"tafl3d/net/wire"
)

// Pool returns the pool in which a game is rated: the family of its variant at its
// speed. A game by rules of one's own has none.
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

// Speed says how fast a control is, by the time that forty turns take.
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
