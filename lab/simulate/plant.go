package simulate

import (
	"math"
	"math/rand/v2"
	"time"
)

// demand is the load of the service during a second.
type demand struct {
	online, games, turns, told, looks, polls, ends float64
}

// demand computes the load of a second for a number of players.
func (c *crowd) demand(online float64, games []int, waiting int) (d demand) {
	p := c.s.Players
	d.online, d.looks, d.polls = online, online*p.Lobby, float64(waiting)/2
	for i, n := range games {
		lasts := c.s.Clocks[i].Lasts.Seconds()
		d.games += float64(n)
		d.turns += float64(n) * p.Turns / lasts
		d.ends += float64(n) / lasts
	}
	if d.games > 0 {
		d.told = d.turns * online * p.Watching / d.games
	}
	return d
}

// pings is the number of pings per connection and second: each end sends one every ten seconds.
const pings = 0.2

// cores returns the cores that the services need for the load, without their idle load.
func (d demand) cores(c Costs) float64 {
	return (d.turns*c.TurnMs + d.told*c.TellMs + d.looks*c.LookMs + d.polls*c.PollMs + d.online*pings*c.PingMs) / 1000
}

// memory returns the memory in GiB that the services need for the load, without their idle memory.
func (d demand) memory(c Costs) float64 {
	return (d.games*c.GameKiB + max(d.online-2*d.games, 0)*c.LineKiB) / (1 << 20)
}

// service is one service process.
type service struct {
	region  int
	lines   float64 // number of connections
	away    bool
	backlog float64 // queued work in core seconds
}

// plant is the running system.
type plant struct {
	s         Settings
	rng       *rand.Rand
	out       *Result
	services  []service
	brokers   int // 0: one inside the only service
	stand     []outage
	last      demand
	noPairing time.Duration // end of the pause in pairing after the latest failure
	tails     tails
}

// outage is a share of the games that cannot be written for some time.
type outage struct {
	until time.Duration
	share float64
}

func newPlant(s Settings, rng *rand.Rand, out *Result) *plant {
	p := &plant{s: s, rng: rng, out: out, tails: newTails(s.Runs)}
	n := s.Need()
	out.Need = n
	p.brokers = n.Brokers
	for i := range n.Services {
		p.services = append(p.services, service{region: i % s.Plant.Regions})
	}
	return p
}

// deaths draws the failures. The numbers of services come first, then those of brokers, then those
// of regions.
func (p *plant) deaths() (all []event) {
	at := func() time.Duration { return time.Duration(p.rng.Int64N(int64(Day-time.Hour))) + time.Minute }
	for range p.s.Deaths.Services {
		all = append(all, event{at(), dies, p.rng.IntN(len(p.services))})
	}
	if p.brokers == 0 {
		return all
	}
	for range p.s.Deaths.Brokers {
		all = append(all, event{at(), dies, len(p.services) + p.rng.IntN(p.brokers)})
	}
	if hour, err := time.Parse("15:04", p.s.Deaths.Region); err == nil {
		all = append(all, event{hour.Sub(hour.Truncate(Day)), dies, len(p.services) + p.brokers})
	}
	return all
}

// fail applies a failure and returns the events of recovery.
func (p *plant) fail(e event) (back []event) {
	p.noPairing = 0
	lasts := p.s.Deaths.Lasts.Duration
	switch n := len(p.services); {
	case e.n < n:
		if p.services[e.n].away {
			return nil
		}
		p.out.death(e.at, "a service")
		if n == 1 { // its unit restarts it
			lasts = p.s.Costs.ReturnLate.Duration
		}
		if p.rng.IntN(n) == 0 { // it was the one that pairs
			p.noPairing = min(p.s.Costs.Pairing.Duration, lasts)
		}
		p.failServices(e.at, []int{e.n})
		return []event{{e.at + lasts, comesBack, e.n}}
	case e.n < n+p.brokers:
		p.out.death(e.at, "a broker")
		p.electLeader(e.at, 1/float64(p.brokers))
		return nil
	}
	p.out.death(e.at, "a region, with the database")
	p.electLeader(e.at, 1/float64(p.s.Plant.Regions))
	p.noPairing = p.s.Deaths.Database.Duration
	var gone []int
	for i, s := range p.services {
		if s.region == 0 && !s.away {
			gone = append(gone, i)
			back = append(back, event{e.at + lasts, comesBack, i})
		}
	}
	p.failServices(e.at, gone)
	return back
}

// electLeader stops a share of all games until another broker becomes leader.
func (p *plant) electLeader(at time.Duration, share float64) {
	c := p.s.Costs
	takes := c.LeadFrom.Duration + time.Duration(p.rng.Float64()*float64(c.LeadTo.Duration-c.LeadFrom.Duration))
	p.stand = append(p.stand, outage{at + takes, share})
}

