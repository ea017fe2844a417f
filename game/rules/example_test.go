package rules_test

import (
	"errors"
	"fmt"

	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
)

// A game is a Line. LegalTurns lists what may be played, Play plays a whole turn
// and tells how the game has ended by it, if it has.
func ExampleLine_Play() {
	v, err := variant.Get("brandubh-gorrion")
	if err != nil {
		fmt.Println(err)
		return
	}
	line := v.Rules.Line()
	fmt.Println(len(line.LegalTurns()), "turns,", line.Turn(), "to move")
	at := func(name string) game.Square { s, _ := v.Rules.Board().Named(name); return s }
	for _, to := range []string{"a7", "c7"} {
		steps, end, err := line.Play([]game.Move{{From: at("d7"), To: at(to)}})
		fmt.Println(len(steps), "step, over:", end.Over(), err)
	}
	fmt.Println(line.Turn(), "to move")
	// Output:
	// 40 turns, attackers to move
	// 0 step, over: false a man may not stop on a7, a corner
	// 1 step, over: false <nil>
	// defenders to move
}

// A refusal says why. The line is as it was.
func ExampleLine_Try() {
	v, _ := variant.Get("brandubh-gorrion")
	line := v.Rules.Line()
	from, _ := v.Rules.Board().Named("d4")
	_, err := line.Try(game.Move{From: from, To: from})
	var illegal *rules.Illegal
	fmt.Println(errors.As(err, &illegal), line.Turn())
	// Output: true attackers
}
