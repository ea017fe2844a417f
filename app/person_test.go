package app_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tafl3d/app"
	"tafl3d/app/board"
	"tafl3d/app/catalogue"
	"tafl3d/app/shell"
	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/table"
	"tafl3d/game/variant"
	"tafl3d/internal/apptest"
	"tafl3d/internal/await"
	"tafl3d/panel"
	"tafl3d/scene"
)

// view is a scene that records calls.
type view struct {
	*scene.Scene
	events []game.Event
	marks  scene.Marks
	carry  game.Square
	carrys int
	busy   bool
	stage  scene.Stage
	setup  game.Setup
}

func (v *view) Stage(s scene.Stage) {
	v.stage = s
	v.Scene.Stage(s)
}

func (v *view) Set(s game.Setup) {
	v.setup = s
	v.Scene.Set(s)
}

func (v *view) Show(ev game.Event) {
	v.events = append(v.events, ev)
	v.Scene.Show(ev)
}

func (v *view) Mark(m scene.Marks) {
	v.marks = m
	v.Scene.Mark(m)
}

func (v *view) Carry(sq game.Square, x, y float32) {
	v.carry = sq
	v.carrys++
	v.Scene.Carry(sq, x, y)
}

func (v *view) Busy() bool { return v.busy }

// ear counts.
type ear struct {
	heard, refused, warned int
	muted                  bool
	volumes                board.Volumes
	side                   *game.Side
}

func (e *ear) Hear(game.Event)         { e.heard++ }
func (e *ear) Warn()                   { e.warned++ }
func (e *ear) Refuse()                 { e.refused++ }
func (e *ear) Mute(on bool)            { e.muted = on }
func (e *ear) Volumes(v board.Volumes) { e.volumes = v }
func (e *ear) ListenAs(s *game.Side)   { e.side = s }

// engines play the first legal move, or the result of choose.
type engines struct {
	mu     sync.Mutex
	choose func(ctx context.Context, s table.Situation) (game.Move, error)
	advice board.Advice
	hold   chan struct{} // the adviser waits for it, if there is one
	levels []int
	played []board.Computer
	ended  atomic.Int32 // players that were sent home
}

func (e *engines) Player(c board.Computer, _ string, _ uint64) (table.Player, func(), error) {
	e.levels = append(e.levels, c.Level)
	e.played = append(e.played, c)
	return e, func() { e.ended.Add(1) }, nil
}

func (e *engines) Manners() []board.Manner {
	return []board.Manner{{Name: "bold", Doc: "Gives men away."}, {Name: "besieger", Doc: "Draws rings."}}
}

// Analyse follows the first legal moves and returns the results set in e.
func (e *engines) Analyse(
	ctx context.Context, _ string, s table.Situation, want board.Wanted, tell func(board.Study),
) error {
	if want.Program.Command != "" {
		return fmt.Errorf("%s: the engine has ended by itself", want.Program.Command)
	}
	lines := want.Lines
	found := board.Study{Depth: lines + want.Depth, Speed: 12345}
	for i, m := range s.Position.Legal(nil, s.History)[:lines] {
		line := board.StudyLine{Chance: 0.5 + 0.1*float64(lines-i), Score: 40 * (lines - i), Steps: []game.Move{m}}
		found.Lines = append(found.Lines, line)
	}
	found.Lines[lines-1].Chance, found.Lines[lines-1].Ends = 0, 2
	tell(found)
	<-ctx.Done()
	return nil
}

func (e *engines) Adviser() board.Adviser { return e }

func (e *engines) Choose(ctx context.Context, s table.Situation) (game.Move, error) {
	e.mu.Lock()
	f := e.choose
	e.mu.Unlock()
	if f != nil {
		return f(ctx, s)
	}
	return s.Position.Legal(nil, s.History)[0], nil
}

func (e *engines) Advise(ctx context.Context, s table.Situation) (board.Advice, error) {
	if e.hold != nil {
		select {
		case <-e.hold:
		case <-ctx.Done():
			return board.Advice{}, ctx.Err()
		}
	}
	adv := e.advice
	if adv.Move == (game.Move{}) {
		adv.Move = s.Position.Legal(nil, s.History)[0]
	}
	return adv, nil
}

