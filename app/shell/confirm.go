package shell

import (
	"tafl3d/panel"
)

// confirm asks before something that cannot be undone.
type confirm struct {
	s                *Shell
	title, line, yes string
	run              func()
}

// Ask asks whether to do something that cannot be undone; yes is the word for it.
func (s *Shell) Ask(title, line, yes string, run func()) {
	s.Open(confirm{s, title, line, yes, run})
}

func (p confirm) Show() panel.Dialog {
	return panel.Dialog{ID: "confirm", Title: p.title, Lines: []string{p.line}, Cancel: "close",
		Buttons: []panel.Button{
			{ID: "yes", Label: p.yes, Icon: "yes"},
			{ID: "close", Label: "No", Icon: "no", Primary: true}, // who presses Enter by habit loses nothing
		}}
}

func (p confirm) Do(c panel.Command) {
	if c.ID == "yes" {
		p.s.CloseTop()
		p.run()
	}
}
