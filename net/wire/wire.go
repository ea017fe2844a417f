// Package wire is the protocol between whoever serves a game and whoever plays
// or watches it: messages, routes, limits and codes of refusal, and nothing else.
//
// Requests that are not about a live game go over HTTP with JSON: each is a Route, which
// the server answers and the client asks. A live game is a WebSocket that carries Frames:
// text messages, one JSON document each.
package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"
)

// Version is the version of the protocol that this program speaks. A server
// refuses a client of another version in words.
const Version = 1

// Limits of what is read from the other end.
const (
	MaxFrame   = 64 << 10 // bytes of a frame from a client
	MaxSnap    = 4 << 20  // bytes of a frame from a server: a whole game may be in it
	MaxName    = 40       // letters of a name
	MaxChat    = 300      // letters of a line of chat
	MaxRules   = 16 << 10 // bytes of an own rule set
	MaxSteps   = 64       // steps of a turn
	MaxEntries = 8000     // of a game
	MaxWatched = 32       // games on one connection
	MaxToken   = 64       // bytes of the token of an act
	MaxDelay   = 600      // seconds by which those who watch are behind
)

// MaxPause is how long after the first wish to go on a pause that was agreed upon lasts
// at most: then either side ends it without the other.
const MaxPause = 5 * time.Minute

// Frame is the envelope of everything that goes over a WebSocket.
type Frame struct {
	V    int             `json:"v"`
	Type string          `json:"type"`
	ID   uint64          `json:"id,omitempty"` // chosen by who asks, not zero; its answer repeats it
	Body json.RawMessage `json:"body,omitempty"`
}

// Body is what a frame may carry.
type Body interface {
	// Type is the name of the message in a frame.
	Type() string
}

// Encode writes a frame.
func Encode(id uint64, b Body) ([]byte, error) {
	s := encoders.Get().(*encoder)
	defer encoders.Put(s)
	frame, err := s.append(s.frame[:0], id, b)
	s.frame = frame
	if err != nil {
		return nil, err
	}
	return bytes.Clone(frame), nil
}

// Append writes a frame at the end of a text, for who has room for many. With an error the text is as it was.
func Append(to []byte, id uint64, b Body) ([]byte, error) {
	s := encoders.Get().(*encoder)
	defer encoders.Put(s)
	return s.append(to, id, b)
}

// encoder writes frames, one at a time.
type encoder struct {
	frame []byte
	body  bytes.Buffer
	json  *json.Encoder // into body
}

var encoders = sync.Pool{New: func() any {
	s := &encoder{}
	s.json = json.NewEncoder(&s.body)
	return s
}}

// append writes a frame at the end of a text. The envelope is written by hand: types are plain words, and
// a body that was marshalled need not be read again.
func (s *encoder) append(to []byte, id uint64, b Body) ([]byte, error) {
	begin := len(to)
	to = strconv.AppendInt(append(to, `{"v":`...), Version, 10)
	to = append(append(append(to, `,"type":"`...), b.Type()...), '"')
	if id != 0 {
		to = strconv.AppendUint(append(to, `,"id":`...), id, 10)
	}
	to = append(to, `,"body":`...)
	if w, is := b.(appender); is {
		return append(w.appendTo(to), '}'), nil
	}
	s.body.Reset()
	if err := s.json.Encode(b); err != nil {
		return to[:begin], fmt.Errorf("%s: %w", b.Type(), err)
	}
	to = append(to, s.body.Bytes()...)
	to[len(to)-1] = '}' // where Encode of JSON ends the line
	return to, nil
}

// ErrFrame is what a message is that cannot be understood.
var ErrFrame = errors.New("bad message")

// Decode reads a frame and its body.
func Decode(data []byte) (id uint64, b Body, err error) {
	if id, kind, body, ok := splitEnvelope(data); ok {
		if read, known := readers[string(kind)]; known {
			if b, err := read(body); err == nil {
				return id, b, nil
			}
		}
	}
	var f Frame
	if err := json.Unmarshal(data, &f); err != nil {
		return 0, nil, fmt.Errorf("%w: %w", ErrFrame, err)
	}
	if f.V != Version {
		return f.ID, nil, fmt.Errorf("%w: protocol version %d, this program speaks %d", ErrFrame, f.V, Version)
	}
	read, ok := readers[f.Type]
	if !ok {
		return f.ID, nil, fmt.Errorf("%w: there is no message of type %.30q", ErrFrame, f.Type)
	}
	b, err = read(f.Body)
	if err != nil {
		return f.ID, nil, fmt.Errorf("%w: %s: %w", ErrFrame, f.Type, err)
	}
	return f.ID, b, nil
}

func byType(all ...func(json.RawMessage) (Body, error)) map[string]func(json.RawMessage) (Body, error) {
	m := map[string]func(json.RawMessage) (Body, error){}
	for _, read := range all {
		b, _ := read(nil) // the zero message
		m[b.Type()] = read
	}
	return m
}

func reader[T Body](data json.RawMessage) (Body, error) {
	var b T
	if len(data) == 0 {
		return b, nil
	}
	err := json.Unmarshal(data, &b)
	return b, err
}