// person uses the program by clicks and keys, and checks what is visible.
type person struct {
	*testing.T
	*app.App
	view    *view
	ear     *ear
	engines *engines
	dir     string
	clock   *clock
	copied  string     // what was put on the clipboard last
	remote  *remoteEnd // nil: there is no network
}

// clock is the system clock, which can be advanced or stopped.
type clock struct {
	mu      sync.Mutex
	add     time.Duration
	stopped time.Time // zero: it goes
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.stopped.IsZero() {
		return c.stopped.Add(c.add)
	}
	return time.Now().Add(c.add)
}

// stop stops the clock; only forward advances it.
func (c *clock) stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stopped = time.Now()
}

func (c *clock) After(d time.Duration) <-chan time.Time { return time.After(d) }

func (c *clock) forward(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.add += d
}

func open(t *testing.T, dir string, setup *board.Setup) *person {
	t.Helper()
	return openWith(t, dir, setup, func(*app.Options) {})
}

// openWith starts the program with modified options.
func openWith(t *testing.T, dir string, setup *board.Setup, also func(*app.Options)) *person {
	t.Helper()
	p := &person{T: t, view: &view{Scene: scene.New(stage(t))}, ear: &ear{}, engines: &engines{}, dir: dir,
		clock: &clock{}}
	opt := app.Options{View: p.view, Ear: p.ear, Engines: p.engines, Store: shell.NewFiles(dir),
		Variants: catalogue.NewShelf(filepath.Join(dir, "variants")), Clock: p.clock, Pace: -1, Seed: 1, Setup: setup,
		Copy: func(text string) { p.copied = text }}
	also(&opt)
	a, err := app.New(t.Context(), opt)
	if err != nil {
		t.Fatal(err)
	}
	p.App = a
	t.Cleanup(a.Close)
	p.frame()
	return p
}

