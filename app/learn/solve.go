package learn

import (
	"slices"
	"strings"

	"tafl3d/app/shell"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/exercise"
	"tafl3d/game/record"
	"tafl3d/game/tree"
	"tafl3d/game/variant"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// solve shows an exercise next to the board.
type solve struct {
	trial
	r       *Trainer
	x       *exercise.Exercise
	next    func(after *exercise.Exercise) *exercise.Exercise // returns the next exercise; nil: none
	shared  bool                                              // not of the collection: it is not counted
	game    *variant.Variant
	at      *exercise.Attempt
	helped  bool // a hint to this move was given
	settled bool // the result is recorded
	solved  bool // at the first attempt, without help
	over    bool // the solution is complete
	shown   bool // the solution was shown
	was     float64
	remarks []string // comments of the record on the last moves
	clue    string   // a hint of the record, when the player asked for it
}

// open shows an exercise, or the end if there is none.
func (p *solve) open(x *exercise.Exercise) {
	if x == nil {
		p.r.shell.Say("All done.", panel.Good)
		if p.r.shell.Front() == shell.Page(p) {
			p.r.shell.CloseTop()
		}
		return
	}
	v := p.r.variant(x.Game)
	if v == nil {
		return
	}
	p.trial = trial{r: p.r, played: p.try}
	p.x, p.game, p.settled, p.solved, p.was = x, v, p.shared, false, p.r.results().Rating.Points
	if p.r.shell.Front() != shell.Page(p) {
		p.at = x.Begin()
		p.trial.line = p.at.Line()
		p.r.begin(p)
	}
	p.again()
	p.r.shell.Focus(shell.OnBoard)
}

// again restarts the exercise. The recorded result stays.
func (p *solve) again() {
	p.at, p.over, p.shown, p.helped, p.still = p.x.Begin(), false, false, false, false
	p.remark(p.at.Node())
	p.stand(p.game, p.at.Line())
}

// try handles a move of the player.
func (p *solve) try(turn []game.Move) {
	turn = slices.Clone(turn)
	known := p.at.Known(turn)
	answer, reply := p.at.Play(turn)
	if p.remark(known); answer == exercise.Wrong {
		p.settle(false)
		p.refute(p)
		p.r.shell.Refuse(textWrong(p.x))
		return
	}
	p.helped = false
	p.show(reply)
	if reply != nil {
		p.remark(known, p.at.Node())
	}
	if answer == exercise.Right {
		p.put(p.at.Line())
		return
	}
	p.end()
	p.r.board.Voice.Say(tongue.Text(textSolved))
}

// remark shows the comments of a puzzle on the last moves. nil is a move without comments.
func (p *solve) remark(nodes ...*tree.Node) {
	p.remarks, p.clue = nil, ""
	for _, n := range nodes {
		if n != nil && p.x.Puzzle && exercise.Remark(n) != "" {
			p.remarks = append(p.remarks, exercise.Remark(n))
		}
	}
}

// end shows the end of the exercise.
func (p *solve) end() {
	p.settle(true)
	p.over, p.still, p.selected, p.hint = true, true, game.NoSquare, none
	p.r.shell.Focus(shell.OnBoard) // Enter continues there
}

// settle records the result once.
func (p *solve) settle(solved bool) {
	if p.settled {
		return
	}
	p.settled, p.solved = true, solved
	m := p.r.results()
	m.count(p.x, solved, p.r.client.Now())
	p.r.keep()
}

// help gives a hint. The exercise then counts as failed.
func (p *solve) help() {
	turn := p.at.Hint()
	if turn == nil || p.over || p.helped {
		return
	}
	p.settle(false)
	p.helped = true
	if p.clue = p.at.Clue(); p.x.Puzzle && p.clue != "" {
		p.r.shell.Touch()
		return
	}
	p.point(turn)
}

// price returns the cost of a hint, shown before it is given.
func (p *solve) price() string {
	if p.settled {
		return ""
	}
	m := p.r.results()
	if m.Seen[p.x.ID] != nil {
		return tongue.Text("Using a hint or the solution counts as failed.")
	}
	rated := *m
	rated.Curve = nil
	rated.rate(p.x, false)
	points := int(m.Rating.Points+0.5) - int(rated.Rating.Points+0.5)
	return tongue.Textf("Using a hint or the solution counts as failed and costs %d rating points.", points)
}

// reveal plays the rest of the solution.
func (p *solve) reveal() {
	if p.over {
		return
	}
	p.settle(false)
	p.shown = true
	if len(p.steps) > 0 {
		p.back()
	}
	for answer := exercise.Right; answer == exercise.Right; {
		turn := p.at.Hint()
		var reply []game.Move
		answer, reply = p.at.Play(turn)
		p.show(turn)
		p.show(reply)
	}
	p.end()
}

func (p *solve) Show() panel.Dialog {
	d := panel.Dialog{ID: "exercise", Kind: panel.Beside, Height: panel.Successive, Title: textSolved, Cancel: "close",
		Lines: []string{p.game.Name, textKind(p.x)}}
	if p.shown {
		d.Title = "Solution"
	} else if !p.over {
		d.Title = words.ToMove(words.Side(p.line.Rules(), p.at.Line().Turn()))
	}
	d.Parts = []panel.Part{textTask(p.x)}
	for _, text := range p.remarks {
		d.Parts = append(d.Parts, panel.Part{Text: text})
	}
	if p.clue != "" {
		d.Parts = append(d.Parts, panel.Part{Head: "Hint", Text: p.clue})
	}
	if text := p.told(); text != "" {
		d.Parts = append(d.Parts, panel.Part{Text: text})
	}
	if text := p.price(); text != "" {
		d.Parts = append(d.Parts, panel.Part{Text: text})
	}
	next := panel.Button{ID: "next", Label: "Skip", Icon: "right", Press: p.skip, Primary: p.over,
		Disabled: p.next == nil}
	if p.over {
		next.Label = "Next"
	}
	d.Buttons = []panel.Button{next,
		{ID: "hint", Label: "Hint", Icon: "hint", Press: p.help, Disabled: p.over || p.helped},
		{ID: "reveal", Label: "Show the solution", Icon: "review", Press: p.reveal, Disabled: p.over},
		{ID: "again", Label: "Repeat", Icon: "again", Press: p.again}}
	d.Buttons = append(d.Buttons, p.endButton()...)
	if p.over {
		d.Buttons = append(d.Buttons, panel.Button{ID: "study", Label: "Study", Icon: "study", Press: func() {
			p.r.shell.CloseTop()
			p.r.client.Study(record.Text(p.x.Game))
		}})
	}
	p.wrongly(&d)
	d.Buttons = append(d.Buttons, panel.Button{ID: "copy", Label: "Copy", Icon: "save", Key: "Ctrl+C", Press: p.copy},
		panel.Button{ID: "close", Label: "Leave", Icon: "close"})
	return d
}

// skip opens the next exercise, if there is one.
func (p *solve) skip() {
	if p.next != nil {
		p.open(p.next(p.x))
	}
}

// told returns the current state as text.
func (p *solve) told() string {
	var list []string
	if p.over {
		list = append(list, p.turns())
	}
	if m := p.r.results(); !p.shared && p.settled {
		if by := int(m.Rating.Points+0.5) - int(p.was+0.5); by != 0 {
			list = append(list, tongue.Textf("Your rating: %d (%+d).", int(m.Rating.Points+0.5), by))
		}
		switch s := m.Seen[p.x.ID]; {
		case p.solved && m.Streak > 1:
			list = append(list, tongue.Textf("Solved in a row: %d.", m.Streak))
		case !p.solved && s.Due != "":
			list = append(list, tongue.Text("You will see it again tomorrow."))
		}
	}
	return strings.Join(list, " ")
}

// turns lists the played moves, with the names of dropped pieces.
func (p *solve) turns() string {
	var turns []string
	r := p.line.Rules()
	for _, n := range p.at.Node().Path() {
		switch {
		case n.Text == "":
		case n.Turn[0].Op == game.Drop && len(n.Turn) == 1:
			name := r.Kinds()[n.Turn[0].Kind].Name
			turns = append(turns, tongue.Textf("%s placed on %s", name, r.Board().Name(n.Turn[0].To)))
		default:
			turns = append(turns, n.Text)
		}
	}
	return strings.Join(turns, ", ") + "."
}

// copy copies the exercise in a format that can be pasted.
func (p *solve) copy() {
	p.r.shell.ToClipboard(record.Text(p.x.Game), "Exercise copied")
}

// Key implements shell.Beside.
func (p *solve) Key(k panel.Key) bool {
	act := p.copy
	switch onBoard := p.r.shell.Focused() == shell.OnBoard; {
	case k == panel.Key{Name: "c", Ctrl: true}:
	case k == panel.Key{Name: "h"}:
		act = p.help
	case k == panel.Key{Name: "e"} && p.mayEnd():
		act = p.trial.end
	case k == panel.Key{Name: "Enter"} && p.over && onBoard:
		act = p.skip
	default:
		return false
	}
	if k.Name != "c" {
		p.retry()
	}
	act()
	return true
}

// Repeat opens the due exercises one after the other.
func (r *Trainer) Repeat() {
	if r.due() == nil {
		r.shell.Refuse("Nothing to repeat today")
		return
	}
	p := &solve{r: r, next: func(after *exercise.Exercise) *exercise.Exercise {
		list := r.due()
		for i, x := range list {
			if x == after { // skipped
				return list[(i+1)%len(list)]
			}
		}
		if len(list) == 0 {
			return nil
		}
		return list[0]
	}}
	p.open(p.next(nil))
}

// due returns the exercises due today.
func (r *Trainer) due() (list []*exercise.Exercise) {
	m := r.results()
	today := day(r.client.Now())
	for _, x := range exercise.All() {
		if s := m.Seen[x.ID]; s != nil && s.Due != "" && s.Due <= today {
			list = append(list, x)
		}
	}
	return list
}
