package board

import (
	"strings"

	"tafl3d/app/shell"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/panel"
	"tafl3d/scene"
)

// mostPlayed is the number of previewed moves of a line.
const mostPlayed = 30

// preview plays a line of the analysis on the board. The game does not change.
type preview struct {
	b      *Board
	number int // of the line, from 0
	studied
	turns []played
	shown int // number of moves shown
}

// Line previews a line of the analysis on the board.
func (an *Analyser) Line(number int) {
	n := &an.board.game.Analysis
	if len(n.lines()) == 0 {
		an.board.shell.Refuse("Start the analysis first")
		return
	}
	p := &preview{b: an.board, number: n.number(number)}
	p.take()
	an.board.shell.OpenBeside(p)
	p.show(0, true)
	p.show(len(p.turns), false)
}

// take reads the current version of the line.
func (p *preview) take() {
	n := &p.b.game.Analysis
	if lines := n.lines(); len(lines) > 0 {
		p.number %= len(lines)
		p.studied = lines[p.number]
		p.turns, p.shown = goesOn(p.at, p.Steps, mostPlayed), 0
	}
}

// show goes to a position of the line, step by step or at once.
func (p *preview) show(to int, jump bool) {
	to = min(max(to, 0), len(p.turns))
	from := p.shown
	p.shown = to
	p.b.shell.Touch()
	if jump {
		at := p.at
		for i := range to {
			play(&at, p.turns[i].steps)
		}
		p.b.opt.View.Set(at.Setup())
		return
	}
	for ; from < to; from++ {
		for _, d := range p.turns[from].steps {
			p.b.show(d.Events())
		}
	}
	for ; from > to; from-- {
		steps := p.turns[from-1].steps
		for i := range steps {
			p.b.show(steps[len(steps)-1-i].UndoEvents())
		}
	}
}

func play(p *rules.Position, steps []rules.Delta) {
	for i := range steps {
		d := steps[i]
		p.Play(d.Move(), &d)
	}
}

func (p *preview) Show() panel.Dialog {
	d := panel.Dialog{ID: "line", Kind: panel.Beside, Height: panel.Successive, Title: textLine(p.number + 1),
		Cancel: "close",
		Lines:  []string{textWorth(&p.StudyLine, words.Side(p.at.Rules(), p.at.Turn()))}}
	all := texts(p.turns)
	for i, text := range all {
		if i+1 == p.shown {
			all[i] = "[" + text + "]"
		}
	}
	d.Parts = []panel.Part{{Text: strings.Join(all, "  ")}}
	s := p.b.game.Studied
	if s != nil {
		d.Buttons = append(d.Buttons, panel.Button{ID: "add", Label: "Add to study", Icon: "yes", Primary: true,
			Press: p.add, Disabled: !p.fits()})
	}
	keep := panel.Button{ID: "keep", Label: "Pin", Icon: "save", Key: "K", Press: p.keep}
	if n := &p.b.game.Analysis; n.keptAt(p.studied) >= 0 {
		keep.Label, keep.On = "Unpin", true
	}
	d.Buttons = append(d.Buttons, keep)
	d.Buttons = append(d.Buttons,
		panel.Button{ID: "back", Label: "One move back", Icon: "left", Key: "PageUp", Press: p.back,
			Disabled: p.shown == 0},
		panel.Button{ID: "on", Label: "One move forward", Icon: "right", Key: "PageDown", Press: p.on,
			Disabled: p.shown == len(p.turns)},
		panel.Button{ID: "again", Label: "Play through", Icon: "play", Press: p.through},
		panel.Button{ID: "other", Label: "Another line", Icon: "redo", Key: "N", Press: p.other,
			Disabled: len(p.b.game.Analysis.lines()) < 2},
		panel.Button{ID: "close", Label: words.Done, Icon: "cancel", Primary: s == nil})
	return d
}

func (p *preview) back() { p.show(p.shown-1, false) }

func (p *preview) on() { p.show(p.shown+1, false) }

// through plays the line from its start.
func (p *preview) through() {
	p.show(0, true)
	p.show(len(p.turns), false)
}

// other plays the next line.
func (p *preview) other() {
	p.number++
	p.take()
	p.through()
}

// keep pins or unpins the line.
func (p *preview) keep() {
	if !p.b.game.Analysis.keep(p.studied) {
		p.b.shell.Refuse("Four lines are pinned. Unpin one first.")
	}
	p.b.shell.Touch()
}

// fits reports whether the line continues from the shown node of the study.
func (p *preview) fits() bool {
	return p.at.Hash() == p.b.game.Shown.position.Hash() && !p.at.MidTurn()
}

// add adds the line to the study.
func (p *preview) add() {
	s := p.b.game.Studied
	if s == nil || !p.fits() {
		p.b.opt.Ear.Refuse()
		return
	}
	turns := make([][]game.Move, len(p.turns))
	for i, t := range p.turns {
		for _, d := range t.steps {
			turns[i] = append(turns[i], d.Move())
		}
	}
	if err := s.Add(turns); err != nil {
		p.b.shell.Refuse(words.Error(err))
		return
	}
	p.b.shell.CloseTop()
	p.b.shell.Say("Line added to the study", panel.Good)
}

// Key implements shell.Beside.
func (p *preview) Key(k panel.Key) bool {
	do := map[string]func(){"PageUp": p.back, "Left": p.back, "PageDown": p.on, "Right": p.on, "n": p.other,
		"k": p.keep}[k.Name]
	switch {
	case k.Ctrl || k.Alt || k.Shift:
		return false
	case do != nil:
		do()
	case k.Name == "Home":
		p.show(0, true)
	case k.Name == "End":
		p.show(len(p.turns), true)
	case k.Name == "Enter" && p.b.shell.Focused() == shell.OnBoard && p.b.game.Studied != nil:
		p.add()
	default:
		return false
	}
	return true
}

// Press implements shell.Beside; pieces cannot be moved.
func (p *preview) Press(game.Square) {}

// Release implements shell.Beside.
func (p *preview) Release(game.Square, bool, bool) {}

// Drags implements shell.Beside.
func (p *preview) Drags(game.Square) bool { return false }

// Strike implements shell.Beside.
func (p *preview) Strike(game.Square, bool) {}

// Mark implements shell.Beside: it marks the shown move.
func (p *preview) Mark(m *scene.Marks) {
	if p.shown == 0 {
		return
	}
	for _, d := range p.turns[p.shown-1].steps {
		if to := d.Move(); to.Op != game.End {
			m.Last = [2]game.Square{to.From, to.To}
		}
	}
}
