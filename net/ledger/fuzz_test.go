package ledger

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"testing"

	"tafl3d/net/wire"
)

// FuzzDo performs arbitrary acts in the middle of a game: the result can be folded, or the act is refused and nothing
// has changed.
func FuzzDo(f *testing.F) {
	f.Add("attackers", []byte(`{"kind":"play","ply":4,"moves":[{"from":"a4","to":"a5"}],"token":"x"}`), "")
	f.Add("defenders", []byte(`{"kind":"takeback","ply":4,"plies":3,"token":"y"}`), "")
	f.Add("service", []byte(`{"kind":"forfeit","of":"attackers"}`), "dablot-full")
	f.Add("attackers", []byte(`{"kind":"play","moves":[{"op":"drop","piece":"G","to":"a5"},{"op":"end"}]}`),
		"bagh-chal")
	f.Fuzz(func(t *testing.T, by string, text []byte, variant string) {
		var a wire.Act
		if json.Unmarshal(text, &a) != nil {
			return
		}
		s := spec("brandubh-gorrion")
		if variant != "" {
			s.Variant = variant
		}
		e, err := Begin(s, 1)
		if err != nil {
			return
		}
		g, err := Fold([]wire.Entry{e})
		if err != nil {
			t.Fatal(err)
		}
		entries := []wire.Entry{e}
		rng := rand.New(rand.NewPCG(1, 1))
		for range 4 {
			if !g.Over() {
				entries = append(entries, play(t, g, rng, g.At()+1000))
			}
		}
		seq, before := g.Seq(), g.State()
		e, _, err = g.Do(wire.Side(by), a, g.At()+1000)
		if err != nil {
			if g.Seq() != seq || !reflect.DeepEqual(before, g.State()) {
				t.Fatalf("%s %s was refused (%v) and has changed the game", by, text, err)
			}
			return
		}
		if _, err := Fold(append(entries, e)); err != nil {
			t.Fatalf("%s %s was done and cannot be folded: %v", by, text, err)
		}
	})
}

// FuzzFold folds arbitrary entries: the result is a game that can be folded again or an error, never a panic.
func FuzzFold(f *testing.F) {
	e, err := Begin(wire.Spec{Game: "g", Variant: "brandubh-gorrion", Clock: "5m+3s",
		Seats: [2]wire.Player{{ID: "a"}, {ID: "d"}}}, 1)
	if err != nil {
		f.Fatal(err)
	}
	g, err := Fold([]wire.Entry{e})
	if err != nil {
		f.Fatal(err)
	}
	entries := []wire.Entry{e}
	for range 3 {
		entries = append(entries, play(f, g, rand.New(rand.NewPCG(1, 1)), g.At()+1000))
	}
	text, err := json.Marshal(entries)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte(`[{"seq":1,"act":{"kind":"open"},"spec":{"variant":"morris-9","clock":"0s+1x3d","delay":3}}]`))
	f.Add([]byte(`[{"seq":1,"act":{"kind":"open"},"spec":{"variant":"own","rules":"extends = ` +
		`\"brandubh-gorrion\"","clock":"none"}}]`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var entries []wire.Entry
		if json.Unmarshal(text, &entries) != nil {
			return
		}
		g, err := Fold(entries)
		if err != nil {
			return
		}
		again, err := Fold(entries)
		if err != nil || again.Hash() != g.Hash() || again.Seq() != uint64(len(entries)) {
			t.Fatalf("%s: folded to %s, then to an error %v", text, g.Hash(), err)
		}
	})
}
