package learn

import (
	"context"
	"slices"

	"tafl3d/app/shell"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// refutation is the computer's answer to a wrong turn, on the board until the player goes on.
type refutation struct {
	cancel context.CancelFunc
	said   string
	last   [2]game.Square // of the answer
}

// refute has the computer answer a wrong turn on the board; p is the page that asks. What the
// player does next takes both turns back. Where nobody can answer the turn is taken back at
// once.
func (t *trial) refute(p shell.Page) {
	ctx, cancel := context.WithCancel(t.r.Ctx())
	line := t.line.Clone()
	shown := func(turn []game.Move) {
		switch {
		case !t.r.Has(func(q shell.Page) bool { return q == p }):
			cancel() // nobody looks any more
		case turn == nil:
			t.retry()
		default:
			t.answered(line, turn)
		}
	}
	if line.Judge().Over() || !t.r.Reply(ctx, line, shown) {
		cancel()
		t.back()
		return
	}
	t.wrong, t.still, t.selected = &refutation{cancel: cancel, last: none, said: tongue.Text("The computer looks for the answer…")}, true, game.NoSquare
}

// answered shows the answer to a wrong turn, which led to line.
func (t *trial) answered(line *rules.Line, turn []game.Move) {
	side := words.Side(line.Rules(), line.Turn())
	steps, _, err := line.Play(turn)
	if err != nil {
		t.retry()
		return
	}
	text := notation.Turn(line.Rules(), slices.Clone(steps))
	t.wrong.said = tongue.Textf("%s would answer %s.", side, text)
	t.show(turn)
	for _, m := range turn {
		if m.Op != game.End {
			t.wrong.last = [2]game.Square{m.From, m.To}
		}
	}
	t.r.Touch()
}

// retry takes a wrong turn and its answer back.
func (t *trial) retry() {
	if t.wrong == nil {
		return
	}
	t.wrong.cancel()
	t.wrong, t.still = nil, false
	t.back()
}

// wrongly adds what is to be seen of a wrong turn to a sheet.
func (t *trial) wrongly(d *panel.Dialog) {
	if t.wrong == nil {
		return
	}
	for i := range d.Buttons {
		d.Buttons[i].Primary = false
	}
	d.Parts = append(d.Parts, panel.Part{Text: t.wrong.said})
	d.Buttons = slices.Insert(d.Buttons, 0, panel.Button{ID: "retry", Label: "Try again", Icon: "undo", Primary: true})
}
