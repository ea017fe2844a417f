package simulate

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"tafl3d/server/queue"
)

// crowd is the population of players. Players who neither play nor wait are only counted.
type crowd struct {
	s       Settings
	rng     *rand.Rand
	peak    float64 // peak of the sum of the zones' curves
	rate    float64 // games per second that an idle player wants at the peak
	made    int
	variant []float64 // cumulative shares
	clock   []float64
}

func newCrowd(s Settings, rng *rand.Rand) *crowd {
	c := &crowd{s: s, rng: rng}
	for m := range 24 * 60 {
		c.peak = max(c.peak, c.curve(time.Duration(m)*time.Minute))
	}
	for _, v := range s.Variants {
		c.variant = append(c.variant, v.Share)
	}
	mean, sum := 0.0, 0.0
	for _, k := range s.Clocks {
		c.clock = append(c.clock, k.Share)
		mean, sum = mean+k.Share*k.Lasts.Seconds(), sum+k.Share
	}
	c.rate = s.Players.Playing / (1 - s.Players.Playing) / (mean / sum)
	return c
}

// curve returns the relative number of players online at a time of day (UTC).
func (c *crowd) curve(at time.Duration) (sum float64) {
	for _, z := range c.s.Zones {
		h := math.Mod(at.Hours()+float64(z.Offset)+48, 24)
		a, b := c.s.Players.Hours[int(h)], c.s.Players.Hours[(int(h)+1)%24]
		sum += z.Share * (a + (b-a)*(h-math.Floor(h)))
	}
	return sum
}

// online returns the number of players online at a time of day.
func (c *crowd) online(at time.Duration) float64 {
	return float64(c.s.Players.Online) * c.curve(at) / c.peak
}

// poisson draws from the Poisson distribution with the given mean.
func (c *crowd) poisson(mean float64) int {
	if mean > 50 {
		return max(int(math.Round(mean+math.Sqrt(mean)*c.rng.NormFloat64())), 0)
	}
	n := 0
	for p := c.rng.Float64(); p > math.Exp(-mean); p *= c.rng.Float64() {
		n++
	}
	return n
}

// pick draws an index by cumulative shares.
func (c *crowd) pick(shares []float64) int {
	sum := 0.0
	for _, s := range shares {
		sum += s
	}
	at := c.rng.Float64() * sum
	for i, s := range shares {
		if at -= s; at < 0 {
			return i
		}
	}
	return len(shares) - 1
}

// waiter is a waiting player.
type waiter struct {
	queue.Ticket
	gives time.Time // time of giving up
}

// ticket creates a waiter.
func (c *crowd) ticket(now time.Time) waiter {
	c.made++
	p := c.s.Players
	id := strconv.Itoa(c.made)
	t := queue.Ticket{ID: id, Player: id, Since: now, Points: p.Rating + p.Spread*c.rng.NormFloat64(),
		Rated: c.rng.Float64() < p.Rated}
	for n := 1 + c.poisson(p.Choices-1); n > 0 && len(t.Variants) < len(c.variant); n-- {
		if v := c.s.Variants[c.pick(c.variant)].ID; !slices.Contains(t.Variants, v) {
			t.Variants = append(t.Variants, v)
		}
	}
	t.Clocks = []string{c.s.Clocks[c.pick(c.clock)].Control}
	if c.rng.Float64() < p.Wish {
		t.Wish = queue.WantsAttackers + queue.Wish(c.rng.IntN(2))
	}
	return waiter{t, now.Add(time.Duration(c.rng.ExpFloat64() * float64(p.Patience.Duration)))}
}

// lasts draws the duration of a game with a clock: the sum of two exponential times, so that very
// short games are rare.
func (c *crowd) lasts(clock int) time.Duration {
	return time.Duration((c.rng.ExpFloat64() + c.rng.ExpFloat64()) / 2 * float64(c.s.Clocks[clock].Lasts.Duration))
}
