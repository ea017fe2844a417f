package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// splitEnvelope splits a frame that is written exactly as Encode writes it, which avoids parsing it twice. body may
// be invalid JSON; if it cannot be decoded, Decode parses the whole frame.
func splitEnvelope(data []byte) (id uint64, kind, body []byte, ok bool) {
	rest, ok := bytes.CutPrefix(data, plainStart)
	end := bytes.IndexByte(rest, '"')
	if !ok || end < 0 {
		return 0, nil, nil, false
	}
	kind, rest = rest[:end], rest[end+1:]
	if after, has := bytes.CutPrefix(rest, plainID); has {
		n := 0
		for ; n < len(after) && '0' <= after[n] && after[n] <= '9'; n++ {
		}
		if id, ok = parseNumber(after[:n]); !ok {
			return 0, nil, nil, false
		}
		rest = after[n:]
	}
	body, ok = bytes.CutPrefix(rest, plainBody)
	if !ok || len(body) < 3 || body[len(body)-1] != '}' { // the shortest body is {}
		return 0, nil, nil, false
	}
	return id, kind, body[:len(body)-1], true
}

// parseNumber parses digits without a leading zero, as in JSON.
func parseNumber[T ~string | []byte](digits T) (uint64, bool) {
	if len(digits) > 1 && digits[0] == '0' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(digits), 10, 64)
	return n, err == nil
}

// Parts of an envelope as Encode writes it.
var (
	plainStart = fmt.Appendf(nil, `{"v":%d,"type":"`, Version)
	plainID    = []byte(`,"id":`)
	plainBody  = []byte(`,"body":`)
)

// readDo decodes an act. One that is written as Encode writes it is decoded directly, since every move has one.
func readDo(data json.RawMessage) (Body, error) {
	if d, ok := decodePlainDo(string(data)); ok {
		return d, nil
	}
	return reader[Do](data)
}

// decodePlainDo decodes an act that is written as Encode writes it. If ok is false, it may still be valid JSON.
func decodePlainDo(body string) (d Do, ok bool) {
	t, a := plainReader(body), &d.Act
	ok = t.skip(`{"game":`) && t.readText(&d.Game) &&
		t.skip(`,"act":{"kind":`) && t.readText((*string)(&a.Kind)) &&
		t.skip(`,"ply":`) && t.readNumber(&a.Ply) &&
		(!t.skip(`,"moves":[`) || t.readSteps(&a.Moves)) &&
		(!t.skip(`,"plies":`) || t.readNumber(&a.Plies)) &&
		(!t.skip(`,"of":`) || t.readText(&a.Of)) &&
		t.skip(`,"token":`) && t.readText(&a.Token) &&
		t == "}}"
	return d, ok
}

// plainReader is the rest of the text to read.
type plainReader string

// skip consumes a word if it is next.
func (t *plainReader) skip(word string) bool {
	rest, ok := strings.CutPrefix(string(*t), word)
	if ok {
		*t = plainReader(rest)
	}
	return ok
}

// readText consumes a JSON string of printable ASCII without escapes.
func (t *plainReader) readText(to *string) bool {
	if !t.skip(`"`) {
		return false
	}
	for i := range len(*t) {
		switch c := (*t)[i]; {
		case c == '"':
			*to, *t = string((*t)[:i]), (*t)[i+1:]
			return true
		case c < ' ' || c > '~' || c == '\\':
			return false
		}
	}
	return false
}

// readNumber consumes a number that is not negative.
func (t *plainReader) readNumber(to *int) bool {
	n := 0
	for ; n < len(*t) && '0' <= (*t)[n] && (*t)[n] <= '9'; n++ {
	}
	value, ok := parseNumber((*t)[:n])
	if !ok || value > math.MaxInt {
		return false
	}
	*to, *t = int(value), (*t)[n:]
	return true
}

// readSteps consumes a list of one or more steps and its closing bracket.
func (t *plainReader) readSteps(to *[]Move) bool {
	for {
		var m Move
		if !t.readStep(&m) {
			return false
		}
		if *to = append(*to, m); t.skip("]") {
			return true
		}
		if !t.skip(",") {
			return false
		}
	}
}

// readStep consumes a step with a destination.
func (t *plainReader) readStep(m *Move) bool {
	return t.skip("{") &&
		(!t.skip(`"op":`) || t.readText(&m.Op) && t.skip(",")) &&
		(!t.skip(`"piece":`) || t.readText(&m.Piece) && t.skip(",")) &&
		(!t.skip(`"from":`) || t.readText(&m.From) && t.skip(",")) &&
		t.skip(`"to":`) && t.readText(&m.To) && t.skip("}")
}
