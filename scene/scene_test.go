package scene

import (
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"tafl3d/game"
)

// newGame returns a scene of 7 by 7 squares with men on the squares named.
func newGame(t *testing.T, men map[string]game.Piece) (*Scene, func(string) game.Square) {
	t.Helper()
	s := New(stageOf(t, 7))
	sq := func(n string) game.Square {
		q, ok := s.stage.Board.Named(n)
		if !ok {
			t.Fatalf("no square %s", n)
		}
		return q
	}
	setup := game.Setup{Pieces: make([]game.Piece, 49)}
	for n, p := range men {
		setup.Pieces[sq(n)] = p
	}
	s.Set(setup)
	return s, sq
}

// drain lets time pass in small steps until nothing moves; watch sees each.
func drain(t *testing.T, s *Scene, watch func()) time.Duration {
	t.Helper()
	took := time.Duration(0)
	for s.Busy() {
		v := s.Version()
		s.Advance(10 * time.Millisecond)
		if s.Version() == v && s.finale.end <= s.now { // the camera may rest on what it looks at
			t.Fatal("busy, but nothing changed")
		}
		if took += 10 * time.Millisecond; took > time.Minute {
			t.Fatal("the queue never drains")
		}
		if watch != nil {
			watch()
		}
	}
	return took
}

// standing returns where pieces rest on the board, by square.
func standing(t *testing.T, s *Scene) map[game.Square]game.Piece {
	t.Helper()
	on := map[game.Square]game.Piece{}
	for _, a := range s.Actors() {
		if a.Taken {
			continue
		}
		sq, ok := s.stage.Square(a.At.X, a.At.Z)
		if !ok || a.At.Sub(s.stage.Place(sq)).Len() > 1e-4 {
			t.Fatalf("piece %d rests at %v", a.Piece, a.At)
		}
		on[sq] = a.Piece
	}
	return on
}

func TestAMoveSlidesWithASmallLift(t *testing.T) {
	s, sq := newGame(t, map[string]game.Piece{"a1": 1})
	s.Show(game.Moved{Piece: 1, From: sq("a1"), To: sq("a7")})
	high, last := float32(0), s.Actors()[0].At
	took := drain(t, s, func() {
		at := s.Actors()[0].At
		high = max(high, at.Y)
		if at.Z > last.Z+1e-5 || at.Sub(last).Len() > 0.5 {
			t.Fatalf("from %v to %v in 10 ms", last, at)
		}
		last = at
	})
	if high < 0.05 || high > 0.2 {
		t.Errorf("lifted by %v", high)
	}
	if took < 200*time.Millisecond || took > time.Second {
		t.Errorf("took %v", took)
	}
	if on := standing(t, s); on[sq("a7")] != 1 || len(on) != 1 {
		t.Errorf("stands %v", on)
	}
}

func TestALeapArcsOverTheNeighbour(t *testing.T) {
	s, sq := newGame(t, map[string]game.Piece{"a1": 1, "a2": 2})
	s.Show(game.Moved{Piece: 1, Op: game.Leap, From: sq("a1"), To: sq("a3")})
	high := float32(0)
	drain(t, s, func() { high = max(high, s.Actors()[0].At.Y, s.Actors()[1].At.Y) })
	if high < Tall {
		t.Errorf("leapt only %v high", high)
	}
}

func TestCapturesFollowTheMoverTogetherToTheTray(t *testing.T) {
	s, sq := newGame(t, map[string]game.Piece{"a1": 1, "d4": 2, "d5": 2, "d6": 3})
	s.Show(game.Moved{Piece: 1, From: sq("a1"), To: sq("a4")})
	s.Show(game.Captured{Piece: 2, At: sq("d4")})
	s.Show(game.Captured{Piece: 2, At: sq("d5")})
	s.Show(game.Turned{Side: game.Defenders})
	both := false
	drain(t, s, func() {
		moving := 0
		for _, a := range s.Actors() {
			if !a.Taken {
				continue
			}
			home := s.stage.Place(sq("d4"))
			if other := s.stage.Place(sq("d5")); a.At.Sub(other).Len() < a.At.Sub(home).Len() {
				home = other
			}
			if a.At.Sub(home).Len() > 0.01 {
				moving++
				if mover := s.place(s.at[sq("a4")]); mover.Sub(s.stage.Place(sq("a4"))).Len() > 0.3 {
					t.Fatalf("a man goes while the mover is at %v", mover)
				}
			}
		}
		both = both || moving == 2
	})
	if !both {
		t.Error("the captures were not animated together")
	}
	tray := s.stage.Tray(game.Defenders)
	seen := map[Vec]bool{}
	for _, a := range s.Actors() {
		if !a.Taken {
			continue
		}
		if seen[a.At] {
			t.Errorf("two men at %v", a.At)
		}
		seen[a.At] = true
		if a.At.X < tray.MinX || a.At.X > tray.MaxX || a.At.Z < tray.MinZ || a.At.Z > tray.MaxZ {
			t.Errorf("%v lies outside the tray %v", a.At, tray)
		}
	}
	if len(seen) != 2 {
		t.Errorf("%d men in the tray", len(seen))
	}
}

