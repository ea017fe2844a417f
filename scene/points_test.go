package scene

import (
	"testing"

	"tafl3d/game"
)

// shapes are boards of every kind.
var shapes = append([]string{"a cross without diagonals"}, game.Shapes...)

// staged returns a stage of a shape.
func staged(t *testing.T, name string) Stage {
	t.Helper()
	shape, diagonals := name, "full"
	if name == shapes[0] {
		shape, diagonals = "cross33", "none"
	}
	b, err := game.Shape(shape, diagonals)
	if err != nil {
		t.Fatal(err)
	}
	return Stage{Variant: name, Board: b, Kinds: []game.Kind{{}, {Letter: 'G', Name: "goat", Side: game.Attackers},
		{Letter: 'T', Name: "tiger", Side: game.Defenders}}}
}

func TestPickFindsTheNearestPoint(t *testing.T) {
	for _, name := range shapes {
		s := New(staged(t, name))
		poses(s, func(pose string) {
			for sq := range game.Square(s.stage.Board.Squares()) {
				mid := s.stage.Place(sq)
				for _, off := range []Vec{{}, {X: 0.2, Z: 0.2}, {X: -0.3}, {Z: 0.3}} {
					if _, apart := s.stage.nearest(mid, sq); off.Len() > 0.45*apart {
						continue
					}
					x, y := s.camera.Project(mid.Add(off))
					if got, ok := s.Pick(x, y); !ok || got != sq {
						t.Fatalf("%s, %s: picked %v, %v beside %s", name, pose, got, ok, s.stage.Board.Name(sq))
					}
				}
			}
		})
	}
}

func TestNothingIsPickedBetweenPoints(t *testing.T) {
	st := staged(t, "cross33")
	for _, v := range []Vec{{X: 0.5, Z: 0.5}, {X: 2.5, Z: 2.5}, {X: 3.7}, {Z: -9}} {
		if sq, ok := st.Square(v.X, v.Z); ok {
			t.Errorf("%v is %s", v, st.Board.Name(sq))
		}
	}
}

func TestCellsOnDraughtsAndChessBoards(t *testing.T) {
	want := map[string]bool{"grid7": true, "draughts8": true, "chess8": true}
	for _, name := range shapes {
		st := staged(t, name)
		if st.Cells() != want[name] {
			t.Errorf("%s: cells are %v", name, st.Cells())
		}
		if !want[name] {
			continue
		}
		c := st.Place(5)
		if sq, ok := st.Square(c.X+0.49, c.Z-0.49); !ok || sq != 5 {
			t.Errorf("%s: the corner of a cell is not picked", name)
		}
	}
	st := staged(t, "draughts8")
	c := st.Place(0)
	if sq, ok := st.Square(c.X+1, c.Z); ok {
		t.Errorf("a light square is %s", st.Board.Name(sq))
	}
}

func TestEveryPointLiesInTheField(t *testing.T) {
	for _, name := range shapes {
		st := staged(t, name)
		w, h := st.Reach()
		for sq := range game.Square(st.Board.Squares()) {
			if p := st.Place(sq); abs(p.X) > w-0.499 || abs(p.Z) > h-0.499 {
				t.Errorf("%s: %s lies at %v of %.2f, %.2f", name, st.Board.Name(sq), p, w, h)
			}
		}
		for side := range game.Side(game.Sides) {
			r := st.Tray(side)
			for n := range 8 {
				if p := st.slot(side, n); p.X < r.MinX || p.X > r.MaxX || p.Z < r.MinZ || p.Z > r.MaxZ {
					t.Errorf("%s: man %d stands at %v beside the tray %v", name, n, p, r)
				}
			}
		}
	}
}

