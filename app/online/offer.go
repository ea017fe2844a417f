package online

import (
	"context"
	"slices"

	"tafl3d/app/remote"
	"tafl3d/net/wire"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// openSeekPage shows an open challenge and its actions.
type openSeekPage struct {
	r    *Room
	seek wire.OpenSeek
	at   int // chosen among the others of the account
}

func (p *openSeekPage) Show() panel.Dialog {
	o := p.seek
	d := panel.Dialog{ID: "open-seek", Kind: panel.Question, Title: p.r.opt.Words.Game(o.Seek.Variant()),
		Lines:  []string{textSeek(p.r, o)},
		Cancel: "close"}
	if len(o.More) > 0 {
		d.Kind = panel.Form
		d.Fields = []panel.Field{{ID: "more", Label: tongue.Textf("More challenges by %s", tongue.Name(o.By.Called())),
			Columns: 1, Cards: openCards(p.r, o.More), Chosen: p.at, Set: panel.Into(&p.at), Pick: "open-more",
			Open: p.unfold}}
	}
	if o.ForMe {
		d.Title = textChallenge(o.By.Called())
	}
	if !o.Mine {
		d.Lines = append(d.Lines, textSeekTerms(p.r, o.Seek)...)
		d.Buttons = append(d.Buttons, panel.Button{ID: "take", Label: textAcceptGame, Icon: "accept", Primary: !o.ForMe,
			Press: p.r.atService(func(remote.Service) { p.r.take(o.ID, "") }), Disabled: p.r.busy})
	}
	if i, told := p.r.invited[o.ID]; told {
		d.Buttons = append(d.Buttons, panel.Button{ID: "invited", Label: "Show link and code", Primary: true,
			Press: p.r.atService(func(remote.Service) { p.r.shell.Open(invitedPage{p.r, i}) })})
	}
	withdraw := panel.Button{ID: "withdraw", Label: "Withdraw", Icon: "close", Press: p.r.atService(p.withdraw),
		Disabled: p.r.busy}
	if o.Mine {
		d.Buttons = append(d.Buttons, withdraw)
	} else if o.ForMe {
		withdraw.Label, withdraw.Icon = "Decline", "decline"
		d.Buttons = append(d.Buttons, withdraw)
	}
	if o.ForMe { // the page may open during a key press, which must not answer it
		d.Buttons = append(d.Buttons, panel.Button{ID: "close", Label: "Answer later", Primary: true})
	} else {
		d.Buttons = append(d.Buttons, panel.Button{ID: "close", Label: textCancel})
	}
	return d
}

// unfold shows one of the other challenges of the account, and lists the one shown before among the others.
func (p *openSeekPage) unfold(i int) {
	one, before := p.seek.More[i], p.seek
	before.More = nil
	one.More = slices.Concat([]wire.OpenSeek{before}, p.seek.More[:i], p.seek.More[i+1:])
	p.seek, p.at = one, 0
	p.r.shell.Touch()
}

// withdraw withdraws or declines the challenge.
func (p *openSeekPage) withdraw(s remote.Service) {
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
