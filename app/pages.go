package app

import (
	"slices"

	"tafl3d/app/after"
	"tafl3d/app/board"
	"tafl3d/app/events"
	"tafl3d/app/games"
	"tafl3d/app/learn"
	"tafl3d/app/library"
	"tafl3d/app/netgame"
	"tafl3d/app/online"
	"tafl3d/app/study"
	"tafl3d/app/words"
	"tafl3d/game/match"
	"tafl3d/panel"
)

// titlePage is the title screen.
type titlePage struct{ a *App }

func (p titlePage) Show() panel.Dialog {
	left := p.a.board.Unfinished.Count()
	going := left > 0 || p.a.board.Game() != nil && !p.a.board.Game().State.Outcome.Over()
	d := panel.Dialog{ID: "title", Kind: panel.Title, Title: "tafl3d", Lines: []string{"Board games of the North"}}
	if going {
		d.Buttons = append(d.Buttons, panel.Button{ID: "continue", Label: "Continue", Icon: "play", Primary: true})
	}
	if atTable := p.a.board.Game() != nil && p.a.board.Going(); left > 1 || left == 1 && atTable {
		d.Buttons = append(d.Buttons, panel.Button{ID: "unfinished", Label: games.TextUnfinished(left), Icon: "open"})
	}
	d.Buttons = append(d.Buttons,
		panel.Button{ID: "tour", Label: textTour, Icon: "hint"},
		panel.Button{ID: "new", Label: "Play the computer", Icon: "new", Primary: !going,
			Disabled: p.a.opt.Engines == nil},
		panel.Button{ID: "two", Label: "Two players", Icon: "attacker"},
		panel.Button{ID: "gallery", Label: "Browse games", Icon: "review"},
		panel.Button{ID: "watch", Label: "Watch the computer", Icon: "review", Disabled: p.a.opt.Engines == nil},
		panel.Button{ID: "learn", Label: learn.TextLearn, Icon: "hint"},
		panel.Button{ID: "study", Label: study.TextStudy, Icon: "study"},
		panel.Button{ID: "library", Label: library.TextLibrary, Icon: "open", Disabled: !p.a.library.Has()},
		panel.Button{ID: "net", Label: online.TextNetwork, Icon: "info", Disabled: p.a.opt.Network == nil},
		panel.Button{ID: "events", Label: events.TextEvents, Icon: "events", Disabled: p.a.opt.Events == nil},
		panel.Button{ID: "settings", Label: words.Settings, Icon: "settings"})
	d.Buttons = append(d.Buttons,
		panel.Button{ID: "help", Label: words.Help, Icon: "help"},
		panel.Button{ID: "quit", Label: words.Quit, Icon: "quit"})
	return d
}

func (p titlePage) Do(c panel.Command) {
	switch c.ID {
	case "continue":
		p.a.goOn()
	case "unfinished":
		p.a.games.OpenUnfinished()
	case "tour":
		p.a.learn.Course(firstCourse)
	case "new":
		p.a.openNew(againstComputer)
	case "two":
		p.a.openNew(twoPeople)
	case "gallery":
		p.a.openNew(p.a.settings.New.Mode)
		p.a.games.OpenGallery(p.a.shell.Front().(*newPage))
	case "watch":
		p.a.openNew(watch)
	default:
		enter(p.a, c.ID)
	}
}

// enter opens pages that title screen and menu share.
func enter(a *App, id string) {
	switch id {
	case "learn":
		a.learn.Enter()
	case "study":
		a.study.Enter()
	case "library":
		a.library.Enter()
	case "events":
		a.events.OpenEvents()
	case "net":
		a.online.Enter()
	case "settings":
		a.shell.Open(settingsPage{a})
	case "help":
		a.shell.Open(helpPage{a})
	case "quit":
		a.shell.End()
	}
}

// goOn returns to the game at the board, or resumes the last unfinished one.
func (a *App) goOn() {
	if a.board.Game() == nil || !a.board.Going() || a.studies() {
		if k := a.board.Unfinished.Newest(); k != nil {
			a.board.Resume(k)
			return
		}
	}
	if a.board.Game() != nil {
		a.shell.Clear()
		if a.board.Game().Remote == nil && a.board.Game().State.Paused {
			a.board.Pause()
		}
	}
}

// goTitle pauses the game and shows the title screen.
func (a *App) goTitle() {
	if g := a.board.Game(); g != nil && g.Remote == nil && g.Studied == nil && !g.State.Outcome.Over() &&
		!g.State.Paused {
		a.board.Pause()
	}
	a.shell.Clear()
	a.shell.Open(titlePage{a})
}

// menuPage is the menu of a game.
type menuPage struct{ a *App }

