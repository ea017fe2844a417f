// Package shell is the common base of all parts of the client: open dialogs, notices, background work and
// saved files. It is independent of games and windows. Call it on the main thread, except Later, Report, Post
// and the functions that Go runs. It never blocks.
package shell

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/link"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// Page is a dialog.
type Page interface {
	// Show returns the current content.
	Show() panel.Dialog
}

// Hooks are the callbacks that the client provides.
type Hooks struct {
	Perform    func(panel.Command)  // executes the command of a panel
	LetGo      func()               // a dialog opens: end the drag of the pointer
	Closed     func(edited bool)    // the top dialog was closed; edited: it had used the board
	Everywhere func(panel.Key) bool // a key that also works in dialogs
	Help       func()               // opens the list of keys
	Look       func(panel.Key) bool // browses the moves
	View       func(panel.Key) bool // moves the cursor or the camera
	Cursor     func() game.Square   // keyboard cursor on the board; NoSquare while hidden
	ShowCursor func()
	Files      func(names []string) // opens files dropped on the window
}

// opened is an open dialog with its focus.
type opened struct {
	page   Page
	focus  int
	scroll int
	number int // number typed in the focused number field; 0: none
}

// Options are the dependencies of a Shell.
type Options struct {
	Now   func() time.Time
	Wake  func()            // signals news, from any goroutine
	Buzz  func()            // error sound
	Store Store             // nil: nothing is saved
	Copy  func(text string) // writes text to the clipboard; nil: no clipboard
	Files FileDialog        // nil: no file dialogs
	Hooks Hooks
}

// Shell holds dialogs, notices and background work.
type Shell struct {
	opt      Options
	ctx      context.Context // of all background work
	cancel   context.CancelFunc
	workers  sync.WaitGroup
	news     chan func() // results of background work, for the main thread
	posted   posted      // functions passed to Post
	crash    atomic.Pointer[Crash]
	saver    *Saver // nil without a store
	pages    []opened
	choosing *choosing // the open file dialog; nil: none
	keyboard keyboard
	notices  []notice
	changed  bool  // the screen must be redrawn
	clicked  click // the last click on a text field
	quit     bool
	deaf     bool // the last key opened or closed a dialog: ignore the letter that it types
}

// keyboard handles keys in the top dialog.
type keyboard struct{ shell *Shell }

// choosing is an open file dialog.
type choosing struct {
	page   Page
	cancel context.CancelFunc
}

// click is a click on a text field.
type click struct {
	field string
	at    time.Time
}

// maxNews is the buffer size for results.
const maxNews = 16

// New returns a shell without dialogs.
func New(ctx context.Context, opt Options) *Shell {
	s := &Shell{opt: opt, news: make(chan func(), maxNews), changed: true}
	s.keyboard.shell = s
	s.ctx, s.cancel = context.WithCancel(ctx)
	if opt.Store != nil {
		s.saver = s.NewSaver(s.ctx, opt.Store)
	}
	return s
}

// Ctx returns a context that ends with the program.
func (s *Shell) Ctx() context.Context { return s.ctx }

// End requests the end of the program.
func (s *Shell) End() { s.quit = true }

// Quit reports whether to close the window.
func (s *Shell) Quit() bool { return s.quit }

// Touch marks the screen as changed.
func (s *Shell) Touch() { s.changed = true }

// Touched reports whether the screen has changed, and resets the mark.
func (s *Shell) Touched() bool {
	was := s.changed
	s.changed = false
	return was
}

// Crash is a panic of background work, raised again on the main thread.
type Crash struct {
	Value any
	Stack []byte // at the original panic
}

func (c *Crash) String() string { return fmt.Sprintf("%v\n\n%s", c.Value, c.Stack) }

// Go runs f in a goroutine. If f panics, the main thread panics with a *Crash at its next frame.
func (s *Shell) Go(f func()) { s.workers.Go(s.Guard(f)) }

