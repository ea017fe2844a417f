package online

import (
	"context"
	"fmt"
	"strings"

	"tafl3d/app/remote"
	"tafl3d/app/shell"
	"tafl3d/net/wire"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// Texts of players and accounts.
const (
	textPeople      = "Players"
	textAccount     = "Your account"
	textFindPlayer  = "Find a player"
	textAddDevice   = "Add device"
	textRecovery    = "Recovery codes"
	textReport      = "Report"
	textBlocked     = "You will not be paired, and cannot challenge each other"
	textUnblocked   = "You can play each other again"
	textFormerGames = "Recent games"
)

// restChoices are the durations of a vacation in days.
var restChoices = []int{0, 3, 7, 14, 30}

func textRating(room *Room, r wire.Rating) string {
	pool := tongue.Name(room.Pool(r.Pool))
	if r.Provisional {
		return tongue.Textf("%s: about %d, games: %d", pool, r.Points, r.Games)
	}
	return tongue.Textf("%s: %d, games: %d", pool, r.Points, r.Games)
}

// Pool returns the name of a rating pool: a family of games and a speed.
func (r *Room) Pool(pool string) string {
	family, speed, both := strings.Cut(pool, " ")
	if !both || textSpeeds[speed] == "" {
		return pool
	}
	return r.opt.Words.Families([]string{family})[0] + ", " + tongue.Text(textSpeeds[speed])
}

// ratingCharts returns the ratings of a player and their history.
func ratingCharts(room *Room, who wire.Profile) (list []panel.Chart) {
	for _, r := range who.Ratings {
		var curve []float64
		for _, st := range who.History[r.Pool] {
			curve = append(curve, float64(st.Points))
		}
		list = append(list, panel.Chart{Head: textRating(room, r), Curve: curve})
	}
	return list
}

func textChallenge(name string) string { return tongue.Textf("%s challenges you", tongue.Name(name)) }

func textRested(left int) string {
	return tongue.Textf("Vacation days left this year: %d", left)
}

// openPlayer loads and shows a profile.
func (r *Room) openPlayer(name string) {
	s := r.service
	if s == nil {
		return
	}
	r.Beyond(func(ctx context.Context) func() {
		p, err := wire.GetPlayer.Ask(ctx, s, wire.None{}, name)
		if err != nil {
			return r.Failed(err)
		}
		return func() { r.shell.Open(&playerPage{r: r, who: p}) }
	})
}

// playerPage shows a profile: ratings with their history, and the latest games.
type playerPage struct {
	r       *Room
	who     wire.Profile
	blocked bool
}

const (
	gamesShown = 6
	widePerson = 90 // of a column, in units
)

func (p *playerPage) Show() panel.Dialog {
	d := panel.Dialog{ID: "player", Kind: panel.Question, Title: p.who.Player.Called(), Cancel: "close",
		Charts:  p.charts(p.r),
		Actions: []panel.Action{p.looking()}}
	if len(p.who.Ratings) == 0 {
		d.Lines = []string{"No rated games yet."}
	}
	if s := p.r.service; s != nil && s.Me().Name != p.who.Player.Name {
		block := "Block"
		if p.blocked {
			block = "Unblock"
		}
		d.Buttons = []panel.Button{
			{ID: "challenge", Label: "Challenge", Icon: "play", Primary: true, Press: p.challenge, Disabled: p.r.busy},
			{ID: "block", Label: block, Press: func() { p.block(p.r) }, Disabled: p.r.busy},
			{ID: "report", Label: textReport, Disabled: p.r.busy, Press: func() {
				p.r.shell.Open(&reportPage{r: p.r, who: p.who.Player.Name, text: shell.NewEntry("", longestReport)})
			}},
		}
	}
	d.Buttons = append(d.Buttons,
		panel.Button{ID: "games", Label: "Games", Icon: "review", Disabled: len(p.who.Games) == 0, Press: func() {
			p.r.shell.Open(&listPage{r: p.r, id: "past", title: textFormerGames, rows: p.rows})
		}},
		panel.Button{ID: "close", Label: textDone, Icon: "close"})
	return d
}

// looking is the action that opens a finished game.
func (p *playerPage) looking() panel.Action {
	return panel.Action{ID: "game", Run: func(i int) { p.look(p.r, i) }}
}

// challenge opens the page for a challenge to the player.
func (p *playerPage) challenge() {
	t := p.r.opt.Client.Settings().terms()
	t.to = toName
	p.r.shell.Open(&seekPage{r: p.r, Choice: p.r.opt.Client.Choice(true), terms: t,
		name: shell.NewEntry(p.who.Player.Name, longestName)})
}

func (p *playerPage) charts(r *Room) (list []panel.Chart) {
	list = ratingCharts(r, p.who)
	if len(p.who.Games) > 0 {
		t := &panel.Table{Marked: -1, Columns: []panel.Column{{Head: "Game"}, {Head: "Attackers", Width: widePerson},
			{Head: "Defenders", Width: widePerson}, {Head: "Result", Width: widePerson}}}
		for i, g := range p.who.Games[:min(len(p.who.Games), gamesShown)] {
			var look panel.Command
			if g.Result != "" {
				look = p.looking().At(i)
			}
			t.Rows = append(t.Rows, []panel.Cell{{Text: r.opt.Words.Game(g.Variant), Do: look},
				{Text: g.Attackers.Called(), Do: look}, {Text: g.Defenders.Called(), Do: look},
				{Text: textPast(g), Do: look}})
		}
		list = append(list, panel.Chart{Head: textFormerGames, Table: t})
	}
	return list
}

// rows lists the latest games.
func (p *playerPage) rows(r *Room) (rows []row) {
	for i, g := range p.who.Games {
		r := row{label: textBrief(r, g) + ", " + tongue.Text(textPast(g))}
		if g.Result != "" {
			r.run = func(r *Room) { p.look(r, i) }
		}
		rows = append(rows, r)
	}
	return rows
}

// look opens a finished game. Aborted games cannot be opened.
func (p *playerPage) look(r *Room, i int) {
	if s := r.service; s != nil && i >= 0 && i < len(p.who.Games) && p.who.Games[i].Result != "" {
		r.opt.Games.GoTo(s, p.who.Games[i].Game)
	}
}

func textPast(g wire.GameBrief) string {
	switch g.Result {
	case "":
		return "aborted"
	case "draw":
		return "a draw"
	}
	return g.Result
}

func (p *playerPage) block(r *Room) {
	s, on := r.service, !p.blocked
	r.Beyond(func(ctx context.Context) func() {
		if _, err := wire.PostBlocks.Ask(ctx, s, wire.Block{Name: p.who.Player.Name, Off: !on}); err != nil {
			return r.Failed(err)
		}
		return func() {
			p.blocked = on
			r.shell.Say([]string{textUnblocked, textBlocked}[bit(on)], panel.Plain)
		}
	})
}

// longestReport is the largest length of a report in letters.
const longestReport = 400

// reportPage asks for the reason of a report.
type reportPage struct {
	r    *Room
	who  string
	text *shell.Entry
}

func (p *reportPage) Show() panel.Dialog {
	return panel.Dialog{ID: "report", Title: textReport, Lines: []string{p.who}, Cancel: "close",
		Fields: []panel.Field{p.text.Field("text", "What happened?", "")}, Buttons: []panel.Button{
			{ID: "send", Label: textReport, Primary: true, Press: p.r.atService(p.send), Disabled: p.r.busy},
			{ID: "close", Label: textCancel},
		}}
}

// send sends the report.
func (p *reportPage) send(s remote.Service) {
	if p.text.String() == "" {
		return
	}
	p.r.Beyond(func(ctx context.Context) func() {
		if _, err := wire.PostReports.Ask(ctx, s, wire.Report{Name: p.who, Text: p.text.String()}); err != nil {
			return p.r.Failed(err)
		}
		return func() {
			p.r.shell.Shut("report")
			p.r.shell.Say("Report sent. The operator will read it", panel.Good)
		}
	})
}

// accountPage manages our account.
type accountPage struct {
	r    *Room
	days int
}

func (p *accountPage) Show() panel.Dialog {
	var days []string
	for _, n := range restChoices {
		days = append(days, fmt.Sprint(n))
	}
	rest := "Start vacation"
	if restChoices[p.days] == 0 {
		rest = "End vacation"
	}
	return panel.Dialog{ID: "account", Kind: panel.List, Width: panel.FormWidth, Title: textAccount, Cancel: "close",
		Fields: []panel.Field{{ID: "days", Label: "Vacation days", Options: days, Chosen: p.days,
			Set:  panel.Into(&p.days),
			Note: "Pauses the clocks of your correspondence games"}}, Buttons: []panel.Button{
			{ID: "profile", Label: "Your profile", Icon: "info", Primary: true, Disabled: p.r.busy,
				Press: p.r.atService(func(s remote.Service) { p.r.openPlayer(s.Me().Name) })},
			{ID: "device", Label: textAddDevice, Icon: "new", Disabled: p.r.busy,
				Press: p.r.atService(func(s remote.Service) { p.r.openCodes(s, false) })},
			{ID: "recovery", Label: textRecovery, Icon: "save", Disabled: p.r.busy,
				Press: p.r.atService(func(s remote.Service) { p.r.openCodes(s, true) })},
			{ID: "rest", Label: rest, Icon: "pause", Press: p.r.atService(p.rest), Disabled: p.r.busy},
			{ID: "link", Label: "Copy service link", Icon: "open", Disabled: p.r.opt.Copy == nil,
				Press: p.r.atService(func(s remote.Service) {
					p.r.opt.Copy(s.Address() + "/")
					p.r.shell.Say(textCopied, panel.Good)
				})},
			{ID: "out", Label: "Sign out", Icon: "quit", Disabled: p.r.busy,
				Press: p.r.atService(func(remote.Service) {
					p.r.shell.CloseTop()
					p.r.shell.Shut("lobby")
					p.r.signOut()
				})},
			{ID: "close", Label: textDone, Icon: "close"},
		}}
}

// rest starts or ends a vacation.
func (p *accountPage) rest(s remote.Service) {
	p.r.Beyond(func(ctx context.Context) func() {
		v, err := wire.PostVacation.Ask(ctx, s, wire.Rest{Days: restChoices[p.days]})
		if err != nil {
			return p.r.Failed(err)
		}
		return func() { p.r.shell.Say(textRested(v.Left), panel.Good) }
	})
}

// openCodes requests and shows codes.
func (r *Room) openCodes(s remote.Service, recovery bool) {
	r.Beyond(func(ctx context.Context) func() {
		route := wire.PostPairing
		if recovery {
			route = wire.PostRecovery
		}
		c, err := route.Ask(ctx, s, wire.None{})
		if err != nil {
			return r.Failed(err)
		}
		return func() { r.shell.Open(codesPage{r, c.Codes, recovery}) }
	})
}

// codesPage shows codes, which are shown only once.
type codesPage struct {
	r        *Room
	codes    []string
	recovery bool
}

func (p codesPage) Show() panel.Dialog {
	d := panel.Dialog{ID: "codes", Kind: panel.Question, Title: textAddDevice,
		Lines: []string{"Enter this code on your other device within ten minutes to sign in."}, Cancel: "close",
		Buttons: []panel.Button{{ID: "close", Label: textDone, Primary: true}}}
	if p.recovery {
		d.Title, d.Lines = textRecovery, []string{"Write these down and keep them safe. Each signs you in once if " +
			"you lose your device. Older codes no longer work."}
	}
	for i := 0; i < len(p.codes); i += 2 {
		d.Lines = append(d.Lines, strings.Join(p.codes[i:min(i+2, len(p.codes))], "   "))
	}
	return d
}

// Challenged shows an incoming challenge. Players in a network game get a notice instead.
func (r *Room) Challenged(by string) {
	if r.opt.Games.Plays() || r.service == nil {
		r.shell.Say(textChallenge(by), panel.Good)
		return
	}
	s := r.service
	r.shell.Go(func() {
		l, err := wire.GetLobby.Ask(r.shell.Ctx(), s, wire.None{})
		r.shell.Later(func() {
			if r.service != s {
				return
			}
			for _, o := range l.Seeks {
				if err == nil && o.ForMe && o.By.Name == by {
					r.shell.Shut("open-seek")
					r.shell.Open(&openSeekPage{r: r, seek: o})
					return
				}
			}
			r.shell.Say(textChallenge(by), panel.Good)
		})
	})
}
