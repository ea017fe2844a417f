package online

import (
	"context"
	"errors"
	"time"

	"tafl3d/app/shell"
	"tafl3d/app/words"
	"tafl3d/net/wire"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// Errors of invitations.
var (
	ErrAccepted = errors.New("this invitation has already been accepted: each is valid for one game")
	ErrRunOut   = errors.New("this invitation has expired: each is valid for a week")
	ErrGone     = errors.New("invitation not found: it was withdrawn, or part of the link is missing")
)

// whyNot returns a localized error for an invitation; code is empty if there was none.
func whyNot(err error, code string) error {
	no, refused := errors.AsType[*wire.Error](err)
	if !refused || code == "" {
		return err
	}
	switch no.Code {
	case wire.Taken:
		return ErrAccepted
	case wire.TooLate:
		return ErrRunOut
	case wire.Missing:
		return ErrGone
	}
	return err
}

// Texts of invitations.
const (
	textTakeInvitation = "I have an invitation"
	textCodeAlone      = "This is only a code. Paste the whole link, or sign in to its service first"
)

func textInvites(name string) string {
	return tongue.Textf("%s invites you to a game", tongue.Name(name))
}

// textCallLines describes the terms of an invitation at a service.
func textCallLines(r *Room, o wire.OpenSeek, host string) []string {
	who := words.Standing(o.By)
	if who != "" {
		who = " (" + who + ")"
	}
	variant := tongue.Text(r.opt.Words.Game(o.Seek.Variant()))
	lines := []string{variant + " · " + r.opt.Words.Controls([]string{o.Seek.Clock()})[0]}
	lines = append(lines, textSeekTerms(r, o.Seek)...)
	return append(lines, tongue.Textf("%s, at %s", tongue.Name(o.By.Called()+who), tongue.Name(host)))
}

// textSeekTerms describes the remaining side, the rating and the delay for spectators.
func textSeekTerms(r *Room, q wire.Seek) []string {
	side := tongue.LowerFirst(tongue.Text("Random"))
	if his, chosen := q.Side.Side(); chosen {
		side = tongue.Text(his.Other().String())
		if q.Rules == "" {
			side = r.opt.Words.Side(q.Variant(), his.Other())
		}
	}
	rated := tongue.Text(TextNotRated)
	if q.Rated {
		rated = tongue.Text(TextRated)
	}
	if q.Double {
		rated += " · " + tongue.Text("Two games, with sides swapped")
	}
	lines := []string{tongue.Textf("Your side: %s", tongue.Name(side)), rated}
	if q.Delay > 0 {
		lines = append(lines, TextBehind(time.Duration(q.Delay)*time.Second))
	}
	return lines
}

// invitationPage asks for the link or code of an invitation.
type invitationPage struct {
	r     *Room
	text  *shell.Entry
	fault error // error of the input
}

// OpenInvitation asks for an invitation, or opens the one in text. The link of a service opens the service.
func (r *Room) OpenInvitation(text string) {
	if _, err := wire.ParseInvitation(text); err != nil && wire.ServiceLink(text) {
		r.OpenService(text)
		return
	}
	p := &invitationPage{r: r, text: shell.NewEntry(text, longestURL)}
	r.shell.Open(p)
	if text != "" {
		p.look(r)
	}
}

func (p *invitationPage) Show() panel.Dialog {
	text := p.text.Field("text", "Link or code", "Paste what you were sent")
	text.Typed = func() { p.fault = nil }
	d := panel.Dialog{ID: "invitation", Title: textTakeInvitation, Cancel: "close", Fields: []panel.Field{text},
		Buttons: []panel.Button{{ID: "look", Label: textShow, Primary: true, Disabled: p.r.busy, Press: func() {
			if p.text.String() != "" {
				p.look(p.r)
			}
		}},
			{ID: "close", Label: textCancel}}}
	switch {
	case p.r.busy:
		d.Lines = []string{TextAsking}
	case p.fault != nil:
		d.Faults = []string{p.r.opt.Words.Error(p.fault)}
	}
	return d
}

// look loads the invitation from its service. A code without a service belongs to the current or last
// service.
func (p *invitationPage) look(r *Room) {
	i, err := wire.ParseInvitation(p.text.String())
	if known := r.usualService(); err == nil && i.Service == "" {
		if i.Service = known; known == "" {
			//lint:ignore ST1005 a player reads it as it stands
			err = errors.New(textCodeAlone)
		}
	}
	if err != nil {
		p.fail(r, err)
		return
	}
	r.Beyond(func(ctx context.Context) func() {
		at, err := r.opt.Network.At(i.Service)
		var o wire.OpenSeek
		if err == nil {
			o, err = wire.GetInvitation.Ask(ctx, at, wire.None{}, i.Code)
		}
		return func() {
			if err != nil {
				p.fail(r, whyNot(err, i.Code))
				return
			}
			r.shell.Shut("invitation")
			r.shell.Open(&callPage{r: r, at: i, seek: o,
				name: shell.NewEntry(r.opt.Client.Settings().Name, longestName)})
		}
	})
}

func (p *invitationPage) fail(r *Room, err error) {
	p.fault = err
	r.opt.Buzz()
	r.shell.Touch()
}

// usualService returns the address of the current or last service; empty: none.
func (r *Room) usualService() string {
	if known := r.opt.Client.Settings().Services; r.service == nil && len(known) > 0 {
		return known[0]
	}
	return r.address
}

// callPage shows an invitation and asks whether to accept it.
type callPage struct {
	r    *Room
	at   wire.Invitation
	seek wire.OpenSeek
	name *shell.Entry // for a service without an account of this device
}

func (p *callPage) Show() panel.Dialog {
	d := panel.Dialog{ID: "call", Kind: panel.Question, Title: textInvites(p.seek.By.Called()),
		Lines: textCallLines(p.r, p.seek, host(p.at.Service)), Cancel: "close"}
	d.Buttons = []panel.Button{{ID: "play", Label: textAcceptGame, Icon: "accept", Primary: true, Disabled: p.r.busy,
		Press: func() { p.accept(false) }}}
	if !p.here(p.r) {
		d.Kind, d.Fields = panel.Form, []panel.Field{p.name.Field("name", textYourName, textSignNote)}
		d.Buttons = append(d.Buttons, panel.Button{ID: "guest", Label: textGuest, Disabled: p.r.busy,
			Press: func() { p.accept(true) }})
	}
	d.Buttons = append(d.Buttons, panel.Button{ID: "close", Label: textCancel})
	return d
}

// here reports whether the invitation belongs to the current service.
func (p *callPage) here(r *Room) bool {
	return r.service != nil && host(r.address) == host(p.at.Service)
}

// accept accepts the invitation, after asking if the game at the board is lost by it.
func (p *callPage) accept(guest bool) {
	switch {
	case p.here(p.r):
		p.r.take("", p.at.Code)
	case p.r.service != nil && p.r.opt.Games.Away():
		p.r.opt.Client.AskLeave(func() { p.enter(p.r, guest) })
	default:
		p.enter(p.r, guest)
	}
}

// enter signs in at the service of the invitation and accepts it.
func (p *callPage) enter(r *Room, guest bool) {
	name, tell := p.name.String(), r.tellService()
	if guest {
		name = ""
	}
	r.Beyond(func(ctx context.Context) func() {
		s, err := r.opt.Network.Service(ctx, p.at.Service, name, guest, tell)
		if err != nil {
			return r.Failed(err)
		}
		b, err := wire.Take{Code: p.at.Code}.Ask(ctx, s)
		return func() {
			r.signedIn(s, name)
			if err != nil {
				r.shell.Refuse(r.opt.Words.Error(whyNot(err, p.at.Code)))
				return
			}
			r.opt.Games.Join(s, b.Game)
		}
	})
}

// invitedPage shows our invitation for sending.
type invitedPage struct {
	r *Room
	wire.Invitation
}

func (p invitedPage) Show() panel.Dialog {
	d := panel.Dialog{ID: "invited", Kind: panel.Question, Title: "Your invitation",
		Lines: []string{p.Link(), p.Code, "Send the link, or give the code to someone on this service. The first to " +
			"accept plays you. Valid for a week."}, Cancel: "close"}
	if p.r.opt.Copy != nil {
		d.Buttons = []panel.Button{{ID: "copy-link", Label: "Copy link", Primary: true,
			Press: func() { p.copy(p.Link()) }},
			{ID: "copy-code", Label: "Copy code", Press: func() { p.copy(p.Code) }}}
	}
	d.Buttons = append(d.Buttons, panel.Button{ID: "close", Label: textDone, Primary: len(d.Buttons) == 0})
	return d
}

// copy copies the link or the code.
func (p invitedPage) copy(text string) {
	p.r.opt.Copy(text)
	p.r.shell.Say(textCopied, panel.Good)
}
