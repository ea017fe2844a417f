package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// splitEnvelope opens the envelope of a frame that is written as Encode writes it, which saves
// reading it twice. What it calls a body need not be one document, nor well formed:
// whoever cannot read it opens the envelope anew.
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
	if !ok || len(body) < 3 || body[len(body)-1] != '}' { // the least body is {}
		return 0, nil, nil, false
	}
	return id, kind, body[:len(body)-1], true
}

// parseNumber reads digits as JSON has them: without a zero before them.
func parseNumber[T ~string | []byte](digits T) (uint64, bool) {
	if len(digits) > 1 && digits[0] == '0' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(digits), 10, 64)
	return n, err == nil
}

// The parts of a plain envelope.
var (
	plainStart = fmt.Appendf(nil, `{"v":%d,"type":"`, Version)
	plainID    = []byte(`,"id":`)
	plainBody  = []byte(`,"body":`)
)

// readDo reads an act: one that is written as Encode writes it at once, since there is one in each turn.
func readDo(data json.RawMessage) (Body, error) {
	if d, ok := decodePlainDo(string(data)); ok {
		return d, nil
	}
	return reader[Do](data)
}

// decodePlainDo reads an act that is written as Encode writes it. Whatever it cannot read may still be one.
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

// plainReader is what is left to be read.
type plainReader string

// skip takes a word, if it is next.
func (t *plainReader) skip(word string) bool {
	rest, ok := strings.CutPrefix(string(*t), word)
	if ok {
		*t = plainReader(rest)
	}
	return ok
}

// readText takes a text that means what it says.
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

// readNumber takes a number that is not negative.
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

// readSteps takes a list of one step or more and its end.
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

// readStep takes a step that leads to a square.
func (t *plainReader) readStep(m *Move) bool {
	return t.skip("{") &&
		(!t.skip(`"op":`) || t.readText(&m.Op) && t.skip(",")) &&
		(!t.skip(`"piece":`) || t.readText(&m.Piece) && t.skip(",")) &&
		(!t.skip(`"from":`) || t.readText(&m.From) && t.skip(",")) &&
		t.skip(`"to":`) && t.readText(&m.To) && t.skip("}")
}