func (p menuPage) Show() panel.Dialog {
	d := panel.Dialog{ID: "menu", Kind: panel.Menu, Title: words.Menu, Cancel: "close", Buttons: []panel.Button{
		{ID: "close", Label: "Back to the game", Icon: "play", Primary: true},
		{ID: "new", Label: words.New, Icon: "new"},
		{ID: "restart", Label: words.Restart, Icon: "restart", Disabled: p.a.board.Game() == nil ||
			p.a.board.Game().Contest != nil || p.a.board.Game().Remote != nil},
		{ID: "rules", Label: textRules, Icon: "info", Key: "U", Disabled: p.a.board.Game() == nil},
		{ID: "learn", Label: learn.TextLearn, Icon: "hint", Disabled: !p.a.mayRead()},
		{ID: "study", Label: study.TextStudy, Icon: "study", Disabled: !p.a.mayRead()},
		{ID: "share", Label: after.TextKeep, Icon: "save", Disabled: p.a.board.Game() == nil ||
			p.a.board.Game().State.Record.Ply() == 0 && !p.a.studies()},
		{ID: "library", Label: library.TextLibrary, Icon: "open", Disabled: !p.a.library.Has() || !p.a.mayRead()},
		{ID: "net", Label: online.TextNetwork, Icon: "open", Disabled: p.a.opt.Network == nil},
		{ID: "events", Label: events.TextEvents, Icon: "events", Disabled: p.a.opt.Events == nil},
		{ID: "settings", Label: words.Settings, Icon: "settings"},
		{ID: "help", Label: words.Help, Icon: "help"},
		{ID: "title", Label: words.Title, Icon: "title"},
		{ID: "quit", Label: words.Quit, Icon: "quit"},
	}}
	if p.a.online.Service() != nil {
		i := slices.IndexFunc(d.Buttons, func(b panel.Button) bool { return b.ID == "net" })
		d.Buttons[i].Label = online.TextLobby
	}
	return d
}

func (p menuPage) Do(c panel.Command) {
	switch c.ID {
	case "new":
		p.a.openNew(p.a.settings.New.Mode)
	case "restart":
		p.a.shell.CloseTop()
		p.a.askRestart()
	case "rules":
		p.a.shell.Open(rulesPage{p.a, p.a.board.Game().Variant})
	case "share":
		p.a.after.OpenShare()
	case "title":
		p.a.goTitle()
	default:
		enter(p.a, c.ID)
	}
}

// helpPage lists the keys.
type helpPage struct{ a *App }

func (p helpPage) Show() panel.Dialog {
	elsewhere := p.a.board.Game() != nil && p.a.board.Game().Remote != nil && p.a.board.Going()
	return panel.Dialog{ID: "help", Title: words.Help, Lines: words.Mouse, Keys: p.a.actions.keyLines(),
		Cancel: "close",
		Buttons: []panel.Button{{ID: "tour", Label: textTour, Disabled: elsewhere}, {ID: "legend", Label: textNotation},
			{ID: "about", Label: textAboutProgram}, {ID: "close", Label: words.Done, Primary: true}}}
}

func (p helpPage) Do(c panel.Command) {
	switch c.ID {
	case "tour":
		p.a.shell.CloseTop()
		p.a.learn.Course(firstCourse)
	case "legend":
		p.a.shell.Open(legendPage(p))
	case "about":
		p.a.shell.Open(aboutPage(p))
	}
}

// aboutPage describes the program and its components.
type aboutPage struct{ a *App }

func (p aboutPage) Show() panel.Dialog {
	d := panel.Dialog{ID: "about", Title: textAboutProgram, Cancel: "close",
		Parts: []panel.Part{{Text: "tafl3d brings the board games of the North to the screen: hnefatafl in all its " +
			"variants, and its relatives, fox and geese, tiger games, halatafl, dablot and morris."},
			{Text: "It needs no network or account. Nothing leaves this computer unless you play with others."},
			{Head: "Where the rules come from", Text: "From Linnaeus's journey to Lapland in 1732, from finds at " +
				"Ballinderry, Gokstad, Oslo, Trondheim and Bergen, from the people who reconstructed the games and " +
				"from those who play them today. The rules page of each game names its sources and says how reliable " +
				"the rules are."}, {Head: "Made with", Text: "Go; g3n and OpenGL for graphics; Liberation, Latin " +
				"Modern and related fonts; Oto for sound; NATS and SQLite for the service. Each has its own free " +
				"licence."}},
		Buttons: []panel.Button{{ID: "close", Label: words.Done, Primary: true}}}
	if p.a.opt.Version != "" {
		d.Parts = append(d.Parts, panel.Part{Text: textVersion(p.a.opt.Version)})
	}
	return d
}

func (p aboutPage) Do(panel.Command) {}

// resumePage offers to resume the last unfinished game.
type resumePage struct {
	a    *App
	kept *board.Kept
}

func (p resumePage) Show() panel.Dialog {
	k := p.kept
	return panel.Dialog{ID: "resume", Title: "Continue your last game?", Lines: board.TextLeft(k), Cancel: "close",
		Buttons: []panel.Button{
			{ID: "resume", Label: words.GoOn, Icon: "play", Primary: true},
			{ID: "new", Label: words.New, Icon: "new"},
			{ID: "close", Label: words.Title, Icon: "title"},
		}}
}

func (p resumePage) Do(c panel.Command) {
	switch c.ID {
	case "resume":
		p.a.board.Resume(p.kept)
	case "new":
		p.a.shell.CloseTop()
		p.a.openNew(p.a.settings.New.Mode)
	}
}

// askResign asks for confirmation of resigning.
func (a *App) askResign() {
	g := a.board.Game()
	if g.Remote != nil && a.net.MayAbort() { // without consequences so early
		a.shell.Ask("Abort the game?", "No one loses: you have not both moved yet.",
			netgame.TextAbort, a.net.Abort)
		return
	}
	side := g.Speaker()
	a.shell.Ask("Resign?", board.TextResignLine(g, side.Other()), words.Resign, func() {
		a.board.Send(side, match.Resign{})
	})
}

// askRestart restarts the game, after asking if it is in progress.
func (a *App) askRestart() {
	g := a.board.Game()
	if g.State.Outcome.Over() || g.State.Record.Ply() == 0 {
		a.startOr(g.Setup)
		return
	}
	a.shell.Ask("Start over?", board.TextStays, words.Restart, func() { a.startOr(g.Setup) })
}
