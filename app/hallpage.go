package app

import (
	"slices"
	"tafl3d/tournament/tables"

	"tafl3d/app/events"
	"tafl3d/app/rulebook"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/panel"
	"tafl3d/tournament"
)

// The views of the hall.
const (
	viewRounds = iota
	viewTable
	viewStandings
	viewBoards
	viewBracket // only where there is one
)

// hallPage is the page of the event that is open.
type hallPage struct {
	a      *App
	view   int
	round  int // that is shown, 0 for the newest
	player int // place in the standings whose figures are explained
	paused bool
}

// openHall goes from the board to the hall; the game at the table waits.
func (a *App) openHall() {
	p := &hallPage{a: a}
	if g := a.Game; g != nil && g.Contest != nil && g.Contest.Play && a.going() && !g.State.Paused {
		a.Send(g.Speaker(), match.Pause{})
		p.paused = true
	}
	a.Open(p)
}

func (p *hallPage) Show() panel.Dialog {
	h := p.a.events.Event
	d := panel.Dialog{ID: "hall", Title: h.State.Config().Name, Lines: []string{p.a.events.State()}, Kind: panel.Wide, Cancel: "back"}
	d.Fields = append(d.Fields, panel.Field{ID: "view", Label: textView, Options: textViews(h.State.Bracket() != nil), Chosen: p.view, Tabs: true})
	switch p.view {
	case viewRounds:
		if n := h.State.Round(); n > 1 {
			d.Fields = append(d.Fields, panel.Field{ID: "round", Label: textRound, Options: textRounds(n), Chosen: p.shownRound(h) - 1})
		}
		d.Charts = h.RoundCharts(p.shownRound(h))
	case viewTable:
		d.Charts = h.CrossCharts()
	case viewStandings:
		d.Charts = h.StandingCharts(p.player)
	case viewBoards:
		d.Charts = p.a.boardCharts()
	case viewBracket:
		d.Charts = h.BracketCharts()
	}
	d.Buttons = p.buttons(p.a)
	return d
}

func (p *hallPage) shownRound(h *events.Event) int {
	if p.round == 0 || p.round > h.State.Round() {
		return h.State.Round()
	}
	return p.round
}

// buttons are what can be done in the hall.
func (p *hallPage) buttons(a *App) []panel.Button {
	h := a.events.Event
	mine := len(h.Mine()) > 0
	pair := h.State.CanPair(a.opt.Clock.Now()) == nil
	var list []panel.Button
	switch h.State.Phase() {
	case tournament.Entry:
		list = append(list, panel.Button{ID: "start", Label: textStartEvent, Primary: true})
	case tournament.Over:
		list = append(list, panel.Button{ID: "honours", Label: textHonours, Primary: true})
	case tournament.Paused:
		list = append(list, panel.Button{ID: "resume", Label: words.GoOn, Primary: true})
	default:
		list = append(list,
			panel.Button{ID: "mine", Label: textPlayNext, Primary: mine, Disabled: !mine},
			panel.Button{ID: "pair", Label: textNextRound, Primary: pair && !mine, Disabled: !pair},
			panel.Button{ID: "auto", Label: textAuto, On: h.Auto})
	}
	return append(list,
		panel.Button{ID: "direct", Label: textDirector, Disabled: h.State.Phase() == tournament.Entry},
		panel.Button{ID: "gate", Label: textGate, On: a.gate != nil, Disabled: a.opt.Network == nil},
		panel.Button{ID: "export", Label: textExport},
		panel.Button{ID: "back", Label: words.Done})
}

func (p *hallPage) Do(c panel.Command) {
	p.a.Touch()
	h := p.a.events.Event
	switch c.ID {
	case "view":
		p.view = min(max(c.Arg, 0), len(textViews(h.State.Bracket() != nil))-1)
	case "round":
		p.round = min(max(c.Arg+1, 1), max(h.State.Round(), 1))
	case "player":
		p.view, p.player = viewStandings, max(c.Arg, 0)
	case "game":
		p.a.openBout(tables.GameOf(c.Arg))
	case "back":
		p.back(p.a)
	default:
		p.direct(p.a, c.ID)
	}
}

