package notation_test

import (
	"errors"
	"fmt"

	"tafl3d/game/notation"
	"tafl3d/game/variant"
)

// A turn is read for the position before it, and written with its captures.
func ExampleParseTurn() {
	v, _ := variant.Get("brandubh-gorrion")
	line := v.Rules.Line()
	for _, text := range []string{"f4-f5", "d5-e5", "d6-d5"} {
		moves, err := notation.ParseTurn(&line.Position, line.History(), text)
		if err != nil {
			fmt.Println(err)
			return
		}
		steps, _, _ := line.Play(moves)
		fmt.Println(notation.Turn(v.Rules, steps))
	}
	fmt.Println(notation.Position(&line.Position))
	// Output:
	// f4-f5
	// d5-e5
	// d6-d5xe5
	// 3t3/7/3t1t1/ttTKT1t/3T3/3t3/3t3 d
}

// A position in one line, and an error that tells its place.
func ExampleParsePosition() {
	v, _ := variant.Get("brandubh-gorrion")
	p, err := notation.ParsePosition(v.Rules, "3t3/7/7/3K2t/7/7/3t3 d")
	fmt.Println(p.Turn(), err)
	_, err = notation.ParsePosition(v.Rules, "3t3/7/7/3Q2t/7/7/3t3 d")
	fmt.Println(errors.Is(err, notation.ErrSyntax))
	// Output:
	// defenders <nil>
	// true
}