func TestRestoredMenComeBack(t *testing.T) {
	s, sq := newGame(t, map[string]game.Piece{"a1": 1, "d4": 2, "d5": 3})
	s.Show(game.Moved{Piece: 1, From: sq("a1"), To: sq("a4")})
	s.Show(game.Captured{Piece: 2, At: sq("d4")})
	drain(t, s, nil)
	id := 0
	for _, a := range s.Actors() {
		if a.Taken {
			id = a.ID
		}
	}
	s.Show(game.Moved{Piece: 1, From: sq("a4"), To: sq("a1")})
	s.Show(game.Restored{Piece: 2, At: sq("d4")})
	drain(t, s, nil)
	if on := standing(t, s); len(on) != 3 || on[sq("d4")] != 2 || on[sq("a1")] != 1 {
		t.Errorf("stands %v", on)
	}
	if s.at[sq("d4")].id != id {
		t.Error("another man came back")
	}
	s.Show(game.Captured{Piece: 2, At: sq("d4")})
	drain(t, s, nil)
	if n := len(s.trays[game.Defenders]); n != 1 {
		t.Errorf("the tray's place was not used again: %d places", n)
	}
}

func TestSetFillsTheTraysWithWhatIsMissing(t *testing.T) {
	s, sq := newGame(t, map[string]game.Piece{"a1": 1, "a2": 1, "d5": 3})
	setup := game.Setup{Pieces: make([]game.Piece, 49)}
	setup.Pieces[sq("a3")] = 1
	setup.Pieces[sq("d5")] = 3
	s.Set(setup)
	taken := 0
	for _, a := range s.Actors() {
		if a.Taken {
			taken++
		}
	}
	if taken != 1 || s.Busy() {
		t.Errorf("%d men in the trays, busy %v", taken, s.Busy())
	}
}

func TestTrayPlacesAreApart(t *testing.T) {
	for size := 7; size <= 19; size += 2 {
		st := stageOf(t, size)
		n := size * 4
		for _, side := range []game.Side{game.Attackers, game.Defenders} {
			for i := range n {
				a := st.slot(side, i)
				for j := range i {
					if d := distance(a, st.slot(side, j)); d < trayApart-1e-3 {
						t.Fatalf("%d: places %d and %d are %v apart", size, i, j, d)
					}
				}
				if h, _ := st.Reach(); a.Z < h+Frame && a.Z > -h-Frame {
					t.Fatalf("%d: place %d is on the board", size, i)
				}
			}
		}
	}
}

func TestDraggingAndLettingGo(t *testing.T) {
	s, sq := newGame(t, map[string]game.Piece{"a1": 1})
	x, y := s.camera.Project(s.stage.Place(sq("c3")).Add(Vec{Y: Held}))
	s.Carry(sq("a1"), x, y)
	if at := s.Actors()[0].At; at.Sub(s.stage.Place(sq("c3")).Add(Vec{Y: Held})).Len() > 0.01 {
		t.Fatalf("carried to %v", at)
	}
	s.Carry(game.NoSquare, 0, 0)
	s.Advance(50 * time.Millisecond)
	last := s.Actors()[0].At
	s.Show(game.Moved{Piece: 1, From: sq("a1"), To: sq("a3")})
	if at := s.Actors()[0].At; at.Sub(last).Len() > 1e-4 {
		t.Fatalf("jumped from %v to %v", last, at)
	}
	drain(t, s, func() {
		at := s.Actors()[0].At
		if at.Sub(last).Len() > 0.5 {
			t.Fatalf("jumped from %v to %v", last, at)
		}
		last = at
	})
	if on := standing(t, s); on[sq("a3")] != 1 {
		t.Errorf("stands %v", on)
	}
	s.Carry(sq("a3"), x, y)
	s.Carry(game.NoSquare, 0, 0)
	drain(t, s, nil)
	if on := standing(t, s); on[sq("a3")] != 1 {
		t.Errorf("not returned: %v", on)
	}
}

