package queue

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"tafl3d/game"
)

var noon = time.Date(2030, 1, 1, 12, 0, 0, 0, time.UTC)

func ticket(id string, points float64, change func(*Ticket)) Ticket {
	t := Ticket{ID: id, Player: "p" + id, Since: noon, Points: points, Variants: []string{"copenhagen"},
		Clocks: []string{"5m+3s"}, Rated: true}
	if change != nil {
		change(&t)
	}
	return t
}

func TestPairs(t *testing.T) {
	tests := []struct {
		name string
		a, b func(*Ticket)
		gap  float64
		wait time.Duration
		want string // attackers
	}{
		{name: "equals", want: "a"},
		{name: "the same player", b: func(t *Ticket) { t.Player = "pa" }},
		{name: "another variant", b: func(t *Ticket) { t.Variants = []string{"tablut"} }},
		{name: "another clock", b: func(t *Ticket) { t.Clocks = []string{"none"} }},
		{name: "for fun", b: func(t *Ticket) { t.Rated = false }},
		{name: "two games", b: func(t *Ticket) { t.Double = true }},
		{name: "blocked", b: func(t *Ticket) { t.Blocks = []string{"pa"} }},
		{name: "both attack", a: func(t *Ticket) { t.Wish = WantsAttackers },
			b: func(t *Ticket) { t.Wish = WantsAttackers }},
		{name: "one attacks", b: func(t *Ticket) { t.Wish = WantsAttackers }, want: "b"},
		{name: "one defends", a: func(t *Ticket) { t.Wish = WantsDefenders }, want: "b"},
		{name: "has attacked more", a: func(t *Ticket) { t.Tilt = 3 }, want: "b"},
		{name: "too far at first", gap: 150},
		{name: "near enough after a while", gap: 150, wait: 11 * time.Second, want: "a"},
		{name: "far away", gap: 900, wait: 2 * time.Minute},
		{name: "anybody in the end", gap: 900, wait: 3 * time.Minute, want: "a"},
	}
	for _, tt := range tests {
		list := []Ticket{ticket("a", 1500, tt.a), ticket("b", 1500+tt.gap, tt.b)}
		for range 2 {
			got := ""
			for _, p := range Match(list, noon.Add(tt.wait)) {
				got += p.Tickets[game.Attackers].ID
			}
			if got != tt.want {
				t.Errorf("%s: attackers %q, want %q", tt.name, got, tt.want)
			}
			slices.Reverse(list)
		}
	}
}

func TestChoosesWhatBothLike(t *testing.T) {
	a := ticket("a", 1500, func(t *Ticket) { t.Variants = []string{"x", "y", "z"} })
	b := ticket("b", 1500, func(t *Ticket) { t.Variants = []string{"z", "y"} })
	if p := Match([]Ticket{a, b}, noon); len(p) != 1 || p[0].Variant != "y" {
		t.Errorf("%+v", p)
	}
}

// people makes waiting tickets: most of them for a few variants.
func people(n int, rng *rand.Rand, at time.Time) (list []Ticket) {
	for i := range n {
		list = append(list, ticket(fmt.Sprintf("%s-%d", at.Format("150405"), i), 1500+200*rng.NormFloat64(),
			func(t *Ticket) {
				t.Since = at
				t.Wish = Wish(max(rng.IntN(10)-7, 0))
				t.Double = rng.IntN(4) == 0
				t.Variants = nil
				for range 1 + rng.IntN(3) {
					t.Variants = append(t.Variants, fmt.Sprint("v", int(math.Abs(rng.NormFloat64())*3)))
				}
			}))
	}
	return list
}

// TestMatching checks what must hold for crowds of every size.
func TestMatching(t *testing.T) {
	for _, n := range []int{2, 10, 100, 1000, 10000} {
		list := people(n, rand.New(rand.NewPCG(uint64(n), 1)), noon)
		now := noon.Add(30 * time.Second)
		began := time.Now()
		pairs := Match(list, now)
		took := time.Since(began)
		seen := map[string]bool{}
		gaps := 0.0
		for _, p := range pairs {
			a, b := p.Tickets[0], p.Tickets[1]
			gap := math.Abs(a.Points - b.Points)
			if seen[a.ID] || seen[b.ID] || !agree(&a, &b) || gap > min(a.Range(now), b.Range(now)) {
				t.Fatalf("%d: a bad pair %+v", n, p)
			}
			if !slices.Contains(a.Variants, p.Variant) || !slices.Contains(b.Variants, p.Variant) {
				t.Fatalf("%d: nobody asked for %s", n, p.Variant)
			}
			seen[a.ID], seen[b.ID] = true, true
			gaps += gap
		}
		for i := range list { // nobody waits beside an opponent
			for j := range min(i, 400) {
				if !seen[list[i].ID] && !seen[list[j].ID] && weight(&list[i], &list[j], now) > 0 {
					t.Errorf("%d: %s and %s could play", n, list[i].ID, list[j].ID)
				}
			}
		}
		t.Logf("%d tickets: %d paired, %.0f points apart, %v", n, 2*len(pairs), gaps/max(float64(len(pairs)), 1), took)
	}
}

// TestWaiting lets people come, a few or many a minute, and reports how long they
// wait and how far apart they are.
func TestWaiting(t *testing.T) {
	for _, perMinute := range []float64{0.5, 2, 10, 100, 1000} {
		rng := rand.New(rand.NewPCG(5, 5))
		var waiting []Ticket
		var waits, gaps []float64
		for second := range 1200 {
			now := noon.Add(time.Duration(second) * time.Second)
			arrivals := int(perMinute / 60)
			if rng.Float64() < perMinute/60-float64(arrivals) {
				arrivals++
			}
			for _, p := range people(arrivals, rng, now) {
				p.Variants, p.Double, p.Wish = []string{"copenhagen"}, true, Either
				waiting = append(waiting, p)
			}
			for _, p := range Match(waiting, now) {
				for _, q := range p.Tickets {
					waits = append(waits, now.Sub(q.Since).Seconds())
					waiting = slices.DeleteFunc(waiting, func(w Ticket) bool { return w.ID == q.ID })
				}
				gaps = append(gaps, math.Abs(p.Tickets[0].Points-p.Tickets[1].Points))
			}
		}
		if len(waits) == 0 || len(waiting) > 2+int(perMinute) {
			t.Errorf("%v a minute: %d served, %d wait still", perMinute, len(waits), len(waiting))
			continue
		}
		slices.Sort(waits)
		slices.Sort(gaps)
		t.Logf("%v a minute: waits %0.f s in the middle, %0.f s of 95 in 100; %0.f points apart, %0.f of 95 in 100",
			perMinute,
			waits[len(waits)/2], waits[len(waits)*95/100], gaps[len(gaps)/2], gaps[len(gaps)*95/100])
	}
}

func BenchmarkMatch10000(b *testing.B) {
	list := people(10000, rand.New(rand.NewPCG(1, 1)), noon)
	for b.Loop() {
		Match(list, noon.Add(30*time.Second))
	}
}
