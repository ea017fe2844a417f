package server_test

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	"google.golang.org/protobuf/proto"

	"tafl3d/game"
	"tafl3d/internal/await"
	"tafl3d/net/wire"
	"tafl3d/server"
	"tafl3d/server/operator"
)

// TestTraces: a collector of OpenTelemetry is told of requests by their routes and of acts by their kinds, of a trace
// that a proxy began as well, and of no id, name or token.
func TestTraces(t *testing.T) {
	t.Parallel()
	var told struct {
		sync.Mutex
		collector.ExportTraceServiceRequest
	}
	sink := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var one collector.ExportTraceServiceRequest
		text, err := io.ReadAll(r.Body)
		if err == nil {
			err = proto.Unmarshal(text, &one)
		}
		if err != nil || r.URL.Path != "/v1/traces" {
			t.Errorf("%s: %v", r.URL.Path, err)
		}
		told.Lock()
		told.ResourceSpans = append(told.ResourceSpans, one.ResourceSpans...)
		told.Unlock()
	}))
	defer sink.Close()
	traces, err := operator.OpenTraces(t.Context(), operator.TraceOptions{URL: sink.URL, Share: 1, Release: "next",
		Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	s, err := server.Start(t.Context(), server.Options{Data: t.TempDir(), Host: "127.0.0.1", Traces: traces})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	web := httptest.NewServer(s.Handler())
	defer web.Close()
	astrid, dag := signUp(t, web.URL, "Astrid"), signUp(t, web.URL, "Dag")
	spec, err := s.OpenGame(t.Context(), wire.Spec{Variant: "brandubh-gorrion", Clock: "5m+3s",
		Seats: [game.Sides]wire.Player{astrid.session.Player, dag.session.Player}})
	if err != nil {
		t.Fatal(err)
	}
	playOut(t, astrid.sit(t, spec.Game), game.Attackers, 1)
	for path, head := range map[string]string{"/v1/games/SECRETGAME": "",
		"/nowhere": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, web.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer SECRETTOKEN")
		if head != "" {
			r.Header.Set("traceparent", head)
		}
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
	}
	web.Close() // waits for each request to end, and so for its trace
	await.Until(t, "the collector was not told of the move", func() bool {
		told.Lock()
		defer told.Unlock()
		return strings.Contains(told.String(), "act play") // traces are sent every 5 s
	})
	traces.Act(wire.Resign, wire.Unavailable, 3_000_000)
	if err := traces.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	told.Lock()
	defer told.Unlock()
	var names []string
	text := told.String()
	for _, r := range told.ResourceSpans {
		for _, s := range r.ScopeSpans {
			for _, span := range s.Spans {
				names = append(names, span.Name)
				if span.Name == "act resign" && span.EndTimeUnixNano-span.StartTimeUnixNano != 3_000_000 {
					t.Errorf("an act of 3 ms took from %d to %d", span.StartTimeUnixNano, span.EndTimeUnixNano)
				}
				if span.Name == "GET /" && (len(span.ParentSpanId) == 0 || span.TraceId[0] != 0x0a) {
					t.Errorf("the trace of a proxy is not gone on with: %v", span)
				}
			}
		}
	}
	slices.Sort(names)
	if got := strings.Join(names, ", "); got !=
		"GET /, GET /v1/games/{id}, POST /v1/accounts, POST /v1/accounts, act play, act resign" {
		t.Errorf("told of %s", got)
	}
	if strings.Contains(text, "SECRET") || strings.Contains(text, spec.Game) || strings.Contains(text, "Astrid") ||
		!strings.Contains(text, "next") || !strings.Contains(text, "404") {
		t.Errorf("told:\n%s", text)
	}
}

// TestTracesInWords: an address that is none is told before anything starts.
func TestTracesInWords(t *testing.T) {
	for _, o := range []operator.TraceOptions{{URL: "127.0.0.1:4318", Share: 1}, {URL: "http://a", Share: 0},
		{URL: "http://a", Share: 2}, {URL: "grpc://a", Share: 1}} {
		if err := o.Check(); err == nil || !strings.Contains(err.Error(), "-traces") {
			t.Errorf("%+v: %v", o, err)
		}
	}
}