func TestSelectionRaisesThePiece(t *testing.T) {
	s, sq := newGame(t, map[string]game.Piece{"a1": 1})
	m := NoMarks()
	m.Selected = sq("a1")
	v := s.Version()
	s.Mark(m)
	s.Mark(m)
	if s.Version() != v+1 {
		t.Errorf("version went from %d to %d", v, s.Version())
	}
	drain(t, s, nil)
	if y := s.Actors()[0].At.Y; y != Raised {
		t.Errorf("raised by %v", y)
	}
	s.Mark(NoMarks())
	drain(t, s, nil)
	if y := s.Actors()[0].At.Y; y != 0 {
		t.Errorf("left at %v", y)
	}
}

func TestSpeedZeroShowsResultsAtOnce(t *testing.T) {
	s, sq := newGame(t, map[string]game.Piece{"a1": 1, "b4": 2})
	s.Speed(0)
	s.Show(game.Moved{Piece: 1, From: sq("a1"), To: sq("a4")})
	s.Show(game.Captured{Piece: 2, At: sq("b4")})
	s.Advance(time.Millisecond)
	if s.Busy() {
		t.Error("still busy")
	}
	if on := standing(t, s); on[sq("a4")] != 1 || len(on) != 1 {
		t.Errorf("stands %v", on)
	}
}

func TestEveryQueueDrainsToTheTruth(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 40 {
		s := New(stageOf(t, 9))
		truth := map[game.Square]game.Piece{}
		setup := game.Setup{Pieces: make([]game.Piece, 81)}
		for range 20 {
			sq := game.Square(r.IntN(81))
			setup.Pieces[sq] = game.Piece(1 + r.IntN(2))
			truth[sq] = setup.Pieces[sq]
		}
		s.Set(setup)
		taken := []game.Piece{}
		for range 60 {
			from, to := game.Square(r.IntN(81)), game.Square(r.IntN(81))
			switch p, q := truth[from], truth[to]; {
			case p != 0 && q == 0:
				s.Show(game.Moved{Piece: p, Op: game.Op(r.IntN(2)), From: from, To: to})
				delete(truth, from)
				truth[to] = p
			case p != 0 && r.IntN(3) == 0:
				s.Show(game.Captured{Piece: p, At: from})
				delete(truth, from)
				taken = append(taken, p)
			case p == 0 && len(taken) > 0:
				p = taken[len(taken)-1]
				taken = taken[:len(taken)-1]
				s.Show(game.Restored{Piece: p, At: from})
				truth[from] = p
			}
			if r.IntN(2) == 0 {
				s.Advance(time.Duration(r.IntN(300)) * time.Millisecond)
			}
		}
		drain(t, s, nil)
		on := standing(t, s)
		if len(on) != len(truth) {
			t.Fatalf("%d pieces stand, %d are true", len(on), len(truth))
		}
		for sq, p := range truth {
			if on[sq] != p {
				t.Fatalf("%v holds %d, not %d", sq, on[sq], p)
			}
		}
	}
}

// TestDrawnIsShown: arrows and circles alone are a change of the picture.
func TestDrawnIsShown(t *testing.T) {
	s, sq := newGame(t, map[string]game.Piece{"a1": 1})
	m := NoMarks()
	m.Drawn = []Drawn{{Colour: 2, From: sq("a1"), To: sq("a4")}}
	v := s.Version()
	s.Mark(m)
	m.Drawn = []Drawn{{Colour: 2, From: sq("a1"), To: sq("a4")}}
	s.Mark(m)
	if s.Version() != v+1 {
		t.Errorf("version went from %d to %d", v, s.Version())
	}
}

// TestEachMarkIsDrawnAtOnce sets each field of the marks: a scene with other marks is drawn again.
func TestEachMarkIsDrawnAtOnce(t *testing.T) {
	sc := New(stageOf(t, 7))
	fields := reflect.TypeFor[Marks]()
	for i := range fields.NumField() {
		sc.Mark(NoMarks())
		before, m := sc.Version(), NoMarks()
		switch f := reflect.ValueOf(&m).Elem().Field(i); f.Kind() {
		case reflect.Slice:
			f.Set(reflect.MakeSlice(f.Type(), 1, 1))
		default:
			f.SetZero() // the first square instead of none
		}
		if sc.Mark(m); sc.Version() == before {
			t.Errorf("%s is not drawn before something else changes", fields.Field(i).Name)
		}
	}
}
