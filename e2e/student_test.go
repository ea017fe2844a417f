package e2e

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"tafl3d/app"
	"tafl3d/app/after"
	"tafl3d/app/board"
	room "tafl3d/app/library"
	"tafl3d/app/shell"
	"tafl3d/app/study"
	"tafl3d/game"
	"tafl3d/game/record"
	"tafl3d/game/rules"
	"tafl3d/game/table"
	"tafl3d/game/tree"
	"tafl3d/game/variant"
	"tafl3d/library"
	"tafl3d/panel"
	"tafl3d/render/hud"
	"tafl3d/scene"
)

// student works on studies with the mouse alone. It finds buttons and squares by a second client, the model,
// which repeats the same actions without a display. Where the program computes results, the model reads the
// program's file.
type student struct {
	*display
	data  string
	books string // library with the same games, for the model
	prog  *program
	mind  *app.App
	view  *scene.Scene // of the model
	hud   *hud.HUD     // of the model
	on    *variant.Variant
	study written

	clip     string        // text copied in the model
	reviewed chan struct{} // closed after the program has reviewed the game
}

// shallow are settings that end analyses early.
const shallow = `"analysis":{"lines":3,"depth":4,"arrows":true}`

// newStudent starts the program with a library of games and waits for the title screen.
func newStudent(t *testing.T, games string) *student {
	s := &student{display: newDisplay(t), data: t.TempDir(), books: t.TempDir(), reviewed: make(chan struct{})}
	v, err := variant.Get(brandubh)
	must(t, err == nil, "%v", err)
	s.on, s.study = v, written{s.display, filepath.Join(s.data, "studies", "*.tafl")}
	list, err := record.Read(games, record.Options{})
	must(t, err == nil, "%v", err)
	for _, dir := range []string{filepath.Join(s.data, "library"), s.books} {
		l, err := library.Open(dir)
		must(t, err == nil, "%v", err)
		for _, g := range list {
			_, err := l.Put(t.Context(), g, "club")
			must(t, err == nil, "%v", err)
		}
		must(t, l.Close() == nil, "the library does not close")
	}
	chooses(t, s.data, shallow)
	s.prog = s.run("-data", s.data, "-mute", "-quality", "low")
	s.park()
	s.still()
	s.imagines()
	return s
}

// imagines creates the model with the title screen.
func (s *student) imagines() {
	s.t.Helper()
	if s.mind != nil {
		s.mind.Close()
	}
	s.view = scene.New(scene.Stage{})
	a, err := app.New(s.t.Context(), app.Options{View: s.view, Store: memory{shell.NewFiles(s.data)},
		Engines: guesser{}, Reviewer: follower{s}, Library: s.opens,
		Network: alone{}, Copy: func(text string) { s.clip = text }, Clipboard: func() string { return s.clip },
		Pictures: nowhere{}, Reveal: func(string) error { return nil }, Pace: -1,
		Carved: func(context.Context, string, bool, scene.Style, func(done, of int)) ([]byte,
			error) {
			return nil, nil
		}})
	must(s.t, err == nil, "%v", err)
	s.t.Cleanup(a.Close)
	s.mind = a
	s.hud, err = hud.New()
	must(s.t, err == nil, "%v", err)
	s.looks()
}

// opens opens the library in the model.
func (s *student) opens() (room.Opened, error) {
	l, err := library.Open(s.books)
	if err == nil {
		s.t.Cleanup(func() { _ = l.Close() })
	}
	return room.Opened{Library: l}, err
}

// looks lays out the model.
func (s *student) looks() {
	s.mind.Frame(time.Now())
	s.hud.Layout(s.mind.Screen(), width, height, 1)
}

// sheet returns the ID of the dialog in the model; empty if none is open.
func (s *student) sheet() string {
	if d := s.mind.Screen().Dialog; d != nil {
		return d.ID
	}
	return ""
}

