package server

import (
	"encoding/json"
	"errors"
	"io"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"tafl3d/net/host"
	"tafl3d/net/wire"
	"tafl3d/server/store"
	"tafl3d/tongue"
)

// maxBody is how large the body of a request may be in bytes, bodyTime how long it may take to arrive.
const (
	maxBody  = 64 << 10
	bodyTime = 5 * time.Second
)

// slowReply is an answer that may be long: the time limit applies to each part of it.
type slowReply struct {
	http.ResponseWriter
	each time.Duration
}

// Write implements io.Writer.
func (u slowReply) Write(part []byte) (int, error) {
	if err := http.NewResponseController(u.ResponseWriter).SetWriteDeadline(time.Now().Add(u.each)); err != nil {
		return 0, err
	}
	return u.ResponseWriter.Write(part)
}

// token returns the session token of a request.
func token(r *http.Request) string {
	text, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	return text
}

// body decodes the body of a request; an empty one is a zero value.
func body[In any](w http.ResponseWriter, r *http.Request) (in In, err error) {
	if r.Method == http.MethodGet || r.ContentLength == 0 {
		return in, nil
	}
	d := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody))
	d.DisallowUnknownFields()
	if err := d.Decode(&in); err != nil && !errors.Is(err, io.EOF) { // empty, of a length that was not announced
		return in, wire.Badf("%v", err)
	}
	return in, nil
}

func (s *Server) reply(w http.ResponseWriter, r *http.Request, out any, err error) {
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	answer(w, http.StatusOK, out)
}

func answer(w http.ResponseWriter, status int, out any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	if text, is := out.(json.RawMessage); is { // encoded once for several requests
		_, _ = w.Write(text)
		return
	}
	_ = json.NewEncoder(w).Encode(out) // the client may have disconnected
}

// busy refuses a request of an address that asks too often.
func (s *Server) busy(w http.ResponseWriter, r *http.Request, why error) {
	w.Header().Set("Retry-After", again)
	s.refuse(w, r, why)
}

// again is the usual Retry-After in seconds.
const again = "2"

// statuses maps codes to HTTP status codes.
var statuses = map[wire.Code]int{
	wire.BadMessage: http.StatusBadRequest, wire.BadToken: http.StatusUnauthorized,
	wire.Forbidden:  http.StatusForbidden,
	wire.NoSuchGame: http.StatusNotFound, wire.Gone: http.StatusGone, wire.Missing: http.StatusNotFound,
	wire.Taken:   http.StatusConflict,
	wire.TooMuch: http.StatusTooManyRequests, wire.Unavailable: http.StatusServiceUnavailable,
}

// refuse answers with an error, in the language of the request. Errors that are not for players are logged and replaced
// by a general one.
func (s *Server) refuse(w http.ResponseWriter, r *http.Request, err error) {
	e, ok := errors.AsType[*wire.Error](err)
	switch {
	case ok:
	case errors.Is(err, store.ErrTaken):
		e = wire.Refuse(wire.Taken,
			"that name is taken or too similar to another, or this device already has an account")
	case errors.Is(err, store.ErrNone), errors.Is(err, host.ErrNoGame):
		e = wire.Refuse(wire.Missing, "not found")
	default:
		s.log.Error("request failed", "error", err)
		e = wire.Refuse(wire.Unavailable, "the service cannot do that right now")
	}
	status, ok := statuses[e.Code]
	if !ok {
		status = http.StatusConflict
	}
	if e.After > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(e.After.Seconds()))))
	}
	if e.Code == wire.Unavailable && w.Header().Get("Retry-After") == "" {
		w.Header().Set("Retry-After", again)
	}
	say := tongue.Accepted(r.Header.Get("Accept-Language"))
	answer(w, status, wire.Refused{Code: e.Code, Text: say.Error(e)})
}
