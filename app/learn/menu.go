package learn

import (
	"tafl3d/app/words"
	"tafl3d/panel"
)

// TextLearn is the label of buttons that open the menu.
const TextLearn = "Exercises and lessons"

// Enter opens the menu.
func (r *Trainer) Enter() { r.shell.Open(menu{r}) }

// menu offers exercises and lessons.
type menu struct{ r *Trainer }

func (p menu) Show() panel.Dialog {
	due := len(p.r.due())
	return panel.Dialog{ID: "learn", Kind: panel.Menu, Title: TextLearn, Cancel: "close", Buttons: []panel.Button{
		{ID: "lessons", Label: "Lessons", Icon: "hint"},
		{ID: "exercises", Label: "Exercises", Icon: "new", Primary: true},
		{ID: "repeat", Label: textRepeat(due), Icon: "again", Disabled: due == 0},
		{ID: "results", Label: textResults, Icon: "review"},
		{ID: "close", Label: words.Done, Icon: "yes"},
	}}
}

func (p menu) Do(c panel.Command) {
	switch c.ID {
	case "lessons":
		p.r.OpenLessons()
	case "exercises":
		p.r.shell.Open(&choose{r: p.r})
	case "repeat":
		p.r.Repeat()
	case "results":
		p.r.shell.Open(results(p))
	}
}

// InFront reports whether a page of this package is on top.
func (r *Trainer) InFront() bool {
	switch r.shell.Front().(type) {
	case menu, *choose, *solve, results, *list, *lessonPage:
		return true
	}
	return false
}