// Guard wraps f so that its panics are handled as in Go. Use it for goroutines that others wait for.
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

// Later queues f for the main thread. It is safe for concurrent use.
func (s *Shell) Later(f func()) {
	select {
	case s.news <- f:
		s.opt.Wake()
	case <-s.ctx.Done():
	}
}

// Report queues f for the main thread, unless ctx ends before there is space. It is safe for concurrent use.
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

// posted is an ordered queue of functions for the main thread.
type posted struct {
	mu   sync.Mutex
	list []func()
}

// Post queues f for the main thread after all earlier posts. It never blocks and keeps the order. It is safe
// for concurrent use.
func (s *Shell) Post(f func()) {
	s.posted.mu.Lock()
	s.posted.list = append(s.posted.list, f)
	s.posted.mu.Unlock()
	s.opt.Wake()
}

// takePosted returns and clears the queue.
func (s *Shell) takePosted() []func() {
	s.posted.mu.Lock()
	defer s.posted.mu.Unlock()
	list := s.posted.list
	s.posted.list = nil
	return list
}

// TakeNews runs the queued functions. It panics with the *Crash of background work.
func (s *Shell) TakeNews() {
	if c := s.crash.Swap(nil); c != nil {
		panic(c)
	}
	for s.takeOne() {
	}
	for _, f := range s.takePosted() { // last: a notice may refer to other results
		f()
	}
}

// takeOne runs the oldest function of Later and Report. It reports whether there was one.
func (s *Shell) takeOne() bool {
	select {
	case f := <-s.news:
		f()
		return true
	default:
		return false
	}
}

// Stop cancels the background work. Close waits for it.
func (s *Shell) Stop() { s.cancel() }

// Close waits for background work and saves pending files. It may be called twice.
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

// PutAside renames an unreadable file and shows a notice.
func (s *Shell) PutAside(name, what string, why error) {
	to, err := s.opt.Store.Aside(name)
	if err != nil {
		s.Warn(words.NotAside(what, why, err))
		return
	}
	s.Warn(words.Aside(what, why, to))
}

// Keep saves a file in the background.
func (s *Shell) Keep(name string, data []byte) {
	if s.saver != nil {
		s.saver.Save(name, data)
	}
}

// Drop deletes a file in the background.
func (s *Shell) Drop(name string) {
	if s.saver != nil {
		s.saver.Remove(name)
	}
}

// NotSaved shows that a file could not be saved.
func (s *Shell) NotSaved(name string, err error) {
	s.Warn(tongue.Textf("Could not save %s: %s", name, words.Plain(err)))
}

// ToClipboard copies a text and shows a notice.
func (s *Shell) ToClipboard(text, said string) {
	if s.opt.Copy == nil {
		s.Refuse("The clipboard is not available")
		return
	}
	s.opt.Copy(text)
	s.Say(said, panel.Good)
}

// CopyLink copies a link that opens a text in another copy of the program, or shows why there is none.
func (s *Shell) CopyLink(k link.Kind, text string) {
	l, err := link.Make(k, text)
	if err != nil {
		s.Refuse(words.Error(err))
		return
	}
	s.ToClipboard(l,
		"Link copied. Others with the program can click it, or paste it on the title page.")
}

// Reveal opens a folder on the desktop, or shows its path.
func (s *Shell) Reveal(open func(folder string) error, folder string) {
	if err := open(folder); err != nil {
		s.Refuse(tongue.Textf("Folder: %s", folder))
	}
}

// NewSaver returns a saver for a store. It shows write errors until ctx ends.
func (s *Shell) NewSaver(ctx context.Context, store Store) *Saver {
	failed := func(name string, err error) { s.Report(ctx, func() { s.NotSaved(name, err) }) }
	v := &Saver{store: store, failed: failed, ring: make(chan struct{}, 1), done: make(chan struct{})}
	go s.Guard(v.run)()
	return v
}
