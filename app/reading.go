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
	r := &p.a.settings.Reading
	d := panel.Dialog{
		ID: "reading", Title: textReading, Cancel: "close",
		Fields: []panel.Field{
			{ID: "language", Label: "Language", Chosen: languageAt(tongue.Current()), Disabled: p.a.opt.Language != ""},
			{ID: "text", Label: "Text size", Options: textSizesOfText, Chosen: r.Text,
				Note: "Large text leaves less room for the board"},
			{ID: "scale", Label: "Panel size", Chosen: slices.Index(panelScales, r.percent()),
				Note: "Scales everything around the board if the window has room"},
			{ID: "contrast", Label: "High contrast", Options: words.OffOn, Chosen: words.Bit(r.Contrast),
				Note: "Black background, white text, strong borders"},
			{ID: "calm", Label: words.Calm, Options: words.OffOn, Chosen: words.Bit(p.a.settings.Calm),
				Note: words.CalmNote},
			p.voice.Field("voice", "Read-aloud command",
				"Runs on each move; {} is the text (otherwise on standard input): spd-say {}"),
		},
		Buttons: []panel.Button{{ID: "try", Label: "Try it", Disabled: r.Voice == "" || p.a.opt.Voice == nil},
			{ID: "close", Label: words.Done, Primary: true}},
	}
	for _, l := range tongue.Languages() {
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

// Written implements shell.Writer.
func (p *readingPage) Written(string) *shell.Entry { return p.voice }

// Wrote implements shell.Writer: each letter takes effect at once.
func (p *readingPage) Wrote(string) {}

func (p *readingPage) Do(c panel.Command) {
	s := p.a.settings
	r := &s.Reading
	r.Voice = p.voice.String()
	switch c.ID {
	case "language":
		all := tongue.Languages()
		r.Language = all[min(max(c.Arg, 0), len(all)-1)].ID
	case "text":
		r.Text = min(max(c.Arg, 0), len(textGrowths)-1)
	case "scale":
		r.Scale = panelScales[min(max(c.Arg, 0), len(panelScales)-1)]
	case "contrast":
		r.Contrast = c.Arg == 1
	case "calm":
		s.Calm = c.Arg == 1
	case "try":
		p.a.board.Voice.Say("Attackers: man f2 to f5, captures e5")
		return
	case "voice":
		return
	}
	p.a.change(s)
}

// Texts of language, readability and speech.
const textReading = "Language and text"

var textSizesOfText = []string{"normal", "large", "largest"}
