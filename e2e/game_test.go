package e2e

import (
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/notation"
)

const brandubh = "brandubh-gorrion"

// TestWholeGame plays Brandubh against the computer to its end: with clicks and drags, an illegal move, undo,
// the flat view, and a restart of the program.
func TestWholeGame(t *testing.T) {
	t.Parallel()
	d := newDisplay(t)
	data := t.TempDir()
	prog := d.run("-data", data, "-variant", brandubh, "-side", "attackers", "-level", "1", "-seed", "7", "-mute")
	p := newPerson(d, game.Attackers, brandubh, data)

	p.seesTheStart(p.sits())
	d.keep("e2e-01-start")
	p.isRefused()
	p.playsAndSees()
	p.takesBack()
	p.bides = true // the game must be unfinished at the restart
	for range 3 {
		p.plays((*person).drags)
	}
	p.looksFromAbove()
	prog = p.sleepsOverIt(prog, data)
	p.bides = false

	for n := 0; p.plays((*person).clicks); n++ {
		must(t, n < 150, "the game does not end")
	}
	_, s := p.read()
	t.Logf("%d turns; %s by %s", s.Record.Ply(), s.Outcome.Result(), s.Outcome.Cause)
	d.still()
	d.keep("e2e-08-over")
	d.key("ctrl+q")
	prog.ended()
}

// sleepsOverIt quits, restarts the program and resumes the game.
func (p *person) sleepsOverIt(prog *program, data string) *program {
	p.t.Helper()
	_, before := p.read()
	p.park()
	left := p.still()
	p.keep("e2e-05-left")
	p.key("ctrl+q")
	prog.ended()

	prog = p.run("-data", data, "-mute")
	asked := p.still()
	p.keep("e2e-06-go-on")
	p.key("Return") // resume the unfinished game
	p.park()
	after := p.seesChange("the game that was left", asked, width*height/5)
	p.keep("e2e-07-resumed")
	_, s := p.read()
	must(p.t, s.Record.Ply() == before.Record.Ply() && s.Position.Hash() == before.Position.Hash(),
		"another game was resumed")
	p.seesTheSame(left, after)
	return prog
}

// seesTheStart checks that dark and light pieces are on their squares.
func (p *person) seesTheStart(img *image.RGBA) {
	p.t.Helper()
	light := func(name string) int {
		sq, _ := p.stage.Board.Named(name)
		return mean(img, p.body(sq))
	}
	for _, attacker := range []string{"d1", "d2", "a4", "g4", "d7"} {
		for _, defender := range []string{"d3", "c4", "e4", "d5"} {
			must(p.t, light(attacker)+25 < light(defender), "the man on %s (%d) is not darker than the one on %s (%d)",
				attacker, light(attacker), defender, light(defender))
		}
	}
}

// body returns the area of the piece on a square.
func (p *person) body(sq game.Square) image.Rectangle {
	return around(p.at(sq).Sub(image.Pt(0, 8)), 8)
}

// seesTheSame checks that the pieces are on the same squares. Their rotation may differ.
func (p *person) seesTheSame(before, after *image.RGBA) {
	p.t.Helper()
	for sq := range game.Square(p.stage.Board.Squares()) {
		was, is := mean(before, p.body(sq)), mean(after, p.body(sq))
		must(p.t, max(was, is)-min(was, is) < 30, "%s looks different after the night: %d, then %d",
			p.stage.Board.Name(sq), was, is)
	}
}

// isRefused tries an illegal move.
func (p *person) isRefused() {
	p.t.Helper()
	from, _ := p.stage.Board.Named("d2")
	to, _ := p.stage.Board.Named("f5")
	p.click(p.at(from))
	selected := p.still()
	p.click(p.at(to))
	p.seesChange("an answer to a move that may not be", selected, 500)
	p.keep("e2e-02-refused")
	saved, _ := filepath.Glob(p.record)
	must(p.t, len(saved) == 0, "a refused move was saved")
	p.key("Escape")
}

// clicks makes a move by two clicks.
func (p *person) clicks(m game.Move) {
	p.t.Helper()
	p.click(p.at(m.From))
	p.click(p.at(m.To))
}

