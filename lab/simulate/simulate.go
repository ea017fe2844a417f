package simulate

import (
	"cmp"
	"container/heap"
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"tafl3d/game"
	"tafl3d/server/queue"
)

// Day is the simulated duration.
const Day = 24 * time.Hour

// midnight is an arbitrary date: only differences matter.
var midnight = time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)

// Kinds of events. Simultaneous events happen in this order.
const (
	gameEnds int8 = iota
	comesBack
	dies
	second // a second of all players: arrivals, pairing, costs
)

// event is an event at a time; n identifies its subject.
type event struct {
	at   time.Duration
	kind int8
	n    int
}

type events []event

func (e events) Len() int      { return len(e) }
func (e events) Swap(i, j int) { e[i], e[j] = e[j], e[i] }
func (e events) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(e[i].at, e[j].at), cmp.Compare(e[i].kind, e[j].kind), cmp.Compare(e[i].n, e[j].n)) < 0
}
func (e *events) Push(x any) { *e = append(*e, x.(event)) }
func (e *events) Pop() any {
	last := (*e)[len(*e)-1]
	*e = (*e)[:len(*e)-1]
	return last
}

// day is a running simulation.
type day struct {
	s       Settings
	minutes int // minutes of each hour in which waiting players are simulated individually
	rng     *rand.Rand
	crowd   *crowd
	plant   *plant
	future  events
	waiting []waiter
	games   []int // running games by clock
	frozen  time.Duration
	out     Result
}

// Run simulates a day. In the first minutes of each hour waiting players are simulated individually
// and paired each second by the queue of the service; in the rest of the hour every wanted game
// starts immediately. With 60 minutes all players are individuals. Players who neither wait nor
// play are only counted.
func Run(ctx context.Context, s Settings, seed uint64, minutes int) (Result, error) {
	if err := s.Check(); err != nil {
		return Result{}, err
	}
	rng := rand.New(rand.NewPCG(seed, 20))
	d := &day{s: s, minutes: minutes, rng: rng, crowd: newCrowd(s, rng), games: make([]int, len(s.Clocks))}
	d.out = newResult(s)
	d.plant = newPlant(s, rng, &d.out)
	d.begin()
	for len(d.future) > 0 {
		e := heap.Pop(&d.future).(event)
		if e.at > Day {
			break
		}
		if e.kind == second && e.n%600 == 0 && ctx.Err() != nil {
			return d.out, ctx.Err()
		}
		d.happens(e)
	}
	d.out.finish(d.plant)
	return d.out, nil
}

// begin schedules the failures and the games that run at midnight.
func (d *day) begin() {
	d.future = append(d.future, event{at: time.Second, kind: second, n: 1})
	for _, e := range d.plant.deaths() {
		heap.Push(&d.future, e)
	}
	for range int(d.crowd.online(0) * d.s.Players.Playing / 2) {
		d.start(0, d.crowd.pick(d.crowd.clock))
	}
}

func (d *day) happens(e event) {
	switch e.kind {
	case gameEnds:
		d.games[e.n]--
		d.out.Ended++
	case dies:
		for _, back := range d.plant.fail(e) {
			heap.Push(&d.future, back)
		}
		d.frozen = max(d.frozen, e.at+d.plant.noPairing)
	case comesBack:
		d.plant.restore(e.n)
	case second:
		d.simulateSecond(e.at)
		heap.Push(&d.future, event{at: e.at + time.Second, kind: second, n: e.n + 1})
	}
}

func (d *day) start(at time.Duration, clock int) {
	d.games[clock]++
	heap.Push(&d.future, event{at: at + d.crowd.lasts(clock), kind: gameEnds, n: clock})
}

// simulateSecond simulates a second.
func (d *day) simulateSecond(at time.Duration) {
	playing := 0
	for _, n := range d.games {
		playing += n
	}
	online := d.crowd.online(at)
	wish := max(online-float64(2*playing+len(d.waiting)), 0) * d.crowd.rate // number of players who now want a game
	p := d.s.Players
	if at >= d.frozen { // without the database seeks and challenges start no games
		for range d.crowd.poisson(wish * (1 - p.Queue) / 2) {
			d.start(at, d.crowd.pick(d.crowd.clock))
		}
	}
	if int(at.Minutes())%60 < d.minutes {
		d.queue(at, d.crowd.poisson(wish*p.Queue))
	} else {
		d.waiting = d.waiting[:0]
		for range d.crowd.poisson(wish * p.Queue / 2) {
			d.start(at, d.crowd.pick(d.crowd.clock))
		}
	}
	d.plant.second(at, d.crowd.demand(online, d.games, len(d.waiting)))
}

// queue simulates arrivals, pairing and departures in the queue.
func (d *day) queue(at time.Duration, come int) {
	now := midnight.Add(at)
	for range come {
		d.waiting = append(d.waiting, d.crowd.ticket(now))
	}
	d.out.Waiting = max(d.out.Waiting, len(d.waiting))
	paired := map[string]bool{}
	if at >= d.frozen {
		tickets := make([]queue.Ticket, len(d.waiting))
		for i, w := range d.waiting {
			tickets[i] = w.Ticket
		}
		for _, pair := range queue.Match(tickets, now) {
			d.start(at, slices.IndexFunc(d.s.Clocks, func(c Clock) bool { return c.Control == pair.Clock }))
			for _, t := range pair.Tickets {
				paired[t.ID] = true
			}
			a, b := pair.Tickets[game.Attackers], pair.Tickets[game.Defenders]
			d.out.paired(now, a, b, pair.Variant)
			d.out.paired(now, b, a, pair.Variant)
		}
	}
	d.waiting = slices.DeleteFunc(d.waiting, func(w waiter) bool {
		if paired[w.ID] {
			return true
		}
		if w.gives.After(now) {
			return false
		}
		d.out.gaveUp(now, w.Ticket)
		return true
	})
}
