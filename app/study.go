package app

import (
	"path/filepath"
	"strings"
	"time"

	"tafl3d/app/board"
	"tafl3d/app/library"
	"tafl3d/app/study"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/link"
	"tafl3d/game/tree"
	"tafl3d/game/variant"
	"tafl3d/net/wire"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// studyClient implements study.Client.
type studyClient struct{ a *App }

func (c studyClient) Now() time.Time { return c.a.opt.Clock.Now() }

func (c studyClient) Share() { c.a.after.OpenShare() }

func (c studyClient) Player() string { return c.a.settings.Net.Name }

func (c studyClient) Level() int {
	if c.a.opt.Engines == nil {
		return 0
	}
	return c.a.settings.New.Levels[0]
}

func (c studyClient) Learn(text string) { c.a.learn.Mistakes(text) }

func (c studyClient) Task(text string) bool { return c.a.learn.Read(text) }

func (c studyClient) Teach(text string) { c.a.learn.Teach(text) }

func (c studyClient) Store(g *tree.Game) { c.a.library.Store(g) }

func (c studyClient) Chosen() *variant.Variant { return c.a.board.Lib.Usual(c.a.settings.New.Variant) }

// Paste pastes text into the focused text field. Otherwise it opens the content: a game, a position, an
// exercise, a course, rules, or a link to one of these.
func (a *App) Paste(text string) {
	a.shell.Touch()
	if a.library.Paste(text) {
		return
	}
	if c := (studyClient{a}); c.free() && !a.shell.Writing() && a.mayRead() && text != "" {
		c.read(text)
		return
	}
	a.shell.Paste(text)
}

// Paste implements study.Client.
func (c studyClient) Paste() {
	if c.a.opt.Clipboard == nil {
		c.a.shell.Refuse("Press Ctrl+V to paste a game here")
		return
	}
	c.a.Paste(c.a.opt.Clipboard())
}

// free reports whether another page may be opened without losing unsaved input.
func (c studyClient) free() bool {
	a := c.a
	switch a.shell.Front().(type) {
	case titlePage, resumePage:
		return true
	}
	return a.shell.Depth() == 0 || a.study.InFront() || a.learn.InFront()
}

// read opens the content of a text.
func (c studyClient) read(text string) {
	invited, err := wire.ParseInvitation(text)
	switch {
	case link.Is(text):
		c.follow(text)
	case err == nil && invited.Service != "" && c.a.opt.Network != nil:
		c.a.online.OpenInvitation(text)
	case strings.Contains(text, "\n[rules]"):
		c.rules(pasted, text)
	case !c.a.learn.Read(text):
		c.a.study.Read(text)
	}
}

// follow opens the content of a link.
func (c studyClient) follow(l string) {
	kind, text, err := link.Read(l)
	switch {
	case err != nil:
		c.a.shell.Refuse(words.Error(err))
	case kind == link.Rules:
		c.rules(pasted, text)
	case !c.a.learn.Read(text):
		c.a.study.Read(text)
	}
}

// pasted is the file name of pasted rules.
const pasted = "rules.toml"

// rules offers a game with rules from another player, which can be viewed, changed and saved. Errors name the
// file.
func (c studyClient) rules(file, text string) {
	v, err := variant.Parse(file, []byte(text), c.a.board.Lib.All()...)
	if err != nil {
		line, _, _ := strings.Cut(words.Plain(err), "\n")
		c.a.shell.RefuseFile(tongue.Textf("Cannot use these rules: %s", line))
		return
	}
	p := &newPage{a: c.a, choice: c.a.settings.New, v: v}
	if c.a.opt.Engines == nil {
		p.choice.Mode = twoPeople
	}
	p.Take(v)
	c.a.shell.Open(p)
}

// Handed is the request of another instance of the program; at most one field is set.
type Handed struct{ File, Link, Invitation string }

// OpenHanded opens the request of another instance, unless that would discard unsaved input.
func (a *App) OpenHanded(h Handed) {
	c := studyClient{a}
	switch {
	case h == Handed{}:
	case h.File != "":
		c.dropped([]string{h.File})
	case !c.free():
		a.shell.Refuse("Close this page, then try again.")
	case h.Invitation != "" && a.opt.Network != nil:
		a.online.OpenInvitation(h.Invitation)
	case !a.mayRead():
		a.shell.Refuse(board.TextNoHelp)
	default:
		c.follow(h.Link)
	}
}

// dropped opens dropped files, unless that would discard unsaved input.
func (c studyClient) dropped(names []string) {
	a := c.a
	switch {
	case !a.mayRead():
		a.shell.Refuse(board.TextNoHelp)
	case !c.free():
		a.shell.Refuse("Close this page, then drop the file again.")
	default:
		a.openFiles(names)
	}
}

// openFiles opens files of games, or a file of a course or of rules.
func (a *App) openFiles(names []string) {
	if len(names) > 0 && strings.EqualFold(filepath.Ext(names[0]), ".toml") {
		a.learn.OpenCourse(a.opt.Disk, names[0], func(text string) {
			if c := (studyClient{a}); strings.Contains(text, "[[step]]") {
				a.learn.Read(text)
			} else {
				c.rules(filepath.Base(names[0]), text)
			}
		})
		return
	}
	a.study.OpenFiles(names)
}

// Draw handles a press or release of the right button over a square, with a drawing colour. It reports
// whether it draws.
func (a *App) Draw(sq game.Square, on, down bool, colour int) bool {
	if !a.shell.InPlay() && down {
		return false
	}
	drawn := a.study.Drawing.Draw(sq, on, down, colour) || !a.studies() && a.board.Hand.Sketch(sq, on, down, colour)
	if drawn {
		a.shell.Touch()
	}
	return drawn
}

// Draws reports whether the right button draws on the board; then the middle button orbits.
func (a *App) Draws() bool { return a.shell.InPlay() && a.board.Stepping() }

// textStudyDoes describes the keys that open the menu of a study.
const textStudyDoes = "Study this game, or open the study menu"

// studyActs are the actions of a study.
func studyActs() []act {
	in := func(f func(*study.Room)) func(*App, int) { return func(a *App, _ int) { f(a.study) } }
	acts := []act{
		{id: "comment", label: "Comment", does: "Comment on the move", keys: key("w"), bar: true,
			run: in((*study.Room).OpenComment)},
		{id: "sibling", does: "Next or previous variation",
			keys: []panel.Key{{Name: "PageDown", Ctrl: true}}, run: in(func(r *study.Room) { r.Sibling(1) })},
		{id: "sibling-back", does: "Next or previous variation",
			keys: []panel.Key{{Name: "PageUp", Ctrl: true}}, run: in(func(r *study.Room) { r.Sibling(-1) })},
		{id: "mark", does: "Mark the square under the cursor, or draw an arrow to it from the piece you hold",
			keys: key("x"), run: in(func(r *study.Room) { r.Drawing.MarkCursor() })},
		{id: "colour", does: "Change the drawing colour", keys: key("j"),
			run: in(func(r *study.Room) { r.Drawing.NextColour() })},
		{id: "delete", does: "Delete the move and all that follow", keys: key("Delete"),
			run: in((*study.Room).Delete)},
		{id: "copy", does: "Copy the game", keys: ctrl("c"), run: in((*study.Room).CopyGame)},
	}
	acts = append(acts, act{id: "tags", run: in((*study.Room).OpenTags)})
	for i := range 7 {
		acts = append(acts, act{id: "sign", does: "Annotate the move: ! ? !! ?? !? ?! or only move",
			keys: key(string(rune('1' + i))), run: in(func(r *study.Room) { r.Sign(i) })})
	}
	for i := range acts {
		acts[i].game, acts[i].study, acts[i].ready = true, true, (*App).studies
	}
	acts = append(acts, act{id: "explorer", label: library.TextExplorer,
		does: "Open the opening explorer", keys: key("b"), bar: true, rare: true,
		game: true, study: true,
		ready: func(a *App) bool { return a.studies() && a.library.Has() },
		run:   func(a *App, _ int) { a.library.Explore() }})
	acts = append(acts, act{id: "move-menu", does: textStudyDoes, game: true, study: true, ready: (*App).studies,
		keys: []panel.Key{{Name: "Menu"}, {Name: "F10", Shift: true}},
		run: func(a *App, move int) {
			if move > 0 { // by the mouse; keys open the menu of the shown move
				a.board.GoTo(move)
			}
			a.study.OpenHere()
		}})
	return append(acts, act{id: "study", label: study.TextStudy,
		does: textStudyDoes, keys: key("o"), bar: true, game: true,
		ready: func(a *App) bool {
			return a.studies() || a.study.Branching() || a.board.MayStudy() && a.board.Game().State.Record.Ply() > 0
		}, run: in((*study.Room).OpenHere)})
}
