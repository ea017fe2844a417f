package sound

import (
	"math"
	"math/rand/v2"
)

// Rate is the sample rate in hertz.
const Rate = 48000

// Effect identifies a sound.
type Effect uint8

const (
	Slide   Effect = iota // a man pushed across the board
	Place                 // a man set down
	Capture               // a captured man laid next to the board
	Refusal               // an illegal move
	Warning               // the king in check or about to escape
	Win
	Lose
	Draw
	effects
)

// Group is a group of sounds with its own volume.
type Group uint8

const (
	Men Group = iota
	Captures
	Ends
	Signals
	groups
)

var groupOf = [effects]Group{Slide: Men, Place: Men, Capture: Captures, Refusal: Signals, Warning: Signals, Win: Ends,
	Lose: Ends, Draw: Ends}

// variations is the number of takes of a sound in a bank, so that successive knocks differ.
const variations = 5

// Ground is the material of the board.
type Ground uint8

const (
	Wood Ground = iota
	Stone
	Hide // leather or parchment over wood
	grounds
)

// answers describes how each ground responds to a knock, relative to wood.
var answers = [grounds]struct {
	pitch float64 // factor of the pitch
	damp  float64 // factor of the decay rate
	low   float64 // volume of the board's resonance
	tick  float64 // volume of the contact
	rough float64 // share of high noise in a slide
}{
	Wood:  {1, 1, 0.8, 0.5, 1},
	Stone: {2.3, 1.7, 0.15, 0.9, 1.9},
	Hide:  {0.62, 2.2, 0.5, 0.15, 0.55},
}

// Synth computes one take of a sound on a ground: mono, from -1 to 1. Equal arguments give equal
// samples.
func Synth(e Effect, on Ground, seed uint64) []float32 {
	v := voice{rand.New(rand.NewPCG(seed, uint64(e))), on}
	switch e {
	case Slide:
		return finish(v.slide(0.26), 0.16)
	case Place:
		return finish(v.knock(v.near(430), 0.22), 0.75)
	case Capture:
		return finish(v.capture(), 0.8)
	case Refusal:
		return finish(v.knock(v.near(150), 0.18), 0.45)
	}
	return finish(v.strum(motifs[e]), 0.6)
}

// bank holds takes, computed on first use and returned in rotation.
type bank struct {
	seed  uint64
	takes [grounds][effects][variations][]float32
	turn  [effects]int
}

func newBank(seed uint64) *bank { return &bank{seed: seed} }

func (b *bank) next(e Effect, on Ground) []float32 {
	i := b.turn[e]
	b.turn[e] = (i + 1) % variations
	take := &b.takes[on][e][i]
	if *take == nil {
		*take = Synth(e, on, b.seed*variations+uint64(i))
	}
	return *take
}

// voice generates random variations of raw sounds.
type voice struct {
	rng *rand.Rand
	on  Ground
}

// near returns x with a random deviation of up to 6 percent.
func (v voice) near(x float64) float64 { return x * (0.94 + 0.12*v.rng.Float64()) }

func (v voice) noise() float64 { return 2*v.rng.Float64() - 1 }

// partials are the modes of a free wooden bar: frequency ratio, gain, and decay rate relative to
// the lowest.
var partials = [...]struct{ ratio, gain, decay float64 }{
	{1, 1, 1}, {2.76, 0.55, 1.7}, {5.40, 0.28, 2.6}, {8.93, 0.12, 4},
}

// knock is wood struck on the ground: a bar of the given pitch, the tick of the contact, and the
// low resonance of the board. seconds is its duration.
func (v voice) knock(pitch, seconds float64) []float64 {
	out := make([]float64, int(seconds*Rate))
	a := &answers[v.on]
	damp := v.near(38) * a.damp
	for _, p := range partials {
		if hertz := pitch * a.pitch * p.ratio * v.near(1); hertz < Rate/4 {
			add(out, 0, v.ring(hertz, damp*p.decay, seconds), p.gain)
		}
	}
	add(out, 0, v.ring(v.near(105), 24, seconds), a.low)
	tick := v.burst(0.004)
	add(out, 0, tick, a.tick)
	add(out, int(v.near(0.021)*Rate), tick, 0.24*a.tick) // the base settles
	return out
}

