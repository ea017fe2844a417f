package ledger

import (
	"reflect"
	"strings"
	"testing"

	"tafl3d/game/variant"
	"tafl3d/net/wire"
)

// TestShortenedMoves: of every game in the catalogue, some turns on, the legal steps can be read from their short form
// as the page of a game reads it.
func TestShortenedMoves(t *testing.T) {
	kinds := map[string]bool{}
	for _, v := range variant.All() {
		line := v.Rules.Line()
		for n := range 40 {
			var p wire.Position
			legal := line.Legal(nil)
			for _, m := range legal {
				p.Moves = append(p.Moves, Move(v.Rules, m))
				kinds[Move(v.Rules, m).Op] = true
			}
			want := p.Moves
			if p.Shorten(); p.Moves != nil {
				t.Fatalf("%s: moves are told twice", v.ID)
			}
			if got := read(p.Legal); !reflect.DeepEqual(got, want) {
				t.Fatalf("%s: %q is read as %v, want %v", v.ID, p.Legal, got, want)
			}
			if len(legal) == 0 || line.Judge().Over() {
				break
			}
			if _, err := line.Try(legal[n*7919%len(legal)]); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, op := range []string{"step", "leap", "drop", "remove", "end"} {
		if !kinds[op] {
			t.Errorf("no step %q among them", op)
		}
	}
}

// read reads what Shorten wrote.
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