// until runs the model until it satisfies wanted.
func (s *student) until(what string, wanted func() bool) {
	s.t.Helper()
	s.keepsLooking(patience, pause/5, func() bool {
		s.looks()
		return wanted()
	}, func() string { return fmt.Sprintf("waited in vain for %s, over the sheet %q", what, s.sheet()) })
}

// target returns the area of the window that sends a command.
func (s *student) target(id string, arg int) (image.Rectangle, bool) {
	gives := func(p image.Point) bool {
		c, _, hit := s.hud.At(p.X, p.Y)
		return hit && c == panel.Command{ID: id, Arg: arg}
	}
	for y := 0; y < height; y += 3 {
		for x := 0; x < width; x += 3 {
			if at := image.Pt(x, y); gives(at) {
				to := middle(at, gives).Mul(2).Sub(at)
				return image.Rect(at.X, at.Y, to.X+1, to.Y+1), true
			}
		}
	}
	return image.Rectangle{}, false
}

// points waits for the target of a command and clicks it: in the middle, or on its first line.
func (s *student) points(id string, arg int, first bool) {
	s.t.Helper()
	var box image.Rectangle
	s.until("a button for "+id, func() (there bool) {
		box, there = s.target(id, arg)
		return there
	})
	at := box.Min.Add(box.Max).Div(2)
	if first {
		at = box.Min.Add(image.Pt(12, 8))
	}
	s.click(at)
	s.hud.Hover(at.X, at.Y)
	s.mind.Do(panel.Command{ID: id, Arg: arg})
}

// rests hovers the target of a command at its first line.
func (s *student) rests(id string, arg int) {
	s.t.Helper()
	var box image.Rectangle
	s.until("a place for "+id, func() (there bool) {
		box, there = s.target(id, arg)
		return there
	})
	s.do("mousemove", strconv.Itoa(box.Min.X+12), strconv.Itoa(box.Min.Y+8))
}

// studies returns the files of the studies.
func (s *student) studies() []string {
	list, _ := filepath.Glob(s.study.pattern)
	return list
}

// presses sends commands by clicks.
func (s *student) presses(ids ...string) {
	s.t.Helper()
	for _, id := range ids {
		s.chooses(id, 0)
	}
}

// chooses sends a command with an argument by a click, and waits until the program matches the model.
func (s *student) chooses(id string, arg int) {
	s.t.Helper()
	s.points(id, arg, false)
	s.agrees(fmt.Sprintf("what %s %d leads to", id, arg))
}

// trusts sends commands by clicks without comparing the program with the model.
func (s *student) trusts(ids ...string) {
	s.t.Helper()
	for _, id := range ids {
		s.points(id, 0, false)
		s.still()
	}
}

// writes types into the focused field.
func (s *student) writes(text string) {
	s.t.Helper()
	s.do("type", "--delay", "40", text)
	for _, r := range text {
		s.mind.Type(r)
	}
}

// square returns a square by name with its position on the screen.
func (s *student) square(name string) (game.Square, image.Point) {
	s.t.Helper()
	s.looks()
	sq, is := s.on.Rules.Board().Named(name)
	must(s.t, is, "there is no square %s", name)
	c := s.view.Camera()
	c.Resize(width, height)
	c.Insets(s.hud.Insets())
	c.Skip()
	stage := board.Stage(s.on)
	x, y := c.Project(stage.Place(sq))
	return sq, image.Pt(int((x+1)/2*width), int((1-y)/2*height))
}

// moves clicks a piece and its destination.
func (s *student) moves(from, to string) {
	s.t.Helper()
	for _, name := range []string{from, to} {
		sq, at := s.square(name)
		s.click(at)
		s.hud.Hover(at.X, at.Y)
		s.mind.Press(sq, true)
		s.mind.Release(sq, true)
	}
	s.agrees("the man moved from " + from + " to " + to)
}

