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
		d.Buttons = append(d.Buttons, panel.Button{ID: "continue", Label: "Continue", Icon: "play", Press: p.a.goOn,
			Primary: true})
	}
	if atTable := p.a.board.Game() != nil && p.a.board.Going(); left > 1 || left == 1 && atTable {
		d.Buttons = append(d.Buttons, panel.Button{ID: "unfinished", Label: games.TextUnfinished(left), Icon: "open",
			Press: p.a.games.OpenUnfinished})
	}
	d.Buttons = append(d.Buttons,
		panel.Button{ID: "tour", Label: textTour, Icon: "hint", Press: func() { p.a.learn.Course(firstCourse) }},
		panel.Button{ID: "new", Label: "Play the computer", Icon: "new", Primary: !going,
			Press: func() { p.a.openNew(againstComputer) }, Disabled: p.a.opt.Engines == nil},
		panel.Button{ID: "two", Label: "Two players", Icon: "attacker", Press: func() { p.a.openNew(twoPeople) }},
		panel.Button{ID: "gallery", Label: "Browse games", Icon: "review", Press: p.a.openGallery},
		panel.Button{ID: "watch", Label: "Watch the computer", Icon: "review", Press: func() { p.a.openNew(watch) },
			Disabled: p.a.opt.Engines == nil})
	d.Buttons = append(d.Buttons, p.a.rooms(false)...)
	return d
}

// openGallery opens the gallery over the page for a new game.
func (a *App) openGallery() {
	a.openNew(a.settings.New.Mode)
	a.games.OpenGallery(a.shell.Front().(*newPage))
}

// rooms returns the buttons that title screen and menu share. During some games those for reading are disabled.
func (a *App) rooms(closed bool) []panel.Button {
	return []panel.Button{
		{ID: "learn", Label: learn.TextLearn, Icon: "hint", Press: a.learn.Enter, Disabled: closed},
		{ID: "study", Label: study.TextStudy, Icon: "study", Press: a.study.Enter, Disabled: closed},
		{ID: "library", Label: library.TextLibrary, Icon: "open", Press: a.library.Enter,
			Disabled: closed || !a.library.Has()},
		{ID: "net", Label: online.TextNetwork, Icon: "info", Press: a.online.Enter, Disabled: a.opt.Network == nil},
		{ID: "events", Label: events.TextEvents, Icon: "events", Press: a.events.OpenEvents,
			Disabled: a.opt.Events == nil},
		{ID: "settings", Label: words.Settings, Icon: "settings", Press: func() { a.shell.Open(settingsPage{a}) }},
		{ID: "help", Label: words.Help, Icon: "help", Press: func() { a.shell.Open(helpPage{a}) }},
		{ID: "quit", Label: words.Quit, Icon: "quit", Press: a.shell.End},
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
	g := p.a.board.Game()
	rooms := p.a.rooms(!p.a.mayRead())
	if rooms[3].Icon = "open"; p.a.online.Service() != nil {
		rooms[3].Label = online.TextLobby
	}
	rooms = slices.Insert(rooms, len(rooms)-1,
		panel.Button{ID: "title", Label: words.Title, Icon: "title", Press: p.a.goTitle})
	rooms = slices.Insert(rooms, 2, panel.Button{ID: "share", Label: after.TextKeep, Icon: "save",
		Press: p.a.after.OpenShare, Disabled: g == nil || g.State.Record.Ply() == 0 && !p.a.studies()})
	return panel.Dialog{ID: "menu", Kind: panel.Menu, Title: words.Menu, Cancel: "close",
		Buttons: append([]panel.Button{
			{ID: "close", Label: "Back to the game", Icon: "play", Primary: true},
			{ID: "new", Label: words.New, Icon: "new", Press: func() { p.a.openNew(p.a.settings.New.Mode) }},
			{ID: "restart", Label: words.Restart, Icon: "restart", Press: func() {
				p.a.shell.CloseTop()
				p.a.askRestart()
			}, Disabled: g == nil || g.Contest != nil || g.Remote != nil},
			{ID: "rules", Label: textRules, Icon: "info", Key: "U", Disabled: g == nil,
				Press: func() { p.a.shell.Open(rulesPage{p.a, g.Variant}) }},
		}, rooms...)}
}

// helpPage lists the keys.
type helpPage struct{ a *App }

func (p helpPage) Show() panel.Dialog {
	elsewhere := p.a.board.Game() != nil && p.a.board.Game().Remote != nil && p.a.board.Going()
	return panel.Dialog{ID: "help", Kind: panel.Reference, Title: words.Help, Lines: words.Mouse,
		Keys:   p.a.actions.keyLines(),
		Cancel: "close",
		Buttons: []panel.Button{{ID: "tour", Label: textTour, Disabled: elsewhere, Press: func() {
			p.a.shell.CloseTop()
			p.a.learn.Course(firstCourse)
		}},
			{ID: "legend", Label: textNotation, Press: func() { p.a.shell.Open(legendPage(p)) }},
			{ID: "about", Label: textAboutProgram, Press: func() { p.a.shell.Open(aboutPage(p)) }},
			{ID: "close", Label: words.Done, Primary: true}}}
}

// aboutPage describes the program and its components.
type aboutPage struct{ a *App }

func (p aboutPage) Show() panel.Dialog {
	d := panel.Dialog{ID: "about", Kind: panel.Article, Title: textAboutProgram, Cancel: "close",
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

// resumePage offers to resume the last unfinished game.
type resumePage struct {
	a    *App
	kept *board.Kept
}

func (p resumePage) Show() panel.Dialog {
	k := p.kept
	return panel.Dialog{ID: "resume", Kind: panel.Question, Title: "Continue your last game?", Lines: board.TextLeft(k),
		Cancel: "close",
		Buttons: []panel.Button{
			{ID: "resume", Label: words.GoOn, Icon: "play", Primary: true, Press: func() { p.a.board.Resume(k) }},
			{ID: "new", Label: words.New, Icon: "new", Press: func() {
				p.a.shell.CloseTop()
				p.a.openNew(p.a.settings.New.Mode)
			}},
			{ID: "close", Label: words.Title, Icon: "title"},
		}}
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
