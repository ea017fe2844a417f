package simulate

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// Print writes the report of a day.
func (r Result) Print(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	s := r.settings
	fmt.Fprintf(w,
		"%s players online at the busiest moment: %s games at once, %s turns a second, %s games in the day\n\n",
		whole(float64(s.Players.Online)), whole(r.Need.Peak.games), whole(r.Need.Peak.turns), whole(float64(r.Ended)))
	r.waits(w, "rating", r.Bands)
	r.waits(w, "variant", r.Variants)
	fmt.Fprintf(w, "at most %s wait at once\n\n", whole(float64(r.Waiting)))
	fmt.Fprintf(w, "turns\t%s in the day\n", whole(r.Turns))
	fmt.Fprintf(w, "later than 250 ms\t%.4f %%, of these %.0f %% within a minute of a death\n", 100*r.Late/r.Turns,
		100*(1-r.CalmLate/max(r.Late, 1e-9)))
	fmt.Fprintf(w, "later than 1 s\t%.4f %%\n", 100*r.Very/r.Turns)
	fmt.Fprintf(w, "the busiest service\t%.0f %% of its cores, deaths aside\n\n", 100*r.Busiest)
	fmt.Fprintf(w, "died at\twhat\tturns later than 1 s\tbusiest service\tlongest wait for a core\n")
	for _, d := range r.Deaths {
		fmt.Fprintf(w, "%s\t%s\t%s\t%.0f %%\t%v\n", midnight.Add(d.At).Format("15:04"), d.What, whole(d.Very),
			100*d.Busiest, d.Delay.Round(time.Millisecond))
	}
	fmt.Fprintln(w)
	r.machines(w)
	r.breaks(w)
	r.settings.compare(w)
	return w.Flush()
}

// waits writes the waiting times.
func (r Result) waits(w io.Writer, head string, list []Waits) {
	fmt.Fprintf(w, "%s\tpaired\thalf within\t9 of 10\t99 of 100\tgave up\tratings apart\n", head)
	for _, x := range list {
		fmt.Fprintf(w, "%s\t%s\t%d s\t%d s\t%d s\t%.1f %%\t%.0f\n", x.Name, whole(float64(x.Paired)), x.Within(0.5),
			x.Within(0.9), x.Within(0.99),
			100*float64(x.GaveUp)/max(float64(x.GaveUp+x.Paired), 1), x.Apart())
	}
	fmt.Fprintln(w)
}

// monthHours is the number of hours in a month.
const monthHours = 730

