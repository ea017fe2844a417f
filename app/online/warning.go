package online

import (
	"context"

	"tafl3d/app/remote"
	"tafl3d/net/wire"
	"tafl3d/panel"
)

const textWarning = "Warning from the operator"

// warned shows a warning of a moderator until the player has read it.
func warned(r *Room, text string) {
	if text == r.warning {
		return
	}
	r.warning = text
	if r.shell.InPlay() { // the banner comes after the game
		r.shell.Warn(textWarning)
		return
	}
	r.opt.Buzz()
	r.shell.Touch()
}

// warningPage shows the warning.
type warningPage struct{ r *Room }

func (p warningPage) Show() panel.Dialog {
	return panel.Dialog{ID: "warning", Kind: panel.Question, Title: textWarning, Lines: []string{p.r.warning},
		Cancel: "close",
		Buttons: []panel.Button{
			{ID: "read", Label: "I have read it", Icon: "yes", Primary: true, Press: p.r.atService(p.read),
				Disabled: p.r.busy},
			{ID: "close", Label: textCancel},
		}}
}

// read tells the service that the player has read the warning.
func (p warningPage) read(s remote.Service) {
	text := p.r.warning
	p.r.Beyond(func(ctx context.Context) func() {
		if _, err := wire.PostWarning.Ask(ctx, s, wire.Warning{Text: text}); err != nil {
			return p.r.Failed(err)
		}
		return func() {
			if p.r.warning == text {
				p.r.warning = ""
			}
			p.r.shell.Shut("warning")
		}
	})
}
