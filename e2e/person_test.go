package e2e

import (
	"context"
	"image"
	"os"
	"path/filepath"
	"testing"
	"time"

	"tafl3d/ai"
	"tafl3d/app"
	"tafl3d/app/board"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
	"tafl3d/render/hud"
	"tafl3d/scene"
)

// person plays a side at a display. It computes the positions of squares with the camera and reads the state
// of the game from its file.
type person struct {
	*display
	side   game.Side
	stage  scene.Stage
	camera *scene.Camera
	size   image.Point // of the window
	record string      // glob pattern of the saved games
	think  ai.Engine
	bides  bool // avoids ending the game
}

func newPerson(d *display, side game.Side, id, data string) *person {
	d.t.Helper()
	v, err := variant.Get(id)
	if err != nil {
		d.t.Fatal(err)
	}
	p := &person{display: d, side: side, record: filepath.Join(data, "[gu]*", "*-"+id+".json"), think: ai.Level(5, 11)}
	p.stage = board.Stage(v)
	p.camera = scene.New(p.stage).Camera()
	p.resized(width, height)
	return p
}

// resized sets the new size of the window.
func (p *person) resized(w, h int) {
	p.t.Helper()
	v, err := variant.Get(p.stage.Variant)
	if err != nil {
		p.t.Fatal(err)
	}
	p.size = image.Pt(w, h)
	p.camera.Resize(w, h)
	p.camera.Insets(p.panels(match.New(v.Rules.Start(), match.Control{})).Insets())
	p.camera.Skip()
}

// at returns the position of the middle of a square on the screen.
func (p *person) at(sq game.Square) image.Point {
	x, y := p.camera.Project(p.stage.Place(sq))
	return image.Pt(int((x+1)/2*float32(p.size.X)), int((1-y)/2*float32(p.size.Y)))
}

// sits waits until the board is visible, and returns the picture.
func (p *person) sits() *image.RGBA {
	p.t.Helper()
	p.park()
	middle := around(p.at(p.stage.Board.Cell(3, 3)), 100)
	return p.sees("the board", func(img *image.RGBA) bool { return mean(img, middle) > 60 })
}

// flat records a change of the flat view.
func (p *person) flat(on bool) {
	p.camera.SetFlat(on)
	p.camera.Skip()
}

// saved returns the latest saved file; empty if there is none.
func (p *person) saved() (newest string) {
	list, _ := filepath.Glob(p.record)
	var at time.Time
	for _, file := range list {
		if i, err := os.Stat(file); err == nil && i.ModTime().After(at) {
			newest, at = file, i.ModTime()
		}
	}
	return newest
}

// read returns the latest saved game.
func (p *person) read() (*match.Match, match.State) {
	p.t.Helper()
	data, err := os.ReadFile(p.saved())
	if err != nil {
		p.t.Fatal(err)
	}
	_, m, err := match.Decode(data, func(id string) (*rules.Rules, error) {
		v, err := variant.Get(id)
		if err != nil {
			return nil, err
		}
		return v.Rules, nil
	})
	if err != nil {
		p.t.Fatalf("the saved game: %v\n%s", err, data)
	}
	return m, m.State()
}

// await waits until the saved game satisfies wanted, and returns it.
func (p *person) await(what string, wanted func(m *match.Match, s *match.State) bool) (s match.State) {
	p.t.Helper()
	p.keepsLooking(patience, pause, func() bool {
		if p.saved() == "" {
			return false
		}
		var m *match.Match
		m, s = p.read()
		return wanted(m, &s)
	}, inVain(what))
	return s
}

// myTurn waits until at least that many moves were made and it is the person's turn, or the game is over.
func (p *person) myTurn(turns int) match.State {
	p.t.Helper()
	return p.await("my turn", func(m *match.Match, _ *match.State) bool {
		return m.Outcome().Over() || m.Side() == p.side && m.Ply() >= turns
	})
}

// choose selects a move.
func (p *person) choose(s match.State) game.Move {
	p.t.Helper()
	m, _, err := p.think.Think(context.Background(), s.Position, s.History, ai.Limits{})
	if err != nil {
		p.t.Fatal(err)
	}
	if p.bides && !calm(s, m) {
		for _, other := range s.Position.Legal(nil, s.History) {
			if calm(s, other) {
				return other
			}
		}
	}
	return m
}

// calm reports whether neither side can end the game directly after a move.
func calm(s match.State, m game.Move) bool {
	pos := s.Position
	var d rules.Delta
	pos.Play(m, &d)
	defer pos.Undo(&d)
	w := pos.Warnings()
	return !pos.Judge(nil).Over() && !w.Any()
}

// press clicks the button of a command.
func (p *person) press(id string) {
	p.t.Helper()
	m, _ := p.read()
	p.pressIn(m, id)
}

// pressIn clicks the button of a command in a state of the game.
func (p *person) pressIn(m *match.Match, id string) {
	p.t.Helper()
	h := p.panels(m)
	var sum image.Point
	n := 0
	for y := 0; y < p.size.Y; y += 3 {
		for x := 0; x < p.size.X; x += 3 {
			if c, _, hit := h.At(x, y); hit && c.ID == id {
				sum, n = sum.Add(image.Pt(x, y)), n+1
			}
		}
	}
	must(p.t, n > 0, "there is no button %q", id)
	p.click(sum.Div(n))
}

// panels lays out the panels of a game.
func (p *person) panels(m *match.Match) *hud.HUD {
	p.t.Helper()
	news := make(chan struct{}, 1)
	a, err := app.New(p.t.Context(), app.Options{
		View: scene.New(scene.Stage{}), Setup: &board.Setup{Variant: p.stage.Variant}, Match: m,
		Wake: func() {
			select {
			case news <- struct{}{}:
			default:
			}
		},
	})
	if err != nil {
		p.t.Fatal(err)
	}
	defer a.Close()
	select {
	case <-news:
	case <-time.After(patience):
		p.t.Fatal("the game in mind tells nothing")
	}
	a.Frame(time.Now())
	h, err := hud.New()
	if err != nil {
		p.t.Fatal(err)
	}
	h.Layout(a.Screen(), p.size.X, p.size.Y, 1)
	return h
}

// start returns the start position of a variant.
func start(id string) (rules.Position, error) {
	v, err := variant.Get(id)
	if err != nil {
		return rules.Position{}, err
	}
	return v.Rules.Start(), nil
}

// mean returns the mean brightness of an area, from 0 to 255.
func mean(img *image.RGBA, r image.Rectangle) int {
	sum := 0
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			c := img.RGBAAt(x, y)
			sum += int(c.R) + int(c.G) + int(c.B)
		}
	}
	return sum / 3 / max(1, r.Dx()*r.Dy())
}

// must fails the test unless ok.
func must(t testing.TB, ok bool, format string, args ...any) {
	t.Helper()
	if !ok {
		t.Fatalf(format, args...)
	}
}
