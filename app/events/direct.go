package events

import (
	"slices"
	"strings"

	"tafl3d/app/shell"
	"tafl3d/app/words"
	"tafl3d/panel"
	"tafl3d/tongue"
	"tafl3d/tournament"
	"tafl3d/tournament/tables"
)

// directorTarget executes decisions of the tournament director: in the local tournament, or at the host of a remote
// one.
type directorTarget interface {
	// event returns the current state; nil if unknown.
	event(a *Room) *Event
	// decide applies an event to the tournament, or shows why it cannot.
	decide(a *Room, e tournament.Event)
	// nameField returns the purpose of the name field.
	nameField() string
	// more lists further actions of this director.
	more(p *directorPage) []ruling
}

// ruling is an action of the director.
type ruling struct {
	id, label, does string
	on              bool
	run             func()
}

// directorPage offers the actions of the director.
type directorPage struct {
	a       *Room
	target  directorTarget
	games   []tables.Game // newest rounds first
	players []int         // players who have not withdrawn
	game    int
	player  int
	name    *shell.Entry
}

func newDirector(a *Room, c directorTarget) *directorPage {
	return &directorPage{a: a, target: c, name: shell.NewEntry("", longestEntrant)}
}

// look updates the games, unfinished first, and the players. The chosen game stays chosen.
func (p *directorPage) look(h *Event) {
	was := p.chosenGame()
	p.games, p.players = nil, nil
	for _, d := range h.State.Due() {
		p.games = append(p.games, tables.Game{Pairing: d.Pairing, Leg: d.Leg})
	}
	all := h.State.Pairings()
	for i := len(all) - 1; i >= 0; i-- {
		for leg := range all[i].Legs {
			if all[i].Legs[leg].Verdict != "" {
				p.games = append(p.games, tables.Game{Pairing: all[i].ID, Leg: leg})
			}
		}
	}
	for _, e := range h.State.Entrants() {
		if !e.Withdrawn {
			p.players = append(p.players, e.ID)
		}
	}
	if i := slices.Index(p.games, was); i >= 0 {
		p.game = i
	}
	p.game, p.player = min(p.game, max(len(p.games)-1, 0)), min(p.player, max(len(p.players)-1, 0))
}

// verdicts are the decisions on a game, in the order of their texts.
var verdicts = []struct {
	id      string
	verdict tournament.Verdict
}{{"attackers", tournament.Attackers}, {"defenders", tournament.Defenders}, {"drawn", tournament.Draw},
	{"neither", tournament.Neither}}

// rulings lists the available actions.
func (p *directorPage) rulings(a *Room, h *Event) (list []ruling) {
	decide := func(e tournament.Event) func() { return func() { p.target.decide(a, e) } }
	for i, v := range verdicts {
		list = append(list, ruling{v.id, textRulings[i], textRulingDoes[i], len(p.games) > 0, func() {
			n := p.games[p.game]
			p.ask(h, textRulings[i], tournament.Adjudicate{Pairing: n.Pairing, Leg: n.Leg, Verdict: v.verdict})
		}})
	}
	phase := h.State.Phase()
	over := phase == tournament.Over
	list = append(list,
		ruling{"forfeit", textForfeit, textForfeitDoes, len(h.State.Due()) > 0 && !over, func() {
			if n, player, ok := p.chosen(a, h); ok {
				p.ask(h, textForfeitOf(h.Name(player)),
					tournament.Forfeit{Pairing: n.Pairing, Leg: n.Leg, Player: player})
			}
		}},
		ruling{"withdraw", textWithdraw, textWithdrawDoes, len(p.players) > 0 && !over, func() {
			id := p.players[p.player]
			a.shell.Ask(textWithdrawAsk(h.Name(id)), textWithdrawLine, textWithdraw,
				decide(tournament.Withdraw{Player: id}))
		}})
	if phase == tournament.Paused {
		list = append(list, ruling{"resume", words.GoOn, textResumeDoes, true, decide(tournament.Resume{})})
	} else {
		list = append(list, ruling{"pause", textPauseEvent, textPauseDoes, phase == tournament.Running,
			decide(tournament.Pause{})})
	}
	list = append(list, ruling{"end", textEndEvent, textEndDoes, !over, func() {
		a.shell.Ask(textEndAsk, textEndLine, textEndEvent, decide(tournament.End{}))
	}})
	return append(list, p.target.more(p)...)
}

