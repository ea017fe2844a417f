package web

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
)

// encodings are the supported content encodings, the smallest first.
var encodings = []string{"br", "gzip"}

// accepted returns the best encoding that a request accepts, empty for none (RFC 9110, section 12.5.3).
func accepted(r *http.Request) (best string) {
	weights := map[string]float64{}
	for _, line := range r.Header.Values("Accept-Encoding") {
		for part := range strings.SplitSeq(line, ",") {
			name, params, _ := strings.Cut(part, ";")
			weights[strings.ToLower(strings.TrimSpace(name))] = weightOf(params)
		}
	}
	most := 0.0
	for _, e := range encodings {
		weight, named := weights[e]
		if !named {
			weight = weights["*"]
		}
		if weight > most {
			best, most = e, weight
		}
	}
	if weights["identity"] > most {
		return ""
	}
	return best
}

// weightOf reads the weight among the parameters of an encoding: 1 if missing, 0 if it is not a number from 0 to 1.
func weightOf(params string) float64 {
	for p := range strings.SplitSeq(params, ";") {
		name, value, _ := strings.Cut(p, "=")
		if !strings.EqualFold(strings.TrimSpace(name), "q") {
			continue
		}
		weight, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
		if err != nil || !(weight >= 0 && weight <= 1) {
			return 0
		}
		return weight
	}
	return 1
}

// leastPacked is the least size of a body to compress: smaller ones fit into one packet anyway.
const leastPacked = 1200

// packable reports whether content of a type becomes smaller by compression.
func packable(kind string) bool {
	return strings.HasPrefix(kind, "text/") || strings.HasPrefix(kind, "application/json") ||
		strings.HasPrefix(kind, "image/svg+xml")
}

// packer is a reusable compressing writer.
type packer interface {
	io.WriteCloser
	Reset(io.Writer)
}

// quick are pools of packers for bodies made for one request: fast rather than small.
var quick = map[string]*sync.Pool{
	"br":   {New: func() any { return brotli.NewWriterLevel(io.Discard, 3) }},
	"gzip": {New: func() any { w, _ := gzip.NewWriterLevel(io.Discard, 3); return w }}, // valid level, no error
}

// pack compresses a body quickly.
func pack(encoding string, body []byte) ([]byte, error) {
	w := quick[encoding].Get().(packer)
	defer quick[encoding].Put(w)
	return packWith(w, body)
}

// packSmall compresses a body as small as the encoding can make it.
func packSmall(encoding string, body []byte) ([]byte, error) {
	if encoding == "br" {
		return packWith(brotli.NewWriterLevel(nil, brotli.BestCompression), body)
	}
	w, err := gzip.NewWriterLevel(nil, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	return packWith(w, body)
}

func packWith(w packer, body []byte) ([]byte, error) {
	var b bytes.Buffer
	w.Reset(&b)
	_, err := w.Write(body)
	err = errors.Join(err, w.Close()) // Close flushes
	return b.Bytes(), err
}
