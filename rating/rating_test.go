package rating

import (
	"math"
	"math/rand/v2"
	"testing"

	"tafl3d/game"
)

func near(a, b, tolerance float64) bool { return math.Abs(a-b) <= tolerance }

// TestGlickman is the worked example of Glickman's paper.
func TestGlickman(t *testing.T) {
	r := System{Tau: 0.5}.Update(Rating{1500, 200, 0.06}, []Played{
		{Opponent: Rating{1400, 30, 0.06}, Score: 1},
		{Opponent: Rating{1550, 100, 0.06}, Score: 0},
		{Opponent: Rating{1700, 300, 0.06}, Score: 0},
	})
	if !near(r.Points, 1464.06, 0.01) || !near(r.Deviation, 151.52, 0.01) || !near(r.Volatility, 0.05999, 0.00001) {
		t.Errorf("%+v, want 1464.06, 151.52, 0.05999", r)
	}
	// Step 3 of the example: g and E against each opponent.
	for _, c := range []struct{ points, deviation, g, e float64 }{
		{1400, 30, 0.9955, 0.639}, {1550, 100, 0.9531, 0.432}, {1700, 300, 0.7242, 0.303},
	} {
		o := Rating{c.points, c.deviation, 0.06}
		if g := weight(c.deviation / scale); !near(g, c.g, 0.0001) {
			t.Errorf("g(%v) = %v, want %v", c.deviation, g, c.g)
		}
		if e := Expected(Rating{1500, 200, 0.06}, o, 0); !near(e, c.e, 0.0006) {
			t.Errorf("E(%v) = %v, want %v", c.points, e, c.e)
		}
	}
}

func TestRest(t *testing.T) {
	s := System{}
	r := Rating{1600, 50, 0.06}
	if got := s.Update(r, nil); !near(got.Deviation, math.Hypot(50, 0.06*scale), 1e-9) || got.Points != 1600 {
		t.Errorf("a period of rest: %+v", got)
	}
	half := s.Age(s.Age(r, 0.5), 0.5)
	if !near(half.Deviation, s.Age(r, 1).Deviation, 1e-9) {
		t.Errorf("two halves are not a whole: %v", half.Deviation)
	}
	if got := s.Age(r, 1e6); got.Deviation != InitialDeviation || !got.Provisional() || r.Provisional() {
		t.Errorf("an age of rest: %+v", got)
	}
	if low, high := r.Interval(); low != 1500 || high != 1700 {
		t.Errorf("interval %v to %v", low, high)
	}
}

// TestZero: the zero value is a new player.
func TestZero(t *testing.T) {
	s := System{}
	games := []Played{{Score: 1}}
	if a, b := s.Update(Rating{}, games), s.Update(New(), games); a != b || a.Points <= 1500 {
		t.Errorf("%+v, %+v", a, b)
	}
	if !(Rating{}).Provisional() || s.Age(Rating{}, 0) != New() {
		t.Error("the zero rating is no newcomer's")
	}
}

// TestHarderSide: the same result is worth more on the harder side.
func TestHarderSide(t *testing.T) {
	x := Advantage{Points: 120, Deviation: 20}
	r, o := Rating{1500, 80, 0.06}, Rating{1500, 80, 0.06}
	win := func(side game.Side) float64 {
		return System{}.Update(r, []Played{{Opponent: o, Score: 1, Edge: x.Edge(side)}}).Points
	}
	if easy, hard := win(game.Attackers), win(game.Defenders); hard <= easy+5 {
		t.Errorf("a win with the attackers leads to %v, with the defenders to %v", easy, hard)
	}
	if side, ok := x.Harder(); !ok || side != game.Defenders {
		t.Errorf("harder: %v %v", side, ok)
	}
	if _, ok := (Advantage{Points: 30}).Harder(); ok {
		t.Error("thirty points after no game prove nothing")
	}
}

