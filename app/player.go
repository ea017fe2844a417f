package app

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"tafl3d/app/remote"
	"tafl3d/app/shell"
	"tafl3d/net/wire"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// ratingChange is a rating before a game and after it.
type ratingChange struct{ was, is int } // was is 0 before the first game in a pool

// changeBy finds what a game has changed in the history of ratings; it is not known
// where the game is not in it.
func changeBy(history map[string][]wire.Step, game string) (c ratingChange, known bool) {
	for _, steps := range history {
		i := slices.IndexFunc(steps, func(st wire.Step) bool { return st.Game == game })
		if i < 0 {
			continue
		}
		if i > 0 {
			c.was = steps[i-1].Points
		}
		c.is = steps[i].Points
		return c, true
	}
	return c, false
}

// Of players and accounts.
const (
	textPeople       = "Players"
	textAccount      = "Your account"
	textFindPlayer   = "Find a player"
	textShow         = "Show"
	textProfile      = "Your profile"
	textAddDevice    = "Add a device"
	textRecovery     = "Recovery codes"
	textRest         = "Take a vacation"
	textRestEnd      = "End the vacation"
	textRestNote     = "The clocks of correspondence games stand still"
	textDays         = "Days"
	textChallengeHim = "Challenge"
	textBlock        = "Block"
	textUnblock      = "Allow again"
	textReport       = "Report"
	textWhatHappened = "What happened"
	textReported     = "The operator of the service will read it"
	textBlocked      = "You two will not be paired or challenge each other"
	textUnblocked    = "You two may meet again"
	textNoRating     = "No rated game yet."
	textPairingLine  = "Type this code on your other device within ten minutes, where it signs in."
	textRecoveryLine = "Write these down and keep them safe: each lets you in once if you lose your device. Older ones end now."
	textDeviceCode   = "Code of another device"
	textDeviceNote   = "Only to join an account that you have already"
	textFormerGames  = "Last games"
	textHisGames     = "Games"
	textBrokenOff    = "broken off"
	textPastDraw     = "a draw"
	textGameHead     = "Game"
)

// restChoices are the lengths of a vacation in days.
var restChoices = []int{0, 3, 7, 14, 30}

func textRating(r wire.Rating) string {
	if r.Provisional {
		return tongue.Textf("%s: about %d, games: %d", r.Pool, r.Points, r.Games)
	}
	return tongue.Textf("%s: %d, games: %d", r.Pool, r.Points, r.Games)
}

func textChallenge(name string) string { return tongue.Textf("%s challenges you", tongue.Name(name)) }

func textRested(left int) string {
	return tongue.Textf("Days of vacation that are left this year: %d", left)
}

// peoplePage asks whose profile is shown.
type peoplePage struct {
	a    *App
	name *shell.Entry
}

func (p *peoplePage) Show() panel.Dialog {
	return panel.Dialog{ID: "people", Title: textPeople, Cancel: "close", Fields: []panel.Field{p.name.Field("name", textToName, "")}, Buttons: []panel.Button{
		{ID: "show", Label: textShow, Primary: true, Disabled: p.a.net.busy}, {ID: "close", Label: textDone},
	}}
}

// written implements writer.
func (p *peoplePage) Written(string) *shell.Entry { return p.name }

// wrote implements writer.
func (p *peoplePage) Wrote(string) {}

func (p *peoplePage) Do(c panel.Command) {
	if c.ID == "show" && p.name.String() != "" {
		p.a.openPlayer(p.name.String())
	}
}

// openPlayer asks the service for a profile and shows it.
func (a *App) openPlayer(name string) {
	s := a.net.service
	if s == nil {
		return
	}
	a.beyond(func(ctx context.Context) func() {
		p, err := wire.GetPlayer.Ask(ctx, s, wire.None{}, name)
		if err != nil {
			return a.failed(err)
		}
		return func() { a.Open(&playerPage{a: a, who: p}) }
	})
}

// playerPage is a profile: ratings, how they went, and the last games.
type playerPage struct {
	a       *App
	who     wire.Profile
	blocked bool
}

const (
	gamesShown = 6
	widePerson = 90 // of a column, in units
)

