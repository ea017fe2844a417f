package match_test

import (
	"errors"
	"fmt"
	"time"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/notation"
	"tafl3d/game/variant"
)

// A match is a plain value: the time comes from outside. Here the attackers
// move, the defenders let their five minutes pass.
func ExampleMatch_Do() {
	v, _ := variant.Get("brandubh-gorrion")
	control, err := match.ParseControl("5m+3s")
	if err != nil {
		fmt.Println(err)
		return
	}
	now := time.Date(2026, 6, 24, 12, 0, 0, 0, time.UTC)
	m := match.New(v.Rules.Start(), control)
	m.Begin(now)

	start := v.Rules.Start()
	moves, _ := notation.ParseTurn(&start, nil, "f4-f5")
	_, err = m.Do(game.Defenders, match.Play{Move: moves[0]}, now)
	fmt.Println(errors.Is(err, match.ErrNotYourTurn))
	_, err = m.Do(game.Attackers, match.Play{Move: moves[0]}, now)
	fmt.Println(err, m.Ply(), m.Side())

	_, _ = m.Do(game.Attackers, match.Flag{}, now.Add(6*time.Minute))
	fmt.Println(m.Outcome().Result(), m.Outcome().Cause)
	// Output:
	// true
	// <nil> 1 defenders
	// attackers time
}
