package app

import (
	"fmt"
	"slices"

	"tafl3d/app/board"
	"tafl3d/app/events"
	"tafl3d/app/shell"
	"tafl3d/app/words"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// languageAt returns the index of a language; negative if there is none.
func languageAt(id string) int {
	return slices.IndexFunc(tongue.Languages(), func(l tongue.Language) bool { return l.ID == id })
}

// readingPage sets language and readability.
type readingPage struct {
	a     *App
	voice *shell.Entry
}

func (a *App) openReading() {
	a.shell.Open(&readingPage{a, shell.NewEntry(a.settings.Reading.Voice, events.LongestCommand)})
}

func (p *readingPage) Show() panel.Dialog {
	s := p.a.settings
	r := &s.Reading
	change := func() {
		r.Voice = p.voice.String()
		p.a.change(s)
	}
	all := tongue.Languages()
	voice := p.voice.Field("voice", "Read-aloud command",
		"Runs on each move; {} is the text (otherwise on standard input): spd-say {}")
	voice.Typed = change // each letter takes effect at once
	d := panel.Dialog{
		ID: "reading", Title: textReading, Cancel: "close",
		Fields: []panel.Field{
			{ID: "language", Label: "Language", Chosen: languageAt(tongue.Current()), Disabled: p.a.opt.Language != "",
				Set: func(n int) {
					r.Language = all[n].ID
					change()
				}},
			{ID: "text", Label: "Text size", Options: textSizesOfText, Chosen: r.Text, Set: panel.Into(&r.Text, change),
				Note: "Large text leaves less room for the board"},
			{ID: "scale", Label: "Panel size", Chosen: slices.Index(panelScales, r.percent()),
				Note: "Scales everything around the board if the window has room", Set: func(n int) {
					r.Scale = panelScales[n]
					change()
				}},
			shell.Switch("contrast", "High contrast", "Black background, white text, strong borders", &r.Contrast,
				change),
			shell.Switch("calm", words.Calm, words.CalmNote, &s.Calm, change),
			voice,
		},
		Buttons: []panel.Button{{ID: "try", Label: "Try it",
			Press: func() { p.a.board.Voice.Say("Attackers: man f2 to f5, captures e5") }, Disabled: r.Voice == "" ||
				p.a.opt.Voice == nil},
			{ID: "close", Label: words.Done, Primary: true}},
	}
	for _, l := range all {
		d.Fields[0].Options = append(d.Fields[0].Options, l.Name)
	}
	for _, n := range panelScales {
		d.Fields[2].Options = append(d.Fields[2].Options, fmt.Sprint(n, " %"))
	}
	if _, closed := board.Argv(r.Voice); !closed {
		d.Faults = []string{board.TextQuote}
	}
	return d
}

// Texts of language, readability and speech.
const textReading = "Language and text"

var textSizesOfText = []string{"normal", "large", "largest"}
