package netgame

import (
	"strconv"

	"tafl3d/app/board"
	"tafl3d/app/shell"
	"tafl3d/app/words"
	"tafl3d/panel"
)

// chatPage shows the chat with the opponent, next to the active board.
type chatPage struct {
	r    *Controller
	of   *board.Remote
	line *shell.Entry
}

const (
	longestLine = 300
	linesShown  = 10
)

// OpenChat opens the chat.
func (r *Controller) OpenChat() {
	r.board.Game().Remote.Unread = false
	r.shell.Open(&chatPage{r, r.board.Game().Remote, shell.NewEntry("", longestLine)})
}

// Alongside implements shell.Alongside.
func (p *chatPage) Alongside() {}

// atChat reports whether the chat is on top.
func (r *Controller) atChat() bool {
	_, is := r.shell.Front().(*chatPage)
	return is
}

func (p *chatPage) Show() panel.Dialog {
	f := p.of
	d := panel.Dialog{ID: "chat", Kind: panel.Beside, Title: TextChat, Cancel: "close",
		Fields: []panel.Field{p.line.Field("line", textSay, "")}}
	if !f.Muted {
		for _, s := range f.Status.Said[max(0, len(f.Status.Said)-linesShown):] {
			d.Parts = append(d.Parts, panel.Part{Text: textSaid(s)})
		}
	}
	if len(d.Parts) == 0 {
		d.Lines = []string{"No messages yet."}
	}
	mute := textMuteChat
	if f.Muted {
		mute = textUnmuteChat
	}
	d.Buttons = []panel.Button{{ID: "say", Label: textSay, Primary: true, Press: p.say}}
	for i, text := range textPresets {
		d.Buttons = append(d.Buttons, panel.Button{ID: "say-" + strconv.Itoa(i), Label: text,
			Press: func() { f.Remote.Say(text) }})
	}
	d.Buttons = append(d.Buttons, panel.Button{ID: "mute", Label: mute, Press: func() { f.Muted = !f.Muted }},
		panel.Button{ID: "close", Label: words.Done})
	return d
}

// say sends the line.
func (p *chatPage) say() {
	if text := p.line.String(); text != "" {
		p.of.Remote.Say(text)
		p.line = shell.NewEntry("", longestLine)
	}
}
