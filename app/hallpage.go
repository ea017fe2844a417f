package app

import (
	"slices"

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
	if g := a.game; g != nil && g.bout != nil && g.bout.play && a.going() && !g.state.Paused {
		a.send(g.speaker(), match.Pause{})
		p.paused = true
	}
	a.Open(p)
}

func (p *hallPage) Show() panel.Dialog {
	h := p.a.hall
	d := panel.Dialog{ID: "hall", Title: h.ev.Config().Name, Lines: []string{p.a.textState()}, Kind: panel.Wide, Cancel: "back"}
	d.Fields = append(d.Fields, panel.Field{ID: "view", Label: textView, Options: textViews(h.ev.Bracket() != nil), Chosen: p.view, Tabs: true})
	switch p.view {
	case viewRounds:
		if n := h.ev.Round(); n > 1 {
			d.Fields = append(d.Fields, panel.Field{ID: "round", Label: textRound, Options: textRounds(n), Chosen: p.shownRound(h) - 1})
		}
		d.Charts = h.roundCharts(p.a, p.shownRound(h))
	case viewTable:
		d.Charts = h.crossCharts(p.a)
	case viewStandings:
		d.Charts = h.standingCharts(p.a, p.player)
	case viewBoards:
		d.Charts = p.a.boardCharts()
	case viewBracket:
		d.Charts = h.bracketCharts(p.a)
	}
	d.Buttons = p.buttons(p.a)
	return d
}

func (p *hallPage) shownRound(h *hall) int {
	if p.round == 0 || p.round > h.ev.Round() {
		return h.ev.Round()
	}
	return p.round
}

// buttons are what can be done in the hall.
func (p *hallPage) buttons(a *App) []panel.Button {
	h := a.hall
	mine := len(h.mine()) > 0
	pair := h.ev.CanPair(a.opt.Clock.Now()) == nil
	var list []panel.Button
	switch h.ev.Phase() {
	case tournament.Entry:
		list = append(list, panel.Button{ID: "start", Label: textStartEvent, Primary: true})
	case tournament.Over:
		list = append(list, panel.Button{ID: "honours", Label: textHonours, Primary: true})
	case tournament.Paused:
		list = append(list, panel.Button{ID: "resume", Label: textGoOn, Primary: true})
	default:
		list = append(list,
			panel.Button{ID: "mine", Label: textPlayNext, Primary: mine, Disabled: !mine},
			panel.Button{ID: "pair", Label: textNextRound, Primary: pair && !mine, Disabled: !pair},
			panel.Button{ID: "auto", Label: textAuto, On: h.auto})
	}
	return append(list,
		panel.Button{ID: "direct", Label: textDirector, Disabled: h.ev.Phase() == tournament.Entry},
		panel.Button{ID: "gate", Label: textGate, On: h.gate != nil, Disabled: a.opt.Network == nil},
		panel.Button{ID: "export", Label: textExport},
		panel.Button{ID: "back", Label: textDone})
}

func (p *hallPage) Do(c panel.Command) {
	p.a.Touch()
	h := p.a.hall
	switch c.ID {
	case "view":
		p.view = min(max(c.Arg, 0), len(textViews(h.ev.Bracket() != nil))-1)
	case "round":
		p.round = min(max(c.Arg+1, 1), max(h.ev.Round(), 1))
	case "player":
		p.view, p.player = viewStandings, max(c.Arg, 0)
	case "game":
		p.a.openBout(seatOf(c.Arg))
	case "back":
		p.back(p.a)
	default:
		p.direct(p.a, c.ID)
	}
}

// direct carries out what concerns the whole event.
func (p *hallPage) direct(a *App, id string) {
	h := a.hall
	switch id {
	case "start":
		if a.happen(tournament.Start{}) {
			a.nextRound()
		}
	case "resume":
		a.happen(tournament.Resume{})
	case "pair":
		p.round = 0
		a.nextRound()
	case "auto":
		h.auto = !h.auto
		a.pump()
	case "mine":
		if mine := h.mine(); len(mine) > 0 {
			due := mine[0]
			a.askLeave(func(a *App) { a.playBout(due) })
		}
	case "honours":
		a.Open(honoursPage{a})
	case "direct":
		a.Open(newDirector(a, here{}))
	case "gate":
		a.Open(gatePage{a})
	case "export":
		a.export()
	}
}

// back goes to the board, or to the list of events where there is none.
func (p *hallPage) back(a *App) {
	a.CloseTop()
	if g := a.game; p.paused && g != nil && g.state.Paused && a.Depth() == 0 {
		a.pause()
	}
}

// openBout does with a game what can be done with it: replays it, watches it or
// plays it.
func (a *App) openBout(n seatNo) {
	h := a.hall
	p, err := h.ev.Pairing(n.pairing)
	if err != nil || n.leg >= len(p.Legs) {
		a.opt.Ear.Refuse()
		return
	}
	l := p.Legs[n.leg]
	due := tournament.Due{Pairing: p.ID, Leg: n.leg, Round: p.Round, Game: l}
	if g := a.game; g != nil && g.far != nil && h.gate != nil && g.far.club == h.gate.venue && g.far.id == h.open[n] {
		a.Clear()
		return
	}
	if g := a.game; g != nil && g.bout != nil && g.bout.play && !g.bout.scored && g.bout.due.Pairing == p.ID && g.bout.due.Leg == n.leg {
		a.Clear()
		if g.state.Paused {
			a.pause()
		}
		return
	}
	switch {
	case l.Verdict != "":
		a.askLeave(func(a *App) { a.replayBout(due) })
	case h.open[n] != "":
		a.askLeave(func(a *App) { a.joinBout(n) })
	case h.running[n] != nil:
		a.askLeave(func(a *App) {
			if l := a.hall.running[n]; l != nil {
				a.watchBout(l)
				return
			}
			a.replayBout(due)
		})
	case slices.ContainsFunc(h.mine(), func(d tournament.Due) bool { return d.Pairing == p.ID && d.Leg == n.leg }):
		a.askLeave(func(a *App) { a.playBout(due) })
	default:
		a.Refuse(textWaits)
	}
}
