// Package shell is what every room of the client stands in: the dialogs that
// are open, messages that pass, what runs beside the main thread, and the files
// that are kept. It knows no game, no room and no window. But for Later, Report, Post
// and what Go runs, everything belongs to the main thread and never waits.
package shell

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/link"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// Page is a dialog that can be opened. It holds the room that it belongs to.
type Page interface {
	// Show returns the dialog as it is now.
	Show() panel.Dialog
	// Do carries out a command of one of its fields or buttons.
	Do(c panel.Command)
}

// Hooks are what the shell asks of the one who wires the rooms together.
type Hooks struct {
	Perform    func(panel.Command)  // carries out what a panel asks for
	LetGo      func()               // a dialog opens: the pointer lets go of what it drags
	Closed     func(edited bool)    // the dialog in front is closed; edited: it had used the board
	Everywhere func(panel.Key) bool // a key that counts in dialogs, too
	Help       func()               // opens the help sheet
	Look       func(panel.Key) bool // looks through the moves
	View       func(panel.Key) bool // moves the cursor or the picture
	Cursor     func() game.Square   // where the keyboard is on the board, NoSquare while that is hidden
	ShowCursor func()
	Files      func(names []string) // opens files that were dropped on the window
}

// opened is an open dialog and where the keyboard is in it.
type opened struct {
	page   Page
	focus  int
	scroll int
	number int // what was written in the number field in focus, 0 if nothing
}

// Options are what a Shell is made of.
type Options struct {
	Now   func() time.Time
	Wake  func()            // says that there is something new, from any goroutine
	Buzz  func()            // the sound of a refusal
	Store Store             // nil: nothing is kept
	Copy  func(text string) // puts text on the clipboard; nil: there is none
	Hooks Hooks
}

// Shell holds the dialogs, the messages and the workers.
type Shell struct {
	opt      Options
	ctx      context.Context // of everything that runs beside the main thread
	cancel   context.CancelFunc
	workers  sync.WaitGroup
	news     chan func() // what the workers found, to be done on the main thread
	posted   posted      // what Post was given
	crash    atomic.Pointer[Crash]
	saver    *Saver // nil without a store
	pages    []opened
	keyboard keyboard
	toasts   []panel.Toast
	changed  bool  // the screen is out of date
	clicked  click // on a field to write in, the last one
	quit     bool
	deaf     bool // the newest key opened or closed a dialog: what it types is meant for nobody
}

// click is a click on a field.
type click struct {
	field string
	at    time.Time
}

// maxNews is how many findings may wait for the main thread.
const maxNews = 16

// New returns a shell without a dialog.
func New(ctx context.Context, opt Options) *Shell {
	s := &Shell{opt: opt, news: make(chan func(), maxNews), changed: true}
	s.keyboard.shell = s
	s.ctx, s.cancel = context.WithCancel(ctx)
	if opt.Store != nil {
		s.saver = s.NewSaver(s.ctx, opt.Store)
	}
	return s
}

// Ctx ends when the program does.
func (s *Shell) Ctx() context.Context { return s.ctx }

// End asks for the end of the program.
func (s *Shell) End() { s.quit = true }

// Quit reports whether the window should close.
func (s *Shell) Quit() bool { return s.quit }

// Touch says that the screen is out of date.
func (s *Shell) Touch() { s.changed = true }

// Touched reports whether the screen is out of date, and forgets it.
func (s *Shell) Touched() bool {
	was := s.changed
	s.changed = false
	return was
}

// Crash is a panic of a worker, told again on the main thread.
type Crash struct {
	Value any
	Stack []byte // where it happened
}

func (c *Crash) String() string { return fmt.Sprintf("%v\n\n%s", c.Value, c.Stack) }

// Go runs f beside the main thread. If f panics, so does the main thread at its
// next frame, with a *Crash.
func (s *Shell) Go(f func()) { s.workers.Go(s.Guard(f)) }

// Guard returns f, reporting its panic as that of Go is. It is for goroutines
// that somebody else waits for.
func (s *Shell) Guard(f func()) func() {
	return func() {
		defer func() {
			if v := recover(); v != nil {
				s.crash.CompareAndSwap(nil, &Crash{v, debug.Stack()})
				s.opt.Wake()
			}
		}()
		f()
	}
}

// Later lets f run on the main thread. It may be called from any goroutine.
func (s *Shell) Later(f func()) {
	select {
	case s.news <- f:
		s.opt.Wake()
	case <-s.ctx.Done():
	}
}

// Report lets f run on the main thread, unless ctx has ended and there is no
// room. It may be called from any goroutine.
func (s *Shell) Report(ctx context.Context, f func()) {
	select {
	case s.news <- f:
		s.opt.Wake()
		return
	default:
	}
	select {
	case s.news <- f:
		s.opt.Wake()
	case <-ctx.Done():
	}
}

// posted holds functions for the main thread in the order in which they came.
type posted struct {
	mu   sync.Mutex
	list []func()
}

