package app

import (
	"slices"

	"tafl3d/app/shell"
	"tafl3d/game"
	"tafl3d/panel"
)

// hooks returns the callbacks for the shell.
func (a *App) hooks() shell.Hooks {
	return shell.Hooks{Perform: a.Do, LetGo: func() { a.board.Hand.LetGo() }, Closed: a.closed,
		Everywhere: a.everywhere, Help: func() { a.shell.Open(helpPage{a}) },
		Look: a.actions.lookBy, View: a.viewKey, Cursor: func() game.Square { return a.board.Hand.Cursor() },
		ShowCursor: func() { a.board.Hand.ShowCursor() }, Files: studyClient{a}.dropped}
}

// closed handles the closing of the top dialog. Without a game the title screen stays.
func (a *App) closed(edited bool) {
	if edited {
		a.board.Restage()
	}
	if a.shell.Depth() == 0 && a.board.Game() == nil {
		a.shell.Open(titlePage{a})
	}
}

// everywhere handles keys that also work in dialogs.
func (a *App) everywhere(k panel.Key) bool {
	switch {
	case k.Name == "q" && k.Ctrl:
		a.shell.End()
	case k.Name == "F11":
		a.toggleFullScreen()
	case k == bannerKey:
		a.goWaiting()
	case k == ctrl("s")[0]:
		if !isBehind[settingsPage](a, "The settings are open behind this page.") {
			a.shell.Open(settingsPage{a})
		}
	case k == ctrl("n")[0]:
		if !isBehind[*newPage](a, "The page for a new game is open behind this one.") {
			a.openNew(a.settings.New.Mode)
		}
	case k == ctrl("l")[0]: // as in a game, also on the title screen
		if _, on := a.shell.Front().(titlePage); !on {
			return false
		}
		a.library.Enter()
	default:
		return false
	}
	return true
}

// isBehind reports whether a page of type P is open already. Behind another page it says so: that page may have unsaved
// input.
func isBehind[P shell.Page](a *App, text string) bool {
	if !a.shell.Has(isPage[P]) {
		return false
	}
	if !isPage[P](a.shell.Front()) {
		a.shell.Refuse(text)
	}
	return true
}

// isPage reports whether a page has type P.
func isPage[P shell.Page](p shell.Page) bool {
	_, is := p.(P)
	return is
}

// lookBy browses the moves and closes the result page. It reports whether k is such a key.
func (c *actions) lookBy(k panel.Key) bool {
	for i := range c.acts {
		if t := &c.acts[i]; t.looks && slices.Contains(t.keys, k) {
			if !c.app.shell.InPlay() {
				c.app.shell.CloseTop()
			}
			c.perform(t, 0)
			return true
		}
	}
	return false
}
