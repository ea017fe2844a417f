// Package train fits nets of package ai/net to games of lab/selfplay: it maximizes the likelihood
// of the game results, blended with the scores of the searches, from quiet positions. It uses Adam
// in 32 bits with mini-batches on all cores. Whole games are held back for validation, and the best
// net on them is kept.
package train

import (
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"sync"

	"tafl3d/ai/eval"
	"tafl3d/ai/net"
	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/lab/selfplay"
)

// sample is a quiet position of a game.
type sample struct {
	from, to int32   // range of its men in Data
	hand     float32 // hand-written evaluation, bent
	score    float32 // score of the search; both in hundredths of a man, for the attackers
	result   float32
	target   float32 // target: the attackers' chance according to the rest of the game; see teach
	turn     game.Side
	stage    uint8
	region   uint8
}

// Data holds the training and validation positions.
type Data struct {
	Shape net.Shape
	Goal  string
	Games int

	men         []uint16 // kind times squares plus square
	train, held []sample
	courses     []moment
	chance      [game.Sides]logistic // chance of the result by score, from the last file
}

// moment is a step of a game that a search chose.
type moment struct {
	score float32 // for the attackers
	at    int32   // index of its sample, or missing; validation samples are negative, from -1 on
	turn  game.Side
	last  bool    // last moment of its game
	won   float32 // result of the game
}

// missing marks a moment whose position is not a sample.
const missing = 1<<31 - 1

// logistic converts a score to a chance.
type logistic struct{ slope, even float64 }

func (l logistic) of(score float32) float64 { return sigmoid(l.even + l.slope*bend(score)) }

// bend compresses large scores to match the growth of the log odds.
func bend(score float32) float64 {
	x := float64(tame(score))
	return x / (1 + math.Abs(x)/500)
}

// tame limits a score to the range in which the odds grow with it.
func tame(score float32) float32 {
	const most = 2000
	return max(-most, min(most, score))
}

func sigmoid(z float64) float64 { return 1 / (1 + math.Exp(-z)) }

// Positions returns the numbers of training and validation positions.
func (d *Data) Positions() (train, held int) { return len(d.train), len(d.held) }

// loader converts games to samples. It belongs to one goroutine.
type loader struct {
	rules *rules.Rules
	shape net.Shape
	hand  *eval.Evaluator
	whole int
	part  Data
}

// Load reads files of games, all of variants that one net can evaluate. It holds back a random
// share of the games, which depends on seed. fade is the weight of later steps for the targets of
// earlier ones: see teach. rulesOf returns the rules of a variant.
func Load(
	files []string, shape net.Shape, share, fade float64, seed uint64, rulesOf func(string) (*rules.Rules, error),
) (*Data, error) {
	d := &Data{Shape: shape}
	for _, name := range files {
		before := len(d.train)
		if err := d.load(name, share, seed, rulesOf); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		for side := range d.chance { // the scale of scores depends on the engine that made them
			d.chance[side] = calibrate(d.train[before:], game.Side(side))
		}
		d.computeTargets(fade)
		d.courses = nil
	}
	if len(d.train) == 0 || len(d.held) == 0 {
		return nil, errors.New("too few games: there must be some to learn from and some to hold back")
	}
	return d, nil
}

// SizeOf returns the size of the board in a file of games.
func SizeOf(name string, rulesOf func(string) (*rules.Rules, error)) (int, error) {
	f, err := os.Open(name)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	in, err := selfplay.NewReader(f)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", name, err)
	}
	r, err := rulesOf(in.Variant)
	if err != nil {
		return 0, err
	}
	return r.Board().Size(), nil
}

// chunk is the number of games that a goroutine loads at a time.
const chunk = 500

func (d *Data) load(name string, share float64, seed uint64, rulesOf func(string) (*rules.Rules, error)) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	in, err := selfplay.NewReader(f)
	if err != nil {
		return err
	}
	r, err := rulesOf(in.Variant)
	if err != nil {
		return err
	}
	if size := r.Board().Size(); size != d.Shape.Size || d.Goal != "" && d.Goal != net.Goal(r) {
		return fmt.Errorf("%s is no game for such a net", in.Variant)
	}
	d.Goal = net.Goal(r)
	var parts []*loader
	limit := make(chan struct{}, 4)
	var wg sync.WaitGroup
	for end := false; !end; {
		games := make([]selfplay.Game, 0, chunk)
		for len(games) < chunk {
			var g selfplay.Game
			if err := in.Next(&g); err != nil { // a file being written may end within a game
				end = true
				if !errors.Is(err, io.EOF) && !errors.Is(err, selfplay.ErrFormat) {
					return err
				}
				break
			}
			games = append(games, g)
		}
		l := newLoader(r, d.Shape)
		parts = append(parts, l)
		limit <- struct{}{}
		wg.Go(func() {
			defer func() { <-limit }()
			for i := range games {
				held := rand.New(rand.NewPCG(seed^in.Seed, uint64(games[i].Number))).Float64() < share
				l.add(&games[i], held)
			}
		})
	}
	wg.Wait()
	for _, l := range parts {
		d.join(&l.part)
	}
	return nil
}

