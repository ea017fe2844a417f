package render

import (
	"fmt"
	"testing"

	"tafl3d/scene"
)

// TestNothingIsLeftInTheDriver goes round through steps of quality, rooms, sets
// and boards of two sizes and counts what the driver holds after every round.
func TestNothingIsLeftInTheDriver(t *testing.T) {
	main(t, func() error {
		s, err := OpenStudio(small, 160, 100)
		if err != nil {
			return err
		}
		defer s.Close()
		var first Holdings
		for round := range 4 {
			for _, look := range []scene.Style{
				{Quality: "low"}, {Quality: "high", Room: "door", Men: "glass"},
				{Quality: "medium", Board: "stone", Room: "studio"}, {Quality: "medium"},
			} {
				for _, size := range []int{7, 9} {
					sc, _ := position(t, size)
					sc.Dress(look)
					if _, err := s.Take(sc, nil); err != nil {
						return err
					}
				}
			}
			switch n := Held(); {
			case round == 1:
				first = n
			case round > 1 && n != first:
				return fmt.Errorf("round %d leaves %+v, round 1 left %+v", round, n, first)
			}
		}
		return nil
	})
}
