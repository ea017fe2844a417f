package rating

import (
	"math"

	"tafl3d/game"
)

// Bounds of what is believed about a side's advantage, in rating points.
const (
	advantageSpread = 150 // how unequal an unknown variant is likely to be
	advantageFloor  = 12  // deviation below which learning never falls, so that it goes on, slowly
	advantageLimit  = 600
)

// Advantage is what the attackers' seat of a variant is worth in rating points
// over the defenders': positive where the attackers have the easier game. It is
// learned from results. Its zero value knows nothing: equal sides, uncertain.
//
// The advantage x enters the expected score beside the ratings,
//
//	E = 1 / (1 + exp(-g (rA - rD + x) / 173.7178)),
//
// so a win on the harder side is a greater surprise and moves the ratings more.
// x itself is one more unknown with a normal distribution, and each game brings
// it up to date as Glickman's first system does a rating ("The Glicko system",
// 1995, step 2), with one opponent whose deviation is that of both ratings
// together:
//
//	1/d² = q² g² E (1 - E)        q = 1 / 173.7178
//	x'   = x + q g (s - E) / (1/D² + 1/d²)
//	D'²  = 1 / (1/D² + 1/d²),     never below 12 points
//
// g being taken at the deviation sqrt(RDa² + RDd²): games between players of
// whom little is known teach little about the side.
type Advantage struct {
	Points    float64 `json:"points"`
	Deviation float64 `json:"deviation"` // zero is that of a variant never played
	Games     int     `json:"games"`
}

// deviation returns the deviation, of a variant never played as well.
func (a Advantage) deviation() float64 {
	if a.Deviation <= 0 {
		return advantageSpread
	}
	return a.Deviation
}

// Edge returns what having side is worth, as Played takes it.
func (a Advantage) Edge(side game.Side) float64 {
	if side == game.Attackers {
		return a.Points
	}
	return -a.Points
}

// Harder returns the side that wins less often between equals. It is false
// while the advantage is within two deviations of none.
func (a Advantage) Harder() (game.Side, bool) {
	if math.Abs(a.Points) < 2*a.deviation() {
		return 0, false
	}
	if a.Points > 0 {
		return game.Defenders, true
	}
	return game.Attackers, true
}

// Learn returns the advantage after a game in which the attackers scored 1,
// 0.5 or 0. The ratings are those before the game.
func (a Advantage) Learn(attackers, defenders Rating, score float64) Advantage {
	attackers, defenders = attackers.known(), defenders.known()
	g := weight(math.Hypot(attackers.Deviation, defenders.Deviation) / scale)
	e := expect((attackers.Points-defenders.Points+a.Points)/scale, g)
	dev := a.deviation()
	precision := 1/(dev*dev) + g*g*e*(1-e)/(scale*scale)
	a.Points += g * (score - e) / scale / precision
	a.Points = min(max(a.Points, -advantageLimit), advantageLimit)
	a.Deviation = max(math.Sqrt(1/precision), advantageFloor)
	a.Games++
	return a
}