// failServices fails services: their players reconnect to the others, which costs processor time, and their
// games stop until then.
func (p *plant) failServices(at time.Duration, gone []int) {
	lost, all := 0.0, 0.0
	for _, s := range p.services {
		all += s.lines
	}
	for _, i := range gone {
		lost += p.services[i].lines
		p.services[i].away, p.services[i].lines, p.services[i].backlog = true, 0, 0
	}
	if all > 0 {
		p.stand = append(p.stand, outage{at + p.s.Costs.ReturnLate.Duration, lost / all})
	}
	p.spread(lost)
}

// spread distributes connections evenly over the running services.
func (p *plant) spread(lines float64) {
	n := 0
	for _, s := range p.services {
		if !s.away {
			n++
		}
	}
	for i := range p.services {
		if s := &p.services[i]; !s.away {
			s.lines += lines / float64(n)
			s.backlog += max(lines, 0) / float64(n) * p.s.Costs.ReturnMs / 1000
		}
	}
}

// restore restores a service. Players reconnect over time; none is moved.
func (p *plant) restore(n int) {
	p.services[n].away = false
	if len(p.services) == 1 {
		p.spread(p.last.online)
	}
}

// second simulates a second.
func (p *plant) second(at time.Duration, d demand) {
	p.last = d
	sum := 0.0
	for i := range p.services { // some players leave
		p.services[i].lines *= 1 - 1/p.s.Players.Session.Seconds()
		sum += p.services[i].lines
	}
	p.spread(d.online - sum) // and as many or more arrive
	standing := 0.0
	for i := 0; i < len(p.stand); i++ {
		if at > p.stand[i].until {
			p.stand = append(p.stand[:i], p.stand[i+1:]...)
			i--
			continue
		}
		standing += p.stand[i].share
	}
	standing = min(standing, 1)
	moment := moment{at: at, demand: d}
	moment.count(standing*d.turns, 1, 1)
	cores := float64(p.s.Plant.Cores)
	for i := range p.services {
		s := &p.services[i]
		if s.away || d.online == 0 {
			continue
		}
		share := s.lines / d.online
		asked := d.cores(p.s.Costs)*share + p.s.Costs.IdleCores
		s.backlog = max(s.backlog+asked-cores, 0)
		delay := time.Duration(s.backlog / cores * float64(time.Second))
		load := min(asked/cores, 1)
		moment.busiest = max(moment.busiest, asked/cores)
		moment.delay = max(moment.delay, delay)
		moment.count(d.turns*share*(1-standing), p.tails.over(load, lateTurn-delay), p.tails.over(load, veryLate-delay))
	}
	p.out.passed(moment)
}

// Need is the number of machines that a service takes.
type Need struct {
	Services, Brokers, Streams int
	Cores, Memory              float64 // of all services at peak load
	Database                   float64 // cores of the database at peak load
	Peak                       demand
}

// Need computes the machines for peak load with a region down.
func (s Settings) Need() (n Need) {
	c := newCrowd(s, nil)
	games := make([]int, len(s.Clocks))
	sum := 0.0
	for i, k := range s.Clocks {
		sum += k.Share * s.Clocks[i].Lasts.Seconds()
	}
	for i, k := range s.Clocks {
		games[i] = int(float64(s.Players.Online) * s.Players.Playing / 2 * k.Share * k.Lasts.Seconds() / sum)
	}
	n.Peak = c.demand(float64(s.Players.Online), games, 0)
	n.Cores, n.Memory = n.Peak.cores(s.Costs), n.Peak.memory(s.Costs)
	n.Database = n.Peak.ends * s.Costs.EndMs / 1000
	n.Streams = max(s.Plant.Streams, up(n.Peak.turns/(s.Costs.Appends*s.Plant.Busy)))
	cores, memory := float64(s.Plant.Cores)*s.Plant.Busy-s.Costs.IdleCores,
		s.Plant.MemoryGiB*s.Plant.Full-s.Costs.IdleMiB/1024
	one := max(n.Cores/cores, n.Memory/memory)
	n.Services, n.Brokers = s.Plant.Services, s.Plant.Brokers
	if n.Services == 0 && one <= 1 {
		n.Services, n.Brokers = 1, 0
		return n
	}
	regions := float64(s.Plant.Regions)
	left := 1.0
	if regions > 1 {
		left = (regions - 1) / regions
	}
	if n.Services == 0 {
		n.Services = up(one/left/regions) * s.Plant.Regions
	}
	if n.Brokers == 0 { // each turn is stored on three of them
		disks := 3 * n.Peak.turns / s.Costs.BrokerAppends
		cores := n.Peak.turns * s.Costs.BrokerMs / 1000 / brokerCores
		n.Brokers = max(3, up(max(disks, cores)/s.Plant.Busy/left/regions)*s.Plant.Regions)
	}
	return n
}

// brokerCores and brokerGiB describe the machine of a broker.
const (
	brokerCores = 2
	brokerGiB   = 4
)

func up(x float64) int { return max(int(math.Ceil(x)), 1) }
