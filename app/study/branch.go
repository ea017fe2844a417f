package study

import (
	"tafl3d/app/board"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/tree"
	"tafl3d/game/variant"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// branch is a game continued from a position of a study. Its moves are added to the study at once.
type branch struct {
	study   *tree.Study
	variant *variant.Variant
	from    *tree.Node
	last    *tree.Node // last move added
	name    string     // file name of the study
	failed  bool       // the rules of the study forbid a move because of its history
}

// Branching reports whether the game at the board continues a study.
func (r *Room) Branching() bool {
	return r.branch != nil && r.board.Game() != nil && r.board.Game().Setup.Branch
}

// TextBack is the label of the button that returns to the study.
const TextBack = "Back to the study"

// Play asks for an opponent to play on from the shown position.
func (r *Room) Play() {
	if r.table.Line().Judge().Over() {
		r.shell.Refuse("The game is over here")
		return
	}
	p := &playOn{r: r, level: r.client.Level(), side: r.table.Line().Turn()}
	if r.client.Level() == 0 {
		p.mode = twoPeople
	}
	r.shell.Open(p)
}

// Ways to play on, in the order of words.Modes.
const (
	againstComputer = iota
	twoPeople
	watch
)

// playOn asks who plays.
type playOn struct {
	r     *Room
	mode  int
	side  game.Side // of the human
	level int       // of the computer; 0: none
}

func (p *playOn) Show() panel.Dialog {
	r := p.r.board.Game().Variant.Rules
	d := panel.Dialog{ID: "play-on", Title: "Play on from here", Cancel: "close",
		Lines: []string{"Your moves become a variation of the study."},
		Fields: []panel.Field{{ID: "mode", Label: "Players", Options: words.Modes, Chosen: p.mode,
			Set: panel.Into(&p.mode), Disabled: p.level == 0}},
		Buttons: []panel.Button{{ID: "start", Label: "Start", Icon: "play", Primary: true,
			Press: func() { p.r.begin(p.setup()) }},
			{ID: "close", Label: words.Cancel, Icon: "cancel"}}}
	if p.mode == againstComputer {
		d.Fields = append(d.Fields, panel.Field{ID: "side", Label: words.YourSide, Chosen: int(p.side),
			Set:     panel.Into(&p.side),
			Options: []string{words.Side(r, game.Attackers), words.Side(r, game.Defenders)}})
	}
	if p.mode != twoPeople {
		d.Fields = append(d.Fields, panel.Field{ID: "level", Label: words.Level, Options: words.LevelNames(),
			Chosen: p.level - 1, Set: func(n int) { p.level = n + 1 }})
	}
	return d
}

// setup returns the setup of the game.
func (p *playOn) setup() board.Setup {
	start := p.r.table.Line().Setup()
	s := board.Setup{Variant: p.r.table.variant.ID, Start: &start, Branch: true}
	if p.r.table.Game().Own != "" {
		s.Own = p.r.table.variant
	}
	for side := range s.Levels {
		if p.mode == watch || p.mode == againstComputer && game.Side(side) != p.side {
			s.Levels[side] = p.level
		}
	}
	return s
}

// begin starts a game from the shown position.
func (r *Room) begin(s board.Setup) {
	d := r.table
	b := &branch{study: d.Study, variant: d.variant, from: d.Node(), last: d.Node(), name: d.name}
	if err := r.board.Start(s); err != nil {
		r.shell.Refuse(words.Error(err))
		return
	}
	r.branch = b
}

// Follow adds the moves of the game to the study and saves it.
func (r *Room) Follow() {
	b := r.branch
	if !r.Branching() || b.failed {
		return
	}
	err := b.study.Together(func() error {
		b.study.To(b.from)
		played := r.board.Game().State.Record
		for ply := 1; ply <= played.Ply(); ply++ {
			turn := played.Turn(ply)
			if _, err := b.study.Play(turn.Moves()); err != nil {
				b.failed = true
				break
			}
		}
		return nil
	})
	if b.last = b.study.Node(); err == nil {
		r.keep(b.study, &b.name)
	}
	if b.failed {
		r.shell.Say("From here on the game is not saved in the study: earlier moves there make this move illegal.",
			panel.Bad)
	}
}

// back returns to the study, at the last move played.
func (r *Room) back() {
	r.Follow()
	b := r.branch
	first := b.last
	for first != b.from && first.Parent() != b.from && first.Parent() != nil {
		first = first.Parent()
	}
	if level := max(r.board.Game().Setup.Levels[game.Attackers],
		r.board.Game().Setup.Levels[game.Defenders]); level > 0 &&
		first != b.from && first.Comment == "" && !first.OnMain() {
		b.study.Comment(first, tongue.Textf(textContinued, level))
	}
	d := newStudyTable(b.study.Game(), b.variant, r)
	d.Study = b.study
	d.To(b.last)
	r.sit(d)
}
