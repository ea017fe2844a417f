package app

import (
	"slices"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/ruleset"
	"tafl3d/panel"
)

// page is a dialog that can be opened.
type page interface {
	// show returns the dialog as it is now.
	show(a *App) panel.Dialog
	// do carries out a command of one of its fields or buttons.
	do(a *App, c panel.Command)
}

// opened is an open dialog and where the keyboard is in it.
type opened struct {
	page   page
	focus  int
	scroll int
	number int // what was written in the number field in focus, 0 if nothing
}

// open puts a dialog in front, unless it is there already.
func (a *App) open(p page) {
	d := p.show(a)
	if n := len(a.pages); n > 0 && a.pages[n-1].page.show(a).ID == d.ID {
		return
	}
	a.letGo()
	o := opened{page: p}
	for i, b := range d.Buttons {
		if b.Primary && len(d.Fields) == 0 {
			o.focus = i
		}
	}
	for o.focus < len(d.Fields) && d.Fields[o.focus].Disabled {
		o.focus++
	}
	a.pages = append(a.pages, o)
	a.touch()
}

// shut closes the dialog of an ID wherever it is.
func (a *App) shut(id string) {
	for i, o := range a.pages {
		if o.page.show(a).ID == id {
			a.pages = append(a.pages[:i:i], a.pages[i+1:]...)
			break
		}
	}
	a.touch()
}

// closeTop closes the dialog in front. Without a game the title stays.
func (a *App) closeTop() {
	_, edited := a.beside()
	a.pages = a.pages[:len(a.pages)-1]
	if edited {
		a.restage()
	}
	if len(a.pages) == 0 && a.game == nil {
		a.open(titlePage{})
	}
	a.touch()
}

// command carries out a command of the dialog in front.
func (a *App) command(c panel.Command) {
	if c.ID == "close" {
		a.closeTop()
		return
	}
	o := &a.pages[len(a.pages)-1]
	d := o.page.show(a)
	if d.ID == "over" && c.ID == "goto" { // the list of moves stays in reach
		a.closeTop()
		a.goTo(c.Arg)
		return
	}
	for i, f := range d.Fields {
		if f.ID == c.ID { // the keyboard follows the pointer
			o.focus, d.Focus = i, i
			if e := a.entry(&d); e != nil {
				e.at = min(max(c.Arg, 0), len(e.text))
				return
			}
		}
	}
	if i := slices.IndexFunc(d.Buttons, func(b panel.Button) bool { return b.ID == c.ID }); i >= 0 && len(d.Fields) == 0 && !d.Beside {
		o.focus = i // so that one comes back to it
	}
	o.page.do(a, c)
}

// dialog returns the dialog in front.
func (a *App) dialog() *panel.Dialog {
	if len(a.pages) == 0 {
		return nil
	}
	o := &a.pages[len(a.pages)-1]
	d := o.page.show(a)
	o.focus = min(o.focus, len(d.Fields)+len(d.Buttons)-1)
	d.Focus, d.Scroll = o.focus, o.scroll
	return &d
}

// pageKey handles a key while a dialog is open: the arrows and Tab go round,
// left and right choose, Enter does what it stands on.
func (a *App) pageKey(k panel.Key) {
	d := a.dialog()
	if p, ok := a.beside(); ok && a.besideKey(p, k, d) {
		return
	}
	field := d.Focus >= 0 && d.Focus < len(d.Fields)
	switch {
	case a.entry(d).key(k):
		a.wrote()
	case a.entry(d) != nil && k.Writes():
	case field && d.Fields[d.Focus].Number && a.digit(d, k):
	case k.Name == "q" && k.Ctrl:
		a.quit = true
	case k.Name == "F11":
		a.toggleFullScreen()
	case k.Ctrl || k.Alt:
	case k.Name == "Esc" || k.Name == "F1" && d.ID == "help" || k.Name == "F10" && d.ID == "menu":
		if d.Cancel != "" {
			a.Do(panel.Command{ID: d.Cancel})
		}
	case k.Name == "F1":
		a.open(helpPage{})
	case d.Focus < 0:
	case d.ID == "over" && a.lookBy(k):
	case a.scroll(d, k):
	case k.Name == "Up" || k.Name == "Tab" && k.Shift || k.Name == "Left" && !field:
		a.focus(d, -1)
	case k.Name == "Down" || k.Name == "Tab" || k.Name == "Right" && !field:
		a.focus(d, 1)
	case k.Name == "Left":
		a.turn(d, -1)
	case k.Name == "Right" || k.Name == "Space" && field:
		a.turn(d, 1)
	case k.Name == "Enter" || k.Name == "Space":
		a.pressFocus(d)
	}
}

