package app

import (
	"slices"

	"tafl3d/app/board"
	"tafl3d/app/conditional"
	"tafl3d/app/events"
	"tafl3d/app/netgame"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// acts returns the table of actions, in the order of toolbar and list of keys.
func acts() []act {
	return slices.Concat(boardActs(), gameActs(), lookActs(), afterActs(), studyActs(), networkActs(), viewActs())
}

// boardActs are the keyboard actions on the board.
func boardActs() []act {
	walk := func(to board.Arrow) func(*App, int) { return func(a *App, _ int) { a.board.Hand.Walk(to) } }
	step := func(by int) func(*App, int) { return func(a *App, _ int) { a.board.Browse(by) } }
	return []act{
		{id: "step-back", does: words.HelpStep, keys: key("Left"), game: true, steps: true, run: step(-1)},
		{id: "step-on", does: words.HelpStep, keys: key("Right"), game: true, steps: true, run: step(1)},
		{id: "cursor-left", does: words.HelpCursor, keys: key("Left"), game: true, run: walk(board.ArrowLeft)},
		{id: "cursor-right", does: words.HelpCursor, keys: key("Right"), game: true, run: walk(board.ArrowRight)},
		{id: "cursor-up", does: words.HelpCursor, keys: key("Up"), game: true, run: walk(board.ArrowUp)},
		{id: "cursor-down", does: words.HelpCursor, keys: key("Down"), game: true, run: walk(board.ArrowDown)},
		{id: "enter", does: "Pick up, move or put down the piece under the cursor",
			keys: append(key("Enter"), panel.Key{Name: "Space"}), game: true,
			run: func(a *App, _ int) { a.board.Hand.Enter() }},
		{id: "tab", does: words.HelpTab, keys: key("Tab"), game: true, run: func(a *App, _ int) { a.tools.tab(1) }},
		{id: "back-tab", does: words.HelpTab, keys: []panel.Key{{Name: "Tab", Shift: true}}, game: true,
			run: func(a *App, _ int) { a.tools.tab(-1) }},
		{id: "esc", does: "Put the piece down, close a panel or open the menu", keys: key("Esc"),
			run: func(a *App, _ int) { a.escape() }},
	}
}

// gameActs are the actions of a game.
func gameActs() []act {
	back := func(a *App) bool {
		if s := a.board.Game().Studied; s != nil {
			return s.MayUndo()
		}
		return a.board.Game().Contest == nil &&
			(a.board.Game().State.Record.Ply() > 0 || len(a.board.Game().State.Steps) > 0)
	}
	ahead := func(a *App) bool {
		if s := a.board.Game().Studied; s != nil {
			return s.MayRedo()
		}
		r := a.board.Game().State.Record
		return r.Ply() < r.Len() && !a.board.Game().State.Outcome.Over()
	}
	return []act{
		{id: "new", label: words.New, short: "New", does: "New game", keys: ctrl("n"), bar: true,
			run: func(a *App, _ int) { a.openNew(a.settings.New.Mode) }},
		{id: "undo", label: words.Undo, short: "Undo", does: "Undo a move", keys: ctrl("z"), bar: true,
			game: true, ready: back, run: func(a *App, _ int) { a.board.Undo() }},
		{id: "redo", label: "Redo", does: "Redo a move",
			keys: append(ctrl("y"), panel.Key{Name: "z", Ctrl: true, Shift: true}), bar: true, game: true, ready: ahead,
			run: func(a *App, _ int) { a.board.Redo() }},
		{id: "hint", label: "Hint", does: "Show a hint", keys: key("h"), bar: true, game: true,
			ready: func(a *App) bool { return a.events.MayAsk() },
			run:   func(a *App, _ int) { a.board.AskHint() },
			on:    func(a *App) bool { return a.board.Hand.Hint.Found || a.board.Hand.Hint.Cancel != nil }},
		{id: "analyse", label: "Analysis", does: "Start or stop the computer analysis", keys: key("a"),
			bar: true, game: true, ready: func(a *App) bool { return a.board.Analyser.May() },
			run: func(a *App, _ int) { a.board.Analyser.Toggle() },
			on:  func(a *App) bool { return a.board.Game().Analysis.On }},
		{id: "draw", label: "Offer a draw", short: "Draw", does: "Offer a draw", keys: key("d"), bar: true,
			game: true, play: true, ready: func(a *App) bool { return a.board.Contested() },
			run: func(a *App, _ int) { a.board.OfferDraw() }},
		{id: "resign", label: words.Resign, does: "Resign", keys: key("r"), bar: true, game: true, play: true,
			ready: func(a *App) bool { return a.board.Contested() }, run: func(a *App, _ int) { a.askResign() }},
		{id: "end-turn", label: "End turn", does: "End the turn without another step", keys: key("e"),
			bar: true, game: true,
			have:  func(a *App) bool { return a.board.Hand.GoesOn() },
			ready: func(a *App) bool { return a.board.Hand.MayEnd() },
			run:   func(a *App, _ int) { a.board.Hand.EndTurn() }},
		{id: "claim", label: board.TextClaim, does: "Claim a blockade or a repetition", keys: key("c"),
			bar: true, game: true, rare: true, ready: func(a *App) bool { return a.board.Claims.May() },
			run: func(a *App, _ int) { a.board.Claims.Claim() }},
	}
}

// lookActs select a piece in hand, explain and analyse the position, and browse the moves.
func lookActs() []act {
	return []act{
		{id: "hold", does: "Select the next kind of piece in hand", keys: key("k"), game: true,
			run: func(a *App, p int) { a.board.Hand.Hold(game.Piece(p)) }},
		{id: "why", does: "Explain the last move: what it captured and why", keys: key("y"), game: true,
			run: func(a *App, _ int) { a.board.Why() }},
		{id: "analysis", does: "Analysis settings: lines, depth, arrows",
			keys: []panel.Key{{Name: "a", Shift: true}}, game: true,
			ready: func(a *App) bool { return a.board.Analyser.May() },
			run:   func(a *App, _ int) { a.board.Analyser.OpenPage() }},
		{id: "line", does: "Play through a line of the analysis on the board", keys: key("n"), game: true,
			ready: func(a *App) bool { return a.board.Analyser.May() },
			run:   func(a *App, n int) { a.board.Analyser.Line(n) }},
		{id: "threat", does: "Analyse as if it were the other side's turn", keys: key("i"), game: true,
			ready: func(a *App) bool { return a.board.Analyser.May() },
			run:   func(a *App, _ int) { a.board.Analyser.Threat() }},
		{id: "restart", label: words.Restart, does: "Start the game over", keys: ctrl("r"), game: true,
			ready: func(a *App) bool { return a.events.Free() }, run: func(a *App, _ int) { a.askRestart() }},
		{id: "goto", game: true, run: func(a *App, n int) { a.board.GoTo(n) }},
		{id: "prev", does: words.HelpBack, keys: key("PageUp"), game: true, looks: true,
			run: func(a *App, _ int) { a.board.Browse(-1) }},
		{id: "next", does: words.HelpBack, keys: key("PageDown"), game: true, looks: true,
			run: func(a *App, _ int) { a.board.Browse(1) }},
		{id: "first", does: words.HelpEnds, keys: key("Home"), game: true, looks: true,
			run: func(a *App, _ int) { a.board.Browse(-board.All) }},
		{id: "last", does: words.HelpEnds, keys: key("End"), game: true, looks: true,
			run: func(a *App, _ int) { a.board.Browse(board.All) }},
	}
}

// textConditionalDoes describes the key of conditional moves.
const textConditionalDoes = "Conditional moves in a correspondence game"

// networkActs are the actions of a network game. Their buttons are visible only while they are useful.
func networkActs() []act {
	talks := func(a *App) bool { return a.board.Game().Remote != nil }
	return []act{
		{id: "answer", label: netgame.TextAnswer, keys: key("w"), bar: true, game: true, rare: true,
			ready: func(a *App) bool { return a.net.MayAnswer() }, run: func(a *App, _ int) { a.net.OpenAnswer() }},
		{id: "abort", label: netgame.TextAbort, short: "Abort", keys: key("x"), bar: true, game: true, rare: true,
			ready: func(a *App) bool { return a.net.MayAbort() }, run: func(a *App, _ int) { a.net.Abort() }},
		{id: "conditional", label: conditional.TextTitle, short: "Conditional", does: textConditionalDoes,
			keys: key("z"), bar: true, game: true, rare: true, ready: func(a *App) bool { return a.planner.May() },
			run: func(a *App, _ int) { a.planner.Open() }},
		{id: "chat", label: netgame.TextChat, keys: key("t"), bar: true, game: true, rare: true, ready: talks,
			run: func(a *App, _ int) { a.net.OpenChat() },
			on:  func(a *App) bool { return a.board.Game().Remote.Unread }},
	}
}

// Texts about functions missing in network games.
const (
	textNoHint    = "No hints in games against other players"
	textNoRedo    = "Moves cannot be redone in a network game"
	textNoRestart = "A network game cannot be restarted"
)

// barred returns why an action is unavailable in a network game; empty if it is available.
func (c *actions) barred(id string) string {
	if (id == "hint" || id == "analyse") && c.app.board.Preparing() {
		return board.TextNoHelp
	}
	if c.app.board.Game() == nil || c.app.board.Game().Remote == nil {
		return ""
	}
	if asks := id == "undo" || id == "pause" || id == "draw" || id == "resign"; asks &&
		c.app.board.Game().Setup.Watched() &&
		!(id == "pause" && c.app.after.MayPlay()) {
		return tongue.UpperFirst(tongue.Text(events.TextWatching))
	}
	return map[string]string{"hint": textNoHint, "redo": textNoRedo, "restart": textNoRestart}[id]
}

// viewActs are the actions of the view and the program.
func viewActs() []act { return append(pictureActs(), programActs()...) }

// pictureActs are the actions of the view.
func pictureActs() []act {
	return []act{
		{id: "flat", label: "Top view", short: "Top", does: "Turn top view on or off", keys: key("f"),
			bar: true, run: func(a *App, _ int) { a.flat() },
			on: func(a *App) bool { return a.opt.View.Camera().Flat() }},
		{id: "flip", label: "Flip board", short: "Flip", does: "Flip the board", keys: key("v"),
			bar: true, run: func(a *App, _ int) { a.opt.View.Camera().Flip() },
			on: func(a *App) bool { return a.opt.View.Camera().Flipped() }},
		{id: "reset", label: "Reset view", does: "Reset view", keys: key("0"),
			run: func(a *App, _ int) { a.opt.View.Camera().Reset() }},
		{id: "fold-moves", does: "Show or hide the move list", keys: key("l"), game: true,
			run: func(a *App, _ int) { a.folds.Moves++; a.shell.Touch() }},
		{id: "fold-seats", does: "Show or hide the players", keys: key("s"), game: true,
			run: func(a *App, _ int) { a.folds.Seats++; a.shell.Touch() }},
		{id: "zoom-in", does: words.HelpZoom, keys: key("+"),
			run: func(a *App, _ int) { a.opt.View.Camera().Zoom(zoomStep) }},
		{id: "zoom-out", does: words.HelpZoom, keys: key("-"),
			run: func(a *App, _ int) { a.opt.View.Camera().Zoom(1 / zoomStep) }},
		{id: "turn-left", does: words.HelpTurn, keys: []panel.Key{{Name: "Left", Shift: true}},
			run: func(a *App, _ int) { a.opt.View.Camera().Orbit(-turnStep, 0) }},
		{id: "turn-right", does: words.HelpTurn, keys: []panel.Key{{Name: "Right", Shift: true}},
			run: func(a *App, _ int) { a.opt.View.Camera().Orbit(turnStep, 0) }},
		{id: "tip-up", does: words.HelpTurn, keys: []panel.Key{{Name: "Up", Shift: true}},
			run: func(a *App, _ int) { a.opt.View.Camera().Orbit(0, turnStep) }},
		{id: "tip-down", does: words.HelpTurn, keys: []panel.Key{{Name: "Down", Shift: true}},
			run: func(a *App, _ int) { a.opt.View.Camera().Orbit(0, -turnStep) }},
	}
}

// programActs are the actions of the program.
func programActs() []act {
	return []act{
		{id: "sound", label: words.Sound, does: "Turn sound on or off", keys: key("m"),
			run: func(a *App, _ int) { a.toggleSound() },
			on:  func(a *App) bool { return a.settings.Sound }},
		{id: "fullscreen", label: words.FullScreen, does: "Turn full screen on or off", keys: key("F11"),
			run: func(a *App, _ int) { a.toggleFullScreen() },
			on:  func(a *App) bool { return a.settings.FullScreen }},
		{id: "rules", label: textRules, does: "Rules of this game", keys: key("u"), game: true,
			run: func(a *App, _ int) { a.shell.Open(rulesPage{a, a.board.Game().Variant}) }},
		{id: "settings", label: words.Settings, does: "Settings", keys: ctrl("s"),
			run: func(a *App, _ int) { a.shell.Open(settingsPage{a}) }},
		{id: "library", does: "Game library", keys: ctrl("l"),
			ready: func(a *App) bool { return a.library.Has() && a.mayRead() },
			run:   func(a *App, _ int) { a.library.Enter() }},
		{id: "menu", label: words.Menu, does: "Menu", keys: key("F10"), bar: true,
			run: func(a *App, _ int) { a.shell.Open(menuPage{a}) }},
		{id: "help", label: words.Help, does: "This help page", keys: key("F1"), bar: true,
			run: func(a *App, _ int) { a.shell.Open(helpPage{a}) }},
		{id: "hall", label: events.TextBackToEvent, short: "Tournament", does: events.TextHelpEvent, keys: key("g"),
			bar: true, rare: true, ready: func(a *App) bool { return a.events.HasEvent() },
			run: func(a *App, _ int) { a.events.OpenAnyEvent() }},
		{id: "title", label: words.Title, run: func(a *App, _ int) { a.goTitle() }},
		{id: "quit", label: words.Quit, does: "Save and quit", keys: ctrl("q"),
			run: func(a *App, _ int) { a.shell.End() }},
	}
}

// Steps of zooming and turning by keys.
const (
	zoomStep = 1.15
	turnStep = 0.12
)

func (a *App) toggleSound() {
	s := a.settings
	s.Sound = !s.Sound
	a.change(s)
	a.shell.Say(textSoundNow(s.Sound), panel.Plain)
}

func (a *App) toggleFullScreen() {
	s := a.settings
	s.FullScreen = !s.FullScreen
	a.change(s)
}

// escape clears the selection, or opens the menu if there is none.
func (a *App) escape() {
	h := a.board.Hand
	held := h.Selected != game.NoSquare || a.board.Stepping() && h.Cursor() != game.NoSquare || h.Hint.Found ||
		h.Hint.Cancel != nil ||
		len(h.Causes)+len(h.Captors) > 0 || a.board.Game() != nil && a.board.Game().Ready().Set
	if a.board.Game() != nil && !held && a.browses() {
		return // a further Esc after that which closed a panel opens nothing
	}
	if a.board.Game() == nil || !held {
		a.shell.Open(menuPage{a})
		return
	}
	a.board.Hand.LetGo()
	a.board.Hand.HideCursor()
	a.board.Hand.Unready()
	h.Empty()
	a.board.Hand.TakeUpChain()
}

func textSoundNow(on bool) string { return tongue.Textf("Sound %s", words.OffOn[words.Bit(on)]) }
