package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// plain opens the envelope of a frame that is written as Encode writes it, which saves
// reading it twice. What it calls a body need not be one document, nor well formed:
// whoever cannot read it opens the envelope anew.
func plain(data []byte) (id uint64, kind, body []byte, ok bool) {
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
		if id, ok = number(after[:n]); !ok {
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

// number reads digits as JSON has them: without a zero before them.
func number[T ~string | []byte](digits T) (uint64, bool) {
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
	if d, ok := plainDo(string(data)); ok {
		return d, nil
	}
	return reader[Do](data)
}

// plainDo reads an act that is written as Encode writes it. Whatever it cannot read may still be one.
func plainDo(body string) (d Do, ok bool) {
	t, a := plainText(body), &d.Act
	ok = t.has(`{"game":`) && t.text(&d.Game) &&
		t.has(`,"act":{"kind":`) && t.text((*string)(&a.Kind)) &&
		t.has(`,"ply":`) && t.number(&a.Ply) &&
		(!t.has(`,"moves":[`) || t.steps(&a.Moves)) &&
		(!t.has(`,"plies":`) || t.number(&a.Plies)) &&
		(!t.has(`,"of":`) || t.text(&a.Of)) &&
		t.has(`,"token":`) && t.text(&a.Token) &&
		t == "}}"
	return d, ok
}

// plainText is what is left to be read.
type plainText string

// has takes a word, if it is next.
func (t *plainText) has(word string) bool {
	rest, ok := strings.CutPrefix(string(*t), word)
	if ok {
		*t = plainText(rest)
	}
	return ok
}

// text takes a text that means what it says.
func (t *plainText) text(to *string) bool {
	if !t.has(`"`) {
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

// number takes a number that is not negative.
func (t *plainText) number(to *int) bool {
	n := 0
	for ; n < len(*t) && '0' <= (*t)[n] && (*t)[n] <= '9'; n++ {
	}
	value, ok := number((*t)[:n])
	if !ok || value > math.MaxInt {
		return false
	}
	*to, *t = int(value), (*t)[n:]
	return true
}

// steps takes a list of one step or more and its end.
func (t *plainText) steps(to *[]Move) bool {
	for {
		var m Move
		if !t.step(&m) {
			return false
		}
		if *to = append(*to, m); t.has("]") {
			return true
		}
		if !t.has(",") {
			return false
		}
	}
}

// step takes a step that leads to a square.
func (t *plainText) step(m *Move) bool {
	return t.has("{") &&
		(!t.has(`"op":`) || t.text(&m.Op) && t.has(",")) &&
		(!t.has(`"piece":`) || t.text(&m.Piece) && t.has(",")) &&
		(!t.has(`"from":`) || t.text(&m.From) && t.has(",")) &&
		t.has(`"to":`) && t.text(&m.To) && t.has("}")
}