func (p *playerPage) Show() panel.Dialog {
	d := panel.Dialog{ID: "player", Title: p.who.Player.Called(), Cancel: "close", Charts: p.charts(p.a)}
	if len(p.who.Ratings) == 0 {
		d.Lines = []string{textNoRating}
	}
	if s := p.a.net.service; s != nil && s.Me().Name != p.who.Player.Name {
		block := textBlock
		if p.blocked {
			block = textUnblock
		}
		d.Buttons = []panel.Button{
			{ID: "challenge", Label: textChallengeHim, Icon: "play", Primary: true, Disabled: p.a.net.busy},
			{ID: "block", Label: block, Disabled: p.a.net.busy},
			{ID: "report", Label: textReport, Disabled: p.a.net.busy},
		}
	}
	d.Buttons = append(d.Buttons,
		panel.Button{ID: "games", Label: textHisGames, Icon: "review", Disabled: len(p.who.Games) == 0},
		panel.Button{ID: "close", Label: textDone, Icon: "close"})
	return d
}

func (p *playerPage) charts(a *App) (list []panel.Chart) {
	for _, r := range p.who.Ratings {
		var curve []float64
		for _, st := range p.who.History[r.Pool] {
			curve = append(curve, float64(st.Points))
		}
		list = append(list, panel.Chart{Head: textRating(r), Curve: curve})
	}
	if len(p.who.Games) > 0 {
		t := &panel.Table{Marked: -1, Columns: []panel.Column{{Head: textGameHead}, {Head: textAttackersHead, Width: widePerson}, {Head: textDefendersHead, Width: widePerson}, {Head: textResult, Width: widePerson}}}
		for i, g := range p.who.Games[:min(len(p.who.Games), gamesShown)] {
			var look panel.Command
			if g.Result != "" {
				look = panel.Command{ID: "game", Arg: i}
			}
			t.Rows = append(t.Rows, []panel.Cell{{Text: a.textGame(g.Variant), Do: look}, {Text: g.Attackers.Called(), Do: look}, {Text: g.Defenders.Called(), Do: look}, {Text: textPast(g), Do: look}})
		}
		list = append(list, panel.Chart{Head: textFormerGames, Table: t})
	}
	return list
}

// rows lists the last games, to go through one.
func (p *playerPage) rows(a *App) (rows []row) {
	for i, g := range p.who.Games {
		r := row{label: textBrief(a, g) + ", " + tongue.Text(textPast(g))}
		if g.Result != "" {
			r.run = func(a *App) { p.look(a, i) }
		}
		rows = append(rows, r)
	}
	return rows
}

// look goes to a game that is over. One that was broken off has no end to go to.
func (p *playerPage) look(a *App, i int) {
	if s := a.net.service; s != nil && i >= 0 && i < len(p.who.Games) && p.who.Games[i].Result != "" {
		a.goFar(s, p.who.Games[i].Game)
	}
}

func textPast(g wire.GameBrief) string {
	switch g.Result {
	case "":
		return textBrokenOff
	case "draw":
		return textPastDraw
	}
	return g.Result
}

func (p *playerPage) Do(c panel.Command) {
	switch c.ID {
	case "challenge":
		p.a.Open(&seekPage{a: p.a, newPage: farPage(p.a), to: toName, rated: true, name: shell.NewEntry(p.who.Player.Name, longestName)})
	case "game":
		p.look(p.a, c.Arg)
	case "games":
		p.a.Open(&listPage{a: p.a, id: "past", title: textFormerGames, rows: p.rows})
	case "block":
		p.block(p.a)
	case "report":
		p.a.Open(&reportPage{a: p.a, who: p.who.Player.Name, text: shell.NewEntry("", longestReport)})
	}
}

func (p *playerPage) block(a *App) {
	s, on := a.net.service, !p.blocked
	a.beyond(func(ctx context.Context) func() {
		if _, err := wire.PostBlocks.Ask(ctx, s, wire.Block{Name: p.who.Player.Name, Off: !on}); err != nil {
			return a.failed(err)
		}
		return func() {
			p.blocked = on
			a.Say([]string{textUnblocked, textBlocked}[bit(on)], panel.Plain)
		}
	})
}

// longestReport is how many letters a complaint may have.
const longestReport = 400

// reportPage asks what a complaint is about.
type reportPage struct {
	a    *App
	who  string
	text *shell.Entry
}

func (p *reportPage) Show() panel.Dialog {
	return panel.Dialog{ID: "report", Title: textReport, Lines: []string{p.who}, Cancel: "close", Fields: []panel.Field{p.text.Field("text", textWhatHappened, "")}, Buttons: []panel.Button{
		{ID: "send", Label: textReport, Primary: true, Disabled: p.a.net.busy}, {ID: "close", Label: textCancel},
	}}
}