func (p *directorPage) Show() panel.Dialog {
	d := panel.Dialog{ID: "director", Title: textDirector, Cancel: "close", Lines: []string{textDirectorLine},
		Kind:    panel.Wide,
		Buttons: []panel.Button{{ID: "close", Label: words.Done, Primary: true}}}
	h := p.target.event(p.a)
	if h == nil {
		return d
	}
	p.look(h)
	if len(p.games) > 0 {
		d.Fields = append(d.Fields, panel.Field{ID: "bout", Label: textGame, Options: p.gameNames(h), Chosen: p.game,
			Set: panel.Into(&p.game)})
	}
	var names []string
	for _, id := range p.players {
		names = append(names, h.Name(id))
	}
	if len(names) > 0 {
		d.Fields = append(d.Fields, panel.Field{ID: "player", Label: textPlayer1Head, Options: names, Chosen: p.player,
			Set: panel.Into(&p.player)})
	}
	d.Fields = append(d.Fields, p.name.Field("name", p.target.nameField(), ""))
	t := &panel.Table{Marked: -1, Columns: []panel.Column{{Head: textActsHead, Width: 330}, {Head: textActsDo}}}
	for _, r := range p.rulings(p.a, h) {
		row := []panel.Cell{{Text: r.label, Strong: r.on}, {Text: r.does}}
		if r.on {
			do := panel.Action{ID: r.id, Run: func(int) { r.run() }}
			d.Actions = append(d.Actions, do)
			row[0].Do, row[1].Do = do.At(0), do.At(0)
		}
		t.Rows = append(t.Rows, row)
	}
	d.Charts = []panel.Chart{{Table: t}}
	return d
}

func (p *directorPage) gameNames(h *Event) (names []string) {
	for _, n := range p.games {
		one, err := h.State.Pairing(n.Pairing)
		if err != nil {
			continue
		}
		l := &one.Legs[n.Leg]
		names = append(names, textGameOf(one.Round, h.Names(l), tables.Result(l)))
	}
	return names
}

// chosenGame returns the selected game; its zero value if there is none.
func (p *directorPage) chosenGame() (n tables.Game) {
	if p.game < len(p.games) {
		n = p.games[p.game]
	}
	return n
}

// chosen returns the selected game, and the selected player if they take part in it.
func (p *directorPage) chosen(a *Room, h *Event) (n tables.Game, player int, ok bool) {
	if p.game >= len(p.games) || p.player >= len(p.players) {
		return n, 0, false
	}
	n, player = p.games[p.game], p.players[p.player]
	one, err := h.State.Pairing(n.Pairing)
	if err != nil || !slices.Contains(one.Players[:], player) {
		a.shell.Refuse(textNotInGame(h.Name(player)))
		return n, 0, false
	}
	return n, player, true
}

// ask asks for confirmation of a decision.
func (p *directorPage) ask(h *Event, ruling string, e tournament.Event) {
	line := tongue.Textf("%s. Your decision: %s.", p.gameNames(h)[p.game], tongue.Text(ruling))
	p.a.shell.Ask(textDecideAsk, line, textDecide, func() { p.target.decide(p.a, e) })
}

// here is the director of the local tournament.
type here struct{}

func (here) event(a *Room) *Event { return a.Event }

func (here) nameField() string { return textLateName }

func (here) decide(a *Room, e tournament.Event) {
	if _, ruled := e.(tournament.Adjudicate); a.Happen(e) && ruled {
		a.shell.Say(textRuled, panel.Good)
	}
}

func (here) more(p *directorPage) []ruling {
	a := p.a
	over := a.Event.State.Phase() == tournament.Over
	n := p.chosenGame()
	return []ruling{
		{"revoke", textRevoke, textRevokeDoes, a.Event.State.CanRevoke(n.Pairing, n.Leg) == nil, func() {
			if a.Happen(tournament.Revoke{Pairing: n.Pairing, Leg: n.Leg}) {
				a.shell.Say(textRevoked, panel.Good)
			}
		}},
		{"no-show", textNoShow, textNoShowDoes, len(a.Event.State.Due()) > 0, func() {
			if n, player, ok := p.chosen(a, a.Event); ok {
				p.ask(a.Event, textNoShowOf(a.Event.Name(player)),
					tournament.NoShow{Pairing: n.Pairing, Player: player})
			}
		}},
		{"enter", textLate, textLateDoes, !over, func() {
			if a.Happen(tournament.Enter{Name: strings.TrimSpace(p.name.String()), Kind: Person}) {
				a.shell.Say(textEntered(p.name.String()), panel.Good)
				p.name = shell.NewEntry("", longestEntrant)
			}
		}},
		{"shut", textShutEvent, textShutDoes, true, func() {
			a.shell.Clear()
			a.ShutEvent()
			a.shell.Open(a.host.Title())
		}},
	}
}
