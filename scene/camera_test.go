package scene

import (
	"fmt"
	"math"
	"testing"
	"time"

	"tafl3d/game"
)

func stageOf(t *testing.T, size int) Stage {
	t.Helper()
	b, err := game.NewGrid(size)
	if err != nil {
		t.Fatal(err)
	}
	return Stage{Board: b, Kinds: []game.Kind{{}, {Letter: 't', Side: game.Attackers},
		{Letter: 'T', Side: game.Defenders}, {Letter: 'K', Side: game.Defenders, Royal: true}}}
}

// poses calls f with the camera in many attitudes, at rest and on the way.
func poses(s *Scene, f func(name string)) {
	c := s.Camera()
	for _, size := range [][2]int{{1280, 720}, {1920, 1080}, {800, 900}} {
		for _, in := range [][4]int{{}, {260, 40, 300, 60}} {
			for _, yaw := range []float32{0, 0.7, -2.4} {
				for _, dy := range []float32{0, -1, 1} {
					for _, zoom := range []float32{1, 0.7, 1.8} {
						c.Reset()
						c.Resize(size[0], size[1])
						c.Insets(in[0], in[1], in[2], in[3])
						c.Orbit(yaw, dy)
						c.Zoom(zoom)
						c.Skip()
						f(fmt.Sprint(size, in, yaw, dy, zoom))
					}
				}
			}
		}
	}
	for _, flip := range []bool{false, true} {
		c.Reset()
		if flip {
			c.Flip()
		}
		c.SetFlat(true)
		for i := 0; c.Busy(); i++ {
			c.advance(40 * time.Millisecond)
			f(fmt.Sprint("to flat ", flip, i))
		}
		c.Zoom(2)
		c.Skip()
		f("flat, near")
		c.SetFlat(false)
		c.Skip()
	}
}

func TestPickFindsTheSquareThatIsSeen(t *testing.T) {
	for size := 7; size <= 19; size += 2 {
		s := New(stageOf(t, size))
		poses(s, func(name string) {
			for i := range s.stage.Board.Squares() {
				sq := game.Square(i)
				mid := s.stage.Place(sq)
				for _, off := range [][2]float32{{0, 0}, {0.48, 0.48}, {-0.48, 0.48}, {0.48, -0.48}, {-0.48, -0.48}} {
					x, y := s.camera.Project(mid.Add(Vec{off[0], 0, off[1]}))
					if got, ok := s.Pick(x, y); !ok || got != sq {
						t.Fatalf("%d, %s: picked %v, %v at %v of %v", size, name, got, ok, off, sq)
					}
				}
			}
			half, _ := s.stage.Reach()
			edge := half + 0.02
			x, y := s.camera.Project(Vec{edge, 0, 0})
			if sq, ok := s.Pick(x, y); ok {
				t.Fatalf("%d, %s: picked %v off the board", size, name, sq)
			}
		})
	}
}

func TestProjectAgreesWithTheMatrices(t *testing.T) {
	s := New(stageOf(t, 11))
	poses(s, func(name string) {
		view, proj := s.camera.View(), s.camera.Proj()
		m := proj.Mul(&view)
		for _, v := range []Vec{{}, {5, 0, 5}, {-5, 0.7, 3}, {2, -0.4, -6}} {
			x, y := s.camera.Project(v)
			px, py, pz, pw := m.Apply(v)
			if d := math.Hypot(float64(x-px/pw), float64(y-py/pw)); d > 2e-3 {
				t.Fatalf("%s: %v is seen at %v %v, drawn at %v %v", name, v, x, y, px/pw, py/pw)
			}
			if z := pz / pw; s.camera.now.zoom == 1 && (z < -1 || z > 1) {
				t.Fatalf("%s: %v is cut off at depth %v", name, v, z)
			}
		}
	})
}

func TestTheSetFillsTheFreeArea(t *testing.T) {
	for size := 7; size <= 19; size += 4 {
		s := New(stageOf(t, size))
		c := s.Camera()
		c.Insets(260, 40, 300, 60)
		for _, flat := range []bool{false, true} {
			c.SetFlat(flat)
			c.Skip()
			minX, maxX, minY, maxY := float32(9), float32(-9), float32(9), float32(-9)
			for _, p := range c.seen(c.now.flat) {
				x, y := c.Project(p)
				minX, maxX, minY, maxY = min(minX, x), max(maxX, x), min(minY, y), max(maxY, y)
			}
			l, r := float32(260./640-1), float32(1-300./640)
			b, u := float32(60./360-1), float32(1-40./360)
			const slack = 1e-3
			if minX < l-slack || maxX > r+slack || minY < b-slack || maxY > u+slack {
				t.Errorf("%d, flat %v: %v..%v, %v..%v leaves %v..%v, %v..%v", size, flat, minX, maxX, minY,
					maxY, l, r, b, u)
			}
			fill := max((maxX-minX)/(r-l), (maxY-minY)/(u-b))
			if fill < 0.95 {
				t.Errorf("%d, flat %v: fills only %v", size, flat, fill)
			}
		}
	}
}

