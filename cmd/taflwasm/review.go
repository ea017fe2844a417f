//go:build review || !js

package main

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"strings"

	"tafl3d/ai"
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
	Class  string  `json:"class"`
	Lost   int     `json:"lost"`             // winning chance, in percent
	Better string  `json:"better,omitempty"` // the best move and what follows; empty if it was played
	Why    [][]any `json:"why,omitempty"`    // sentences, for inaccuracies and worse: a text and its arguments
}

// analysed is the analysis of a position as pages read it.
type analysed struct {
	Chance float64 `json:"chance"`           // the attackers', from 0 to 1
	Depth  int     `json:"depth"`            // in moves
	Line   string  `json:"line"`             // the expected moves
	Winner string  `json:"winner,omitempty"` // side with a proven win
	In     int     `json:"in,omitempty"`     // moves of both sides to it
}

// reviewGame reviews a game by rules and from a position in the format of begin. A line of moves is one turn; its steps
// are separated by spaces, and the four parts of a step by commas. variant names the game, which decides about winning
// chances. progress is called with the number of reviewed positions. The answer is JSON, or an error text.
func reviewGame(text, at, variant, moves string, opt review.Options, progress func(done, of int)) (string, error) {
	var played *tree.Game
	var c *tree.Cursor
	g, err := replay(text, at, moves, func(g *play) (err error) {
		if c == nil {
			played = tree.New(variant, g.start)
			c = played.Cursor()
			return nil
		}
		_, err = c.Play(g.last)
		return err
	})
	if err != nil {
		return "", err
	}
	r, err := review.Review(context.Background(), played, opt, func(p review.Progress) { progress(p.Done, p.Of) })
	if err != nil {
		return "", err
	}
	out, err := json.Marshal(tell(g.start.Rules(), variant, &r))
	return string(out), err
}

// replay plays moves in the format of reviewGame. each, unless nil, is called at the start and after each line of
// moves.
func replay(text, at, moves string, each func(*play) error) (*play, error) {
	if each == nil {
		each = func(*play) error { return nil }
	}
	g := &play{}
	if fault, _ := g.begin(text, at, 1, 0).(string); fault != "" {
		return nil, errors.New(fault)
	}
	err := each(g)
	for turn := range strings.FieldsFuncSeq(moves, func(r rune) bool { return r == '\n' }) {
		for step := range strings.FieldsSeq(turn) {
			part := strings.Split(step, ",")
			if len(part) != 4 {
				return nil, errors.New("a step needs four parts: " + step)
			}
			if why, _ := g.ask(part[0], part[1], part[2], part[3]).(string); why != "" {
				return nil, errors.New(step + ": " + why)
			}
		}
		if err == nil {
			err = each(g)
		}
	}
	return g, err
}

// positionAfter returns the position after moves, with the legal moves, in the format of play.position. Moves are in
// the format of reviewGame; the last line may be a part of a turn.
func positionAfter(text, at, moves string) (string, error) {
	g, err := replay(text, at, moves, nil)
	if err != nil {
		return "", err
	}
	told, _ := g.position(g.line.Turn().String()).(string)
	return told, nil
}

// analyse analyses the position after moves with an engine of the desktop's strength. The answer is JSON.
func analyse(text, at, variant, moves string, limits ai.Limits) (string, error) {
	g, err := replay(text, at, moves, nil)
	if err != nil {
		return "", err
	}
	a, turn := analysed{}, g.line.Turn()
	if g.end.Over() {
		if a.Chance = 0.5; !g.end.Draw {
			a.Chance = float64(1 - g.end.Winner)
		}
	} else {
		_, info, err := ai.New(ai.Limits{}).Think(context.Background(), g.line.Position, g.line.History(), limits)
		if err != nil {
			return "", err
		}
		a.Depth, a.Line = info.Depth, lineText(g.line, info.PV)
		score := info.Score
		if turn == game.Defenders {
			score = -score
		}
		a.Chance = ai.WinChance(variant, score, game.Attackers)
		if n, wins, ok := ai.WinIn(info.Score); ok {
			if a.In = n; !wins {
				turn = turn.Other()
			}
			a.Winner = turn.String()
		}
	}
	out, err := json.Marshal(a)
	return string(out), err
}

// lineText returns the turns of an expected line, separated by spaces. It leaves l as it is.
func lineText(l *rules.Line, steps []game.Move) string {
	l = l.Clone()
	var turns []string
	var turn []game.Move
	for _, m := range steps {
		if _, err := l.Try(m); err != nil {
			break
		}
		if turn = append(turn, m); !l.MidTurn() {
			turns, turn = append(turns, said(l.Rules(), turn)), nil
			if l.Judge().Over() {
				break
			}
		}
	}
	if len(turn) > 0 {
		turns = append(turns, said(l.Rules(), turn))
	}
	return strings.Join(turns, " ")
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
		if turn.Class >= review.Inaccuracy {
			for _, s := range turn.Words(r.Board()) {
				one.Why = append(one.Why, append([]any{s.Text}, s.Args...))
			}
		}
		t.Turns = append(t.Turns, one)
	}
	return t
}
