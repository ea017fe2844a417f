package ai

import (
	"math"

	"tafl3d/game"
)

// Chance returns how likely side wins a game of the variant with that id, a draw
// counting half, where a search of the whole engine gave side this score, in
// hundredths of a man as in Info. It is 0 or 1 where the score proves the end,
// and never quite so elsewhere. It grows with the score, is a half at 0, and
// what one side has the other lacks: Chance(v, s, side) + Chance(v, -s,
// side.Other()) is 1. The curve is logistic, fitted to games of the engine
// against itself (tafllab chance, docs/lab/nets.md); variants without such
// games take that of games like most.
func Chance(variant string, score int, side game.Side) float64 {
	const sure = 0.995
	if _, win, ok := WinIn(score); ok {
		if win {
			return 1
		}
		return 0
	}
	scale, known := chances[variant]
	if !known {
		scale = common
	}
	ahead := side
	if score < 0 {
		ahead = side.Other()
	}
	return max(1-sure, min(sure, 1/(1+math.Exp(-float64(score)/scale[ahead]))))
}

// common is for variants that chances has not.
var common = [game.Sides]float64{400, 150}

// chances tells, by the id of a variant and by the side that is ahead, by how
// many hundredths of a man the odds grow e times as good. Each line was printed
// by tafllab chance.
var chances = map[string][game.Sides]float64{
	"bagh-chal":                 {30, 162},
	"brandubh-gorrion":          {205, 109},
	"copenhagen-11x11-tdiamond": {510, 81},
	"fox-geese-13":              {252, 354},
	"halatafl-winther":          {85, 73},
	"linnaean-9x9-tcross-w":     {518, 326},
	"morris-9":                  {100, 147},
}
