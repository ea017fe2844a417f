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
	s := g.Setup
	again := func() { p.r.client.Again(s) }
	o := g.State.Outcome
	d := panel.Dialog{ID: "over", Kind: panel.Over, Title: board.TextOutcome(g, o), Cancel: "close",
		Lines: []string{tongue.Text(board.TextCause(g, o)) + " " + words.Length(g.State.Record.Ply())}}
	if p.r.study.Branching() {
		d.Buttons = append(d.Buttons, panel.Button{ID: "study", Label: study.TextBack, Icon: "study", Primary: true,
			Press: p.r.study.OpenHere})
	}
	d.Buttons = append(d.Buttons, panel.Button{ID: "again", Label: "Play again", Icon: "again", Press: again,
		Primary: len(d.Buttons) == 0})
	if s.Levels[0] != s.Levels[1] || s.Who[0] != s.Who[1] {
		d.Buttons = append(d.Buttons, panel.Button{ID: "swap", Label: "Swap sides", Icon: "flip", Press: func() {
			s.Levels[0], s.Levels[1] = s.Levels[1], s.Levels[0]
			s.Who[0], s.Who[1] = s.Who[1], s.Who[0]
			again()
		}})
	}
	if p.advice.level > 0 {
		d.Lines = append(d.Lines, p.advice.lines()...)
		if p.advice.to > 0 {
			d.Buttons = append(d.Buttons, panel.Button{ID: "level",
				Label: tongue.UpperFirst(words.LevelName(p.advice.to)), Icon: p.advice.icon(), Press: func() {
					if side, ok := s.Alone(); ok {
						s.Levels[side.Other()] = p.advice.to
						again()
					}
				}})
		}
	}
	d.Buttons = append(d.Buttons,
		panel.Button{ID: "new", Label: words.New, Icon: "new", Press: p.r.client.New},
		panel.Button{ID: "through", Label: TextThrough, Icon: "play", Press: p.r.Through},
		panel.Button{ID: "review", Label: words.ReviewGame, Icon: "review", Press: func() {
			p.r.shell.CloseTop()
			p.r.study.ReviewBoard()
		}},
		panel.Button{ID: "share", Label: TextKeep, Icon: "save", Press: p.r.OpenShare},
		panel.Button{ID: "title", Label: words.Title, Icon: "title", Press: p.r.client.Title})
	return d
}
