package operator

import (
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"tafl3d/net/wire"
)

// Metrics are the metrics of a service.
type Metrics struct {
	Registry *prometheus.Registry
	acts     *prometheus.HistogramVec
	Ended    *prometheus.CounterVec
	Faults   *prometheus.CounterVec
	Pressed  *prometheus.CounterVec
	Refused  *prometheus.CounterVec // new accounts
	Pushes   *prometheus.CounterVec // messages to players who are away
}

// Gauges are read each time that the metrics are collected.
type Gauges struct {
	Rooms, Dozing, Aside, Damaged, Conns, Waiting func() int
	Folds                                         func() int64
	Failing                                       func() time.Duration   // how long every write has failed
	Free                                          func() (uint64, error) // bytes free in the data folder
}

// NewMetrics returns metrics that are all zero.
func NewMetrics(g Gauges) *Metrics {
	m := &Metrics{Registry: prometheus.NewRegistry()}
	m.acts = prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "tafl_act_seconds", Help: "Time from the arrival of an act to its answer, by result.",
		Buckets: []float64{.002, .005, .01, .02, .05, .1, .15, .25, .5, 1, 2.5, 5, 10},
	}, []string{"result"})
	m.Ended = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "tafl_games_ended_total",
		Help: "Games archived here, by cause of their end."}, []string{"cause"})
	m.Faults = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "tafl_faults_total",
		Help: "Program faults that ended the room of a game or a part of the service, which was restarted."},
		[]string{"part"})
	m.Pressed = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "tafl_pressed_total",
		Help: "Requests refused because moves took too long, by kind of request."}, []string{"of"})
	m.Refused = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "tafl_new_accounts_refused_total",
		Help: "New accounts refused because their network had created too many, by kind and by the part of the " +
			"address that reached its limit."}, []string{"kind", "limit"})
	m.Pushes = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "tafl_pushes_total",
		Help: "Messages to players that it is their move, by result."}, []string{"result"})
	gauge := func(name, help string, f func() float64) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, f)
	}
	// so that they exist, as zero, before the first event
	for _, code := range []wire.Code{"accepted", wire.Unavailable, wire.TooMuch} {
		m.acts.WithLabelValues(string(code))
	}
	m.Faults.WithLabelValues("game")
	m.Ended.WithLabelValues("resigned")
	m.Refused.WithLabelValues("name", "address")
	m.Registry.MustRegister(m.acts, m.Ended, m.Faults, m.Pressed, m.Refused, m.Pushes, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		gauge("tafl_rooms", "Games open here.", func() float64 { return float64(g.Rooms()) }),
		gauge("tafl_rooms_dozing", "Open games that are folded because nothing has happened for a while.",
			func() float64 { return float64(g.Dozing()) }),
		prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "tafl_folds_total",
			Help: "Game entries folded here."}, func() float64 { return float64(g.Folds()) }),
		gauge("tafl_games_aside", "Games quarantined here because opening them failed repeatedly.",
			func() float64 { return float64(g.Aside()) }),
		gauge("tafl_games_damaged",
			"Games stopped here because their journal entries are damaged.",
			func() float64 { return float64(g.Damaged()) }),
		gauge("tafl_connections", "WebSockets open here.", func() float64 { return float64(g.Conns()) }),
		gauge("tafl_journal_failing_seconds", "Seconds for which the log of games in progress could not be written.",
			func() float64 { return g.Failing().Seconds() }),
		gauge("tafl_data_free_bytes", "Bytes free in the data folder, -1 if unknown.",
			func() float64 { return free(g.Free) }),
		gauge("tafl_waiting", "Players in the queue of all services.", func() float64 { return float64(g.Waiting()) }))
	return m
}

// free returns the free bytes, -1 if unknown.
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

// Handler serves the metrics to Prometheus.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.Registry, promhttp.HandlerOpts{})
}