// ring is a decaying sine; damp is in nepers per second.
func (v voice) ring(hertz, damp, seconds float64) []float64 {
	out := make([]float64, int(seconds*Rate))
	for i := range out {
		t := float64(i) / Rate
		out[i] = math.Sin(2*math.Pi*hertz*t) * math.Exp(-damp*t)
	}
	return out
}

// burst is a short decaying noise.
func (v voice) burst(seconds float64) []float64 {
	out := make([]float64, int(seconds*Rate))
	for i := range out {
		out[i] = v.noise() * math.Exp(-5*float64(i)/float64(len(out)))
	}
	return out
}

// slide is a felted base on planed wood: narrow-band noise that rises and falls, modulated by the
// grain.
func (v voice) slide(seconds float64) []float64 {
	out := make([]float64, int(seconds*Rate))
	low, high, grain := 0.0, 0.0, 0.0
	for i := range out {
		t := float64(i) / float64(len(out))
		n := v.noise()
		low += 0.16 * answers[v.on].rough * (n - low)
		high += 0.03 * (low - high)
		grain += 0.004 * (math.Abs(v.noise()) - grain)
		out[i] = (low - high) * math.Pow(math.Sin(math.Pi*t), 0.8) * (0.4 + 1.2*grain)
	}
	return out
}

// capture is a man knocked over and laid next to the board.
func (v voice) capture() []float64 {
	out := make([]float64, int(0.55*Rate))
	add(out, 0, v.knock(v.near(620), 0.2), 1)
	add(out, int(v.near(0.045)*Rate), v.knock(v.near(880), 0.12), 0.5)
	add(out, int(v.near(0.26)*Rate), v.knock(v.near(360), 0.24), 0.4)
	return out
}

// note is a plucked string of the lyre: time in seconds, frequency, gain.
type note struct{ at, hertz, gain float64 }

// Motifs, in the scale of a lyre tuned to A (220 Hz).
var motifs = map[Effect][]note{
	Warning: {{0, 220, 0.7}, {0.13, 233.1, 0.7}},
	Win:     {{0, 220, 0.8}, {0.16, 277.2, 0.8}, {0.32, 329.6, 0.9}, {0.52, 440, 1}, {0.52, 220, 0.6}},
	Lose:    {{0, 329.6, 0.9}, {0.22, 261.6, 0.8}, {0.46, 220, 0.8}, {0.74, 164.8, 1}},
	Draw:    {{0, 220, 0.8}, {0.22, 293.7, 0.8}, {0.46, 220, 0.9}, {0.46, 329.6, 0.7}},
}

// strum plays notes and lets the last one ring out.
func (v voice) strum(notes []note) []float64 {
	const tail = 1.3
	out := make([]float64, int((notes[len(notes)-1].at+tail)*Rate))
	for _, n := range notes {
		add(out, int(n.at*Rate), v.pluck(n.hertz, tail), n.gain)
	}
	return out
}

// pluck is a plucked gut string by Karplus and Strong (1983): noise in a delay loop of one period
// with a low-pass filter.
func (v voice) pluck(hertz, seconds float64) []float64 {
	loop := make([]float64, int(math.Round(Rate/hertz)))
	soft := 0.0
	for i := range loop {
		soft += 0.35 * (v.noise() - soft)
		loop[i] = soft
	}
	out := make([]float64, int(seconds*Rate))
	for i := range out {
		j := i % len(loop)
		k := (j + 1) % len(loop)
		out[i] = loop[j]
		loop[j] = 0.4985 * (loop[j] + loop[k])
	}
	return out
}

// add mixes in into out from a sample on and discards what exceeds out.
func add(out []float64, from int, in []float64, gain float64) {
	for i, x := range in {
		if from+i >= len(out) {
			return
		}
		out[from+i] += gain * x
	}
}

// finish normalizes to peak and fades both ends to avoid clicks.
func finish(in []float64, peak float64) []float32 {
	const head, tail = Rate / 2000, Rate / 50
	loudest := 0.0
	for _, x := range in {
		loudest = max(loudest, math.Abs(x))
	}
	out := make([]float32, len(in))
	for i, x := range in {
		fade := min(1, float64(i)/head, float64(len(in)-1-i)/tail)
		out[i] = float32(x / loudest * peak * fade)
	}
	return out
}
