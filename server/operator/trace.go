package operator

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	"go.opentelemetry.io/otel/sdk/trace"
	tracing "go.opentelemetry.io/otel/trace"

	"tafl3d/net/wire"
)

// Traces tell a collector of OpenTelemetry what requests and acts there were and how long they took: no names, no ids
// and nothing of what was said.
type Traces struct {
	provider *trace.TracerProvider
	tracer   tracing.Tracer
}

// TraceOptions say where traces go, and of how many requests and acts.
type TraceOptions struct {
	URL     string  // of the collector, http://host:4318
	Share   float64 // from 0 to 1
	Release string  // of the program
	Log     *slog.Logger
}

// Check says what of them is wrong.
func (o TraceOptions) Check() error {
	u, err := url.Parse(o.URL)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return fmt.Errorf("-traces is the address of a collector that takes OTLP over HTTP, as http://127.0.0.1:4318")
	case !(o.Share > 0) || o.Share > 1:
		return fmt.Errorf("-traces-share is more than 0 and at most 1")
	}
	return nil
}

// OpenTraces begins to tell. It waits for nobody: a collector that is away is told of in the log, and misses what was.
func OpenTraces(ctx context.Context, o TraceOptions) (*Traces, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	u := strings.TrimSuffix(o.URL, "/")
	out, err := otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(u+"/v1/traces"))
	if err != nil {
		return nil, err
	}
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { o.Log.Warn("traces are not taken", "error", err) }))
	p := trace.NewTracerProvider(trace.WithBatcher(out),
		trace.WithSampler(trace.ParentBased(trace.TraceIDRatioBased(o.Share))),
		trace.WithResource(resource.NewSchemaless(attribute.String("service.name", "taflmatch"),
			attribute.String("service.version", o.Release))))
	return &Traces{p, p.Tracer("tafl3d")}, nil
}

// Close tells what is not told yet, for as long as ctx lasts.
func (t *Traces) Close(ctx context.Context) error { return t.provider.Shutdown(ctx) }

// Act tells of an act that was answered just now.
func (t *Traces) Act(kind wire.Kind, code wire.Code, took time.Duration) {
	now := time.Now()
	_, span := t.tracer.Start(context.Background(), "act "+string(kind), tracing.WithTimestamp(now.Add(-took)),
		tracing.WithSpanKind(tracing.SpanKindServer))
	span.SetAttributes(attribute.String("tafl.result", cmp.Or(string(code), "accepted")))
	if code == wire.Unavailable {
		span.SetStatus(codes.Error, "")
	}
	span.End(tracing.WithTimestamp(now))
}

// Requests tells of each request by its route. A proxy before the service may have begun the trace. Sockets last, and
// are told of by their acts.
func (t *Traces) Requests(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == wire.GetSocket.Path {
			next.ServeHTTP(w, r)
			return
		}
		ctx := propagation.TraceContext{}.Extract(r.Context(), propagation.HeaderCarrier(r.Header))
		ctx, span := t.tracer.Start(ctx, r.Method, tracing.WithSpanKind(tracing.SpanKindServer))
		defer span.End()
		seen := &status{ResponseWriter: w, code: http.StatusOK}
		r = r.WithContext(ctx)
		next.ServeHTTP(seen, r)
		span.SetName(cmp.Or(r.Pattern, r.Method))
		span.SetAttributes(attribute.String("http.request.method", r.Method), attribute.String("http.route", r.Pattern),
			attribute.Int("http.response.status_code", seen.code))
		if seen.code >= http.StatusInternalServerError {
			span.SetStatus(codes.Error, "")
		}
	})
}

// status remembers how a request was answered.
type status struct {
	http.ResponseWriter
	code int
}

// WriteHeader implements http.ResponseWriter.
func (s *status) WriteHeader(code int) {
	s.code = code
	s.ResponseWriter.WriteHeader(code)
}

// Unwrap lets http.ResponseController find what is below.
func (s *status) Unwrap() http.ResponseWriter { return s.ResponseWriter }
