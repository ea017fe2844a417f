package sound

import (
	"math"
	"slices"
	"testing"
)

// level is the root mean square of samples.
func level(in []float32) float64 {
	sum := 0.0
	for _, x := range in {
		sum += float64(x) * float64(x)
	}
	return math.Sqrt(sum / float64(len(in)))
}

// at measures how much of a pitch is in samples.
func at(in []float32, hertz float64) float64 {
	var re, im float64
	for i, x := range in {
		sin, cos := math.Sincos(2 * math.Pi * hertz * float64(i) / Rate)
		re += float64(x) * cos
		im += float64(x) * sin
	}
	return math.Hypot(re, im) / float64(len(in))
}

func TestSynth(t *testing.T) {
	for e := range effects {
		for seed := range uint64(variations) {
			take := Synth(e, Wood, seed)
			if n := len(take); n < Rate/10 || n > 3*Rate {
				t.Fatalf("effect %d: %d samples", e, n)
			}
			loudest := max(slices.Max(take), -slices.Min(take))
			if loudest > 0.81 || loudest < 0.1 || level(take) < 0.005 {
				t.Errorf("effect %d: peak %.2f, level %.3f", e, loudest, level(take))
			}
			if take[0] != 0 || take[len(take)-1] != 0 {
				t.Errorf("effect %d clicks: begins at %v, ends at %v", e, take[0], take[len(take)-1])
			}
			if !slices.Equal(take, Synth(e, Wood, seed)) {
				t.Errorf("effect %d: two takes with one seed differ", e)
			}
		}
		if slices.Equal(Synth(e, Wood, 1), Synth(e, Wood, 2)) {
			t.Errorf("effect %d: two seeds, one take", e)
		}
	}
}

// TestKnockDiesAway shows that a man set down is a knock and not a tone.
func TestKnockDiesAway(t *testing.T) {
	take := Synth(Place, Wood, 3)
	begin, end := level(take[:Rate/25]), level(take[len(take)-Rate/25:])
	if begin < 20*end {
		t.Errorf("the first 40 ms are at %.4f, the last at %.4f", begin, end)
	}
}

// TestStringsAreInTune shows that the motifs are heard at their pitch.
func TestStringsAreInTune(t *testing.T) {
	take := Synth(Lose, Wood, 1)
	tail := take[len(take)-Rate:]
	if low, off := at(tail, 164.8), at(tail, 190); low < 10*off {
		t.Errorf("the last note has %.5f at 164.8 Hz and %.5f at 190 Hz", low, off)
	}
}

func TestBankTakesTurns(t *testing.T) {
	b := newBank(9)
	first := b.next(Place, Wood)
	for range variations - 1 {
		if slices.Equal(first, b.next(Place, Wood)) {
			t.Error("the same knock twice in a round")
		}
	}
	if !slices.Equal(first, b.next(Place, Wood)) {
		t.Error("the round does not begin again")
	}
}

// crossings counts how often the sound changes its sign in its first 30 ms: the
// higher it sounds, the more often.
func crossings(take []float32) (n int) {
	head := take[:Rate*30/1000]
	for i := 1; i < len(head); i++ {
		if (head[i] < 0) != (head[i-1] < 0) {
			n++
		}
	}
	return n
}

func TestStoneIsBrightAndHideIsDull(t *testing.T) {
	for seed := range uint64(5) {
		wood, stone, hide := crossings(Synth(Place, Wood, seed)), crossings(Synth(Place, Stone, seed)),
			crossings(Synth(Place, Hide, seed))
		if stone <= wood || hide >= wood {
			t.Errorf("seed %d: a knock crosses zero %d times on stone, %d on wood, %d on hide", seed, stone, wood, hide)
		}
	}
	if !slices.Equal(Synth(Win, Wood, 1), Synth(Win, Stone, 1)) {
		t.Error("the lyre stands on the board")
	}
}