func newLoader(r *rules.Rules, shape net.Shape) *loader {
	l := &loader{rules: r, shape: shape, hand: eval.New(eval.NewGeometry(r, nil)), part: Data{Shape: shape}}
	start := r.Start()
	l.whole = start.Count(game.Attackers) + start.Count(game.Defenders)
	return l
}

// join appends the samples of a part.
func (d *Data) join(part *Data) {
	move := func(list []sample) []sample {
		for i := range list {
			list[i].from += int32(len(d.men))
			list[i].to += int32(len(d.men))
		}
		return list
	}
	for _, m := range part.courses {
		switch {
		case m.at == missing:
		case m.at >= 0:
			m.at += int32(len(d.train))
		default:
			m.at -= int32(len(d.held))
		}
		d.courses = append(d.courses, m)
	}
	d.train, d.held = append(d.train, move(part.train)...), append(d.held, move(part.held)...)
	d.men = append(d.men, part.men...)
	d.Games += part.Games
}

// add adds the quiet positions of a game.
func (l *loader) add(g *selfplay.Game, held bool) {
	p := l.rules.Start()
	var d rules.Delta
	l.part.Games++
	for i, s := range g.Steps {
		if i >= g.Opening {
			m := moment{score: float32(s.Score), at: missing, turn: p.Turn(), last: i == len(g.Steps)-1,
				won: float32(g.Result)}
			if p.Turn() == game.Defenders {
				m.score = -m.score
			}
			if s.Keep {
				m.at = l.keep(l.sample(&p, s.Score, g.Result), held)
			}
			l.part.courses = append(l.part.courses, m)
		}
		p.Play(s.Move, &d)
	}
}

// keep adds a sample and returns its index for moment.at.
func (l *loader) keep(q sample, held bool) int32 {
	if held {
		l.part.held = append(l.part.held, q)
		return -int32(len(l.part.held))
	}
	l.part.train = append(l.part.train, q)
	return int32(len(l.part.train)) - 1
}

func (l *loader) sample(p *rules.Position, score int, result float64) sample {
	l.hand.Reset(p)
	v := l.hand.Score(p).Score
	q := sample{from: int32(len(l.part.men)), result: float32(result), turn: p.Turn()}
	q.hand, q.score = float32(bend(float32(v))), float32(score)
	if p.Turn() == game.Defenders {
		q.hand, q.score = -q.hand, -q.score
	}
	q.stage = uint8(l.shape.StageOf(p.Count(game.Attackers)+p.Count(game.Defenders), l.whole))
	q.region = uint8(l.shape.RegionOf(p.King()))
	kinds, squares := l.rules.Kinds(), l.shape.Size*l.shape.Size
	for s := range game.Square(squares) {
		if at := p.At(s); at != game.Empty {
			kind := int(kinds[at].Side)
			if kinds[at].Royal {
				kind = net.King
			}
			l.part.men = append(l.part.men, uint16(kind*squares+int(s)))
		}
	}
	q.to = int32(len(l.part.men))
	return q
}

// computeTargets computes the targets of the positions: the chances that the searches found from there on,
// each later step weighted by another factor of fade, and the result at the end. With fade 0 the
// target is the chance of its own search.
func (d *Data) computeTargets(fade float64) {
	v := 0.0
	for i := len(d.courses) - 1; i >= 0; i-- {
		m := &d.courses[i]
		if m.last {
			v = float64(m.won)
		}
		v = fade*v + (1-fade)*d.chance[m.turn].of(m.score)
		switch {
		case m.at == missing:
		case m.at >= 0:
			d.train[m.at].target = float32(v)
		default:
			d.held[-m.at-1].target = float32(v)
		}
	}
}

// calibrate fits the chance of the result to the score when side is to move, with damped Newton
// steps.
func calibrate(list []sample, side game.Side) logistic {
	l := logistic{}
	loss, g, h := l.likelihood(list, side)
	for range 25 {
		det := h[0]*h[2] - h[1]*h[1]
		if det <= 0 {
			break
		}
		step := logistic{(g[1]*h[0] - g[0]*h[1]) / det / 100, (g[0]*h[2] - g[1]*h[1]) / det}
		for range 10 {
			next := logistic{l.slope + step.slope, l.even + step.even}
			if now, ng, nh := next.likelihood(list, side); now < loss {
				l, loss, g, h = next, now, ng, nh
				break
			}
			step.slope, step.even = step.slope/2, step.even/2
		}
	}
	return l
}

// likelihood returns the loss of l when side is to move, with its negative gradient and its second
// derivatives, the slope per man.
func (l logistic) likelihood(list []sample, side game.Side) (loss float64, fall [2]float64, steep [3]float64) {
	for i := range list {
		s := &list[i]
		if s.turn != side {
			continue
		}
		x := bend(s.score) / 100
		z := l.even + l.slope*100*x
		p := sigmoid(z)
		loss += cross(z, float64(s.result))
		g, h := float64(s.result)-p, p*(1-p)
		fall[0], fall[1] = fall[0]+g, fall[1]+g*x
		steep[0], steep[1], steep[2] = steep[0]+h, steep[1]+h*x, steep[2]+h*x*x
	}
	return loss, fall, steep
}
