package play

import (
	"errors"
	"strings"

	"tafl3d/tournament"
)

// NextRound pairs the next round of t. If that is impossible and no game is open, it ends the tournament, with the
// reason as its note. apply applies an event to t and saves it.
func NextRound(t *tournament.Tournament, apply func(tournament.Event) error) error {
	err := apply(tournament.Pair{})
	for _, final := range []error{tournament.ErrNobody, tournament.ErrFew, tournament.ErrLate} {
		if errors.Is(err, final) && len(t.Due()) == 0 {
			return apply(tournament.End{Note: strings.ReplaceAll(err.Error(), "\n", "; ")})
		}
	}
	return err
}
