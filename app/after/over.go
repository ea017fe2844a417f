package after

import (
	"tafl3d/app/board"
	"tafl3d/app/study"
	"tafl3d/app/words"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// Announce shows the result of the game at the board.
func (r *PostGame) Announce() { r.shell.Open(&overPage{r: r, advice: r.advise()}) }

// overPage shows the result of a game.
type overPage struct {
	r      *PostGame
	advice advice
}

func (p *overPage) Show() panel.Dialog {
	g := p.r.board.Game()
	o := g.State.Outcome
	d := panel.Dialog{ID: "over", Kind: panel.Over, Title: board.TextOutcome(g, o), Cancel: "close",
		Lines: []string{tongue.Text(board.TextCause(g, o)) + " " + words.Length(g.State.Record.Ply())}}
	if p.r.study.Branching() {
		d.Buttons = append(d.Buttons, panel.Button{ID: "study", Label: study.TextBack, Icon: "study", Primary: true})
	}
	d.Buttons = append(d.Buttons, panel.Button{ID: "again", Label: "Play again", Icon: "again",
		Primary: len(d.Buttons) == 0})
	if g.Setup.Levels[0] != g.Setup.Levels[1] || g.Setup.Who[0] != g.Setup.Who[1] {
		d.Buttons = append(d.Buttons, panel.Button{ID: "swap", Label: "Swap sides", Icon: "flip"})
	}
	if p.advice.level > 0 {
		d.Lines = append(d.Lines, p.advice.lines()...)
		if p.advice.to > 0 {
			d.Buttons = append(d.Buttons, panel.Button{ID: "level",
				Label: tongue.UpperFirst(words.LevelName(p.advice.to)), Icon: p.advice.icon()})
		}
	}
	d.Buttons = append(d.Buttons,
		panel.Button{ID: "new", Label: words.New, Icon: "new"},
		panel.Button{ID: "through", Label: TextThrough, Icon: "play"},
		panel.Button{ID: "review", Label: words.ReviewGame, Icon: "review"},
		panel.Button{ID: "share", Label: TextKeep, Icon: "save"},
		panel.Button{ID: "title", Label: words.Title, Icon: "title"})
	return d
}

func (p *overPage) Do(c panel.Command) {
	s := p.r.board.Game().Setup
	switch c.ID {
	case "study":
		p.r.study.OpenHere()
	case "again":
		p.r.client.Again(s)
	case "swap":
		s.Levels[0], s.Levels[1] = s.Levels[1], s.Levels[0]
		s.Who[0], s.Who[1] = s.Who[1], s.Who[0]
		p.r.client.Again(s)
	case "level":
		if side, ok := s.Alone(); ok && p.advice.to > 0 {
			s.Levels[side.Other()] = p.advice.to
			p.r.client.Again(s)
		}
	case "through":
		p.r.Through()
	case "review":
		p.r.shell.CloseTop()
		p.r.study.ReviewBoard()
	case "share":
		p.r.OpenShare()
	case "new":
		p.r.client.New()
	case "title":
		p.r.client.Title()
	}
}