func TestMenComeFromTheHandAndGoBackToIt(t *testing.T) {
	st := staged(t, "alquerque5")
	s := New(st)
	s.Set(game.Setup{Pieces: make([]game.Piece, 25), Hand: []int{0, 20, 0}})
	if n := len(s.Actors()); n != 20 {
		t.Fatalf("%d goats in the hand", n)
	}
	for _, a := range s.Actors() {
		if x, z := st.Reach(); !a.Taken || abs(a.At.X) > x+Frame || abs(a.At.Z) < z+Frame {
			t.Errorf("a goat in the hand stands at %v", a.At)
		}
	}
	s.Show(game.Moved{Piece: 1, Op: game.Drop, From: game.NoSquare, To: 7})
	drain(t, s, nil)
	if on := standing(t, s); len(on) != 1 || on[7] != 1 || len(s.Actors()) != 20 {
		t.Errorf("after a drop there stand %v of %d", on, len(s.Actors()))
	}
	s.Show(game.Moved{Piece: 1, Op: game.Drop, From: 7, To: game.NoSquare})
	drain(t, s, nil)
	if on := standing(t, s); len(on) != 0 || len(s.Actors()) != 20 {
		t.Errorf("after the drop was undone there stand %v of %d", on, len(s.Actors()))
	}
}

func TestAPromotedManChangesOnArrival(t *testing.T) {
	s := New(staged(t, "dablot(4,5)"))
	pieces := make([]game.Piece, 32)
	pieces[0] = 1
	s.Set(game.Setup{Pieces: pieces})
	s.Show(game.Moved{Piece: 1, From: 0, To: 4})
	s.Show(game.Promoted{From: 1, To: 2, At: 4})
	if p := s.Actors()[0].Piece; p != 1 {
		t.Errorf("before he arrives he is %d", p)
	}
	drain(t, s, nil)
	if p := s.Actors()[0].Piece; p != 2 {
		t.Errorf("after he arrived he is %d", p)
	}
	s.Show(game.Promoted{From: 2, To: 1, At: 4})
	if p := s.Actors()[0].Piece; p != 1 {
		t.Errorf("a promotion undone leaves %d", p)
	}
}

func TestTheHandsAreInThePicture(t *testing.T) {
	s := New(staged(t, "alquerque5"))
	s.Set(game.Setup{Pieces: make([]game.Piece, 25), Hand: []int{0, 20, 0}})
	for _, a := range s.Actors() {
		if x, y := s.camera.Project(a.At); abs(x) > 1 || abs(y) > 1 {
			t.Errorf("a man in the hand is seen at %.2f, %.2f", x, y)
		}
	}
	s.Set(game.Setup{Pieces: make([]game.Piece, 25), Hand: []int{0, 3, 0}})
	if h := s.On().Hands; h != [game.Sides]int{20, 0} {
		t.Errorf("with fewer men in the hand there is room for %v", h)
	}
}

func TestTheArrowsReachEveryPoint(t *testing.T) {
	for _, name := range shapes {
		s := New(staged(t, name))
		seen := map[game.Square]bool{0: true}
		left := []game.Square{0}
		for len(left) > 0 {
			sq := left[0]
			left = left[1:]
			for _, d := range [][2]float32{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
				if q := s.Towards(sq, d[0], d[1]); q != game.NoSquare && !seen[q] {
					if !s.stage.Board.Adjacent(sq, q) {
						t.Fatalf("%s: from %s to %s", name, s.stage.Board.Name(sq), s.stage.Board.Name(q))
					}
					seen[q] = true
					left = append(left, q)
				}
			}
		}
		if len(seen) != s.stage.Board.Squares() {
			t.Errorf("%s: the arrows reach %d of %d points", name, len(seen), s.stage.Board.Squares())
		}
	}
}

func TestMarksHaveRoom(t *testing.T) {
	for _, name := range shapes {
		st := staged(t, name)
		room := st.Room()
		if room > 0.5 || room < 0.4 {
			t.Errorf("%s: room for %.2f", name, room)
		}
		for a := range game.Square(st.Board.Squares()) {
			for b := range a {
				if d := distance(st.Place(a), st.Place(b)); d < 2*room-1e-4 {
					t.Errorf("%s: %s and %s are %.2f apart", name, st.Board.Name(a), st.Board.Name(b), d)
				}
			}
		}
	}
}
