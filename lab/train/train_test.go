package train

import (
	"bytes"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"tafl3d/ai/eval"
	"tafl3d/ai/net"
	"tafl3d/ai/search"
	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
	"tafl3d/lab/selfplay"
)

var shape = net.Shape{Size: 7, Regions: 3, Width: 16, Stages: 2}

func rulesOf(id string) (*rules.Rules, error) {
	v, err := variant.Get(id)
	if err != nil {
		return nil, err
	}
	return v.Rules, nil
}

// load makes a few games of Brandubh and loads them.
func load(t *testing.T) *Data {
	t.Helper()
	recipe := selfplay.Recipe{Variant: "brandubh-gorrion", Seed: 5, Nodes: [2]int64{20, 40}, Low: -300, Max: 60}
	r, err := rulesOf(recipe.Variant)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "games")
	f, _, err := selfplay.Open(name, recipe)
	if err != nil {
		t.Fatal(err)
	}
	err = selfplay.Run(context.Background(), f, 0, 200, 1, func() *selfplay.Player {
		return selfplay.NewPlayer(recipe, r, nil, func() *search.Searcher { return search.New(r) })
	}, func(*selfplay.Game) {})
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	d, err := Load([]string{name}, shape, 0.2, 0.8, 1, rulesOf)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := d.Positions(); a < 100 || b < 20 || d.Games != 200 || d.Goal != "corner" {
		t.Fatalf("%d and %d positions of %d games to the %s", a, b, d.Games, d.Goal)
	}
	return d
}

// TestGradient: the gradient is that of the loss, by finite differences.
func TestGradient(t *testing.T) {
	d := load(t)
	f := newFitter(d, Options{Epochs: 1, Batch: 64, Result: 0.5, Seed: 3})
	chance := rand.New(rand.NewPCG(1, 2))
	for i := range f.own {
		f.own[i] = float32(chance.NormFloat64() * 0.05)
	}
	for i := range f.out {
		f.out[i] = float32(chance.NormFloat64() * 0.3)
	}
	list := d.train[:40]
	loss := func() (sum float64) {
		f.merge()
		for i := range list {
			sum += excess(float64(f.logit(d, &list[i], f.passes[0])), f.target(&list[i]))
		}
		return sum / float64(len(list))
	}
	f.merge()
	f.descend(f.grads[0], f.passes[0], list, 1/float32(len(list)))
	f.grads[0].unmerge()
	checked := 0
	for range 4000 {
		i := chance.IntN(len(f.params))
		if i%3 == 0 {
			i = len(f.params) - 1 - chance.IntN(len(f.bias)+len(f.out)+len(f.even)+len(f.skip))
		}
		got := float64(f.grads[0].params[i])
		if math.Abs(got) < 1e-4 {
			continue
		}
		const h = 4e-3
		at := f.params[i]
		f.params[i] = at + h
		up := loss()
		f.params[i] = at - h
		down := loss()
		f.params[i] = at
		if want := (up - down) / (2 * h); math.Abs(want-got) > 2e-4+0.02*math.Abs(want) {
			t.Errorf("parameter %d: gradient %v, by differences %v", i, got, want)
		}
		checked++
	}
	if checked < 300 {
		t.Errorf("only %d gradients were large enough to check", checked)
	}
}