// drags makes a move by dragging.
func (p *person) drags(m game.Move) {
	p.t.Helper()
	p.drag(p.at(m.From), p.at(m.To))
}

// park moves the pointer to an empty area.
func (d *display) park() {
	d.t.Helper()
	d.do("mousemove", "640", "2")
}

// plays makes a good move and waits for the reply. It returns false once the game is over.
func (p *person) plays(how func(*person, game.Move)) bool {
	p.t.Helper()
	s := p.myTurn(0)
	if s.Outcome.Over() {
		return false
	}
	m := p.choose(s)
	how(p, m)
	ply := s.Record.Ply()
	now := p.await("my move to be saved", func(now *match.Match, _ *match.State) bool { return now.Ply() > ply })
	played := now.Record.Turn(ply + 1).Text
	must(p.t, strings.Contains(played, p.stage.Board.Name(m.From)+"-"+p.stage.Board.Name(m.To)),
		"clicked %s to %s, played %s", p.stage.Board.Name(m.From), p.stage.Board.Name(m.To), played)
	return !p.myTurn(ply + 2).Outcome.Over()
}

// playsAndSees makes the first move and checks that the piece moved.
func (p *person) playsAndSees() {
	p.t.Helper()
	p.park()
	before := p.still()
	r := p.stage
	pos, err := start(brandubh)
	must(p.t, err == nil, "%v", err)
	m, err := notation.ParseTurn(&pos, nil, "a4-a2")
	must(p.t, err == nil, "%v", err)
	p.clicks(m[0])
	p.myTurn(2)
	p.park()
	after := p.still()
	p.keep("e2e-03-moved")
	for _, sq := range []game.Square{m[0].From, m[0].To} {
		spot := around(p.at(sq).Sub(image.Pt(0, 8)), 12)
		must(p.t, differing(before, after, spot) > 150, "%s looks as before", r.Board.Name(sq))
	}
}

// takesBack undoes the first moves with the button and replays them with the keyboard.
func (p *person) takesBack() {
	p.t.Helper()
	p.press("undo")
	p.await("the takeback", func(m *match.Match, s *match.State) bool { return m.Ply() == 0 && s.Record.Len() >= 2 })
	p.still()
	p.key("ctrl+y")
	p.await("the turns to be played again", func(m *match.Match, _ *match.State) bool { return m.Ply() >= 2 })
	p.still()
}

// looksFromAbove plays two moves in the flat view.
func (p *person) looksFromAbove() {
	p.t.Helper()
	p.park()
	orbit := p.still()
	p.key("f")
	flat := p.seesChange("the flat view", orbit, width*height/20)
	p.keep("e2e-04-flat")
	p.flat(true)
	p.plays((*person).clicks)
	p.plays((*person).drags)
	p.park()
	p.key("f")
	p.flat(false)
	p.seesChange("the view as before", flat, width*height/20)
}

// TestInterruptLosesNothing interrupts the program with Ctrl-C and checks the saved game.
func TestInterruptLosesNothing(t *testing.T) {
	t.Parallel()
	d := newDisplay(t)
	data := t.TempDir()
	prog := d.run("-data", data, "-variant", brandubh, "-side", "both", "-mute")
	p := newPerson(d, game.Attackers, brandubh, data)
	p.sits()
	pos, err := start(brandubh)
	must(t, err == nil, "%v", err)
	moves, err := notation.ParseTurn(&pos, nil, "a4-a2")
	must(t, err == nil, "%v", err)
	p.click(p.at(moves[0].From))
	held := d.still()
	p.click(p.at(moves[0].To))
	d.keepsLooking(patience, 5*time.Millisecond, func() bool {
		return differing(held, d.picture(), held.Bounds()) >= 500
	}, inVain("the piece on its way"))
	prog.interrupt() // the piece is still moving
	prog.ended()
	_, s := p.read()
	must(t, s.Record.Ply() == 1, "%d turns were saved", s.Record.Ply())
}