// draws draws with the right button: an arrow "d6-f6", or a coloured square "d6".
func (s *student) draws(what string) {
	s.t.Helper()
	from, to, is := strings.Cut(what, "-")
	if !is {
		to = from
	}
	a, p := s.square(from)
	b, q := s.square(to)
	s.do("mousemove", strconv.Itoa(p.X), strconv.Itoa(p.Y), "sleep", "0.05", "mousedown", "3", "sleep", "0.1",
		"mousemove", strconv.Itoa((p.X+q.X)/2), strconv.Itoa((p.Y+q.Y)/2), "sleep", "0.05",
		"mousemove", strconv.Itoa(q.X), strconv.Itoa(q.Y), "sleep", "0.1", "mouseup", "3")
	s.hud.Hover(q.X, q.Y)
	s.mind.Draw(a, true, true, 0)
	s.mind.Draw(b, true, false, 0)
}

// kept returns the saved study.
func (s *student) kept() *tree.Game {
	s.t.Helper()
	text, err := os.ReadFile(filepath.Join(s.data, study.File))
	must(s.t, err == nil, "%v", err)
	games, err := record.Read(string(text), record.Options{})
	must(s.t, err == nil && len(games) == 1, "%d games, %v", len(games), err)
	return games[0]
}

// agrees waits until the dialog on the display, or otherwise move list and toolbar, equals the model.
func (s *student) agrees(what string) {
	s.t.Helper()
	mind := image.NewRGBA(image.Rect(0, 0, width, height))
	s.sees(what, func(now *image.RGBA) bool {
		s.looks()
		clear(mind.Pix)
		of := map[string]hud.Panel{}
		for _, p := range s.hud.Panels() {
			draw.Draw(mind, image.Rect(p.X, p.Y, p.X+p.W, p.Y+p.H), p.Image, p.Image.Bounds().Min, draw.Over)
			of[p.ID] = p
		}
		if p, open := of["dialog"]; open {
			return alike(mind, now, p)
		}
		return alike(mind, now, of["moves"]) && alike(mind, now, of["bar"])
	})
}

// alike reports whether an opaque panel on the display equals the model.
func alike(mind, now *image.RGBA, p hud.Panel) bool {
	if p.Image == nil {
		return false
	}
	at := image.Pt(p.X, p.Y)
	area := image.Rect(0, 0, p.W, p.H).Intersect(p.Image.Bounds()).Add(at).Intersect(now.Bounds())
	differ, all := 0, 0
	for y := area.Min.Y; y < area.Max.Y; y++ {
		own := p.Image.Pix[p.Image.PixOffset(area.Min.X-at.X, y-at.Y):]
		c, d := mind.Pix[mind.PixOffset(area.Min.X, y):], now.Pix[now.PixOffset(area.Min.X, y):]
		for x := 0; x < 4*area.Dx(); x += 4 {
			if own[x+3] < 255 {
				continue
			}
			if all++; far(c[x], d[x]) || far(c[x+1], d[x+1]) || far(c[x+2], d[x+2]) {
				differ++
			}
		}
	}
	return all > 0 && differ*1000 < all
}

// says asserts that the file of the study eventually contains a text, apart from white space.
func (s *student) says(what, text string) {
	s.t.Helper()
	flat := func(text string) string { return strings.Join(strings.Fields(text), " ") }
	s.study.has(what, nil, func(file string) bool { return strings.Contains(flat(file), text) })
}

// lacks asserts that it eventually does not contain a text.
func (s *student) lacks(what, text string) {
	s.t.Helper()
	s.study.has(what, nil, func(file string) bool { return file != "" && !strings.Contains(file, text) })
}

// grows does something that adds moves to the study.
func (s *student) grows(what string, do func()) {
	s.t.Helper()
	turns := func() int {
		return len(slices.Collect(s.kept().Root.All()))
	}
	before := turns()
	do()
	s.keepsLooking(patience, pause, func() bool { return turns() > before },
		func() string { return fmt.Sprintf("%s: the study has %d turns, as before", what, before) })
}

// leaves ends the program by its menu.
func (s *student) leaves() {
	s.t.Helper()
	s.trusts("menu")
	s.points("quit", 0, false)
	s.prog.ended()
}