// TestFit: what is learned foretells better, the same seed teaches the same, also
// where the fit is stopped and gone on with, and the net in whole numbers says
// what the model says.
func TestFit(t *testing.T) {
	d := load(t)
	o := Options{Epochs: 6, Batch: 64, Rate: 0.003, Result: 0.7, Seed: 3}
	stop := errors.New("enough for now")
	fit := func(from *State, last int) (*State, error) {
		var s *State
		_, err := Fit(context.Background(), d, o, from, func(now *State) error {
			if s = now; len(s.Log) > last {
				return stop
			}
			return nil
		})
		return s, err
	}
	s, err := fit(nil, 6)
	if log := s.Log; !errors.Is(err, stop) || len(log) != 7 || log[6].Train > log[1].Train ||
		log[6].Held > log[0].Held {
		t.Errorf("%+v, %v", log, err)
	}
	n, err := s.Net(net.Head{Trained: "a test", Scale: 200}, 0.5)
	if err != nil {
		t.Fatal(err)
	}
	half, _ := fit(nil, 3)
	again, _ := fit(half, 6)
	if m, err := again.Net(net.Head{Trained: "a test", Scale: 200}, 0.5); err != nil || m.Hash != n.Hash {
		t.Errorf("the net %s, in two goes %s, %v", n.Hash, m.Hash, err)
	}
	o.Seed++
	if _, err := fit(half, 6); err == nil || errors.Is(err, stop) {
		t.Errorf("a fit with other options is gone on with: %v", err)
	}
	agrees(t, d)
}

// TestFrom: a fit that goes on from a net begins by saying what the net says, also
// where it is wider and the net has a share only; held firm, the weights of the
// hand-made evaluation stay while others move.
func TestFrom(t *testing.T) {
	d := load(t)
	old := newFitter(d, Options{Epochs: 1, Batch: 64, Rate: 0.003, Seed: 3})
	old.epoch(context.Background(), 1)
	old.merge()
	n, err := old.quantise(net.Head{Goal: d.Goal, Scale: 1000}, 0.25)
	if err != nil {
		t.Fatal(err)
	}
	for i := range old.skip { // what a net with that scale says of its weights
		old.skip[i] = float32(math.Round(float64(old.skip[i])*10*net.SkipUnit) / net.SkipUnit / 10)
	}
	for _, width := range []int{16, 32} {
		wide := *d
		wide.Shape.Width = width
		s, err := From(&wide, Options{Epochs: 1, Batch: 64, Rate: 0.003, Seed: 4, Firm: true}, n, 0.25)
		if err != nil {
			t.Fatal(err)
		}
		f := newFitter(&wide, s.Options)
		f.slice(s.Params)
		f.merge()
		for i := range d.held {
			if a, b := old.logit(d, &d.held[i], old.passes[0]),
				f.logit(&wide, &d.held[i], f.passes[0]); math.Abs(float64(a-b)) > 0.05 {
				t.Errorf("%d wide: sample %d: %v before, %v after", width, i, a, b)
			}
		}
		before := f.clone()
		f.epoch(context.Background(), 1)
		skip := len(before) - len(f.skip)
		if !slices.Equal(before[skip:], f.skip) || slices.Equal(before[:skip], f.params[:skip]) {
			t.Errorf("%d wide: the firm weights were %v and are %v", width, before[skip:], f.skip)
		}
	}
	narrow := *d
	narrow.Shape.Regions = 1
	if _, err := From(&narrow, Options{Batch: 64}, n, 0.25); err == nil {
		t.Error("a net of another shape is gone on from")
	}
}

// TestUnweighed: a fit that takes all weight from the hand-made evaluation makes no net.
func TestUnweighed(t *testing.T) {
	m := newModel(net.Shape{Size: 7, Regions: 1, Width: 16, Stages: 1})
	for i := range m.skip {
		m.skip[i] = leastSkip
	}
	if _, err := m.quantise(net.Head{Goal: "corner"}, 0.25); err != nil {
		t.Fatal(err)
	}
	m.skip[0] -= 0.01
	if _, err := m.quantise(net.Head{Goal: "corner"}, 0.25); !errors.Is(err, ErrUnweighed) {
		t.Errorf("a net that cannot judge is made: %v", err)
	}
}

