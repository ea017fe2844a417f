// Package wire defines the protocol between servers of games and their clients: messages, routes, limits and codes of
// refusals.
//
// Requests that are not about a game in progress use HTTP with JSON; each is a Route, which the server answers and
// the client calls. A game in progress uses a WebSocket that carries Frames: text messages with one JSON document
// each.
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

// Version is the protocol version of this program. A server refuses clients of another version with an explanation.
const Version = 1

// Limits of what is read from the other end.
const (
	MaxFrame   = 64 << 10 // bytes of a frame from a client
	MaxSnap    = 4 << 20  // bytes of a frame from a server: it may hold a whole game
	MaxName    = 40       // letters of a name
	MaxChat    = 300      // letters of a line of chat
	MaxRules   = 16 << 10 // bytes of Spec.Rules
	MaxSteps   = 64       // steps of a move
	MaxEntries = 8000     // of a game
	MaxWatched = 32       // games on one connection
	MaxToken   = 64       // bytes of the token of an act
	MaxDelay   = 600      // delay of spectators in seconds
)

// MaxPause is how long an agreed pause lasts at most after the first request to end it: then either side may end it
// alone.
const MaxPause = 5 * time.Minute

// Frame is the envelope of every message on a WebSocket.
type Frame struct {
	V    int             `json:"v"`
	Type string          `json:"type"`
	ID   uint64          `json:"id,omitempty"` // chosen by the requester, not zero; the answer repeats it
	Body json.RawMessage `json:"body,omitempty"`
}

// Body is the content of a frame.
type Body interface {
	// Type returns the name of the message.
	Type() string
}

// Encode returns a frame.
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

// Append appends a frame to a buffer. On error it returns the buffer unchanged.
func Append(to []byte, id uint64, b Body) ([]byte, error) {
	s := encoders.Get().(*encoder)
	defer encoders.Put(s)
	return s.append(to, id, b)
}

// encoder encodes frames, one at a time.
type encoder struct {
	frame []byte
	body  bytes.Buffer
	json  *json.Encoder // writes to body
}

var encoders = sync.Pool{New: func() any {
	s := &encoder{}
	s.json = json.NewEncoder(&s.body)
	return s
}}

// append appends a frame. It writes the envelope directly: types need no escaping, and the encoded body need not be
// parsed again.
func (s *encoder) append(to []byte, id uint64, b Body) ([]byte, error) {
	begin := len(to)
	to = strconv.AppendInt(append(to, `{"v":`...), Version, 10)
	to = append(append(append(to, `,"type":"`...), b.Type()...), '"')
	if id != 0 {
		to = strconv.AppendUint(append(to, `,"id":`...), id, 10)
	}
	to = append(to, `,"body":`...)
	s.body.Reset()
	if err := s.json.Encode(b); err != nil {
		return to[:begin], fmt.Errorf("%s: %w", b.Type(), err)
	}
	to = append(to, s.body.Bytes()...)
	to[len(to)-1] = '}' // replaces the newline of json.Encoder
	return to, nil
}

// ErrFrame is the error of a message that cannot be decoded.
var ErrFrame = errors.New("bad message")

// Decode decodes a frame and its body. id is valid even if the body is not.
func Decode(data []byte) (id uint64, b Body, err error) {
	var f Frame
	if err := json.Unmarshal(data, &f); err != nil {
		return 0, nil, fmt.Errorf("%w: %w", ErrFrame, err)
	}
	if f.V != Version {
		return f.ID, nil, fmt.Errorf("%w: protocol version %d, this program speaks %d", ErrFrame, f.V, Version)
	}
	read, ok := readers[f.Type]
	if !ok {
		return f.ID, nil, fmt.Errorf("%w: unknown type %.30q", ErrFrame, f.Type)
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
