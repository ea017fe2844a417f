package games

import (
	"context"

	"tafl3d/app/shell"
	"tafl3d/app/words"
	"tafl3d/game/variant"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// SetMaker makes the set of a variant to print in a new folder and returns the folder. told is called after each
// file. It is called beside the main thread.
type SetMaker func(ctx context.Context, v *variant.Variant, told func(done, of int)) (folder string, err error)

// makeSet makes the set of a game in the background, with a page that shows the progress.
func (r *Browser) makeSet(v *variant.Variant) {
	ctx, cancel := context.WithCancel(r.shell.Ctx())
	page := &setPage{cancel: cancel}
	r.shell.Open(page)
	r.shell.Go(func() {
		folder, err := r.host.SetMaker()(ctx, v, func(done, of int) {
			r.shell.Report(ctx, func() { page.done, page.of = done, of; r.shell.Touch() })
		})
		r.shell.Later(func() {
			cancel()
			r.shell.Remove(func(q shell.Page) bool { return q == shell.Page(page) })
			r.shell.Touch()
			switch {
			case err == nil:
				r.shell.Say(tongue.Textf("Saved: %s", folder), panel.Good)
			case !page.stopped:
				r.shell.NotSaved(r.board.Lib.Name(v), err)
			}
		})
	})
}

// setPage shows how far a set is.
type setPage struct {
	cancel   context.CancelFunc
	done, of int
	stopped  bool
}

func (p *setPage) Show() panel.Dialog {
	d := panel.Dialog{ID: "making-set", Kind: panel.Question, Title: "One moment", Cancel: "stop",
		Lines: []string{"Making a set to print"},
		Buttons: []panel.Button{{ID: "stop", Label: words.Cancel, Icon: "cancel", Primary: true, Press: func() {
			p.stopped = true
			p.cancel()
		}}}}
	if p.of > 0 {
		d.Lines = append(d.Lines, tongue.Textf("File %d of %d", p.done, p.of))
	}
	return d
}
