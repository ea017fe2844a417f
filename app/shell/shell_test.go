package shell

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tafl3d/panel"
)

// breaking is a store that panics.
type breaking struct{ Store }

func (breaking) Save(string, []byte) error { panic("the disk burns") }

func bare(t *testing.T, store Store) (s *Shell, woken chan struct{}) {
	woken = make(chan struct{}, 1)
	wake := func() {
		select {
		case woken <- struct{}{}:
		default:
		}
	}
	return New(t.Context(), Options{Now: time.Now, Wake: wake, Buzz: func() {}, Store: store}), woken
}

// wantCrash asserts that f panics with a worker's crash and its stack.
func wantCrash(t *testing.T, f func(), value, where string) {
	t.Helper()
	defer func() {
		c, is := recover().(*Crash)
		if !is || c.Value != value || !strings.Contains(string(c.Stack), where) {
			t.Errorf("got %v", c)
		}
	}()
	f()
	t.Error("nobody heard of the crash")
}

func burn() { panic("it burns") }

// TestAWorkersCrashIsReported asserts that a panic of background work is raised at the next frame of the main
// thread, with the original stack.
func TestAWorkersCrashIsReported(t *testing.T) {
	s, woken := bare(t, nil)
	s.Go(burn)
	<-woken
	wantCrash(t, s.TakeNews, "it burns", "shell.burn")
	s.TakeNews() // once is enough
	go s.Guard(burn)()
	<-woken
	wantCrash(t, s.TakeNews, "it burns", "shell.burn")
	s.Go(burn)
	wantCrash(t, s.Close, "it burns", "shell.burn") // no further frames
	s, woken = bare(t, breaking{})
	s.Keep("game.json", nil)
	<-woken
	wantCrash(t, s.TakeNews, "the disk burns", "Save")
}

// failing is a store that cannot save.
type failing struct{ Store }

func (failing) Save(string, []byte) error { return errors.New("no room") }

