package editor

import (
	"slices"

	"tafl3d/app/rulebook"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
	"tafl3d/game/variant"
	"tafl3d/panel"
	"tafl3d/scene"
)

// pickPage selects squares on the board.
type pickPage struct {
	r           *Editor
	title, note string
	rules       *rules.Rules // of the board in the scene
	was, chosen []game.Square
	mirror      int // index of textMirrors
	then        func(chosen []game.Square)
}

// pick opens the page for a rule.
func (p *customPage) pick(t *ruleset.Toggle) {
	board := p.rules.Board()
	o := &pickPage{r: p.r, title: rulebook.Label(t, &p.set), note: t.Doc, rules: p.rules,
		chosen: p.rules.Squares(t.Key), was: p.rules.Squares(t.Key), then: func(chosen []game.Square) {
			value := named(board, chosen)
			if t.Key == "camps" {
				value = namedCamps(board, chosen)
			}
			p.put(t, value)
		}}
	p.r.shell.OpenBeside(o)
	p.r.set(&variant.Variant{ID: p.base.ID, Rules: p.rules})
	p.r.shell.Touch()
}

func (p *pickPage) Show() panel.Dialog {
	return panel.Dialog{ID: "pick", Title: p.title, Lines: []string{p.note, textPicked(len(p.chosen))},
		Kind: panel.Beside, Cancel: cancel(!slices.Equal(p.was, p.chosen)),
		Fields: []panel.Field{{ID: "mirror", Label: textMirror, Options: textMirrors, Chosen: p.mirror,
			Set: panel.Into(&p.mirror), Note: textMirrorNote}},
		Buttons: []panel.Button{
			{ID: "accept", Label: words.Done, Icon: "yes", Primary: true, Press: func() {
				p.r.shell.CloseTop()
				p.then(p.chosen)
			}},
			{ID: "clear", Label: "None", Icon: "new", Press: func() { p.chosen = nil }},
			{ID: "close", Label: words.Cancel, Icon: "cancel"},
		}, Actions: []panel.Action{p.r.leaving()}}
}

// Press implements shell.Beside: it toggles the square.
func (p *pickPage) Press(sq game.Square) {
	if sq != game.NoSquare {
		p.Strike(sq, false)
	}
}

// Release implements shell.Beside.
func (p *pickPage) Release(game.Square, bool, bool) {}

// Drags implements shell.Beside: pieces stay.
func (p *pickPage) Drags(game.Square) bool { return false }

// Key implements shell.Beside.
func (p *pickPage) Key(panel.Key) bool { return false }

// Strike selects or deselects a square and its mirror images.
func (p *pickPage) Strike(sq game.Square, away bool) {
	squares := images(p.rules.Board(), sq, p.mirror)
	away = away || slices.Contains(p.chosen, sq)
	p.chosen = slices.DeleteFunc(slices.Clone(p.chosen),
		func(s game.Square) bool { return slices.Contains(squares, s) })
	if !away {
		p.chosen = append(p.chosen, squares...)
	}
	p.r.shell.Touch()
}

// Mark implements shell.Beside: it highlights the selection on empty squares and around pieces.
func (p *pickPage) Mark(m *scene.Marks) {
	pieces := p.rules.Setup().Pieces
	for _, s := range p.chosen {
		if pieces[s] == game.Empty {
			m.Targets = append(m.Targets, s)
		} else {
			m.Causes = append(m.Causes, s)
		}
	}
}
