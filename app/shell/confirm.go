package shell

import (
	"tafl3d/panel"
)

// confirm asks before an action that cannot be undone.
type confirm struct {
	s                *Shell
	title, line, yes string
	run              func()
}

// Ask asks for confirmation of an action that cannot be undone; yes is the label of the button.
func (s *Shell) Ask(title, line, yes string, run func()) {
	s.Open(confirm{s, title, line, yes, run})
}

func (p confirm) Show() panel.Dialog {
	return panel.Dialog{ID: "confirm", Kind: panel.Question, Title: p.title, Lines: []string{p.line}, Cancel: "close",
		Buttons: []panel.Button{
			{ID: "yes", Label: p.yes, Icon: "yes", Press: func() {
				p.s.CloseTop()
				p.run()
			}},
			{ID: "close", Label: "No", Icon: "no", Primary: true}, // the harmless default
		}}
}