// lookBy looks through the moves as k says, away from the announcement of the
// end, and reports whether k is for that.
func (a *App) lookBy(k panel.Key) bool {
	for i := range a.acts {
		if t := &a.acts[i]; t.looks && slices.Contains(t.keys, k) {
			a.closeTop()
			a.perform(t, 0)
			return true
		}
	}
	return false
}

// scrolls are how many lines keys scroll.
var scrolls = map[string]int{"PageUp": -10, "PageDown": 10, "Home": -1000, "End": 1000, "Up": -1, "Down": 1}

// scroll scrolls a dialog. Where there is something to choose, up and down are
// for that.
func (a *App) scroll(d *panel.Dialog, k panel.Key) bool {
	n := scrolls[k.Name]
	if n == 0 || (n == 1 || n == -1) && len(d.Fields)+len(d.Buttons) > 1 {
		return false
	}
	a.pages[len(a.pages)-1].scroll += n
	a.touch()
	return true
}

// focus moves the keyboard to the next field or button that is not disabled.
func (a *App) focus(d *panel.Dialog, step int) {
	n := len(d.Fields) + len(d.Buttons)
	off := func(i int) bool {
		if i < len(d.Fields) {
			return d.Fields[i].Disabled
		}
		return d.Buttons[i-len(d.Fields)].Disabled
	}
	i := d.Focus
	for range n {
		if i = (i + step + n) % n; !off(i) {
			break
		}
	}
	a.pages[len(a.pages)-1].focus = i
	a.touch()
}

// digit writes a number. Digits that follow each other make one number.
func (a *App) digit(d *panel.Dialog, k panel.Key) bool {
	o := &a.pages[len(a.pages)-1]
	if k.Ctrl || k.Alt || len(k.Name) != 1 || k.Name < "0" || k.Name > "9" {
		o.number = 0
		return false
	}
	n := int(k.Name[0] - '0')
	if o.number = 10*o.number + n; o.number > ruleset.MostNumber {
		o.number = n
	}
	f := &d.Fields[d.Focus]
	a.Do(panel.Command{ID: f.ID, Arg: o.number - f.Least})
	return true
}

// turn chooses another option of the field in focus.
func (a *App) turn(d *panel.Dialog, step int) {
	f := d.Fields[d.Focus]
	if n := len(f.Options); n > 0 && !f.Disabled {
		a.Do(panel.Command{ID: f.ID, Arg: (f.Chosen + step + n) % n})
	}
}

// pressFocus presses the button in focus; in a field, it opens what there is
// to pick from, or presses the primary button.
func (a *App) pressFocus(d *panel.Dialog) {
	if d.Focus < len(d.Fields) && d.Fields[d.Focus].Pick != "" {
		a.Do(panel.Command{ID: d.Fields[d.Focus].Pick})
		return
	}
	for i, b := range d.Buttons {
		if here := i == d.Focus-len(d.Fields); !b.Disabled && (here || b.Primary && d.Focus < len(d.Fields)) {
			a.Do(panel.Command{ID: b.ID})
			return
		}
	}
}

// titlePage is what the program begins with.
type titlePage struct{}

func (titlePage) show(a *App) panel.Dialog {
	going := a.left != nil || a.game != nil && !a.game.state.Outcome.Over()
	d := panel.Dialog{ID: "title", Title: textProgram, Lines: []string{textMotto}}
	if going {
		d.Buttons = append(d.Buttons, panel.Button{ID: "continue", Label: textContinue, Icon: "play", Primary: true})
	} else if !a.settings.Toured {
		d.Buttons = append(d.Buttons, panel.Button{ID: "tour", Label: textTour, Icon: "hint"})
	}
	d.Buttons = append(d.Buttons,
		panel.Button{ID: "new", Label: textNewAgainst, Icon: "new", Primary: !going, Disabled: a.opt.Engines == nil},
		panel.Button{ID: "two", Label: textNewTwo, Icon: "attacker"},
		panel.Button{ID: "watch", Label: textNewWatch, Icon: "review", Disabled: a.opt.Engines == nil},
		panel.Button{ID: "net", Label: textNetwork, Icon: "info", Disabled: a.opt.Network == nil},
		panel.Button{ID: "events", Label: textEvents, Icon: "events", Disabled: a.opt.Hall == nil},
		panel.Button{ID: "settings", Label: textSettings, Icon: "settings"},
		panel.Button{ID: "help", Label: textHelp, Icon: "help"},
		panel.Button{ID: "quit", Label: textQuit, Icon: "quit"})
	return d
}

