package app

import (
	"slices"

	"tafl3d/app/shell"
	"tafl3d/game"
	"tafl3d/panel"
)

// hooks are what the shell asks of us.
func (a *App) hooks() shell.Hooks {
	return shell.Hooks{Perform: a.Do, LetGo: func() { a.board.Hand.LetGo() }, Closed: a.closed, Everywhere: a.everywhere, Help: func() { a.shell.Open(helpPage{a}) },
		Look: a.lookBy, View: a.viewKey, Cursor: func() game.Square { return a.board.Hand.Cursor }, ShowCursor: func() { a.board.Hand.ShowCursor() }, Files: studyClient{a}.dropped}
}

// closed says that the dialog in front was closed. Without a game the title
// stays.
func (a *App) closed(edited bool) {
	if edited {
		a.board.Restage()
	}
	if a.shell.Depth() == 0 && a.board.Game == nil {
		a.shell.Open(titlePage{a})
	}
}

// everywhere does what a key means in dialogs, too.
func (a *App) everywhere(k panel.Key) bool {
	switch {
	case k.Name == "q" && k.Ctrl:
		a.shell.End()
	case k.Name == "F11":
		a.toggleFullScreen()
	case k == bannerKey:
		a.goWaiting()
	case k.Ctrl && (k.Name == "n" || k.Name == "s" || k.Name == "l"): // as in a game, from the page that everything begins with
		if _, on := a.shell.Front().(titlePage); !on {
			return false
		}
		switch k.Name {
		case "s":
			a.shell.Open(settingsPage{a})
		case "l":
			a.library.Enter()
		default:
			a.openNew(a.settings.New.Mode)
		}
	default:
		return false
	}
	return true
}

// lookBy looks through the moves as k says, away from the announcement of the
// end, and reports whether k is for that.
func (a *App) lookBy(k panel.Key) bool {
	for i := range a.acts {
		if t := &a.acts[i]; t.looks && slices.Contains(t.keys, k) {
			if !a.shell.InPlay() {
				a.shell.CloseTop()
			}
			a.perform(t, 0)
			return true
		}
	}
	return false
}
