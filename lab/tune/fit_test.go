package tune

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tafl3d/ai/eval"
	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
)

// truth makes positions whose results follow known weights: two sources, in
// the second of which the attackers are far behind for other reasons.
func truth(games int, weights []float64, seed uint64) *Data {
	const scale = 1.0 / 200
	behind := []float64{0.3, -2.5}
	chance := rand.New(rand.NewPCG(seed, 1))
	d := &Data{weights: len(weights)}
	for g := range games {
		held := chance.Float64()
		for range 5 {
			slopes := make([]float64, len(weights))
			v := 0.0
			for i := range slopes {
				slopes[i] = float64(chance.IntN(5) - 2)
				v += slopes[i] * weights[i]
			}
			s := sample{group: g % 2, game: g + 1, held: held, turn: float64(chance.IntN(2)*2 - 1)}
			// A truth of its own for each position; in games results agree, which only adds noise.
			if chance.Float64() < sigmoid(v*scale+behind[s.group]+0.4*s.turn) {
				s.result = Won
			}
			d.add(s, slopes)
		}
	}
	return d
}

// TestFit: from wrong weights the fit comes near those that made the results,
// up to the scale, which the first weights set.
func TestFit(t *testing.T) {
	want := []float64{100, -40, 25, 0, 60}
	d := truth(8000, want, 7)
	got := []float64{100, 0, 0, 0, 0}
	var log []Epoch
	o := Options{Epochs: 40, Rate: 2, Validate: 0.2, Seed: 3, Free: []bool{false, true, true, true, true}}
	if err := d.Fit(got, o, func(e Epoch) { log = append(log, e) }); err != nil {
		t.Fatal(err)
	}
	if got[0] != 100 {
		t.Errorf("a weight that may not change became %v", got[0])
	}
	for i, w := range want {
		// The scale is that of the first weights, under which 100 explains less.
		if r := got[i] / 100; math.Abs(r-w/100) > 0.13 {
			t.Errorf("weight %d: %.1f, want %.1f", i, got[i], w)
		}
	}
	if len(log) != o.Epochs+1 || log[len(log)-1].Train >= log[0].Train-0.01 ||
		log[len(log)-1].Validate >= log[0].Validate-0.01 {
		t.Errorf("the loss went from %+v to %+v", log[0], log[len(log)-1])
	}
}

// TestGradient: the gradient is that of the loss, by finite differences.
func TestGradient(t *testing.T) {
	d := truth(100, []float64{50, -20, 10}, 2)
	f := d.prepare([]float64{30, 10, -5}, Options{Validate: 0.2})
	f.calibrate()
	f.descend(f.train)
	for i := range f.w {
		const h = 1e-4
		at := f.w[i]
		f.w[i] = at + h
		up := f.loss(f.train)
		f.w[i] = at - h
		down := f.loss(f.train)
		f.w[i] = at
		if by := (up - down) / (2 * h); math.Abs(by-f.grad[i]) > 1e-6+1e-4*math.Abs(by) {
			t.Errorf("parameter %d: gradient %v, by differences %v", i, f.grad[i], by)
		}
	}
}

// TestPrior: the stronger the prior, the nearer the weights stay.
func TestPrior(t *testing.T) {
	d := truth(1000, []float64{100, -40, 25}, 5)
	moved := func(prior float64) (far float64) {
		w := []float64{100, 0, 0}
		if err := d.Fit(w, Options{Epochs: 20, Rate: 1, Validate: 0.2, Seed: 1, Prior: prior}, nil); err != nil {
			t.Fatal(err)
		}
		return math.Abs(w[0]-100) + math.Abs(w[1]) + math.Abs(w[2])
	}
	if free, held := moved(0), moved(5); held > free/2 {
		t.Errorf("moved %v freely, %v held", free, held)
	}
}