func (titlePage) do(a *App, c panel.Command) {
	switch c.ID {
	case "continue":
		a.goOn()
	case "tour":
		a.openTour()
	case "new":
		a.openNew(againstComputer)
	case "two":
		a.openNew(twoPeople)
	case "watch":
		a.openNew(watch)
	case "events":
		a.openEvents()
	case "net":
		a.openNetwork()
	case "settings":
		a.open(settingsPage{})
	case "help":
		a.open(helpPage{})
	case "quit":
		a.quit = true
	}
}

// goOn goes back to the game at the table, or to the one that was left.
func (a *App) goOn() {
	switch {
	case a.game != nil && a.game.far != nil && (a.left == nil || a.going()):
		a.pages = nil
	case a.left != nil:
		a.resume(a.left)
	case a.game != nil:
		a.pages = nil
		if a.game.state.Paused {
			a.pause()
		}
	}
}

// goTitle pauses the game and shows the title.
func (a *App) goTitle() {
	if g := a.game; g != nil && g.far == nil && !g.state.Outcome.Over() && !g.state.Paused {
		a.pause()
	}
	a.pages = nil
	a.open(titlePage{})
}

// menuPage is the menu of a game.
type menuPage struct{}

func (menuPage) show(a *App) panel.Dialog {
	d := panel.Dialog{ID: "menu", Title: textMenu, Cancel: "close", Buttons: []panel.Button{
		{ID: "close", Label: textBack, Icon: "play", Primary: true},
		{ID: "new", Label: textNew, Icon: "new"},
		{ID: "restart", Label: textRestart, Icon: "restart", Disabled: a.game == nil || a.game.bout != nil || a.game.far != nil},
		{ID: "rules", Label: textRules, Icon: "info", Key: "U", Disabled: a.game == nil},
		{ID: "events", Label: textEvents, Icon: "events", Disabled: a.opt.Hall == nil},
		{ID: "settings", Label: textSettings, Icon: "settings"},
		{ID: "help", Label: textHelp, Icon: "help"},
		{ID: "title", Label: textTitle, Icon: "title"},
		{ID: "quit", Label: textQuit, Icon: "quit"},
	}}
	if a.net.service != nil {
		d.Buttons = slices.Insert(d.Buttons, 2, panel.Button{ID: "net", Label: textLobby, Icon: "open"})
	}
	return d
}

func (menuPage) do(a *App, c panel.Command) {
	switch c.ID {
	case "new":
		a.openNew(a.settings.New.Mode)
	case "restart":
		a.closeTop()
		a.askRestart()
	case "rules":
		a.open(rulesPage{a.game.variant})
	case "net":
		a.openNetwork()
	case "events":
		a.openEvents()
	case "settings":
		a.open(settingsPage{})
	case "help":
		a.open(helpPage{})
	case "title":
		a.goTitle()
	case "quit":
		a.quit = true
	}
}

// helpPage lists the keys.
type helpPage struct{}

func (helpPage) show(a *App) panel.Dialog {
	far := a.game != nil && a.game.far != nil && a.going()
	return panel.Dialog{ID: "help", Title: textHelp, Lines: textMouse, Keys: a.keyLines(), Cancel: "close",
		Buttons: []panel.Button{{ID: "tour", Label: textTour, Disabled: far}, {ID: "about", Label: textAboutProgram}, {ID: "close", Label: textDone, Primary: true}}}
}

func (helpPage) do(a *App, c panel.Command) {
	switch c.ID {
	case "tour":
		a.closeTop()
		a.openTour()
	case "about":
		a.open(aboutPage{})
	}
}

// aboutPage says what the program is, and what it is made with.
type aboutPage struct{}

func (aboutPage) show(a *App) panel.Dialog {
	d := panel.Dialog{ID: "about", Title: textAboutProgram, Cancel: "close", Parts: []panel.Part{{Text: textAboutText}, {Text: textAboutFree},
		{Head: textAboutHow, Text: textAboutFrom}, {Head: textAboutMade, Text: textAboutWith}},
		Buttons: []panel.Button{{ID: "close", Label: textDone, Primary: true}}}
	if a.opt.Version != "" {
		d.Parts = append(d.Parts, panel.Part{Text: textVersion(a.opt.Version)})
	}
	return d
}

func (aboutPage) do(*App, panel.Command) {}

