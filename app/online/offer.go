package online

import (
	"context"

	"tafl3d/net/wire"
	"tafl3d/panel"
)

// openSeekPage shows an open challenge and its actions.
type openSeekPage struct {
	r    *Room
	seek wire.OpenSeek
}

func (p openSeekPage) Show() panel.Dialog {
	o := p.seek
	d := panel.Dialog{ID: "open-seek", Title: p.r.opt.Words.Game(o.Seek.Variant()), Lines: []string{textSeek(p.r, o)},
		Cancel: "close"}
	if o.ForMe {
		d.Title = textChallenge(o.By.Called())
	}
	if !o.Mine {
		d.Lines = append(d.Lines, textSeekTerms(p.r, o.Seek)...)
		d.Buttons = append(d.Buttons, panel.Button{ID: "take", Label: textAcceptGame, Icon: "accept", Primary: !o.ForMe,
			Disabled: p.r.busy})
	}
	if _, told := p.r.invited[o.ID]; told {
		d.Buttons = append(d.Buttons, panel.Button{ID: "invited", Label: "Show link and code", Primary: true})
	}
	if o.Mine {
		d.Buttons = append(d.Buttons, panel.Button{ID: "withdraw", Label: "Withdraw", Icon: "close",
			Disabled: p.r.busy})
	} else if o.ForMe {
		d.Buttons = append(d.Buttons, panel.Button{ID: "withdraw", Label: "Decline", Icon: "decline",
			Disabled: p.r.busy})
	}
	if o.ForMe { // the page may open during a key press, which must not answer it
		d.Buttons = append(d.Buttons, panel.Button{ID: "close", Label: "Answer later", Primary: true})
	} else {
		d.Buttons = append(d.Buttons, panel.Button{ID: "close", Label: textCancel})
	}
	return d
}

func (p openSeekPage) Do(c panel.Command) {
	s := p.r.service
	switch {
	case s == nil:
	case c.ID == "take":
		p.r.take(p.seek.ID, "")
	case c.ID == "invited":
		p.r.shell.Open(invitedPage{p.r, p.r.invited[p.seek.ID]})
	case c.ID == "withdraw":
		p.r.Beyond(func(ctx context.Context) func() {
			if _, err := wire.PostWithdraw.Ask(ctx, s, wire.Take{ID: p.seek.ID}); err != nil {
				return p.r.Failed(err)
			}
			return func() {
				p.r.shell.Shut("open-seek")
				p.r.Soon()
			}
		})
	}
}

// take accepts an open challenge or an invitation and joins the game.
func (r *Room) take(id, code string) {
	s := r.service
	r.Beyond(func(ctx context.Context) func() {
		b, err := wire.Take{ID: id, Code: code}.Ask(ctx, s)
		if err != nil {
			return r.Failed(whyNot(err, code))
		}
		return func() { r.opt.Games.Join(s, b.Game) }
	})
}
