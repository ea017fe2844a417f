package learn

import (
	"context"
	"errors"
	"slices"

	"tafl3d/app/shell"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
	"tafl3d/panel"
	"tafl3d/scene"
	"tafl3d/tongue"
)

// trial is a position next to a page, in which the player makes complete moves. The page decides about each
// move.
type trial struct {
	r        *Trainer
	line     *rules.Line // with the unfinished move; nil before the first position
	begun    *rules.Line // before that move
	legal    []game.Move
	steps    []game.Move // of the unfinished move
	selected game.Square
	causes   []game.Square
	hint     [2]game.Square
	last     [2]game.Square // of the reply, or of the shown solution
	still    bool           // no piece may move
	wrong    *refutation    // of a wrong move on the board; nil: none
	played   func(turn []game.Move)
}

// none marks no squares.
var none = [2]game.Square{game.NoSquare, game.NoSquare}

// stand shows a position of a variant.
func (t *trial) stand(v *variant.Variant, l *rules.Line) {
	t.r.board.Set(v)
	t.r.board.Hand.Reset()
	t.last = none
	t.put(l)
	t.r.set(l.Setup())
}

// put continues from the position on the board.
func (t *trial) put(l *rules.Line) {
	t.begun, t.line, t.steps = l, l.Clone(), nil
	t.selected, t.causes, t.hint = game.NoSquare, nil, none
	t.look()
}

// look computes the legal steps.
func (t *trial) look() {
	t.legal = t.line.Legal(t.legal[:0])
	t.selected = t.line.Chain()
	t.r.shell.Touch()
}

// back cancels the unfinished move.
func (t *trial) back() {
	t.put(t.begun)
	t.r.set(t.begun.Setup())
}

// mayEnd reports whether the move may end here.
func (t *trial) mayEnd() bool {
	for _, m := range t.legal {
		if m.Op == game.End {
			return !t.still && len(t.steps) > 0
		}
	}
	return false
}

// end ends the move.
func (t *trial) end() {
	for _, m := range t.legal {
		if m.Op == game.End && !t.still {
			t.step(m)
			return
		}
	}
}

// Press implements shell.Beside.
func (t *trial) Press(sq game.Square) {
	if sq != game.NoSquare {
		t.Strike(sq, false)
	}
}

// Release implements shell.Beside: it puts down a dragged piece.
func (t *trial) Release(sq game.Square, on, dragged bool) {
	switch {
	case !dragged || t.still || t.selected == game.NoSquare:
	case on && sq != t.selected:
		t.Strike(sq, false)
	default:
		t.r.set(t.line.Setup())
	}
}

// Drags implements shell.Beside.
func (t *trial) Drags(sq game.Square) bool { return !t.still && t.mine(sq) }

// mine reports whether a piece of the side to move is on sq.
func (t *trial) mine(sq game.Square) bool {
	p := t.line.At(sq)
	return p != game.Empty && t.line.Rules().Kinds()[p].Side == t.line.Turn()
}

// Strike implements shell.Beside: it selects, moves, drops or removes a piece.
func (t *trial) Strike(sq game.Square, _ bool) {
	t.retry()
	t.r.shell.Touch()
	t.causes = nil
	chain := t.line.Chain()
	m, ok := t.stepTo(sq)
	switch {
	case t.still:
	case ok:
		t.step(m)
	case sq == t.selected && chain != game.NoSquare:
		t.end()
	case sq == t.selected:
		t.selected = game.NoSquare
	case t.mine(sq) && chain == game.NoSquare:
		t.selected = sq
	case t.selected != game.NoSquare:
		t.step(game.Move{From: t.selected, To: sq})
	case t.line.At(sq) != game.Empty:
		t.causes = []game.Square{sq}
		t.r.shell.Refuse(words.NotYours(t.line.Rules(), t.line.Rules().Kinds()[t.line.At(sq)]))
	}
}

// stepTo returns the step for a click on sq.
func (t *trial) stepTo(sq game.Square) (game.Move, bool) {
	for _, m := range t.legal {
		if m.To == sq && t.answers(m) {
			return m, true
		}
	}
	return game.NoMove, false
}

// answers reports whether a click on m.To would make that step.
func (t *trial) answers(m game.Move) bool {
	switch m.Op {
	case game.Step, game.Leap, game.Castle:
		return m.From == t.selected && t.selected != game.NoSquare
	case game.Drop, game.Remove:
		return t.selected == game.NoSquare
	}
	return false
}