// TestLearn: the advantage is found from games of players with firm and uncertain ratings, and stays at zero if the
// sides are equal.
func TestLearn(t *testing.T) {
	for _, truth := range []float64{-150, 0, 200} {
		chance := rand.New(rand.NewPCG(7, 7))
		real := map[string]float64{}
		b := Book{Players: map[string]Rating{}}
		names := []string{"a", "b", "c", "d", "e", "f", "g", "h"}
		for i, n := range names {
			real[n] = 1350 + 40*float64(i)
			b.Players[n] = New()
		}
		for range 150 {
			var period []Result
			for range 10 {
				i, j := chance.IntN(8), chance.IntN(7)
				if j >= i {
					j++
				}
				score := 0.0
				if chance.Float64() < 1/(1+math.Exp(-(real[names[i]]-real[names[j]]+truth)/scale)) {
					score = 1
				}
				period = append(period, Result{"brandubh", names[i], names[j], score})
			}
			b = b.Rate(period)
		}
		x := b.Advantages["brandubh"]
		if !near(x.Points, truth, 35) || x.Games != 1500 || x.Deviation > 20 {
			t.Errorf("true advantage %v, learned %+v", truth, x)
		}
		if apart := b.Players["h"].Points - b.Players["b"].Points; !near(apart, 240, 130) {
			t.Errorf("advantage %v: h is %v above b, truly 240", truth, apart)
		}
	}
}

// TestPerformance: many games at once change a rating no further than their results support, in either direction.
func TestPerformance(t *testing.T) {
	games := func(n int, opponent, score float64) (list []Played) {
		for range n {
			list = append(list, Played{Opponent: Rating{opponent, 100, 0.06}, Score: score})
		}
		return list
	}
	for _, c := range []struct {
		from      Rating
		games     []Played
		low, high float64
	}{
		{Rating{1500, 100, 0.06}, games(48, 2300, 1), 2300, 3100}, // a bug led to 16 049
		{New(), games(48, 2300, 1), 2300, 3100},
		{New(), games(48, 700, 0), -100, 700},
		{New(), append(games(24, 2300, 1), games(24, 2300, 0)...), 2250, 2300.1},
		{Rating{2000, 60, 0.06}, games(40, 1000, 1), 2000, 2000.1}, // 1800 is the performance
		{Rating{1500, 350, 0.06}, games(1, 1500, 1), 1670, 1680},   // one game is Glickman's step
	} {
		got := System{}.Update(c.from, c.games)
		if got.Points < c.low || got.Points > c.high {
			t.Errorf("%d games from %v lead to %v, want %v to %v", len(c.games), c.from, got, c.low, c.high)
		}
	}
}

// TestFinite: all valid inputs give finite numbers.
func TestFinite(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 2))
	s, x := System{Tau: 1.2}, Advantage{}
	for range 3000 {
		r := Rating{chance.Float64()*6000 - 1500, 30 + chance.Float64()*320, 0.01 + chance.Float64()*0.19}
		var games []Played
		for range chance.IntN(40) {
			games = append(games, Played{Opponent: Rating{chance.Float64()*6000 - 1500, 30 + chance.Float64()*320,
				0.06}, Score: float64(chance.IntN(3)) / 2, Edge: chance.Float64()*1200 - 600})
		}
		got := s.Update(r, games)
		if math.IsNaN(got.Points+got.Deviation+got.Volatility) || got.Deviation < 30 || got.Deviation > 350 ||
			got.Volatility <= 0 || got.Volatility > 0.2 {
			t.Fatalf("%+v with %+v gave %+v", r, games, got)
		}
		if x = x.Learn(r, got, float64(chance.IntN(3))/2); math.IsNaN(x.Points) || math.Abs(x.Points) > 600 {
			t.Fatalf("%+v", x)
		}
	}
}

// TestBookIsValue: Rate does not change the book, and the order of games does not matter for the ratings.
func TestBookIsValue(t *testing.T) {
	b := Book{Players: map[string]Rating{"idle": {1600, 60, 0.06}}}
	one := []Result{{"v", "x", "y", 1}, {"v", "y", "z", 0.5}}
	two := []Result{one[1], one[0]}
	p, q := b.Rate(one), b.Rate(two)
	for _, n := range []string{"x", "y", "z", "idle"} {
		if !near(p.Players[n].Points, q.Players[n].Points, 1e-9) {
			t.Errorf("%s: %v and %v", n, p.Players[n], q.Players[n])
		}
	}
	if len(b.Players) != 1 || len(b.Advantages) != 0 || p.Players["idle"].Deviation <= 60 {
		t.Errorf("%+v %+v", b, p.Players["idle"])
	}
}
