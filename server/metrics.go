package server

import (
	"context"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"tafl3d/net/wire"
	"tafl3d/server/store"
)

// metrics are the figures that an operator watches.
type metrics struct {
	registry *prometheus.Registry
	acts     *prometheus.HistogramVec
	ended    *prometheus.CounterVec
	faults   *prometheus.CounterVec
}

func (s *Server) openMetrics() {
	m := &metrics{registry: prometheus.NewRegistry()}
	m.acts = prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "tafl_act_seconds", Help: "Time from an act's coming in to its answer, by what became of it.",
		Buckets: []float64{.002, .005, .01, .02, .05, .1, .15, .25, .5, 1, 2.5, 5, 10},
	}, []string{"result"})
	m.ended = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "tafl_games_ended_total", Help: "Games taken into the archive here, by their cause."}, []string{"cause"})
	m.faults = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "tafl_faults_total", Help: "Faults of the program that ended a game's room or a part of the service, which began anew."}, []string{"part"})
	gauge := func(name, help string, f func() float64) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, f)
	}
	m.registry.MustRegister(m.acts, m.ended, m.faults, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		gauge("tafl_rooms", "Games that are open here.", func() float64 { return float64(s.hub.Rooms()) }),
		gauge("tafl_games_aside", "Games that are set aside here, since opening them broke again and again.", func() float64 { return float64(s.hub.Aside()) }),
		gauge("tafl_connections", "WebSockets that are open here.", func() float64 { return float64(s.hub.Conns()) }),
		gauge("tafl_waiting", "Players in the queue.", s.countWaiting))
	s.metrics = m
}

func (s *Server) countWaiting() float64 {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	n, err := s.store.CountSeeks(ctx, store.Queue, s.opt.Now())
	if err != nil {
		return -1
	}
	return float64(n)
}

// answered counts an act.
func (m *metrics) answered(_ wire.Kind, code wire.Code, took time.Duration) {
	if code == "" {
		code = "accepted"
	}
	m.acts.WithLabelValues(string(code)).Observe(took.Seconds())
}

func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}
