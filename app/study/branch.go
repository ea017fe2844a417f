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

// branch is a game that is played on from a position of a study. Whatever is played in it
// goes into the study at once.
type branch struct {
	study   *tree.Study
	variant *variant.Variant
	from    *tree.Node
	last    *tree.Node // of what was played
	name    string     // of the study's file
	failed  bool       // the study's rules do not allow a turn, because of what came before
}

// Branching reports whether the game at the board is played on from a study.
func (r *Room) Branching() bool {
	return r.branch != nil && r.board.Game != nil && r.board.Game.Setup.Branch
}

// TextBack is the button that leads from such a game to its study.
const TextBack = "Back to the study"

// Play asks against whom the position that is shown is to be played on.
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

// The ways to play on, in the order of words.Modes.
const (
	againstComputer = iota
	twoPeople
	watch
)

// playOn asks who is to play.
type playOn struct {
	r     *Room
	mode  int
	side  game.Side // of the person
	level int       // of the computer; 0: there is none
}

func (p *playOn) Show() panel.Dialog {
	r := p.r.board.Game.Variant.Rules
	d := panel.Dialog{ID: "play-on", Title: "Play on from here", Cancel: "close",
		Lines: []string{"Your moves become a variation of the study."},
		Fields: []panel.Field{{ID: "mode", Label: "Players", Options: words.Modes, Chosen: p.mode,
			Disabled: p.level == 0}},
		Buttons: []panel.Button{{ID: "start", Label: "Start", Icon: "play", Primary: true},
			{ID: "close", Label: words.Cancel, Icon: "cancel"}}}
	if p.mode == againstComputer {
		d.Fields = append(d.Fields, panel.Field{ID: "side", Label: words.YourSide, Chosen: int(p.side),
			Options: []string{words.Side(r, game.Attackers), words.Side(r, game.Defenders)}})
	}
	if p.mode != twoPeople {
		d.Fields = append(d.Fields, panel.Field{ID: "level", Label: words.Level, Options: words.LevelNames(),
			Chosen: p.level - 1})
	}
	return d
}

func (p *playOn) Do(c panel.Command) {
	p.r.shell.Touch()
	switch c.ID {
	case "mode":
		p.mode = min(max(c.Arg, againstComputer), watch)
	case "side":
		p.side = game.Side(min(max(c.Arg, 0), game.Sides-1))
	case "level":
		p.level = min(max(c.Arg, 0), words.Levels-1) + 1
	case "start":
		p.r.begin(p.setup())
	}
}

// setup is the game that is wished.
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

// begin plays on from the position that is shown.
func (r *Room) begin(s board.Setup) {
	d := r.table
	b := &branch{study: d.Study, variant: d.variant, from: d.Node(), last: d.Node(), name: d.name}
	if err := r.board.Start(s); err != nil {
		r.shell.Refuse(words.Error(err))
		return
	}
	r.branch = b
}

// Follow takes what was played on from a study into it, and keeps it.
func (r *Room) Follow() {
	b := r.branch
	if !r.Branching() || b.failed {
		return
	}
	err := b.study.Together(func() error {
		b.study.To(b.from)
		played := r.board.Game.State.Record
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

// back studies on, at the end of what was played.
func (r *Room) back() {
	r.Follow()
	b := r.branch
	first := b.last
	for first != b.from && first.Parent() != b.from && first.Parent() != nil {
		first = first.Parent()
	}
	if level := max(r.board.Game.Setup.Levels[game.Attackers], r.board.Game.Setup.Levels[game.Defenders]); level > 0 &&
		first != b.from && first.Comment == "" && !first.OnMain() {
		b.study.Comment(first, tongue.Textf("Continued against level %d", level))
	}
	d := newStudyTable(b.study.Game(), b.variant, r)
	d.Study = b.study
	d.To(b.last)
	r.sit(d)
}
