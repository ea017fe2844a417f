package events

import (
	"slices"

	"tafl3d/app/rulebook"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/panel"
	"tafl3d/tongue"
	"tafl3d/tournament"
	"tafl3d/tournament/tables"
)

// Views of a tournament.
const (
	viewRounds = iota
	viewTable
	viewStandings
	viewBoards
	viewBracket // only if there is one
)

// eventPage is the page of the current tournament.
type eventPage struct {
	a      *Room
	view   int
	round  int // visible round; 0: the latest
	player int // index in the standings of the player whose figures are explained
	paused bool
}

// openEvent opens the page of the tournament; the game at the board waits.
func (r *Room) openEvent() {
	p := &eventPage{a: r}
	if g := r.board.Game(); g != nil && g.Contest != nil && g.Contest.Play && r.board.Going() && !g.State.Paused {
		r.board.Send(g.Speaker(), match.Pause{})
		p.paused = true
	}
	r.shell.Open(p)
}

func (p *eventPage) Show() panel.Dialog {
	h := p.a.Event
	d := panel.Dialog{ID: "hall", Height: panel.Tabbed, Title: h.State.Config().Name, Lines: []string{p.a.State()},
		Kind:   panel.Wide,
		Cancel: "back", Actions: chartActions(func(row int) { p.view, p.player = viewStandings, max(row, 0) },
			p.a.openGame)}
	d.Fields = append(d.Fields, panel.Field{ID: "view", Label: textView, Options: textViews(h.State.Bracket() != nil),
		Chosen: p.view, Set: panel.Into(&p.view), Tabs: true})
	switch p.view {
	case viewRounds:
		if n := h.State.Round(); n > 1 {
			d.Fields = append(d.Fields, panel.Field{ID: "round", Label: textRound, Options: textRounds(n),
				Chosen: p.shownRound(h) - 1, Set: func(n int) { p.round = n + 1 }})
		}
		d.Charts = h.RoundCharts(p.shownRound(h))
	case viewTable:
		d.Charts = h.CrossCharts()
	case viewStandings:
		d.Charts = h.StandingCharts(p.player)
	case viewBoards:
		d.Fields = append(d.Fields, panel.Field{ID: "pace", Label: "Engine games", Options: textEnginePaces,
			Chosen: slices.Index(enginePaces, h.Pace), Set: func(n int) { h.setPace(enginePaces[n]) }})
		d.Charts = p.a.boardCharts()
	case viewBracket:
		d.Charts = h.BracketCharts()
	}
	d.Buttons = p.buttons(p.a)
	return d
}

func (p *eventPage) shownRound(h *Event) int {
	if p.round == 0 || p.round > h.State.Round() {
		return h.State.Round()
	}
	return p.round
}

// buttons returns the available actions. The button to continue is separate from buttons that end an
// unfinished round.
func (p *eventPage) buttons(a *Room) []panel.Button {
	h := a.Event
	mine := len(h.Mine()) > 0
	pair := h.State.CanPair(a.opt.Clock.Now()) == nil
	next := panel.Button{ID: "pair", Label: textNextRound, Primary: pair && len(h.State.Due()) == 0, Disabled: !pair,
		Press: func() { p.askNextRound(a) }}
	var list []panel.Button
	switch h.State.Phase() {
	case tournament.Entry:
		list = append(list, panel.Button{ID: "start", Label: textStartEvent, Primary: true, Press: func() {
			if a.Happen(tournament.Start{}) {
				a.NextRound()
			}
		}},
			panel.Button{ID: "players", Label: textEntrants(len(h.entered())), Press: a.openPlayers})
	case tournament.Over:
		list = append(list, panel.Button{ID: "honours", Label: textHonours, Primary: true,
			Press: func() { a.shell.Open(honoursPage{a}) }})
	case tournament.Paused:
		list = append(list, panel.Button{ID: "resume", Label: words.GoOn, Primary: true,
			Press: func() { a.Happen(tournament.Resume{}) }})
	default:
		if next.Primary {
			list = append(list, next)
		} else {
			list = append(list, panel.Button{ID: "mine", Label: textPlayNext, Primary: mine, Disabled: !mine,
				Press: func() {
					due := h.Mine()[0]
					a.board.AskLeave(func() { a.playGame(due) })
				}})
		}
		list = append(list, panel.Button{ID: "auto", Label: textAuto, On: h.Auto, Press: func() {
			h.Auto = !h.Auto
			a.Pump()
		}})
	}
	if h.State.Phase() != tournament.Entry {
		list = append(list, panel.Button{ID: "direct", Label: textDirector,
			Press: func() { a.shell.Open(newDirector(a, here{})) }})
	}
	if h.State.Phase() == tournament.Running && !next.Primary {
		list = append(list, next)
	}
	list = append(list, panel.Button{ID: "venue", Label: textVenue, On: a.guests.venue != nil,
		Press:    func() { a.shell.Open(venuePage{a}) },
		Disabled: a.opt.Network == nil})
	return append(append(list, a.sharing()...),
		panel.Button{ID: "all", Label: "All tournaments", Press: a.openAll},
		panel.Button{ID: "back", Label: words.Done, Press: func() { p.back(a) }})
}

