package render

import (
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/go-gl/glfw/v3.3/glfw"

	"tafl3d/game"
	"tafl3d/panel"
	"tafl3d/render/hud"
	"tafl3d/scene"
)

// clerk records calls.
type clerk struct {
	screen panel.Screen
	said   []string
	quit   func() bool
	wakeAt time.Duration
	draws  bool // with the right button
}

func (c *clerk) Draw(game.Square, bool, bool, int) bool { return c.draws }
func (c *clerk) Draws() bool                            { return c.draws }
func (c *clerk) note(format string, args ...any) {
	c.said = append(c.said, fmt.Sprintf(format, args...))
}

func (c *clerk) Frame(now time.Time) time.Time {
	if c.wakeAt > 0 {
		return now.Add(c.wakeAt)
	}
	return time.Time{}
}
func (c *clerk) Screen() *panel.Screen           { return &c.screen }
func (c *clerk) Do(cmd panel.Command)            { c.note("do %s", cmd.ID) }
func (c *clerk) Key(k panel.Key)                 { c.note("key %s", k.Name) }
func (c *clerk) Type(letter rune)                { c.note("type %c", letter) }
func (c *clerk) Paste(text string)               { c.note("paste %s", text) }
func (c *clerk) Dropped(names []string)          { c.note("dropped %v", names) }
func (c *clerk) Hover(sq game.Square, on bool)   {}
func (c *clerk) Press(sq game.Square, on bool)   { c.note("press %d %v", sq, on) }
func (c *clerk) Glimpse(cmd panel.Command)       { c.note("glimpse %s", cmd.ID) }
func (c *clerk) Drag(x, y float32)               { c.note("drag") }
func (c *clerk) Release(sq game.Square, on bool) { c.note("release %d %v", sq, on) }
func (c *clerk) FullScreen() bool                { return false }
func (c *clerk) Quit() bool                      { return c.quit != nil && c.quit() }
func (c *clerk) Close()                          { c.note("close") }

func newHand(t *testing.T) (*input, *clerk) {
	t.Helper()
	panels, err := hud.New()
	if err != nil {
		t.Fatal(err)
	}
	sc, _ := position(t, 7)
	c := &clerk{}
	panels.Layout(&c.screen, 800, 600, 1)
	sc.Camera().Resize(800, 600)
	return &input{scene: sc, client: c, hud: panels, speed: 1, w: 800, h: 600}, c
}

// position returns a scene with a few men.
func position(t *testing.T, size int) (*scene.Scene, *game.Board) {
	t.Helper()
	b, err := game.NewGrid(size)
	if err != nil {
		t.Fatal(err)
	}
	mid := size / 2
	st := scene.Stage{
		Variant: "test", Board: b, Throne: []game.Square{b.Cell(mid, mid)},
		Corners: []game.Square{0, b.Cell(size-1, size-1)},
		Kinds: []game.Kind{{}, {Letter: 't', Name: "man", Side: game.Attackers},
			{Letter: 'T', Name: "man", Side: game.Defenders},
			{Letter: 'K', Name: "king", Side: game.Defenders, Royal: true}},
	}
	setup := game.Setup{Pieces: make([]game.Piece, b.Squares())}
	for i, sq := range []game.Square{b.Cell(1, 1), b.Cell(1, 3), b.Cell(2, 3), b.Cell(4, 5), b.Cell(5, 2)} {
		setup.Pieces[sq] = game.Piece(1 + i%2)
	}
	setup.Pieces[b.Cell(mid, mid)] = 3
	sc := scene.New(st)
	sc.Set(setup)
	return sc, b
}

// at returns an event over the middle of a square.
func (h *input) at(sq game.Square, e event) event {
	x, y := h.scene.Camera().Project(h.scene.On().Place(sq))
	e.x, e.y = float64(x+1)/2*float64(h.w), float64(1-y)/2*float64(h.h)
	return e
}

func TestClickAndDragReachTheClient(t *testing.T) {
	h, c := newHand(t)
	now := time.Unix(100, 0)
	h.take(h.at(8, event{kind: evMove}), now)
	h.take(event{kind: evButton, button: glfw.MouseButtonLeft, down: true}, now)
	h.take(h.at(20, event{kind: evMove}), now)
	h.take(event{kind: evButton, button: glfw.MouseButtonLeft}, now)
	h.take(event{kind: evMove, x: 1, y: 1}, now)
	h.take(event{kind: evButton, button: glfw.MouseButtonLeft, down: true}, now)
	h.take(event{kind: evButton, button: glfw.MouseButtonLeft}, now)
	want := []string{"press 8 true", "drag", "release 20 true", "press -1 false", "release -1 false"}
	if !reflect.DeepEqual(c.said, want) {
		t.Errorf("heard %q, want %q", c.said, want)
	}
}