// Post lets f run on the main thread, after everything that was posted before. It never waits, so
// it is for callers that must not, and keeps the order that a goroutine for each f would lose. It
// may be called from any goroutine.
func (s *Shell) Post(f func()) {
	s.posted.mu.Lock()
	s.posted.list = append(s.posted.list, f)
	s.posted.mu.Unlock()
	s.opt.Wake()
}

// takePosted returns what was posted, and forgets it.
func (s *Shell) takePosted() []func() {
	s.posted.mu.Lock()
	defer s.posted.mu.Unlock()
	list := s.posted.list
	s.posted.list = nil
	return list
}

// TakeNews does what Later, Report and Post have asked for. It panics with what a
// worker panicked with.
func (s *Shell) TakeNews() {
	if c := s.crash.Swap(nil); c != nil {
		panic(c)
	}
	for s.takeOne() {
	}
	for _, f := range s.takePosted() { // last: a notice may concern what a worker has just found
		f()
	}
}

// takeOne runs the oldest function of Later and Report, and reports whether there was one.
func (s *Shell) takeOne() bool {
	select {
	case f := <-s.news:
		f()
		return true
	default:
		return false
	}
}

// Stop ends what runs beside the main thread. Close waits for it.
func (s *Shell) Stop() { s.cancel() }

// Close waits for the workers and writes what is to be kept. It may be called
// twice.
func (s *Shell) Close() {
	s.cancel()
	s.workers.Wait()
	if s.saver != nil {
		s.saver.Close()
		s.saver = nil
	}
	if c := s.crash.Swap(nil); c != nil {
		panic(c)
	}
}

// PutAside renames a file that cannot be used and says so.
func (s *Shell) PutAside(name, what string, why error) {
	to, err := s.opt.Store.Aside(name)
	if err != nil {
		s.Say(words.NotAside(what, why, err), panel.Bad)
		return
	}
	s.Say(words.Aside(what, why, to), panel.Bad)
}

// Keep saves a file without waiting for it.
func (s *Shell) Keep(name string, data []byte) {
	if s.saver != nil {
		s.saver.Save(name, data)
	}
}

// Drop deletes a file without waiting for it.
func (s *Shell) Drop(name string) {
	if s.saver != nil {
		s.saver.Remove(name)
	}
}

// NotSaved says that a file could not be saved.
func (s *Shell) NotSaved(name string, err error) {
	s.Say(tongue.Textf("Could not save %s: %s", name, words.Plain(err)), panel.Bad)
}

// ToClipboard puts a text on the clipboard and says so.
func (s *Shell) ToClipboard(text, said string) {
	if s.opt.Copy == nil {
		s.Refuse("The clipboard is not available")
		return
	}
	s.opt.Copy(text)
	s.Say(said, panel.Good)
}

// CopyLink puts a link on the clipboard that opens a text in another's program, or says why
// there can be none.
func (s *Shell) CopyLink(k link.Kind, text string) {
	l, err := link.Make(k, text)
	if err != nil {
		s.Refuse(words.Error(err))
		return
	}
	s.ToClipboard(l,
		"Link copied. Others with the program can click it, or paste it on the title page.")
}

// The messages that pass.
const (
	toastTime = 4 * time.Second
	toastMost = 4
)

// Say shows a message that passes; a long one stays longer.
func (s *Shell) Say(text string, tone panel.Tone) {
	until := s.opt.Now().Add(toastTime + time.Duration(len(text))*30*time.Millisecond)
	s.toasts = slices.DeleteFunc(s.toasts, func(t panel.Toast) bool { return t.Text == text })
	s.toasts = append(s.toasts, panel.Toast{Text: text, Tone: tone, Until: until})
	if len(s.toasts) > toastMost {
		s.toasts = s.toasts[1:]
	}
	s.Touch()
}

// Refuse says why something cannot be done.
func (s *Shell) Refuse(why string) {
	s.opt.Buzz()
	s.Say(why, panel.Bad)
}

// Reveal opens a folder on the desktop, or says where it is.
func (s *Shell) Reveal(open func(folder string) error, folder string) {
	if err := open(folder); err != nil {
		s.Refuse(tongue.Textf("Folder: %s", folder))
	}
}

// Toasts returns the messages that are shown. They are the caller's.
func (s *Shell) Toasts() []panel.Toast { return slices.Clone(s.toasts) }

// Expire takes away the messages that have been shown long enough.
func (s *Shell) Expire(now time.Time) {
	had := len(s.toasts)
	s.toasts = slices.DeleteFunc(s.toasts, func(t panel.Toast) bool { return !now.Before(t.Until) })
	if len(s.toasts) != had {
		s.Touch()
	}
}

// NewSaver returns a saver to a store. What it cannot write is told until ctx ends.
func (s *Shell) NewSaver(ctx context.Context, store Store) *Saver {
	failed := func(name string, err error) { s.Report(ctx, func() { s.NotSaved(name, err) }) }
	v := &Saver{store: store, failed: failed, ring: make(chan struct{}, 1), done: make(chan struct{})}
	go s.Guard(v.run)()
	return v
}