// askNextRound starts the next round, after asking if games of this round are unfinished.
func (p *eventPage) askNextRound(a *Room) {
	begin := func() {
		p.round = 0
		a.NextRound()
	}
	if n := len(a.Event.State.Due()); n > 0 {
		a.shell.Ask("Start the next round?",
			tongue.Textf("%d games are not played yet. They stay open and can be played later.", n),
			textNextRound, begin)
		return
	}
	begin()
}

// back returns to the board, or to the list of tournaments without a game.
func (p *eventPage) back(a *Room) {
	a.shell.CloseTop()
	if g := a.board.Game(); p.paused && g != nil && g.State.Paused && a.shell.Depth() == 0 {
		a.board.Pause()
	}
}

// openGame replays, watches or plays a game.
func (r *Room) openGame(n tables.Game) {
	h := r.Event
	p, err := h.State.Pairing(n.Pairing)
	if err != nil || n.Leg >= len(p.Legs) {
		r.opt.Ear.Refuse()
		return
	}
	l := p.Legs[n.Leg]
	due := tournament.Due{Pairing: p.ID, Leg: n.Leg, Round: p.Round, Game: l}
	if g := r.board.Game(); g != nil && g.Remote != nil && r.guests.venue != nil &&
		g.Remote.Host == r.guests.venue.Venue &&
		g.Remote.ID == h.Open[n] {
		r.shell.Clear()
		return
	}
	if g := r.board.Game(); g != nil && g.Contest != nil && g.Contest.Play && !g.Contest.Scored &&
		g.Contest.Due.Pairing == p.ID && g.Contest.Due.Leg == n.Leg {
		r.shell.Clear()
		if g.State.Paused {
			r.board.Pause()
		}
		return
	}
	switch {
	case l.Verdict != "":
		r.board.AskLeave(func() { r.replayGame(due) })
	case h.Open[n] != "":
		r.board.AskLeave(func() { r.joinGame(n) })
	case h.Running[n] != nil:
		r.board.AskLeave(func() {
			if l := r.Event.Running[n]; l != nil {
				r.watchGame(l)
				return
			}
			r.replayGame(due)
		})
	case slices.ContainsFunc(h.Mine(), func(d tournament.Due) bool { return d.Pairing == p.ID && d.Leg == n.Leg }):
		r.board.AskLeave(func() { r.playGame(due) })
	default:
		r.shell.Refuse(textWaits)
	}
}

// boardCharts returns the games in progress.
func (r *Room) boardCharts() []panel.Chart {
	h := r.Event
	var boards []panel.SmallBoard
	for _, d := range h.State.Due() {
		n := tables.Game{Pairing: d.Pairing, Leg: d.Leg}
		l := h.Running[n]
		if l == nil {
			continue
		}
		s := l.State.Position.Setup()
		b := panel.SmallBoard{Board: rulebook.Diagram(l.Variant.Rules, s.Pieces), Names: h.Names(&d.Game),
			Line: textUnderWay(l.State.Record.Ply()),
			Do:   gameCommand(n), Defends: l.State.Position.Turn() == game.Defenders}
		if past := l.State.Record; past.Ply() > 0 {
			if steps := past.Turn(past.Ply()).Steps; len(steps) > 0 && steps[0].Move().Op != game.Drop {
				b.Board.Arrow = [2]game.Square{steps[0].Move().From, steps[len(steps)-1].Move().To}
			}
		}
		boards = append(boards, b)
	}
	if len(boards) == 0 {
		return []panel.Chart{{Head: textNoGames}}
	}
	return []panel.Chart{{Boards: boards}}
}

// variantName returns the name of a variant of the tournament.
func (r *Room) variantName(id string) string {
	v, err := r.board.Lib.Get(id)
	if err != nil {
		return id
	}
	return r.board.Lib.Name(v)
}

// looks reports whether the page is visible.
func (r *Room) looks() bool {
	_, at := r.shell.Front().(*eventPage)
	return at
}
