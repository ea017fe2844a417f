package games

import (
	"context"

	"tafl3d/app/shell"
	"tafl3d/game/variant"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// SetMaker makes the set of a variant to print in a new folder and returns the folder. told is called after each
// file. It is called beside the main thread.
type SetMaker func(ctx context.Context, v *variant.Variant, told func(done, of int)) (folder string, err error)

// makeSet makes the set of a game in the background, with a page that shows the progress.
func (r *Browser) makeSet(v *variant.Variant) {
	var folder string
	r.shell.Work(shell.Work{ID: "making-set", Lines: textMakingSet,
		Do: func(ctx context.Context, told shell.Progress) (err error) {
			folder, err = r.host.SetMaker()(ctx, v, told)
			return err
		}, Then: func(err error) {
			if err != nil {
				r.shell.NotSaved(r.board.Lib.Name(v), err)
				return
			}
			r.shell.Say(tongue.Textf("Saved: %s", folder), panel.Good)
		}})
}

// textMakingSet returns the progress of a set.
func textMakingSet(done, of int) []string {
	list := []string{"Making a set to print"}
	if of > 0 {
		list = append(list, tongue.Textf("File %d of %d", done, of))
	}
	return list
}
