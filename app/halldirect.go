package app

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"tafl3d/tournament"
	webpage "tafl3d/tournament/page"
)

// directorPage is where the director acts.
type directorPage struct {
	bouts   []seatNo // of the newest rounds first
	players []int    // who has not withdrawn
	bout    int
	player  int
	late    *entry
}

func newDirector(h *hall) *directorPage {
	p := &directorPage{late: newEntry("", longestEntrant)}
	p.look(h)
	return p
}

// look lists the games, those that are open first, and the players.
func (p *directorPage) look(h *hall) {
	p.bouts, p.players = nil, nil
	for _, d := range h.ev.Due() {
		p.bouts = append(p.bouts, seatNo{d.Pairing, d.Leg})
	}
	all := h.ev.Pairings()
	for i := len(all) - 1; i >= 0; i-- {
		for leg := range all[i].Legs {
			if all[i].Legs[leg].Verdict != "" {
				p.bouts = append(p.bouts, seatNo{all[i].ID, leg})
			}
		}
	}
	for _, e := range h.ev.Entrants() {
		if !e.Withdrawn {
			p.players = append(p.players, e.ID)
		}
	}
	p.bout, p.player = min(p.bout, max(len(p.bouts)-1, 0)), min(p.player, max(len(p.players)-1, 0))
}

// The rulings on a game, in the order of their buttons.
var rulings = []struct {
	id      string
	verdict tournament.Verdict
}{{"attackers", tournament.Attackers}, {"defenders", tournament.Defenders}, {"drawn", tournament.Draw}, {"neither", tournament.Neither}}

func (p *directorPage) show(a *App) Dialog {
	h := a.hall
	p.look(h)
	d := Dialog{ID: "director", Title: textDirector, Cancel: "close", Lines: []string{textDirectorLine}, Wide: true}
	if len(p.bouts) > 0 {
		d.Fields = append(d.Fields, Field{ID: "bout", Label: textGame, Options: p.boutNames(h), Chosen: p.bout})
	}
	var names []string
	for _, id := range p.players {
		names = append(names, h.name(id))
	}
	if len(names) > 0 {
		d.Fields = append(d.Fields, Field{ID: "player", Label: textPlayer1Head, Options: names, Chosen: p.player})
	}
	d.Fields = append(d.Fields, p.late.field("late", textLateName, ""))
	t := &Table{Marked: -1, Columns: []Column{{Head: textActsHead, Width: 330}, {Head: textActsDo}}}
	add := func(label, does, id string, on bool) {
		row := []Cell{{Text: label, Strong: on}, {Text: does}}
		if on {
			row[0].Do, row[1].Do = Command{ID: id}, Command{ID: id}
		}
		t.Rows = append(t.Rows, row)
	}
	over := h.ev.Phase() == tournament.Over
	for i, r := range rulings {
		add(textRulings[i], textRulingDoes[i], r.id, len(p.bouts) > 0)
	}
	add(textNoShow, textNoShowDoes, "no-show", len(h.ev.Due()) > 0)
	add(textWithdraw, textWithdrawDoes, "withdraw", len(names) > 0 && !over)
	add(textLate, textLateDoes, "enter", !over)
	add(textPauseEvent, textPauseDoes, "pause", h.ev.Phase() == tournament.Running)
	add(textEndEvent, textEndDoes, "end", !over)
	add(textShutEvent, textShutDoes, "shut", true)
	d.Charts = []Chart{{Table: t}}
	d.Buttons = []Button{{ID: "close", Label: textDone, Primary: true}}
	return d
}

func (p *directorPage) boutNames(h *hall) (names []string) {
	for _, n := range p.bouts {
		one, err := h.ev.Pairing(n.pairing)
		if err != nil {
			continue
		}
		l := &one.Legs[n.leg]
		names = append(names, textBout(one.Round, h.names(l), textScore(l)))
	}
	return names
}

// written implements writer.
func (p *directorPage) written(string) *entry { return p.late }

// wrote implements writer.
func (p *directorPage) wrote(string) {}

func (p *directorPage) do(a *App, c Command) {
	a.touch()
	switch c.ID {
	case "bout":
		p.bout = min(max(c.Arg, 0), len(p.bouts)-1)
	case "player":
		p.player = min(max(c.Arg, 0), len(p.players)-1)
	case "enter":
		p.enterLate(a)
	case "pause":
		a.happen(tournament.Pause{})
	case "end":
		a.open(confirmPage{textEndAsk, textEndLine, textEndEvent, func(a *App) { a.happen(tournament.End{}) }})
	case "shut":
		a.pages = nil
		a.shutHall()
		a.open(titlePage{})
	case "withdraw":
		id := p.players[p.player]
		a.open(confirmPage{textWithdrawAsk(a.hall.name(id)), textWithdrawLine, textWithdraw, func(a *App) { a.happen(tournament.Withdraw{Player: id}) }})
	case "no-show":
		p.noShow(a)
	default:
		p.rule(a, c.ID)
	}
}

// rule gives the director's word on the chosen game.
func (p *directorPage) rule(a *App, id string) {
	for _, r := range rulings {
		if r.id == id && p.bout < len(p.bouts) {
			n := p.bouts[p.bout]
			if a.happen(tournament.Adjudicate{Pairing: n.pairing, Leg: n.leg, Verdict: r.verdict}) {
				a.say(textRuled, Good)
			}
			return
		}
	}
}

