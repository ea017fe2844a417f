package simulate

import (
	"math"
	"slices"
	"time"

	"tafl3d/server/queue"
)

// Result is the result of a day.
type Result struct {
	settings   Settings
	Need       Need
	Ended      int // number of games
	Waiting    int // peak
	Bands      []Waits
	Variants   []Waits
	Turns      float64
	Late, Very float64 // shares of the turns
	CalmLate   float64 // share of late turns more than a minute after a failure
	Busiest    float64 // peak utilization of a service, with no failure in the minute before
	Deaths     []Death
	Told       float64 // entries sent to connections during the day
	perVariant map[string]int
}

// Waits holds the waiting times of a group of players.
type Waits struct {
	Name   string
	Paired int
	GaveUp int
	Waited []int // players by seconds until pairing; the last element counts all longer waits
	apart  float64
}

// mostWait is the number of seconds that are counted separately.
const mostWait = 1200

// Death is a failure and its effects within a minute.
type Death struct {
	At      time.Duration
	What    string
	Very    float64       // turns later than a second
	Delay   time.Duration // longest delay for lack of processors
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

// count adds turns and the shares that are late and very late.
func (m *moment) count(turns, late, very float64) {
	m.counted, m.lt, m.very = m.counted+turns, m.lt+turns*late, m.very+turns*very
}

// bands are ranges of ratings, by standard deviations from the mean.
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

// band returns the group of a rating.
func (r *Result) band(points float64) *Waits {
	at := 0
	for i, b := range bands {
		if points >= r.settings.Players.Rating+b.from*r.settings.Players.Spread {
			at = i
		}
	}
	return &r.Bands[at]
}

// paired records a pairing of t and o.
func (r *Result) paired(now time.Time, t, o queue.Ticket, variant string) {
	for _, w := range []*Waits{r.band(t.Points), &r.Variants[r.perVariant[variant]]} {
		w.Paired++
		w.Waited[min(int(now.Sub(t.Since)/time.Second), mostWait)]++
		w.apart += math.Abs(t.Points - o.Points)
	}
}

// gaveUp records that t found no opponent in time for its first choice.
func (r *Result) gaveUp(_ time.Time, t queue.Ticket) {
	r.band(t.Points).GaveUp++
	r.Variants[r.perVariant[t.Variants[0]]].GaveUp++
}

// Within returns the seconds within which a share of the paired players were paired.
func (w Waits) Within(part float64) int {
	left := int(math.Ceil(part * float64(w.Paired)))
	for i, n := range w.Waited {
		if left -= n; left <= 0 {
			return i
		}
	}
	return mostWait
}

// Apart returns the mean difference of ratings in a pair.
func (w Waits) Apart() float64 { return w.apart / max(float64(w.Paired), 1) }

func (r *Result) death(at time.Duration, what string) {
	r.Deaths = append(r.Deaths, Death{At: at, What: what})
}

// passed adds a second.
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
