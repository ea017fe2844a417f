package operator

import (
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"tafl3d/net/wire"
)

// Metrics are the figures that an operator watches.
type Metrics struct {
	Registry *prometheus.Registry
	acts     *prometheus.HistogramVec
	Ended    *prometheus.CounterVec
	Faults   *prometheus.CounterVec
	Pressed  *prometheus.CounterVec
}

// Gauges are the figures that are asked for when somebody looks.
type Gauges struct {
	Rooms, Dozing, Aside, Damaged, Conns, Waiting func() int
	Folds                                         func() int64
	Failing                                       func() time.Duration   // for how long nothing could be written
	Free                                          func() (uint64, error) // bytes in the data folder
}

// NewMetrics returns figures that are all zero.
func NewMetrics(g Gauges) *Metrics {
	m := &Metrics{Registry: prometheus.NewRegistry()}
	m.acts = prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "tafl_act_seconds", Help: "Time from an act's coming in to its answer, by what became of it.",
		Buckets: []float64{.002, .005, .01, .02, .05, .1, .15, .25, .5, 1, 2.5, 5, 10},
	}, []string{"result"})
	m.Ended = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "tafl_games_ended_total",
		Help: "Games taken into the archive here, by their cause."}, []string{"cause"})
	m.Faults = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "tafl_faults_total",
		Help: "Faults of the program that ended a game's room or a part of the service, which began anew."},
		[]string{"part"})
	m.Pressed = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "tafl_pressed_total",
		Help: "Requests that were refused because turns took too long, by what they were for."}, []string{"of"})
	gauge := func(name, help string, f func() float64) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, f)
	}
	// so that they are there, as zero, before the first
	for _, code := range []wire.Code{"accepted", wire.Unavailable, wire.TooMuch} {
		m.acts.WithLabelValues(string(code))
	}
	m.Faults.WithLabelValues("game")
	m.Ended.WithLabelValues("resigned")
	m.Registry.MustRegister(m.acts, m.Ended, m.Faults, m.Pressed, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		gauge("tafl_rooms", "Games that are open here.", func() float64 { return float64(g.Rooms()) }),
		gauge("tafl_rooms_dozing", "Of these, games in which nothing has happened for a while: they are folded away.",
			func() float64 { return float64(g.Dozing()) }),
		prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "tafl_folds_total",
			Help: "Entries of games that were folded here."}, func() float64 { return float64(g.Folds()) }),
		gauge("tafl_games_aside", "Games that are set aside here, since opening them broke again and again.",
			func() float64 { return float64(g.Aside()) }),
		gauge("tafl_games_damaged",
			"Games that stand still here, since what the journal has of them is not what was written.",
			func() float64 { return float64(g.Damaged()) }),
		gauge("tafl_connections", "WebSockets that are open here.", func() float64 { return float64(g.Conns()) }),
		gauge("tafl_journal_failing_seconds", "For how long nothing could be written to the log of live games.",
			func() float64 { return g.Failing().Seconds() }),
		gauge("tafl_data_free_bytes", "Room that is left in the data folder, -1 where that cannot be told.",
			func() float64 { return free(g.Free) }),
		gauge("tafl_waiting", "Players in the queue, of all services.", func() float64 { return float64(g.Waiting()) }))
	return m
}

// free asks for the room that is left.
func free(ask func() (uint64, error)) float64 {
	n, err := ask()
	if err != nil {
		return -1
	}
	return float64(n)
}

// Answered counts an act.
func (m *Metrics) Answered(_ wire.Kind, code wire.Code, took time.Duration) {
	if code == "" {
		code = "accepted"
	}
	m.acts.WithLabelValues(string(code)).Observe(took.Seconds())
}

// Handler shows them to Prometheus.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.Registry, promhttp.HandlerOpts{})
}
