package render

import (
	"math"
	"testing"

	"tafl3d/game"
	"tafl3d/render/room"
	"tafl3d/scene"
)

func TestMergeJoinsWhatLiesClose(t *testing.T) {
	var list []area
	list = merge(list, area{0, 0, 10, 10})
	list = merge(list, area{100, 100, 120, 120})
	if len(list) != 2 {
		t.Fatalf("far areas were joined: %v", list)
	}
	list = merge(list, area{9, 9, 30, 30})
	if len(list) != 2 {
		t.Fatalf("areas that meet stay apart: %v", list)
	}
	list = merge(list, area{20, 20, 110, 110})
	if len(list) != 1 || list[0] != (area{0, 0, 120, 120}) {
		t.Fatalf("a bridge joins all: %v", list)
	}
	if list = merge(list, area{5, 5, 5, 9}); len(list) != 1 {
		t.Fatalf("an empty area was kept: %v", list)
	}
}

func TestLedgerTellsWhatChanged(t *testing.T) {
	var l damageTracker
	a, b, c := area{0, 0, 10, 10}, area{50, 0, 60, 10}, area{200, 0, 210, 10}
	l.note(1, "here", a, a)
	l.note(2, "there", c, area{})
	if p, d := l.settle(); len(p) != 2 || len(d) != 1 {
		t.Fatalf("new things damage %v and %v", p, d)
	}
	l.note(1, "here", a, a)
	l.note(2, "there", c, area{})
	if p, d := l.settle(); len(p) != 0 || len(d) != 0 {
		t.Fatalf("unchanged things damage %v and %v", p, d)
	}
	l.note(1, "moved", b, b)
	if p, _ := l.settle(); len(p) != 3 { // a and b by the move, c is gone
		t.Fatalf("a move and a loss damage %v", p)
	}
	if p, _ := l.settle(); len(p) != 1 || p[0] != b {
		t.Fatalf("what is gone damages %v", p)
	}
}

func TestShadowsFallWhereTheLightPutsThem(t *testing.T) {
	for size := 7; size <= 19; size += 2 {
		b, err := game.NewGrid(size)
		if err != nil {
			t.Fatal(err)
		}
		st := scene.Stage{Board: b, Kinds: []game.Kind{{}, {Side: game.Attackers}, {Side: game.Defenders}}}
		k := keyFor(&st, room.Named(""))
		p := scene.Vec{X: 1.3, Y: 0.7, Z: -2}
		foot := p.Add(k.to.Scale(-p.Y / k.to.Y))
		x0, y0 := k.shade(p)
		x1, y1 := k.shade(foot)
		if math.Hypot(float64(x0-x1), float64(y0-y1)) > 1e-5 {
			t.Errorf("%d: a point falls on %v %v, its shadow on %v %v", size, x0, y0, x1, y1)
		}
		if d := foot.Sub(p); math.Hypot(float64(d.X), float64(d.Z)) > 0.7 {
			t.Errorf("%d: the shadow of a man reaches the next square: %v", size, d)
		}
		for _, side := range []game.Side{game.Attackers, game.Defenders} {
			tr := st.Tray(side)
			for _, v := range []scene.Vec{{X: tr.MinX, Y: 0.3, Z: tr.MinZ}, {X: tr.MaxX, Y: -0.4, Z: tr.MaxZ}} {
				if x, y := k.shade(v); x < -1 || x > 1 || y < -1 || y > 1 {
					t.Errorf("%d: %v lies outside the shadow map", size, v)
				}
			}
		}
		if _, _, z, _ := k.proj.Apply(scene.Vec{Y: scene.Tall + 1}); z < -1 {
			t.Errorf("%d: a leaping piece lies outside the shadow map", size)
		}
	}
}

func TestSeenCoversTheShadowToo(t *testing.T) {
	l := scene.Vec{X: -1.5, Y: 1, Z: 0}
	box := bounds{scene.Vec{X: -0.1, Y: 0, Z: -0.1}, scene.Vec{X: 0.1, Y: 1, Z: 0.1}}
	top := func(v scene.Vec) (x, y float32) { return v.X / 2, -v.Z / 2 }
	a := seen(box.swept(l, 0), 100, 100, top)
	if a.x0 > 47 || a.x1 < 90 {
		t.Errorf("covers %v, but the shadow reaches to 90", a)
	}
	if a.y0 < 40 || a.y1 > 60 {
		t.Errorf("covers %v, far too much", a)
	}
}

func TestMarksHaveKeysOfTheirOwn(t *testing.T) {
	b, _ := game.NewGrid(11)
	sc := scene.New(scene.Stage{Board: b, Kinds: []game.Kind{{}}})
	if got := marksOf(sc); len(got) != 0 {
		t.Fatalf("an unmarked board has marks: %v", got)
	}
	sc.Mark(scene.Marks{
		Hover: 1, Cursor: 1, Selected: 1, Targets: []game.Square{1, 2, 3}, Last: [2]game.Square{1, 2},
		Captors: []game.Square{1, 119},
		Hint:    [2]game.Square{1, 12}, Threats: []game.Square{1, 4}, Causes: []game.Square{1, 120},
		Drawn: []scene.Drawn{{Colour: 0, From: 1, To: 5}, {Colour: 1, From: 1, To: 9}, {Colour: 2, From: 1, To: 1},
			{Colour: 3, From: 2, To: 2}},
	})
	got := marksOf(sc)
	keys := map[int]bool{}
	for i := range got {
		if keys[got[i].key()] || got[i].key() >= 0 {
			t.Errorf("key %d of shape %d is taken", got[i].key(), got[i].shape)
		}
		keys[got[i].key()] = true
	}
	if len(got) != 21 {
		t.Errorf("%d marks", len(got))
	}
	sc.Dress(scene.Style{Stark: true})
	for i, m := range marksOf(sc) {
		if m.tint == got[i].tint || m.tint[3] < 0.7 {
			t.Errorf("shape %d is drawn in %v in high contrast too", m.shape, m.tint)
		}
	}
}

func TestATargetWithAPieceOnItIsRingedWidely(t *testing.T) {
	b, _ := game.NewGrid(7)
	sc := scene.New(scene.Stage{Board: b, Kinds: []game.Kind{{}, {}}})
	setup := game.Setup{Pieces: make([]game.Piece, b.Squares())}
	setup.Pieces[4] = 1
	sc.Set(setup)
	marks := scene.NoMarks()
	marks.Targets = []game.Square{3, 4}
	sc.Mark(marks)
	got := marksOf(sc)
	if len(got) != 2 || got[0].shape != shapeTarget || got[1].shape != shapePrey {
		t.Errorf("%+v", got)
	}
}

func TestAHintToDropShowsWhere(t *testing.T) {
	b, _ := game.NewGrid(7)
	sc := scene.New(scene.Stage{Board: b, Kinds: []game.Kind{{}}})
	marks := scene.NoMarks()
	marks.Hint = [2]game.Square{game.NoSquare, 5}
	sc.Mark(marks)
	if got := marksOf(sc); len(got) != 1 || got[0].shape != shapeAim || got[0].square != 5 {
		t.Errorf("%+v", got)
	}
}
