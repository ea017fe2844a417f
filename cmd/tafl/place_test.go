package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// TestReplayOthers: the recorded games of the other families come out as they
// were: pieces, who is to move, what is in hand, how many turns are legal.
func TestReplayOthers(t *testing.T) {
	shared := os.Getenv("TAFL3D_SHARED")
	if shared == "" {
		shared = filepath.Join("..", "..", "..", "shared")
	}
	text, err := os.ReadFile(filepath.Join(shared, "vectors", "situations", "other.json"))
	if err != nil {
		t.Skip("the recorded games are not here")
	}
	var doc struct {
		Traces []struct {
			Game  string
			Plies []struct {
				Move   string
				N      int
				Pieces map[string][]string
				Turn   string
			}
		}
	}
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	for _, trace := range doc.Traces {
		moves := []string{}
		for _, p := range trace.Plies {
			moves = append(moves, p.Move)
		}
		line, _ := json.Marshal(map[string]any{"variant": trace.Game, "moves": moves})
		_, out, _ := tafl(t, string(line)+"\n", "replay")
		var got struct {
			Plies []struct {
				placeOut
				LegalN int `json:"legal_n"`
				Over   bool
			}
			Error string
		}
		if err := json.Unmarshal([]byte(out), &got); err != nil || got.Error != "" ||
			len(got.Plies) != len(trace.Plies)+1 {
			t.Errorf("%s: %v %s", trace.Game, err, got.Error)
			continue
		}
		for i, want := range trace.Plies {
			before, after := got.Plies[i], got.Plies[i+1]
			if before.LegalN != want.N || after.Turn != want.Turn && !after.Over ||
				!samePieces(after.Pieces, want.Pieces) {
				t.Errorf("%s, ply %d, %s: %+v, %+v; want %+v", trace.Game, i, want.Move, before, after, want)
				break
			}
		}
	}
}

// samePieces compares without the kinds of which there is none.
func samePieces(a, b map[string][]string) bool {
	for _, m := range []map[string][]string{a, b} {
		for letter, list := range m {
			if len(list) == 0 {
				delete(m, letter)
			}
		}
	}
	return reflect.DeepEqual(a, b)
}

// TestReplayPlaces: starts of the other families, good and bad.
func TestReplayPlaces(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{`{"variant":"asalto-huff","start":{"pieces":{"S":["c3","d3","c4","d4","f4","g4","a5","b5","e5","g5"],"O":["c7","e6"]},"turn":"A","huff":["e6"]},"moves":["!e6,d4-d5"]}`, `"captured":["e6"]`},
		{`{"variant":"bagh-chal","start":{"pieces":{"T":["a1"],"G":["b2"]},"turn":"A","hand":{"A":{"G":15}}},"moves":["@c3"]}`, `"hand":{"A":{"G":14}}`},
		{`{"variant":"dablot-mini-v3","start":{"pieces":{"S":["c3"],"K":["a1"],"k":["e9"]},"flags":{"c3":"retreated"}},"moves":[]}`, `"error":""`},
		{`{"variant":"bagh-chal","start":{"pieces":{"T":["a1"],"G":["a1"]}},"moves":[]}`, `two pieces on a1`},
		{`{"variant":"bagh-chal","start":{"pieces":{"T":["z9"]}},"moves":[]}`, `not a point`},
		{`{"variant":"bagh-chal","start":{"turn":"C"},"moves":[]}`, `neither A nor B`},
		{`{"variant":"bagh-chal","start":{"hand":{"B":{"G":1}}},"moves":[]}`, `side B has no pieces of kind`},
		{`{"variant":"bagh-chal","start":{"flags":{"a1":"tired"}},"moves":[]}`, `retreated`},
		{`{"variant":"bagh-chal","moves":["@c3","a1-a2","resign"]}`, `"winner":"B"`},
		{`{"variant":"brandubh-gorrion","start":{"pieces":{"K":["d4"]}},"moves":[]}`, `board and to_move`},
	} {
		_, out, _ := tafl(t, c.line+"\n", "replay")
		if !strings.Contains(out, c.want) {
			t.Errorf("%s\n%s\nwant %s", c.line, out, c.want)
		}
	}
}