// written implements writer.
func (p *reportPage) Written(string) *shell.Entry { return p.text }

// wrote implements writer.
func (p *reportPage) Wrote(string) {}

func (p *reportPage) Do(c panel.Command) {
	s := p.a.net.service
	if c.ID != "send" || s == nil || p.text.String() == "" {
		return
	}
	p.a.beyond(func(ctx context.Context) func() {
		if _, err := wire.PostReports.Ask(ctx, s, wire.Report{Name: p.who, Text: p.text.String()}); err != nil {
			return p.a.failed(err)
		}
		return func() {
			p.a.Shut("report")
			p.a.Say(textReported, panel.Good)
		}
	})
}

// accountPage is what one may do with one's own account.
type accountPage struct {
	a    *App
	days int
}

func (p *accountPage) Show() panel.Dialog {
	var days []string
	for _, n := range restChoices {
		days = append(days, fmt.Sprint(n))
	}
	rest := textRest
	if restChoices[p.days] == 0 {
		rest = textRestEnd
	}
	return panel.Dialog{ID: "account", Title: textAccount, Cancel: "close", Fields: []panel.Field{{ID: "days", Label: textDays, Options: days, Chosen: p.days, Note: textRestNote}}, Buttons: []panel.Button{
		{ID: "profile", Label: textProfile, Icon: "info", Primary: true, Disabled: p.a.net.busy},
		{ID: "device", Label: textAddDevice, Disabled: p.a.net.busy},
		{ID: "recovery", Label: textRecovery, Disabled: p.a.net.busy},
		{ID: "rest", Label: rest, Disabled: p.a.net.busy},
		{ID: "close", Label: textDone, Icon: "close"},
	}}
}

func (p *accountPage) Do(c panel.Command) {
	s := p.a.net.service
	if s == nil {
		return
	}
	switch c.ID {
	case "days":
		p.days = min(max(c.Arg, 0), len(restChoices)-1)
		p.a.Touch()
	case "profile":
		p.a.openPlayer(s.Me().Name)
	case "device", "recovery":
		p.a.openCodes(s, c.ID == "recovery")
	case "rest":
		p.a.beyond(func(ctx context.Context) func() {
			v, err := wire.PostVacation.Ask(ctx, s, wire.Rest{Days: restChoices[p.days]})
			if err != nil {
				return p.a.failed(err)
			}
			return func() { p.a.Say(textRested(v.Left), panel.Good) }
		})
	}
}

// openCodes has codes made and shows them.
func (a *App) openCodes(s remote.Service, recovery bool) {
	a.beyond(func(ctx context.Context) func() {
		route := wire.PostPairing
		if recovery {
			route = wire.PostRecovery
		}
		c, err := route.Ask(ctx, s, wire.None{})
		if err != nil {
			return a.failed(err)
		}
		return func() { a.Open(codesPage{a, c.Codes, recovery}) }
	})
}

// codesPage shows codes, which are told once.
type codesPage struct {
	a        *App
	codes    []string
	recovery bool
}

func (p codesPage) Show() panel.Dialog {
	d := panel.Dialog{ID: "codes", Title: textAddDevice, Lines: []string{textPairingLine}, Cancel: "close", Buttons: []panel.Button{{ID: "close", Label: textDone, Primary: true}}}
	if p.recovery {
		d.Title, d.Lines = textRecovery, []string{textRecoveryLine}
	}
	for i := 0; i < len(p.codes); i += 2 {
		d.Lines = append(d.Lines, strings.Join(p.codes[i:min(i+2, len(p.codes))], "   "))
	}
	return d
}

func (p codesPage) Do(panel.Command) {}

// challenged shows a challenge that has come in. Whoever plays a game with somebody
// else is told, and not disturbed.
func (a *App) challenged(by string) {
	g := a.game
	if g != nil && g.far != nil && a.going() && !g.setup.watched() || a.net.service == nil {
		a.Say(textChallenge(by), panel.Good)
		return
	}
	s := a.net.service
	a.Go(func() {
		l, err := wire.GetLobby.Ask(a.Ctx(), s, wire.None{})
		a.Later(func() {
			if a.net.service != s {
				return
			}
			for _, o := range l.Seeks {
				if err == nil && o.ForMe && o.By.Name == by {
					a.Shut("open-seek")
					a.Open(openSeekPage{a, o})
					return
				}
			}
			a.Say(textChallenge(by), panel.Good)
		})
	})
}
