package shell

import (
	"context"

	"tafl3d/app/words"
	"tafl3d/panel"
)

// Work is work in the background whose progress a page shows. The player can stop it there.
type Work struct {
	ID    string                                // of the page
	Lines func(done, of int) []string           // of the page; of is 0 at first
	Do    func(context.Context, Progress) error // beside the main thread
	// Then is called when the work has ended and its page is closed, unless the player stopped it and it failed.
	Then func(err error)
}

// Progress reports how much of the work is done.
type Progress = func(done, of int)

// Work starts work and opens its page.
func (s *Shell) Work(w Work) {
	ctx, cancel := context.WithCancel(s.Ctx())
	p := &workPage{work: w, cancel: cancel}
	s.Open(p)
	s.Go(func() {
		err := w.Do(ctx, func(done, of int) {
			s.Report(ctx, func() { p.done, p.of = done, of; s.Touch() })
		})
		s.Later(func() {
			cancel()
			s.Remove(func(q Page) bool { return q == Page(p) })
			s.Touch()
			if err == nil || !p.stopped {
				w.Then(err)
			}
		})
	})
}

// workPage shows the progress of work.
type workPage struct {
	work     Work
	cancel   context.CancelFunc
	done, of int
	stopped  bool
}

func (p *workPage) Show() panel.Dialog {
	return panel.Dialog{ID: p.work.ID, Kind: panel.Question, Title: "One moment", Cancel: "stop",
		Lines: p.work.Lines(p.done, p.of),
		Buttons: []panel.Button{{ID: "stop", Label: words.Cancel, Icon: "cancel", Primary: true, Press: func() {
			p.stopped = true
			p.cancel()
		}}}}
}
