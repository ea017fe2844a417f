package review

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
)

// stand returns a position of a variant.
func stand(t *testing.T, id, text string) *rules.Line {
	t.Helper()
	v, err := variant.Get(id)
	if err != nil {
		t.Fatal(err)
	}
	p, err := notation.ParsePosition(v.Rules, text)
	if err != nil {
		t.Fatal(err)
	}
	return rules.NewLine(p, nil)
}

// turns reads a line of moves.
func turns(t *testing.T, l *rules.Line, text string) (list [][]game.Move) {
	t.Helper()
	l = l.Clone()
	for word := range strings.FieldsSeq(text) {
		steps, err := notation.ParseTurn(&l.Position, l.History(), word)
		if err == nil {
			_, _, err = l.Play(steps)
		}
		if err != nil {
			t.Fatalf("%s: %v", word, err)
		}
		list = append(list, steps)
	}
	return list
}

// TestReasonsOfShape holds each reason against a position in which it can be seen.
func TestReasonsOfShape(t *testing.T) {
	const small, large = "brandubh-gorrion", "copenhagen-11x11-tdiamond"
	const ring = "11/11/11/5t5/4t1t4/3t1K1t3/4t1t4/5t5/11/"
	open := strings.Replace(ring, "5t5", "6t4", 1) + "t9t/11 "
	const wide = "4t1t4/3t1T1t3/2t1TKT1t2/3t1T1t3/4t1t4/11/t10/11 a"
	const narrow = "4t1t4/3t1T1t3/2t1TKT1t2/3t1T1t3/4tTt4/11/t10/11 d"
	const later = "5T1/6t/3T3/2TKT2/2tT3/T6/7 "
	for _, c := range []struct {
		name, variant, position string
		played, better          string // the move and the expected reply
		reason                  Reason
		at                      string
	}{
		{"an attacker leaves the file", small, "7/t6/7/Kt5/7/t6/6t a", "a6-b6", "g1-f1", WayOpened, "a7"},
		{"an attacker looks on", small, "7/1t5/7/Kt5/7/t6/5t1 a", "f1-f2", "b6-a6", WayLeft, "a7"},
		{"a defender stands in the way", small, "7/1T5/7/Kt5/7/t6/5t1 d", "b6-a6", "b6-c6", WayShut, "a7"},
		{"a defender stays in the way", small, "7/T6/7/Kt5/7/t6/5TT d", "f1-f2", "a6-b6", WayMissed, "a7"},
		{"the ring is opened", large, ring + "t9t/11 a", "f8-g8", "a2-a3", RingOpened, "f7 f8"},
		{"the ring stays open", large, open + "a", "a2-a3", "g8-f8", RingLeft, "f7 f8"},
		{"the reply closes the ring", large, open + "d", "Kf6-e6 g8-f8", "Kf6-f9 a2-a3", RingShuts, ""},
		{"two holes stay", large, "11/11/6t4/" + wide, "a2-a3", "g9-f9", RingMissed, "f3 f4"},
		{"one hole stays", large, "11/11/5t5/" + narrow, "f7-f8", "f4-f2", RingNarrow, "f3"},
		{"a defender will leave the way", small, "7/1t5/T6/Kt5/7/t6/5t1 a", "f1-f2 a5-c5", "b6-a6 a5-c5", WayNext,
			"a7"},
		{"an attacker will come into the way", small, "1T5/2t4/7/Kt5/7/t6/4Tt1 d", "e1-e2 c6-a6", "b7-b6 f1-f2",
			WayLost, "a7"},
		{"a defender will leave the way later", small, "7/1t5/T6/Kt5/7/t3T2/5t1 a", "f1-f2 e2-e3 f2-f1 a5-c5",
			"b6-a6 e2-e3 f1-f2 a5-c5", WayLater, "a7"},
		{"a defender would leave the way later", small, "7/7/T6/Kt5/7/t3T2/5t1 d", "e2-e3 f1-f2 e3-e2 f2-f1",
			"e2-e3 f1-f2 a5-c5 f2-f1", WayBetter, "a7"},
		{"a man falls later", small, later + "d", "f7-e7 g6-g5 e7-f7 c3-a3xa2", "a2-b2 g6-g5 f7-e7 g5-g6",
			LosesLater, "a2"},
		{"a man would fall later", small, later + "a", "g6-g5 f7-e7 g5-g6 e7-f7", "g6-g5 f7-e7 c3-a3xa2 e7-f7",
			MissedLater, "a2"},
		{"a man is shut in", small, "1T5/6t/T6/t6/T6/3t3/2tKt2 a", "g6-g5 b7-b4", "a4-b4 b7-c7", ShutIn, "a4"},
	} {
		l := stand(t, c.variant, c.position)
		played, better := turns(t, l, c.played), turns(t, l, c.better)
		x := &Turn{Side: l.Turn(), Before: 0.5, After: 0.3, Better: better, Reply: played[1:]}
		w := explain(l, played[0], x)
		var at []string
		for _, s := range w.Squares {
			at = append(at, l.Rules().Board().Name(s))
		}
		if w.Reason != c.reason || strings.Join(at, " ") != c.at {
			t.Errorf("%s: %v at %v, want %v at %s", c.name, w.Reason, at, c.reason, c.at)
		}
	}
}