// direct carries out what concerns the whole event.
func (p *hallPage) direct(a *App, id string) {
	h := a.events.Event
	switch id {
	case "start":
		if a.events.Happen(tournament.Start{}) {
			a.events.NextRound()
		}
	case "resume":
		a.events.Happen(tournament.Resume{})
	case "pair":
		p.round = 0
		a.events.NextRound()
	case "auto":
		h.Auto = !h.Auto
		a.events.Pump()
	case "mine":
		if mine := h.Mine(); len(mine) > 0 {
			due := mine[0]
			a.askLeave(func() { a.playBout(due) })
		}
	case "honours":
		a.Open(honoursPage{a})
	case "direct":
		a.Open(newDirector(a, here{}))
	case "gate":
		a.Open(gatePage{a})
	case "export":
		a.events.Export()
	}
}

// back goes to the board, or to the list of events where there is none.
func (p *hallPage) back(a *App) {
	a.CloseTop()
	if g := a.Game; p.paused && g != nil && g.State.Paused && a.Depth() == 0 {
		a.pause()
	}
}

// openBout does with a game what can be done with it: replays it, watches it or
// plays it.
func (a *App) openBout(n tables.Game) {
	h := a.events.Event
	p, err := h.State.Pairing(n.Pairing)
	if err != nil || n.Leg >= len(p.Legs) {
		a.opt.Ear.Refuse()
		return
	}
	l := p.Legs[n.Leg]
	due := tournament.Due{Pairing: p.ID, Leg: n.Leg, Round: p.Round, Game: l}
	if g := a.Game; g != nil && g.Remote != nil && a.gate != nil && g.Remote.Club == a.gate.venue && g.Remote.ID == h.Open[n] {
		a.Clear()
		return
	}
	if g := a.Game; g != nil && g.Contest != nil && g.Contest.Play && !g.Contest.Scored && g.Contest.Due.Pairing == p.ID && g.Contest.Due.Leg == n.Leg {
		a.Clear()
		if g.State.Paused {
			a.pause()
		}
		return
	}
	switch {
	case l.Verdict != "":
		a.askLeave(func() { a.replayBout(due) })
	case h.Open[n] != "":
		a.askLeave(func() { a.joinBout(n) })
	case h.Running[n] != nil:
		a.askLeave(func() {
			if l := a.events.Event.Running[n]; l != nil {
				a.watchBout(l)
				return
			}
			a.replayBout(due)
		})
	case slices.ContainsFunc(h.Mine(), func(d tournament.Due) bool { return d.Pairing == p.ID && d.Leg == n.Leg }):
		a.askLeave(func() { a.playBout(due) })
	default:
		a.Refuse(textWaits)
	}
}

// boardCharts are the games that are being played.
func (a *App) boardCharts() []panel.Chart {
	h := a.events.Event
	var boards []panel.SmallBoard
	for _, d := range h.State.Due() {
		n := tables.Game{Pairing: d.Pairing, Leg: d.Leg}
		l := h.Running[n]
		if l == nil {
			continue
		}
		s := l.State.Position.Setup()
		b := panel.SmallBoard{Board: rulebook.Diagram(l.Variant.Rules, s.Pieces), Names: h.Names(&d.Game), Line: textUnderWay(l.State.Record.Ply()),
			Do: panel.Command{ID: "game", Arg: n.Number()}, Defends: l.State.Position.Turn() == game.Defenders}
		if r := l.State.Record; r.Ply() > 0 {
			if steps := r.Turn(r.Ply()).Steps; len(steps) > 0 && steps[0].Move().Op != game.Drop {
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

// variantName returns the name of a variant of the event.
func (a *App) variantName(id string) string {
	v, err := a.Lib.Get(id)
	if err != nil {
		return id
	}
	return a.Lib.Name(v)
}
