package ai

import (
	_ "embed"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"

	"tafl3d/game"
)

// WinChance returns the chance, from 0 to 1, that side wins a game between people of the given
// variant; a draw counts half. score is for side, in hundredths of a man as in Info, from a search
// with the full engine. The chance is 0 or 1 if and only if the score proves the result. It grows
// with the score, and WinChance(v, s, side) + WinChance(v, -s, side.Other()) is 1. The curves are
// fitted to games (tafllab chance, docs/lab/people.md).
func WinChance(variant string, score int, side game.Side) float64 {
	if _, win, ok := WinIn(score); ok {
		if win {
			return 1
		}
		return 0
	}
	if side == game.Defenders {
		return 1 - chanceOf(variant).at(-float64(score))
	}
	return chanceOf(variant).at(float64(score))
}

// curve maps a score to the log odds of the attackers: linear interpolation between points in order
// of score, extrapolated beyond the outer two.
type curve []point

type point struct{ score, odds float64 }

// at returns the attackers' chance at a score.
func (c curve) at(score float64) float64 {
	const least = 0.001 // an unproven result is never certain
	i := 1
	for i < len(c)-1 && score > c[i].score {
		i++
	}
	a, b := c[i-1], c[i]
	odds := a.odds + (score-a.score)*(b.odds-a.odds)/(b.score-a.score)
	return least + (1-2*least)/(1+math.Exp(-odds))
}

//go:embed chance.toml
var chanceFile string

// curves maps the id of a variant to its curve; "" is the default.
var curves = sync.OnceValue(func() map[string]curve {
	list, err := readCurves(chanceFile)
	if err != nil {
		panic("ai: chance.toml: " + err.Error())
	}
	return list
})

func chanceOf(variant string) curve {
	c, known := curves()[variant]
	if !known {
		c = curves()[""]
	}
	return c
}

// readCurves parses lines of TOML: "id" = [score, odds, score, odds, ...].
func readCurves(text string) (map[string]curve, error) {
	list := map[string]curve{}
	n := 0
	for line := range strings.Lines(text) {
		n++
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		name, value, _ := strings.Cut(line, "=")
		id, err := strconv.Unquote(strings.TrimSpace(name))
		if err == nil {
			list[id], err = readCurve(value)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
	return list, nil
}

// readCurve parses the points of a curve, which must increase.
func readCurve(text string) (c curve, err error) {
	words := strings.Split(strings.Trim(strings.TrimSpace(text), "[]"), ",")
	for i := 0; i+1 < len(words); i += 2 {
		var p point
		for k, to := range []*float64{&p.score, &p.odds} {
			if *to, err = strconv.ParseFloat(strings.TrimSpace(words[i+k]), 64); err != nil {
				return nil, err
			}
		}
		if n := len(c); n > 0 && (p.score <= c[n-1].score || p.odds <= c[n-1].odds) {
			return nil, errors.New("the points of a curve must rise")
		}
		c = append(c, p)
	}
	if len(c) < 2 || len(words)%2 != 0 {
		return nil, errors.New("a curve has two points or more, each a score and the odds")
	}
	return c, nil
}
