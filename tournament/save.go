package tournament

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"time"

	"tafl3d/game"
)

// ErrDamaged is returned for a saved tournament that cannot be read.
var ErrDamaged = errors.New("the saved tournament is damaged")

// Version must be incremented with every change of pairing or scoring, because Decode replays the events.
const Version = 1

const (
	saveFormat = "tafl3d tournament"
	maxSave    = 64 << 20
)

// kinds maps the names used in files to constructors of events.
var kinds = map[string]func() Event{
	"enter":      func() Event { return &Enter{} },
	"withdraw":   func() Event { return &Withdraw{} },
	"sit-out":    func() Event { return &SitOut{} },
	"start":      func() Event { return &Start{} },
	"pair":       func() Event { return &Pair{} },
	"report":     func() Event { return &Report{} },
	"no-show":    func() Event { return &NoShow{} },
	"forfeit":    func() Event { return &Forfeit{} },
	"adjudicate": func() Event { return &Adjudicate{} },
	"revoke":     func() Event { return &Revoke{} },
	"pause":      func() Event { return &Pause{} },
	"resume":     func() Event { return &Resume{} },
	"end":        func() Event { return &End{} },
}

// names maps types of events to the names used in files.
var names = func() map[reflect.Type]string {
	m := map[reflect.Type]string{}
	for name, make := range kinds {
		m[reflect.TypeOf(make()).Elem()] = name
	}
	return m
}()

// kind returns the file name of an event's type.
func kind(e Event) string {
	t := reflect.TypeOf(e)
	if t == nil {
		return "nothing"
	}
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return names[t]
}

// MarshalJSON implements json.Marshaler.
func (l Logged) MarshalJSON() ([]byte, error) {
	data, err := json.Marshal(l.Event)
	if err != nil {
		return nil, err
	}
	doc := savedEvent{At: l.At, Kind: kind(l.Event)}
	if string(data) != "{}" {
		doc.Data = data
	}
	return json.Marshal(doc)
}

// UnmarshalJSON implements json.Unmarshaler.
func (l *Logged) UnmarshalJSON(data []byte) error {
	var doc savedEvent
	if err := strict(data, &doc); err != nil {
		return err
	}
	fresh, known := kinds[doc.Kind]
	if !known {
		return game.Faultf("unknown event %q", doc.Kind)
	}
	p := fresh()
	if len(doc.Data) > 0 {
		if err := strict(doc.Data, p); err != nil {
			return game.Faultf("%s: %s", doc.Kind, err)
		}
	}
	l.At, l.Event = doc.At, reflect.ValueOf(p).Elem().Interface().(Event)
	return nil
}

// savedEvent is the file form of a Logged event.
type savedEvent struct {
	At   time.Time       `json:"at"`
	Kind string          `json:"event"`
	Data json.RawMessage `json:"data,omitempty"`
}

// saved is the whole document.
type saved struct {
	Format  string   `json:"format"`
	Version int      `json:"version"`
	Config  Config   `json:"config"`
	Log     []Logged `json:"log"`
}

// Encode returns the saved form of the tournament: its configuration and all events, one per line.
func (t *Tournament) Encode() ([]byte, error) {
	config, err := json.Marshal(t.config)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "{\"format\": %q, \"version\": %d,\n\"config\": %s,\n\"log\": [", saveFormat, Version, config)
	for i, l := range t.log {
		line, err := json.Marshal(l)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteByte('\n')
		b.Write(line)
	}
	b.WriteString("\n]}\n")
	return b.Bytes(), nil
}

// Decode reads the output of Encode and applies its events again, so that the result always obeys the rules. Its
// errors wrap ErrDamaged and name the fault.
func Decode(data []byte) (*Tournament, error) {
	if len(data) > maxSave {
		return nil, game.Faultf("%s: larger than %d MiB", ErrDamaged, maxSave>>20)
	}
	var doc saved
	if err := strict(data, &doc); err != nil {
		return nil, game.Faultf("%s: %s", ErrDamaged, err)
	}
	switch {
	case doc.Format != saveFormat:
		return nil, game.Faultf("%s: not a %s file", ErrDamaged, saveFormat)
	case doc.Version != Version:
		return nil, game.Faultf("%s: file version %d, this program reads %d", ErrDamaged, doc.Version, Version)
	}
	if doc.Config.Format == Swiss && doc.Config.Byes == 0 { // saved before the limit existed
		doc.Config.Byes = endlessByes
	}
	t, err := New(doc.Config)
	if err != nil {
		return nil, game.Faultf("%s: %s", ErrDamaged, err)
	}
	for i, l := range doc.Log {
		if l.Event == nil {
			return nil, game.Faultf("%s: event %d is empty", ErrDamaged, i+1)
		}
		if err := t.Apply(l.At, l.Event); err != nil {
			return nil, game.Faultf("%s: event %d: %s", ErrDamaged, i+1, err)
		}
	}
	return t, nil
}

// strict decodes JSON and refuses unknown fields and trailing data.
func strict(data []byte, v any) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(v); err != nil {
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			at := min(int(syntax.Offset), len(data))
			return game.Faultf("line %d: %s", 1+strings.Count(string(data[:at]), "\n"), err)
		}
		return err
	}
	if _, err := dec.Token(); err != io.EOF {
		return game.Faultf("unexpected data after the end")
	}
	return nil
}