// TestAClickIsSeenBeforeTheNext asserts that what comes after a click in the same frame waits
// for the next one: on a slow machine a second step would else be judged by the board as it
// was before the first.
func TestAClickIsSeenBeforeTheNext(t *testing.T) {
	h, c := newHand(t)
	down := event{kind: evButton, button: glfw.MouseButtonLeft, down: true}
	up := event{kind: evButton, button: glfw.MouseButtonLeft}
	events := []event{h.at(8, event{kind: evMove}), down, up, h.at(20, event{kind: evMove}), down, up,
		{kind: evLetter, letter: 'a'}}
	for frame, want := range [][]string{{"press 8 true", "release 8 true"}, {"press 20 true", "release 20 true"},
		{"type a"}, nil} {
		c.said = nil
		events, _ = h.takeClick(events, time.Unix(100, 0))
		if !reflect.DeepEqual(c.said, want) {
			t.Errorf("frame %d heard %q, want %q", frame, c.said, want)
		}
	}
}

// TestMiddleButton: it moves the board in a game, and turns it where the right button draws. The left one
// with Alt turns it everywhere.
func TestMiddleButton(t *testing.T) {
	h, c := newHand(t)
	now := time.Unix(100, 0)
	for _, x := range []struct {
		draws             bool
		button            glfw.MouseButton
		mods              glfw.ModifierKey
		orbiting, panning bool
	}{
		{false, glfw.MouseButtonMiddle, 0, false, true}, {true, glfw.MouseButtonMiddle, 0, true, false},
		{true, glfw.MouseButtonMiddle, glfw.ModShift, false, true},
		{false, glfw.MouseButtonLeft, glfw.ModAlt, true, false}, {true, glfw.MouseButtonLeft, glfw.ModAlt, true,
			false}, {false, glfw.MouseButtonRight, 0, true, false}, {true, glfw.MouseButtonRight, 0, false, false},
	} {
		c.draws, c.said = x.draws, nil
		h.take(event{kind: evButton, button: x.button, mods: x.mods, down: true}, now)
		if h.orbiting != x.orbiting || h.panning != x.panning {
			t.Errorf("%+v: orbiting %v, panning %v", x, h.orbiting, h.panning)
		}
		h.take(event{kind: evButton, button: x.button, mods: x.mods}, now)
		if h.orbiting || h.panning || len(c.said) > 0 {
			t.Errorf("%+v: it goes on, or the client heard %q", x, c.said)
		}
		now = now.Add(time.Minute)
	}
}

func TestWritingReachesTheClient(t *testing.T) {
	h, c := newHand(t)
	h.clipboard = func() string { return "tafl" }
	now := time.Unix(100, 0)
	h.take(event{kind: evKey, key: glfw.KeyA, name: "a", down: true}, now)
	h.take(event{kind: evLetter, letter: 'a'}, now)
	h.take(event{kind: evKey, key: glfw.KeyLeftBracket, name: "å", down: true}, now) // a key without a name
	h.take(event{kind: evLetter, letter: 'Å'}, now)
	h.take(event{kind: evKey, key: glfw.KeyV, name: "v", mods: glfw.ModControl, down: true}, now)
	want := []string{"key a", "type a", "key ", "type Å", "paste tafl"}
	if !reflect.DeepEqual(c.said, want) {
		t.Errorf("heard %q, want %q", c.said, want)
	}
}

// TestARightClickOnAMove opens its menu, and nothing elsewhere on the panels.
func TestARightClickOnAMove(t *testing.T) {
	h, c := newHand(t)
	row := panel.Row{Number: 1, Ply: [game.Sides]int{1, 2}, Text: [game.Sides]string{"d6-f6", "d5-f5"}}
	c.screen.Game = &panel.Sheet{Variant: "Brandubh 7x7", Rows: []panel.Row{row}, Tree: true}
	c.screen.Version++
	h.w, h.h = 1280, 720
	h.hud.Layout(&c.screen, h.w, h.h, 1)
	right := event{kind: evButton, button: glfw.MouseButtonRight, down: true}
	asked := false
	for y := 0; y < h.h; y += 8 {
		for x := 0; x < h.w; x += 16 {
			cmd, over, hit := h.hud.At(x, y)
			if !over {
				continue
			}
			move := hit && cmd.ID == "goto"
			h.take(event{kind: evMove, x: float64(x), y: float64(y)}, time.Unix(100, 0))
			c.said = nil
			h.take(right, time.Unix(100, 0))
			if h.orbiting || slices.Contains(c.said, "do move-menu") != move {
				t.Fatalf("over %+v the client heard %q", cmd, c.said)
			}
			asked = asked || move
		}
	}
	if !asked {
		t.Error("the list has no move")
	}
}

