package review

import (
	"math"

	"tafl3d/ai"
	"tafl3d/game"
)

// EngineChance returns the attackers' chance of winning at a score between two equal engines of
// full strength, a draw counting half; false for variants without games of engines. It differs from
// Chance: engines convert small advantages more often than people do. The curves are logistic,
// a slope for each side that is ahead, fitted to games of the engine against itself with earlier
// nets (docs/lab/nets.md), so the figures are approximate.
func EngineChance(variant string, score int) (chance float64, known bool) {
	const certain = 0.995
	if _, win, ok := ai.WinIn(score); ok {
		if win {
			return 1, true
		}
		return 0, true
	}
	scale, known := engineScales[variant]
	ahead := game.Attackers
	if score < 0 {
		ahead = game.Defenders
	}
	if !known {
		return 0, false
	}
	return max(1-certain, min(certain, 1/(1+math.Exp(-float64(score)/scale[ahead])))), true
}

// engineScales holds, by variant and the side ahead, by how many hundredths of a man the odds
// grow e times.
var engineScales = map[string][game.Sides]float64{
	"bagh-chal":                 {30, 162},
	"brandubh-gorrion":          {205, 109},
	"copenhagen-11x11-tdiamond": {510, 81},
	"fox-geese-13":              {252, 354},
	"halatafl-winther":          {85, 73},
	"linnaean-9x9-tcross-w":     {518, 326},
	"morris-9":                  {100, 147},
}
