package netgame

import (
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

// presetCommands are the commands of the predefined lines.
var presetCommands = []string{"say-0", "say-1", "say-2", "say-3"}

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
		for _, s := range f.Standing.Said[max(0, len(f.Standing.Said)-linesShown):] {
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
	d.Buttons = []panel.Button{{ID: "say", Label: textSay, Primary: true}}
	for i, text := range textPresets {
		d.Buttons = append(d.Buttons, panel.Button{ID: presetCommands[i], Label: text})
	}
	d.Buttons = append(d.Buttons, panel.Button{ID: "mute", Label: mute}, panel.Button{ID: "close", Label: words.Done})
	return d
}

// Written implements shell.Writer.
func (p *chatPage) Written(string) *shell.Entry { return p.line }

// Wrote implements shell.Writer.
func (p *chatPage) Wrote(string) {}

func (p *chatPage) Do(c panel.Command) {
	f := p.of
	p.r.shell.Touch()
	switch c.ID {
	case "say":
		if text := p.line.String(); text != "" {
			f.Remote.Say(text)
			p.line = shell.NewEntry("", longestLine)
		}
		return
	case "mute":
		f.Muted = !f.Muted
		return
	}
	for i, id := range presetCommands {
		if c.ID == id {
			f.Remote.Say(textPresets[i])
		}
	}
}
