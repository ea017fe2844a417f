//go:build review || !js

package main

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"strings"

	"tafl3d/ai/review"
	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/tree"
)

// reviewed is the review of a game as pages read it. Chances are the attackers', from 0 to 1.
type reviewed struct {
	Chances  []float64          `json:"chances"`  // at the start and after each move
	Accuracy [game.Sides]int    `json:"accuracy"` // in percent
	Turns    []reviewedTurn     `json:"turns"`
	Counts   [game.Sides][5]int `json:"counts"` // moves by class
}

// reviewedTurn is a move of a reviewed game.
type reviewedTurn struct {
	Class  string `json:"class"`
	Lost   int    `json:"lost"`             // winning chance, in percent
	Better string `json:"better,omitempty"` // the best move and what follows; empty if it was played
}

// reviewGame reviews a game by rules and from a position in the format of begin. A line of moves is one turn; its steps
// are separated by spaces, and the four parts of a step by commas. variant names the game, which decides about winning
// chances. progress is called with the number of reviewed positions. The answer is JSON, or an error text.
func reviewGame(text, at, variant, moves string, opt review.Options, progress func(done, of int)) (string, error) {
	g := &play{}
	if fault, _ := g.begin(text, at, 1, 0).(string); fault != "" {
		return "", errors.New(fault)
	}
	played := tree.New(variant, g.start)
	c := played.Cursor()
	for turn := range strings.FieldsFuncSeq(moves, func(r rune) bool { return r == '\n' }) {
		for step := range strings.FieldsSeq(turn) {
			part := strings.Split(step, ",")
			if len(part) != 4 {
				return "", errors.New("a step needs four parts: " + step)
			}
			if why, _ := g.ask(part[0], part[1], part[2], part[3]).(string); why != "" {
				return "", errors.New(step + ": " + why)
			}
		}
		if _, err := c.Play(g.last); err != nil {
			return "", err
		}
	}
	r, err := review.Review(context.Background(), played, opt, func(p review.Progress) { progress(p.Done, p.Of) })
	if err != nil {
		return "", err
	}
	out, err := json.Marshal(tell(g.start.Rules(), variant, &r))
	return string(out), err
}

// tell converts a report.
func tell(r *rules.Rules, variant string, rep *review.Report) reviewed {
	t := reviewed{Chances: rep.Chances(variant), Turns: make([]reviewedTurn, 0, len(rep.Turns)), Counts: rep.Counts}
	for side, a := range rep.Accuracy {
		t.Accuracy[side] = int(math.Round(a))
	}
	for i := range rep.Turns {
		turn := &rep.Turns[i]
		one := reviewedTurn{Class: turn.Class.String(), Lost: int(math.Round(100 * turn.Lost()))}
		var better []string
		for _, m := range turn.Better {
			better = append(better, said(r, m))
		}
		one.Better = strings.Join(better, " ")
		t.Turns = append(t.Turns, one)
	}
	return t
}
