package server

import (
	"context"
	"net/http"
	"strconv"

	"tafl3d/net/wire"
	"tafl3d/server/moderation"
	"tafl3d/server/store"
)

// Numbers of items in a list for moderators.
const (
	listShows = 200
	listMost  = 10_000
)

// moderationRoutes adds the requests of taflmatch moderate and operator to the operator's socket.
func (s *Server) moderationRoutes(mux *http.ServeMux) {
	m, st := s.moderators, s.store
	mux.HandleFunc("POST /moderate", public(s, m.Carry))
	mux.HandleFunc("POST /moderate/purge", public(s, m.Purge))
	mux.HandleFunc("POST /moderate/find", public(s, m.Find))
	mux.HandleFunc("GET /moderate/account/{name}", publicGet(s,
		func(r *http.Request) (moderation.Dossier, error) { return m.Look(r.Context(), r.PathValue("name")) }))
	mux.HandleFunc("GET /moderate/reports", publicGet(s, func(r *http.Request) ([]store.NamedReport, error) {
		f := store.ReportFilter{Open: r.FormValue("open") != "", Most: most(r)}
		if name := r.FormValue("about"); name != "" {
			a, err := s.accounts.Named(r.Context(), name)
			if err != nil {
				return nil, err
			}
			f.About = a.ID
		}
		return st.Conduct.Reports(r.Context(), f)
	}))
	mux.HandleFunc("GET /moderate/sanctions", publicGet(s, func(r *http.Request) ([]store.NamedSanction, error) {
		return st.Moderation.InForce(r.Context(), s.opt.Now(), most(r))
	}))
	mux.HandleFunc("GET /moderate/shared",
		publicGet(s, func(r *http.Request) ([]store.Group, error) { return st.Moderation.Shared(r.Context()) }))
	mux.HandleFunc("GET /moderate/log",
		publicGet(s, func(r *http.Request) ([]store.Deed, error) {
			return st.Moderation.Deeds(r.Context(), "", most(r))
		}))
	mux.HandleFunc("GET /operators",
		publicGet(s, func(r *http.Request) ([]store.Operator, error) { return st.Moderation.Operators(r.Context()) }))
	mux.HandleFunc("POST /operators", public(s, func(ctx context.Context, q newOperator) (newOperator, error) {
		token, err := m.NewOperator(ctx, q.Name)
		return newOperator{q.Name, token}, err
	}))
	mux.HandleFunc("DELETE /operators/{name}", publicGet(s, func(r *http.Request) (wire.None, error) {
		return wire.None{}, m.RemoveOperator(r.Context(), r.PathValue("name"))
	}))
}

// newOperator is the request for a token of an operator, and its answer.
type newOperator struct {
	Name  string `json:"name"`
	Token string `json:"token,omitempty"`
}

// most returns how many items a request wants.
func most(r *http.Request) int {
	n, err := strconv.Atoi(r.FormValue("n"))
	if err != nil || n < 1 {
		return listShows
	}
	return min(n, listMost)
}