// step tries a step; it passes a complete move to the page.
func (t *trial) step(m game.Move) {
	d, err := t.line.Try(m)
	var why *rules.Illegal
	if errors.As(err, &why) {
		t.causes = []game.Square{m.To}
		if why.At != game.NoSquare {
			t.causes = []game.Square{why.At}
		}
		t.selected = t.line.Chain()
		t.r.set(t.line.Setup())
		t.r.shell.Refuse(words.Error(err))
		return
	}
	if err != nil {
		t.r.shell.Refuse(words.Error(match.ErrOver))
		return
	}
	t.steps = append(t.steps, m)
	t.hint = none
	t.r.board.Perceive(d.Events())
	t.look()
	if !t.line.MidTurn() {
		t.played(t.steps)
	}
}

// show plays and marks a move of the program.
func (t *trial) show(turn []game.Move) {
	for _, m := range turn {
		d, err := t.line.Try(m)
		if err != nil {
			return
		}
		if m.Op != game.End {
			t.last = [2]game.Square{m.From, m.To}
		}
		t.r.board.Perceive(d.Events())
	}
}

// Mark implements shell.Beside.
func (t *trial) Mark(m *scene.Marks) {
	m.Causes, m.Hint, m.Last = t.causes, t.hint, t.last
	if t.still || t.line == nil {
		return
	}
	m.Selected = t.selected
	for _, l := range t.legal {
		if t.answers(l) && (t.selected != game.NoSquare || l.Op == game.Remove) {
			m.Targets = shell.With(m.Targets, l.To)
		}
	}
}

// leastChoices is the least number of moves of a piece so that marking it does not give the answer away.
const leastChoices = 3

// point gives a hint to the next step of a move, never the step itself: it marks the piece or, if the piece
// has few moves, is already moving or is dropped, names a quarter of the board.
func (t *trial) point(turn []game.Move) {
	if n := min(len(t.steps), len(turn)-1); !slices.Equal(t.steps, turn[:n]) {
		t.back()
	}
	m := turn[len(t.steps)]
	if m.Op == game.End {
		t.r.shell.Say("End turn", panel.Plain)
		return
	}
	at, choices := m.From, 0
	for _, l := range t.legal {
		if l.From == m.From {
			choices++
		}
	}
	if at == game.NoSquare || m.Op == game.Drop || at == t.line.Chain() {
		at = m.To
	}
	if at != m.From || choices < leastChoices {
		t.r.shell.Say(textQuarter(t.line.Rules().Board(), at), panel.Plain)
		return
	}
	t.hint = [2]game.Square{at, at}
	t.r.shell.Touch()
}

// refutation is the computer's reply to a wrong move, shown until the player continues.
type refutation struct {
	cancel context.CancelFunc
	said   string
	last   [2]game.Square // of the previous reply, restored on retry
}

// refute shows the computer's reply to a wrong move; p is the page. The next action of the player takes both
// moves back. Without an engine the move is taken back at once.
func (t *trial) refute(p shell.Page) {
	ctx, cancel := context.WithCancel(t.r.shell.Ctx())
	line := t.line.Clone()
	shown := func(turn []game.Move) {
		switch {
		case !t.r.shell.Has(func(q shell.Page) bool { return q == p }):
			cancel() // the page was closed
		case turn == nil:
			t.retry()
		default:
			t.answered(line, turn)
		}
	}
	if line.Judge().Over() || !t.r.board.Reply(ctx, line, shown) {
		cancel()
		t.back()
		return
	}
	t.still, t.selected = true, game.NoSquare
	t.wrong = &refutation{cancel: cancel, last: t.last, said: tongue.Text("Looking for the reply…")}
}

// answered shows the reply to a wrong move, which led to line.
func (t *trial) answered(line *rules.Line, turn []game.Move) {
	side := words.Side(line.Rules(), line.Turn())
	steps, _, err := line.Play(turn)
	if err != nil {
		t.retry()
		return
	}
	text := notation.Turn(line.Rules(), slices.Clone(steps))
	t.wrong.said = tongue.Textf("%s would reply %s.", side, text)
	t.show(turn)
	t.r.shell.Touch()
}

// endButton returns the button that ends a turn of several steps, if there is one.
func (t *trial) endButton() []panel.Button {
	if !t.mayEnd() {
		return nil
	}
	return []panel.Button{{ID: "end", Label: "End turn", Icon: "yes", Press: t.end}}
}

// retry takes back a wrong move and the reply.
func (t *trial) retry() {
	if t.wrong == nil {
		return
	}
	t.wrong.cancel()
	t.wrong, t.still, t.last = nil, false, t.wrong.last
	t.back()
}

// wrongly adds the explanation of a wrong move to a page.
func (t *trial) wrongly(d *panel.Dialog) {
	d.Before(t.retry)
	if t.wrong == nil {
		return
	}
	for i := range d.Buttons {
		d.Buttons[i].Primary = false
	}
	d.Parts = append(d.Parts, panel.Part{Text: t.wrong.said})
	d.Buttons = slices.Insert(d.Buttons, 0, panel.Button{ID: "retry", Label: "Try again", Icon: "undo", Primary: true,
		Press: t.retry})
}
