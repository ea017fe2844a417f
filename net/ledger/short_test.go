package ledger

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"tafl3d/game/variant"
	"tafl3d/net/wire"
)

// TestShortenedMoves: in every game of the catalogue, after some moves, the legal steps can be parsed from their
// short form as the web page does.
func TestShortenedMoves(t *testing.T) {
	kinds := map[string]bool{}
	for _, v := range variant.All() {
		g, _ := begin(t, spec(v.ID))
		rng := rand.New(rand.NewPCG(7, 7))
		for at := wire.Time(2_000_000); ; at += 100_000 {
			want := g.Moves(nil)
			for _, m := range want {
				kinds[m.Op] = true
			}
			if got := read(g.Legal()); !reflect.DeepEqual(got, nilIfEmpty(want)) {
				t.Fatalf("%s: %q is read as %v, want %v", v.ID, g.Legal(), got, want)
			}
			if g.Over() || g.Ply() >= 40 {
				break
			}
			play(t, g, rng, at)
		}
	}
	for _, op := range []string{"step", "leap", "drop", "remove", "end"} {
		if !kinds[op] {
			t.Errorf("no step %q among them", op)
		}
	}
}

// read parses the result of Legal.
func read(legal string) (moves []wire.Move) {
	for step := range strings.FieldsSeq(legal) {
		word := strings.Split(step, "-")
		if len(word) == 2 {
			word = append(word, "step")
		}
		word = append(word, "")
		moves = append(moves, wire.Move{From: word[0], To: word[1], Op: word[2], Piece: word[3]})
	}
	return moves
}