func TestFitRepeats(t *testing.T) {
	fit := func(seed uint64) []float64 {
		w := []float64{100, 0, 0}
		if err := truth(300, []float64{100, -40, 25}, 5).Fit(w, Options{Epochs: 5, Rate: 1, Validate: 0.2, Seed: seed},
			nil); err != nil {
			t.Fatal(err)
		}
		return w
	}
	if a, b := fit(1), fit(1); !slices.Equal(a, b) {
		t.Errorf("%v, then %v", a, b)
	}
	if a, b := fit(1), fit(2); slices.Equal(a, b) {
		t.Error("the seed does nothing")
	}
}

func TestFitRefuses(t *testing.T) {
	d := truth(1, []float64{1}, 1)
	if err := d.Fit([]float64{1}, Options{Epochs: 1, Validate: 0.2}, nil); !errors.Is(err, ErrFew) {
		t.Error(err)
	}
	if err := d.Fit([]float64{1, 2}, Options{}, nil); err == nil || !strings.Contains(err.Error(), "2 weights") {
		t.Error(err)
	}
}

// TestCollect: what is taken from a game is quiet, comes from every source
// apart, and whole games are held back.
func TestCollect(t *testing.T) {
	v, err := variant.Get("brandubh-gorrion")
	if err != nil {
		t.Fatal(err)
	}
	c := Collector{PerGame: 6, Seed: 1}
	chance := rand.New(rand.NewPCG(1, 9))
	for range 30 {
		var course []rules.Position
		p := v.Rules.Start()
		for range 40 {
			course = append(course, p)
			var d rules.Delta
			ms := p.Legal(nil, nil)
			if p.Play(ms[chance.IntN(len(ms))], &d); p.Judge(nil).Over() {
				break
			}
		}
		result := Lost
		if p.Judge(nil) == game.Won(game.Attackers, p.Judge(nil).Cause) {
			result = Won
		}
		c.Add([]string{"a", "b"}[c.Games()%2], v.Rules, course, result)
	}
	d := c.Data("small")
	if d == nil || c.Data("corner") != nil || d.Positions() < 60 || d.Positions() > 180 || c.Games() != 30 {
		t.Fatalf("%+v", d)
	}
	held, groups := map[int]float64{}, map[int]bool{}
	for _, s := range d.samples {
		if h, known := held[s.game]; known && h != s.held {
			t.Errorf("game %d is held back in part", s.game)
		}
		held[s.game] = s.held
		groups[s.group] = true
	}
	if len(groups) != 2 {
		t.Errorf("sources %v", groups)
	}
	if err := d.Fit(eval.Defaults().Small.Values, Options{Epochs: 2, Rate: 1, Validate: 0.3}, nil); err != nil {
		t.Error(err)
	}
}

// TestQuiet: a man who can be taken, and a king who can walk out, are no
// quiet positions.
func TestQuiet(t *testing.T) {
	v, err := variant.Get("brandubh-gorrion")
	if err != nil {
		t.Fatal(err)
	}
	p := v.Rules.Start()
	if !quiet(&p) {
		t.Error("the start is not quiet")
	}
	loud := 0
	chance := rand.New(rand.NewPCG(4, 4))
	for range 200 {
		ms := p.Legal(nil, nil)
		var d rules.Delta
		if p.Play(ms[chance.IntN(len(ms))], &d); p.Judge(nil).Over() {
			if p = v.Rules.Start(); quiet(&p) != true {
				t.Fatal("the start changed")
			}
			continue
		}
		if takes(&p) != !quiet(&p) {
			t.Fatalf("%v", v.Rules.Rows(p.Setup()))
		}
		if takes(&p) {
			loud++
		}
	}
	if loud == 0 {
		t.Error("no loud position was met")
	}
}

// takes reports by Try whether some move takes or ends the game.
func takes(p *rules.Position) bool {
	for _, m := range p.Legal(nil, nil) {
		q := *p
		d, err := q.Try(m, nil)
		if err == nil && (d.Captures() > 0 || q.Judge(nil).Over()) {
			return true
		}
	}
	return false
}
