package ledger

import (
	"time"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/net/wire"
)

// Odds is the place of a speed in the names of pools of games with time odds: these games have ratings of their own.
const Odds = "odds"

// Pool returns the rating pool of a game: variant family and speed, or Odds with time odds. It is empty for a game
// with its own rules.
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
	if c.Odds != (match.Odds{}) {
		return v.Family + " " + Odds
	}
	return v.Family + " " + Speed(c)
}

// Speed returns the speed class of a time control, by the time for forty moves; with time odds by the longer one.
func Speed(c match.Control) string {
	if !c.On() {
		return "correspondence"
	}
	t := max(forty(c.For(game.Attackers)), forty(c.For(game.Defenders)))
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

// forty returns the time of one side for forty moves.
func forty(c match.Control) time.Duration {
	const turns = 40
	t := c.Main + turns*c.Increment
	if c.Periods > 0 {
		t += turns * c.Period
	}
	return t
}