// TestFort: a fort that was missed, and one that was allowed, is named where it is proved.
func TestFort(t *testing.T) {
	const large, fort = "copenhagen-11x11-tdiamond", "11/11/t10/11/7t3/11/6T4/11/11/4TT5/2tTK2t3 "
	l := stand(t, large, fort+"d")
	x := &Turn{Side: game.Defenders, After: 0.3, Better: turns(t, l, "g5-g1 a9-a8")}
	x.BetterEval.Score = 1 - win
	if w := explain(l, turns(t, l, "g5-g4")[0], x); w.Reason != MissedFort || w.In != 2 || w.Cause != game.ExitFort {
		t.Errorf("missed: %+v", w)
	}
	l = stand(t, large, fort+"a")
	played := turns(t, l, "a9-a8 g5-g1 a8-a7")
	x = &Turn{Side: game.Attackers, Better: turns(t, l, "h1-g1"), Reply: played[1:]}
	x.Eval.Score = 2 - win
	if w := explain(l, played[0], x); w.Reason != AllowedFort || w.In != 2 || w.Cause != game.ExitFort {
		t.Errorf("allowed: %+v", w)
	}
}

// TestShape looks at the room and the ring of a king.
func TestShape(t *testing.T) {
	s, ok := shapeOf(&stand(t, "brandubh-gorrion", "7/7/2ttt2/2tK3/2ttt2/7/7 d").Position)
	if want := 33; !ok || s.room < want || len(s.goals(3)) != 4 || len(s.goals(1)) != 0 {
		t.Errorf("through one gap: %+v", s)
	}
	s, ok = shapeOf(&stand(t, "brandubh-gorrion", "7/7/2ttt2/2tKt2/2ttt2/7/t6 d").Position)
	if !ok || s.room != 0 || len(s.goals(12)) != 0 {
		t.Errorf("shut in: %+v", s)
	}
	if w, ok := roomOf(RoomGrew, 20, 10, 1); !ok || w.Now != 20 || w.Was != 10 {
		t.Errorf("%+v", w)
	}
	if _, ok := roomOf(RoomGrew, 40, 36, 1); ok {
		t.Error("4 squares of 40 are a reason")
	}
	v, err := variant.Get("morris-9")
	if err != nil {
		t.Fatal(err)
	}
	if p := v.Rules.Start(); true {
		if _, ok := shapeOf(&p); ok {
			t.Error("nine men's morris has a king")
		}
	}
}

// TestWall tells a capture along the rim from others.
func TestWall(t *testing.T) {
	v, err := variant.Get("copenhagen-11x11-tdiamond")
	if err != nil {
		t.Fatal(err)
	}
	b := v.Rules.Board()
	for text, want := range map[string]Reason{
		"a4 a5 a6": LeftWall, "d11 e11": LeftWall, "a4 a6": LeftPiece, "b4 b5": LeftPiece, "a4": LeftPiece,
	} {
		var list []game.Square
		for s := range game.Square(b.Squares()) {
			if slices.Contains(strings.Fields(text), b.Name(s)) {
				list = append(list, s)
			}
		}
		if got := byWall(v.Rules, list, LeftWall, LeftPiece); got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}

// TestMill plays nine men's morris by chance until a mill is closed: the move before it
// allowed that.
func TestMill(t *testing.T) {
	v, err := variant.Get("morris-9")
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	l := v.Rules.Line()
	before, played := l.Clone(), []game.Move(nil)
	for range 200 {
		legal := l.LegalTurns()
		if len(legal) == 0 || l.Judge().Over() {
			l = v.Rules.Line()
			played = nil
			continue
		}
		turn := legal[rng.IntN(len(legal))].Moves()
		if played != nil && turn[len(turn)-1].Op == game.Remove {
			other := before.LegalTurns()[0].Moves()
			x := &Turn{Side: before.Turn(), Before: 0.5, After: 0.3}
			x.Better, x.Reply = [][]game.Move{other}, [][]game.Move{turn}
			if w := explain(before, played, x); w.Reason != AllowedMill || len(w.Squares) != 1 {
				t.Errorf("%+v", w)
			}
			return
		}
		before, played = l.Clone(), turn
		if _, _, err := l.Play(turn); err != nil {
			t.Fatal(err)
		}
	}
	t.Error("no mill was closed")
}