func TestTheRightButtonOrbitsAndADoubleClickResets(t *testing.T) {
	h, c := newHand(t)
	now := time.Unix(100, 0)
	right := event{kind: evButton, button: glfw.MouseButtonRight, down: true}
	cam := h.scene.Camera()
	before := cam.Eye()
	h.take(event{kind: evMove, x: 400, y: 300}, now)
	h.take(right, now)
	h.take(event{kind: evMove, x: 500, y: 340}, now)
	right.down = false
	h.take(right, now)
	h.take(event{kind: evMove, x: 400, y: 300}, now)
	cam.Skip()
	turned := cam.Eye()
	if turned.Sub(before).Len() < 1 {
		t.Fatalf("the camera went only from %v to %v", before, turned)
	}
	for range 2 {
		right.down = true
		now = now.Add(doubleClick)
		h.take(right, now)
		right.down = false
		h.take(right, now)
		now = now.Add(doubleClick / 3)
	}
	cam.Skip()
	if cam.Eye() != turned {
		t.Error("slow clicks reset the camera")
	}
	right.down = true
	h.take(right, now)
	cam.Skip()
	if cam.Eye().Sub(before).Len() > 1e-3 {
		t.Errorf("not reset: %v, was %v", cam.Eye(), before)
	}
	if len(c.said) != 0 {
		t.Errorf("the client heard %q", c.said)
	}
}

func TestTheWheelZooms(t *testing.T) {
	h, _ := newHand(t)
	cam := h.scene.Camera()
	before := cam.Eye().Len()
	h.take(event{kind: evMove, x: 400, y: 300}, time.Unix(1, 0))
	h.take(event{kind: evWheel, y: 2}, time.Unix(1, 0))
	cam.Skip()
	if after := cam.Eye().Len(); after > before*0.9 {
		t.Errorf("the camera went from %v to %v", before, after)
	}
}

// TestTheWheelGoesAlong asserts that the wheel goes along a long list of which a part is
// shown, and stays within it.
func TestTheWheelGoesAlong(t *testing.T) {
	h, c := newHand(t)
	rows := panel.Rows{Table: panel.Table{Marked: -1, Columns: []panel.Column{{Head: "Game"}},
		Rows: [][]panel.Cell{{{Text: "one"}}, {{Text: "two"}}}}, Of: 40}
	c.screen.Dialog = &panel.Dialog{ID: "list", Title: "List", Kind: panel.Wide,
		Fields: []panel.Field{{ID: "row", Pick: "open", Chosen: 38, Rows: &rows}}}
	c.screen.Version++
	h.hud.Layout(&c.screen, 800, 600, 1)
	h.take(event{kind: evMove, x: 400, y: 300}, time.Unix(1, 0))
	h.take(event{kind: evWheel, y: -2}, time.Unix(1, 0))
	if len(c.said) != 1 || c.said[0] != "do row" {
		t.Errorf("heard %q", c.said)
	}
	if cmd, ok := along(c.screen.Dialog, -2); !ok || cmd.Arg != 39 {
		t.Errorf("%+v", cmd)
	}
	if cmd, ok := along(c.screen.Dialog, 1); !ok || cmd.Arg != 35 {
		t.Errorf("%+v", cmd)
	}
}

func TestKeysHaveNames(t *testing.T) {
	h, c := newHand(t)
	h.take(event{kind: evKey, key: glfw.KeyZ, name: "y", mods: glfw.ModControl, down: true}, time.Unix(1, 0))
	for _, k := range []glfw.Key{glfw.KeyEnter, glfw.KeyEscape, glfw.KeyKP5, glfw.KeyPageDown, glfw.KeyKPAdd,
		glfw.KeyF1, glfw.KeyF11, glfw.KeyLeftShift} {
		h.take(event{kind: evKey, key: k, down: true}, time.Unix(1, 0))
	}
	want := []string{"key y", "key Enter", "key Esc", "key 5", "key PageDown", "key +", "key F1", "key F11", "key "}
	if !reflect.DeepEqual(c.said, want) {
		t.Errorf("heard %q, want %q", c.said, want)
	}
}

// TestDrop hands the names of files that were dropped on.
func TestDrop(t *testing.T) {
	h, c := newHand(t)
	h.take(event{kind: evFiles, files: []string{"a.tafl", "b.tafl"}}, time.Time{})
	if !reflect.DeepEqual(c.said, []string{"dropped [a.tafl b.tafl]"}) {
		t.Errorf("told %q", c.said)
	}
}