// machines writes the machines and their cost.
func (r Result) machines(w io.Writer) {
	n, s := r.Need, r.settings
	c := s.Prices
	price := func(count int, cores, gib float64) float64 {
		return float64(count) * (cores*c.CoreHour + gib*c.GiBHour) * monthHours
	}
	database := max(2, math.Exp2(math.Ceil(math.Log2(n.Database/s.Plant.Busy))))
	traffic := r.Told * s.Costs.EntryBytes * 30 / (1 << 30)
	rows := []struct {
		what string
		n    int
		of   string
		cost float64
	}{
		{"services", n.Services, fmt.Sprintf("%d cores, %.0f GiB", s.Plant.Cores, s.Plant.MemoryGiB),
			price(n.Services, float64(s.Plant.Cores), s.Plant.MemoryGiB)},
		{"brokers", n.Brokers, fmt.Sprintf("%d cores, %d GiB; %d streams", brokerCores, brokerGiB, n.Streams),
			price(n.Brokers, brokerCores, brokerGiB)},
		{"PostgreSQL with a standby", 2, fmt.Sprintf("%.0f cores, %.0f GiB", database, 4*database),
			price(2, database, 4*database)},
		{"traffic", 0, fmt.Sprintf("%s GiB", whole(traffic)), traffic * c.TrafficGiB},
	}
	if n.Brokers == 0 {
		rows = []struct {
			what string
			n    int
			of   string
			cost float64
		}{rows[0], rows[3]}
	}
	sum := 0.0
	fmt.Fprintf(w, "machines\t\teach\t%s a month\n", c.Currency)
	for _, x := range rows {
		count := ""
		if x.n > 0 {
			count = fmt.Sprint(x.n)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", x.what, count, x.of, whole(x.cost))
		sum += x.cost
	}
	fmt.Fprintf(w, "all\t\t\t%s, %.2f for each 1000 at the busiest moment\n\n", whole(sum),
		sum/float64(s.Players.Online)*1000)
}

// breaks writes which part reaches its limit first as players and machines grow: the parts that
// cannot be multiplied.
func (r Result) breaks(w io.Writer) {
	n, s := r.Need, r.settings
	type part struct {
		what         string
		needs, has   float64
		unit, remedy string
	}
	list := []part{
		{"one machine without brokers, its cores", n.Cores + s.Costs.IdleCores, float64(s.Plant.Cores) * s.Plant.Busy,
			"cores", "more services"},
		{"one machine without brokers, its memory", n.Memory, s.Plant.MemoryGiB * s.Plant.Full, "GiB", "more services"},
		{"the streams of live games", n.Peak.turns, float64(s.Plant.Streams) * s.Costs.Appends * s.Plant.Busy,
			"turns/s", "-shards"},
		{"three brokers", 3 * n.Peak.turns, 3 * s.Costs.BrokerAppends * s.Plant.Busy, "appends/s", "more brokers"},
		{"three brokers, their cores", n.Peak.turns * s.Costs.BrokerMs / 1000, 3 * brokerCores * s.Plant.Busy, "cores",
			"more brokers"},
		{"the database, begins and ends", n.Database, float64(s.Plant.DatabaseCores) * s.Plant.Busy, "cores",
			"by accounts over several"},
		{"connections to the database", 32 * float64(n.Services), float64(s.Plant.DatabaseLines), "",
			"a pooler before it"},
		{"who pairs the queue, one core", float64(r.Waiting) * s.Costs.MatchMs / 1000, s.Plant.Busy, "cores",
			"the services divide it by pool"},
	}
	slices.SortStableFunc(list, func(a, b part) int { return cmp.Compare(b.needs/b.has, a.needs/a.has) })
	fmt.Fprintf(w, "of which there is one\tneeds\thas\tfull\tfull at so many players\tthen\n")
	for _, p := range list {
		ratio := p.needs / p.has
		fmt.Fprintf(w, "%s\t%s\t%s\t%.0f %%\t%s\t%s\n", p.what, strings.TrimSpace(amount(p.needs)+" "+p.unit),
			amount(p.has), 100*ratio, whole(float64(s.Players.Online)/ratio), p.remedy)
	}
	fmt.Fprintln(w)
}

// compare writes the model's predictions for the measured runs, and their errors.
func (s Settings) compare(w io.Writer) {
	fmt.Fprintf(w, "measured runs\tcore\tmodel\toff by\tmemory\tmodel\toff by\tp99\tby the others\toff by\n")
	for i, r := range s.Runs {
		share, mib := s.model(r)
		others := newTails(slices.Delete(slices.Clone(s.Runs), i, i+1))
		p99 := "at the edge\t"
		if i > 0 && i < len(s.Runs)-1 {
			guess := math.Exp(others.at(r.load())[2])
			p99 = fmt.Sprintf("%v\t%+.0f %%", time.Duration(guess*1e9).Round(100*time.Microsecond),
				100*(guess/r.P99.Seconds()-1))
		}
		fmt.Fprintf(w, "%d games, %.0f turns/s\t%.0f %%\t%.0f %%\t%+.0f %%\t%.0f MiB\t%.0f MiB\t%+.0f %%\t%v\t%s\n",
			r.Games, r.Turns, r.Share, share, 100*(share/r.Share-1),
			r.MiB, mib, 100*(mib/r.MiB-1), r.P99, p99)
	}
}

// model returns the share of a core and the memory of a run according to the costs.
func (s Settings) model(r Measured) (share, mib float64) {
	return 100 * (s.Costs.IdleCores + r.Turns*s.Costs.TurnMs/1000),
		s.Costs.IdleMiB + float64(r.Games)*s.Costs.GameKiB/1024
}

// amount formats a number of any magnitude.
func amount(x float64) string {
	if x < 100 {
		return fmt.Sprintf("%.2f", x)
	}
	return whole(x)
}

// whole formats an integer with thousands separators.
func whole(x float64) string {
	text := fmt.Sprintf("%.0f", x)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + " " + text[i:]
	}
	return text
}