// agrees compares a model with its net, which takes the hand-made evaluation straight.
func agrees(t *testing.T, d *Data) {
	t.Helper()
	f := newFitter(d, Options{Epochs: 3, Batch: 64, Rate: 0.003, Result: 0.7, Seed: 3})
	f.epoch(context.Background(), 1)
	n, err := f.quantise(net.Head{Goal: d.Goal, Scale: 100_000}, 1)
	if err != nil {
		t.Fatal(err)
	}
	r, _ := rulesOf("brandubh-gorrion")
	hand := eval.New(eval.NewGeometry(r, nil))
	e := net.New(n, eval.New(eval.NewGeometry(r, nil)), r)
	for i := range d.held {
		s := &d.held[i]
		setup := game.Setup{Pieces: make([]game.Piece, 49), Turn: s.turn}
		for _, m := range d.men[s.from:s.to] {
			setup.Pieces[m%49] = pieceOf(r, int(m/49))
		}
		p, err := r.Position(setup)
		if err != nil {
			t.Fatal(err)
		}
		e.Reset(&p)
		hand.Reset(&p)
		got, straight := e.Score(&p).Score, hand.Score(&p).Score
		if s.turn == game.Defenders {
			got, straight = -got, -straight
		}
		// What the search adds the hand-made evaluation to is not bent.
		z := f.logit(d, s, f.passes[0]) + f.skip[int(s.turn)*d.Shape.Stages+int(s.stage)]*(float32(straight)-s.hand)/100
		if math.Abs(float64(got)/100_000-float64(z)) > 0.06+0.03*math.Abs(float64(z)) {
			t.Errorf("sample %d: the model says %v, the net %v", i, z, float64(got)/100_000)
		}
	}
}

func pieceOf(r *rules.Rules, kind int) game.Piece {
	for p, k := range r.Kinds() {
		if p > 0 && (kind == net.King) == k.Royal && (k.Royal || int(k.Side) == kind) {
			return game.Piece(p)
		}
	}
	return game.Empty
}

// TestCalibrate: the chance of a result by the score is found again.
func TestCalibrate(t *testing.T) {
	chance := rand.New(rand.NewPCG(4, 5))
	want := logistic{0.003, -1}
	list := games(20_000, func() float64 { return chance.NormFloat64() * 500 }, want.of, chance)
	if got := calibrate(list, game.Attackers); math.Abs(got.slope-want.slope) > 0.0005 ||
		math.Abs(got.even-want.even) > 0.15 {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestCalibrateOneSided: where nearly all scores are the attackers', and most of
// them say little, as in games by a net, a better score is a better chance still.
func TestCalibrateOneSided(t *testing.T) {
	chance := rand.New(rand.NewPCG(4, 5))
	list := games(20_000, func() float64 { return min(2000, -100+2700*chance.Float64()) }, func(score float32) float64 {
		return min(0.6, 0.27+float64(score)/2000) + 0.18*float64(int(score/2000))
	}, chance)
	got := calibrate(list, game.Attackers)
	if a, b, c := got.of(0), got.of(500), got.of(2000); a > 0.45 || b < 0.4 || b > 0.65 || c < 0.6 {
		t.Errorf("%+v: chances of %v, %v and %v", got, a, b, c)
	}
}

// games are samples with scores and the results that a chance draws.
func games(n int, score func() float64, of func(float32) float64, chance *rand.Rand) (list []sample) {
	for range n {
		s := sample{score: float32(score())}
		if chance.Float64() < of(s.score) {
			s.result = 1
		}
		list = append(list, s)
	}
	return list
}

func TestCurve(t *testing.T) {
	var b bytes.Buffer
	if err := Curve(&b, []Epoch{{N: 0, Held: 0.4}, {N: 1, Train: 0.2, Held: 0.25},
		{N: 2, Train: 0.1, Held: 0.2}}); err != nil || b.Len() < 200 {
		t.Errorf("%d bytes, %v", b.Len(), err)
	}
	if err := os.WriteFile(filepath.Join(t.TempDir(), "curve.png"), b.Bytes(), 0o666); err != nil {
		t.Error(err)
	}
}
