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
			take := Synth(e, seed)
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
			if !slices.Equal(take, Synth(e, seed)) {
				t.Errorf("effect %d: two takes with one seed differ", e)
			}
		}
		if slices.Equal(Synth(e, 1), Synth(e, 2)) {
			t.Errorf("effect %d: two seeds, one take", e)
		}
	}
}

// TestKnockDiesAway shows that a man set down is a knock and not a tone.
func TestKnockDiesAway(t *testing.T) {
	take := Synth(Place, 3)
	begin, end := level(take[:Rate/25]), level(take[len(take)-Rate/25:])
	if begin < 20*end {
		t.Errorf("the first 40 ms are at %.4f, the last at %.4f", begin, end)
	}
}

// TestStringsAreInTune shows that the motifs are heard at their pitch.
func TestStringsAreInTune(t *testing.T) {
	take := Synth(Lose, 1)
	tail := take[len(take)-Rate:]
	if low, off := at(tail, 164.8), at(tail, 190); low < 10*off {
		t.Errorf("the last note has %.5f at 164.8 Hz and %.5f at 190 Hz", low, off)
	}
}

func TestBankTakesTurns(t *testing.T) {
	b := newBank(9)
	first := b.next(Place)
	for range variations - 1 {
		if slices.Equal(first, b.next(Place)) {
			t.Error("the same knock twice in a round")
		}
	}
	if !slices.Equal(first, b.next(Place)) {
		t.Error("the round does not begin again")
	}
}