// resumePage offers to go on with the game that was left.
type resumePage struct{ kept *kept }

func (p resumePage) show(*App) panel.Dialog {
	k := p.kept
	return panel.Dialog{ID: "resume", Title: textResume, Lines: textLeft(k), Cancel: "close", Buttons: []panel.Button{
		{ID: "resume", Label: textGoOn, Icon: "play", Primary: true},
		{ID: "new", Label: textNew, Icon: "new"},
		{ID: "close", Label: textTitle, Icon: "title"},
	}}
}

func (p resumePage) do(a *App, c panel.Command) {
	switch c.ID {
	case "resume":
		a.resume(p.kept)
	case "new":
		a.closeTop()
		a.openNew(a.settings.New.Mode)
	}
}

// overPage announces the end of a game.
type overPage struct{}

func (overPage) show(a *App) panel.Dialog {
	g := a.game
	o := g.state.Outcome
	d := panel.Dialog{ID: "over", Title: textOutcome(g, o), Lines: []string{textCause(g, o), textLength(g.state.Record.Ply())}, Cancel: "close"}
	d.Buttons = append(d.Buttons, panel.Button{ID: "again", Label: textAgain, Icon: "again", Primary: true})
	if g.setup.Levels[0] != g.setup.Levels[1] || g.setup.Who[0] != g.setup.Who[1] {
		d.Buttons = append(d.Buttons, panel.Button{ID: "swap", Label: textSwap, Icon: "flip"})
	}
	d.Buttons = append(d.Buttons,
		panel.Button{ID: "review", Label: textReviewGame, Icon: "review"},
		panel.Button{ID: "new", Label: textNew, Icon: "new"},
		panel.Button{ID: "title", Label: textTitle, Icon: "title"})
	return d
}

func (overPage) do(a *App, c panel.Command) {
	s := a.game.setup
	switch c.ID {
	case "again":
		a.startOr(s)
	case "swap":
		s.Levels[0], s.Levels[1] = s.Levels[1], s.Levels[0]
		s.Who[0], s.Who[1] = s.Who[1], s.Who[0]
		a.startOr(s)
	case "review":
		a.closeTop()
		a.goTo(0)
	case "new":
		a.openNew(a.settings.New.Mode)
	case "title":
		a.goTitle()
	}
}

// startOr begins a game or says why that cannot be.
func (a *App) startOr(s Setup) {
	if err := a.start(s); err != nil {
		a.refuse(textError(err))
	}
}

// confirmPage asks before something that cannot be undone.
type confirmPage struct {
	title, line, yes string
	run              func(a *App)
}

func (p confirmPage) show(*App) panel.Dialog {
	return panel.Dialog{ID: "confirm", Title: p.title, Lines: []string{p.line}, Cancel: "close", Buttons: []panel.Button{
		{ID: "yes", Label: p.yes, Icon: "yes", Primary: true},
		{ID: "close", Label: textNo, Icon: "no"},
	}}
}

func (p confirmPage) do(a *App, c panel.Command) {
	if c.ID == "yes" {
		a.closeTop()
		p.run(a)
	}
}

// askResign asks whether to give the game up.
func (a *App) askResign() {
	g := a.game
	side := g.speaker()
	a.open(confirmPage{textResignAsk, textResignLine(g, side.Other()), textResign, func(a *App) {
		a.send(side, match.Resign{})
	}})
}

// askRestart begins the same game anew, after asking if one is under way.
func (a *App) askRestart() {
	g := a.game
	if g.state.Outcome.Over() || g.state.Record.Ply() == 0 {
		a.startOr(g.setup)
		return
	}
	a.open(confirmPage{textRestartAsk, textRestartLine, textRestart, func(a *App) { a.startOr(g.setup) }})
}

// offerPage shows a draw offer to the other human.
type offerPage struct{ by game.Side }

func (p offerPage) show(a *App) panel.Dialog {
	return panel.Dialog{ID: "offer", Title: textOffer, Lines: []string{textOfferLine(a.game, p.by)}, Cancel: "close", Buttons: []panel.Button{
		{ID: "accept", Label: textAccept, Icon: "accept"},
		{ID: "decline", Label: textDecline, Icon: "decline", Primary: true}, // it may come while a key is being pressed
	}}
}

func (p offerPage) do(a *App, c panel.Command) {
	switch c.ID {
	case "accept":
		a.closeTop()
		a.send(p.by.Other(), match.AcceptDraw{})
	case "decline":
		a.closeTop()
		a.send(p.by.Other(), match.DeclineDraw{})
	}
}