func brandubh(t *testing.T) *variant.Variant {
	t.Helper()
	v, err := variant.Get("brandubh-gorrion")
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func stage(t *testing.T) scene.Stage {
	r := brandubh(t).Rules
	return scene.Stage{Variant: "brandubh-gorrion", Board: r.Board(), Kinds: r.Kinds()}
}

// against is a game of Brandubh with the attackers against the computer, two is
// one of two people, watched one of two computers.
func against() *board.Setup {
	return &board.Setup{Variant: "brandubh-gorrion", Levels: [game.Sides]int{game.Defenders: 3}}
}
func two() *board.Setup { return &board.Setup{Variant: "brandubh-gorrion"} }
func watched() *board.Setup {
	return &board.Setup{Variant: "brandubh-gorrion", Levels: [game.Sides]int{2, 5}}
}

func (p *person) frame() bool {
	p.Frame(p.clock.Now())
	return true
}

func (p *person) sheet() *panel.Sheet {
	p.Helper()
	s := p.Screen().Game
	if s == nil {
		p.Fatal("there is no game")
	}
	return s
}

// until runs frames until ok returns true.
func (p *person) until(what string, ok func() bool) {
	p.Helper()
	await.Poll{Interval: time.Millisecond, State: p.describe}.Until(p, "never: "+what,
		func() bool { return p.frame() && ok() })
}

// stays runs frames for a short time, in which ok must stay true.
func (p *person) stays(otherwise string, ok func() bool) {
	p.Helper()
	await.Stays(p, 20*time.Millisecond, otherwise, func() bool { return p.frame() && ok() })
}

func (p *person) describe() string {
	s := p.Screen()
	var b strings.Builder
	if s.Dialog != nil {
		b.WriteString("dialog " + s.Dialog.ID + "; ")
	}
	if s.Game != nil {
		b.WriteString(s.Game.Status + "; ")
	}
	for _, t := range s.Toasts {
		b.WriteString(t.Text + "; ")
	}
	return b.String()
}

func (p *person) square(name string) game.Square {
	p.Helper()
	board := p.view.stage.Board
	if board == nil {
		board = brandubh(p.T).Rules.Board()
	}
	sq, ok := board.Named(name)
	if !ok {
		p.Fatal(name)
	}
	return sq
}

func (p *person) click(names ...string) {
	p.Helper()
	for _, name := range names {
		sq := p.square(name)
		p.Board().Hand.Press(sq, true)
		p.Board().Hand.Release(sq, true)
		p.frame()
	}
}

func (p *person) keys(names ...string) {
	p.Helper()
	for _, name := range names {
		k := panel.Key{}
		parts := strings.Split(name, "-")
		for _, m := range parts[:len(parts)-1] {
			switch m {
			case "Ctrl":
				k.Ctrl = true
			case "Shift":
				k.Shift = true
			}
		}
		k.Name = parts[len(parts)-1]
		p.Key(k)
		p.frame()
	}
}

// moves returns the number of moves in the list.
func (p *person) moves() (n int) {
	for _, r := range p.sheet().Rows {
		for i := range r.Text {
			if r.Text[i] != "" {
				n++
			}
		}
	}
	return n
}

func (p *person) untilMoves(n int) {
	p.Helper()
	p.until("the moves are made", func() bool { return p.moves() == n })
}

func (p *person) toast() string {
	ts := p.Screen().Toasts
	if len(ts) == 0 {
		return ""
	}
	return ts[len(ts)-1].Text
}

func (p *person) says(part string) {
	p.Helper()
	if !strings.Contains(p.toast(), part) {
		p.Errorf("the message is %q, should say %q", p.toast(), part)
	}
}

func (p *person) dialog() *panel.Dialog {
	p.Helper()
	d := p.Screen().Dialog
	if d == nil {
		p.Fatal("no dialog is open; " + p.describe())
	}
	if ids := apptest.Idle(d); len(ids) > 0 {
		p.Errorf("the page %q has no function, or several, for %q", d.ID, ids)
	}
	return d
}

func (p *person) wants(id string) {
	p.Helper()
	if d := p.dialog(); d.ID != id {
		p.Fatalf("dialog %q is open, want %q", d.ID, id)
	}
}

func (p *person) noDialog() {
	p.Helper()
	if d := p.Screen().Dialog; d != nil {
		p.Fatalf("dialog %q is open", d.ID)
	}
}

// does sends a command and runs a frame.
func (p *person) does(id string, arg int) {
	p.Helper()
	p.Do(panel.Command{ID: id, Arg: arg})
	p.frame()
}

// press presses a button of the open dialog by its label.
func (p *person) press(label string) {
	p.Helper()
	for _, b := range p.dialog().Buttons {
		if b.Label == label && !b.Disabled {
			p.Do(panel.Command{ID: b.ID})
			p.frame()
			return
		}
	}
	p.Fatalf("dialog %q has no button %q: %v", p.dialog().ID, label, p.dialog().Buttons)
}

func (p *person) button(id string) panel.Button {
	p.Helper()
	for _, b := range p.Screen().Bar {
		if b.ID == id {
			return b
		}
	}
	p.Fatal("no button", id)
	return panel.Button{}
}

// field returns a field of the open dialog.
func (p *person) field(id string) panel.Field {
	p.Helper()
	for _, f := range p.dialog().Fields {
		if f.ID == id {
			return f
		}
	}
	p.Fatalf("no field %q", id)
	return panel.Field{}
}

func (p *person) file(name string) string {
	data, err := os.ReadFile(filepath.Join(p.dir, name))
	if err != nil {
		return ""
	}
	return string(data)
}

// replica replays a game to know the legal moves.
type replica struct {
	pos  rules.Position
	hist *rules.History
}

func newReplica(t *testing.T) *replica {
	pos := brandubh(t).Rules.Start()
	return &replica{pos, rules.NewHistory(&pos)}
}

func (r *replica) play(m game.Move) {
	var d rules.Delta
	r.pos.Play(m, &d)
	r.hist.Push(&r.pos)
}
