package simulate

import (
	"math"
	"slices"
	"time"

	"tafl3d/server/queue"
)

// Result is what a day showed.
type Result struct {
	settings   Settings
	Need       Need
	Ended      int // games
	Waiting    int // the most at once
	Bands      []Waits
	Variants   []Waits
	Turns      float64
	Late, Very float64 // of the turns
	CalmLate   float64 // of them, more than a minute after a death
	Busiest    float64 // part of its cores that the busiest service used, with no death in the minute before
	Deaths     []Death
	Told       float64 // entries to connections, all day
	perVariant map[string]int
}

// Waits are how long people of a kind waited.
type Waits struct {
	Name   string
	Paired int
	GaveUp int
	Waited []int // people by the second in which they were paired, the last for all later
	apart  float64
}

// mostWait is where the counting of single seconds ends.
const mostWait = 1200

// Death is one, and what it did within a minute.
type Death struct {
	At      time.Duration
	What    string
	Very    float64       // turns later than a second
	Delay   time.Duration // the longest for want of processors
	Busiest float64
}

// moment is a second of the services.
type moment struct {
	demand
	at                time.Duration
	busiest           float64
	delay             time.Duration
	counted, lt, very float64
}

// count takes in turns of which a part is late.
func (m *moment) count(turns, late, very float64) {
	m.counted, m.lt, m.very = m.counted+turns, m.lt+turns*late, m.very+turns*very
}

// The bands of ratings, by standard deviations from the middle.
var bands = []struct {
	name string
	from float64
}{{"lowest 2 %", math.Inf(-1)}, {"low 14 %", -2}, {"middle 68 %", -1}, {"high 14 %", 1}, {"highest 2 %", 2}}

func newResult(s Settings) Result {
	r := Result{settings: s, perVariant: map[string]int{}}
	for _, b := range bands {
		r.Bands = append(r.Bands, Waits{Name: b.name, Waited: make([]int, mostWait+1)})
	}
	for i, v := range s.Variants {
		r.Variants = append(r.Variants, Waits{Name: v.ID, Waited: make([]int, mostWait+1)})
		r.perVariant[v.ID] = i
	}
	return r
}

// band is where a rating belongs.
func (r *Result) band(points float64) *Waits {
	at := 0
	for i, b := range bands {
		if points >= r.settings.Players.Rating+b.from*r.settings.Players.Spread {
			at = i
		}
	}
	return &r.Bands[at]
}

// paired notes that t plays against o.
func (r *Result) paired(now time.Time, t, o queue.Ticket, variant string) {
	for _, w := range []*Waits{r.band(t.Points), &r.Variants[r.perVariant[variant]]} {
		w.Paired++
		w.Waited[min(int(now.Sub(t.Since)/time.Second), mostWait)]++
		w.apart += math.Abs(t.Points - o.Points)
	}
}

// gaveUp notes that nobody came in time, for the game that was wanted first.
func (r *Result) gaveUp(_ time.Time, t queue.Ticket) {
	r.band(t.Points).GaveUp++
	r.Variants[r.perVariant[t.Variants[0]]].GaveUp++
}

// Within is the seconds in which a part of those who were paired were.
func (w Waits) Within(part float64) int {
	left := int(math.Ceil(part * float64(w.Paired)))
	for i, n := range w.Waited {
		if left -= n; left <= 0 {
			return i
		}
	}
	return mostWait
}

// Apart is how far the ratings of a pair are from each other, on average.
func (w Waits) Apart() float64 { return w.apart / max(float64(w.Paired), 1) }

func (r *Result) death(at time.Duration, what string) {
	r.Deaths = append(r.Deaths, Death{At: at, What: what})
}

// passed takes in a second.
func (r *Result) passed(m moment) {
	r.Turns, r.Late, r.Very, r.Told = r.Turns+m.counted, r.Late+m.lt, r.Very+m.very, r.Told+m.told+2*m.turns
	calm := true
	for i := range r.Deaths {
		d := &r.Deaths[i]
		if m.at-d.At > time.Minute {
			continue
		}
		calm = false
		d.Very, d.Delay, d.Busiest = d.Very+m.very, max(d.Delay, m.delay), max(d.Busiest, m.busiest)
	}
	if calm {
		r.CalmLate += m.lt
		r.Busiest = max(r.Busiest, m.busiest)
	}
}

func (r *Result) finish(*plant) {
	slices.SortFunc(r.Deaths, func(a, b Death) int { return int(a.At - b.At) })
}
