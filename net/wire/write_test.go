package wire_test

import (
	"encoding/json"
	"math/rand"
	"reflect"
	"testing"
	"testing/quick"

	"tafl3d/net/wire"
)

// TestWritten: a frame is what encoding/json writes for a Frame, with and without each field of its body.
func TestWritten(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	for _, kind := range []reflect.Type{reflect.TypeFor[wire.News](), reflect.TypeFor[wire.Done]()} {
		for range 3000 {
			v, ok := quick.Value(kind, rng)
			if !ok {
				t.Fatalf("%v cannot be made up", kind)
			}
			body := reflect.New(kind).Elem()
			body.Set(v)
			thin(body, rng)
			b, _ := body.Interface().(wire.Body)
			text, err := json.Marshal(b)
			if err != nil {
				t.Fatal(err)
			}
			want, err := json.Marshal(wire.Frame{V: wire.Version, Type: b.Type(), ID: 7, Body: text})
			if err != nil {
				t.Fatal(err)
			}
			if got, err := wire.Encode(7, b); string(got) != string(want) || err != nil {
				t.Fatalf("%s, %v\nwant %s", got, err, want)
			}
		}
	}
}

// thin clears some fields of a value, and sets some strings to values that occur in games.
func thin(v reflect.Value, rng *rand.Rand) {
	if rng.Intn(3) == 0 {
		v.SetZero()
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			thin(v.Field(i), rng)
		}
	case reflect.Pointer:
		if !v.IsNil() {
			thin(v.Elem(), rng)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			thin(v.Index(i), rng)
		}
	case reflect.String:
		if all := []string{"attackers", "a4-b4xb5", "...t..K", `a "b" \ <c> & d`, "Skål\u2028",
			"\xff\x00\x1f\x7f"}; rng.Intn(2) == 0 {
			v.SetString(all[rng.Intn(len(all))])
		}
	}
}

// BenchmarkEncode encodes an entry with its position, as a page gets it with each move.
func BenchmarkEncode(b *testing.B) {
	p := &wire.Position{Seq: 21, Ply: 20, Turn: wire.Defenders,
		Pieces: "...ttttt.......t.................t...t...ddd.ttt..ddd..ttt...ddd...t...d...t.t.......t....t...t",
		Last:   []wire.Move{{Op: "step", From: "a4", To: "b4"}}, Text: "a4-b4", At: 1,
		Left: [2]wire.Time{1_000_000, 2_000_000}, Runs: wire.Defenders}
	for range 80 {
		p.Legal += "a4-a10 "
	}
	n := wire.News{Game: "g", Entry: wire.Entry{Seq: 21, At: 1, By: wire.Attackers,
		Act:  wire.Act{Kind: wire.Play, Ply: 20, Moves: p.Last, Token: "ABCDEFGHIJKLMNOPQRSTUVWXYZ"},
		Hash: "0123456789abcdef"}, Now: 2, Position: p}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := wire.Encode(0, &n); err != nil {
			b.Fatal(err)
		}
	}
}
