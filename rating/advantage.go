package rating

import (
	"math"

	"tafl3d/game"
)

// Bounds of the estimated advantage of a side, in rating points.
const (
	advantageSpread = 150 // deviation of a variant without games
	advantageFloor  = 12  // lower bound of the deviation, so that learning never stops
	advantageLimit  = 600
)

// Advantage is the advantage of the attackers in a variant in rating points: positive
// if the attackers have the easier game. It is learned from results. Its zero value
// means equal sides, uncertain.
//
// The advantage x is added to the difference of the ratings in the expected score,
//
//	E = 1 / (1 + exp(-g (rA - rD + x) / 173.7178)),
//
// so a win on the harder side is less expected and changes the ratings more. x itself
// is an unknown with a normal distribution, which each game updates as Glickman's first
// system does a rating ("The Glicko system", 1995, step 2), with one opponent whose
// deviation is that of both ratings together:
//
//	1/d² = q² g² E (1 - E)        q = 1 / 173.7178
//	x'   = x + q g (s - E) / (1/D² + 1/d²)
//	D'²  = 1 / (1/D² + 1/d²),     never below 12 points
//
// with g at the deviation sqrt(RDa² + RDd²): games between players with uncertain
// ratings say little about the side.
type Advantage struct {
	Points    float64 `json:"points"`
	Deviation float64 `json:"deviation"` // zero for a variant without games
	Games     int     `json:"games"`
}

// deviation returns the deviation, also of a variant without games.
func (a Advantage) deviation() float64 {
	if a.Deviation <= 0 {
		return advantageSpread
	}
	return a.Deviation
}

// Edge returns the value of playing side, for Played.Edge.
func (a Advantage) Edge(side game.Side) float64 {
	if side == game.Attackers {
		return a.Points
	}
	return -a.Points
}

// Harder returns the side that wins less often between equal players. It is false while the advantage is within two
// deviations of zero.
func (a Advantage) Harder() (game.Side, bool) {
	if math.Abs(a.Points) < 2*a.deviation() {
		return 0, false
	}
	if a.Points > 0 {
		return game.Defenders, true
	}
	return game.Attackers, true
}

// Learn returns the advantage after a game in which the attackers scored 1, 0.5 or 0. The ratings are those before
// the game.
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
