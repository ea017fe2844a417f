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
		{ID: "lessons", Label: "Lessons", Icon: "hint", Press: p.r.OpenLessons},
		{ID: "exercises", Label: "Exercises", Icon: "new", Primary: true,
			Press: func() { p.r.shell.Open(&choose{r: p.r}) }},
		{ID: "repeat", Label: textRepeat(due), Icon: "again", Press: p.r.Repeat, Disabled: due == 0},
		{ID: "results", Label: textResults, Icon: "review", Press: func() { p.r.shell.Open(results(p)) }},
		{ID: "close", Label: words.Done, Icon: "yes"},
	}}
}

// InFront reports whether a page of this package is on top.
func (r *Trainer) InFront() bool {
	switch r.shell.Front().(type) {
	case menu, *choose, *solve, results, *list, *lessonPage:
		return true
	}
	return false
}
