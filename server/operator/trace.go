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

// Traces sends requests and acts with their durations to an OpenTelemetry collector: no names, no ids and no contents.
type Traces struct {
	provider *trace.TracerProvider
	tracer   tracing.Tracer
}

// TraceOptions says where traces go and which share of requests and acts is traced.
type TraceOptions struct {
	URL     string  // of the collector, http://host:4318
	Share   float64 // from 0 to 1
	Release string  // of the program
	Log     *slog.Logger
}

// Check returns an error if the options are invalid.
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

// OpenTraces starts tracing. It does not wait for the collector: if that is unreachable, the log says so and traces are
// lost.
func OpenTraces(ctx context.Context, o TraceOptions) (*Traces, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	u := strings.TrimSuffix(o.URL, "/")
	out, err := otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(u+"/v1/traces"))
	if err != nil {
		return nil, err
	}
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { o.Log.Warn("cannot send traces", "error", err) }))
	p := trace.NewTracerProvider(trace.WithBatcher(out),
		trace.WithSampler(trace.ParentBased(trace.TraceIDRatioBased(o.Share))),
		trace.WithResource(resource.NewSchemaless(attribute.String("service.name", "taflmatch"),
			attribute.String("service.version", o.Release))))
	return &Traces{p, p.Tracer("tafl3d")}, nil
}

// Close sends the remaining traces, at most until ctx ends.
func (t *Traces) Close(ctx context.Context) error { return t.provider.Shutdown(ctx) }

// Act traces an act that was answered just now.
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

// Requests traces each request by its route. A proxy in front of the service may have begun the trace. WebSockets are
// not traced, but their acts are.
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

// status records the status code of a response.
type status struct {
	http.ResponseWriter
	code int
}

// WriteHeader implements http.ResponseWriter.
func (s *status) WriteHeader(code int) {
	s.code = code
	s.ResponseWriter.WriteHeader(code)
}

// Unwrap returns the writer for http.ResponseController.
func (s *status) Unwrap() http.ResponseWriter { return s.ResponseWriter }