// TestWhatIsNotSavedIsTold asserts that a disk error is shown to the player.
func TestWhatIsNotSavedIsTold(t *testing.T) {
	s, woken := bare(t, failing{})
	s.Keep("game.json", nil)
	<-woken
	s.TakeNews()
	if got := s.Toasts(); len(got) != 1 || got[0].Tone != panel.Bad || !strings.Contains(got[0].Text, "game.json") {
		t.Errorf("said %v", got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for range 2 * maxNews { // a full buffer blocks no one
		s.Report(ctx, func() {})
	}
	s.Close()
}

// slow is a store that blocks on the first file and records the written files.
type slow struct {
	Store
	begun, ready chan struct{}
	written      []string
}

func (s *slow) Save(name string, data []byte) error {
	if len(s.written) == 0 {
		close(s.begun)
		<-s.ready
	}
	s.written = append(s.written, name+string(data))
	return nil
}

// TestSavedInOrder: pending files are written in the order of their last Save, once each.
func TestSavedInOrder(t *testing.T) {
	store := &slow{begun: make(chan struct{}), ready: make(chan struct{})}
	s, _ := bare(t, store)
	s.Keep("a", []byte("1"))
	<-store.begun // the others wait
	for _, name := range []string{"b", "c", "d", "e", "f", "b"} {
		s.Keep(name, []byte("1"))
	}
	s.Keep("c", []byte("2"))
	close(store.ready)
	s.Close()
	if got := strings.Join(store.written, " "); got != "a1 d1 e1 f1 b1 c2" {
		t.Errorf("written in the order %s", got)
	}
}

// TestNamesOfOneAge: of files written at the same time, the one named later is the newer.
func TestNamesOfOneAge(t *testing.T) {
	dir := t.TempDir()
	f := NewFiles(dir)
	at := time.Unix(1000, 0)
	for _, name := range []string{"games/a.json", "games/a-2.json", "games/b.json"} {
		if err := errors.Join(f.Save(name, []byte("{}")), os.Chtimes(filepath.Join(dir, name), at, at)); err != nil {
			t.Fatal(err)
		}
	}
	if names, err := f.Names("games"); err != nil || strings.Join(names, " ") != "b.json a-2.json a.json" {
		t.Errorf("%q %v", names, err)
	}
}

// TestPostedInOrder posts from a goroutine without a receiver: all functions run later, in order, and after
// earlier results of workers.
func TestPostedInOrder(t *testing.T) {
	s, woken := bare(t, nil)
	const n = 10 * maxNews
	var got []int
	for i := range n {
		s.Post(func() { got = append(got, i) })
	}
	s.Later(func() { got = append(got, -1) })
	<-woken
	s.TakeNews()
	if len(got) != n+1 || got[0] != -1 || !slices.IsSorted(got) {
		t.Errorf("%v", got)
	}
	s.TakeNews()
	if len(got) != n+1 {
		t.Error("done twice")
	}
}

// leaf is an empty page.
type leaf struct{ Page }

func (leaf) Show() panel.Dialog { return panel.Dialog{ID: "leaf"} }

// TestAPageIsOpenOnce: a page that is on top is not opened again.
func TestAPageIsOpenOnce(t *testing.T) {
	s, _ := bare(t, nil)
	s.opt.Hooks = Hooks{LetGo: func() {}, Closed: func(bool) {}}
	s.Open(leaf{})
	s.Open(leaf{})
	s.CloseTop()
	if s.Front() != nil {
		t.Error("the page was opened twice")
	}
}

// doors is a menu with so many buttons that it has two columns.
type doors struct{ Page }

func (doors) Show() panel.Dialog {
	d := panel.Dialog{ID: "doors", Kind: panel.Menu, Buttons: make([]panel.Button, 15)}
	d.Buttons[9].Disabled = true
	return d
}

// TestAcrossAMenu: left and right go to the button beside the focused one, if there is one that can be pressed.
func TestAcrossAMenu(t *testing.T) {
	s, _ := bare(t, nil)
	s.opt.Hooks = Hooks{LetGo: func() {}, Closed: func(bool) {}, Everywhere: func(panel.Key) bool { return false }}
	s.Open(doors{})
	for _, step := range []struct {
		from int
		key  string
		to   int
	}{{0, "Right", 8}, {8, "Left", 0}, {1, "Right", 1}, {7, "Right", 7}, {6, "Right", 14}, {0, "Left", 0},
		{8, "Right", 8}, {7, "Down", 8}, {8, "Up", 7}} {
		s.Focus(step.from)
		if s.Key(panel.Key{Name: step.key}); s.Focused() != step.to {
			t.Errorf("%s from %d goes to %d, not %d", step.key, step.from, s.Focused(), step.to)
		}
	}
}

// form is a page with a field, a button and an action.
type form struct {
	chosen, pressed, ran int
	barred, gone         bool
	name                 *Entry
	typed                int
}

func (p *form) Show() panel.Dialog {
	d := panel.Dialog{ID: "form", Actions: []panel.Action{{ID: "row", Run: func(n int) { p.ran = n }}},
		Fields: []panel.Field{
			{ID: "pace", Options: []string{"slow", "fast"}, Set: panel.Into(&p.chosen), Disabled: p.barred},
			p.name.Field("name", "Name", ""),
		}}
	d.Fields[1].Typed = func() { p.typed++ }
	if !p.gone {
		d.Buttons = []panel.Button{{ID: "go", Press: func() { p.pressed++ }, Disabled: p.barred}}
	}
	return d
}

// TestCommandsOfAForm: a command runs the function of the field, button or action that the dialog has now. Disabled
// and removed ones do nothing, and an option is one of the list.
func TestCommandsOfAForm(t *testing.T) {
	s, _ := bare(t, nil)
	s.opt.Hooks = Hooks{LetGo: func() {}, Closed: func(bool) {}}
	p := &form{name: NewEntry("", 3)}
	s.Open(p)
	for _, c := range []panel.Command{{ID: "pace", Arg: 7}, {ID: "go"}, {ID: "row", Arg: 4}, {ID: "nothing"}} {
		s.Command(c)
	}
	if p.chosen != 1 || p.pressed != 1 || p.ran != 4 {
		t.Errorf("option %d, pressed %d times, row %d", p.chosen, p.pressed, p.ran)
	}
	p.barred = true
	s.Command(panel.Command{ID: "pace"})
	s.Command(panel.Command{ID: "go"})
	p.barred, p.gone = false, true
	s.Command(panel.Command{ID: "go"})
	if p.chosen != 1 || p.pressed != 1 {
		t.Errorf("option %d, pressed %d times after they were disabled", p.chosen, p.pressed)
	}
	s.Command(panel.Command{ID: "name"})
	s.Paste("Bo")
	if p.name.String() != "Bo" || p.typed != 1 {
		t.Errorf("%q after %d changes", p.name, p.typed)
	}
}