// TestKeyboardAlone plays without a mouse and asks for a hint.
func TestKeyboardAlone(t *testing.T) {
	t.Parallel()
	d := newDisplay(t)
	data := t.TempDir()
	prog := d.run("-data", data, "-variant", brandubh, "-side", "both", "-mute")
	p := newPerson(d, game.Attackers, brandubh, data)
	board := p.sits()
	d.do("key", "--delay", "60", "Left", "Down", "Down") // shows the cursor on d4, then moves it to d2
	d.do("key", "--delay", "60", "Return", "Left", "Return")
	s := p.await("a move by keyboard", func(m *match.Match, _ *match.State) bool { return m.Ply() == 1 })
	must(t, s.Record.Turn(1).Text == "d2-c2", "played %s", s.Record.Turn(1).Text)
	d.key("F1")
	d.seesChange("the help sheet", board, width*height/4)
	d.keep("e2e-09-help")
	d.key("Escape")
	d.key("ctrl+q")
	prog.ended()
}

// TestResize shrinks the window and continues the game.
func TestResize(t *testing.T) {
	t.Parallel()
	if os.Getenv("TAFL3D_WAYLAND") != "" {
		t.Skip("the compositor of packaging/linux/wayland fills its display, and nobody outside can change the size " +
			"of a window in it")
	}
	d := newDisplay(t)
	data := t.TempDir()
	d.run("-data", data, "-variant", brandubh, "-side", "both", "-mute")
	p := newPerson(d, game.Attackers, brandubh, data)
	before := p.sits()
	d.do("search", "--name", "tafl3d", "windowsize", "1000", "640")
	d.seesChange("the smaller window", before, width*height/4)
	d.keep("e2e-10-smaller")
	p.resized(1000, 640)
	from, _ := p.stage.Board.Named("g4")
	to, _ := p.stage.Board.Named("g2")
	p.clicks(game.Move{From: from, To: to})
	s := p.await("a move in the smaller window", func(m *match.Match, _ *match.State) bool { return m.Ply() == 1 })
	must(t, s.Record.Turn(1).Text == "g4-g2", "played %s", s.Record.Turn(1).Text)
}

// TestFullScreen starts in full screen.
func TestFullScreen(t *testing.T) {
	t.Parallel()
	d := newDisplay(t)
	prog := d.run("-data", t.TempDir(), "-size", "900x600", "-fullscreen", "-mute")
	d.sees("the whole screen filled", func(now *image.RGBA) bool {
		corner := image.Rect(width-200, height-100, width, height)
		return differing(d.root, now, corner) > corner.Dx()*corner.Dy()/2
	})
	d.key("ctrl+q")
	prog.ended()
}

// TestDamagedSave starts with an unreadable saved game and unreadable settings.
func TestDamagedSave(t *testing.T) {
	t.Parallel()
	d := newDisplay(t)
	data := t.TempDir()
	const rubbish = "{\"format\": \"tafl3d game\", \"turns\": ["
	for _, name := range []string{"game.json", "settings.json"} {
		must(t, os.WriteFile(filepath.Join(data, name), []byte(rubbish), 0o600) == nil, "cannot write")
	}
	prog := d.run("-data", data, "-mute")
	d.still()
	d.keep("e2e-11-damaged")
	d.key("ctrl+q")
	prog.ended()
	kept, _ := filepath.Glob(filepath.Join(data, "*damaged*"))
	must(t, len(kept) == 2, "kept %v", kept)
	for _, name := range kept {
		text, _ := os.ReadFile(name)
		must(t, string(text) == rubbish, "kept %q", text)
	}
}

// TestIdle measures the processor time of an idle game.
func TestIdle(t *testing.T) {
	t.Parallel()
	d := newDisplay(t)
	prog := d.run("-data", t.TempDir(), "-variant", brandubh, "-side", "both", "-mute")
	d.still()
	prog.rests()
	const watch = 5 * time.Second
	begin := prog.cpu()
	time.Sleep(watch) // the measured time
	used := 100 * float64(prog.cpu()-begin) / float64(watch)
	t.Logf("idle: %.1f %% of a core", used)
	must(t, used < 3, "an idle game uses %.1f %% of a core", used)
}