// guesser is an engine with immediate results, so that the model has as many lines, points and buttons as the
// program.
type guesser struct{}

// Player implements board.Engines.
func (guesser) Player(board.Computer, string, uint64) (table.Player, func(), error) {
	return nil, nil, errors.New("it only looks")
}

// Manners implements board.Engines.
func (guesser) Manners() []board.Manner { return nil }

// Analyse implements board.Engines.
func (guesser) Analyse(
	_ context.Context, _ string, s table.Situation, want board.Wanted, tell func(board.Study),
) error {
	found := board.Study{Depth: max(want.Depth, 2), Speed: 100_000}
	for _, m := range s.Position.Legal(nil, s.History)[:want.Lines] {
		found.Lines = append(found.Lines, board.StudyLine{Chance: 0.5, Steps: goesOn(s.Position, m, found.Depth)})
	}
	tell(found)
	return nil
}

// goesOn returns a line of turns moves that begins with m.
func goesOn(p rules.Position, m game.Move, turns int) (list []game.Move) {
	line := rules.NewLine(p, nil)
	for range turns {
		if _, err := line.Try(m); err != nil {
			break
		}
		list = append(list, m)
		legal := line.Legal(nil)
		if len(legal) == 0 || line.Judge().Over() {
			break
		}
		m = legal[len(legal)/2]
	}
	return list
}

// Adviser implements board.Engines.
func (guesser) Adviser() board.Adviser { return nil }

// follower is a reviewer that takes the review that the program has saved.
type follower struct{ *student }

// Retell implements study.Reviewer. The program of the tests is English, like the comments.
func (follower) Retell(comment string) string { return comment }

// Prepare implements study.Reviewer.
func (f follower) Prepare(g *tree.Game) func(context.Context, func(done, of int)) (study.Reviewed, error) {
	found := study.Reviewed{Faults: [game.Sides][3]int{{1}, {1}}, Chances: make([]float64, g.Root.Last().Ply()+1),
		Annotate: func(s *tree.Study) error {
			at, kept := s.Node(), f.kept()
			defer s.To(at)
			return s.Together(func() error { return follow(s, s.Game().Root, kept.Root) })
		}}
	return func(ctx context.Context, told func(done, of int)) (study.Reviewed, error) {
		told(1, len(found.Chances))
		select {
		case <-f.reviewed:
			return found, nil
		case <-ctx.Done():
			return found, ctx.Err()
		}
	}
}

// follow copies the moves after a node to a node of another study.
func follow(s *tree.Study, n, as *tree.Node) error {
	for _, sign := range as.Signs {
		s.Sign(n, sign)
	}
	s.Comment(n, as.Comment)
	for _, next := range as.Next() {
		s.To(n)
		to, err := s.Play(next.Turn)
		if err == nil {
			err = follow(s, to, next)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// nowhere stores no pictures.
type nowhere struct{}

var _ after.Pictures = nowhere{}

// Save implements after.Pictures.
func (nowhere) Save(string, []byte) error { return nil }

// Where implements after.Pictures.
func (nowhere) Where(string) string { return "nowhere" }

// made waits for a file that the program saves, and returns it.
func (s *student) made(ending string) []byte {
	s.t.Helper()
	var list []string
	s.keepsLooking(patience, pause, func() bool {
		list, _ = filepath.Glob(filepath.Join(s.data, "pictures", "*."+ending))
		return len(list) == 1
	}, func() string { return fmt.Sprintf("%d files of the kind %s", len(list), ending) })
	data, err := os.ReadFile(list[0])
	must(s.t, err == nil, "%v", err)
	return data
}

// decodes asserts that a file is a picture of a kind.
func (s *student) decodes(data []byte, kind string) {
	s.t.Helper()
	img, format, err := image.Decode(io.Reader(bytes.NewReader(data)))
	must(s.t, err == nil && format == kind, "a picture of the kind %q, %v", format, err)
	must(s.t, img.Bounds().Dx() > 300, "it has %d pixels across", img.Bounds().Dx())
}
