package web

import (
	"log/slog"
	"net/http"
)

// New returns the pages of a service with a name, at a host name.
func New(name, host string, source Source, log *slog.Logger) *Site {
	s := &Site{name: name, host: host, source: source, log: log, mux: http.NewServeMux(),
		films: films{kept: map[string]kept{}}}
	s.mux.HandleFunc("GET /{$}", s.home)
	s.mux.HandleFunc("GET /ladder", s.ladder)
	s.mux.HandleFunc("GET /players", s.findPlayer)
	s.mux.HandleFunc("GET /players/{name}", s.player)
	s.mux.HandleFunc("GET /games/{id}", s.game)
	s.mux.HandleFunc("GET /games/{id}/board", s.embedded)
	s.mux.HandleFunc("GET /games/{id}/frames", s.frames)
	s.mux.HandleFunc("GET /games/{id}/played", s.played)
	s.mux.HandleFunc("GET /games/{id}/review.json", s.reviewed)
	s.mux.HandleFunc("GET /games/{id}/record/{format}", s.record)
	s.mux.HandleFunc("GET /events", s.events)
	s.mux.HandleFunc("GET /events/{id}", s.event)
	s.mux.HandleFunc("GET /events/{id}/file/{file}", s.eventFile)
	s.mux.HandleFunc("GET /i/{code}", s.invitation)
	s.mux.HandleFunc("GET /play", s.play)
	s.mux.HandleFunc("GET /play/{id}", s.playGame)
	s.mux.HandleFunc("GET /computer", s.computer)
	s.mux.HandleFunc("GET /computer/{id}", s.computerGame)
	s.mux.HandleFunc("GET /computer/{id}/exercises", s.exercises)
	s.mux.HandleFunc("GET /computer/{id}/exercises.json", s.exerciseList)
	s.mux.HandleFunc("GET /computer/offline.js", s.serviceWorker)
	s.mux.HandleFunc("GET /offline.js", s.serviceWorker)
	s.mux.HandleFunc("GET /offline", s.offline)
	s.mux.HandleFunc("GET /computer/engine.js", s.engineWorker)
	s.mux.HandleFunc("GET /static/{hash}/{file}", serveStatic)
	s.mux.HandleFunc("GET /", func(w http.ResponseWriter, r *http.Request) { s.fail(w, r, ErrNone) })
	return s
}