// noShow forfeits the chosen game for the chosen player.
func (p *directorPage) noShow(a *App) {
	if p.bout >= len(p.bouts) || p.player >= len(p.players) {
		return
	}
	a.happen(tournament.NoShow{Pairing: p.bouts[p.bout].pairing, Player: p.players[p.player]})
}

// enterLate enters a person after the start.
func (p *directorPage) enterLate(a *App) {
	if a.happen(tournament.Enter{Name: strings.TrimSpace(p.late.String()), Kind: kindPerson}) {
		a.say(textEntered(p.late.String()), Good)
		p.late = newEntry("", longestEntrant)
	}
}

// honoursPage is the end of an event.
type honoursPage struct{}

func (honoursPage) show(a *App) Dialog {
	h := a.hall
	d := Dialog{ID: "honours", Title: textHonoursOf(h.ev.Config().Name), Cancel: "close", Buttons: []Button{{ID: "close", Label: textDone, Primary: true}, {ID: "export", Label: textExport}}}
	t := &Table{Marked: 0, Columns: []Column{{Head: textHonour, Width: 210}, {Head: textName}, {Head: textFor, Width: 170}}}
	for _, w := range h.honoured() {
		t.Rows = append(t.Rows, []Cell{{Text: w.what}, {Text: w.who, Strong: true}, {Text: w.why}})
	}
	d.Charts = []Chart{{Table: t}}
	return d
}

func (honoursPage) do(a *App, c Command) {
	if c.ID == "export" {
		a.export()
	}
}

// award is an honour.
type award struct{ what, who, why string }

// honoured lists the awards: the first three, the best of each side, and the
// shortest win.
func (h *hall) honoured() []award {
	var list []award
	rows := h.ev.Standings()
	for _, r := range rows {
		if r.Rank <= len(textPlaces) && r.Games > 0 {
			list = append(list, award{textPlaces[r.Rank-1], r.Name, textPointsOf(r.Points)})
		}
	}
	for side, what := range textBestSides {
		best, wins := "", 0
		for _, r := range rows {
			if n := r.Sides[side].Wins; n > wins {
				best, wins = r.Name, n
			}
		}
		if wins > 0 {
			list = append(list, award{what, best, textWinsOf(wins)})
		}
	}
	quick, plies := "", 0
	for _, p := range h.ev.Pairings() {
		for i := range p.Legs {
			if l := &p.Legs[i]; l.Winner() > 0 && !l.Forfeit && l.Plies > 0 && (plies == 0 || l.Plies < plies) {
				quick, plies = h.name(l.Winner()), l.Plies
			}
		}
	}
	if plies > 0 {
		list = append(list, award{textQuickest, quick, textMoves(plies)})
	}
	return list
}

// exportFolder is where the files for others are, in the folder of the event.
const exportFolder = "share"

// export writes the table, the page and a picture of the final table, and says
// where they are. The games are in the event's folder already.
func (a *App) export() {
	h := a.hall
	files := map[string][]byte{}
	var faults []error
	write := func(name string, make func(w io.Writer) error) {
		var b bytes.Buffer
		faults = append(faults, make(&b))
		files[name] = b.Bytes()
	}
	cross := h.ev.CrossTable()
	write("table.csv", cross.WriteCSV)
	write("table.json", func(w io.Writer) error {
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		return enc.Encode(cross)
	})
	write("event.html", func(w io.Writer) error { return webpage.Write(w, h.ev) })
	if err := errors.Join(faults...); err != nil {
		a.refuse(textError(err))
		return
	}
	picture := a.finalTable()
	events, draw, id := a.opt.Hall.Events, a.opt.Hall.Picture, h.id
	h.workers.Go(func() {
		err := share(events, id, files, picture, draw)
		a.report(h.ctx, func() { a.shared(id, err) })
	})
}

// share writes the files.
func share(events Events, id string, files map[string][]byte, picture *Dialog, draw func(*Dialog) ([]byte, error)) error {
	var faults []error
	if draw != nil {
		data, err := draw(picture)
		if err == nil {
			files["table.png"] = data
		}
		faults = append(faults, err)
	}
	for name, data := range files {
		if err := events.Save(path.Join(id, exportFolder, name), data); err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", name, err))
		}
	}
	return errors.Join(faults...)
}

// shared says where the files are.
func (a *App) shared(id string, err error) {
	if err != nil {
		a.refuse(textError(err))
		return
	}
	a.say(textShared(a.opt.Hall.Events.Where(path.Join(id, exportFolder))), Good)
}

// finalTable is what the picture shows.
func (a *App) finalTable() *Dialog {
	charts := a.hall.crossCharts()
	if a.hall.ev.Bracket() != nil {
		charts = append(a.hall.bracketCharts(), charts...)
	}
	for i := range charts {
		if t := charts[i].Table; t != nil {
			t.Marked = -1
		}
	}
	return &Dialog{ID: "final", Title: a.hall.ev.Config().Name, Lines: []string{a.textState()}, Charts: charts, Wide: true}
}
