package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
)

func TestFrames(t *testing.T) {
	for _, b := range []Body{
		Hello{Token: "t"}, Welcome{Player: Player{ID: "p", Name: "Ástríðr"}, LagCap: 3}, Watch{Game: "g", From: 7},
		Leave{Game: "g"},
		Do{Game: "g", Act: Act{Kind: Play, Ply: 3, Moves: []Move{{From: "a1", To: "a4"}}, Token: "x"}},
		Say{Game: "g", Text: "hei"},
		Ping{Nonce: 1 << 63, Game: "g"}, Pong{Nonce: 2, Now: 5},
		Snapshot{Game: "g", Entries: []Entry{{Seq: 1, Spec: &Spec{Game: "g"}}}},
		News{Game: "g", Entry: Entry{Seq: 2}}, Done{Game: "g", Seq: 2}, Refused{Code: Stale, Text: "too late"},
		Presence{Game: "g", Side: Attackers, Here: true, Until: 9}, Said{Game: "g", By: "a", Text: "b"},
		Notice{Kind: "game", Game: "g"},
	} {
		data, err := Encode(42, b)
		if err != nil {
			t.Fatal(err)
		}
		id, got, err := Decode(data)
		if err != nil || id != 42 || !reflect.DeepEqual(got, b) {
			t.Errorf("%s: %d %+v %v", b.Type(), id, got, err)
		}
	}
}

func TestDecodeRefuses(t *testing.T) {
	for name, text := range map[string]string{
		"no JSON":       "hello",
		"another kind":  `[1,2]`,
		"no version":    `{"type":"ping"}`,
		"later version": `{"v":2,"type":"ping"}`,
		"unknown type":  `{"v":1,"type":"dance"}`,
		"bad body":      `{"v":1,"type":"ping","body":{"nonce":"x"}}`,
		"huge number":   `{"v":1,"type":"watch","body":{"from":-1}}`,
	} {
		if _, _, err := Decode([]byte(text)); !errors.Is(err, ErrFrame) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// FuzzDecode decodes arbitrary bytes: an error, or a message that can be encoded again.
func FuzzDecode(f *testing.F) {
	f.Add(
		[]byte(
			`{"v":1,"type":"do","id":3,"body":{"game":"g","act":{"kind":"play","moves":[{"from":"a1","to":"a4"}],"token":"x"}}}`))
	f.Add([]byte(`{"v":1,"type":"watch","body":{"game":"g","from":1}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		id, b, err := Decode(data)
		if err != nil {
			return
		}
		again, err := Encode(id, b)
		if err != nil {
			t.Fatal(err)
		}
		_, c, err := Decode(again)
		if err != nil {
			t.Fatal(err)
		}
		if twice, err := Encode(id, c); err != nil || !bytes.Equal(again, twice) {
			t.Fatalf("%s became %s, %v", again, twice, err)
		}
	})
}

// TestSeekOfALobby decodes the game of an open seek as shown in a list; one without a game, which no service sends,
// does no harm.
func TestSeekOfALobby(t *testing.T) {
	var o OpenSeek
	if err := json.Unmarshal([]byte(
		`{"id":"s","seek":{"variants":["brandubh-gorrion"],"clocks":["0s+1x3d"],"delay":60}}`), &o); err != nil {
		t.Fatal(err)
	}
	if _, chosen := o.Seek.Side.Side(); o.Seek.Variant() != "brandubh-gorrion" || o.Seek.Clock() != "0s+1x3d" ||
		o.Seek.Delay != 60 || chosen {
		t.Errorf("%+v", o.Seek)
	}
	if q := (Seek{}); q.Variant() != "" || q.Clock() != "" {
		t.Errorf("a seek for nothing is for %q, %q", q.Variant(), q.Clock())
	}
}