func TestTheCameraNeverJumps(t *testing.T) {
	s := New(stageOf(t, 11))
	c := s.Camera()
	c.Insets(200, 0, 300, 0)
	s.Advance(time.Millisecond)
	last := map[Vec][2]float32{}
	look := func() (far float64) {
		for _, p := range c.points {
			x, y := c.Project(p)
			// what is not in the picture is not seen
			if q, ok := last[p]; ok && max(math.Abs(float64(x)), math.Abs(float64(y))) <= 1 {
				far = max(far, math.Hypot(float64(x-q[0]), float64(y-q[1])))
			}
			last[p] = [2]float32{x, y}
		}
		return far
	}
	look()
	for _, do := range []func(){
		func() { c.SetFlat(true) }, func() { c.Flip() }, func() { c.SetFlat(false) },
		func() { c.Orbit(0.5, 0.2) }, func() { c.Zoom(1.5) }, func() { c.ZoomAt(1.2, 0.3, 0.3) },
		func() { c.Insets(300, 50, 400, 0) }, func() { c.Reset() }, func() { c.Flip() }, func() { c.SetFlat(true) },
	} {
		do()
		steps := 0
		for ; s.Busy(); steps++ {
			s.Advance(2 * time.Millisecond)
			if d := look(); d > 0.09 {
				t.Fatalf("a point jumped by %v of the picture in 2 ms", d)
			}
			if steps > 2000 {
				t.Fatal("the camera does not come to rest")
			}
		}
		if steps < 20 {
			t.Errorf("the camera arrived after %d ms: not eased", steps*2)
		}
	}
}

func TestResizingTakesEffectAtOnce(t *testing.T) {
	s := New(stageOf(t, 11))
	c := s.Camera()
	c.Insets(100, 0, 100, 0)
	s.Advance(time.Millisecond)
	c.Resize(1920, 1080)
	c.Insets(150, 0, 150, 0)
	if s.Busy() {
		t.Error("panels that were resized with the window move the board slowly")
	}
	if c.Insets(300, 0, 150, 0); !s.Busy() {
		t.Error("a new panel moves the board at once")
	}
}

func TestOrbitIsLimited(t *testing.T) {
	s := New(stageOf(t, 11))
	c := s.Camera()
	for _, dy := range []float32{-9, 9} {
		c.Orbit(0, dy)
		c.Skip()
		if c.now.pitch < pitchLeast || c.now.pitch > pitchMost {
			t.Errorf("pitch %v", c.now.pitch)
		}
	}
	c.Zoom(100)
	c.Skip()
	if c.now.zoom != zoomMost {
		t.Errorf("zoom %v", c.now.zoom)
	}
	c.SetFlat(true)
	c.Skip()
	before := c.now
	c.Orbit(1, 1)
	c.Skip()
	if c.now != before {
		t.Error("the flat view was turned")
	}
}

func TestZoomKeepsThePointUnderThePointer(t *testing.T) {
	s := New(stageOf(t, 11))
	c := s.Camera()
	c.SetFlat(true)
	c.Skip()
	at, _ := c.hit(0.3, -0.2, 0)
	c.ZoomAt(1.5, 0.3, -0.2)
	c.Skip()
	now, _ := c.hit(0.3, -0.2, 0)
	if distance(at, now) > 0.1 {
		t.Errorf("%v moved to %v", at, now)
	}
}

func TestAPieceIsPickedByItsBodyOnlyWhereNothingElseIsMeant(t *testing.T) {
	s := New(stageOf(t, 11))
	b := s.stage.Board
	sq := func(n string) game.Square { q, _ := b.Named(n); return q }
	setup := game.Setup{Pieces: make([]game.Piece, b.Squares())}
	setup.Pieces[sq("f5")] = 1
	s.Set(setup)
	head := s.stage.Place(sq("f5")).Add(Vec{Y: 0.5, Z: -0.2})
	x, y := s.camera.Project(head)
	if face, _ := s.pickFace(x, y); face != sq("f6") {
		t.Fatalf("the head covers %s, not f6", b.Name(face))
	}
	if got, _ := s.Pick(x, y); got != sq("f5") {
		t.Errorf("the head was taken for %s", b.Name(got))
	}
	m := NoMarks()
	m.Targets = []game.Square{sq("f6")}
	s.Mark(m)
	if got, _ := s.Pick(x, y); got != sq("f6") {
		t.Errorf("the target behind the head was taken for %s", b.Name(got))
	}
}
