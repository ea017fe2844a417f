// Package wiretest has an in-process service for tests, which answers routes by functions.
package wiretest

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"

	"tafl3d/net/wire"
)

// Service answers the routes registered with On and refuses all others.
type Service struct{ mux http.ServeMux }

// answer records the answer to a request: a body, or an error.
type answer struct {
	*httptest.ResponseRecorder
	err error
}

// On answers requests of a route by f, which gets the id in the path, if there is one.
func On[In, Out any](s *Service, r wire.Route[In, Out], f func(in In, id string) (Out, error)) {
	_, name, _ := strings.Cut(r.Path, "{")
	name, _, _ = strings.Cut(name, "}")
	s.mux.HandleFunc(r.Pattern(), func(w http.ResponseWriter, q *http.Request) {
		var in In
		a := w.(*answer)
		if a.err = json.NewDecoder(q.Body).Decode(&in); a.err != nil {
			return
		}
		out, err := f(in, q.PathValue(name))
		if a.err = err; err == nil {
			a.err = json.NewEncoder(w).Encode(out)
		}
	})
}

// Do implements wire.Asker.
func (s *Service) Do(ctx context.Context, method, path string, in, out any) error {
	body, err := json.Marshal(in)
	if err != nil {
		return err
	}
	a := &answer{ResponseRecorder: httptest.NewRecorder()}
	s.mux.ServeHTTP(a, httptest.NewRequestWithContext(ctx, method, path, bytes.NewReader(body)))
	switch {
	case a.err != nil:
		return a.err
	case a.Code != http.StatusOK:
		return &wire.Error{Code: wire.Missing, Text: "not found"}
	case out == nil:
		return nil
	}
	return json.Unmarshal(a.Body.Bytes(), out)
}
