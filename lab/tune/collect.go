package tune

import (
	"math/rand/v2"

	"tafl3d/ai/eval"
	"tafl3d/game"
	"tafl3d/game/rules"
)

// Results of a game for the attackers.
const (
	Lost  = 0.0
	Drawn = 0.5
	Won   = 1.0
)

// Collector collects positions from games.
type Collector struct {
	PerGame int // maximum number of positions per game
	Seed    uint64

	sets   map[string]*Data // by name of the set of weights
	groups map[string]int
	slopes map[*rules.Rules]*eval.Gradient
	games  int
}

// Data returns the positions for the named set of weights, nil if there are none.
func (c *Collector) Data(set string) *Data { return c.sets[set] }

// Games returns the number of games added.
func (c *Collector) Games() int { return c.games }

// Add adds quiet positions of a game of a tafl ruleset: its positions, and the result for the
// attackers. Games of the same source share an intercept: the attackers' success rate there.
func (c *Collector) Add(source string, r *rules.Rules, course []rules.Position, result float64) {
	if c.sets == nil {
		c.sets, c.groups, c.slopes = map[string]*Data{}, map[string]int{}, map[*rules.Rules]*eval.Gradient{}
	}
	c.games++
	chance := rand.New(rand.NewPCG(c.Seed, uint64(c.games)))
	held := chance.Float64()
	left := c.PerGame
	for _, i := range chance.Perm(len(course)) {
		if left == 0 {
			return
		}
		if quiet(&course[i]) {
			left--
			c.take(c.group(source), &course[i], sample{game: c.games, held: held, result: result})
		}
	}
}

func (c *Collector) group(source string) int {
	g, known := c.groups[source]
	if !known {
		g = len(c.groups)
		c.groups[source] = g
	}
	return g
}

func (c *Collector) take(group int, p *rules.Position, s sample) {
	r := p.Rules()
	if c.slopes[r] == nil {
		c.slopes[r] = eval.NewGradient(r)
	}
	set := eval.Defaults().For(r)
	d := c.sets[set.Name]
	if d == nil {
		d = &Data{weights: len(set.Values)}
		c.sets[set.Name] = d
	}
	slopes := make([]float64, d.weights)
	c.slopes[r].Of(p, slopes)
	s.turn = 1
	if p.Turn() == game.Defenders {
		s.turn = -1
	}
	s.group = group
	d.add(s, slopes)
}

// quiet reports whether the side to move can neither capture nor end the game. There the static
// evaluation must suffice.
func quiet(p *rules.Position) bool {
	if p.MidTurn() || p.Judge(nil).Over() || p.King() == game.NoSquare {
		return false
	}
	q := *p
	var d rules.Delta
	for _, m := range q.Legal(nil, nil) {
		q.Play(m, &d)
		loud := d.Captures() > 0 || q.Judge(nil).Over()
		q.Undo(&d)
		if loud {
			return false
		}
	}
	return true
}
